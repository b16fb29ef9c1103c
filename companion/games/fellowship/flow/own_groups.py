"""A viewer's own groups: who is in a display box, how they are, where their marker stands.

All of it is read from the viewer's own notes, so nothing of it may reach anybody else: it is shown
under the cover alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.games.fellowship.box.board_map import MORDOR
from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.facts.names import (
    FELLOWSHIP,
    WASTE_REGIONS,
    HexType,
    Mode,
    Race,
)
from companion.games.fellowship.facts.roster import (
    GANDALFS,
    GOLLUM,
    GOLLUMS_ENDURANCE,
    DisplayBox,
    Force,
    find_force,
)
from companion.games.fellowship.flow.choosing import (
    boxes_of,
    mode_of_piece,
    piece_of_box,
)
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.open_facts import RingPublic
from companion.games.fellowship.rules.enhancement import ATHELAS
from companion.games.fellowship.rules.health import (
    UNHURT,
    Condition,
    Damage,
    Surroundings,
    condition,
)
from companion.games.fellowship.rules.nazgul_mount import BARAD_DUR
from companion.games.fellowship.rules.ring_place import in_mode
from companion.games.fellowship.state import HiddenState, Scene
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.pieces import PieceTable
from companion.table.values import Piece

_WASTES: Final = frozenset(f"@{region}" for region in WASTE_REGIONS)


@dataclass(frozen=True, slots=True)
class Member:
    """One card of a group.

    Attributes:
        force: the card.
        damage: its marked boxes.
        endurance: its endurance number, None while unknown.
        condition: what that makes of it.
    """

    force: Force
    damage: Damage
    endurance: int | None
    condition: Condition

    @property
    def race(self) -> Race:
        """Its race; minions have none that counts."""
        return self.force.race or Race.OTHER

    @property
    def is_conscious(self) -> bool:
        """It can act. While its endurance is not known it is taken for conscious."""
        return self.condition in (Condition.UNHURT, Condition.WOUNDED, Condition.OPEN)


@dataclass(frozen=True, slots=True)
class OwnGroup:
    """The cards of one display box.

    Attributes:
        box: the display box.
        piece: the marker that its owner has named with the label of the box, or None.
        mode: what its marker shows, or showed before it was turned sticker side up (6.4); None
            where that is no mode or there is no marker.
        members: characters or minions in it; things such as the ship are not among them.
        things: names of the other cards in it.
    """

    box: DisplayBox
    piece: Piece | None
    mode: Mode | None
    members: tuple[Member, ...]
    things: tuple[str, ...]

    @property
    def has_gandalf(self) -> bool:
        """A living Gandalf is among them (6.133)."""
        return any(
            one.force.name in GANDALFS and one.condition is not Condition.DEAD
            for one in self.members
        )


def own_groups(scene: Scene) -> tuple[OwnGroup, ...]:
    """The viewer's boxes that hold a card, in the order of the display; empty for the public."""
    hidden = scene.hidden
    return () if hidden is None else _KEPT.groups(scene, hidden)


@dataclass(frozen=True, slots=True)
class _Entry:
    """What groups were made from, and the groups."""

    notes: HiddenState
    table: PieceTable
    handbook: Handbook
    ring: RingPublic
    groups: tuple[OwnGroup, ...]


class _Kept:
    """The groups of the scenes that were looked at last.

    One command asks for them many times. What they are made from is never changed in place,
    so the very same objects mean the very same groups. The entries are replaced as a whole: views
    are made in several threads.
    """

    def __init__(self) -> None:
        self._entries: tuple[_Entry, ...] = ()

    def groups(self, scene: Scene, hidden: HiddenState) -> tuple[OwnGroup, ...]:
        """As `own_groups` gives them."""
        public, handbook, entries = scene.public, scene.handbook, self._entries
        for one in entries:
            same = one.notes is hidden and one.table is public.table and one.handbook is handbook
            if same and one.ring is public.ring_public:
                return one.groups
        made = _groups(scene, hidden)
        newest = _Entry(hidden, public.table, handbook, public.ring_public, made)
        self._entries = (newest, *entries[:_MOST_KEPT])
        return made


_MOST_KEPT: Final = 3
_KEPT: Final = _Kept()


def _groups(scene: Scene, hidden: HiddenState) -> tuple[OwnGroup, ...]:
    used = set(hidden.boxes.values())
    rest = set(hidden.chains.values())
    return tuple(
        _group(scene, hidden, box)
        for box in boxes_of(scene)
        if box.id not in rest and used & set(hidden.chain_of(box.id))
    )


def _group(scene: Scene, hidden: HiddenState, box: DisplayBox) -> OwnGroup:
    cards = (card for part in hidden.chain_of(box.id) for card in hidden.cards_in(part))
    found = [force for card in cards if (force := find_force(card))]
    piece = piece_of_box(scene.public.table, hidden, box)
    return OwnGroup(
        box=box,
        piece=piece,
        mode=None if piece is None else mode_of_piece(in_mode(scene.public, piece)),
        members=tuple(member_of(scene, force) for force in found if force.kind != "thing"),
        things=tuple(force.name for force in found if force.kind == "thing"),
    )


def member_of(scene: Scene, force: Force) -> Member:
    """One card of the viewer with its damage."""
    hidden = scene.hidden
    damage = hidden.damage.get(force.name, UNHURT) if hidden is not None else UNHURT
    endurance = endurance_of(scene, force)
    leaves = force.kind == "nazgul" or force.name == GOLLUM
    state = condition(damage, endurance, leaves=leaves)
    if hidden is not None and force.name in hidden.dead and force.name not in hidden.boxes:
        state = Condition.DEAD
    return Member(force, damage, endurance, state)


def endurance_of(scene: Scene, force: Force) -> int | None:
    """The endurance number of a card: read by its owner, printed, or in the box file; else None.

    Unnamed helpers have the values of their race (12.1), so a box may give these once for all.
    """
    if force.name == GOLLUM:
        return GOLLUMS_ENDURANCE
    if scene.hidden is not None and force.name in scene.hidden.endurance:
        return scene.hidden.endurance[force.name]
    cards = scene.handbook.box.cards
    own = cards.get(force.name)
    if own is not None and own.endurance is not None:
        return own.endurance
    race = force.race.value.title() if force.is_decoy and force.race is not None else ""
    common = cards.get(race)
    return None if common is None else common.endurance


def surroundings(scene: Scene, group: OwnGroup | None, card: str) -> Surroundings | None:
    """Where a card spends the turn, or None where its owner has not said which marker it is with.

    The text names every Haven, so a hex whose type nobody knows is none. For minions it may be a
    Garrisoned hex all the same; asking for it in public would give their place away, so it counts
    as none until the map says so.
    """
    hidden = scene.hidden
    if hidden is not None and card in hidden.returns:
        return Surroundings(haven=True)
    if group is None or group.piece is None:
        return None
    place = group.piece.place
    healer = _has_athelas(scene, group)
    if place in _WASTES:
        return Surroundings(wastes=True, gandalf=group.has_gandalf, athelas=healer)
    is_home = _is_haven if group.box.seat == FELLOWSHIP else _is_minions_home
    return Surroundings(
        haven=is_home(scene.handbook, place), gandalf=group.has_gandalf, athelas=healer
    )


def _has_athelas(scene: Scene, group: OwnGroup) -> bool:
    """A living Aragorn who has been in an Elf Haven is in the group (15.12)."""
    noted = scene.hidden is not None and ATHELAS in scene.hidden.enhanced
    here = any(
        one.force.name == "Aragorn" and one.condition is not Condition.DEAD for one in group.members
    )
    return scene.public.switches.athelas and noted and here


def _is_haven(handbook: Handbook, label: str) -> bool:
    place = find_hex(label)
    return place is not None and handbook.map.hex_type(place) is HexType.HAVEN


def _is_minions_home(handbook: Handbook, label: str) -> bool:
    place = find_hex(label)
    if place is None:
        return False
    mordor = handbook.map.area(MORDOR)
    in_mordor = not isinstance(mordor, UnknownCell) and place in mordor
    garrisoned = handbook.map.hex_type(place) is HexType.GARRISONED
    return in_mordor or garrisoned or place.label == BARAD_DUR


def condition_words(member: Member) -> str:
    """How a card is, such as ``dead``; an open question is named as one."""
    if member.condition is Condition.OPEN:
        return "endurance not known: whether it can go on is open"
    if member.condition is Condition.LEAVES:
        return "over its endurance: it leaves"
    return member.condition.value
