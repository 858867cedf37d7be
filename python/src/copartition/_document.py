"""How an answer of the analysis becomes a document of `copartition.results`."""

import json
from dataclasses import dataclass, field, fields, is_dataclass
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin


@dataclass(frozen=True, kw_only=True)
class Document:
    """The whole answer of one function."""

    _json: str = field(repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Returns the JSON document, as the command prints it with `--format json`.

        >>> copartition.moves(6, to=12).to_dict()['expected_share']
        0.5
        """
        document: dict[str, Any] = json.loads(self._json)
        return document


@dataclass(frozen=True, kw_only=True)
class Reported(Document):
    """A document that a notebook shows as its report."""

    _html: str = field(repr=False, compare=False)

    def _repr_html_(self) -> str:
        return self._html


AnyDocument = TypeVar("AnyDocument", bound=Document)
AnyReported = TypeVar("AnyReported", bound=Reported)


def document(kind: type[AnyDocument], text: str) -> AnyDocument:
    """Makes a document of its JSON."""
    return kind(**members(kind, json.loads(text)), _json=text)


def reported(kind: type[AnyReported], answer: tuple[str, str]) -> AnyReported:
    """Makes a document of its JSON and its report."""
    text, html = answer
    return kind(**members(kind, json.loads(text)), _json=text, _html=html)


def members(kind: Any, given: dict[str, Any]) -> dict[str, Any]:
    """Makes a class's members of an object's; a word of Python's own has a `_` behind it."""
    names = ((it, it.name.removesuffix("_")) for it in fields(kind))
    return {it.name: made(it.type, given[name]) for it, name in names if name in given}


def made(kind: Any, given: Any) -> Any:
    """Makes what a member holds, as its annotation says."""
    if given is None:
        return None
    if is_dataclass(kind):
        return kind(**members(kind, given))  # type: ignore[operator]
    if isinstance(kind, UnionType):
        return made(get_args(kind)[0], given)
    if get_origin(kind) is list:
        return [made(get_args(kind)[0], item) for item in given]
    if get_origin(kind) is dict:
        return {name: made(get_args(kind)[1], item) for name, item in given.items()}
    return given
