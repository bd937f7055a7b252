#!/bin/sh
# Builds ctxhook from this checkout, installs it where "go install" does,
# registers it with the agent in the project of the current directory, and
# lets doctor prove that it works:
#
#	cd your-project && sh /path/to/ctxhook/install.sh
#
# Options are those of "ctxhook init": --project, --local, --user. Without
# one the project's shared settings are used, or, while the directory of
# installed programs is not on PATH, its local ones, which need no PATH.
set -eu

source=$(cd "$(dirname "$0")" && pwd)
command -v go >/dev/null 2>&1 || {
	echo "install.sh: go is needed to build ctxhook: https://go.dev/dl" >&2
	exit 1
}

bin=$(go env GOBIN)
if [ -z "$bin" ]; then
	gopath=$(go env GOPATH)
	bin=${gopath%%:*}/bin
fi
echo "building $bin/ctxhook"
(cd "$source" && CGO_ENABLED=0 GOBIN=$bin go install -trimpath -ldflags='-s -w' .)

case ":$PATH:" in
*":$bin:"*) ;;
*)
	echo "install.sh: $bin is not on PATH; to type ctxhook, add it where your shell starts:" >&2
	echo "  export PATH=\"\$PATH:$bin\"" >&2
	[ $# -gt 0 ] || set -- --local
	PATH=$bin:$PATH
	;;
esac

echo
"$bin/ctxhook" init "$@"
echo
"$bin/ctxhook" doctor
