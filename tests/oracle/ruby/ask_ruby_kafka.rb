# Asks Ruby's zlib for what ruby-kafka's default partitioner takes from it.
#
# The client is Zlib.crc32 of a key that is not nil, `%` the partition count; nil draws. zlib is
# run, the rest is read.
#
# Usage: ruby ask_ruby_kafka.rb crc32

require "zlib"
require_relative "rows"

answer("ruby", RUBY_VERSION, ARGV.fetch(0)) do |key, n|
  hash = key && Zlib.crc32(key)
  [hash && hash % n, hash]
end
