package follow_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/readtest"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// models are small models of the kinds of wrappers there are, with the outputs
// that are shipped.
func models(name string) *rule.Command { return printing(name, smallModel(name)) }

// printing gives a model the outputs that are shipped; without a model there
// is one of nothing else.
func printing(name string, m *rule.Command) *rule.Command {
	shipped := rules.Command(name)
	switch {
	case shipped == nil || len(shipped.Outputs) == 0:
		return m
	case m == nil:
		m = &rule.Command{Names: []string{name}, Bare: true}
	}
	m.Outputs = shipped.Outputs
	return m
}

func smallModel(name string) *rule.Command {
	switch name {
	case "sudo", "env":
		return &rule.Command{Names: []string{name}, Style: rule.POSIX, Options: []rule.Option{
			{Names: []string{"-u"}, Arg: rule.RequiredArg}, {Names: []string{"-C"}, Arg: rule.RequiredArg, Role: rule.RoleCwd}},
			Nested: []rule.Nested{{As: rule.AsArgv, Assign: true}}}
	case "timeout":
		return &rule.Command{Names: []string{name}, Style: rule.POSIX, Nested: []rule.Nested{{As: rule.AsArgv, Skip: 1}}}
	case "xargs":
		return &rule.Command{Names: []string{name}, Style: rule.POSIX, Options: []rule.Option{{Names: []string{"-I"}, Arg: rule.RequiredArg},
			{Names: []string{"-a"}, Arg: rule.RequiredArg}},
			Nested: []rule.Nested{{As: rule.AsArgv, Items: true}}}
	case "bash", "sh":
		return &rule.Command{Names: []string{name}, Style: rule.POSIX, Options: []rule.Option{{Names: []string{"-c"}}},
			Nested: []rule.Nested{{As: rule.AsWord, When: []string{"-c"}}, {As: rule.AsFile, Unless: []string{"-c"}}}}
	case "eval":
		return &rule.Command{Names: []string{name}, Style: rule.POSIX, Nested: []rule.Nested{{As: rule.AsText}}}
	case "ssh":
		return &rule.Command{Names: []string{name}, Style: rule.POSIX, Nested: []rule.Nested{{As: rule.AsText, Skip: 1, Where: "remote"}}}
	case "find":
		return &rule.Command{Names: []string{name}, Style: rule.Single, Options: []rule.Option{
			{Names: []string{"-name"}, Arg: rule.RequiredArg}, {Names: []string{"-exec"}, Arg: rule.UntilArg, Role: rule.RoleArgv}}}
	case "python3":
		return &rule.Command{Names: []string{name}, Options: []rule.Option{{Names: []string{"-c"}, Arg: rule.RequiredArg, Role: "python"}}}
	case "rm":
		return &rule.Command{Names: []string{name}, Options: []rule.Option{{Names: []string{"-r", "--recursive"}}, {Names: []string{"-f", "--force"}}}}
	case "make", "npm", "yarn", "just", "task":
		return rules.Command(name)
	case "crontab":
		return &rule.Command{Names: []string{name}, Nested: []rule.Nested{{As: rule.AsFile, Lang: "cron"}}}
	case "base64":
		return &rule.Command{Names: []string{name}, Options: []rule.Option{{Names: []string{"-d", "-D", "--decode"}}}}
	case "echo", "cat", "git":
		return &rule.Command{Names: []string{name}}
	}
	return nil
}

// rms lists what rm is called with, and where.
func rms(text string) []string {
	s := follow.Parse(text, shell.Options{Models: models, Functions: rules.Function, Home: "/home/ann"})
	var out []string
	for _, c := range s.Calls {
		if c.Program != "rm" {
			continue
		}
		var words []string
		for _, w := range c.Argv[1:] {
			words = append(words, readtest.Plain(w))
		}
		line := strings.Join(words, " ")
		if len(c.Cwd.Path.Parts) > 0 {
			line += " @" + readtest.Plain(c.Cwd.Path)
		}
		if c.Cwd.Else != nil {
			line += " else " + readtest.Plain(*c.Cwd.Else)
		}
		if c.Where != "" {
			line += " on " + c.Where
		}
		out = append(out, line)
	}
	return out
}

func TestExpansion(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"plain", `rm -rf /`, []string{"-rf /"}},
		{"quotes are joined", `r''m -r"f" '/'`, []string{"-rf /"}},
		{"a backslash quotes", `\rm -rf \/`, []string{"-rf /"}},
		{"program in a variable", `x=rm; $x -rf /`, []string{"-rf /"}},
		{"options in a variable", `o="-rf /"; rm $o`, []string{"-rf /"}},
		{"a quoted variable is one word", `o="-rf /"; rm "$o"`, []string{"-rf /"}},
		{"IFS splits", `rm${IFS}-rf${IFS}/`, []string{"-rf /"}},
		{"ANSI quoting", `$'\x72m' -rf $'\057'`, []string{"-rf /"}},
		{"home", `rm ~ ~/a "$HOME/b" ~bob`, []string{"/home/ann /home/ann/a /home/ann/b /home/bob"}},
		{"braces", `rm -rf /{a,b}/{1..2}`, []string{"-rf /a/1 /a/2 /b/1 /b/2"}},
		{"positional parameters", `set -- -rf /; rm "$@"`, []string{"-rf /"}},
		{"array", `a=(-rf /); rm "${a[@]}"`, []string{"-rf /"}},
		{"array element", `a=(x / y); rm "${a[1]}"`, []string{"/"}},
		{"slice of parameters", `set -- x rm -rf /; "${@:2}"`, []string{"-rf /"}},
		{"last parameter", `set -- a /; rm "${!#}"`, []string{"/"}},
		{"slice of an array", `a=(rm a b c); "${a[@]:0:3}"`, []string{"a b"}},
		{"array joined by IFS", `a=(r m); IFS=; "${a[*]}" x`, []string{"x"}},
		{"function unset in a subshell", `g() { :; }; (unset g; rm x)`, []string{"x"}},
		{"unset variable in a program", `r${x}m -rf /`, []string{"-rf /"}},
		{"array element by key", `declare -A m=([a]=/ ["c"]=x); m[d]=y; rm "${m[a]}" "${m[c]}" "${m[d]}"`, []string{"/ x y"}},
		{"array element by a known index", `a=(x /); i=1; rm "${a[$i]}"`, []string{"/"}},
		{"element of an array that may be empty", `if t; then a=(); fi; x="${a[0]}"; rm -rf /`, []string{"-rf /"}},
		{"command in an index", `a[$(rm x)]=1`, []string{"x"}},
		{"reference", `declare -n r=t; t=/; rm $r`, []string{"/"}},
		{"set through a reference", `declare -n r=t; r=/; rm $t`, []string{"/"}},
		{"for over a list", `for d in a /; do rm $d; done`, []string{"a", "/"}},
		{"default value", `rm "${X:-/}"`, []string{"«$X»", "/"}},
		{"default of a set variable", `X=a; rm "${X:-/}"`, []string{"a"}},
		{"slice", `rm "${HOME:0:1}"`, []string{"/"}},
		{"suffix removed", `f=/etc/x; rm "${f%/*}"`, []string{"/etc"}},
		{"prefix removed", `f=a/b; rm "${f##*/}"`, []string{"b"}},
		{"replacement", `f=a-b; rm "${f/-b/}"`, []string{"a"}},
		{"indirection", `v=/; n=v; rm "${!n}"`, []string{"/"}},
		{"unknown variable", `rm -rf "$DIR"/*`, []string{"-rf «$DIR»/‹*›"}},
		{"either branch", `if t; then D=/; else D=x; fi; rm $D`, []string{"/", "x"}},
		{"branch may not run", `D=x; if t; then D=/; fi; rm $D`, []string{"/", "x"}},
		{"appended", `a=/e; a+=tc; rm $a`, []string{"/etc"}},
		{"command substitution", "rm `echo /` $(printf '%s' b)", []string{"/ b"}},
		{"fresh temporary directory", `d=$(mktemp -d); rm -r "$d"`, []string{"-r «$(mktemp)»"}},
		{"decoded", `rm $(echo L2V0Yw== | base64 -d)`, []string{"/etc"}},
		{"read from a pipe", `echo / | while read d; do rm "$d"; done`, []string{"/"}},
		{"read from a here-document", "while read -r d; do rm $d; done <<EOF\na\n/\nEOF", []string{"a", "/"}},
		{"read into an array", `read -ra w <<< '-rf / x'; rm "${w[@]}"`, []string{"-rf / x"}},
		{"read without a name", `echo / | while read -r; do rm $REPLY; done`, []string{"/"}},
		{"read from a descriptor", `while read -r -u 3 d; do rm $d; done 3<<< /`, []string{"/"}},
		{"glob", `rm *.o [ab]?`, []string{"‹*›.o ‹[ab]›‹?›"}},
		{"quoted glob", `rm '*'`, []string{"*"}},
		{"arithmetic", `rm $((1+2))`, []string{"3"}},
		{"comment", `# rm -rf /`, nil},
		{"quoted text is data", `echo 'rm -rf /'`, nil},
		{"here-document is data", "cat <<EOF\nrm -rf /\nEOF", nil},
		{"substitution in a here-document runs", "cat <<EOF\n$(rm -rf /)\nEOF", []string{"-rf /"}},
		{"substitution in a quoted here-document does not", "cat <<'EOF'\n$(rm -rf /)\nEOF", nil},
		{"substitution in a test", `[[ -n $(rm a) ]]`, []string{"a"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, rms(tt.text)); diff != "" {
				t.Errorf("rm in %q (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

func TestDirectories(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"cd and", `cd /x && rm a`, []string{"a @/x"}},
		{"cd may fail", `cd /x; rm a`, []string{"a @/x else "}},
		{"errexit", `set -e; cd /x; rm a`, []string{"a @/x"}},
		{"or exit", `cd /x || exit 1; rm a`, []string{"a @/x"}},
		{"or exit in a block", `cd /x || { echo no; exit 1; }; rm a`, []string{"a @/x"}},
		{"subshell does not leak", `(cd /x && rm a); rm b`, []string{"a @/x", "b"}},
		{"pipe does not leak", `cd /x | true; rm b`, []string{"b"}},
		{"relative steps", `cd a && cd ../b && rm c`, []string{"c @a/../b"}},
		{"made before", `mkdir -p out; cd out; rm c`, []string{"c @out"}},
		{"cd home", `cd && rm a`, []string{"a @/home/ann"}},
		{"pushd popd", `pushd /x && popd && rm a`, []string{"a"}},
		{"directory of a wrapper", `env -C /w rm a`, []string{"a @/w"}},
		{"temporary directory", `cd $(mktemp -d); rm a`, []string{"a @«$(mktemp)»"}},
		{"condition of if", `if cd /x; then rm a; fi`, []string{"a @/x"}},
		{"and list ends", `cd /x && true; rm a`, []string{"a @/x else "}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, rms(tt.text)); diff != "" {
				t.Errorf("rm in %q (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

func TestNestedCommands(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"wrappers", `sudo -u bob env A=1 timeout 5 rm -rf /`, []string{"-rf /"}},
		{"unknown wrapper", `$SUDO rm -rf /`, []string{"-rf /"}},
		{"part of a program is no wrapper", `tool@$V rm -rf /`, nil},
		{"shell text", `bash -c 'rm -rf /'`, []string{"-rf /"}},
		{"shell text with parameters", `bash -c 'rm -rf "$1"' x /`, []string{"-rf /"}},
		{"the word behind the text is $0", `bash -c '$0 -rf $1' rm /`, []string{"-rf /"}},
		{"shell text from a variable", `x='rm -rf /'; sh -c "$x"`, []string{"-rf /"}},
		{"outer unknown in inner text", `bash -c "rm $X"`, []string{"«$X»"}},
		{"eval", `eval rm -rf '/'`, []string{"-rf /"}},
		{"eval keeps the directory", `eval cd /x && rm a`, []string{"a @/x"}},
		{"piped into a shell", `echo 'rm -rf /' | sh`, []string{"-rf /"}},
		{"here-document into a shell", "bash <<EOF\nrm -rf /\nEOF", []string{"-rf /"}},
		{"here-string into a shell", `bash <<< 'rm -rf /'`, []string{"-rf /"}},
		{"descriptor into a shell", `exec 3<<< 'rm -rf /'; bash <&3`, []string{"-rf /"}},
		{"chosen descriptor into a shell", `exec {fd}< <(echo rm -rf /); bash <&$fd`, []string{"-rf /"}},
		{"descriptor as a file", `exec 3< <(echo rm -rf /); bash /dev/fd/3`, []string{"-rf /"}},
		{"coprocess into a shell", `coproc echo rm -rf /; bash <&"${COPROC[0]}"`, []string{"-rf /"}},
		{"octal escapes into a shell", `printf '%b' '\0162\0155 -rf /' | sh`, []string{"-rf /"}},
		{"printed by another language", `python3 -c 'print("rm -rf /")' | sh`, []string{"-rf /"}},
		{"not printed into a shell", `python3 -c 'print("rm -rf /")' | cat`, nil},
		{"edited into a shell", `echo 'XX -rf /' | sed s/XX/rm/ | sh`, []string{"-rf /"}},
		{"process substitution into a shell", `bash <(echo rm -rf /)`, []string{"-rf /"}},
		{"decoded into a shell", `echo cm0gLXJmIC8K | base64 -d | sh`, []string{"-rf /"}},
		{"written, then run", "cat > x.sh <<'EOF'\nrm -rf /\nEOF\nbash x.sh", []string{"-rf /"}},
		{"written, then run by path", "printf 'rm -rf /\\n' > x; chmod +x x; ./x", []string{"-rf /"}},
		{"written under a known name", "echo 'rm -rf /' > cat; sh -c ./cat", []string{"-rf /"}},
		{"written elsewhere", "echo 'rm /' > /t/x; cd /t && bash x", []string{"/ @/t"}},
		{"appended, then run", "echo 'rm -rf /' >> x; echo 'rm a' >> x; bash x", []string{"-rf /", "a"}},
		{"linked, then run", "echo 'rm -rf /' > x; ln -s x y; bash y", []string{"-rf /"}},
		{"makefile by its usual name", "printf 'D = /etc\nall: x\n\tls\nx:\n\t-@rm $(D) $$Y\nz:\n\trm z\n' > Makefile; make", []string{"/etc «$Y»"}},
		{"another target of it", "printf 'all:\n\tls\nx: ; rm x\n' > Makefile; make all", nil},
		{"target by name", "printf 'all:\n\tls\nx: ; rm x\n' > a/Makefile; make -C a x", []string{"x @a"}},
		{"command that make expands", "printf 'A := $(shell rm x)\n' > m; make -f m", []string{"x"}},
		{"makefile", "printf 'all:\n\t@rm -rf /\n' > Makefile; make -f Makefile", []string{"-rf /"}},
		{"justfile", "printf 'd := \"/\"\nboom x=\"1\": dep\n    @rm {{d}}\ndep:\n  rm b\nno:\n  rm c\n' > justfile; just boom", []string{"b", "/"}},
		{"script of a package", `echo '{"name":"x","scripts":{"a":"rm \"a b\"","b":"rm b"}}' > package.json; npm run a`, []string{"a b"}},
		{"script around another", `echo '{"scripts":{"postinstall":"rm a"}}' > package.json; npm i`, []string{"a"}},
		{"crontab", "echo '* * * * * rm -rf /' | crontab -", []string{"-rf /"}},
		{"program found by which", `$(which rm) -rf /`, []string{"-rf /"}},
		{"program found by a pattern", `/bin/r? -rf /`, []string{"-rf /"}},
		{"program found by a class", `/b[i]n/[!a]m -rf /`, []string{"-rf /"}},
		{"function", `f() { rm -rf "$1"; }; f /`, []string{"-rf /"}},
		{"function hides a program", `rm() { :; }; rm -rf /`, nil},
		{"function does not hide it from sudo", `rm() { :; }; sudo rm -rf /`, []string{"-rf /"}},
		{"alias", "alias d='rm -rf'\nd /", []string{"-rf /"}},
		{"xargs", `echo / | xargs rm -rf`, []string{"-rf /"}},
		{"xargs with a mark", `echo / | xargs -I{} rm -rf {}x`, []string{"-rf /x"}},
		{"xargs of a file", `xargs -a <(echo / x) rm`, []string{"/ x"}},
		{"xargs of unknown", `ls | xargs rm`, []string{"«$(ls)»"}},
		{"xargs of paths that ls was given", `ls -d /* | xargs rm`, []string{"/‹*›"}},
		{"xargs of some of them", `ls -d /* | grep x | xargs rm`, []string{"/«*»"}},
		{"find -exec", `find /a -exec rm {} \;`, []string{"/a/‹**›"}},
		{"find into xargs", `find . -name '*.o' | xargs rm`, []string{"./‹*.o›"}},
		{"remote", `ssh host rm -rf /`, []string{"-rf / @«remote:» on remote"}},
		{"python", `python3 -c 'import shutil; shutil.rmtree("/x")'`, []string{"-r /x"}},
		{"python into a shell", `python3 -c 'import os; os.system("rm -rf /")'`, []string{"-rf /"}},
		{"background", `rm a &`, []string{"a"}},
		{"both sides of a pipe", `rm a | rm b`, []string{"a", "b"}},
		{"case", `case $x in a) rm a;; *) rm b;; esac`, []string{"a", "b"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, rms(tt.text)); diff != "" {
				t.Errorf("rm in %q (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}
