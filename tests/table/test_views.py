"""What holds of every value that a screen may show."""

from __future__ import annotations

import typing

import msgspec
import pytest

from companion.table import views

VALUES = [
    value
    for value in vars(views).values()
    if isinstance(value, type) and issubclass(value, msgspec.Struct) and value is not msgspec.Struct
]


def _kinds(annotation: object) -> set[object]:
    """Everything that an annotation is made of."""
    parts = typing.get_args(annotation)
    return {annotation, *(kind for part in parts for kind in _kinds(part))}


@pytest.mark.parametrize("value", VALUES, ids=lambda value: value.__name__)
def test_a_value_cannot_be_part_of_a_circle(value: type[msgspec.Struct]) -> None:
    """Then nothing is lost by leaving it out of the search for unused memory."""
    assert value.__struct_config__.frozen
    assert not value.__struct_config__.gc
    kinds = {kind for hint in typing.get_type_hints(value).values() for kind in _kinds(hint)}
    origins = {typing.get_origin(kind) or kind for kind in kinds}
    assert not origins & {list, dict, set, object, typing.Any}
