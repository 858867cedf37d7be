# Asks librdkafka for the partition of a `partition_key` the way rdkafka-ruby asks: through FFI,
# with the number of characters, as Ruby counts them, for the number of bytes.
#
# librdkafka, Ruby's String and the ffi gem are run; the call between them is read (a topic handle
# is made here without a broker). A missing partition_key leaves the choice to `key:`, which is
# librdkafka's own affair: no row asks for it here.
#
# Usage: ruby ask_rdkafka_ruby.rb LIBRDKAFKA PARTITIONER

require "ffi"
require_relative "rows"

LIBRARY, PARTITIONER = ARGV

module Rdkafka
  extend FFI::Library
  ffi_lib LIBRARY
  PRODUCER = 0
  attach_function :rd_kafka_version_str, [], :string
  attach_function :rd_kafka_new, %i[int pointer pointer size_t], :pointer
  attach_function :rd_kafka_topic_new, %i[pointer string pointer], :pointer
  attach_function :partitioner, :"rd_kafka_msg_partitioner_#{PARTITIONER}",
                  %i[pointer pointer size_t int32 pointer pointer], :int32
end

client = Rdkafka.rd_kafka_new(Rdkafka::PRODUCER, nil, nil, 0)
topic = Rdkafka.rd_kafka_topic_new(client, "oracle", nil)

place = lambda do |key, n|
  pointer = key.empty? ? FFI::MemoryPointer::NULL : FFI::MemoryPointer.from_string(key)
  Rdkafka.partitioner(topic, pointer, key.size, n, nil, nil)
end
varies = Hash.new { |known, key| known[key] = Array.new(4) { place[key, 2**31 - 1] }.uniq.size > 1 }

answer("librdkafka", Rdkafka.rd_kafka_version_str, PARTITIONER) do |key, n|
  [key && !varies[key] ? place[key, n] : nil, nil]
end
