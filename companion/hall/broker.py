"""Where a broker is and how it is reached: an address such as ``mqtts://table@broker.local``."""

from __future__ import annotations

import logging
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs, unquote, urlsplit

from companion.hall.messages import PREFIX

if TYPE_CHECKING:
    from paho.mqtt.client import Client
    from paho.mqtt.reasoncodes import ReasonCode

LOG: Final = logging.getLogger("companion.hall")

PORTS: Final = {"mqtt": 1883, "mqtts": 8883}
KEEPALIVE_S: Final = 20
"""After one and a half times this the broker says that a silent table is gone."""

LONGEST_PAUSE_S: Final = 30
PASSWORD_VARIABLE: Final = "COMPANION_HALL_PASSWORD"  # noqa: S105 - a name, not a password


class BrokerError(ValueError):
    """The broker's address cannot be used; the text says what was expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Broker:
    """A broker's address.

    Attributes:
        host, port: where it listens.
        tls: whether the line is encrypted and the broker's certificate checked.
        authority: file with the certificate that it is checked by; None for the system's own.
        user, password: who we are; an empty user for nobody in particular.
        prefix: first levels of all topics.
    """

    host: str
    port: int
    tls: bool = False
    authority: Path | None = None
    user: str = ""
    password: str = field(default="", repr=False)
    prefix: str = PREFIX


def parse_broker(address: str, password: str = "") -> Broker:
    """Read an address: ``mqtt[s]://[USER[:PASSWORD]@]HOST[:PORT][/PREFIX][?ca=FILE]``.

    Args:
        address: the address.
        password: stands in for one that the address lacks.

    Raises:
        BrokerError: it is none.
    """
    wanted = "Expected an address such as mqtt://broker.local or mqtts://table@broker.local:8883"
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise BrokerError(f"{wanted}: {error}.") from error
    if parts.scheme not in PORTS or not parts.hostname:
        raise BrokerError(f"{wanted}, not {parts.scheme or address!r}.")
    options = parse_qs(parts.query)
    prefix = parts.path.strip("/")
    if set(options) - {"ca"} or any(sign in prefix for sign in "+#"):
        raise BrokerError(f"{wanted}; behind it only a prefix without + and #, and ?ca=FILE.")
    authority = Path(options["ca"][0]) if "ca" in options else None
    if authority is not None and not authority.is_file():
        raise BrokerError(f"there is no certificate file {authority}. Name another with ?ca=.")
    return Broker(
        host=parts.hostname,
        port=port or PORTS[parts.scheme],
        tls=parts.scheme == "mqtts",
        authority=authority,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or "") or password,
        prefix=prefix or PREFIX,
    )


def new_client(broker: Broker, client_id: str, *, asks_why: bool = False) -> Client:
    """A client for a broker, not yet connected.

    Args:
        broker: where it is to connect.
        client_id: its name there.
        asks_why: speak version 5, in which a broker says of each message why it was refused, in
            place of 3.1.1, which every broker speaks.

    Raises:
        BrokerError: the MQTT library is not installed, or the certificate file is none.
    """
    try:
        from paho.mqtt.client import Client, MQTTv5, MQTTv311  # noqa: PLC0415 - an extra, perhaps missing
        from paho.mqtt.enums import CallbackAPIVersion  # noqa: PLC0415 - an extra, perhaps missing
    except ModuleNotFoundError as error:
        raise BrokerError(
            "the hall needs the extra hall: run  COMPANION_EXTRAS=hall scripts/setup run  in the "
            "folder of the program, or see docs/installing.md for an installed table."
        ) from error
    client = Client(
        CallbackAPIVersion.VERSION2,
        client_id=client_id,
        clean_session=None if asks_why else True,
        protocol=MQTTv5 if asks_why else MQTTv311,
    )
    if broker.user:
        client.username_pw_set(broker.user, broker.password or None)
    if broker.tls:
        try:
            context = ssl.create_default_context(cafile=broker.authority)
        except ssl.SSLError as error:
            raise BrokerError(f"{broker.authority} holds no certificate: {error}.") from error
        except OSError as error:
            raise BrokerError(f"{broker.authority} cannot be read: {error.strerror}.") from error
        client.tls_set_context(context)
    client.reconnect_delay_set(1, LONGEST_PAUSE_S)
    return client


def watch_line(client: Client, broker: Broker, line: Callable[[bool], None]) -> None:
    """Have it told, in the client's thread, when the line stands and when it is lost.

    Args:
        client: the client.
        broker: where it connects; the log names it when it refuses us or does not answer.
        line: called with whether the line stands.
    """
    silent = False

    def connected(
        _client: Client, _data: object, _flags: object, code: ReasonCode, _properties: object
    ) -> None:
        nonlocal silent
        if code.is_failure:
            LOG.warning("the broker %s refuses us: %s. Trying again.", broker.host, code)
        else:
            silent = False
            line(True)  # noqa: FBT003 - what the callback is told

    def does_not_answer(_client: Client, _data: object) -> None:
        nonlocal silent
        if not silent:
            silent = True
            LOG.warning(
                "the broker %s:%s cannot be reached. Trying again.", broker.host, broker.port
            )

    client.on_connect = connected
    client.on_connect_fail = does_not_answer
    client.on_disconnect = lambda *_given: line(False)  # noqa: FBT003 - what the callback is told
