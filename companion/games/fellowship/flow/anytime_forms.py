"""Forms for what a seat may do at any time: the views show them, `anytime` checks against them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from companion.games.fellowship.combat.mounts import HIS_HORSE, OWN_HORSE
from companion.games.fellowship.facts.names import MarkerType, mode_of_face
from companion.games.fellowship.facts.roster import (
    GREY,
    MARKER_SUPPLY,
    DisplayBox,
    Force,
    box_title,
    find_force,
)
from companion.games.fellowship.flow.choosing import (
    boxes_of,
    marker_name,
    own_forces,
    piece_field,
    place_field,
    select,
)
from companion.games.fellowship.flow.event_forms import over_form
from companion.games.fellowship.flow.fight_by_hand import by_hand_choices
from companion.games.fellowship.flow.ground_form import ground_form
from companion.games.fellowship.flow.hand_markers import markers_form
from companion.games.fellowship.flow.kept_numbers import numbers_form
from companion.games.fellowship.flow.kept_rolls import can_propose
from companion.games.fellowship.flow.own_groups import endurance_of
from companion.games.fellowship.flow.questions import Question
from companion.games.fellowship.flow.ring_forms import ring_hand_form
from companion.games.fellowship.flow.sequence import step_before, step_of
from companion.games.fellowship.ownership import keeper_of
from companion.games.fellowship.rules.enhancement import ATHELAS, SECOND_SET
from companion.games.fellowship.rules.feats import FEATS, open_feats
from companion.games.fellowship.rules.health import UNHURT
from companion.games.fellowship.rules.nazgul_mount import CAUSE_WORDS
from companion.games.fellowship.rules.victory import ENDING_WORDS
from companion.games.fellowship.seats import (
    ENEMY_SEAT,
    FELLOWSHIP_SEAT,
    marker_type_of,
    owner_of,
    seat_word,
)
from companion.games.fellowship.state import PLAIN, HiddenState, Scene
from companion.table.ids import SeatId
from companion.table.values import Piece
from companion.table.views import Choice, Field, Form

FEAT_VERBS: Final = {feat.note: f"feat-{index}" for index, feat in enumerate(FEATS)}
"""The verb that notes each part of a feat."""

MOST_BOXES: Final = 99
"""More endurance boxes than any card has."""

_replace = msgspec.structs.replace


def piece_form(scene: Scene, piece: Piece, question: Question | None) -> Form:
    """What a viewer may do with a marker: its owner names, moves, turns, reveals and removes it.

    The name that it has is chosen from the start: a form with fields lies under the cover.

    Args:
        scene: what the viewer may know.
        piece: the marker.
        question: the step's own question to the viewer (`step_question`).
    """
    choices = list(_step_choices(question, piece))
    if keeper_of(scene.public, piece) != scene.seat or scene.hidden is None:
        return Form(choices=tuple(choices))
    name = scene.hidden.names.get(piece.id, "")
    fields = (
        _replace(_name_field(boxes_of(scene), marker_type_of(piece)), value=name),
        place_field("place", "Place"),
        _replace(_face_field(_printed_for(piece, scene)), value=str(piece.face)),
    )
    choices += [
        Choice(
            action=f"name:{piece.id}", label="Name it", detail="Only you see this.", field="name"
        ),
        Choice(action=f"move:{piece.id}", label="It stands elsewhere", field="place"),
        Choice(action=f"turn:{piece.id}", label="It shows another side", field="face"),
        Choice(action=f"take:{piece.id}", label="Take it off", section="7.2"),
        Choice(action=f"reveal:{piece.id}", label="Everybody knows it is a group"),
        _reach_choice(scene.hidden, piece),
    ]
    return Form(fields=fields, choices=tuple(choices))


def _printed_for(piece: Piece, scene: Scene) -> SeatId:
    """The seat whose sides a marker shows, whoever plays it (3.4)."""
    return owner_of(piece.colour) or scene.seat


def _reach_choice(hidden: HiddenState, piece: Piece) -> Choice:
    """Lighting the places that a marker could reach, on its owner's map alone."""
    shown = hidden.reach == piece.id
    label = "Put its reach out" if shown else "Show its reach"
    return Choice(action=f"reach:{piece.id}", label=label, detail="Only you see this.")


@lru_cache(maxsize=16)
def _name_field(boxes: tuple[DisplayBox, ...], kind: MarkerType | None) -> Field:
    """The names that a marker of this type can have (3.4)."""
    entries = [(marker_name(box), box.label) for box in boxes if box.type == kind]
    more = ((PLAIN, "plain: a rumor"), ("none", "not named"))
    return select("name", "It is", [("", "choose"), *entries, *more])


@lru_cache(maxsize=2)
def _face_field(seat: SeatId) -> Field:
    """The sides that the markers of a seat can show (3.4)."""
    modes = {face: mode_of_face(seat_word(seat), face) for face in range(2, 7)}
    entries = [(str(face), f"{face}: {mode}") for face, mode in modes.items() if mode is not None]
    return select("face", "Side up", entries)


def _step_choices(question: Question | None, piece: Piece) -> tuple[Choice, ...]:
    """Choices of the step that take a marker: offered at the marker itself as well."""
    if question is None or not question.ask.asked or piece.id not in question.ask.lit:
        return ()
    field = next((f for f in question.ask.form.fields if f.name == "piece"), None)
    if field is None or str(piece.id) not in {option.value for option in field.options}:
        return ()
    if len(question.ask.form.fields) > 1:
        return ()
    return tuple(
        _replace(choice, action=f"step:{piece.id}:{choice.action}")
        for choice in question.ask.form.choices
        if choice.action != "done"
    )


def box_form(scene: Scene, box_id: str) -> Form:
    """Laying a card into one of the viewer's own display boxes."""
    if all(box.id != box_id for box in boxes_of(scene)):
        return Form()
    return box_forms(scene).get(box_id, Form())


def box_forms(scene: Scene) -> dict[str, Form]:
    """Laying a card into each of the viewer's own display boxes, by id of the box."""
    if scene.hidden is None:
        return {}
    lies_in = scene.hidden.boxes
    titles = {box.id: box_title(box) for box in boxes_of(scene)}
    entries = []
    for name in (force.name for force in own_forces(scene)):
        where = titles.get(lies_in.get(name, ""), "")
        entries.append((name, f"{name} ({where})" if where else name))
    fields = (msgspec.structs.replace(select("card", "Card", entries), cards=True),)
    return {
        box_id: Form(fields=fields, choices=(Choice(action=f"lay:{box_id}", label="Lay it here"),))
        for box_id in titles
    }


def card_form(scene: Scene, card: str) -> Form:
    """What the owner notes on one card; empty for the cards of others."""
    force = find_force(card)
    if force is None or force not in own_forces(scene):
        return Form()
    return own_card_form(scene, force, endurance_of(scene, force))


def own_card_form(scene: Scene, force: Force, endurance: int | None) -> Form:
    """What the owner notes on a card of its own.

    Args:
        scene: what the viewer may know.
        force: one of the viewer's cards.
        endurance: its endurance number, where it is known.
    """
    if scene.hidden is None:
        return Form()
    card = force.name
    fields = [*_wound_fields(scene.hidden, force, endurance)]
    choices = [
        Choice(action=f"out:{card}", label="Out of play"),
        Choice(action=f"wound:{card}", label="Note wounds", section="9.1"),
    ]
    if force.kind == "nazgul":
        if card in scene.hidden.returns:
            choices.append(Choice(action=f"back:{card}", label="It is back", section="6.261"))
        else:
            fields.append(select("cause", "Why", list(CAUSE_WORDS.items())))
            choices.append(Choice(action=f"away:{card}", label="To Barad-dur", section="6.261"))
    if card == GREY and scene.hidden.gandalf_fell is None:
        fields.append(place_field("fell-at", "He died at"))
        choices.append(Choice(action=f"fell:{card}", label="He has died", section="6.11"))
    if card == OWN_HORSE:
        label = "His horse lives" if HIS_HORSE in scene.hidden.dead else "His horse is killed"
        choices.append(Choice(action=f"horse:{card}", label=label, section="9.11"))
    if scene.seat == FELLOWSHIP_SEAT:
        choices += _improvements(scene, scene.hidden, card)
    return Form(fields=tuple(fields), choices=tuple(choices))


def _improvements(scene: Scene, hidden: HiddenState, card: str) -> list[Choice]:
    """What the owner may still note of a character's better values, and of athelas (15.12)."""
    found: list[Choice] = []
    if card not in hidden.enhanced:
        found.append(Choice(action=f"enhance:{card}", label="Enhanced", section="6.14"))
    if SECOND_SET.startswith(f"{card} ") and SECOND_SET not in hidden.enhanced:
        found.append(Choice(action=f"best:{card}", label="Best values", section="12.1"))
    wants = scene.public.switches.athelas and ATHELAS.startswith(f"{card}:")
    if wants and ATHELAS not in hidden.enhanced:
        found.append(Choice(action=f"athelas:{card}", label="Athelas", section="15.12"))
    found += [
        Choice(action=f"{FEAT_VERBS[feat.note]}:{card}", label=feat.label, section="12.1")
        for feat in open_feats(card, hidden.enhanced)
    ]
    return found


def _wound_fields(hidden: HiddenState, force: Force, endurance: int | None) -> tuple[Field, ...]:
    """Marked boxes, the endurance number as far as it is known, and a note."""
    damage = hidden.damage.get(force.name, UNHURT)

    def number(name: str, label: str, value: int | None, least: int) -> Field:
        return Field(
            name=name,
            label=label,
            kind="number",
            value="" if value is None else str(value),
            minimum=least,
            maximum=MOST_BOXES,
        )

    return (
        number("normal", "Normal boxes", damage.normal, 0),
        number("diseased", "Diseased boxes", damage.diseased, 0),
        number("endurance", "Endurance", endurance, 1),
        Field(name="note", label="Note", kind="text", value=hidden.wounds.get(force.name, "")),
    )


def by_hand_forms(scene: Scene) -> tuple[tuple[str, Form], ...]:
    """Putting things right by hand, whatever the program thinks, each with what it is for."""
    if scene.hidden is None:
        return ()
    forms = (
        ("Where the game stands.", _step_form(scene)),
        ("A marker of the map that stands or lies otherwise on the table.", markers_form(scene)),
        ("A marker that the eye has not seen.", _put_form(scene)),
        ("Who has the Ring.", ring_hand_form(scene)),
        ("Events that run.", over_form(scene)),
        ("A counter on a feature that is changed or destroyed.", ground_form()),
        *((("A captured Hobbit.", _captive_form(scene)),) if scene.public.captives else ()),
        ("The game is over.", _end_form(scene)),
        ("Endurance numbers that you have read from your cards.", numbers_form(scene)),
    )
    return tuple((sentence, form) for sentence, form in forms if form.choices)


def _captive_form(scene: Scene) -> Form:
    """What becomes of a captive on the table (15.31)."""
    names = [(name, name) for name in dict.fromkeys(scene.public.captives)]
    choices = (
        Choice(action="captive-freed", label="Freed", section="15.31"),
        Choice(action="captive-delivered", label="Brought to a Garrisoned hex", section="15.31"),
        Choice(action="captive-with", label="Is with this marker", section="15.31"),
    )
    pieces = scene.public.pieces_of(ENEMY_SEAT)
    fields = (
        select("captive", "Captive", names),
        piece_field(scene, "piece", "Marker of the captors", pieces),
    )
    return Form(fields=fields, choices=choices)


def _end_form(scene: Scene) -> Form:
    """Ending the game for a reason that the program has not seen (11.0, 13.0)."""
    if scene.public.over:
        return Form()
    field = select("ending", "Why", [(one.value, text) for one, text in ENDING_WORDS.items()])
    choice = Choice(action="end-game", label="End the game", section="11.0", weight="grave")
    return Form(fields=(field,), choices=(choice,))


def _step_form(scene: Scene) -> Form:
    public = scene.public
    choices = []
    if step_before(public) is not None:
        choices.append(Choice(action="step-back", label="Back one step"))
    if not public.over:
        label = f"On from: {step_of(public).title}"
        choices.append(Choice(action="step-on", label=label))
    if public.result is not None:
        choices.append(Choice(action="result-away", label="Put the result away"))
    if can_propose(public):
        label = "Propose to drop the oldest kept roll"
        choices.append(Choice(action="drop-kept", label=label))
    choices += by_hand_choices(public)
    return Form(choices=tuple(choices))


def _put_form(scene: Scene) -> Form:
    colours = [s.colour for s in MARKER_SUPPLY.values() if SeatId(s.seat) == scene.seat]
    fields = (
        select("colour", "Marker", [(colour, colour) for colour in colours], colours[0]),
        _replace(_face_field(scene.seat), value="3"),
        place_field("place", "Place"),
    )
    return Form(fields=fields, choices=(Choice(action="put", label="Put a marker down"),))
