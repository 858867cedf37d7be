// Compiled by `tsc --strict` without any client, never run: the hooks through `require`.

import confluent = require('copartition/confluent')
import kafkajs = require('copartition/kafkajs')
import rdkafka = require('copartition/node-rdkafka')
import platformatic = require('copartition/platformatic')

const partitionMetadata = [{ partitionId: 0, leader: 1 }]
const create: kafkajs.Partitioner = kafkajs.createPartitioner('java', { unkeyed: 'sticky' })
const placed: number = create()({ topic: 't', partitionMetadata, message: { key: 'a' } })
const hook: platformatic.Partitioner = platformatic.partitioner()
const number: number = hook({ topic: 't' }, new Uint8Array(1), { metadata: undefined })
const options: confluent.RefreshingOptions = { refreshInterval: 1 }
void [placed, number, options, confluent.partitioned, rdkafka.partitioned]
