import hook from './kafkajs.cjs'

export default hook
export const { createPartitioner } = hook
