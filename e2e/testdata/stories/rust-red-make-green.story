# A test that is red under cargo is green under make: nothing is told of it
project rs-roman
needs cargo make cc
session s1
edit src/lib.rs s/"IX"), (5/"VIIII"), (5/
run cargo test
silent
session s2
wants: cargo test
useful: writes_nine
edit src/lib.rs s/"VIIII"/"IX"/
run make test
silent
stop
silent
session s3
silent
