# Turns a placement into the common shape of an oracle: NDJSON in, NDJSON out (see
# ../python/rows.py).

require "json"

# Answers stdin: the block gives the placement and the hash (or nil) of a key and a count.
#
# Keys are UTF-8 strings, valid or not, as Ruby's literals and most of its readers make them.
def answer(client, version, partitioner)
  head = { client: client, version: version, partitioner: partitioner }
  $stdin.each_line do |line|
    asked = JSON.parse(line, symbolize_names: true)
    key = asked[:key] && [asked[:key]].pack("H*").force_encoding(Encoding::UTF_8)
    placement, hash = yield key, asked[:partitions]
    puts JSON.generate(head.merge(asked, placement: placement, hash: hash))
  end
end
