// The package in many threads at once. A worker imports it by itself and answers a checksum.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import * as copartition from 'copartition'

function sum(keys, { Partitioner, murmur2 }) {
  const partitioner = new Partitioner('java', 1000)
  let sum = 0
  for (let i = 0; i < keys; i += 1) {
    sum =
      (sum * 31 + partitioner.partition(`key-${i}`) + murmur2(Buffer.from(`${i}`))) % 1_000_000_007
  }
  for (const partition of partitioner.partitionBatch(names(keys))) {
    sum = (sum * 31 + partition) % 1_000_000_007
  }
  return sum
}

const names = (keys) => Array.from({ length: keys }, (_, i) => `key-${i}`)

const inWorker = `
  const { parentPort, workerData } = require('node:worker_threads')
  const names = ${names}
  const sum = ${sum}
  import(workerData.copartition).then((copartition) => {
    do {
      parentPort.postMessage(sum(workerData.keys, copartition))
    } while (workerData.forever)
  })
`

function start(data) {
  const workerData = { ...data, copartition: import.meta.resolve('copartition') }
  return new Worker(inWorker, { eval: true, workerData })
}

test('eight workers at once give what this thread gives', async () => {
  const wanted = sum(50_000, copartition)
  const answers = Array.from({ length: 8 }, () => once(start({ keys: 50_000 }), 'message'))
  assert.equal(sum(50_000, copartition), wanted)
  assert.deepEqual((await Promise.all(answers)).flat(), Array(8).fill(wanted))
})

test('four workers and this thread ask about many records at once', async () => {
  const ask = ({ identify, partition }) => {
    const keys = Array.from({ length: 50_000 }, (_, at) => `user-${at % 5000}`)
    const observed = keys.map((key) => partition(key, 12, 'librdkafka'))
    const { sentence, records, parts } = identify(new Set(keys), new Int32Array(5000), 12)
    return [sentence, records, parts.length, identify(keys, observed, 12).sentence]
  }
  const source = `const { parentPort, workerData } = require('node:worker_threads')
    import(workerData).then((copartition) => parentPort.postMessage((${ask})(copartition)))`
  const workerData = import.meta.resolve('copartition')
  const workers = Array.from({ length: 4 }, () => new Worker(source, { eval: true, workerData }))
  const answers = workers.map((worker) => once(worker, 'message'))
  const wanted = ask(copartition)
  assert.deepEqual((await Promise.all(answers)).flat(), Array(4).fill(wanted))
  assert.match(wanted[3], /^librdkafka \(crc32\) placed all 5000 keys/)
})

test('hooks in eight workers at once place alike, and each keeps its own turns', async () => {
  const ask = ({ createPartitioner }, { partitioner }) => {
    const partitionMetadata = Array.from({ length: 12 }, (_, partitionId) => {
      return { partitionId, leader: 1 }
    })
    const hook = createPartitioner('sarama:hash')()
    const other = partitioner('java')
    const answers = []
    for (let i = 0; i < 20_000; i += 1) {
      const key = `user-${i % 1000}`
      const at = hook({ topic: 'orders', partitionMetadata, message: { key } })
      if (i < 1000) answers.push(at)
      else if (answers[i % 1000] !== at) return `${key} is in ${at}`
      if (other({ topic: 'orders' }, undefined, {}) !== i) return `turn ${i} was another`
    }
    return answers.join()
  }
  const source = `const { parentPort, workerData } = require('node:worker_threads')
    Promise.all(workerData.map((hook) => import(hook)))
      .then((hooks) => parentPort.postMessage((${ask})(...hooks)))`
  const workerData = ['kafkajs', 'platformatic'].map((hook) => {
    return import.meta.resolve(`copartition/${hook}`)
  })
  const workers = Array.from({ length: 8 }, () => new Worker(source, { eval: true, workerData }))
  const answers = (await Promise.all(workers.map((worker) => once(worker, 'message')))).flat()
  const placed = Array.from({ length: 1000 }, (_, i) => {
    return copartition.partition(`user-${i}`, 12, 'sarama:hash')
  })
  assert.deepEqual(answers, Array(8).fill(placed.join()))
})

test('workers that are stopped in the middle of a call harm nobody', async () => {
  for (let round = 0; round < 5; round += 1) {
    const workers = Array.from({ length: 4 }, () => start({ keys: 100, forever: true }))
    await Promise.all(workers.map((worker) => once(worker, 'message')))
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
  assert.equal(copartition.partition('user-3', 6), 5)
})

test('a worker whose draws never let a change end can be stopped', async () => {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
     import(workerData).then(({ assign }) => {
       const draw = () => 1
       const cache = new assign.StickyCache()
       parentPort.postMessage(cache.partition(3, { draw }))
       cache.onNewBatch(1, 3, { draw })
     })`,
    { eval: true, workerData: import.meta.resolve('copartition') },
  )
  assert.deepEqual(await once(worker, 'message'), [1])
  assert.equal(await worker.terminate(), 1)
})

test('two threads read one shared key', async () => {
  const shared = new Uint8Array(new SharedArrayBuffer(1 << 16))
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
     parentPort.postMessage('writing')
     for (let i = 0; Atomics.load(workerData, 0) !== 255; i += 1) workerData[1 + (i % 60_000)] = i`,
    { eval: true, workerData: shared },
  )
  await once(worker, 'message')
  for (let i = 0; i < 2_000; i += 1) {
    const placed = copartition.partition(shared.subarray(1, 1 + i), 6)
    assert.ok(placed >= 0 && placed < 6)
  }
  Atomics.store(shared, 0, 255)
  await once(worker, 'exit')
})
