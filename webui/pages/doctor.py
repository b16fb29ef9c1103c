"""The doctor's page: what the table needs, how it is, and the way to mend what is wrong."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, abort, render_template, request

from webui.doctor_ports import Doctor
from webui.site import Site, is_at_home

_ORDER: Final = {"trouble": 0, "note": 1, "well": 2}
_PARTS: Final = {
    "program": "Program",
    "disk": "Disk",
    "clock": "Clock",
    "network": "Network",
    "camera": "Camera",
    "die": "Die",
    "box": "Box file",
}


def doctor_blueprint(site: Site, doctor: Doctor) -> Blueprint:
    """Routes of the page, for tablets that hold a seat and the table's own computer."""
    blueprint = Blueprint("doctor", __name__, url_prefix="/doctor")

    def check() -> None:
        if not is_at_home(request) and not site.held_seats():
            abort(403, "The doctor answers to tablets that hold a seat, and at the table itself.")

    @blueprint.get("")
    def page() -> str:
        check()
        lines = sorted(doctor.look(), key=lambda line: _ORDER[line.level])
        return render_template(
            "doctor.html",
            held=site.held_seats(),
            lines=lines,
            parts=_PARTS,
            troubles=sum(line.level == "trouble" for line in lines),
        )

    @blueprint.get("/bundle")
    def bundle() -> Response:
        check()
        response = Response(doctor.bundle(), mimetype="application/zip")
        response.headers["Content-Disposition"] = 'attachment; filename="table-doctor.zip"'
        return response

    return blueprint
