package vim_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/langtest"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/vim"
	"github.com/ctxhook/ctxhook/rules"
)

func TestVim(t *testing.T) {
	langtest.Run(t, func(s string) []lang.Step { return vim.Read(s, rules.Function) },
		langtest.Of("shell", ":!rm -rf a\n%!sort | sh\n:silent !id\nr !pwd\nw !sh", "shell| rm -rf a", "shell| sort | sh", "shell| id", "shell| pwd", "shell| sh"),
		langtest.Of("files", "w! out | q!\nsaveas ~/b\nredir! > c | echo 'x' | redir END", "tee out", "tee <home>/b", "tee c"),
		langtest.Of("languages", "py3 import os\nlua print(1)\n:python3 x()", "python| import os", "lua| print(1)", "python| x()"),
		langtest.Of("functions", `call system("rm " . expand("~") . "/x") | call delete("d", "rf") | let y = system('id')`, "shell| rm <home>/x", "rm -r -f d", "shell| id"),
		langtest.Of("execute", `execute "!id"`, "vim| !id"),
		langtest.Of("data", "echo \"system('x')\"\nset nu | syntax on | 1,3d\n%s/a/b/g | wq\n\" !ls"),
	)
}
