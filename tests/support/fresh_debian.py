"""A fresh Debian root that boots with a systemd of its own, in namespaces of this machine.

The network is this machine's, so that the package registries are reached; processes, mounts and
control groups are its own. Needs root, debootstrap and util-linux.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final, Self

ROOT: Final = Path(__file__).parents[2]
CERTIFICATES: Final = Path("/etc/ssl/certs/ca-certificates.crt")
INIT: Final = "/lib/systemd/systemd"

_BOOT: Final = f"""
set -e
mount --make-rprivate /
mount --bind "$0" "$0"
mount -t proc proc "$0/proc"
mount -t sysfs -o ro sysfs "$0/sys" 2>/dev/null || mount --rbind /sys "$0/sys"
mount --rbind /sys/fs/cgroup "$0/sys/fs/cgroup"
mount -t tmpfs tmpfs "$0/dev" -o mode=755
for device in null zero full random urandom tty; do
  touch "$0/dev/$device"
  mount --bind "/dev/$device" "$0/dev/$device"
done
mkdir -p "$0/dev/pts" "$0/dev/shm"
mount -t devpts devpts "$0/dev/pts" -o newinstance,ptmxmode=0666
ln -sf pts/ptmx "$0/dev/ptmx"
for folder in dev/shm run tmp; do mount -t tmpfs tmpfs "$0/$folder"; done
cd "$0"
pivot_root . mnt
umount -l /mnt
exec env -i container=lxc PATH=/usr/sbin:/usr/bin:/sbin:/bin {INIT} --unit=multi-user.target
"""


def why_not() -> str:
    """What this machine lacks for a fresh Debian; empty if nothing."""
    if os.geteuid() != 0:
        return "only root may make a fresh Debian"
    lacking = [tool for tool in ("debootstrap", "unshare", "nsenter") if not shutil.which(tool)]
    return f"not installed: {', '.join(lacking)}" if lacking else ""


class FreshDebian:
    """A root made by debootstrap, with this checkout in ``/srv/companion``.

    Args:
        root: empty folder for it.
        release: Debian's name for the release, such as ``bookworm``.
    """

    def __init__(self, root: Path, release: str) -> None:
        self._root: Final = root
        wanted = "ca-certificates,systemd,systemd-sysv,dbus,udev"
        debootstrap = ["debootstrap", "--variant=minbase", f"--include={wanted}", release]
        subprocess.run([*debootstrap, str(root)], check=True, stdout=subprocess.DEVNULL)
        shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
        shutil.copy(CERTIFICATES, root / CERTIFICATES.relative_to("/"))
        self._copy_checkout()
        self._init: subprocess.Popen[bytes] | None = None

    def _copy_checkout(self) -> None:
        here = self._root / "srv/companion"
        here.mkdir(parents=True)
        tracked = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True
        ).stdout
        packed = subprocess.run(
            ["tar", "--null", "-T", "-", "-cf", "-"],
            cwd=ROOT,
            input=tracked,
            check=True,
            capture_output=True,
        ).stdout
        subprocess.run(["tar", "-xf", "-"], cwd=here, input=packed, check=True)

    def __enter__(self) -> Self:
        namespaces = ["--mount", "--pid", "--uts", "--ipc", "--cgroup", "--fork", "--kill-child"]
        self._init = subprocess.Popen(
            ["unshare", *namespaces, "bash", "-c", _BOOT, str(self._root)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        return self

    def __exit__(self, *_: object) -> None:
        if self._init is not None:
            self._init.kill()
            self._init.wait()

    def run(self, script: str, timeout_s: float = 600.0) -> subprocess.CompletedProcess[str]:
        """Run a script of bash as its root; output and errors come together in `stdout`."""
        enter = ["nsenter", "-t", str(self._pid()), "-m", "-p", "-u", "-i", "-C"]
        environment = [
            "PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME=/root",
            "LANG=C.UTF-8",
            f"PIP_CERT={CERTIFICATES}",
            f"NODE_EXTRA_CA_CERTS={CERTIFICATES}",
        ]
        return subprocess.run(
            [*enter, "env", "-i", *environment, "bash", "-c", script],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=timeout_s,
            check=False,
        )

    def _pid(self) -> int:
        """Its first process, as this machine counts."""
        if self._init is None:
            raise RuntimeError("it has not been started")
        children = Path(f"/proc/{self._init.pid}/task/{self._init.pid}/children")
        while self._init.poll() is None:
            for child in children.read_text().split():
                if Path(f"/proc/{child}/cmdline").read_bytes().startswith(INIT.encode()):
                    return int(child)
        raise RuntimeError(f"systemd did not start; its shell ended with {self._init.returncode}")
