"""The die: bytes in, rolls out. Knows no rules."""
