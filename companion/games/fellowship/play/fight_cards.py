"""A seat's own cards for a fight: who is there, and what lies open of a card (9.12, 9.21)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from companion.board.places import hexes_of, parse_place
from companion.games.fellowship.combat.ambush import generic_race, has_generic_side
from companion.games.fellowship.combat.battle import Battle, Creature, Fighter
from companion.games.fellowship.combat.cards import Cards
from companion.games.fellowship.combat.cast import Troop
from companion.games.fellowship.combat.creatures import NOT_ATTACKED, comes_here, keeps_out_of_woods
from companion.games.fellowship.combat.hand import FightHand, Lent, Marks, kind_of
from companion.games.fellowship.combat.mounts import HIS_HORSE, OWN_HORSE, SHADOWFAX
from companion.games.fellowship.events.combat import Company, FightWork
from companion.games.fellowship.facts.names import MarkerType, Mode, Seat
from companion.games.fellowship.facts.roster import GANDALFS, GOLLUM, Force, find_force
from companion.games.fellowship.flow.own_groups import Member, OwnGroup, own_groups
from companion.games.fellowship.ownership import is_turned_openly
from companion.games.fellowship.play.fight_common import hand_of
from companion.games.fellowship.play.fight_ground import is_south
from companion.games.fellowship.rules.health import UNHURT, Condition, Damage
from companion.games.fellowship.rules.ring import BALROG
from companion.games.fellowship.rules.ring_place import is_at_ring
from companion.games.fellowship.rules.search_where import hexes_at
from companion.games.fellowship.seats import seat_word
from companion.games.fellowship.state import HiddenState, Scene

_OUT = (Condition.DEAD, Condition.LEAVES)


class OwnCard(msgspec.Struct, frozen=True, kw_only=True):
    """One of a seat's cards that may fight.

    Attributes:
        name: the card.
        words: how it is, for its owner.
        mount: what it could ride.
        mount_card: the fell creature that it rides.
        dormant: its marker is dormant.
        guardian: it is a Guardian.
    """

    name: str
    words: str = ""
    mount: Literal["", "horse", "fell"] = ""
    mount_card: str = ""
    dormant: bool = False
    guardian: bool = False


def own_cards(scene: Scene, work: FightWork) -> tuple[OwnCard, ...]:
    """The cards that a seat may put into a fight; creatures are not among them.

    They are those that its notes put there, or those that the other seat has handed over for it.
    """
    if scene.hidden is None:
        return ()
    side = seat_word(scene.seat)
    if side in work.lent:
        lent = hand_of(scene.hidden, work.number).lent
        return tuple(
            OwnCard(name=name, words=_words(one.damage), mount=one.mount)
            for name, one in lent.items()
        )
    return kept_cards(scene, work, work.cast.of(side))


def kept_cards(scene: Scene, work: FightWork, troop: Troop) -> tuple[OwnCard, ...]:
    """The cards that a seat's notes put into a fight as part of a troop.

    The Fellowship's are those of the box whose marker is concerned, the Enemy's those of every box
    whose marker stands there. Where no marker is named so, every card in a box may be meant.

    They come in the order in which they were laid into their boxes, which only their owner sees:
    what is laid in one go is mixed (`rules.mixing`).
    """
    hidden = scene.hidden
    if hidden is None:
        return ()
    if troop == "gollum":
        return (OwnCard(name=GOLLUM, words=_words(hidden.damage.get(GOLLUM, UNHURT))),)
    here = _groups_here(scene, work, troop)
    if troop in ("fellowship", "bearer"):
        against: dict[Troop, str] = {"bearer": hidden.ringbearer, "gollum": GOLLUM}
        apart = against.get(work.cast.enemy, "")
        found = [
            _character(one, rides=_has_own_horse(hidden, one, group))
            for group in here
            for one in group.members
            if one.condition not in _OUT and (one.force.name == apart) is (troop == "bearer")
        ]
    else:
        found = list(_enemy_cards(scene, work, here))
        if troop == "enemy":
            found += _turned(scene, work, found)
        if scene.public.ring == "balrog":
            found = [one for one in found if (one.name == BALROG) is (troop == "balrog")]
    laid = {name: place for place, name in enumerate(hidden.boxes)}
    return tuple(sorted(found, key=lambda one: laid.get(one.name, len(laid))))


def _turned(scene: Scene, work: FightWork, found: list[OwnCard]) -> list[OwnCard]:
    """A character that has gone over with the Ring, where that openly is (6.412)."""
    hidden, public = scene.hidden, scene.public
    bearer = public.ring_public.bearer
    if hidden is None or not is_turned_openly(public) or bearer in hidden.dead:
        return []
    if not is_at_ring(public, work.place) or any(one.name == bearer for one in found):
        return []
    return [OwnCard(name=bearer, words=_words(hidden.damage.get(bearer, UNHURT)))]


def cards_here(scene: Scene, work: FightWork) -> tuple[str, ...]:
    """Names of all own cards in the place, those among them that do not fight themselves."""
    side = seat_word(scene.seat)
    if side in work.lent:
        return tuple(hand_of(scene.hidden, work.number).lent)
    groups = _groups_here(scene, work, work.cast.of(side))
    return tuple(one.force.name for group in groups for one in group.members)


def _groups_here(scene: Scene, work: FightWork, troop: Troop) -> list[OwnGroup]:
    groups = [group for group in own_groups(scene) if _may_fight(group, troop)]
    by_marker = troop in (work.cast.fellowship, "bearer") and work.piece is not None
    here = [group for group in groups if _is_here(work, group, by_marker=by_marker)]
    if not here and not any(group.piece is not None for group in groups):
        here = list(groups)
    return here


def _may_fight(group: OwnGroup, troop: Troop) -> bool:
    """Whether a box could hold cards of a troop; Saruman's join no group of the Fellowship."""
    white = group.box.type is MarkerType.SARUMAN
    return white if troop == "saruman" else troop == "enemy" or not white


def _is_here(work: FightWork, group: OwnGroup, *, by_marker: bool) -> bool:
    if group.piece is None:
        return False
    if by_marker:
        return group.piece.id == work.piece
    place = parse_place(work.place)
    there = hexes_of(place)
    stands = hexes_at(group.piece)
    if len(there) > 1:
        return group.piece.place == work.place
    return bool(set(there) & set(stands))


def _words(damage: Damage) -> str:
    return damage.words if damage.total else ""


def _has_own_horse(hidden: HiddenState, member: Member, group: OwnGroup) -> bool:
    """Whether a horse of its own is with a character, until that is killed (9.11, 12.1)."""
    if member.force.name == OWN_HORSE:
        return HIS_HORSE not in hidden.dead
    return SHADOWFAX in group.things and member.force.name in GANDALFS


def _character(member: Member, *, rides: bool) -> OwnCard:
    name = member.force.name
    damage = f"{member.damage.words}, {member.condition.value}" if member.damage.total else ""
    return OwnCard(name=name, words=damage, mount="horse" if rides else "")


def _enemy_cards(scene: Scene, work: FightWork, here: list[OwnGroup]) -> Iterator[OwnCard]:
    hidden = scene.hidden
    if hidden is None or not (work.force.minions or work.force.ambush == "minion"):
        return
    barred = scene.public.switches.woods_limit and work.battle.ground.woods
    guardians = False
    for group in here:
        mode = group.mode
        if scene.public.switches.simple_movement and mode not in (None, Mode.DORMANT):
            # Without modes all of the Enemy goes as on horses; nobody flies (14.1).
            mode = Mode.HORSE
        fell = [one.force.name for one in group.members if one.force.kind == "fell-creature"]
        for one in group.members:
            force = one.force
            if one.condition in _OUT or force.name in hidden.returns or force.name == NOT_ATTACKED:
                continue
            guardians = guardians or force.kind == "guardian"
            if barred and keeps_out_of_woods(force.name):
                continue
            mount, mount_card = _mount_of(mode, force, fell)
            if barred and mount == "fell":
                # Its rider fights on foot (15.32).
                mount, mount_card = "", ""
            ridden = mode is Mode.FLYING and force.kind == "fell-creature"
            if ridden and force.name not in fell:
                continue
            yield OwnCard(
                name=force.name,
                words=one.damage.words if one.damage.total else "",
                mount=mount,
                mount_card=mount_card,
                dormant=group.mode is Mode.DORMANT,
                guardian=force.kind == "guardian",
            )
    if not guardians and _is_battlefield(scene, work):
        yield OwnCard(name="Wight", dormant=True, guardian=True)


def _mount_of(
    mode: Mode | None, force: Force, fell: list[str]
) -> tuple[Literal["", "horse", "fell"], str]:
    """A Nazgul's horse, or the fell creature under it, which then is no card of its own (9.11)."""
    if force.kind != "nazgul":
        return "", ""
    if mode is Mode.FLYING:
        return "fell", fell.pop(0) if fell else "Fell creature 1"
    return ("horse", "") if mode is Mode.HORSE else ("", "")


def _is_battlefield(scene: Scene, work: FightWork) -> bool:
    hexes = hexes_of(parse_place(work.place))
    return len(hexes) == 1 and scene.handbook.map.is_battlefield(hexes[0]) is True


def creature_kinds(cards: Cards, company: Company, place: str) -> tuple[str, ...]:
    """The kinds of creature cards among which a company is drawn at a place.

    A box without such cards has one kind, called as its subgroup.
    """
    south = is_south(place)
    found = tuple(
        name
        for name, values in cards.items()
        if values.creature in tuple(company.creatures) and comes_here(name, south=south)
    )
    return found or tuple(creature.value.title() for creature in company.creatures)


def subgroup_of(cards: Cards, kind: str) -> Creature:
    """The subgroup of a kind of creature."""
    word = cards[kind].creature if kind in cards else kind.lower()
    return next((one for one in Creature if one == word), Creature.MAN)


def undrawn(work: FightWork, hand: FightHand, side: Seat) -> tuple[Company | None, int]:
    """The company of which a side still has to draw creatures, and how many; None for none."""
    drawn = len(hand.creatures)
    for company in work.companies:
        if company.side != side:
            continue
        if drawn < company.count:
            return company, company.count - drawn
        drawn -= company.count
    return None, 0


def open_fighter(scene: Scene, work: FightWork, card: str, battle: Battle) -> Fighter:
    """What everybody sees of an own card that is laid open now (9.12, 9.21)."""
    hidden = scene.hidden
    side = seat_word(scene.seat)
    hand = hand_of(hidden, work.number)
    number = battle.next_id(side)
    marks = hand.marks.get(card)
    if card in hand.creatures:
        return _creature(scene, hand, card, Fighter(id=number, side=side, card=card))
    force = find_force(card)
    lent = hand.lent.get(card)
    known = work.cast.of(side) != "fellowship" or card in hand.revealed
    generic = not known and has_generic_side(force)
    race = generic_race(None if force is None else force.race).value.title()
    own = next((one for one in own_cards(scene, work) if one.name == card), OwnCard(name=card))
    fighter = Fighter(
        id=number,
        side=side,
        card=race if generic else card,
        generic=generic,
        level=0 if generic else level_of(hidden, card) if lent is None else lent.level,
        damage=_damage_of(hidden, card) if lent is None else lent.damage,
        mount="" if generic else own.mount,
        mount_card="" if generic else own.mount_card,
    )
    return fighter if marks is None else _with_marks(fighter, marks)


def _damage_of(hidden: HiddenState | None, card: str) -> Damage:
    return UNHURT if hidden is None else hidden.damage.get(card, UNHURT)


def _creature(scene: Scene, hand: FightHand, card: str, fighter: Fighter) -> Fighter:
    kind = kind_of(card)
    made = msgspec.structs.replace(
        fighter,
        card=kind,
        creature=subgroup_of(scene.handbook.box.cards, kind),
        bonus=hand.bonus.get(card, 0),
        timid=card in hand.timid,
    )
    marks = hand.marks.get(card)
    return made if marks is None else _with_marks(made, marks)


def _with_marks(fighter: Fighter, marks: Marks) -> Fighter:
    return msgspec.structs.replace(
        fighter,
        damage=marks.damage,
        temporary=marks.temporary,
        mount="" if marks.mount_lost else fighter.mount,
        mount_damage=marks.mount_damage,
        down=marks.down,
    )


def level_of(hidden: HiddenState | None, card: str) -> int:
    """Which of a card's sets of values its owner has noted (6.14, 9.122)."""
    if hidden is None:
        return 0
    if f"{card} 2" in hidden.enhanced:
        return 2
    return 1 if card in hidden.enhanced else 0


def lent_of(hidden: HiddenState | None, card: str) -> Lent:
    """What a seat's notes say of a card that it hands over (6.412 to 6.415)."""
    return Lent(damage=_damage_of(hidden, card), level=level_of(hidden, card))


def revealed(scene: Scene, work: FightWork, fighter: Fighter) -> Fighter | None:
    """A fighter with its hidden side up, None where its owner does not know which card it is."""
    hidden = scene.hidden
    card = hand_of(hidden, work.number).tokens.get(fighter.id, "")
    if not card or not fighter.generic:
        return None
    own = next((one for one in own_cards(scene, work) if one.name == card), OwnCard(name=card))
    return msgspec.structs.replace(
        fighter,
        card=card,
        generic=False,
        level=level_of(hidden, card),
        mount=own.mount,
        mount_card=own.mount_card,
    )
