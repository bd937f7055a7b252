package follow_test

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/readtest"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// removed lists what rm is called with, read with the models that are shipped.
func removed(text string) string {
	s := follow.Parse(text, shell.Options{Models: rules.Command, Functions: rules.Function, Home: "/home/ann"})
	var out []string
	for _, c := range s.Calls {
		if c.Program != "rm" {
			continue
		}
		var words []string
		for _, w := range c.Args.Operands {
			words = append(words, readtest.Plain(w))
		}
		out = append(out, strings.Join(words, " "))
	}
	return strings.Join(out, "; ")
}

// TestHiddenCode holds that commands are found where a shell runs them without
// their being written as commands, and only there.
func TestHiddenCode(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"a variable that is evaluated", `x='a[$(rm b)]'; echo $((x))`, "b"},
		{"through another variable", `x='a[$(rm b)]'; y=x+1; ((y))`, "b"},
		{"in backquotes", "x='a[`rm b`]'; let x", "b"},
		{"an argument of let", `let 'x=a[$(rm b)]'`, "b"},
		{"an index", `i='a[$(rm b)]'; echo "${c[i]}"`, "b"},
		{"an offset", `o='a[$(rm b)]'; echo "${s:o}"`, "b"},
		{"an integer variable", `declare -i k='a[$(rm b)]'`, "b"},
		{"assigned to one later", `declare -i k; k='a[$(rm b)]'`, "b"},
		{"a number in a test", `[[ 'a[$(rm b)]' -eq 0 ]]`, "b"},
		{"the element that printf sets", `printf -v 'a[$(rm b)]' x`, "b"},
		{"that read sets", `read 'a[$(rm b)]' <<< x`, "b"},
		{"that unset takes", `unset 'a[$(rm b)]'`, "b"},
		{"that a test names", `[ -v 'a[$(rm b)]' ]`, "b"},
		{"that declare names", `declare 'a[$(rm b)]=x'`, "b"},
		{"a reference to an element", `n='a[$(rm b)]'; echo ${!n}`, "b"},
		{"not outside of subscripts", `x='$(rm b)'; echo $((x))`, ""},
		{"not where nothing evaluates it", `x='a[$(rm b)]'; echo "$x" "${x}" "${x:0:1}"`, ""},
		{"nor an integer test of [", `[ 'a[$(rm b)]' -eq 0 ]`, ""},

		{"a name in capitals that declare makes small", `declare -l v=RM; $v b`, "b"},
		{"declared before it is set", `f() { local -l v; v=RM; $v b; }; f`, "b"},
		{"the elements of an array", `declare -l a=(RM B); "${a[@]}"`, "b"},
		{"not one that declare writes in capitals", `declare -u v=rm; $v b`, ""},
		{"nor one that is declared for something else", `declare -r v=RM; $v b`, ""},

		{"the callback of mapfile", `mapfile -c1 -C 'rm b #' l < f`, "b"},
		{"the words of compgen", `compgen -W '$(rm b)' x`, "b"},
		{"the trace prompt", `PS4='$(rm b)' bash -x f`, "b"},
		{"the command before a prompt", `PROMPT_COMMAND='rm b'`, "b"},
		{"a function in the environment", `env 'BASH_FUNC_ls%%=() { rm b; }' bash -c ls`, "b"},
		{"the file that shells start with", `echo 'rm b' > e; BASH_ENV=./e bash -c :`, "b"},
		{"a prompt expansion", `v='$(rm b)'; echo "${v@P}"`, "b"},
		{"not the value itself", `v='$(rm b)'; echo "${v@Q}"`, ""},

		{"a link to a program", `ln -s /bin/rm x; ./x b`, "b"},
		{"a link to a link", `ln -s /bin/rm x; ln -s x y; ./y b`, "b"},
		{"a hard link", `ln /bin/rm x; ./x b`, "b"},
		{"a copy", `cp "$(which rm)" x && sudo ./x b`, "b"},
		{"a copy of a copy", `cp /bin/rm x; mv x y; ./y b`, "b"},
		{"written by cat", `cat /bin/rm > x; chmod +x x; ./x b`, "b"},
		{"written by dd", `dd if=/bin/rm of=x; ./x b`, "b"},
		{"on the search path", `PATH=.:$PATH; cp /bin/rm ls; ls b`, "b"},
		{"a script on the search path", `PATH=$PWD:$PATH; echo 'rm b' > ls; ls`, "b"},
		{"a remembered place", `hash -p /bin/rm ls; ls b`, "b"},
		{"a program of many names", `cp /bin/busybox rm; ./rm b`, "b"},
		{"under a name of no program", `cp /bin/busybox qq; ./qq rm b`, "b"},
		{"a copy of another program", `cp /bin/echo rm; ./rm b`, ""},
		{"not in a container", `cp /bin/rm ls; docker exec web ./ls b`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := removed(tt.text); got != tt.want {
				t.Errorf("%s\n  removes %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}
