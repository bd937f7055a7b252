# A target that another directory has is known to be there
project c-text
needs make
shell mkdir docs && printf 'pages:\n\t@sleep 0.3; echo pages written\n' > docs/Makefile && git add -A && git commit -qm 'Write pages'
session s1
run make pages
silent
run cd docs && make pages
silent
session s2
useful: docs
run make pages
wants: cd docs && make pages|make -C docs pages
useful: failed here|fixed this
