"""The box file: the map, tables and cards of one owner, read, checked and written."""
