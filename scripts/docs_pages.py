"""Pages of the documents that are made from the program: commands, settings, events, rules.

A hook of MkDocs (`mkdocs.yml`) puts them into the site; `tests/docs` sees that nothing is missing.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from companion.cli import main as command_line
from companion.hall import messages as hall_messages
from companion.journal.codec import tag_of
from companion.service.games import GAMES, load_game
from companion.service.settings import Settings
from companion.table.events import TABLE_EVENTS, Event

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

ROOT: Final = Path(__file__).resolve().parent.parent
MADE: Final = "This page is made from the program."
ENVIRONMENT: Final = {
    "COMPANION_HOME": "The user directory with games, box files and all that is yours.",
    "XDG_DATA_HOME": "Without `COMPANION_HOME` the folder `table-companion` in there is the user "
    "directory, and without both `~/.local/share/table-companion`.",
    "PORT": "Port of the web server where `--port` names none.",
    "COMPANION_HALL_PASSWORD": "Password for the hall's broker where its address has none.",
    "COMPANION_EXTRAS": "Extras that `scripts/setup` and `scripts/install` take in too, such as "
    "`hall`; the installer also takes it from `/etc/default/table-companion`.",
    "COMPANION_OPTIONS": "Options of the installed service, in `/etc/default/table-companion`.",
}
"""Variables of the environment that the program or its service reads."""

_FIRST: Final = (
    "The table takes options of [companion serve](commands.md#companion-serve) first, then "
    "variables of the environment, then what is set here at first."
)
_RULES: Final = (
    "Each id of the rule checklists that a test names, with the test's file. All tests pass where "
    "this page is published; `make rules` runs them and lists the ids without one."
)
_PAGE: Final = re.compile(r"- ([a-z/0-9-]+\.md)")
_MARK: Final = re.compile(r"mark\.rule\(([^)]*)\)")
_RULE: Final = re.compile(r"[A-Z]+-\d{3}")


class MissingWordsError(ValueError):
    """Something of the program has no words that a page could show."""


def pages() -> dict[str, str]:
    """Path below docs/ and text of each page that is made."""
    return {
        "reference/commands.md": commands_page(),
        "reference/settings.md": settings_page(),
        "reference/events.md": events_page(),
        "reference/rules.md": rules_page(),
    }


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Called by MkDocs: what the navigation does not name yet stands at its end."""
    named = set(_PAGE.findall(Path(config.config_file_path).read_text("utf-8")))
    folder = Path(config.docs_dir)
    there = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.md"))
    further = [name for name in there if name not in named]
    if further and config.nav is not None:
        config.nav.append({"Further": further})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Called by MkDocs: add the pages."""
    from mkdocs.structure.files import File  # noqa: PLC0415 - an extra; tests do without

    for path, text in pages().items():
        files.append(File.generated(config, path, content=text))
    return files


def all_commands(
    group: click.Group = command_line, name: str = "companion"
) -> Iterator[tuple[str, click.Command]]:
    """Every command with its whole name, groups before what is in them."""
    context = click.Context(group)
    for word in group.list_commands(context):
        command = group.get_command(context, word)
        if command is None:
            raise MissingWordsError(f"{name} {word} is listed but not there")
        yield f"{name} {word}", command
        if isinstance(command, click.Group):
            yield from all_commands(command, f"{name} {word}")


def commands_page() -> str:
    """All commands with arguments and options.

    Raises:
        MissingWordsError: a command or an option has no help.
    """
    parts = ["# Commands", f"{MADE} Each command says the same with `--help`."]
    for name, command in all_commands():
        arguments = " ".join(
            parameter.make_metavar(click.Context(command))
            for parameter in command.params
            if isinstance(parameter, click.Argument)
        )
        parts += [f"## {name}", f"```\n{name} {arguments}".rstrip() + "\n```", _help(name, command)]
        rows = [_option_row(name, p) for p in command.params if isinstance(p, click.Option)]
        if rows:
            parts.append("\n".join(["| option | |", "| --- | --- |", *rows]))
    return "\n\n".join(parts) + "\n"


def _help(name: str, command: click.Command) -> str:
    text = inspect.cleandoc(command.help or "")
    if not text:
        raise MissingWordsError(f"{name} has no help")
    return _plain(text)


def _option_row(name: str, option: click.Option) -> str:
    if not option.help:
        raise MissingWordsError(f"{name} {option.opts[0]} has no help")
    return f"| `{', '.join(option.opts)}` | {_cell(option.help)} |"


def settings_page() -> str:
    """Everything that can be set for the table.

    Raises:
        MissingWordsError: a setting is not described.
    """
    described = attributes_of(Settings)
    rows = []
    for one in dataclasses.fields(Settings):
        if one.name not in described:
            raise MissingWordsError(f"the setting {one.name} is not described")
        rows.append(f"| `{one.name}` | {_cell(described[one.name])} |")
    variables = [f"| `{name}` | {_cell(text)} |" for name, text in ENVIRONMENT.items()]
    return "\n".join(
        [
            "# Settings",
            "",
            f"{MADE} {_FIRST}",
            "",
            "| setting | |",
            "| --- | --- |",
            *rows,
            "",
            "## Environment",
            "",
            "| variable | |",
            "| --- | --- |",
            *variables,
            "",
        ]
    )


def events_page() -> str:
    """Every event of every game's journal, and every fact that a hall is told.

    Raises:
        MissingWordsError: an event has no docstring.
    """
    parts = [
        "# Events",
        f"{MADE} What is written in a [journal](../journal.md), by its unchanging tag.",
        "## Shared by all games",
        _event_table(TABLE_EVENTS),
    ]
    shared = set(TABLE_EVENTS)
    for name in sorted(GAMES):
        own = [kind for kind in load_game(name).event_types if kind not in shared]
        parts += [f"## {name}", _event_table(own)]
    facts = [kind for kind in vars(hall_messages).values() if _is_fact(kind)]
    rows = [_event_row(str(kind.__struct_config__.tag), kind) for kind in facts]
    parts += ["## Facts told to a hall", "See [the hall](../hall.md).", _table(rows)]
    return "\n\n".join(parts) + "\n"


def _is_fact(kind: object) -> bool:
    return (
        isinstance(kind, type)
        and issubclass(kind, hall_messages.Fact)
        and kind is not hall_messages.Fact
    )


def _event_table(kinds: Iterable[type[Event]]) -> str:
    return _table([_event_row(tag_of(kind), kind) for kind in kinds])


def _table(rows: list[str]) -> str:
    return "\n".join(["| type | fields | |", "| --- | --- | --- |", *rows])


def _event_row(tag: str, kind: type[msgspec.Struct]) -> str:
    words = inspect.cleandoc(kind.__dict__.get("__doc__") or "")
    if not words:
        raise MissingWordsError(f"the event {tag} has no docstring")
    fields = ", ".join(f"`{name}`" for name in kind.__struct_fields__)
    return f"| `{tag}` | {fields} | {_cell(words.partition('Attributes:')[0])} |"


def rules_page() -> str:
    """Which ids of the rule checklists a test names, by file."""
    found = rules_named()
    families: dict[str, dict[str, list[str]]] = {}
    for rule, files in sorted(found.items()):
        families.setdefault(rule.partition("-")[0], {})[rule] = files
    parts = [
        "# Rules with a test",
        f"{MADE} {_RULES}",
    ]
    for family, rules in families.items():
        rows = [
            f"| {rule} | {', '.join(f'`{file}`' for file in files)} |"
            for rule, files in rules.items()
        ]
        head = [f"## {family}", "", f"{len(rules)} ids.", "", "| id | tests |", "| --- | --- |"]
        parts.append("\n".join([*head, *rows]))
    return "\n\n".join(parts) + "\n"


def rules_named() -> dict[str, list[str]]:
    """For each id that a test names the files of those tests."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for mark in _MARK.findall(path.read_text("utf-8")):
            for rule in _RULE.findall(mark):
                files = found.setdefault(rule, [])
                if path.stem not in files:
                    files.append(path.stem)
    return found


def attributes_of(kind: type[Any]) -> dict[str, str]:
    """What the docstring of a class says of each of its attributes."""
    text = inspect.cleandoc(kind.__doc__ or "").partition("Attributes:")[2]
    found: dict[str, str] = {}
    names: list[str] = []
    for line in inspect.cleandoc(text).splitlines():
        head = re.match(r"([a-z_, ]+): (.*)", line)
        if head and not line.startswith(" "):
            names = [name.strip() for name in head[1].split(",")]
            found.update(dict.fromkeys(names, head[2]))
        else:
            found.update({name: f"{found[name]} {line.strip()}" for name in names})
    return found


def _plain(text: str) -> str:
    """Help of a command as Markdown: what stands in angles is text."""
    return text.replace("\b\n", "").replace("<", "&lt;")


def _cell(text: str) -> str:
    return " ".join(_plain(text).split()).replace("|", "\\|")
