// Sends with kafkajs as it reads: see as_read.mjs.

import { createPartitioner } from 'copartition/kafkajs'
import { Kafka, logLevel, Partitioners } from 'kafkajs'
import { bootstrap, giveUpMs, own, partitioner, sendAll, topic, unkeyed } from './as_read.mjs'

const kafka = new Kafka({
  brokers: [bootstrap],
  logLevel: logLevel.NOTHING,
  // Of its own accord it tries 5 times more, which takes 10 seconds.
  retry: { initialRetryTime: 500, multiplier: 1, retries: giveUpMs / 500 },
})
const producer = kafka.producer({
  createPartitioner: own
    ? Partitioners.DefaultPartitioner
    : createPartitioner(partitioner, { unkeyed }),
  metadataMaxAge: 1000,
})
await producer.connect()
await sendAll(async ({ key, partition, value }) => {
  // A message a send: an answer tells of a partition, not of each of its messages.
  const answers = await producer.send({ topic, messages: [{ key, partition, value }] })
  // A broker that was asked for and then gone has none.
  const lies = answers.filter((answer) => answer !== null)
  if (lies.length !== 1) throw new Error(`sent, and ${lies.length} partitions answered`)
  return { partition: lies[0].partition, offset: lies[0].baseOffset }
})
await producer.disconnect()
