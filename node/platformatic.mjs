import hook from './platformatic.cjs'

export default hook
export const { partitioner } = hook
