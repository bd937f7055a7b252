package recipes

import (
	"slices"
	"strings"
	"testing"
)

// check compares the commands of an order, a line each, with their directories
// and languages.
func check(t *testing.T, o Order, files map[string]string, want string) {
	t.Helper()
	o.Env = func(name string) (string, bool) {
		v := map[string]string{"HOME": "/root", "Q": "fromenv"}[name]
		return v, v != ""
	}
	o.Text = func(name string) (string, bool) { text, ok := files[name]; return text, ok }
	var out []string
	for _, c := range Read(o) {
		text := strings.ReplaceAll(c.Text, "\n", "\\n")
		for _, note := range [...]string{c.Lang, c.Dir} {
			if note != "" {
				text = note + ": " + text
			}
		}
		out = append(out, text)
	}
	if got := strings.Join(out, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestMake(t *testing.T) {
	tests := []struct {
		name, file, words, want string
	}{
		{"first target", "all: x\n\tls\nx:\n\trm x\nz:\n\trm z\n", "", "rm x\nls"},
		{"goal", "all: x\n\tls\nx:\n\trm x\n", "x", "rm x"},
		{"prefixes", "x:\n\t-@rm x\n\t+@make y\n", "", "rm x\nmake y"},
		{"inline", "x: ; rm x\n", "", "rm x"},
		{"variables", "A = $(B)\nB := /etc\nx:\n\trm $(A) ${A} $B $$C\n", "", "rm /etc /etc /etc $C"},
		{"simple one is expanded at once", "A := $(B)\nB = /etc\nx:\n\trm $(A)\n", "", "rm ${B}"},
		{"not set", "x:\n\trm -rf $(DIR)/a\n", "", "rm -rf ${DIR}/a"},
		{"command line", "D ?= a\nE = b\nx:\n\trm $(D) $(E)\n", "D=/ E=/etc x", "rm / /etc"},
		{"environment", "D ?= a\nx:\n\trm $(D) $(HOME)\n", "", "rm a /root"},
		{"environment counts", "Q ?= a\nx:\n\trm $(Q)\n", "", "rm fromenv"},
		{"more", "A = x\nA += y\nB := x\nB += $(A)\nx:\n\trm $(A) $(B)\n", "", "rm x y x x y"},
		{"define", "define CLEAN\nrm -rf a\nrm -rf b\nendef\nx:\n\t$(CLEAN)\n", "", "rm -rf a\\nrm -rf b"},
		{"function", "f = rm $(1) $(2) $(0)\nx:\n\t$(call f,a)\n", "", "rm a  f"},
		{"automatic", "out/x: a.c b.c | d\n\tcp $^ $@ $< $(@D) $(@F)\n", "", "cp a.c b.c out/x a.c out x"},
		{"pattern", "all: x.o\n%.o: %.c\n\trm $*.c $< $@\n", "", "rm x.c x.c x.o"},
		{"pattern of its own need", "x:\n%: %.in\n\trm $@\n", "y", "rm y"},
		{"static pattern", "all: a.o b.o\na.o b.o: %.o: %.c\n\trm $<\n", "", "rm a.c\nrm b.c"},
		{"shell while it is read", "V := $(shell rm v)\nx:\n\tls $(shell rm w)\n", "", "rm v\nls $(rm w)"},
		{"shell that is not used", "V = $(shell rm v)\nx:\n\tls\n", "", "ls"},
		{"conditions", "A = 1\nifeq ($(A),1)\nD = y\nelse\nD = n\nendif\nifneq \"$(A)\" \"1\"\nE = y\nelse ifdef A\nE = n\nendif\nx:\n\trm $(D) $(E)\n", "", "rm y n"},
		{"condition that is not known", "ifeq ($(OS),Windows_NT)\nD = w\nelse\nD = u\nendif\nx:\n\trm $(D)\n", "", "rm w\nrm u"},
		{"condition in a recipe", "x:\nifdef A\n\trm a\nelse\n\trm b\nendif\n\tls\n", "", "rm a\nls\nrm b"},
		{"include", "include more.mk\nx: y\n", "x", "rm included"},
		{"missing include", "-include none.mk\nx:\n\tls\n", "", "ls"},
		{"one shell", ".ONESHELL:\nx:\n\tcd /\n\trm -rf *\n", "", "cd /\\nrm -rf *"},
		{"continued", "x:\n\tcd a && \\\n\trm b\n", "", "cd a && \\\\nrm b"},
		{"continued variable", "A = a \\\n  b\nx:\n\trm $(A)\n", "", "rm a b"},
		{"cycle", "a: b\n\tls a\nb: a\n\tls b\n", "", "ls b\nls a"},
		{"recursion of a variable", "A = $(A) x\nx:\n\trm $(A)y\n", "", "rm " + unknown + " xy"},
		{"functions", "S = a.c b.c\nx:\n\trm $(S:.c=.o) $(patsubst %.c,%.d,$(S)) $(addprefix o/,$(S)) $(notdir /x/y) $(filter-out a%,$(S)) $(firstword $(S)) $(word 2,$(S)) $(if $(S),1,2) $(subst a,b,aa) $(basename a.c) $(dir x/y)\n", "",
			"rm a.o b.o a.d b.d o/a.c o/b.c y b.c a.c b.c 1 bb a x/"},
		{"call", "f = rm -rf $(1)/$(2)\nx:\n\t$(call f,a,b)\n", "", "rm -rf a/b"},
		{"foreach", "x:\n\t$(foreach d,a b,rm $(d);)\n", "", "rm a; rm b;"},
		{"eval", "define T\n$(1):\n\trm $(1)\nendef\n$(eval $(call T,zap))\n", "zap", "rm zap"},
		{"eval of what is left to the shell", "x:\n\t$(eval $@_T := $(shell mktemp -d))\n\trm -rf $($@_T)/* $(U)\n", "", "rm -rf $(mktemp -d)/* ${U}"},
		{"default goal", ".DEFAULT_GOAL := y\nx:\n\tls x\ny:\n\tls y\n", "", "ls y"},
		{"special targets come not first", ".PHONY: x\n.SUFFIXES:\nx:\n\tls\n", "", "ls"},
		{"variable of a target", "D = a\nx: D = /\nx:\n\trm $(D)\ny:\n\tls $(D)\n", "x y", "rm /\nls a"},
		{"sub-make", "x:\n\t$(MAKE) -C sub t\n", "", "make -C sub t"},
		{"comment", "x: # comment\n\t# silent\n\tls # loud\n", "", "ls # loud"},
		{"wildcard", "x:\n\trm $(wildcard *.o)\n", "", "rm *.o"},
		{"recipe prefix", ".RECIPEPREFIX = >\nx:\n>rm x\n", "", "rm x"},
		{"other goal", "x:\n\tls\n", "none", ""},
		{"double colon", "x::\n\tls a\nx::\n\tls b\n", "", "ls a\nls b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check(t, Order{Kind: "make", Files: []string{"GNUmakefile", "Makefile"}, Words: strings.Fields(tt.words)},
				map[string]string{"Makefile": tt.file, "more.mk": "y:\n\trm included\n"}, tt.want)
		})
	}
}

func TestLines(t *testing.T) {
	files := map[string]string{
		"Makefile":     "A = \\\n  b\n\nx: y\n\tls x\n\tcd a; \\\n\tls\n\tls z\ninclude sub/m.mk\n",
		"sub/m.mk":     "\ny:\n\tls y\n",
		"package.json": "{\n  \"scripts\": {\n    \"prea\": \"one\",\n    \"a\": \"two\"\n  }\n}\n",
	}
	for _, tt := range []struct {
		order Order
		want  []string
	}{
		{Order{Kind: "make", Files: []string{"Makefile"}, Words: []string{"x"}}, []string{"sub/m.mk:3", "Makefile:5", "Makefile:6", "Makefile:8"}},
		{Order{Kind: "package", Files: []string{"package.json"}, Words: []string{"a"}}, []string{"package.json:3", "package.json:4"}},
	} {
		tt.order.Text = func(name string) (string, bool) { text, ok := files[name]; return text, ok }
		var got []string
		for _, c := range Read(tt.order) {
			got = append(got, c.File+":"+string(rune('0'+c.Line)))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.order.Kind, got, tt.want)
		}
	}
}
