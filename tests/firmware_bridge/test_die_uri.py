"""What a person may type as the die's port."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge.connect import (
    DieUri,
    DieUriError,
    PortProblem,
    open_port,
    parse_uri,
)
from firmware_bridge.usb_ports import SerialPort, possible_dice


@pytest.mark.parametrize(
    ("text", "uri"),
    [
        ("auto", DieUri("auto")),
        ("none", DieUri("none")),
        ("virtual:", DieUri("virtual")),
        ("virtual:/var/die", DieUri("virtual", "/var/die")),
        ("/dev/ttyACM0", DieUri("device", "/dev/ttyACM0")),
        ("./port", DieUri("device", "./port")),
        ("socket://die.local:7777", DieUri("socket", "socket://die.local:7777")),
        ("socket://[::1]:7777", DieUri("socket", "socket://[::1]:7777")),
        ("plain:d20@/dev/ttyUSB0", DieUri("device", "/dev/ttyUSB0", "d20")),
        ("plain:d6@socket://h:1", DieUri("socket", "socket://h:1", "d6")),
    ],
)
def test_each_form_is_read(text: str, uri: DieUri) -> None:
    assert parse_uri(text) == uri


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ttyACM0",
        "COM3",
        "serial://x",
        "socket://",
        "socket://h:70000",
        "plain:d20",
        "plain:d6@auto",
    ],
)
def test_another_form_is_refused_with_what_is_possible(text: str) -> None:
    with pytest.raises(DieUriError, match=r"socket://host:port"):
        parse_uri(text)


def test_an_unknown_kind_of_plain_die_is_refused_with_the_known_ones() -> None:
    with pytest.raises(DieUriError, match=r"called 'd7': take one of d6, d10, d20"):
        parse_uri("plain:d7@/dev/ttyUSB0")


@pytest.mark.parametrize("name", ["file", "folder", "nothing"])
def test_what_is_no_port_cannot_be_opened(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(PortProblem) as problem:
        open_port(str(tmp_path / name), 9600)
    assert problem.value.state == "missing"
    assert str(tmp_path / name) in problem.value.reason


def test_boards_are_asked_before_converters_and_other_things_never() -> None:
    ports = [
        SerialPort("/dev/ttyS0"),
        SerialPort("/dev/ttyUSB0", vendor=0x10C4, product=0xEA60),
        SerialPort("/dev/ttyUSB1", vendor=0x10C4, product=0x0001),
        SerialPort("/dev/ttyACM1", vendor=0x2E8A, product=5),
        SerialPort("/dev/ttyACM0", vendor=0x2341, product=67),
    ]
    found = [port.device for port in possible_dice(ports)]
    assert found == ["/dev/ttyACM0", "/dev/ttyACM1", "/dev/ttyUSB0"]
