"""The doctor's look at the hall: does the broker answer, and does it let this table in."""

from __future__ import annotations

import secrets
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from companion.service.doctor_finding import Finding
from companion.service.hall import name_in_hall
from companion.service.settings import Settings

if TYPE_CHECKING:
    from paho.mqtt.client import Client
    from paho.mqtt.reasoncodes import ReasonCode

    from companion.hall.broker import Broker

PATIENCE_S: Final = 10.0
"""So long a broker may take to answer."""

_EXPIRED: Final = 10
_UNKNOWN_ISSUERS: Final = frozenset({18, 19, 20, 21})
_OTHER_NAMES: Final = frozenset({62, 64})
"""Codes of OpenSSL: why a certificate was not accepted."""


def examine_hall(settings: Settings, patience_s: float = PATIENCE_S) -> Iterator[Finding]:
    """Go to the broker as the table would, under another name; nothing is told to anybody.

    Args:
        settings: name the broker; nothing is found where they name none.
        patience_s: how long to wait for each answer.
    """
    if not settings.hall:
        return
    from companion.hall.broker import BrokerError, new_client, parse_broker  # noqa: PLC0415 - an extra that few tables need
    from companion.hall.messages import MessageError, checked_name  # noqa: PLC0415 - an extra that few tables need

    try:
        broker = parse_broker(settings.hall, settings.hall_password)
        name = checked_name(name_in_hall(settings))
        client = new_client(broker, f"doctor-{secrets.token_hex(4)}", asks_why=True)
    except (BrokerError, MessageError) as error:
        mend = "Give another --hall or --hall-table (docs/hall.md)."
        yield Finding(part="network", level="trouble", text=f"The hall: {error}", mend=mend)
        return
    yield _reached(broker, patience_s) or _let_in(client, broker, name, patience_s)


def _reached(broker: Broker, patience_s: float) -> Finding | None:
    """Why no line can be had, None where one can."""
    where = f"{broker.host}:{broker.port}"
    try:
        line = socket.create_connection((broker.host, broker.port), patience_s)
    except OSError as error:
        return Finding(
            part="network",
            level="trouble",
            text=f"The broker {where} cannot be reached: {error.strerror or error}.",
            mend="See that it runs, and that name, port and network are right. The table plays on "
            "meanwhile and tells everything later.",
        )
    with line:
        return _trusted(broker, line) if broker.tls else None


def _trusted(broker: Broker, line: socket.socket) -> Finding | None:
    """Why the line cannot be a safe one, None where it can."""
    where = f"{broker.host}:{broker.port}"
    context = ssl.create_default_context(cafile=broker.authority)
    try:
        context.wrap_socket(line, server_hostname=broker.host).close()
    except ssl.SSLCertVerificationError as error:
        text = f"The certificate of the broker {where} is not accepted: {error.verify_message}."
        mend = _mend_certificate(error.verify_code)
        return Finding(part="network", level="trouble", text=text, mend=mend)
    except OSError as error:
        # A broker without TLS waits for more, or hangs up.
        return Finding(
            part="network",
            level="trouble",
            text=f"The broker {where} does not speak TLS: {error.strerror or error}.",
            mend="Use mqtt:// instead of mqtts://, or the port on which it speaks TLS.",
        )
    return None


def _mend_certificate(code: int) -> str:
    if code == _EXPIRED:
        return (
            "Have it renewed by whoever runs the broker; if it should still hold, see that this "
            "computer's clock is right."
        )
    if code in _UNKNOWN_ISSUERS:
        return "Name the file of the authority that has signed it: ?ca=FILE behind the address."
    if code in _OTHER_NAMES:
        return "Use the name that stands in the certificate, in place of another or of a number."
    return (
        "Ask whoever runs the broker; if it should hold, see that this computer's clock is right."
    )


def _let_in(client: Client, broker: Broker, name: str, patience_s: float) -> Finding:
    """Log in and write where the table would; what the broker says to both."""
    done = threading.Event()
    answers: list[ReasonCode] = []

    def connected(
        _client: Client, _data: object, _flags: object, code: ReasonCode, _properties: object
    ) -> None:
        answers.append(code)
        if code.is_failure:
            done.set()
        else:
            # Nobody listens there.
            client.publish(f"{broker.prefix}/{name}/doctor", b"", qos=1)

    def published(
        _client: Client, _data: object, _mid: int, code: ReasonCode, _properties: object
    ) -> None:
        answers.append(code)
        done.set()

    client.on_connect, client.on_publish = connected, published
    try:
        client.connect(broker.host, broker.port)
        client.loop_start()
        done.wait(patience_s)
    except OSError as error:
        return _silent(broker, f"the line broke: {error.strerror or error}")
    finally:
        with suppress(OSError):
            client.disconnect()
        client.loop_stop()
    return _judged(broker, name, answers)


def _judged(broker: Broker, name: str, answers: list[ReasonCode]) -> Finding:
    where = f"{broker.host}:{broker.port}"
    whom = f"the user {broker.user}" if broker.user else "a table without a user"
    if not answers:
        return _silent(broker, "it does not answer as a broker does")
    if answers[0].getName() == "Unsupported protocol version":
        return Finding(
            part="network",
            level="note",
            text=f"The broker {where} is there, but speaks no MQTT 5.",
            mend="It cannot say whether it lets this table in: look whether the wall shows it.",
        )
    if answers[0].is_failure:
        return Finding(
            part="network",
            level="trouble",
            text=f"The broker {where} refuses {whom}: {answers[0]}.",
            mend="Mend the user in the address, or the password in the variable "
            "COMPANION_HALL_PASSWORD.",
        )
    if len(answers) == 1:
        return _silent(broker, "it lets us in and then says nothing")
    if answers[1].is_failure:
        return Finding(
            part="network",
            level="trouble",
            text=f"The broker {where} does not let {whom} write for the table {name}: all that "
            "this table tells would be lost.",
            mend="Give that user the lines of the access list in docs/hall.md, with the name "
            f"{name}, or name the table by --hall-table as the list does.",
        )
    text = f"The broker {where} lets {whom} in; this table is called {name} there."
    return Finding(part="network", level="well", text=text)


def _silent(broker: Broker, why: str) -> Finding:
    return Finding(
        part="network",
        level="trouble",
        text=f"There is something at {broker.host}:{broker.port}, but {why}.",
        mend="See that address and port are those of an MQTT broker.",
    )
