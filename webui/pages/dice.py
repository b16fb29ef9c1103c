"""How fair the dice were: counts, the chi-square test and runs, for everybody to see."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from companion.table.fairness import series_of
from webui.even import evenly
from webui.rolldraw import (
    meaning_of,
    p_value_text,
    picture_of,
    series_title,
    share_words,
    verdict_of,
)
from webui.site import Site


def dice_blueprint(site: Site) -> Blueprint:
    """The route of the page; it knows of rolls and of nothing else of a game."""
    blueprint = Blueprint("dice", __name__)

    @blueprint.get("/dice")
    def page() -> str:
        of_all_games = request.args.get("games") == "all"
        # What was written since the last look is read for it, private edits among the rolls.
        with evenly(site.settings.replay_every_s):
            record = site.table.roll_record(of_all_games=of_all_games)
        return render_template(
            "dice.html",
            held=site.held_seats(),
            games=record.games,
            of_all_games=of_all_games,
            series=series_of(record.rolls),
            picture_of=picture_of,
            title_of=series_title,
            verdict_of=verdict_of,
            meaning_of=meaning_of,
            share_words=share_words,
            p_value_text=p_value_text,
        )

    return blueprint
