package awk_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/lang/awk"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/langtest"
)

func TestAwk(t *testing.T) {
	langtest.Run(t, awk.Read,
		langtest.Of("system", `{ system("rm -rf " d "/x " $1) }`, "shell| rm -rf <d>/x <$1>"),
		langtest.Of("pipes", `{ print $1 | "sort -u"; "date" | getline now }`, "shell| sort -u", "shell| date"),
		langtest.Of("redirections", `{ print > "a"; print "x" >> ("b" ".c"); printf "%s", $1 > "/dev/stderr" }`, "tee a", "tee -a b.c"),
		langtest.Of("a variable", `BEGIN { c = "rm " "x"; system(c) }`, "shell| rm x"),
		langtest.Of("the environment", `BEGIN { f = ENVIRON["HOME"] "/a"; print > f; print x > (ENVIRON[k] "/b"); system("rm " ENVIRON["D"] "/c") }`, "tee <home>/a", "tee <ENVIRON>/b", "shell| rm <$D>/c"),
		langtest.Of("a file is read", `BEGIN { while ((getline line < "/etc/shadow") > 0) print line }`, "cat /etc/shadow"),
		langtest.Of("over a connection", `BEGIN { s = "/inet/tcp/0/192.0.2.1/99"; s |& getline c; while ((c |& getline r) > 0) print r |& s }`, "run: shell <net>"),
		langtest.Of("data", `/system\("x"\)/ { print "system(1)", $2 > 3 ? "a" : "b" } # system("y")`, "tee 3"),
		langtest.Of("a comparison redirects nothing", `$1 > 3 { if ($2 > max) max = $2 } END { print max }`),
	)
}
