// Compiled by `tsc --strict` beside the clients' own types, never run.

import { Producer, stringSerializers } from '@platformatic/kafka'
import { createPartitioner, type Options, type Unkeyed } from 'copartition/kafkajs'
import { partitioner } from 'copartition/platformatic'
import { Kafka, type ICustomPartitioner, type ProducerConfig } from 'kafkajs'

const unkeyed: Unkeyed = 'sticky'
const options: Options = { unkeyed }
const create: ICustomPartitioner = createPartitioner('java', options)
const uncalled: ProducerConfig = { createPartitioner }
new Kafka({ brokers: ['a:1'] }).producer({ createPartitioner: createPartitioner('sarama:hash') })
void [create, uncalled]

const producer = new Producer({
  clientId: 'a',
  bootstrapBrokers: ['a:1'],
  serializers: stringSerializers,
  partitioner: partitioner('java', { unkeyed: 'round_robin' }),
})
void producer.send({ messages: [{ topic: 't', key: 'a' }], partitioner: partitioner() })
const bytes = new Producer({ clientId: 'a', bootstrapBrokers: ['a:1'], partitioner: partitioner() })
void bytes.close()

// @ts-expect-error there is no such choice
createPartitioner('java', { unkeyed: 'random' })
// @ts-expect-error there is no such option
createPartitioner('java', { refreshInterval: 1 })
// @ts-expect-error a name is text
partitioner(5)
