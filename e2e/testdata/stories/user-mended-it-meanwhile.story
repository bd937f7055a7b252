# The user mended the file outside of the session: the red check is no longer known to fail.
project c-ring
needs cc make
session s1
run make test
silent
session s2
wants: make test
useful: ring_test
prompt what does ring_put return?
silent
shell sed -i 's/? 1 :/? 0 :/' src/ring.c && sed -i 's/i < 9/i < 12/' tests/ring_test.c
session s3
harmful: (?i)fail
silent
