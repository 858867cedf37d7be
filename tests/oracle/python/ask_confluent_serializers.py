"""Asks the serializers of confluent-kafka, of any version whose schema registry client is there.

The registry is a stand-in that has one schema; what frames a payload is confluent-kafka's own.
"""

import json
import struct
import sys
import warnings
from functools import cache
from importlib.metadata import version
from types import SimpleNamespace
from uuid import UUID

from confluent_kafka import schema_registry
from confluent_kafka.schema_registry.json_schema import JSONSerializer
from confluent_kafka.schema_registry.protobuf import ProtobufSerializer
from confluent_kafka.serialization import (
    DoubleSerializer,
    IntegerSerializer,
    MessageField,
    SerializationContext,
    StringSerializer,
)
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory


def text(value):
    """The text of these UTF-16 units, in hex."""
    return bytes.fromhex(value).decode("utf-16-be")


def number(value):
    return struct.unpack(">d", bytes.fromhex(value))[0]


def context():
    return SerializationContext("topic", MessageField.KEY, [])


def subject(context, record_name):
    return "topic-key"


def registry(schema_id, guid=None):
    """Answers for any schema that it has it, by this id."""
    registered = SimpleNamespace(schema_id=schema_id, guid=guid)
    return SimpleNamespace(
        register_schema=lambda *schema, **options: schema_id,
        register_schema_full_response=lambda *schema, **options: registered,
        config=lambda: {},
    )


def framed(serializer, value):
    """The serializer's bytes and the headers that it left."""
    at = context()
    return serializer(value, at), dict(at.headers)


def json_string(value):
    """What JSONSerializer writes behind the schema id."""
    schema = json.dumps({"type": "string", "title": "key"})
    serializer = JSONSerializer(schema, registry(1), conf={"subject.name.strategy": subject})
    prefix = b"\0" + struct.pack(">I", 1)
    return serializer(text(value), context()).removeprefix(prefix)


def schema_id_prefix(value):
    schema_id = schema_registry.common.serde.SchemaId("AVRO", value["schema_id"])
    payload = bytes.fromhex(value["payload"])
    return schema_registry.prefix_schema_id_serializer(payload, context(), schema_id)


def schema_id_header(value):
    schema_id = schema_registry.common.serde.SchemaId("AVRO", None, str(UUID(value["guid"])))
    at = context()
    assert schema_registry.header_schema_id_serializer(b"payload", at, schema_id) == b"payload"
    return dict(at.headers)["__key_schema_id"]


def schema_id_prefix_protobuf(value):
    # 2.8 wants it said.
    conf = {"use.deprecated.format": False}
    return protobuf(value, value["payload"], registry(value["schema_id"]), conf)[0]


def schema_id_prefix_protobuf_deprecated(value):
    conf = {"use.deprecated.format": True}
    return protobuf(value, value["payload"], registry(value["schema_id"]), conf)[0]


def schema_id_header_protobuf(value):
    conf = {"schema.id.serializer": schema_registry.header_schema_id_serializer}
    key, headers = protobuf(value, "", registry(1, str(UUID(value["guid"]))), conf)
    assert key == b""
    return headers["__key_schema_id"]


def protobuf(value, payload, registry, conf):
    conf = {"subject.name.strategy": subject} | conf
    message = message_at(tuple(value["message_indexes"]))
    serializer = ProtobufSerializer(message, registry, conf)
    return framed(serializer, message.FromString(bytes.fromhex(payload)))


@cache
def message_at(indexes):
    """The class of a message that lies in its file at these indexes, made for it."""
    file = descriptor_pb2.FileDescriptorProto(name="keys.proto", package="keys", syntax="proto3")
    siblings, name = file.message_type, "keys"
    for index in indexes:
        for at in range(index + 1):
            siblings.add(name=f"M{at}")
        name += f".M{index}"
        message, siblings = siblings[index], siblings[index].nested_type
    message.field.add(name="key", number=1, type=12, label=1)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(name))


FORMS = {
    "string": lambda value: StringSerializer()(text(value)),
    "int": lambda value: IntegerSerializer()(int(value)),
    "raw_double": lambda value: DoubleSerializer()(number(value)),
    "json_string": json_string,
    "schema_id_prefix": schema_id_prefix,
    "schema_id_prefix_protobuf": schema_id_prefix_protobuf,
    "schema_id_prefix_protobuf_deprecated": schema_id_prefix_protobuf_deprecated,
    "schema_id_header": schema_id_header,
    "schema_id_header_protobuf": schema_id_header_protobuf,
}

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    head = {"client": "confluent-kafka", "version": version("confluent-kafka")}
    for line in sys.stdin:
        asked = json.loads(line)
        written = FORMS[asked["form"]](asked["value"])
        print(json.dumps(head | asked | {"bytes": written.hex()}))
