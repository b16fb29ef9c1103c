"""How a command ends that cannot do what was asked: one sentence, exit status 1, no traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click


class CommandFailed(click.ClickException):
    """What was expected, what came, what to do; exit status 1."""

    exit_code = 1


@contextmanager
def failing_on(*expected: type[Exception]) -> Iterator[None]:
    """Turn errors whose text is meant for people into `CommandFailed`.

    Args:
        expected: the errors that bad input causes here; any other is a fault of the program.

    Raises:
        CommandFailed: one of them came.
    """
    try:
        yield
    except expected as error:
        raise CommandFailed(str(error)) from error
