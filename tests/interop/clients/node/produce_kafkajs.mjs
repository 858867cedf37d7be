// Sends with kafkajs, 1.x or 2.x: produce_kafkajs.mjs BOOTSTRAP TOPIC < records.

import { records, require } from './records.mjs'

const [bootstrap, topic] = process.argv.slice(2)
const { Kafka, logLevel } = require('kafkajs')

const producer = new Kafka({ brokers: [bootstrap], logLevel: logLevel.ERROR }).producer()
await producer.connect()
await producer.send({ topic, messages: records })
console.log(records.length)
await producer.disconnect()
