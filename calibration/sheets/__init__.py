"""Printed sheets in true size: stickers, corner brackets, the lens target, card labels."""
