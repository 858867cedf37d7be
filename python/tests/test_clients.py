"""The list of clients, and the settings that make one place like another."""

import pytest

import copartition
from copartition import ClientInfo, Partitioner, Settings


def rows_of(client: str) -> list[ClientInfo]:
    return [info for info in copartition.clients() if info.client == client]


def test_every_client_names_a_partitioner_with_its_policies() -> None:
    infos = copartition.clients()
    assert len(infos) >= 60
    for info in infos:
        partitioner = Partitioner(info.partitioner, 12)
        assert partitioner.name == info.partitioner
        assert (info.keyed, info.empty_key, info.missing_key) == (
            partitioner.keyed,
            partitioner.empty_key,
            partitioner.missing_key,
        )


def test_every_client_says_how_it_is_known() -> None:
    for info in copartition.clients():
        assert info.usage in {"default", "setting", "retired", "port"}
        if info.known == "run":
            assert info.version
            assert (info.source, info.why_not_run) == (None, None)
        else:
            assert info.known == "read"
            assert info.version is None
            assert info.why_not_run
            assert info.source or info.usage == "port"


def test_a_client_that_changed_has_a_row_for_each_range_of_versions() -> None:
    now, before, *_ = rows_of("kafkajs")
    assert (now.since, now.until, now.partitioner) == ("2.0.0", None, "kafkajs")
    assert (before.since, before.until, before.partitioner) == ("1.0.0", "2.0.0", "kafkajs@1")
    assert (now.default, now.usage, before.default, before.usage) == (
        True,
        "default",
        True,
        "retired",
    )
    assert (now.setting, rows_of("librdkafka")[0].setting) == (None, "random")


def test_a_setting_is_found() -> None:
    settings = copartition.settings("librdkafka", like="java")
    assert settings == copartition.settings("librdkafka", "BuiltInPartitioner")
    assert settings != copartition.settings("librdkafka", "crc32")
    assert len({settings, copartition.settings("librdkafka", "java")}) == 1
    assert (settings.client, settings.like, settings.possible) == ("librdkafka", "java", True)
    assert settings.written == "partitioner=murmur2_random"
    assert settings.partitioner == "librdkafka:murmur2_random"
    assert settings.empty_key_differs is None
    assert settings.missing_key_differs == ("unkeyed:sticky", "unkeyed:built_in")
    sarama = copartition.settings("sarama", like="librdkafka")
    assert sarama.empty_key_differs == ("hashed", "unkeyed:sticky")


def test_what_no_setting_does_takes_code() -> None:
    settings = copartition.settings("java", like="librdkafka")
    assert (settings.possible, settings.written, settings.partitioner) == (False, None, None)
    assert (settings.empty_key_differs, settings.missing_key_differs) == (None, None)
    assert settings.hook is not None
    assert "partitioner.class" in settings.hook
    assert settings.drop_in is None
    assert copartition.settings("mirrormaker", like="java").hook is None


def test_a_client_with_a_drop_in_is_told_its_line() -> None:
    settings = copartition.settings("aiokafka", like="sarama")
    assert settings.drop_in == 'partitioner=copartition.aiokafka.partitioner("sarama:hash")'
    assert copartition.settings("aiokafka", like="kafka-go").drop_in is None


def test_records_are_shown_by_their_fields() -> None:
    settings = copartition.settings("mirrormaker", like="java")
    assert repr(settings) == (
        "Settings(client='mirrormaker', like='java', possible=False, written=None, "
        "partitioner=None, hook=None, drop_in=None, empty_key_differs=None, missing_key_differs=None)"
    )
    for info in copartition.clients():
        assert repr(info).startswith(f"ClientInfo(client={info.client!r}, since={info.since!r}, ")
        assert repr(info).endswith(f", why_not_run={info.why_not_run!r})")


@pytest.mark.parametrize(
    "record", [copartition.clients()[0], copartition.settings("java", "java")], ids=["info", "set"]
)
def test_records_cannot_be_made_or_changed(record: ClientInfo | Settings) -> None:
    with pytest.raises(AttributeError):
        record.written = "else"  # type: ignore[misc]
    with pytest.raises(TypeError):
        type(record)()


def test_names_are_text() -> None:
    for client, like, code, text in (
        (5, "java", "unknown_client", "client must be str, got int"),
        ("java", None, "unknown_partitioner", "partitioner must be str, got None"),
    ):
        with pytest.raises(TypeError) as raised:
            copartition.settings(client, like)  # type: ignore[arg-type]
        assert (str(raised.value), raised.value.code) == (text, code)  # type: ignore[attr-defined]
    with pytest.raises(copartition.Error) as unknown:
        copartition.settings("java", "jaba")
    assert unknown.value.code == "unknown_partitioner"
