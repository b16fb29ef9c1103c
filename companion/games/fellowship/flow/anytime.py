"""What a seat may do at any time: name its markers, sort its cards, put things right by hand.

Actions here are a verb and, behind a colon, what it is about, such as ``name:12``. Naming and
sorting give secret events only: nobody else learns that it happened. Putting things right by hand
is recorded in public.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from companion.games.fellowship.box.board_places import find_place, middle_of, moved_to
from companion.games.fellowship.combat.mounts import HIS_HORSE
from companion.games.fellowship.events.agreed import CaptiveEnd, CaptiveGone, EscortNamed
from companion.games.fellowship.events.lent import CaptiveBack
from companion.games.fellowship.events.play import (
    GameEnded,
    MarkerRevealed,
    ResultShown,
    StepEntered,
)
from companion.games.fellowship.events.secret import (
    CardBoxed,
    EnhancementNoted,
    GandalfFell,
    HorseNoted,
    MarkerNamed,
    NazgulAway,
    ReachShown,
    WoundNoted,
)
from companion.games.fellowship.facts.roster import find_force
from companion.games.fellowship.flow.anytime_forms import (
    FEAT_VERBS,
    box_form,
    by_hand_forms,
    card_form,
    piece_form,
)
from companion.games.fellowship.flow.chain_form import CHAIN_VERBS, chain_form
from companion.games.fellowship.flow.choosing import chosen_piece
from companion.games.fellowship.flow.event_forms import EVENT_VERBS, event_verb_form
from companion.games.fellowship.flow.fight_by_hand import FIGHT_BY_HAND, to_the_table
from companion.games.fellowship.flow.ground_form import CHANGE_FEATURE, change_feature
from companion.games.fellowship.flow.hand_markers import MARKER_VERBS
from companion.games.fellowship.flow.kept_numbers import KEEP_NUMBERS, keep_numbers
from companion.games.fellowship.flow.kept_rolls import drop_proposed
from companion.games.fellowship.flow.own_groups import endurance_of
from companion.games.fellowship.flow.questions import open_prompt, step_question
from companion.games.fellowship.flow.ring_forms import RING_VERBS, ring_form
from companion.games.fellowship.flow.sequence import STEPS, next_step, step_before
from companion.games.fellowship.flow.steps import Answer, Events
from companion.games.fellowship.rules.enhancement import ATHELAS, SECOND_SET
from companion.games.fellowship.rules.nazgul_mount import TURNS_AWAY, NazgulReturn
from companion.games.fellowship.rules.victory import ENDING_WORDS
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import OFF, Scene
from companion.table.commands import Act
from companion.table.events import (
    MarkerMoved,
    MarkerPlaced,
    MarkerRemoved,
    MarkerTurned,
)
from companion.table.forms import read_inputs
from companion.table.ids import SeatId
from companion.table.values import Piece, Refusal
from companion.table.views import Form

_replace = msgspec.structs.replace


AT_CARD: Final = "card"
"""Verb before a choice of the step that is offered at a card of a fight."""


_AT_OWN_CARD: Final = (
    "out",
    "wound",
    "enhance",
    "best",
    "athelas",
    "away",
    "back",
    "fell",
    "horse",
)
"""Verbs of what an owner notes at one of its cards."""


def routed_to_step(scene: Scene, act: Act) -> Act | None:
    """A choice pressed at a marker or a card, turned into the answer to the step's question."""
    verb, _, rest = act.action.partition(":")
    if verb == AT_CARD:
        question = step_question(scene)
        return None if question is None else _replace(act, prompt=question.id, action=rest)
    number, _, action = rest.partition(":")
    if verb != "step" or not _is_number(number):
        return None
    question = step_question(scene)
    if question is None:
        return None
    return _replace(act, prompt=question.id, action=action, inputs=(("piece", number),))


def decide_anytime(scene: Scene, act: Act) -> Events | Refusal:
    """What follows from a choice that is there at any time."""
    verb, _, about = act.action.partition(":")
    form = _form_for(scene, verb, about)
    if form is None or act.action not in {choice.action for choice in form.choices}:
        return Refusal(code="not-now", text="That cannot be done now. Look at the screen again.")
    inputs = read_inputs(form, act, find_place)
    if isinstance(inputs, Refusal):
        return inputs
    if verb in FEAT_VERBS.values():
        return _feat(scene, verb)
    return _VERBS[verb](scene, about, Answer(act.action, inputs))


def _form_for(scene: Scene, verb: str, about: str) -> Form | None:
    if verb in ("name", "move", "turn", "take", "reveal", "reach"):
        piece = _piece(scene, about)
        return None if piece is None else piece_form(scene, piece, step_question(scene))
    if verb == "lay":
        return box_form(scene, about)
    if verb in _AT_OWN_CARD or verb in FEAT_VERBS.values():
        return card_form(scene, about)
    if verb in EVENT_VERBS:
        return event_verb_form(scene, verb, about)
    if verb in CHAIN_VERBS:
        return chain_form(scene)
    if verb in ("ring-new", "ring-bearer", "ring-marks", "gollum-ambush"):
        return ring_form(scene) if scene.seat == FELLOWSHIP_SEAT else None
    forms = (form for _, form in by_hand_forms(scene))
    return next((f for f in forms if verb in {choice.action for choice in f.choices}), None)


def _piece(scene: Scene, about: str) -> Piece | None:
    return scene.public.table.find(int(about)) if _is_number(about) else None


def _is_number(text: str) -> bool:
    """Whether a text is a number that a marker could have."""
    return text.isascii() and text.isdecimal() and len(text) <= 9


def _name(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    piece, name = _piece(scene, about), answer.text("name")
    if piece is None or not name:
        return Refusal(code="bad-input", text="Expected what the marker is. Choose one.")
    return (MarkerNamed(seat=scene.seat, piece=piece.id, name="" if name == "none" else name),)


def _move(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    piece, place = _piece(scene, about), answer.text("place")
    if piece is None or not place:
        return Refusal(code="bad-input", text="Expected where the marker stands. Tap a place.")
    return (MarkerMoved(piece=moved_to(piece, place)),)


def _turn(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    piece, face = _piece(scene, about), answer.number("face")
    if piece is None or face is None:
        return Refusal(code="bad-input", text="Expected the side that is up. Choose one.")
    return () if face == piece.face else (MarkerTurned(piece=piece.id, face=face),)


def _take(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    piece = _piece(scene, about)
    return () if piece is None else (MarkerRemoved(piece=piece.id),)


def _reveal(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    piece = _piece(scene, about)
    if piece is None or scene.public.is_revealed_group(piece.id):
        return ()
    return (MarkerRevealed(piece=piece.id, known="group"),)


def _reach(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    piece = _piece(scene, about)
    if piece is None or scene.hidden is None:
        return ()
    shown = scene.hidden.reach == piece.id
    return (ReachShown(seat=scene.seat, piece=None if shown else piece.id),)


def _lay(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    card = answer.text("card")
    if not card:
        return Refusal(code="bad-input", text="Expected a card to lay there. Choose one.")
    return (CardBoxed(seat=scene.seat, card=card, box=about),)


def _out(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    return (CardBoxed(seat=scene.seat, card=about),)


def _wound(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    """An endurance number that the rulebook or the box gives already is not kept once more."""
    force, endurance = find_force(about), answer.number("endurance")
    known = endurance_of(scene, force) if force is not None else None
    noted = WoundNoted(
        seat=scene.seat,
        card=about,
        text=answer.text("note"),
        normal=answer.number("normal") or 0,
        diseased=answer.number("diseased") or 0,
        endurance=None if endurance == known else endurance,
    )
    return (noted,)


def _away(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    cause = next((cause for cause in TURNS_AWAY if cause == answer.text("cause")), None)
    if cause is None:
        text = "Expected why the Nazgul goes to Barad-dur. Choose it."
        return Refusal(code="bad-input", text=text, section="6.261")
    away = NazgulReturn(cause, scene.public.turn)
    return (NazgulAway(seat=scene.seat, card=about, away=away),)


def _back(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    return (NazgulAway(seat=scene.seat, card=about, away=None),)


def _fell(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    place = answer.text("fell-at")
    if not place:
        text = "Expected the hex where he died. Tap it on the map or type it."
        return Refusal(code="bad-input", text=text, section="6.11")
    return (GandalfFell(seat=scene.seat, turn=scene.public.turn, place=place),)


def _horse(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    dead = scene.hidden is not None and HIS_HORSE in scene.hidden.dead
    return (HorseNoted(seat=scene.seat, lives=dead),)


def _enhance(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    return (EnhancementNoted(seat=scene.seat, card=about, turn=scene.public.turn),)


def _put(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    colour, face, place = answer.text("colour"), answer.number("face"), answer.text("place")
    if not colour or face is None or not place or place == OFF:
        text = "Expected a marker, the side that is up and a place of the map. Fill in all three."
        return Refusal(code="bad-input", text=text)
    middle = middle_of(place)
    piece = Piece(
        id=scene.public.table.next_hand_id(),
        colour=colour,
        face=face,
        x_in=middle.x_in,
        y_in=middle.y_in,
        place=place,
    )
    return (MarkerPlaced(piece=piece),)


def _step_back(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    event = step_before(scene.public)
    return () if event is None else (_replace(_by(event, scene.seat), held=True),)


def _step_on(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    return (_by(next_step(scene.public), scene.seat),)


def _by(event: StepEntered, seat: SeatId) -> StepEntered:
    return _replace(event, by=seat, title="", section="", named=STEPS[event.step].title)


def _best(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    return (EnhancementNoted(seat=scene.seat, card=SECOND_SET, turn=scene.public.turn),)


def _athelas(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    return (EnhancementNoted(seat=scene.seat, card=ATHELAS, turn=scene.public.turn),)


def _feat(scene: Scene, verb: str) -> Events | Refusal:
    note = next(note for note, known in FEAT_VERBS.items() if known == verb)
    return (EnhancementNoted(seat=scene.seat, card=note, turn=scene.public.turn),)


def _captive_freed(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    return _captive(scene, answer, "freed")


def _captive_delivered(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    return _captive(scene, answer, "delivered")


def _captive_with(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    name, piece = answer.text("captive"), chosen_piece(scene, answer.text("piece"))
    if piece is None or name not in scene.public.captives:
        text = "Expected which captive and which marker has it. Choose both."
        return Refusal(code="bad-input", text=text, section="15.31")
    return (EscortNamed(names=(name,), piece=piece.id),)


def _captive(scene: Scene, answer: Answer, how: CaptiveEnd) -> Events | Refusal:
    name = answer.text("captive")
    if name not in scene.public.captives:
        text = "Expected which captive. Choose one."
        return Refusal(code="bad-input", text=text, section="15.31")
    gone = CaptiveGone(name=name, how=how)
    if how == "delivered":
        return (gone,)
    return (gone, CaptiveBack(seat=FELLOWSHIP_SEAT, name=name))


def _end_game(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    ending = next((one for one in ENDING_WORDS if one.value == answer.text("ending")), None)
    if ending is None:
        text = "Expected why the game is over. Choose it."
        return Refusal(code="bad-input", text=text, section="11.0")
    return (GameEnded(reason=ENDING_WORDS[ending], ending=ending.value, by=scene.seat),)


def _result_away(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    return (ResultShown(result=None),)


def _drop_kept(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    return drop_proposed(scene, open_prompt(scene))


_VERBS: Final[dict[str, Callable[[Scene, str, Answer], Events | Refusal]]] = {
    "name": _name,
    "move": _move,
    "turn": _turn,
    "take": _take,
    "reveal": _reveal,
    "reach": _reach,
    "lay": _lay,
    "out": _out,
    "wound": _wound,
    "away": _away,
    "back": _back,
    "enhance": _enhance,
    "fell": _fell,
    "horse": _horse,
    "best": _best,
    "athelas": _athelas,
    "end-game": _end_game,
    "captive-freed": _captive_freed,
    "captive-delivered": _captive_delivered,
    "captive-with": _captive_with,
    "put": _put,
    "step-back": _step_back,
    "step-on": _step_on,
    "result-away": _result_away,
    "drop-kept": _drop_kept,
    FIGHT_BY_HAND: to_the_table,
    KEEP_NUMBERS: keep_numbers,
    **RING_VERBS,
    **EVENT_VERBS,
    **CHAIN_VERBS,
    **MARKER_VERBS,
    CHANGE_FEATURE: change_feature,
}
