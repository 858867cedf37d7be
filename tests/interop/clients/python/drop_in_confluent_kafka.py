"""Sends with confluent-kafka's Producer or SerializingProducer, named first, as it reads: see
as_read.py.
"""

import sys
import threading

import confluent_kafka
from as_read import GIVE_UP_MS, OWN, arguments, delivered, failed, send_all

import copartition.confluent

kind, given = sys.argv[1], arguments(sys.argv[2:])
conf = {
    "bootstrap.servers": given.bootstrap,
    "message.timeout.ms": GIVE_UP_MS,
    "topic.metadata.refresh.interval.ms": 1000,
    "topic.metadata.propagation.max.ms": 5000,
    "sticky.partitioning.linger.ms": 0,
}
if given.partitioner == OWN:
    producer = getattr(confluent_kafka, kind)(conf)
else:
    drop_in = getattr(copartition.confluent, kind)
    producer = drop_in(conf, partitioner=given.partitioner, unkeyed=given.unkeyed)


def report(error, message):
    if error is None:
        delivered(message.value(), message.partition(), message.offset())
    else:
        failed(message.value(), error)


def send(record):
    where = {} if record.partition is None else {"partition": record.partition}
    while True:
        try:
            producer.produce(
                given.topic, key=record.key, value=record.value, on_delivery=report, **where
            )
        except BufferError:
            producer.poll(0.1)
            continue
        except Exception as why:
            failed(record.value, why)
        return


def poll():
    while not done.is_set():
        producer.poll(0.1)


done = threading.Event()
polling = threading.Thread(target=poll)
polling.start()
send_all(send, given.threads)
done.set()
polling.join()
producer.flush()
