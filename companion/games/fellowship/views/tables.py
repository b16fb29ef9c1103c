"""The rules tables, known cells and gaps alike."""

from __future__ import annotations

from functools import lru_cache

from companion.games.fellowship.flow.explain import whole_table
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.state import Scene
from companion.games.fellowship.tables.printed import printed_tables
from companion.table.views import Region, Table


def tables_region(scene: Scene) -> Region:
    """Every rules table as the box in use knows it."""
    return Region(
        name="tables", title="Tables", role="tab", widgets=_tables(scene.handbook), rare=True
    )


@lru_cache(maxsize=4)
def _tables(handbook: Handbook) -> tuple[Table, ...]:
    return tuple(whole_table(handbook, table) for table in printed_tables().values())
