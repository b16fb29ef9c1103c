"""Has Chromium trust an authority: written into the certificate store that it reads on Linux.

It does what ``certutil -A -t C,,`` does, with the library that Chromium itself brings along.
"""

from __future__ import annotations

import ctypes
from pathlib import Path

_TRUSTED_FOR_SITES = 0x10 | 0x08  # a trusted authority, and a valid one


class _Trust(ctypes.Structure):
    """For which purposes a certificate is trusted: sites, mail, programs."""

    _fields_ = (("sites", ctypes.c_uint), ("mail", ctypes.c_uint), ("programs", ctypes.c_uint))


def trust(home: Path, authority_der: bytes) -> None:
    """Write an authority into the store of a home directory that has none yet.

    Args:
        home: what Chromium gets as ``HOME``.
        authority_der: the authority's certificate.

    Raises:
        OSError: the library is missing or refuses.
    """
    store = home / ".pki" / "nssdb"
    store.mkdir(parents=True)
    nss, smime = ctypes.CDLL("libnss3.so"), ctypes.CDLL("libsmime3.so")
    for known_by in (
        nss.PK11_GetInternalKeySlot,
        smime.CERT_DecodeCertFromPackage,
        nss.CERT_GetDefaultCertDB,
    ):
        known_by.restype = ctypes.c_void_p
    _check(nss.NSS_InitReadWrite(f"sql:{store}".encode()), "opening the store")
    try:
        slot = ctypes.c_void_p(nss.PK11_GetInternalKeySlot())
        if nss.PK11_NeedUserInit(slot):
            _check(nss.PK11_InitPin(slot, None, b""), "giving the store its empty password")
        found = smime.CERT_DecodeCertFromPackage(authority_der, len(authority_der))
        certificate = ctypes.c_void_p(found)
        _check(0 if found else -1, "reading the certificate")
        kept = nss.PK11_ImportCert(slot, certificate, ctypes.c_ulong(0), b"table", 0)
        _check(kept, "keeping the certificate")
        ways = _Trust(_TRUSTED_FOR_SITES, 0, 0)
        known = ctypes.c_void_p(nss.CERT_GetDefaultCertDB())
        _check(nss.CERT_ChangeCertTrust(known, certificate, ctypes.byref(ways)), "trusting it")
        nss.CERT_DestroyCertificate(certificate)
        nss.PK11_FreeSlot(slot)
    finally:
        nss.NSS_Shutdown()


def _check(status: int, what: str) -> None:
    if status != 0:
        raise OSError(f"{what} failed")
