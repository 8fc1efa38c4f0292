#!/usr/bin/env python3
"""Where a run starts: --start takes the answer from a report, a store or a table, and says what is wrong with a file.

usage: start_test.py TWOSCALE
"""

import json
import unittest

from running import Folder

FROM = ["solve", "rotor", "--method", "raw", "--iterations", "0", "--certify", "0", "--json", "--start"]


class Start(Folder):
    def ends_where_it_started(self, name):
        """A run of no iterations, which has not settled."""
        return json.loads(self.run_program(*FROM, name, code=None).stdout)

    def refusal(self, name):
        return self.run_program(*FROM, name, code=2).stderr

    def test_every_kind_of_file_gives_the_same_point_to_the_bit(self):
        self.run_program("solve", "rotor", "--budget", "1e4", "--replicas", "3", "--output", "a.json", "--store", "a.db",
                         code=None)
        self.run_program("export", "a.db", "--output", "a.csv")
        self.run_program("solve", "rotor", "--method", "auto,raw", "--budget", "1e4", "--output", "both.json", code=None)
        report = json.loads((self.folder / "a.json").read_text())
        for name in ("a.json", "a.db", "a.csv", "both.json"):
            started = self.ends_where_it_started(name)
            self.assertEqual(started["y"], report["y"], name)
            self.assertEqual(started["x"], report["x"], name)

    def test_a_file_may_have_y_alone(self):
        (self.folder / "y.csv").write_text("y0,y1\n0.25,-0.5\n9,9\n")
        self.assertEqual(self.ends_where_it_started("y.csv")["y"], [0.25, -0.5])

    def test_a_file_without_a_point_is_refused_by_name(self):
        self.assertIn("start = nothing.json must be a file that can be read", self.refusal("nothing.json"))
        for name, text, needs in [
            ("a.csv", "loss\n1\n", "columns x0, x1, ... or y0, y1, ..."),
            ("b.json", "{\"y\": [1, \"two\"]}", "a list of numbers"),
            ("c.json", "{\"z\": 1}", "an x or a y"),
            ("d.json", "{\"y\": [1, ", "JSON as solve --output writes it"),
        ]:
            (self.folder / name).write_text(text)
            self.assertIn(needs, self.refusal(name))

    def test_a_point_of_another_size_is_refused(self):
        (self.folder / "y.csv").write_text("y0\n0.25\n")
        self.assertIn("y0 = (0.25) must be 2 numbers", self.refusal("y.csv"))

    def test_it_excludes_the_points_themselves(self):
        (self.folder / "y.csv").write_text("y0,y1\n0.25,0\n")
        self.run_program(*FROM, "y.csv", "--y0", "1,0", code=2)


if __name__ == "__main__":
    unittest.main()
