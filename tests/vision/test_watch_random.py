"""Long random stories on a rendered table: what is said is what happened, or left undecided."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from calibration.layout import CubeLayout, LightLayout
from calibration.scheme import SchemeKind
from companion.border import Moved, Placed, Removed, Turned, Undecided
from tests.support.table_story import Story, begin

BOTH = pytest.mark.parametrize("kind", ["serial", "anonymous"])
CLEAR_IN = 1.3


class Play:
    """Acts at random on a table and checks after each act what was said of it."""

    def __init__(self, kind: SchemeKind, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 - a story, not a secret
        self.story: Story = begin(kind)
        self.kind = kind
        self.acts: Counter[str] = Counter()

    def act(self) -> None:
        """One act, and what must have been said of it."""
        act = self.random.choice(
            [
                *(self.move, self.move, self.turn, self.turn_unseen, self.put_back),
                *(self.shuffle, self.take_off_and_put_on, self.rest, self.lamp, self.push),
            ]
        )
        self.acts[act.__name__] += 1
        before = len(self.story.messages)
        act()
        self.story.show(2)
        said = self.story.messages[before:]
        try:
            self.check(act.__name__, [one for one in said if not hasattr(one, "reason")])
        except AssertionError as error:
            raise AssertionError(f"{act.__name__} after {dict(self.acts)}: {said}") from error

    def check(self, act: str, said: list[object]) -> None:
        kinds = [type(one) for one in said]
        if act == "move":
            assert kinds == [Moved]
        elif act in ("turn", "turn_unseen"):
            assert kinds == [Turned]
        elif act == "shuffle":
            wanted = [Moved, Moved] if self.kind == "serial" else [Undecided]
            assert kinds == wanted
        elif act == "take_off_and_put_on":
            assert kinds == [Removed, Placed]
        else:
            assert kinds == []
        self.check_table()

    def check_table(self) -> None:
        """Every cube stands where it is, once, with its face and serial."""
        standing = [track.marker for track in self.story.watcher.tracks.standing.values()]
        assert len(standing) == len(self.story.layout.cubes)
        for cube in self.story.layout.cubes:
            assert any(
                abs(marker.x_in - cube.x_in) < 0.12
                and abs(marker.y_in - cube.y_in) < 0.12
                and (marker.colour, marker.face, marker.serial)
                == (cube.colour, cube.face, cube.serial)
                for marker in standing
            ), cube

    def any_index(self) -> int:
        return self.random.randrange(len(self.story.layout.cubes))

    def free_spot(self) -> tuple[float, float]:
        while True:
            x_in, y_in = self.random.uniform(1.5, 24.0), self.random.uniform(1.5, 18.5)
            if all(
                (cube.x_in - x_in) ** 2 + (cube.y_in - y_in) ** 2 > CLEAR_IN**2
                for cube in self.story.layout.cubes
            ):
                return x_in, y_in

    def yaw(self) -> float:
        return self.random.uniform(0, 360)

    def other_face(self, cube: CubeLayout) -> int:
        return self.random.choice([face for face in range(1, 7) if face != cube.face])

    def move(self) -> None:
        self.story.carry(self.any_index(), self.free_spot(), yaw_deg=self.yaw())
        self.story.hand_away()

    def turn(self) -> None:
        index = self.any_index()
        cube = self.story.layout.cubes[index]
        self.story.grip(index)
        self.story.set(index, face=self.other_face(cube), yaw_deg=self.yaw())
        self.story.hand_at(cube.x_in, cube.y_in)
        self.story.hand_away()

    def turn_unseen(self) -> None:
        index = self.any_index()
        self.story.set(index, face=self.other_face(self.story.layout.cubes[index]))

    def put_back(self) -> None:
        index = self.any_index()
        cube = self.story.layout.cubes[index]
        self.story.grip(index)
        self.story.set(index, z_in=2.0)
        self.story.hand_at(cube.x_in + 1, cube.y_in + 2)
        self.story.set(index, z_in=0.5, yaw_deg=self.yaw(), x_in=cube.x_in + 0.02)
        self.story.hand_at(cube.x_in, cube.y_in)
        self.story.hand_away()

    def shuffle(self) -> None:
        cubes = self.story.layout.cubes
        one = self.any_index()
        other = self.random.choice(
            [
                index
                for index, cube in enumerate(cubes)
                if index != one and cube.colour == cubes[one].colour
            ]
        )
        first, second = cubes[one], cubes[other]
        self.story.grip(one)
        self.story.grip(other)
        self.story.set(one, x_in=second.x_in, y_in=second.y_in, yaw_deg=second.yaw_deg + 40)
        self.story.set(other, x_in=first.x_in, y_in=first.y_in, yaw_deg=first.yaw_deg + 70)
        self.story.hand_at(second.x_in, second.y_in)
        self.story.hand_away()

    def take_off_and_put_on(self) -> None:
        index = self.any_index()
        self.story.grip(index)
        cube = self.story.lift(index)
        self.story.hand_away(3)
        x_in, y_in = self.free_spot()
        self.story.hand_at(x_in, y_in)
        self.story.put(cube, x_in=x_in, y_in=y_in, yaw_deg=self.yaw())
        self.story.hand_at(x_in, y_in)
        self.story.hand_away()

    def rest(self) -> None:
        self.story.hand_at(self.random.uniform(3, 23), self.random.uniform(5, 16))
        self.story.show(self.random.choice([2, 6, 24]))
        self.story.hand_away()

    def lamp(self) -> None:
        self.story.change(
            light=LightLayout(
                gain=self.random.uniform(0.6, 1.25), warmth=self.random.uniform(-0.5, 0.5)
            )
        )

    def push(self) -> None:
        camera = msgspec.structs.replace(
            self.story.layout.camera,
            aim_x_in=self.random.uniform(-0.6, 0.6),
            aim_y_in=self.random.uniform(-0.5, 0.5),
            roll_deg=self.random.uniform(-2, 3),
        )
        self.story.change(camera=camera)
        self.story.show(3)


@BOTH
def test_a_short_random_story_is_told_as_it_happened(kind: SchemeKind) -> None:
    play = Play(kind, seed=1)
    for _ in range(5):
        play.act()


@BOTH
@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(2, 12))
def test_a_long_random_story_is_told_as_it_happened(kind: SchemeKind, seed: int) -> None:
    play = Play(kind, seed)
    for _ in range(60):
        play.act()
