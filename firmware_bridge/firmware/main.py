"""Copied to the top of the board's file system, where MicroPython starts it."""

from firmware_bridge.firmware import board

board.run()
