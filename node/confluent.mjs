import hook from './confluent.cjs'

export default hook
export const { partitioned } = hook
