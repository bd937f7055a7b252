# A tool that lies outside of PATH is called by its place from then on
project c-text
shell mkdir -p ~/tools/bin && printf '#!/bin/sh\necho formatted "$@"\n' > ~/tools/bin/textfmt && chmod +x ~/tools/bin/textfmt
session s1
run textfmt text.c
silent
run ~/tools/bin/textfmt text.c
silent
session s2
useful: tools/bin/textfmt
run textfmt text.h
useful: failed here
wants: tools/bin/textfmt
run ~/tools/bin/textfmt text.h
silent
session s3
wants: tools/bin/textfmt
