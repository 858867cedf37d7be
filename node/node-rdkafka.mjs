import hook from './node-rdkafka.cjs'

export default hook
export const { partitioned } = hook
