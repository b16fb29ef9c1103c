"""An MJPEG stream over HTTP, such as an old telephone used as a camera gives."""

from __future__ import annotations

import http.client
import re
import ssl
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPMessage
from typing import IO, Final

from vision.sources.frames import Clock, SourceError
from vision.sources.latest import STALL_S, LatestFrame, RawCamera
from vision.sources.packed import Unpacker

_CHUNK_BYTES: Final = 65536
_LARGEST_PICTURE_BYTES: Final = 32 * 1024 * 1024
_START: Final = b"\xff\xd8\xff"
_END: Final = b"\xff\xd9"
_MARK: Final = re.compile(b"|".join((_END, _START)))
"""Both looked for in one go: four times as fast as one after the other."""
_OPEN_TIMEOUT_S: Final = 10.0


def open_stream(
    address: str, fps: float, clock: Clock, *, stall_s: float = STALL_S
) -> LatestFrame[bytes]:
    """Open an MJPEG stream.

    Args:
        address: where it is; with ``user:password@`` before the host where the camera asks for it.
        fps: pictures a second to give.
        clock: the time to go by.
        stall_s: as for `LatestFrame`.

    Raises:
        SourceError: nobody answers there, or the answer is no picture stream. The text is shown on
            every screen and names neither user and password nor what stands behind a ``?``.
    """
    name, opener = told_address(address), _opener(address)
    try:
        request = urllib.request.Request(  # noqa: S310  the caller lets http and https through only
            _without_login(address), headers={"User-Agent": "table-companion"}
        )
        response = opener.open(request, timeout=_OPEN_TIMEOUT_S)
    except urllib.error.HTTPError as error:
        error.close()
        if error.code in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
            raise SourceError(
                f"{name} asks for another user and password; name them in the camera's address, "
                "as in http://user:password@host/video"
            ) from error
        raise SourceError(
            f"{name} answers {error.code} {error.reason}; check the path of the stream"
        ) from error
    except http.client.HTTPException as error:
        # Its text is what was sent, which may be anything.
        raise SourceError(
            f"{name} does not answer as a web camera does; check its address and its port"
        ) from error
    except (OSError, ssl.SSLError, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise SourceError(
            f"{name} cannot be reached ({reason}); is the camera on and in this network?"
        ) from error
    kind = response.headers.get_content_type()
    if kind.startswith("text/"):
        response.close()
        raise SourceError(
            f"{name} answers with a page ({kind}); expected the address of the MJPEG stream"
        )
    stopped = threading.Event()
    camera = RawCamera(
        name=name,
        raw_pictures=_raw_pictures(response, name, stopped),
        decode=Unpacker(name),
        release=stopped.set,
    )
    return LatestFrame(camera, fps=fps, clock=clock, stall_s=stall_s)


def told_address(address: str) -> str:
    """An address as everybody may read it: without user, password and what is asked for."""
    kind, there, rest = address.partition("://")
    if not there:
        return address
    place, slash, path = rest.partition("/")
    return f"{kind}://{place.rpartition('@')[2]}{slash}{path.partition('?')[0]}"


def _without_login(address: str) -> str:
    kind, there, rest = address.partition("://")
    place, slash, path = rest.partition("/")
    return f"{kind}{there}{place.rpartition('@')[2]}{slash}{path}"


def _opener(address: str) -> urllib.request.OpenerDirector:
    """What opens an address with its user and password, in both ways that cameras ask for them."""
    login = address.partition("://")[2].partition("/")[0].rpartition("@")[0]
    if not login:
        return urllib.request.build_opener()
    user, _, password = login.partition(":")
    known = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    known.add_password(
        None,
        _without_login(address),
        urllib.parse.unquote(user),
        urllib.parse.unquote(password),
    )
    return urllib.request.build_opener(_BasicLogin(known), _DigestLogin(known))


class _BasicLogin(urllib.request.HTTPBasicAuthHandler):
    """As its base, which leaves the answer that asked for the login open."""

    def http_error_401(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage
    ) -> object:
        """Ask again with user and password."""
        with closing(fp):
            return super().http_error_401(req, fp, code, msg, headers)


class _DigestLogin(urllib.request.HTTPDigestAuthHandler):
    """As above."""

    def http_error_401(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage
    ) -> object:
        """Ask again with user and password."""
        with closing(fp):
            return super().http_error_401(req, fp, code, msg, headers)


def split_pictures(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Cut a stream into JPEG pictures by their own start and end marks.

    Boundaries and part headers are not trusted: cameras write them in many ways. Rubbish between
    pictures is dropped.
    """
    pending = bytearray()
    searched = 0
    for chunk in chunks:
        pending += chunk
        while True:
            start = pending.find(_START)
            if start < 0:
                del pending[: max(0, len(pending) - len(_START) + 1)]
                searched = 0
                break
            if start > 0:
                del pending[:start]
                searched = 0
            # What was searched before this chunk came holds neither mark.
            unsearched = max(len(_START), searched - len(_START) + 1)
            mark = _MARK.search(pending, unsearched)
            if mark is None:
                searched = len(pending)
                if len(pending) > _LARGEST_PICTURE_BYTES:
                    pending.clear()
                    searched = 0
                break
            searched = 0
            if pending.startswith(_START, mark.start()):
                # The picture broke off and the next one has begun.
                del pending[: mark.start()]
                continue
            with memoryview(pending) as seen:
                picture = bytes(seen[: mark.end()])
            del pending[: mark.end()]
            yield picture


def _chunks(response: IO[bytes], stopped: threading.Event) -> Iterator[bytes]:
    read = getattr(response, "read1", response.read)
    while not stopped.is_set():
        chunk = read(_CHUNK_BYTES)
        if not chunk:
            return
        yield chunk


def _raw_pictures(response: IO[bytes], address: str, stopped: threading.Event) -> Iterator[bytes]:
    try:
        yield from split_pictures(_chunks(response, stopped))
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise SourceError(f"the stream {address} broke off ({error})") from error
    finally:
        response.close()
    if not stopped.is_set():
        raise SourceError(f"the stream {address} has ended")
