"""How two box files of a game are held against each other: the same for every kind of box."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Protocol

from companion.table.box_editor import BoxChangeError, BoxConflict, BoxMergePlan


class _Box(Protocol):
    """What every box tells of itself."""

    @property
    def name(self) -> str:
        """Whose it is, in words."""

    @property
    def is_sample(self) -> bool:
        """Its values are invented."""


def compare_boxes(
    ours: Mapping[str, str],
    theirs: Mapping[str, str],
    other: _Box,
    where: Callable[[str], str],
) -> BoxMergePlan:
    """How another owner's box differs from ours.

    Args:
        ours: what our box knows, by address.
        theirs: what the other knows, by address.
        other: the other box.
        where: words for an address.
    """
    both = [address for address in theirs if address in ours]
    conflicts = tuple(
        BoxConflict(
            address=address,
            where=where(address),
            ours=ours[address],
            theirs=theirs[address],
        )
        for address in both
        if ours[address] != theirs[address]
    )
    return BoxMergePlan(
        name=other.name,
        is_sample=other.is_sample,
        added=len(theirs) - len(both),
        equal=len(both) - len(conflicts),
        conflicts=conflicts,
    )


def keep_samples_out(ours: _Box, other: _Box, name_address: str) -> None:
    """Let no invented values into the box of an owner.

    Args:
        ours: the box that takes values.
        other: the box that gives them.
        name_address: where a box says its name, for the message.

    Raises:
        BoxChangeError: the other is a sample and ours is not.
    """
    if other.is_sample and not ours.is_sample:
        raise BoxChangeError(
            name_address, "the values of a sample are invented and do not go into a real box"
        )


def values_to_take(
    ours: Mapping[str, str], theirs: Mapping[str, str], chosen: Collection[str]
) -> Iterator[tuple[str, str]]:
    """What a merged box takes from the other: all that ours lacks, and conflicts as chosen.

    Args:
        ours: what our box knows, by address.
        theirs: what the other knows, by address.
        chosen: addresses of conflicts in which the other's value counts.

    Yields:
        addresses with their values, in the other's order.
    """
    for address, value in theirs.items():
        if address not in ours or address in chosen:
            yield address, value
