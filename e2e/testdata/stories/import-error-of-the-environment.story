# A test needs a package that is not installed here: no failing check of the code.
project py-stock
needs python3
session s1
write tests/test_yaml.py <<
import unittest

import ruamel_yaml_missing


class YamlTest(unittest.TestCase):
    def test_load(self):
        self.assertTrue(ruamel_yaml_missing)
.
silent
run PYTHONPATH=src python3 -m unittest tests.test_yaml
useless: (?i)install|pip|virtual|environment
harmful: PYTHONPATH
session s2
useless: test_yaml
