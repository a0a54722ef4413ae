"""Completion scripts, asked as the shells ask them."""

import shutil
import subprocess
import unittest

from command import isotherm


def bash_completes(*words):
    """What bash offers for the last of the words."""
    script = isotherm("completion", "bash").out
    quoted = " ".join(f"'{word}'" for word in words)
    script += (f"COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _isotherm; "
               "printf '%s\\n' \"${COMPREPLY[@]}\"\n")
    done = subprocess.run(["bash", "-euc", script], capture_output=True, text=True, timeout=60,
                          check=True)
    return done.stdout.split()


class Completion(unittest.TestCase):
    def test_bash_completes_commands(self):
        self.assertEqual(bash_completes("isotherm", "se"), ["serve"])
        self.assertEqual(bash_completes("isotherm", "demo", ""), ["boot-storm"])
        self.assertEqual(bash_completes("isotherm", "key", "sh"), ["shard"])
        self.assertIn("bench", bash_completes("isotherm", "help", ""))

    def test_bash_completes_options_and_their_words(self):
        self.assertEqual(bash_completes("isotherm", "serve", "--thro"), ["--throughput"])
        self.assertEqual(bash_completes("isotherm", "serve", "--throughput", ""),
                         ["enforce", "observe", "off"])
        self.assertIn("--json", bash_completes("isotherm", "demo", "boot-storm", "--"))

    @unittest.skipUnless(shutil.which("fish"), "no fish on this machine")
    def test_fish_reads_its_script(self):
        script = isotherm("completion", "fish").out
        subprocess.run(["fish", "--no-config", "-c", script], timeout=60, check=True)

    @unittest.skipUnless(shutil.which("zsh"), "no zsh on this machine")
    def test_zsh_reads_its_script(self):
        script = "autoload -U compinit && compinit -D\n" + isotherm("completion", "zsh").out
        subprocess.run(["zsh", "-fc", script], timeout=60, check=True)

    def test_fish_script_names_commands_and_options(self):
        script = isotherm("completion", "fish").out
        self.assertIn("-a serve", script)
        self.assertIn("-l throughput", script)


if __name__ == "__main__":
    unittest.main()
