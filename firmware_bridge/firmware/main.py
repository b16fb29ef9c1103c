"""Copied to the top of the board's file system, where MicroPython starts it."""

import time

import machine  # type: ignore[import-not-found] # a module of MicroPython alone

from firmware_bridge.firmware import board

try:
    board.run()
except OSError:
    # The accelerometer does not answer: a new start may help, and the table hears of it. An
    # interrupt from the console ends the program for good.
    time.sleep(1)
    machine.reset()
