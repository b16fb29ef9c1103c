"""The program of the die. Runs on a microcontroller under MicroPython, and under CPython.

Only what both know is used here: no typing module, no dataclasses, no enums.
"""
