"""Exported games into Parquet: the engine reads the text files itself and checks every hash chain.

The text format is `companion.journal.exchange`'s. What the engine cannot confirm is read again,
file by file, by that module, which says what is wrong; a game that does not hold is left out and
named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from companion.journal.errors import JournalError
from companion.journal.exchange import is_written_game, parsed_game

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

TABLES: Final = ("games", "events", "rolls", "boxes")
"""Each a file ``NAME.parquet`` in the folder of an archive."""

BATCH_FILES: Final = 250
"""So many files at a time: memory stays bounded whatever the number of games."""

_LONGEST_LINE_BYTES: Final = 16_000_000
_LONGEST_GAME: Final = 10_000_000


class ArchiveError(Exception):
    """Something cannot be loaded or asked; the text says what was expected and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """What came of loading.

    Attributes:
        games, events, rolls: how many are in the archive.
        again: games that were there twice, each taken once.
        left_out: files that do not hold, with the reason.
    """

    games: int
    events: int
    rolls: int
    again: int
    left_out: tuple[tuple[Path, str], ...]


def connected(memory: str = "1GB") -> DuckDBPyConnection:
    """The engine, in memory.

    Raises:
        ArchiveError: it is not installed.
    """
    try:
        import duckdb  # noqa: PLC0415 - an extra, perhaps missing
    except ModuleNotFoundError as error:
        raise ArchiveError(
            "the archive needs the extra archive: run  COMPANION_EXTRAS=archive scripts/setup run  "
            "in the folder of the program."
        ) from error
    # Nothing is fetched from anywhere: what is needed comes with the wheel.
    settings: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": "false",
        "memory_limit": memory,
    }
    return duckdb.connect(":memory:", config=settings)


def written_games(folders: Iterable[Path]) -> list[Path]:
    """Every exported game below some folders, or among some files, in the order of their names.

    Raises:
        ArchiveError: one of them is not there.
    """
    found: list[Path] = []
    for folder in folders:
        if folder.is_dir():
            found += sorted(path for path in folder.rglob("*") if path.is_file())
        elif folder.is_file():
            found.append(folder)
        else:
            raise ArchiveError(
                f"there is no folder or file {folder}. Name one with exported games."
            )
    return [path for path in dict.fromkeys(found) if is_written_game(path)]


def load(
    folders: Sequence[Path], out: Path, say: Callable[[str], None] = lambda _text: None
) -> Loaded:
    """Make an archive of exported games.

    Args:
        folders: where the games are, as text files of `companion export`.
        out: folder for the Parquet files; what an earlier call has put there is replaced.
        say: hears how far it is.

    Raises:
        ArchiveError: there is no game, or the folder cannot be written.
    """
    files = written_games(folders)
    if not files:
        raise ArchiveError(
            "no exported game was found there. Write some with `companion export`, or name the "
            "folder backups of a table, which holds every game that has ended."
        )
    try:
        # Whole games hold what their seats have hidden: other users of this machine keep out.
        out.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ArchiveError(f"{out} cannot be made: {error.strerror}.") from error
    left_out: list[tuple[Path, str]] = []
    with connected() as engine:
        engine.execute(_MAKE)
        for at in range(0, len(files), BATCH_FILES):
            left_out += _load_batch(engine, files[at : at + BATCH_FILES])
            say(f"{min(at + BATCH_FILES, len(files))} of {len(files)} files")
        _mark_undone(engine)
        engine.execute(_FINISH)
        if engine.execute("SELECT count(*) FROM games").fetchone() == (0,):
            raise ArchiveError(f"none of {len(files)} files holds: {left_out[0][1]}")
        _write(engine, out)
        counts = [
            int(row[0])
            for name in ("games", "events", "rolls", "repeated")
            if (row := engine.execute(f"SELECT count(*) FROM {name}").fetchone()) is not None  # noqa: S608 - names of our own
        ]
    games, events, rolls, again = counts
    return Loaded(games=games, events=events, rolls=rolls, again=again, left_out=tuple(left_out))


def _write(engine: DuckDBPyConnection, out: Path) -> None:
    """Put the tables into a folder: all of them, or none and what was there stays.

    Raises:
        ArchiveError: they cannot be written.
    """
    import duckdb  # noqa: PLC0415 - an extra, here already where there is an engine

    drafts = {out / f"{name}.parquet": out / f".{name}.parquet.new" for name in TABLES}
    try:
        for name, draft in zip(TABLES, drafts.values(), strict=True):
            target = str(draft).replace("'", "''")
            engine.execute(f"COPY {name} TO '{target}' (FORMAT parquet, COMPRESSION zstd)")
            draft.chmod(0o600)
        for path, draft in drafts.items():
            draft.replace(path)
    except (duckdb.Error, OSError) as error:
        raise ArchiveError(
            f"the archive {out} cannot be written. {error}. Free some space, or name a folder "
            "that you may write to."
        ) from error
    finally:
        for draft in drafts.values():
            # What cannot be taken away must not hide why there is no archive.
            with suppress(OSError):
                draft.unlink()


def _load_batch(engine: DuckDBPyConnection, files: list[Path]) -> list[tuple[Path, str]]:
    """Read some files; returns those that do not hold, with the reason."""
    import duckdb  # noqa: PLC0415 - an extra, here already where there is an engine

    left_out = [(path, "its name is no text. Give it another.") for path in files if _odd(path)]
    files = [path for path in files if not _odd(path)]
    if not files:
        return left_out
    try:
        _read(engine, files)
    except duckdb.Error:
        # One file that is no text at all stops the engine for all of them.
        left_out += _faults(files)
        unfit = {path for path, _ in left_out}
        files = [path for path in files if path not in unfit]
        if not files:
            return left_out
        _read(engine, files)
    engine.execute(_CHECK)
    doubted = [Path(row[0]) for row in engine.execute("SELECT file FROM doubted").fetchall()]
    for path, reason in _faults(doubted):
        left_out.append((path, reason))
        engine.execute("DELETE FROM heading WHERE file = ?", [str(path)])
        engine.execute("DELETE FROM line WHERE file = ?", [str(path)])
    engine.execute(_TAKE)
    return left_out


def _read(engine: DuckDBPyConnection, files: list[Path]) -> None:
    # The engine takes a name for a pattern; a browser makes such names, as of a second "game [1]".
    names = [escape(str(path)) for path in files]
    engine.execute(_READ, {"files": names, "longest": _LONGEST_LINE_BYTES})


def _odd(path: Path) -> bool:
    """Whether a name holds bytes that are no text: the engine does not take it."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return True
    return False


def _faults(files: list[Path]) -> list[tuple[Path, str]]:
    """The files among some that do not hold, with the reason."""
    found = []
    for path in files:
        try:
            game = parsed_game(path.read_bytes())
        except (JournalError, OSError) as error:
            found.append((path, str(error)))
            continue
        odd = next((one.seq for one in game.events if _fields(one.event.payload) is None), None)
        if odd is not None:
            found.append((path, f"event {odd} holds no fields in JSON. Export the game again."))
    return found


def _fields(payload: str) -> dict[str, Any] | None:
    """The fields of an event, None where its text holds none."""
    try:
        found = msgspec.json.decode(payload)
    except msgspec.DecodeError:
        return None
    return found if isinstance(found, dict) else None


def _mark_undone(engine: DuckDBPyConnection) -> None:
    """Find the events of decisions that were taken back (`companion.table.taking_back`)."""
    rows = engine.execute(
        "SELECT game_id, seq, type, payload FROM events"
        " WHERE type IN ('decision-made', 'decision-taken-back') AND game_id IN"
        " (SELECT game_id FROM events WHERE type = 'decision-taken-back') ORDER BY game_id, seq"
    ).fetchall()
    undone = [(game, first, last) for game, first, last in _undone(rows)]
    if undone:
        engine.executemany("INSERT INTO undone VALUES (?, ?, ?)", undone)


def _undone(rows: list[tuple[str, int, str, str]]) -> Iterator[tuple[str, int, int]]:
    stack: list[tuple[object, int, int]] = []
    game_before = ""
    for game_id, seq, kind, payload in rows:
        if game_id != game_before:
            stack, game_before = [], game_id
        # A hash chain says that a file is as it was written, not that this program wrote it.
        fields = _fields(payload) or {}
        if kind == "decision-made":
            events = fields.get("events")
            last = seq + events if isinstance(events, int) and 0 <= events < _LONGEST_GAME else seq
            stack.append((fields.get("seat"), seq, last))
            continue
        # The last decision of that seat, and all that were made since.
        while stack:
            seat, first, last = stack.pop()
            yield game_id, first, last
            if seat == fields.get("seat"):
                break


_MAKE: Final = """
CREATE TABLE raw (file VARCHAR, text VARCHAR);
CREATE TABLE heading (file VARCHAR, game_id VARCHAR, game VARCHAR, rules VARCHAR,
    started_at VARCHAR, ended_at VARCHAR, events BIGINT, head VARCHAR);
CREATE TABLE line (file VARCHAR, seq BIGINT, decision BIGINT, moment VARCHAR, actor VARCHAR,
    type VARCHAR, schema INTEGER, hash VARCHAR, payload VARCHAR);
CREATE TABLE doubted (file VARCHAR);
CREATE TABLE undone (game_id VARCHAR, first BIGINT, last BIGINT);
CREATE TABLE repeated (file VARCHAR);
CREATE TABLE boxes (box VARCHAR PRIMARY KEY, text VARCHAR);
CREATE TABLE taken (game_id VARCHAR PRIMARY KEY, game VARCHAR, rules VARCHAR,
    started_at TIMESTAMPTZ, ended_at TIMESTAMPTZ, events BIGINT, head VARCHAR, options VARCHAR,
    box VARCHAR, file VARCHAR);
CREATE TABLE events (game_id VARCHAR, seq BIGINT, decision BIGINT, moment TIMESTAMPTZ,
    actor VARCHAR, type VARCHAR, schema INTEGER, payload VARCHAR);
"""

_READ: Final = """
CREATE OR REPLACE TABLE raw AS
SELECT filename AS file, line AS text
FROM read_csv($files, delim = chr(1), quote = '', escape = '', header = false, new_line = '\\n',
    columns = {'line': 'VARCHAR'}, filename = true, auto_detect = false, strict_mode = false,
    max_line_size = $longest, null_padding = false);
"""

_CHECK: Final = """
CREATE OR REPLACE TABLE heading AS
WITH named AS (
    SELECT file, split_part(text, ' ', 1) AS name,
        substr(text, strpos(text, ' ') + 1) AS value
    FROM raw WHERE text >= 'a' AND text < '{'
)
SELECT file,
    max(value) FILTER (name = 'game_id') AS game_id,
    max(value) FILTER (name = 'game') AS game,
    max(value) FILTER (name = 'rules') AS rules,
    max(value) FILTER (name = 'started_at') AS started_at,
    nullif(max(value) FILTER (name = 'ended_at'), '-') AS ended_at,
    try_cast(max(value) FILTER (name = 'events') AS BIGINT) AS events,
    max(value) FILTER (name = 'head') AS head,
    max(value) FILTER (name = 'check') AS checked,
    sha256(string_agg(name || ' ' || value || chr(10), '' ORDER BY CASE name
        WHEN 'table-companion-game' THEN 1 WHEN 'game_id' THEN 2 WHEN 'game' THEN 3
        WHEN 'rules' THEN 4 WHEN 'started_at' THEN 5 WHEN 'ended_at' THEN 6 WHEN 'events' THEN 7
        WHEN 'head' THEN 8 END) FILTER (name <> 'check')) AS found,
    max(value) FILTER (name = 'table-companion-game') AS format,
    count(*) AS names
FROM named GROUP BY file;

CREATE OR REPLACE TABLE line AS
WITH parted AS (
    -- The first six words are short. What follows may be long and full of blanks.
    SELECT file, string_split(left(text, 600), ' ') AS parts, text FROM raw
    WHERE text >= '0' AND text < ':'
)
SELECT file, try_cast(parts[1] AS BIGINT) AS seq, try_cast(parts[2] AS BIGINT) AS decision,
    parts[3] AS moment, parts[4] AS actor,
    regexp_extract(parts[5], '^(.*)/', 1) AS type,
    try_cast(regexp_extract(parts[5], '/([0-9]+)$', 1) AS INTEGER) AS schema,
    parts[6] AS hash,
    substr(text, len(parts[1]) + len(parts[2]) + len(parts[3]) + len(parts[4]) + len(parts[5])
        + len(parts[6]) + 7) AS payload
FROM parted;
DROP TABLE raw;

CREATE OR REPLACE TABLE doubted AS
WITH chained AS (
    SELECT line.file, line.seq, line.hash, line.moment,
        coalesce(lag(line.decision) OVER game, 1) AS decision_before,
        coalesce(lag(line.hash) OVER game, repeat('0', 64)) AS before,
        to_json([heading.game_id]) AS name, to_json([line.moment, line.actor, line.type]) AS words,
        to_json([line.payload]) AS payload, line.payload AS fields, line.decision, line.schema,
        row_number() OVER game AS place
    FROM line JOIN heading USING (file)
    WINDOW game AS (PARTITION BY line.file ORDER BY line.seq)
), judged AS (
    SELECT file, count(*) AS lines, max(seq) AS last, max_by(hash, seq) AS head,
        bool_and(coalesce(seq = place AND hash = sha256(unhex(before) || encode(
            name[:-2] || ',' || seq || ',' || decision || ',' || words[2:-2] || ',' || schema
            || ',' || payload[2:]
        )) AND decision IN (seq, decision_before) AND try_cast(moment AS TIMESTAMPTZ) IS NOT NULL
        AND CASE WHEN json_valid(fields) THEN json_type(fields) = 'OBJECT' ELSE false END,
        false)) AS holds
    FROM chained GROUP BY file
)
SELECT heading.file FROM heading LEFT JOIN judged USING (file)
WHERE NOT coalesce(judged.holds AND judged.lines = heading.events AND judged.head = heading.head
    AND heading.checked = heading.found AND heading.format = '1' AND heading.names = 9
    AND try_cast(heading.started_at AS TIMESTAMPTZ) IS NOT NULL, false);
"""

_TAKE: Final = """
CREATE OR REPLACE TEMP TABLE new_files AS
SELECT file, game_id FROM heading
WHERE game_id NOT IN (SELECT game_id FROM taken)
QUALIFY row_number() OVER (PARTITION BY game_id ORDER BY events DESC, file) = 1;
INSERT INTO repeated SELECT file FROM heading WHERE file NOT IN (SELECT file FROM new_files);

CREATE OR REPLACE TEMP TABLE start AS
SELECT file, found[1] AS text, found[2] AS options, sha256(found[1]) AS box
FROM (
    SELECT file, json_extract_string(payload, ['$.box', '$.options']) AS found
    FROM line JOIN new_files USING (file) WHERE seq = 1
);
INSERT INTO boxes SELECT box, any_value(text) FROM start GROUP BY box ON CONFLICT DO NOTHING;

INSERT INTO taken
SELECT heading.game_id, heading.game, heading.rules, try_cast(heading.started_at AS TIMESTAMPTZ),
    try_cast(heading.ended_at AS TIMESTAMPTZ), heading.events, heading.head,
    coalesce(start.options, '[]'), start.box, heading.file
FROM heading JOIN start USING (file);

INSERT INTO events
SELECT new_files.game_id, seq, decision, try_cast(moment AS TIMESTAMPTZ), actor, type, schema,
    CASE WHEN seq = 1 THEN json_merge_patch(payload, '{"box": null}') ELSE payload END
FROM line JOIN new_files USING (file);
"""

_FINISH: Final = """
-- A kept roll that is taken or dropped later was rolled once: a taken one is new only where no
-- kept one like it waits, which is where the running sum falls below all that it was before.
CREATE TABLE rolls AS
WITH steps AS (
    SELECT game_id, seq, moment, type, payload -> '$.roll' AS roll,
        CASE type WHEN 'roll-kept' THEN 1 ELSE -1 END AS step
    FROM events WHERE type IN ('roll-kept', 'roll-taken', 'roll-dropped')
), sums AS (
    SELECT *, sum(step) OVER alike AS waiting FROM steps
    WINDOW alike AS (PARTITION BY game_id, roll::VARCHAR ORDER BY seq)
), lows AS (
    SELECT *, least(0, min(waiting) OVER alike) AS low,
        least(0, coalesce(min(waiting) OVER earlier, 0)) AS low_before
    FROM sums
    WINDOW alike AS (PARTITION BY game_id, roll::VARCHAR ORDER BY seq),
        earlier AS (PARTITION BY game_id, roll::VARCHAR ORDER BY seq
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
)
SELECT game_id, seq, moment, coalesce(roll ->> '$.source', '') AS source,
    coalesce(roll ->> '$.die', '') AS die,
    try_cast(roll ->> '$.sides' AS INTEGER) AS sides, try_cast(roll ->> '$.face' AS INTEGER) AS face
FROM lows
WHERE (type = 'roll-kept' OR (type = 'roll-taken' AND low < low_before))
    AND try_cast(roll ->> '$.sides' AS INTEGER) BETWEEN 2 AND 1000
    AND try_cast(roll ->> '$.face' AS INTEGER)
        BETWEEN 1 AND try_cast(roll ->> '$.sides' AS INTEGER)
ORDER BY game_id, seq;

ALTER TABLE events ADD COLUMN undone BOOLEAN DEFAULT false;
UPDATE events SET undone = true FROM undone
WHERE events.game_id = undone.game_id AND seq BETWEEN undone.first AND undone.last;

CREATE TABLE games AS
WITH endings AS (
    SELECT game_id, seq, type, payload FROM events
    WHERE NOT undone AND type IN ('fellowship-game-ended', 'fellowship-verdict-given',
        'quest-game-ended', 'hunt-decided', 'rw-game-ended')
), ends AS (
    SELECT game_id,
        max_by(CASE type
            WHEN 'fellowship-verdict-given' THEN CASE
                WHEN payload ->> '$.verdict' LIKE '%Fellowship%' THEN 'Fellowship'
                WHEN payload ->> '$.verdict' LIKE '%Enemy%' THEN 'Enemy' ELSE 'draw' END
            WHEN 'quest-game-ended' THEN
                CASE payload ->> '$.outcome' WHEN 'destroyed' THEN 'Hobbits' ELSE 'Sauron' END
            WHEN 'hunt-decided' THEN payload ->> '$.winner'
            WHEN 'rw-game-ended' THEN payload ->> '$.winner' END, seq) AS winner,
        max_by(coalesce(payload ->> '$.verdict', payload ->> '$.words', payload ->> '$.how',
            payload ->> '$.why', payload ->> '$.reason'), seq) AS verdict
    FROM endings GROUP BY game_id
), turns AS (
    SELECT game_id, max(CASE type
        WHEN 'fellowship-step-entered' THEN try_cast(payload ->> '$.turn' AS INTEGER) END) AS named,
        count(*) FILTER (type IN ('quest-turn-begun')) AS begun,
        count(*) FILTER (type = 'hunt-turn-ended') AS ended
    FROM events WHERE NOT undone AND type IN ('fellowship-step-entered', 'quest-turn-begun',
        'hunt-turn-ended')
    GROUP BY game_id
)
SELECT taken.*, ends.winner, ends.verdict,
    CASE taken.game WHEN 'fellowship' THEN
        CASE WHEN turns.named BETWEEN 0 AND 1000 THEN turns.named END WHEN 'quest' THEN turns.begun
        WHEN 'hunt' THEN turns.ended + 1 END AS turns
FROM taken LEFT JOIN ends USING (game_id) LEFT JOIN turns USING (game_id)
ORDER BY game_id;
"""
