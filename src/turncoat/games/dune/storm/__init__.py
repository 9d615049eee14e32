"""DUN-4.1: the answers of the Storm Phase."""

from __future__ import annotations

from turncoat.kernel import Action

# --- storm -----------------------------------------------------------------------------------


class Dial(Action, rule="DUN-4.1.1"):
    """DUN-DK-04: dial a number for the storm."""

    phrase = "dial {number}"

    number: int


class UseAtomics(Action, rule="DUN-7.9.1", tag="atomics"):
    """DUN-DK-05: blow up the Shield Wall."""

    phrase = "use atomics"
    clause = "blow up {territory:shield-wall}"


class UseWeatherControl(Action, rule="DUN-7.14.1", tag="weather"):
    """DUN-DK-05: set how many sectors the storm moves."""

    phrase = "weather control {sectors}"
    clause = "move the storm {sectors}"

    sectors: int
