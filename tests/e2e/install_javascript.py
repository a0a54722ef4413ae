"""Installs the packages that js/package.json pins, beside a copy of the scripts, in a folder of the
build (JS_FOLDER), once. Two tests at a time may then use them.
"""

import json
import os
import pathlib
import shutil
import subprocess

from world import HERE, PLAYER

INSTALL = ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts",
           "--loglevel=error"]
TRIES = 3


def main():
    folder = pathlib.Path(os.environ["JS_FOLDER"])
    folder.mkdir(parents=True, exist_ok=True)
    wanted = (HERE / "js" / "package.json").read_text(encoding="utf-8")
    done = folder / "installed"
    if not done.exists() or done.read_text(encoding="utf-8") != wanted:
        (folder / "package.json").write_text(wanted, encoding="utf-8")
        for attempt in range(1, TRIES + 1):
            if subprocess.run(INSTALL, cwd=folder, check=attempt == TRIES, timeout=600).returncode == 0:
                break
        done.write_text(wanted, encoding="utf-8")
    for script in (HERE / "js").glob("*.mjs"):
        shutil.copy(script, folder)
    (folder / "player.json").write_text(json.dumps(PLAYER), encoding="utf-8")


if __name__ == "__main__":
    main()
