package lang_test

import (
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/langtest"
)

// What a program gives to its own functions reaches what they do.
func TestOwnFunctions(t *testing.T) {
	langtest.Run(t, in("python"),
		langtest.Of("a parameter", "import os\ndef rm(p):\n    os.remove(p)\nrm('a')\nrm('b')", "rm <p>", "rm a", "rm b"),
		langtest.Of("defined later", "def main():\n    rm('a')\ndef rm(p: str) -> None:\n    \"\"\"Removes.\"\"\"\n    os.remove(p)\nmain()", "rm a", "rm <p>"),
		langtest.Of("by name, among others", "def rm(n, p='x'):\n    os.remove(p)\nrm(1, p='a')", "rm <p>", "rm a"),
		langtest.Of("the rest", "def git(*args):\n    subprocess.run(['git', *args])\ngit('gc', '-q')", "git <args>", "git gc -q"),
		langtest.Of("a method", "class R:\n    def rm(self, p):\n        os.remove(p)\nR().rm('a')", "rm <p>", "rm a"),
		langtest.Of("through another", "def a(p):\n    os.remove(p)\ndef b(d):\n    a(d + '/x')\nb('t')", "rm <p>", "rm t/x"),
		langtest.Of("behind the body", "def rm(p):\n    os.remove(p)\n\nos.remove('b')\nrm('a')", "rm <p>", "rm a", "rm b"),
		langtest.Of("the same once", "def say(p):\n    os.remove('a')\nsay('x')\nsay('y')", "rm a"),
		langtest.Of("names are as before", "def rm(p):\n    os.remove(p)\np = 'a'\nrm('b')\nos.remove(p)", "rm <p>", "rm b", "rm a"),
		langtest.Of("it calls itself", "def rm(p):\n    rm(p + p)\n    os.remove(p)\nrm('a')", "rm <p>", "rm a"),
		langtest.Of("what it was given itself", "def sh(c):\n    os.system(c)\ndef rm(p):\n    sh('rm ' + p)\n", "shell| <c>"),
		langtest.Of("of another", "def info(c):\n    os.remove(c)\nlog.info('a')", "rm <c>"),
		langtest.Of("of two classes", "class A:\n    def x(self, c):\n        print(c)\nclass B:\n    def x(self, c):\n        os.remove(c)\nA().x('a')", "rm <c>"),
		langtest.Of("static", "class R:\n    @staticmethod\n    def rm(p):\n        os.remove(p)\nR.rm('a')", "rm <p>", "rm a"),
		langtest.Of("within another", "def main():\n    def rm(p):\n        os.remove(p)\n    rm('a')", "rm <p>", "rm a"),
		langtest.Of("called in a string", "import os\ndef rm(p):\n    os.remove(p)\n\nprint(f\"{rm('a')} {rm(f'{rm(1)}b')}\")", "rm <p>", "rm a", "rm 1", "rm <rm(1)>b"),
		langtest.Of("a lambda", "rm = lambda p: os.remove(p)\nrm('a')", "rm <p>", "rm a"),
	)
	langtest.Run(t, in("javascript"),
		langtest.Of("a function", "const fs = require('fs')\nfunction rm(p) { fs.unlinkSync(p) }\nrm('a')", "rm <p>", "rm a"),
		langtest.Of("called in a template", "const fs = require('fs')\nfunction rm(p) { fs.unlinkSync(p) }\nconsole.log(`${rm('a')} ${`${rm('b')}`}`)", "rm <p>", "rm a", "rm b"),
		langtest.Of("arrows", "const fs = require('fs')\nconst a = p => fs.unlinkSync(p)\nconst b = async (q) => { fs.unlinkSync(q) }\na('x'); b('y')", "rm <p>", "rm x", "rm <q>", "rm y"),
	)
	langtest.Run(t, in("php"),
		langtest.Of("a function", "function rm($p) { unlink($p); } rm('a');", "rm <$p>", "rm a"),
		langtest.Of("called in a string", "function rm($p) { unlink($p); } echo \"{$rm('a')} {rm('b')}\";", "rm <$p>"),
		langtest.Of("with types", "function rm(?string $p, int $n = 1): ?bool { return unlink($p); } rm('a', 2);", "rm <$p>", "rm a"),
	)
}

// Functions that call each other take no longer than a few times what the text takes.
func TestOwnFunctionsAreBounded(t *testing.T) {
	head := "def a(c):\n    b(c); b(c); b(c); b(c)\ndef b(c):\n    d(c); d(c); d(c); d(c)\ndef d(c):\n    os.remove(c + 'y')\n    a(c + c)\n"
	start := time.Now()
	if steps := in("python")(head + strings.Repeat("a('x')\n", 9_000)); len(steps) == 0 || len(steps) > lang.MaxSteps {
		t.Errorf("%d steps", len(steps))
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Error(d)
	}
}
