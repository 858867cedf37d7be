<?php
// Asks PHP for what longlang/phpkafka takes from it: NDJSON in, NDJSON out (see ../python/rows.py).
//
// The client's DefaultPartitioner is crc32() of a key that is not null, `%` the partition count: an
// empty key is a key. crc32() is run; the rest, and the round robin of a null key, are read.
//
// Usage: php ask_phpkafka.php DefaultPartitioner

[, $partitioner] = $argv;
$head = ['client' => 'php', 'version' => PHP_VERSION, 'partitioner' => $partitioner];

while (($line = fgets(STDIN)) !== false) {
    ['key' => $hex, 'partitions' => $n] = $asked = json_decode($line, true);
    $hash = $hex === null ? null : crc32(hex2bin($hex));
    $placement = $hash === null ? null : $hash % $n;
    echo json_encode($head + $asked + ['placement' => $placement, 'hash' => $hash]), "\n";
}
