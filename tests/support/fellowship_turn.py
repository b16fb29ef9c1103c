"""One whole turn on the sample map, command by command: the example of how to script a turn.

Turn 1 is gone through with as little as possible, but for one activation; turn 2 is played in full:
a split with a rumor, a terrain roll, a search on the way through an active hex, an activity roll,
an S and an E result with a retreat, a challenge, two mobilizations, an enabling and an activation.

Markers: 1 green on foot (box A, Gandalf), 2 green sneaking (box B, Frodo and Sam), 3 green, the
rumor; 11 and 12 black, a Guardian and a Guardian rumor; 21 red, Nazgul; 22 red, the Mouth.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.support.fellowship import EP, FP, Play

ACTIVE_ON_THE_WAY = "5,ef"
ACTIVE_AT_THE_END = "6,f"


def set_up(play: Play, *, private: bool = True) -> None:
    """Markers on the map; with `private` their names and cards too."""
    play.put(1, "green", 3, "4,f")
    play.put(2, "green", 2, "6,e")
    play.put(11, "black", 6, "14,h")
    play.put(12, "black", 6, "13,gh")
    play.put(21, "red", 6, "9,cd")
    if private:
        play.name(FP, 1, "A")
        play.lay(FP, "fellowship-A", "Gandalf the Grey")
        play.name(FP, 2, "B")
        play.lay(FP, "fellowship-B", "Frodo", "Sam")
        play.name(EP, 11, "guardian BR")
        play.lay(EP, "guardian-BR", "Wight")
        play.name(EP, 12, "plain")


def to_the_turn(play: Play) -> None:
    """Turn 1, in which the Enemy activates two hexes; then the Fellowship's status phase."""
    play.go_on(until="ep-activate")
    play.press(EP, "plus-one")
    play.press(EP, "lay", hex_1=ACTIVE_AT_THE_END, hex_2=ACTIVE_ON_THE_WAY)
    play.go_on(until="fp-transport")


def fellowship_status(play: Play) -> Iterator[str]:
    """Nothing to change, one card too many, no dissolving."""
    play.press(FP, "done")
    yield "transport"
    play.press(FP, "discard")
    yield "discard"
    play.press(FP, "done")
    yield "dissolve"


def fellowship_movement(play: Play) -> Iterator[str]:
    """A rumor is split off, one marker sneaks through woods, one passes an active hex."""
    play.put(3, "green", 3, "4,f")
    yield "split"
    play.press(FP, "done")
    yield "all split"
    play.go(2, "7,ef")
    yield "sneaks into woods"
    play.die_giving("crosses")
    yield "terrain roll"
    play.go(1, ACTIVE_AT_THE_END)
    yield "passes an active hex"
    play.press(EP, "search")
    yield "is searched"
    play.die_giving("S")
    yield "S"


def fellowship_search(play: Play) -> Iterator[str]:
    """Marker 1 turns out a group; it meets an encounter and retreats."""
    play.press(FP, "group")
    yield "goes on"
    play.press(FP, "done")
    yield "all moved"
    play.die_so_that(lambda after: f"at {ACTIVE_AT_THE_END}." in after.prompts(FP)[0].sentence)
    yield "activity roll"
    play.die_giving("E")
    yield "E"
    play.press(FP, "retreat")
    yield "retreats"
    play.press(EP, "deny", denied=[ACTIVE_ON_THE_WAY, "7,ef"])
    yield "denied"
    play.go(1, "6,g")
    yield "withdraws"
    play.press(FP, "there")
    yield "retreated"


def enemy_status(play: Play) -> Iterator[str]:
    """A challenge, two mobilizations, an enabling, an activation."""
    play.press(EP, "challenge", piece="3")
    yield "challenge"
    play.press(FP, "rumor")
    yield "rumor"
    play.lift(3)
    yield "taken off"
    play.press(EP, "done")
    yield "no more challenges"
    play.turn(11, 2)
    yield "Guardian mobilized"
    play.turn(12, 4)
    yield "Guardian rumor mobilized"
    play.press(EP, "off-board", card="Mouth of Sauron", box="sauronic-1")
    yield "Mouth mobilized"
    play.put(22, "red", 4, "24,m")
    yield "Mouth put down"
    play.press(EP, "done")
    yield "mobilized"
    play.press(EP, "guardian", first="11", second="12")
    yield "enabled"
    play.press(EP, "three")
    yield "three hexes"
    play.press(EP, "lay", hex_1="6,g", hex_2="4,f", hex_3="8,f")
    yield "activated"
    play.press(EP, "done")
    yield "transport"
    play.press(EP, "discard")
    yield "discard"


def enemy_rest(play: Play) -> Iterator[str]:
    """The Guardian flies on, the group in the activated hex is searched in vain."""
    play.press(EP, "done")
    yield "nothing split"
    play.press(EP, "done")
    yield "nothing moved freely"
    play.go(11, "12,g")
    yield "Guardian flies"
    play.press(EP, "done")
    yield "all moved"
    play.die_giving("S2")
    yield "S2"
    play.press(EP, "drawn", man="1")
    yield "spotted"


def real_turn(play: Play) -> Iterator[str]:
    """The whole of turn 2; stops after each public command to be looked at."""
    yield from fellowship_status(play)
    yield from fellowship_movement(play)
    yield from fellowship_search(play)
    yield from enemy_status(play)
    yield from enemy_rest(play)
