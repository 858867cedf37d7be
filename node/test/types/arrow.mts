// Compiled beside apache-arrow's own types, never run: its vectors and tables are columns.

import { Int32, Table, tableFromArrays, Utf8, Vector, vectorFromArray } from 'apache-arrow'
import { Partitioner } from 'copartition'

const partitioner = new Partitioner('java', 6)
const text: Vector<Utf8> = vectorFromArray(['a', null], new Utf8())
const numbers: Vector<Int32> = vectorFromArray([1], new Int32())
const table: Table = tableFromArrays({ k: ['a'], n: Int32Array.of(1) })
const typed = tableFromArrays({ k: ['a'] })
const placed: Int32Array[] = [
  partitioner.partitionBatch(text),
  partitioner.partitionBatch(vectorFromArray(['a'])),
  partitioner.partitionBatch(numbers, { keyFormat: 'int' }),
  partitioner.partitionBatch(table, { column: 'k' }),
  partitioner.partitionBatch(typed, { column: 'k' }),
]
void placed
