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
  identify,
  split,
  verify,
  spread,
  compare,
  moves,
  keysFor,
  probeKeys,
  doctor,
  key,
  assign,
  version,
} = copartition
