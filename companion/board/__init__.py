"""The map as numbers: hexes, hexsides, places, inches. Standard library only."""
