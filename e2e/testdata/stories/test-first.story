# A new test is red first, as it should be; the code follows, green. Nothing is left, no lesson is told.
project git-pages
needs python3 make
session s1
write test_anchor.py <<
import unittest

import pages


class AnchorTest(unittest.TestCase):
    def test_anchor(self):
        self.assertEqual(pages.anchor("A b"), "a-b")
.
silent
run make test
silent
run <<
cat >> pages.py <<'PY'


def anchor(text):
    return text.lower().replace(" ", "-")
PY
.
silent
run make test
silent
session s2
harmful: (?i)fail|anchor
silent
