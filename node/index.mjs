import copartition from './index.cjs'

export default copartition
export const {
  partition,
  Partitioner,
  murmur2,
  crc32,
  fnv1a,
  kafkajsLegacy,
  groupPartition,
  partitioners,
  clients,
  settings,
  key,
  assign,
  version,
} = copartition
