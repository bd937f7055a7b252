package sed_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/lang/langtest"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/sed"
)

func TestSed(t *testing.T) {
	langtest.Run(t, sed.Read,
		langtest.Of("e", "1e id", "shell| id"),
		langtest.Of("the flag e", "s/.*/rm x/e\ns/a/ls/ge", "shell| rm x", "shell| ls<pattern space>"),
		langtest.Of("w", "s/a/b/w out\n/x/,/y/{p;w log\n}", "tee out", "tee log"),
		langtest.Of("r", "/x/r more.txt", "cat more.txt"),
		langtest.Of("data", "s/e /w /g;/e rm/d;y/abc/def/;$ a e id"),
		langtest.Of("behind a jump, a label and an end", "t end;w a\nbx\nw b\n/x/{q;w c\n};:end;w d\nl 5;w e", "tee a", "tee b", "tee c", "tee d", "tee e"),
		langtest.Of("a name has no end but that of the line", "w a;b\nr c}", "tee a;b", "cat c}"),
		langtest.Of("other delimiters", `s|/e w|/w e|;\,/e,d`),
	)
}
