"""The steps of the sequence of play by name (5.0); the order and the rules are in `sequence`."""

from __future__ import annotations

import enum


class StepId(enum.StrEnum):
    """One step; the words are kept in journals."""

    SETUP_ENEMY = "setup-enemy"
    SETUP_FELLOWSHIP = "setup-fellowship"

    FP_DRAW = "fp-draw"
    FP_MOBILIZE = "fp-mobilize"
    FP_RADAGAST = "fp-radagast"
    FP_SEA = "fp-sea"
    FP_TRANSPORT = "fp-transport"
    FP_CAPTIVES = "fp-captives"
    FP_HEALTH = "fp-health"
    FP_ENHANCE = "fp-enhance"
    FP_DISCARD = "fp-discard"
    FP_RING = "fp-ring"
    FP_DISSOLVE = "fp-dissolve"
    FP_SPLIT = "fp-split"
    FP_MOVE = "fp-move"
    FP_COMBINE = "fp-combine"
    FP_RING_MEET = "fp-ring-meet"
    FP_ACTIVITY = "fp-activity"
    FP_SEARCH = "fp-search"
    FP_RING_ATTACK = "fp-ring-attack"
    FP_FIGHT = "fp-fight"
    FP_RING_AFTER = "fp-ring-after"
    FP_REGROUP = "fp-regroup"

    EP_DRAW = "ep-draw"
    EP_CHALLENGE = "ep-challenge"
    EP_MOBILIZE = "ep-mobilize"
    EP_ENABLE = "ep-enable"
    EP_ACTIVATE = "ep-activate"
    EP_WEATHER = "ep-weather"
    EP_TRANSPORT = "ep-transport"
    EP_SEA = "ep-sea"
    EP_HEALTH = "ep-health"
    EP_DISCARD = "ep-discard"
    EP_RING = "ep-ring"
    EP_SPLIT = "ep-split"
    EP_MOVE_FREE = "ep-move-free"
    EP_MOVE_ENABLED = "ep-move-enabled"
    EP_COMBINE = "ep-combine"
    EP_RING_MEET = "ep-ring-meet"
    EP_SEARCH = "ep-search"
    EP_RING_ATTACK = "ep-ring-attack"
    EP_FIGHT = "ep-fight"
    EP_RING_AFTER = "ep-ring-after"
    EP_REGROUP = "ep-regroup"

    TURN_END = "turn-end"
    GAME_OVER = "game-over"
