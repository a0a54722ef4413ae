"""Runs the program once, as a script would."""

import json
import os
import pathlib
import pty
import subprocess

from isotherm_process import program

TIMEOUT_S = 240
SOURCE = pathlib.Path(__file__).resolve().parents[2]


class Done:
    """How a run ended."""

    def __init__(self, process):
        self.code = process.returncode
        self.out = process.stdout
        self.err = process.stderr

    def json(self):
        return json.loads(self.out)

    def error(self):
        """The error that was told as JSON: the last line of stderr."""
        return json.loads(self.err.strip().splitlines()[-1])["error"]


def isotherm(*arguments, stdin=None, **environment):
    """Runs it without the ISOTHERM_ variables and colours of whoever runs the tests."""
    clean = {
        name: value for name, value in os.environ.items()
        if not name.startswith(("ISOTHERM", "AWS_"))
        and name not in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE")
    }
    done = subprocess.run(
        [program(), *(each if isinstance(each, bytes) else str(each) for each in arguments)],
        capture_output=True, text=True, errors="replace", timeout=TIMEOUT_S, check=False,
        input=stdin if stdin is not None else "", env=clean | environment,
    )
    return Done(done)


def on_a_terminal(*arguments, **environment):
    """What it prints, in bytes, when stdout and stderr are a terminal."""
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [program(), *arguments], stdin=subprocess.DEVNULL, stdout=terminal, stderr=terminal,
        env={**os.environ, "TERM": "xterm", **environment},
    )
    os.close(terminal)
    text = b""
    try:
        while block := os.read(controller, 4096):
            text += block
    except OSError:
        pass
    os.close(controller)
    process.wait(timeout=60)
    return text
