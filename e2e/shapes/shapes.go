// Package shapes makes long scripts of one kind of text, for tests and
// measurements of what a script costs by its length.
package shapes

import (
	"strconv"
	"strings"
)

// A Shape is a kind of script: Unit again and again between Head and Tail, and
// behind Middle as many of Back. An @ in Unit or Back is the number of the
// repetition.
type Shape struct {
	Name, Head, Unit, Middle, Back, Tail string

	Bounded bool // what it costs grows faster than its length, and comes to an end
}

// Text returns a script of the shape of at most that many bytes, but with one
// repetition at least.
func (s Shape) Text(size int) string {
	var front, back strings.Builder
	front.WriteString(s.Head)
	left := size - len(s.Head) - len(s.Middle) - len(s.Tail)
	for i := 0; i == 0 || left > 0; i++ {
		n := strconv.Itoa(i)
		unit, end := strings.ReplaceAll(s.Unit, "@", n), strings.ReplaceAll(s.Back, "@", n)
		if left -= len(unit) + len(end); left < 0 && i > 0 {
			break
		}
		front.WriteString(unit)
		back.WriteString(end)
	}
	return front.String() + s.Middle + back.String() + s.Tail
}

// All lists the shapes. Many were slow once.
var All = []Shape{
	// Directories.
	{Name: "cd-and-remove", Unit: "cd d@ && rm -f x\n"},
	{Name: "cd", Unit: "cd src\n"},
	{Name: "cd-in-subshells", Unit: "(cd d@ && rm -rf x)\n"},
	{Name: "cd-up", Unit: "cd ../d@ && rm -f x\n"},
	{Name: "cd-unknown", Unit: "cd \"$d@\"\nrm -rf x\n"},
	{Name: "cd-failing", Unit: "cd d@; rm -rf x\n"},
	{Name: "pushd", Unit: "pushd d@\nrm -f x\n"},
	{Name: "pushd-popd", Unit: "pushd d@; popd\n"},
	{Name: "git-c", Unit: "git -C d@ status\n"},
	{Name: "mkdir-cd", Unit: "mkdir -p d@ && cd d@ && touch x && rm -rf x\n"},
	{Name: "long-path", Head: "rm -rf /a", Unit: "/d@"},
	{Name: "long-path-up", Head: "rm -rf a", Unit: "/d@/.."},
	{Name: "long-paths", Unit: "rm -rf /aaaaaaaaaaaaaaa/bbbbbbbbbbbbbbbbbbbbbbbb/cccccccccccccccccccccc/dddddddddddddddddddd/eeeeeeeeeeeeeeeeeeeeeeeee/d@\n"},

	// Words.
	{Name: "quotes-in-a-word", Head: "echo ", Unit: `'a'"b"`},
	{Name: "letters-in-quotes", Head: "echo ", Unit: `'a'`},
	{Name: "backslashes", Head: "echo ", Unit: `\a`},
	{Name: "parameters-in-a-word", Head: "echo ", Unit: `$a`},
	{Name: "parameters-in-quotes", Head: `echo "`, Unit: `text $x `, Tail: `"`},
	{Name: "known-parameters", Head: "x=y\necho ", Unit: `$x`},
	{Name: "known-parameters-in-quotes", Head: "x=y\necho \"", Unit: `a $x`, Tail: `"`},
	{Name: "globs", Head: "rm -rf ", Unit: "*a"},
	{Name: "glob-words", Head: "rm -rf", Unit: " a@*"},
	{Name: "brackets", Head: "rm -rf ", Unit: "[a-z]"},
	{Name: "braces", Head: "rm -rf {", Unit: "d@,", Tail: "x}"},
	{Name: "brace-words", Head: "rm -rf", Unit: " {a,b}@"},
	{Name: "braces-in-a-word", Head: "rm -rf ", Unit: "{a,b}"},
	{Name: "nested-braces", Head: "rm -rf ", Unit: "{a,", Middle: "x", Back: "}"},
	{Name: "brace-range", Unit: "rm -rf d{1..100}\n"},
	{Name: "tildes", Head: "rm -rf", Unit: " ~/d@"},
	{Name: "ansi-quotes", Head: "echo ", Unit: `$'\x61'`},
	{Name: "defaults", Head: "echo ", Unit: "${a@:-b}"},
	{Name: "nested-defaults", Head: "echo ", Unit: "${a:-", Middle: "x", Back: "}"},
	{Name: "replacements", Head: "x=abcdefgh\necho ", Unit: "${x//a/b}"},
	{Name: "trimmed-texts", Head: "x=" + strings.Repeat("ab", 2000) + "\n", Unit: "y=${x%a*}${x##*c}\n"},
	{Name: "evaluated", Head: "x='x + x + x + x + x'\n", Unit: "echo $((x))\n"},
	{Name: "trimmed", Head: "x=abcdefgh\n", Unit: "y=${x#a}${x%h}${x:1:2}\n"},
	{Name: "one-long-word", Head: "rm -rf ", Unit: "a"},
	{Name: "long-text", Head: "echo '", Unit: "rm -rf / ", Tail: "'"},
	{Name: "operands", Head: "rm -rf", Unit: " d@"},
	{Name: "paths", Head: "rm -rf", Unit: " /home/ann/work/project/build/d@"},
	{Name: "options", Head: "find .", Unit: " -name d@ -o", Tail: " -delete"},
	{Name: "unknown-options", Head: "tool", Unit: " --o@=v"},
	{Name: "flags", Head: "rm", Unit: " -rf", Tail: " x"},
	{Name: "git-operands", Head: "git checkout --", Unit: " d@"},
	{Name: "exec", Head: "find . ", Unit: ` -exec rm -f a@ {} \;`},

	// Variables.
	{Name: "assignments", Unit: "A@=x\n", Tail: "rm -rf $A1"},
	{Name: "appending", Unit: "A+=x ", Tail: "\nrm -rf $A"},
	{Name: "appending-lines", Unit: "A+=x\n", Tail: "rm -rf $A"},
	{Name: "appending-by-value", Head: "A=x\n", Unit: "A=${A}y\n", Tail: "rm -rf $A"},
	{Name: "doubling", Head: "A=x\n", Unit: "A=$A$A\n", Tail: "rm -rf $A"},
	{Name: "fifteen-doublings", Head: "A=x\n" + strings.Repeat("A=$A$A\n", 15), Unit: "echo $A\n"},
	{Name: "doublings-of-a-text", Head: "A='", Unit: "x", Tail: "'\n" + strings.Repeat("A=$A$A\n", 15) + "rm -rf $A"},
	{Name: "using", Head: "A=x\n", Unit: "rm -rf $A/d@\n"},
	{Name: "using-in-quotes", Head: "A=x\n", Unit: "rm -rf \"${A}/d@\"\n"},
	{Name: "prefix-assignments", Unit: "A@=x ", Tail: "ls"},
	{Name: "exports", Unit: "export A@=x\n"},
	{Name: "one-export", Head: "export", Unit: " A@=x"},
	{Name: "path-settings", Unit: "PATH=/opt/d@/bin:$PATH\n"},
	{Name: "locals", Head: "f() {\n", Unit: "local a@=$1\n", Tail: "}\nf x\n"},
	{Name: "array", Head: "a=(", Unit: "d@ ", Tail: ")\nrm -rf \"${a[@]}\"\n"},
	{Name: "array-uses", Head: "a=(1 2 3 4 5 6 7 8)\n", Unit: "rm -rf \"${a[@]}\"\n"},
	{Name: "array-elements", Unit: "a[@]=x\n", Tail: "rm -rf \"${a[@]}\"\n"},
	{Name: "array-appended", Unit: "a+=(x)\n", Tail: "rm -rf \"${a[@]}\"\n"},
	{Name: "keys", Head: "declare -A a\n", Unit: "a[k@]=x\n", Tail: "rm -rf \"${a[@]}\"\n"},
	{Name: "keyed-array", Head: "declare -A a=(", Unit: "[k@]=x ", Tail: ")\nrm -rf \"${a[@]}\"\n"},
	{Name: "references", Head: "x=y\n", Unit: "declare -n r@=x; r@=z\n"},
	{Name: "indirect", Head: "x=y; y=z\n", Unit: "rm ${!x}\n"},
	{Name: "arithmetic", Head: "echo $((1", Unit: "+@", Tail: "))"},
	{Name: "arithmetic-lines", Head: "i=0\n", Unit: "i=$((i+1))\n", Tail: "rm -rf d$i\n"},
	{Name: "nested-arithmetic", Head: "echo $((", Unit: "(1+", Middle: "1", Back: ")", Tail: "))"},
	{Name: "let", Unit: "let i+=@\n"},
	{Name: "alternatives", Head: "case x in ", Unit: "a@) A=v@;; ", Tail: "esac; rm -rf /$A"},
	{Name: "choices", Unit: "if t; then A=a@; else A=b@; fi\nrm -rf $A\n"},
	{Name: "choices-chained", Head: "A=x\n", Unit: "if t; then A=a$A; fi\n", Tail: "rm -rf $A\n"},
	{Name: "read", Unit: "read -r a b\nrm -rf $a\n"},
	{Name: "read-here", Unit: "read -r a b <<< 'x y@'\nrm -rf $a\n"},
	{Name: "positional", Head: "set --", Unit: " d@", Tail: "\nrm -rf \"$@\"\n"},
	{Name: "shifts", Head: "set -- a b c d e f g h i j k l m n o p\n", Unit: "rm -f $1; shift\n"},
	{Name: "getopts", Unit: "while getopts ab:c o; do case $o in a) x=1;; esac; done\n"},
	{Name: "printf", Unit: "x=$(printf '%s/%d' a @)\nrm -rf $x\n"},
	{Name: "printf-v", Unit: "printf -v x '%s/%d' a @\nrm -rf $x\n"},

	// Commands within commands.
	{Name: "substitutions", Head: "echo", Unit: " $(echo @)"},
	{Name: "substitution-lines", Unit: "a=$(echo d@)\nrm -rf $a\n"},
	{Name: "substitutions-in-quotes", Head: `echo "`, Unit: "$(ls d@) ", Tail: `"`},
	{Name: "nested-substitutions", Head: "echo ", Unit: "$(echo ", Middle: "x", Back: ")"},
	{Name: "nested-quoted-substitutions", Bounded: true, Head: "echo ", Unit: `"$(echo `, Middle: "x", Back: `)"`},
	{Name: "backquotes", Head: "echo", Unit: " `echo @`"},
	{Name: "process-substitutions", Head: "diff", Unit: " <(ls d@)"},
	{Name: "process-outputs", Head: "echo x | tee", Unit: " >(cat > d@)"},
	{Name: "evals", Unit: "eval \"rm -rf d@\"\n"},
	{Name: "nested-evals", Unit: "eval ", Middle: "ls"},
	{Name: "shells", Unit: "bash -c 'rm -rf d@'\n"},
	{Name: "wrappers", Unit: "sudo env nice timeout 5 rm -rf d@\n"},
	{Name: "nested-wrappers", Unit: "env ", Middle: "ls"},
	{Name: "xargs", Unit: "ls d@ | xargs rm -rf\n"},
	{Name: "find", Unit: "find d@ -name '*.o' -delete\n"},
	{Name: "decoded", Unit: "echo cm0gLXJmIC8K | base64 -d | sh\n"},
	{Name: "pythons", Unit: "python3 -c 'import os; os.remove(\"d@\")'\n"},
	{Name: "python", Head: "python3 <<'E'\nimport os\n", Unit: "os.remove('d@')\n", Tail: "E\n"},
	{Name: "python-appending", Head: "python3 <<'E'\nimport os\na=''\n", Unit: "a+='x'\n", Tail: "os.remove(a)\nE\n"},
	{Name: "python-doubling", Head: "python3 <<'E'\nimport os\na='x'\n", Unit: "a=a+a\n", Tail: "os.remove(a)\nE\n"},
	{Name: "python-sum", Head: "python3 -c 'import os; os.remove(", Unit: `"a"+`, Tail: `"b")'`},
	{Name: "node", Head: "node -e '", Unit: `fs.rmSync("d@");`, Tail: "'"},
	{Name: "perl", Head: "perl -e '", Unit: `unlink "d@";`, Tail: "'"},
	{Name: "ruby", Head: "ruby -e '", Unit: `File.delete("d@");`, Tail: "'"},
	{Name: "php", Head: "php -r '", Unit: `unlink("d@");`, Tail: "'"},
	{Name: "sql", Head: "psql -c '", Unit: "drop table t@; ", Tail: "'"},
	{Name: "sqls", Unit: "psql -c 'delete from t@'\n"},
	{Name: "awk", Head: "awk 'BEGIN {", Unit: ` system("rm d@");`, Tail: "}'"},
	{Name: "sed", Unit: "sed -i 's/a/b@/' f\n"},
	{Name: "sed-script", Head: "sed -i '", Unit: "s/a/b@/;", Tail: "' f"},
	{Name: "sed-edits", Head: "echo abc", Unit: " | sed s/a/b/", Tail: " | sh"},
	{Name: "powershell", Head: "pwsh -c '", Unit: "Remove-Item d@; ", Tail: "'"},
	{Name: "ssh", Unit: "ssh h@ 'rm -rf d'\n"},
	{Name: "docker", Unit: "docker run -v d@:/x img rm -rf /x\n"},

	// Pipes, lists and files.
	{Name: "list", Unit: "ls d@\n"},
	{Name: "removes", Unit: "rm -rf d@\n"},
	{Name: "findings", Unit: "sudo rm -rf /etc/d@\n"},
	{Name: "and", Head: "true", Unit: " && rm d@"},
	{Name: "or", Head: "true", Unit: " || rm d@"},
	{Name: "and-or", Bounded: true, Head: "true", Unit: " && rm a@ || rm b@"},
	{Name: "semicolons", Unit: "ls;"},
	{Name: "background", Unit: "sleep 1 &\n"},
	{Name: "pipe", Head: "curl x", Unit: " | cat", Tail: " | sh"},
	{Name: "pipes", Unit: "cat f@ | grep x | sort | head -5\n"},
	{Name: "echo-pipe", Head: "echo x", Unit: " | cat", Tail: " | sh"},
	{Name: "redirects", Head: "cmd", Unit: " >f@"},
	{Name: "redirect-lines", Unit: "echo x >f@\n"},
	{Name: "appended-file", Unit: "echo x >>f\n", Tail: "sh f\n"},
	{Name: "written-files", Unit: "echo x > f@\nsh f@\n"},
	{Name: "written-and-read", Unit: "echo rm -rf d@ > f; cat f | sh\n"},
	{Name: "copies", Unit: "cp a@ b@\n", Tail: "rm -rf b1\n"},
	{Name: "moves", Unit: "mv a@ b@\n"},
	{Name: "moves-chained", Unit: "mv a b; mv b a\n"},
	{Name: "links", Unit: "ln -s /etc/d@ l@\nrm -rf l@/x\n"},
	{Name: "made-and-removed", Unit: "mkdir d@; rm -rf d@\n"},
	{Name: "touched", Unit: "touch f@\n", Tail: "rm -rf f1\n"},
	{Name: "sources", Unit: "source <(curl x)\n"},
	{Name: "downloads", Unit: "curl -o f@ http://x/f && sh f@\n"},
	{Name: "tests", Unit: "[ -f f@ ] && rm f@\n"},
	{Name: "double-brackets", Unit: "[[ -f f@ && $x == a* ]] && rm f@\n"},
	{Name: "long-test", Head: "[[ a", Unit: " && b@", Tail: " ]]"},
	{Name: "comments", Unit: "# a comment\n"},
	{Name: "here-documents", Unit: "cat > f@ <<'E'\ntext\nE\n"},
	{Name: "here-document", Head: "cat > f <<'E'\n", Unit: "some text\n", Tail: "E\n"},
	{Name: "here-document-parameters", Head: "cat > f <<E\n", Unit: "some $X of text\n", Tail: "E\n"},
	{Name: "here-document-shell", Head: "bash <<'E'\n", Unit: "rm -rf d@\n", Tail: "E\n"},
	{Name: "git-lines", Unit: "git add f@ && git commit -m 'change @' && git push\n"},
	{Name: "git-resets", Unit: "git reset --hard HEAD~1\n"},
	{Name: "git-branches", Unit: "git branch -D b@\n"},
	{Name: "kills", Unit: "kill -9 $(pgrep p@)\n"},
	{Name: "aliases", Unit: "alias a@='rm -rf d'\na@\n"},
	{Name: "alias-used", Head: "shopt -s expand_aliases\nalias a='rm -rf'\n", Unit: "a d@\n"},
	{Name: "traps", Unit: "trap 'rm -rf d@' EXIT\n"},
	{Name: "sets", Unit: "set -e\n"},
	{Name: "exits", Unit: "[ -n \"$x\" ] || exit 1\n"},

	// Branches, loops and functions.
	{Name: "ifs", Unit: "if [ -f f@ ]; then cp f@ g@; else A=x@; fi\n"},
	{Name: "nested-ifs", Unit: "if a; then\n", Middle: "ls\n", Back: "fi\n"},
	{Name: "nested-ifs-with-cd", Unit: "if cd d; then\n", Middle: "rm -rf x\n", Back: "fi\n"},
	{Name: "nested-elses", Unit: "if a; then x=@; else\n", Middle: "ls\n", Back: "fi\n"},
	{Name: "elifs", Head: "if a; then ls\n", Unit: "elif b@; then x=@\n", Tail: "fi\nrm -rf $x"},
	{Name: "nested-subshells", Unit: "( ", Middle: "ls", Back: " )"},
	{Name: "nested-blocks", Unit: "{ ", Middle: "ls;", Back: " }\n"},
	{Name: "nested-loops", Bounded: true, Unit: "for i in a b; do\n", Middle: "rm $i\n", Back: "done\n"},
	{Name: "nested-whiles", Bounded: true, Unit: "while a; do\n", Middle: "ls\n", Back: "done\n"},
	{Name: "nested-cases", Unit: "case x in a) ", Middle: "ls", Back: ";; esac\n"},
	{Name: "subshells", Unit: "(rm -rf d@)\n"},
	{Name: "loops", Unit: "for i in a b c; do rm -rf $i@; done\n"},
	{Name: "loops-over-files", Unit: "for f in *.o; do rm -f \"$f\"; done\n"},
	{Name: "for-list", Head: "for i in", Unit: " w@", Tail: "; do rm -rf $i; done"},
	{Name: "whiles", Unit: "while read -r l; do rm -rf \"$l\"; done < f@\n"},
	{Name: "while-here", Head: "while read -r l; do rm -rf \"$l\"; done <<'E'\n", Unit: "d@\n", Tail: "E\n"},
	{Name: "cases", Unit: "case $x in a) rm a@;; b) rm b@;; esac\n"},
	{Name: "case", Head: "case $x in\n", Unit: "a@) rm a@;;\n", Tail: "esac\n"},
	{Name: "functions", Unit: "f@() { rm -rf x; }\nf@\n"},
	{Name: "function-calls", Head: "f() { rm -rf \"$1\"; }\n", Unit: "f d@\n"},
	{Name: "function-with-locals", Head: "f() { local a=$1; local b=$2; [ -d \"$a\" ] && rm -rf \"$a/$b\"; }\n", Unit: "f d@ e\n"},
	{Name: "function-chain", Head: "f0() { ls; }\n", Unit: "g@() { f0; f0; }\nf0() { g@; g@; }\n", Tail: "f0\n"},
	{Name: "function-ladder", Head: "f() { rm x; }\n", Unit: "h@() { f; f; f; f; f; f; f; f; }\nh@\n"},
	{Name: "function-body", Head: "f() {\n", Unit: "ls d@\n", Tail: "}\nf; f; f; f; f; f; f; f\n"},
	{Name: "function-body-called", Head: "f() {\n" + strings.Repeat("ls d\n", 100) + "}\n", Unit: "f\n"},
	{Name: "recursion", Head: "f() { f; f; }\n", Unit: "f\n"},
	{Name: "doubling-functions", Head: "f() { ls; }\n", Unit: "eval \"g$i() { f; f; }; f() { g$i; g$i; }\"\n", Tail: "f\n"},
	{Name: "unparsable", Unit: "rm -rf d@ )\n"},
	{Name: "unparsable-quotes", Unit: "rm -rf 'd@\n"},
	{Name: "zsh-loops", Unit: "for i (a b) rm d@\n"},
	{Name: "dots-in-subscripts", Unit: "m[8.@]=1\n"},
	{Name: "unknown-expansions", Unit: "echo \"${a.b@}\"\n"},
	{Name: "open-brackets", Unit: "("},
	{Name: "unclosed-substitutions", Unit: "$("},
	{Name: "not-utf-8", Unit: "rm -rf \xff\xfe@\n"},
	{Name: "look-alikes", Unit: "rm -rf d\u0430@\n"},
	{Name: "carriage-returns", Unit: "rm -rf d@\r\n"},
	{Name: "urls", Unit: "curl -d @f@ https://example.com/a/b/c?d=@\n"},
	{Name: "mails", Unit: "aws s3 rm s3://bucket/d@ --recursive\n"},
	{Name: "kubectl", Unit: "kubectl delete pod p@ -n ns\n"},
	{Name: "make", Unit: "make -C d@ clean\n"},
	{Name: "tar", Unit: "tar -xzf f@.tgz -C d@\n"},
	{Name: "chmods", Unit: "chmod -R 777 d@\n"},
	{Name: "dd", Unit: "dd if=/dev/zero of=f@ bs=1M\n"},
	{Name: "crontab", Unit: "(crontab -l; echo '* * * * * rm -rf d@') | crontab -\n"},
	{Name: "keys-written", Unit: "echo 'ssh-rsa AAAA@' >> ~/.ssh/authorized_keys\n"},
	{Name: "tokens", Unit: "export TOKEN@=ghp_0123456789012345678901234567890123@\n"},
}
