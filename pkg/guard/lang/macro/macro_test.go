package macro_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/langtest"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/macro"
)

func TestMacro(t *testing.T) {
	langtest.Run(t, func(s string) []lang.Step { return macro.Read("m4", s) },
		langtest.Of("commands", "define(x, y)\nsyscmd(`rm -rf a')\nesyscmd(echo (b))", "shell| rm -rf a", "shell| echo (b)"),
		langtest.Of("in brackets", "m4_syscmd([rm -rf a])", "shell| rm -rf a"),
		langtest.Of("a comment", "dnl syscmd(rm a)\nx dnl esyscmd(rm b)"),
		langtest.Of("not closed", "syscmd(rm a", "shell| rm a"),
	)
	langtest.Run(t, func(s string) []lang.Step { return macro.Read("tex", s) },
		langtest.Of("commands", `\documentclass{x}\immediate\write18{rm -rf {a}}\directlua{os.execute("id")}`, "shell| rm -rf {a}", `lua| os.execute("id")`),
		langtest.Of("data", `\write{rm -rf a}`),
	)
	langtest.Run(t, func(s string) []lang.Step { return macro.Read("rpm", s) },
		langtest.Of("commands", `%(rm -rf a) %{lua:os.execute("id")} %{name}`, "shell| rm -rf a", `lua| os.execute("id")`),
	)
	langtest.Run(t, func(s string) []lang.Step { return macro.Read("tcl", s) },
		langtest.Of("commands", "spawn rm -rf a; interact\nif {1} {exec rm -rf b}\nputs [exec id]", "shell| rm -rf a", "shell| rm -rf b", "shell| id"),
		langtest.Of("no command", "# spawn rm -rf a\nputs \"exec rm -rf a\"\nmyexec rm b\nsend \"exit\\r\""),
	)
}
