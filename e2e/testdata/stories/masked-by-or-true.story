# `|| true` hides a red run whose output shows it; the green one after the edit is told nothing either.
project py-stock
needs python3 make
session s1
run make test || true
silent
edit src/stock/shelf.py s/c < self.limit/c <= self.limit/
run make test || true
harmful: (?i)fail|hid
silent
session s2
harmful: (?i)fail
silent
