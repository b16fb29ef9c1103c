"""Screens of the Fellowship game, made of `companion.table.views` widgets for one viewer."""
