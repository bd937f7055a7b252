package recipes

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// FuzzRead: whatever the files hold, reading them ends, with commands of them.
func FuzzRead(f *testing.F) {
	for kind := range rule.Recipes {
		f.Add(uint8(kind), "A := $(shell ls)\nx: y\n\trm $(A) $(call f,1)\n%.o: %.c\ninclude x.mk\n", "x A=1")
		f.Add(uint8(kind), `{"scripts": {"a": "rm a", "prea": "npm run a"}}`, "a -- b")
		f.Add(uint8(kind), "services:\n  a:\n    image: x\n  b:\n", "a ls")
		f.Add(uint8(kind), "services:\n  a:\n    image: x\n  b:\n", "b ls")
		f.Add(uint8(kind), "x:\n\t\xff\xfe $(\xff)\n", "x \xff")
		f.Add(uint8(kind), strings.Repeat("$(", 5000), "")
	}
	f.Fuzz(func(t *testing.T, kind uint8, text, words string) {
		list := Read(Order{Kind: rule.Recipes[int(kind)%len(rule.Recipes)], Files: []string{"a"}, Words: strings.Fields(words),
			Text: func(string) (string, bool) { return text, true }})
		lines := 1 + strings.Count(text, "\n")
		for _, c := range list {
			if c.File != "" && (c.Line < 1 || c.Line > lines) {
				t.Fatalf("%q stands at %s:%d of %d", c.Text, c.File, c.Line, lines)
			}
		}
	})
}

// What many places use of one command's output is not as many commands.
func TestOutputsInManyPlaces(t *testing.T) {
	text := "A := $(shell git log)\nB = $(A).$(A)\nx:\n" + strings.Repeat("\techo $(B) $(B)\n", 50)
	n := 0
	for _, c := range Read(Order{Kind: "make", Files: []string{"a"}, Text: func(string) (string, bool) { return text, true }}) {
		n += strings.Count(c.Text, "$(")
	}
	if n != maxAsked {
		t.Errorf("%d commands in recipes, want %d", n, maxAsked)
	}
}

// Reading ends soon, also where a file is nothing but one kind of trouble.
func TestLargeFiles(t *testing.T) {
	const size = 64 << 10
	for _, kind := range rule.Recipes {
		for _, unit := range []string{"$(", "A += $(A)\n", "A = $(A)$(A)\n", "x: x\n\t$(x)\n", "define x\n", "ifeq (\n", "{\"scripts\":", "- a\n", "include a\n", "$(eval $(x))\n",
			"a: b c\nb: a c\nc: a b\n", "A := $(foreach x,$(A) a,$(A)$(x))\n", "%: %\n\tls\n", "$(call f,$(0))\n", "  a:\n    - b\n", "{{a}}\n"} {
			text := strings.Repeat(unit, size/len(unit))
			Read(Order{Kind: kind, Files: []string{"a"}, Words: []string{"x", "a"}, Text: func(string) (string, bool) { return text, true }})
		}
	}
}

// Of two lists of scripts npm runs the last.
func TestScriptsTwice(t *testing.T) {
	text := `{"scripts": {"clean": "true"}, "scripts": {"clean": "rm -rf ~"}}`
	list := Read(Order{Kind: "package", Files: []string{"package.json"}, Words: []string{"clean"}, Text: func(string) (string, bool) { return text, true }})
	if len(list) != 1 || list[0].Text != "rm -rf ~" {
		t.Errorf("it runs %v", list)
	}
}
