"""What the program says when it is not told what to do, or told wrongly."""

import os
import unittest

from command import isotherm, on_a_terminal

COMMANDS = ["serve", "demo boot-storm", "bench", "explain", "key shard", "completion", "version"]


class Usage(unittest.TestCase):
    def test_without_arguments_it_shows_two_examples_and_fails(self):
        done = isotherm()
        self.assertEqual(done.code, 2)
        self.assertEqual(done.out, "")
        self.assertIn("isotherm demo boot-storm", done.err)
        self.assertIn("isotherm serve", done.err)

    def test_help_is_a_result(self):
        for arguments in (["help"], ["--help"], ["-h"]):
            done = isotherm(*arguments)
            self.assertEqual((done.code, done.err), (0, ""))
            for command in COMMANDS:
                self.assertIn(command, done.out)

    def test_help_of_a_command_in_every_way_begins_with_examples(self):
        for command in COMMANDS:
            words = command.split()
            texts = {isotherm("help", *words).out, isotherm(*words, "--help").out,
                     isotherm(*words, "-h").out}
            self.assertEqual(len(texts), 1, command)
            self.assertTrue(texts.pop().startswith("Examples\n"))

    def test_help_knows_topics(self):
        self.assertIn("130", isotherm("help", "exit-codes").out)
        self.assertIn("ISOTHERM_THROUGHPUT", isotherm("help", "environment").out)
        self.assertEqual(isotherm("help", "weather").code, 2)

    def test_a_misspelt_command_is_guessed_and_not_run(self):
        for typed, meant in (("srve", "serve"), ("bnech", "bench"), ("boot-storm", "demo boot-storm"),
                             ("demo bot-storm", "demo boot-storm")):
            done = isotherm(*typed.split())
            self.assertEqual(done.code, 2)
            self.assertEqual(done.out, "")
            self.assertIn(f"Did you mean 'isotherm {meant}'?", done.err)

    def test_a_misspelt_option_is_guessed(self):
        done = isotherm("serve", "--in-memroy")
        self.assertEqual(done.code, 2)
        self.assertIn("unknown option '--in-memroy'", done.err)
        self.assertIn("Did you mean '--in-memory'?", done.err)

    def test_a_group_lists_its_commands(self):
        done = isotherm("demo")
        self.assertEqual(done.code, 2)
        self.assertIn("demo boot-storm", done.err)

    def test_values_are_checked(self):
        for arguments in (["serve", "--throughput", "sometimes"], ["serve", "--cache-mb", "0"],
                          ["serve", "--time-scale", "-1"], ["serve", "--listen"],
                          ["bench", "--mix", "get=50"], ["bench", "--rate", "none"],
                          ["bench", "--workload", "z"], ["bench", "--endpoint", "https://x"],
                          ["serve", "surplus"], ["completion", "tcsh"],
                          ["completion", "bash", "zsh"], ["bench", "--duration", "0s"],
                          ["bench", "--timeout", "0"], ["demo", "boot-storm", "--duration", "0"],
                          ["bench", "--fill", "--no-fill"], ["bench", "--random-arrivals"],
                          ["bench", "--table", b"\xff"], ["serve", "--region", b"\xff"],
                          ["serve", "--in-memory", "--data", "x"],
                          ["serve", "-inMemory", "-dbPath", "x"], ["serve", "-port", "65536"],
                          ["serve", "--account", "12345678901"], ["serve", "--cors", "example.com"],
                          ["serve", "--cors", ""]):
            done = isotherm(*arguments)
            self.assertEqual((done.code, done.out), (2, ""), arguments)
            self.assertTrue(done.err.strip(), arguments)

    def test_options_of_all_commands_may_stand_before_the_command(self):
        self.assertEqual(isotherm("--color", "never", "version").code, 0)
        self.assertEqual(isotherm("--no-color", "version").code, 0)

    def test_the_version_is_the_same_everywhere(self):
        plain = isotherm("version").out
        self.assertEqual(plain, isotherm("--version").out)
        self.assertEqual(isotherm("version", "--json").json()["version"], plain.split()[1])

    def test_errors_are_json_when_the_result_would_be(self):
        done = isotherm("bench", "--json", "--mix", "get=50")
        self.assertEqual(done.code, 2)
        error = done.error()
        self.assertEqual(error["code"], "usage")
        self.assertIn("adds up to 50", error["message"])

    def test_the_environment_is_heeded_and_named_when_it_is_wrong(self):
        done = isotherm("serve", ISOTHERM_THROUGHPUT="sometimes")
        self.assertEqual(done.code, 2)
        self.assertIn("ISOTHERM_THROUGHPUT", done.err)


class Colour(unittest.TestCase):
    def setUp(self):
        for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"):
            os.environ.pop(name, None)

    def test_a_pipe_gets_none_unless_asked_for(self):
        self.assertNotIn("\033", isotherm("help").out)
        self.assertIn("\033", isotherm("serve", "--help", "--color", "always").out)
        self.assertIn("\033", isotherm("serve", "--help", FORCE_COLOR="1").out)

    def test_a_terminal_gets_it_unless_refused(self):
        self.assertIn(b"\033", on_a_terminal("serve", "--help"))
        self.assertNotIn(b"\033", on_a_terminal("serve", "--help", NO_COLOR="1"))
        self.assertNotIn(b"\033", on_a_terminal("serve", "--help", TERM="dumb"))
        self.assertNotIn(b"\033", on_a_terminal("serve", "--help", "--color=never"))


if __name__ == "__main__":
    unittest.main()
