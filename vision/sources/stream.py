"""An MJPEG stream over HTTP, such as an old telephone used as a camera gives."""

from __future__ import annotations

import http.client
import ssl
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import IO, Final

from vision.sources.decoding import decode_picture
from vision.sources.frames import Clock, SourceError
from vision.sources.latest import STALL_S, LatestFrame, RawCamera

_CHUNK_BYTES: Final = 65536
_LARGEST_PICTURE_BYTES: Final = 32 * 1024 * 1024
_START: Final = b"\xff\xd8\xff"
_END: Final = b"\xff\xd9"
_OPEN_TIMEOUT_S: Final = 10.0


def open_stream(
    address: str, fps: float, clock: Clock, *, stall_s: float = STALL_S
) -> LatestFrame[bytes]:
    """Open an MJPEG stream.

    Raises:
        SourceError: nobody answers there, or the answer is no picture stream.
    """
    try:
        request = urllib.request.Request(  # noqa: S310  the caller lets http and https through only
            address, headers={"User-Agent": "table-companion"}
        )
        response = urllib.request.urlopen(request, timeout=_OPEN_TIMEOUT_S)  # noqa: S310  as above
    except urllib.error.HTTPError as error:
        raise SourceError(
            f"{address} answers {error.code} {error.reason}; check the path of the stream"
        ) from error
    except (OSError, http.client.HTTPException, ssl.SSLError, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise SourceError(
            f"{address} cannot be reached ({reason}); is the camera on and in this network?"
        ) from error
    kind = response.headers.get_content_type()
    if kind.startswith("text/"):
        response.close()
        raise SourceError(
            f"{address} answers with a page ({kind}); expected the address of the MJPEG stream"
        )
    stopped = threading.Event()
    camera = RawCamera(
        name=address,
        raw_pictures=_raw_pictures(response, address, stopped),
        decode=decode_picture,
        release=stopped.set,
    )
    return LatestFrame(camera, fps=fps, clock=clock, stall_s=stall_s)


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
            end = pending.find(_END, max(len(_START), searched - 1))
            follower = pending.find(_START, len(_START))
            if follower >= 0 and (end < 0 or follower < end):
                # The picture broke off and the next one has begun.
                del pending[:follower]
                searched = 0
                continue
            if end < 0:
                searched = len(pending)
                if len(pending) > _LARGEST_PICTURE_BYTES:
                    pending.clear()
                    searched = 0
                break
            yield bytes(pending[: end + len(_END)])
            del pending[: end + len(_END)]
            searched = 0


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
