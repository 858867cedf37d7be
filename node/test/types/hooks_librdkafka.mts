// Compiled by `tsc --strict` beside the types of the clients on librdkafka, never run.

import confluent from '@confluentinc/kafka-javascript'
import { partitioned as partitionedKafkaJS } from 'copartition/confluent'
import { partitioned } from 'copartition/node-rdkafka'
import rdkafka from 'node-rdkafka'

const kafka = new confluent.KafkaJS.Kafka({ 'bootstrap.servers': 'a:1' })
const wrapped: confluent.KafkaJS.Producer = partitionedKafkaJS(kafka.producer(), 'java', {
  unkeyed: 'error',
  refreshInterval: 1000,
})
void wrapped.send({ topic: 't', messages: [{ key: 'a', value: 'v' }] })

const own = new rdkafka.HighLevelProducer({ 'bootstrap.servers': 'a:1' })
const counted = partitioned(own, 'java', { refreshInterval: 1000 })
const same: rdkafka.HighLevelProducer = counted
const count: Promise<number> = counted.fetchPartitionCount('t')
const styled = partitioned(new confluent.Producer({ 'bootstrap.servers': 'a:1' }))
void [same, count, styled.fetchPartitionCount('t')]

// @ts-expect-error what is wrapped is a producer
partitionedKafkaJS(kafka)
// @ts-expect-error what is wrapped is a producer
partitioned('java')
