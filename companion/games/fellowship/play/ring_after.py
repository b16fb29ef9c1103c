"""What becomes of the Ring after fights: fallen bearers, who takes it, who has it back (6.41).

The Fellowship is asked after every fight while it controls the Ring, whoever was in it: that it is
asked tells nothing. While the place of the Ring is public only a fight there matters.
"""

from __future__ import annotations

import msgspec

from companion.games.fellowship.events.lent import gone_over
from companion.games.fellowship.events.play import Noted, StepClosed
from companion.games.fellowship.events.ring import (
    BearerNoted,
    RingNoted,
    RingTaken,
    RingWork,
    ring_work,
)
from companion.games.fellowship.facts.names import ENEMY
from companion.games.fellowship.facts.roster import GOLLUM, forces_of
from companion.games.fellowship.flow.choosing import select
from companion.games.fellowship.flow.own_ring import may_follow
from companion.games.fellowship.flow.steps import GAME_ROLL, Answer, Ask, Events, Handler, d10
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.play.fight_cards import lent_of
from companion.games.fellowship.play.ring_word import (
    NOT_SO,
    ask_word,
    asked_for_word,
    claimed,
    denied,
    needs_word,
    with_word,
    without_claim,
)
from companion.games.fellowship.rules.abilities import captors_take_ring
from companion.games.fellowship.rules.ring import (
    GOLLUM_ESCAPES,
    bearers,
    can_hold,
    gollum_gets_away,
    holder_of,
    who_takes,
    who_takes_simply,
)
from companion.games.fellowship.rules.ring_place import freed_with_ring, is_at_ring, ring_place
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT
from companion.games.fellowship.state import PublicState, Scene
from companion.table.ids import SeatId
from companion.table.values import Refusal, Roll
from companion.table.views import Choice, Field, Form, Option

_replace = msgspec.structs.replace


class RingAfter(Handler):
    """The Ring after the fights of a combat phase (6.411, 6.413 to 6.415)."""

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """No fight was due, or none where the Ring openly is."""
        work = ring_work(public)
        if public.closed:
            return True
        if work.stage:
            return False
        if public.ring == "fellowship":
            return not work.fought
        if public.ring == "nobody":
            return not freed_with_ring(public)
        return not any(is_at_ring(public, place) for place in work.fought)

    def _asked(self, public: PublicState) -> SeatId:
        work = ring_work(public)
        match work.stage:
            case "takers":
                return ENEMY_SEAT
            case "choose":
                return work.chooser or ENEMY_SEAT
            case "agree" | "agreed":
                return asked_for_word(public)
            case _:
                return FELLOWSHIP_SEAT

    def ask(self, scene: Scene) -> Ask:
        """By turns what the Fellowship and the Enemy say."""
        work = ring_work(scene.public)
        if work.stage in ("agree", "agreed"):
            return ask_word(scene)
        asked = self._asked(scene.public)
        key = f"ring-after-{work.stage}"
        if scene.seat != asked:
            words = {
                "takers": "says who of its forces is left where the Ring was lost",
                "choose": "picks who takes the Ring",
                "gollum-roll": "rolls whether Gollum gets away with the Ring",
            }.get(work.stage, "says what became of the Ring")
            return Ask(key=key, sentence=f"The {asked.title()} {words}.", section="6.41")
        match work.stage:
            case "takers":
                return _ask_takers(key, work, scene.public)
            case "choose":
                return _ask_choice(key, work)
            case "gollum-roll":
                return Ask(
                    key=key,
                    sentence=f"Roll for Gollum: on {GOLLUM_ESCAPES} or less he has the Ring.",
                    section="6.415",
                    roll=GAME_ROLL,
                    purpose="Gollum gets away with the Ring",
                    asked=True,
                )
            case _:
                own = scene.public.ring == "fellowship"
                return _ask_bearer(key, scene.public) if own else _ask_holder(key, scene.public)

    # --- what follows --------------------------------------------------------------------------

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """One fact after the other, until everybody knows who has the Ring."""
        work = ring_work(scene.public)
        if work.stage:
            return self._stage_answered(scene, work, answer)
        match answer.action:
            case "kept" | "recovered":
                return new_bearer(scene, answer.text("bearer"))
            case "lost":
                return self._lost(work, answer)
            case "captured":
                return self._captured(work, answer)
            case "gollum":
                if needs_word(scene.public):
                    return claimed(work, "gollum")
                return (RingNoted(work=_replace(work, stage="gollum-roll")),)
            case "deserts":
                return self._deserts(scene, work, answer)
            case "seized":
                name = answer.text("who")
                if name not in _holders(scene.public):
                    return _missing("Expected who of the Enemy has the Ring now. Choose one.")
                simple = scene.public.switches.simple_ring
                return (*in_hands(ring_place(scene.public), name, simple=simple), StepClosed())
            case _:
                return ()

    def _stage_answered(self, scene: Scene, work: RingWork, answer: Answer) -> Events | Refusal:
        """What a seat is asked before the Ring is settled."""
        match work.stage:
            case "takers":
                if answer.action == NOT_SO:
                    return denied(scene)
                return _took(scene, answer.texts("left"))
            case "choose":
                name = answer.text("who")
                if name not in work.candidates:
                    return _missing("Expected who takes the Ring. Choose one.")
                simple = scene.public.switches.simple_ring
                given = in_hands(work.lost_at, name, simple=simple)
                return (RingNoted(work=_replace(work, stage="")), *given, StepClosed())
            case "agree":
                return with_word(scene, answer)
            case _:
                return _serves_the_enemy(scene, work)

    def leave(self, scene: Scene) -> Events | Refusal:
        """The Ring stays where it was."""
        if ring_work(scene.public).stage:
            return _missing("The Ring is not settled yet. Answer what is asked first.")
        hidden = scene.hidden
        own = scene.public.ring == "fellowship" and hidden is not None
        denied_it = ring_work(scene.public).denied
        if own and hidden is not None and hidden.ringbearer in hidden.captured and not denied_it:
            text = "By your notes the Ringbearer is a captive. Say so: the Ring is not yours then."
            return Refusal(code="not-now", text=text, section="15.31", private=True)
        if own and hidden is not None and hidden.ringbearer in hidden.dead:
            text = "Your notes call the Ringbearer dead. Say who has the Ring, or that it was lost."
            return Refusal(code="not-now", text=text, section="6.411", private=True)
        return ()

    def roll(self, scene: Scene, roll: Roll) -> Events:
        """Gollum's attempt to get away with it (6.415)."""
        work = ring_work(scene.public)
        away = gollum_gets_away(d10(roll))
        words = "gets away with the Ring" if away else "does not get away; the Ring stays"
        note = Noted(text=f"Gollum rolls {d10(roll)} and {words}.", section="6.415")
        settled = RingNoted(work=without_claim(work))
        if not away:
            return (note, settled, StepClosed())
        place = work.lost_at or (work.fought[0] if len(work.fought) == 1 else "")
        return (note, settled, *in_hands(place, GOLLUM), StepClosed())

    def _lost(self, work: RingWork, answer: Answer) -> Events | Refusal:
        place = answer.text("place") or (work.fought[0] if len(work.fought) == 1 else "")
        if place not in work.fought:
            return _missing("Expected which fight it was. Choose one.")
        lost = _replace(work, stage="takers", lost_at=place, gollum=answer.text("gollum") == "yes")
        text = f"The Ringbearer fell at {place} and was not carried off."
        return (
            Noted(text=text, section="6.413"),
            RingNoted(work=lost),
        )

    def _captured(self, work: RingWork, answer: Answer) -> Events | Refusal:
        """The bearer is a captive: the Enemy says who is there that would take the Ring (15.31)."""
        place = answer.text("place") or (work.fought[0] if len(work.fought) == 1 else "")
        name = answer.text("captive")
        if place not in work.fought or not name:
            return _missing("Expected which captive it is, and which fight it was. Choose both.")
        lost = _replace(work, stage="takers", lost_at=place, captive=name)
        text = f"The Ringbearer was captured at {place}: {name}."
        return (Noted(text=text, section="15.31"), RingNoted(work=lost))

    def _deserts(self, scene: Scene, work: RingWork, answer: Answer) -> Events | Refusal:
        """The attacked bearer got away and serves the Enemy (6.412)."""
        place = answer.text("place") or (work.fought[0] if len(work.fought) == 1 else "")
        if place not in work.fought:
            return _missing("Expected which fight it was. Choose one.")
        escaped = _replace(work, lost_at=place)
        if needs_word(scene.public):
            return claimed(escaped, "deserts")
        return _serves_the_enemy(scene, escaped)


def _serves_the_enemy(scene: Scene, work: RingWork) -> Events:
    """The attacked bearer is the Enemy's, with the Ring and all that the notes say (6.412)."""
    bearer = scene.hidden.ringbearer if scene.hidden is not None else ""
    lent = lent_of(scene.hidden, bearer)
    return (
        RingNoted(work=without_claim(work)),
        RingTaken(by="enemy", bearer=bearer, place=work.lost_at, section="6.412"),
        BearerNoted(seat=FELLOWSHIP_SEAT, card=""),
        *(gone_over(bearer, lent, scene.public.turn) if bearer else ()),
        StepClosed(),
    )


def _places(work: RingWork) -> tuple[Field, ...]:
    if len(work.fought) < 2:
        return ()
    return (select("place", "Fight at", [(place, place) for place in work.fought]),)


def bearer_field() -> Field:
    """Every character that could bear the Ring, which says nothing of who is there."""
    return select(
        "bearer", "Ringbearer now", [("", "choose"), *((f.name, f.name) for f in bearers())]
    )


def _ask_bearer(key: str, public: PublicState) -> Ask:
    work = ring_work(public)
    gollum = select("gollum", "Gollum was with them", [("no", "no"), ("yes", "yes")], "no")
    choices = [
        Choice(
            action="kept",
            label="The bearer fell, another takes it",
            detail="You kept the body. A Hobbit where there is one; the Enemy is told who.",
            section="6.411",
        ),
        Choice(
            action="lost",
            label="The bearer fell and was left",
            detail="The Enemy won the fight.",
            section="6.413",
            weight="grave",
        ),
        Choice(
            action="gollum",
            label="Gollum struck the bearer down",
            detail="In the first round of an ambush by an event card; he rolls to get away.",
            section="6.415",
        ),
    ]
    if work.failed:
        choices.append(
            Choice(
                action="deserts",
                label="The attacked bearer got away",
                detail="The Enemy has the Ring in those hands.",
                section="6.412",
                weight="grave",
            )
        )
    captives: tuple[Field, ...] = ()
    if public.captives:
        names = [(name, name) for name in dict.fromkeys(public.captives)]
        captives = (select("captive", "Captive who bears it", [("", "nobody"), *names]),)
        choices.append(
            Choice(
                action="captured",
                label="The bearer was captured",
                detail="Only a Nazgul or Saruman takes the Ring; else nobody controls it.",
                section="15.31",
                weight="grave",
            )
        )
    fields = (bearer_field(), gollum, *captives, *_places(work))
    return Ask(
        key=key,
        sentence="Fights are over: say if the Ring has changed hands, or go on.",
        section="6.41",
        form=Form(fields=fields, choices=tuple(choices)),
        done="As before",
        asked=True,
    )


def _holders(public: PublicState) -> tuple[str, ...]:
    """The Enemy's cards that may carry the Ring; the Balrog where 15.17 is played."""
    balrog = public.switches.balrog_and_ring
    return tuple(f.name for f in forces_of(ENEMY) if can_hold(f.name, balrog=balrog))


def _ask_holder(key: str, public: PublicState) -> Ask:
    won = {
        "enemy": "Its bearer is killed, or a Nazgul over its endurance, and you hold the field.",
        "saruman": "Its bearer was unconscious before he could disengage.",
        "gollum": "Gollum was unconscious before he could disengage.",
        "balrog": "The Balrog was unconscious before he could disengage.",
        "nobody": "The captive who bore it is free, and bears it still.",
    }.get(public.ring, "")
    names = [("", "choose"), *((name, name) for name in _holders(public))]
    fields = [bearer_field()]
    choices = [
        Choice(action="recovered", label="The Fellowship has it", detail=won, section="6.411")
    ]
    if public.ring in ("saruman", "gollum", "balrog"):
        fields.append(select("who", "Or of the Enemy", names))
        choices.append(
            Choice(action="seized", label="The Enemy has taken it", section="6.414, 6.415")
        )
    return Ask(
        key=key,
        sentence="A captive bore the Ring and is free: say who has it now, or go on."
        if public.ring == "nobody"
        else "There was a fight for the Ring: say who has it now, or go on.",
        section="6.413, 6.414, 6.415",
        form=Form(fields=tuple(fields), choices=tuple(choices)),
        done="As before",
        asked=True,
    )


def _ask_takers(key: str, work: RingWork, public: PublicState) -> Ask:
    options = tuple(Option(value=name, label=name) for name in _holders(public))
    field = Field(name="left", label="Left there", kind="ticks", options=options)
    choices = [Choice(action="left", label="That is all", weight="primary")]
    if public.ring == "fellowship":
        # With the Ring the Enemy would lose Saruman's forces: it has to agree that it was lost.
        choices.append(
            Choice(
                action=NOT_SO,
                label="It was not lost there",
                detail="The Ring stays with the Fellowship.",
            )
        )
    return Ask(
        key=key,
        sentence=f"The Ring was lost at {work.lost_at}: tick who of your forces is left there.",
        section="6.413",
        detail=("Guardians, fell creatures and random creatures do not take it.",),
        form=Form(fields=(field,), choices=tuple(choices)),
        asked=True,
    )


def _ask_choice(key: str, work: RingWork) -> Ask:
    entries = [(name, name) for name in work.candidates]
    return Ask(
        key=key,
        sentence=f"Pick who takes the Ring at {work.lost_at}.",
        section="6.413",
        form=Form(
            fields=(select("who", "Takes it", entries),),
            choices=(Choice(action="takes", label="This one", weight="primary"),),
        ),
        asked=True,
    )


def _took(scene: Scene, left: tuple[str, ...]) -> Events:
    work = ring_work(scene.public)
    if work.captive:
        left = tuple(name for name in left if captors_take_ring([name]))
        if not left:
            return (*_stays_with_captive(scene.public, work), StepClosed())
    events = taken_by(scene.public, work, left)
    open_still = any(isinstance(one, RingNoted) and one.work.stage for one in events)
    return events if open_still else (*events, StepClosed())


def _stays_with_captive(public: PublicState, work: RingWork) -> Events:
    """The captive keeps the Ring under guard, and nobody controls it (15.31)."""
    escorts = (piece for name, piece in public.escorts if name == work.captive)
    taken = RingTaken(
        by="nobody",
        bearer=work.captive,
        piece=next(escorts, None),
        place=work.lost_at,
        section="15.31",
    )
    settled = RingNoted(work=without_claim(work))
    return (taken, BearerNoted(seat=FELLOWSHIP_SEAT, card=""), settled)


def taken_by(public: PublicState, work: RingWork, left: tuple[str, ...]) -> Events:
    """Who of the Enemy takes a Ring that was lost, or who picks one of them (6.413, 6.415).

    Args:
        public: what everybody knows.
        work: the business of the Ring, with the place where it was lost.
        left: cards of the Enemy that are left there.
    """
    simple = public.switches.simple_ring
    balrog = public.switches.balrog_and_ring
    taking = who_takes(left, gollum=work.gollum, balrog=balrog)
    if simple:
        taking = who_takes_simply(left)
    note: Events = ()
    if work.gollum and taking.holder != "gollum":
        text = "Gollum leaves play until an event card brings him back."
        note = (Noted(text=text, section="6.415"),)
    if taking.chooser is not None:
        chooser = SeatId(taking.chooser)
        picked = _replace(work, stage="choose", candidates=taking.candidates, chooser=chooser)
        return (*note, RingNoted(work=picked))
    settled = RingNoted(work=without_claim(work))
    if not taking.candidates:
        taken = RingTaken(by="nobody", place=work.lost_at, section="6.413")
        return (*note, taken, BearerNoted(seat=FELLOWSHIP_SEAT, card=""), settled)
    return (*note, settled, *in_hands(work.lost_at, taking.candidates[0], simple=simple))


def in_hands(place: str, name: str, *, simple: bool = False) -> Events:
    """The Ring is in the hands of a card that is not the Fellowship's (6.413 to 6.415)."""
    holder = holder_of(name, simple=simple)
    section = {"saruman": "6.414", "gollum": "6.415", "balrog": "15.17"}.get(holder, "6.413")
    taken = RingTaken(by=holder, bearer=name, place=place, section=section)
    return (taken, BearerNoted(seat=FELLOWSHIP_SEAT, card=""))


def new_bearer(scene: Scene, name: str, *, closes: bool = True) -> Events | Refusal:
    """The Fellowship names a new Ringbearer, which everybody is told (6.411).

    Args:
        scene: the Fellowship's scene.
        name: who it is.
        closes: the step has nothing more to decide.
    """
    if not name:
        return _missing("Expected who has the Ring now. Choose somebody.", "6.411")
    allowed = may_follow(scene) if scene.public.ring == "fellowship" else ()
    if allowed and name not in allowed:
        text = "By your notes another has to take it: a Hobbit of that group where there is one."
        return Refusal(code="rule", text=text, section="6.411", private=True)
    return (*given_to(name), *((StepClosed(),) if closes else ()))


def given_to(name: str) -> Events:
    """A new Ringbearer of the Fellowship, which everybody is told (6.411)."""
    taken = RingTaken(by="fellowship", bearer=name, section="6.411")
    return (taken, BearerNoted(seat=FELLOWSHIP_SEAT, card=name))


def _missing(text: str, section: str = "6.41") -> Refusal:
    return Refusal(code="bad-input", text=text, section=section)
