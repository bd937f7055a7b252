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
	langtest.Run(t, func(s string) []lang.Step { return macro.Read("uu", s) },
		langtest.Of("uuencode", "hello\nbegin 644 a/b.txt\n#86)C\n`\nend\nbegin-base64 755 c\nYQ==\n====\n", "tee a/b.txt", "tee c"),
		langtest.Of("a word", "begin here and go on\n"),
	)
	langtest.Run(t, func(s string) []lang.Step { return macro.Read("patch", s) },
		langtest.Of("settings of an agent", "--- a/.claude/settings.json\t2026\n+++ b/.claude/settings.json\t2026\n", "tee .claude/settings.json"),
		langtest.Of("settings taken away", "--- a/x/.claude/settings.local.json\n+++ /dev/null\n", "rm x/.claude/settings.local.json"),
		langtest.Of("settings moved", "rename from .claude/settings.json\nrename to b\n", "rm .claude/settings.json"),
		langtest.Of("other files", "--- a/src/a.go\n+++ b/src/a.go\n--- a/.claude/README.md\n+++ b/.claude/README.md\n"),
	)
	langtest.Run(t, func(s string) []lang.Step { return macro.Read("tcl", s) },
		langtest.Of("files", "file delete -force [glob ~/a/b*]\nfile rename a b; # file delete c", "shell| rm -r -f ~/a/b*", "shell| mv a b"),
		langtest.Of("commands", "spawn rm -rf a; interact\nif {1} {exec rm -rf b}\nputs [exec id]", "shell| rm -rf a", "shell| rm -rf b", "shell| id"),
		langtest.Of("no command", "# spawn rm -rf a\nputs \"exec rm -rf a\"\nmyexec rm b\nsend \"exit\\r\""),
	)
}
