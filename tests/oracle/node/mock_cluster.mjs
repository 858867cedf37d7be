// Starts librdkafka's mock cluster with a topic `tN` for each count N, in a Python process, as Node
// cannot call a shared library.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../python/mock_cluster.py', import.meta.url))

/** Returns the address of the cluster, which stops with this process. */
export async function startMockCluster(librdkafka, counts) {
  const python = process.env.PYTHON ?? 'python3'
  const child = spawn(python, ['-B', PROGRAM, librdkafka, ...counts], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  for (const handle of [child, child.stdin, child.stdout]) {
    handle.unref()
  }
  return line.toString().trim()
}
