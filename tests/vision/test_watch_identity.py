"""Which cube is which where cubes of a colour look alike: told rightly, or said to be undecided.

The story knows every cube; the watcher is held to it. Cubes and numbers are kept in groups: a group
of one is a cube whose number is known, and only an `Undecided` joins groups. Whatever is said, a
number must stand where a cube of its own group stands.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from calibration.layout import CubeLayout
from companion.border import EyeState, Moved, Placed, Removed, Undecided
from tests.support.table_story import begin

CLEAR_IN = 1.3
REACH_IN = 0.13


class Play:
    """Acts that make identities hard to follow, with the truth about them."""

    def __init__(self, seed: int, width_px: int = 1280) -> None:
        self.random = random.Random(seed)  # noqa: S311 - a story, not a secret
        self.story = begin("anonymous", width_px=width_px, height_px=width_px * 9 // 16)
        self.cubes = dict(enumerate(self.story.layout.cubes))
        self.group = {number: {number} for number in self.standing()}
        self.named = {self.number_at(cube): one for one, cube in self.cubes.items()}
        self.acts: Counter[str] = Counter()
        self.undecided = 0
        self.taken = -1

    def standing(self) -> dict[int, CubeLayout]:
        return {
            number: CubeLayout(
                colour=track.marker.colour,
                face=track.marker.face,
                x_in=track.marker.x_in,
                y_in=track.marker.y_in,
                z_in=track.marker.z_in,
            )
            for number, track in self.story.watcher.tracks.standing.items()
        }

    def number_at(self, cube: CubeLayout) -> int:
        found = [
            number
            for number, seen in self.standing().items()
            if (seen.colour, seen.face) == (cube.colour, cube.face)
            and abs(seen.x_in - cube.x_in) < REACH_IN
            and abs(seen.y_in - cube.y_in) < REACH_IN
            and abs(seen.z_in - cube.z_in) < 0.3
        ]
        assert len(found) == 1, f"{len(found)} markers are said to stand where {cube} stands"
        return found[0]

    def act(self) -> None:
        act = self.random.choice(
            [
                *(self.move, self.several, self.swap, self.shuffle, self.follow),
                *(self.stack_and_carry, self.move_while_one_is_turned, self.replace),
            ]
        )
        self.acts[act.__name__] += 1
        before = len(self.story.messages)
        act()
        # Where the bare map looks as busy as a sticker, five pictures have to show it.
        self.story.hand_away(6)
        said = [one for one in self.story.messages[before:] if not isinstance(one, EyeState)]
        try:
            self.check(act.__name__, said)
        except AssertionError as error:
            raise AssertionError(f"{act.__name__} after {dict(self.acts)}: {said}") from error

    def check(self, act: str, said: Sequence[object]) -> None:
        for one in said:
            if isinstance(one, Undecided):
                self.undecided += 1
                assert set(one.tracks) <= set(self.group), "a cube that nobody knows was undecided"
                joined = set().union(*(self.group[number] for number in one.tracks))
                self.group |= dict.fromkeys(joined, joined)
        if act == "move":
            assert [type(one) for one in said] == [Moved]
        if act == "replace":
            self.take_off_and_on(said)
        else:
            assert not any(isinstance(one, Placed | Removed) for one in said)
        assert len(self.standing()) == len(self.cubes)
        owner = {name: number for number, name in self.named.items()}
        for name, cube in self.cubes.items():
            number = self.number_at(cube)
            assert number in self.group[owner[name]], f"{cube} is taken for number {number}"

    def take_off_and_on(self, said: Sequence[object]) -> None:
        """One cube was taken off and put on again, so that it is a new one with a new number."""
        assert [type(one) for one in said] == [Removed, Placed]
        gone, come = said
        assert isinstance(gone, Removed)
        assert isinstance(come, Placed)
        old, new = gone.marker.track, come.marker.track
        truth = next(number for number, name in self.named.items() if name == self.taken)
        assert old in self.group[truth], "another cube was said to be taken off"
        # Its own number and the one that was taken away have changed hands within the group.
        group = self.group.pop(old)
        name = self.named.pop(truth)
        if truth != old:
            self.named[truth] = self.named.pop(old)
        group.discard(old)
        self.named[new], self.group[new] = name, {new}

    # What hands do.

    def any_cube(self, *but: int) -> int:
        lone = [one for one in self.cubes if one not in but and self.cubes[one].z_in < 0.6]
        return self.random.choice(
            [
                one
                for one in lone
                if not any(
                    other != one and self.near(self.cubes[other], self.cubes[one], 0.3)
                    for other in self.cubes
                )
            ]
        )

    def like(self, one: int, count: int) -> list[int]:
        colour = self.cubes[one].colour
        others = [o for o, cube in self.cubes.items() if cube.colour == colour and o != one]
        return [one, *self.random.sample(others, count - 1)]

    @staticmethod
    def near(one: CubeLayout, other: CubeLayout, radius_in: float) -> bool:
        return (one.x_in - other.x_in) ** 2 + (one.y_in - other.y_in) ** 2 < radius_in**2

    def free(self) -> tuple[float, float]:
        while True:
            x_in, y_in = self.random.uniform(1.5, 24.0), self.random.uniform(1.5, 18.5)
            spot = CubeLayout(colour="red", face=1, x_in=x_in, y_in=y_in)
            if not any(self.near(cube, spot, CLEAR_IN) for cube in self.cubes.values()):
                return x_in, y_in

    def put(self, one: int, **fields: float) -> None:
        order = list(self.cubes)
        self.story.set(order.index(one), **fields)
        self.cubes[one] = self.story.layout.cubes[order.index(one)]

    def grip(self, one: int) -> None:
        self.story.grip(list(self.cubes).index(one))

    def lay(self, one: int, to: tuple[float, float], **fields: float) -> None:
        self.put(one, x_in=to[0], y_in=to[1], yaw_deg=self.random.uniform(0, 360), **fields)

    def move(self) -> None:
        one = self.any_cube()
        to = self.free()
        self.grip(one)
        self.lay(one, to)
        self.story.hand_at(*to)

    def several(self) -> None:
        """Up to four of any colour go elsewhere before the hand leaves."""
        chosen: list[int] = []
        for _ in range(self.random.randint(2, 4)):
            one = self.any_cube(*chosen)
            chosen.append(one)
            to = self.free()
            self.grip(one)
            self.lay(one, to)
            self.story.hand_at(*to)

    def exchange(self, chosen: list[int]) -> None:
        spots = [(self.cubes[one].x_in, self.cubes[one].y_in) for one in chosen]
        for one in chosen:
            self.grip(one)
        for index, one in enumerate(chosen):
            x_in, y_in = spots[(index + 1) % len(spots)]
            self.lay(one, (x_in + 0.02, y_in - 0.02))
        self.story.hand_at(*spots[0])

    def swap(self) -> None:
        self.exchange(self.like(self.any_cube(), 2))

    def shuffle(self) -> None:
        self.exchange(self.like(self.any_cube(), self.random.randint(3, 4)))

    def follow(self) -> None:
        """One goes elsewhere, and one of its colour takes its place."""
        one, other = self.like(self.any_cube(), 2)
        spot = self.cubes[one].x_in, self.cubes[one].y_in
        to = self.free()
        self.grip(one)
        self.lay(one, to)
        self.story.hand_at(*to)
        self.grip(other)
        self.lay(other, spot)
        self.story.hand_at(*spot)

    def stack_and_carry(self) -> None:
        """Two of a colour are stacked, carried together and parted, the hand away in between."""
        below, above = self.like(self.any_cube(), 2)
        spot = self.cubes[below].x_in + 0.02, self.cubes[below].y_in - 0.02
        self.grip(above)
        self.put(above, x_in=spot[0], y_in=spot[1], z_in=1.0)
        self.story.hand_at(*spot)
        self.story.hand_away(6)
        to = self.free()
        self.grip(below)
        self.put(below, x_in=to[0], y_in=to[1])
        self.put(above, x_in=to[0], y_in=to[1])
        self.story.hand_at(*to)
        self.story.hand_away(6)
        to = self.free()
        self.grip(above)
        self.put(above, x_in=to[0], y_in=to[1], z_in=0.5)
        self.story.hand_at(*to)

    def move_while_one_is_turned(self) -> None:
        one, other = self.like(self.any_cube(), 2)
        to = self.free()
        self.grip(one)
        self.put(one, z_in=2.0)
        self.story.hand_at(*to)
        face = self.random.choice([f for f in range(1, 7) if f != self.cubes[other].face])
        self.put(other, face=face)
        self.grip(other)
        self.lay(one, to, z_in=0.5)
        self.story.hand_at(*to)

    def replace(self) -> None:
        """One is taken off, and comes back once it has been missed."""
        one = self.any_cube()
        self.grip(one)
        cube = self.story.lift(list(self.cubes).index(one))
        del self.cubes[one]
        self.story.hand_away(4)
        to = self.free()
        self.story.hand_at(*to)
        self.story.put(cube, x_in=to[0], y_in=to[1])
        self.cubes[one] = self.story.layout.cubes[-1]
        self.story.hand_at(*to)
        self.taken = one


def test_no_cube_is_ever_taken_for_another_of_its_colour() -> None:
    play = Play(seed=4)
    for _ in range(5):
        play.act()


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(5, 15))
def test_no_cube_is_taken_for_another_in_a_long_game(seed: int) -> None:
    play = Play(seed)
    for _ in range(40):
        play.act()
