# Two packages are red; the pass of one does not close the run over both.
project go-calc
needs go make
session s1
edit parse/parse.go s/len(f) != 3/len(f) > 3/
run go test ./calc ./parse
silent
edit parse/parse.go s/len(f) > 3/len(f) != 3/
run go test ./parse
silent
session s2
wants: TestDiv|go test \./calc
harmful: TestParseShort|parse_test
run go test ./calc
silent
