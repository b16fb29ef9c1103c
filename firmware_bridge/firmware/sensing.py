"""From acceleration to what happens to the die: picked up, rolling, settled, cocked.

Pure: samples of the accelerometer go in, one at a time, with the die's clock; events come out.

A die that lies still feels one g away from the table: the face on top is the one whose normal
points that way. A roll is told from a die turned in the hand by its knocks: a die on a table is for
moments weightless or hit hard. A die shaken in the hand knocks too, so a roll counts only if it
comes to rest soon after its last knock.
"""

import math

PICKED = "PICKED"
ROLLING = "ROLLING"
SETTLED = "SETTLED"
COCKED = "COCKED"
RESTING = "RESTING"

STILL_G = 0.06
"""A die lies still while no sample strays further than this from the first still one, in g. Above
the noise of the accelerometer, below the tremble of a hand."""

STILL_MS = 400
"""For so long it must lie still before its face is read."""

LIFT_G = 0.25
"""A die at rest has been moved when a sample strays further than this."""

KNOCK_G = 1.8
"""A sample above this is a knock."""

FREE_FALL_G = 0.35
"""A sample below this is weightless, which counts as a knock."""

KNOCKS = 3
"""So many knocks within `KNOCKS_WITHIN_MS` are a roll."""

KNOCKS_WITHIN_MS = 600

CALM_AFTER_MS = 1500
"""A roll that has not come to rest so long after its last knock was none: it is being held."""

TURN_COSINE = 0.5
"""A die has turned when it feels up elsewhere than where it lay, by more than this cosine: 60
degrees. Blows on the table knock a die without turning it."""

CLEAR_DEG = 12.0
"""A face is clearly on top when its normal is no further than this from straight up. On twenty
sides the next face is 41.8 degrees away."""


class Faces:
    """Where the faces are, seen from the accelerometer.

    Args:
        normals: for each face its number and the direction, in the accelerometer's axes, that is
            up when the face is on top; of any length but nought.
    """

    def __init__(self, normals: list[tuple[int, float, float, float]]) -> None:
        self._normals = []
        for face, x, y, z in normals:
            length = math.sqrt(x * x + y * y + z * z)
            self._normals.append((face, x / length, y / length, z / length))

    def on_top(self, x: float, y: float, z: float) -> int | None:
        """Find the face that is clearly on top.

        Args:
            x: what a die at rest feels along the accelerometer's first axis, in g.
            y: the same along the second.
            z: the same along the third.

        Returns:
            Number of the face, None when the die leans between faces.
        """
        length = math.sqrt(x * x + y * y + z * z)
        if length < 0.5:
            return None
        best_face, best_cosine = None, math.cos(math.radians(CLEAR_DEG))
        for face, face_x, face_y, face_z in self._normals:
            cosine = (face_x * x + face_y * y + face_z * z) / length
            if cosine >= best_cosine:
                best_face, best_cosine = face, cosine
        return best_face


class Sensing:
    """Follows the die from sample to sample.

    Args:
        faces: where the faces are.
    """

    def __init__(self, faces: Faces) -> None:
        self._faces = faces
        self._state = RESTING
        self._is_at_rest = False
        self._has_turned = True
        self._lay = (0.0, 0.0, 0.0)
        self._first_still = (0.0, 0.0, 0.0)
        self._still_sum = (0.0, 0.0, 0.0)
        self._still_count = 0
        self._still_since_ms = 0
        self._knocks_ms: list[int] = []

    def sample(
        self, acceleration: tuple[float, float, float], now_ms: int
    ) -> list[tuple[str, int | None]]:
        """Take in one sample; a hundred in a second are enough.

        Args:
            acceleration: along the accelerometer's axes, in g.
            now_ms: the die's clock, which only ever increases.

        Returns:
            What happened: pairs of event and face, the face None except for SETTLED and RESTING.
        """
        x, y, z = acceleration
        strength = math.sqrt(x * x + y * y + z * z)
        self._knocks_ms = [at for at in self._knocks_ms if now_ms - at <= CALM_AFTER_MS]
        if strength > KNOCK_G or strength < FREE_FALL_G:
            self._knocks_ms.append(now_ms)
        elif not self._is_at_rest:
            lay_x, lay_y, lay_z = self._lay
            if lay_x * x + lay_y * y + lay_z * z < TURN_COSINE * strength:
                self._has_turned = True
        allowed = LIFT_G if self._is_at_rest else STILL_G
        if self._still_count == 0 or self._strays_by(acceleration) > allowed:
            self._first_still = self._still_sum = acceleration
            self._still_count = 1
            self._still_since_ms = now_ms
            return self._move(now_ms)
        if self._is_at_rest:
            return []
        sum_x, sum_y, sum_z = self._still_sum
        self._still_sum = (sum_x + x, sum_y + y, sum_z + z)
        self._still_count += 1
        if now_ms - self._still_since_ms >= STILL_MS:
            return self._come_to_rest()
        return self._move(now_ms)

    def _strays_by(self, acceleration: tuple[float, float, float]) -> float:
        x, y, z = acceleration
        still_x, still_y, still_z = self._first_still
        return max(abs(x - still_x), abs(y - still_y), abs(z - still_z))

    def _move(self, now_ms: int) -> list[tuple[str, int | None]]:
        """It moves: was it picked up, does it roll, or is a roll over without having ended?"""
        events: list[tuple[str, int | None]] = []
        if self._is_at_rest:
            self._is_at_rest = False
            self._has_turned = False
            self._state = PICKED
            events.append((PICKED, None))
        recent = [at for at in self._knocks_ms if now_ms - at <= KNOCKS_WITHIN_MS]
        if self._state != ROLLING and self._has_turned and len(recent) >= KNOCKS:
            self._state = ROLLING
            events.append((ROLLING, None))
        elif self._state == ROLLING and not self._knocks_ms:
            self._state = PICKED
            events.append((PICKED, None))
        return events

    def _come_to_rest(self) -> list[tuple[str, int | None]]:
        """It lies still: which face is on top, and was it rolled?"""
        count = self._still_count
        x, y, z = self._still_sum
        self._lay = _unit(x / count, y / count, z / count)
        face = self._faces.on_top(x / count, y / count, z / count)
        was_rolling = self._state == ROLLING
        self._is_at_rest = True
        self._knocks_ms = []
        self._state = RESTING
        if was_rolling:
            return [(COCKED, None) if face is None else (SETTLED, face)]
        return [] if face is None else [(RESTING, face)]


def _unit(x: float, y: float, z: float) -> tuple[float, float, float]:
    length = math.sqrt(x * x + y * y + z * z)
    return (x / length, y / length, z / length) if length > 0 else (0.0, 0.0, 0.0)
