# Ordinary work that goes well from the first to the last command is told nothing.
project git-pages
needs python3 git make
session s1
prompt add a function that renders a list
silent
run make test
silent
write lists.py <<
"""Renders lists."""
import html


def items(texts):
    return "<ul>" + "".join("<li>" + html.escape(t) + "</li>" for t in texts) + "</ul>"
.
silent
write test_lists.py <<
import unittest

import lists


class ListsTest(unittest.TestCase):
    def test_items(self):
        self.assertEqual(lists.items(["a"]), "<ul><li>a</li></ul>")
.
silent
run make test
silent
run git add -A && git commit -qm 'lists: render lists'
silent
stop
silent
session s2
silent
prompt now numbered ones
silent
run make test
silent
