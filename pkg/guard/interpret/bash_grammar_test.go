package interpret_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// grammar makes words and commands that do nothing but expand words and call
// show, which a test lets bash and the reader expand.
type grammar struct{ *rand.Rand }

func newGrammar(seed uint64) grammar { return grammar{rand.New(rand.NewPCG(seed, 7))} }

// of returns one of several.
func (g grammar) of(list ...string) string { return list[g.IntN(len(list))] }

// often reports true so many times of a hundred.
func (g grammar) often(percent int) bool { return g.IntN(100) < percent }

// settings are variables that words use; u is never set.
const settings = `v=abc-def.tar.gz; e=; s='a b  c'; p=/usr/local/lib/x.so; n=3; i=1; x=HeLLo; c=a:b::c; w=rm; k=key; r=v; q="it's"; t='*b'; a=(one 'two three' four); declare -A m=([key]=val [o]=p); set -- A 'B C' D; `

// word makes one word.
func (g grammar) word() string {
	var b strings.Builder
	for range 1 + g.IntN(3) {
		b.WriteString(g.part())
	}
	return b.String()
}

func (g grammar) part() string {
	switch n := g.IntN(100); {
	case n < 12:
		return g.of("a", "-rf", "/", "x.y", "build", "=", "_", "@", "%", ",", "1")
	case n < 22:
		return g.of(`'a b'`, `'$v'`, `'"'`, `''`, `'\n'`, `\ `, `\$`, `\\`, `\"`, `\*`, `\a`, `\~`, `'*'`, `\{`)
	case n < 30:
		return g.of(`$'a\tb'`, `$'\x41\x42'`, `$'\101'`, `$'it\'s'`, `$'\u00e9'`, `$'a\\b'`, `$'\e[0m'`, `$'\cA'`, `$"locale"`, `$"$v"`, `$'\U1F600'`, `$'\x2'`, `$'a\z'`)
	case n < 44:
		return `"` + g.inQuotes() + `"`
	case n < 70:
		return g.parameter()
	case n < 76:
		return "$((" + g.arithmetic(2) + "))"
	case n < 84:
		return g.substitution()
	case n < 93:
		return g.braces()
	case n < 96:
		return g.of("~/", "~/x", "x~", "\\~", "a=~/b")
	}
	return g.of("$#", "$1", "$2", "$*", "$@", `"$@"`, `"$*"`, `"${@:2}"`, `${*:1:2}`, `"${!#}"`, "$?", `"${#}"`, `${1%A}`)
}

func (g grammar) inQuotes() string {
	var b strings.Builder
	for range g.IntN(4) {
		b.WriteString(g.of("a", " ", `\"`, `\$`, `\\`, `\x`, "'", "*", "{a,b}", "~", "`echo q`", `\`+"`"))
		if g.often(60) {
			b.WriteString(g.of(g.parameter(), "$("+g.printing()+")", "$(("+g.arithmetic(1)+"))"))
		}
	}
	return b.String()
}

func (g grammar) name() string { return g.of("v", "v", "e", "u", "s", "p", "x", "c", "w", "q", "n") }

func (g grammar) parameter() string {
	name := g.name()
	switch g.IntN(16) {
	case 0, 1:
		return g.of("$"+name, "${"+name+"}", "${#"+name+"}")
	case 2, 3:
		return "${" + name + g.of(":-", "-", ":+", "+", ":=", "=") + g.value() + "}"
	case 4:
		return "${" + name + ":" + g.of("0", "1", "2", " -2", "n", "i+1", "$n", "(-3)", "20") + g.of("", ":1", ":2", ":-1", ":n", ":$i", ":0") + "}"
	case 5, 6:
		return "${" + name + g.of("#", "##", "%", "%%") + g.pattern() + "}"
	case 7, 8:
		return "${" + name + g.of("/", "//", "/#", "/%") + g.pattern() + g.of("", "/", "/Z", "/$n", "/\"$s\"", "/\\/", "/a b") + "}"
	case 9:
		return "${" + name + g.of("^", "^^", ",", ",,", "^^[a-c]", ",,[HL]", "^b", "^^?") + "}"
	case 10:
		return "${" + name + "@" + g.of("Q", "U", "L", "u", "E", "Q") + "}"
	case 11:
		return g.of("${!r}", "${!r#a}", "${!r:-z}", "${!r^^}", "${!a[@]}", "${!a[*]}", "${#r}")
	case 12, 13:
		return g.of("${a[@]}", `"${a[@]}"`, "${a[*]}", "${a[1]}", "${a[-1]}", "${a[n-1]}", "${a[$i]}", "${#a[@]}", "${#a[1]}", "${a[@]:1}", `"${a[@]:1:1}"`, `"${a[@]/o/0}"`, `"${a[@]#t}"`, "${a[9]}", "${a[9]-none}", "$a", "${a}", `"${a[@]^}"`, "${a[@]@Q}", `"${a[*]%e}"`)
	case 14:
		return g.of("${m[key]}", "${m[$k]}", `"${m[o]}"`, "${#m[@]}", "${m[none]:-d}", "${m[key]/a/b}", "${m[key]#v}")
	}
	return "${" + name + g.of(":-", ":+") + "${" + g.name() + g.of("#", "%", ":-", "/") + g.of("a", "x", "*", "b") + "}}"
}

// value is a word in an expansion.
func (g grammar) value() string {
	return g.of("", "d", "'d e'", "\"$s\"", "$s", "d e", "$(echo sub)", "${w}x", `\}`, "$((1+1))", `"a'b"`, "~", "*", `"$u"`)
}

func (g grammar) pattern() string {
	return g.of("a", "*", "?", "*.", ".*", "*/", "/*", "[a-c]", "[!a]", "[[:upper:]]", "b*e", `"*"`, "'.'", "$i", `"$t"`, "$t", "-*", "*-", "l", "L", ":", "*:", " ", "[", "]", `\*`, "??", "[0-9]", "tar", "[^a]*", "")
}

func (g grammar) arithmetic(depth int) string {
	if depth == 0 {
		return g.of("1", "2", "7", "n", "i", "$n", "0x1f", "010", "a[0]+0", "u", "${#v}", "2#101", "${n}")
	}
	left, right := g.arithmetic(depth-1), g.arithmetic(depth-1)
	switch g.IntN(6) {
	case 0:
		return "(" + left + ")" + g.of("+", "-", "*") + right
	case 1:
		return left + g.of("<", ">", "==", "!=", "<=", "&&", "||") + right
	case 2:
		return left + "?" + right + ":" + g.arithmetic(0)
	case 3:
		return g.of("-", "!", "~", "+") + "(" + left + ")"
	case 4:
		return left + g.of("&", "|", "^", "<<1+", ",") + right
	}
	return left + " " + g.of("+", "-", "*", "%(1+", "/(1+") + "(" + right + ")" + g.of("", " ")
}

func (g grammar) substitution() string {
	return g.of("$("+g.printing()+")", "`"+g.of("echo a", "echo a b", `echo \$v`, `printf x`, "echo \\`echo in\\`")+"`", "$("+g.printing()+"; "+g.printing()+")", `"$(`+g.printing()+`)"`)
}

// printing is a command that prints.
func (g grammar) printing() string {
	return g.of("echo a", "echo 'a  b'", "echo $s", `echo "$s"`, "printf %s x", `printf '%s-%s\n' a b`, `printf "$v"`, "echo -n z", "echo -e 'a\\tb'", `printf '%s\n' "${a[@]}"`, "echo ${v#a}", "printf %d 010",
		"printf %05d 42", "printf %x 255", `printf '%b' 'a\101'`, "printf %q 'a b'", `printf '%.2s' abc`, "echo", "true && echo y", "false || echo n", `printf '%5s|' a`, "echo {a,b}", "printf '\\x41\\102'", `printf %c abc`, "printf '%s' \"$@\"", "cd /; echo $PWD", `v=new; echo $v`, "echo $(echo deep)", "(echo sub)", "if true; then echo t; fi")
}

func (g grammar) braces() string {
	return g.of("{a,b}", "x{1,2}y", "{1..3}", "{3..1}", "{a..c}", "{01..03}", "{1..7..3}", "{a,{b,c}}", "{,x}", "{a}", "{}", "{a,b", "{$n,$i}", "{'a b',c}", `{"$v",x}`, "{a,b}{c,d}", "{-1..1}", `\{a,b}`, "{a,b\\,c}", "{x,y}$n", "{1..$n}", "{a,}", "{c..a..2}")
}

// words makes a text that shows words.
func (g grammar) words() string {
	var b strings.Builder
	b.WriteString(settings)
	if g.often(12) {
		b.WriteString(g.of("IFS=:; ", "IFS=; ", "IFS=-; ", "IFS=' :'; ", "IFS=b; ", "IFS=$'\\n'; "))
	}
	if g.often(5) {
		b.WriteString("shopt -s extglob\n")
	}
	b.WriteString("show")
	for range 1 + g.IntN(2) {
		b.WriteString(" " + g.word())
	}
	return b.String()
}

// command makes a text of several statements that shows words.
func (g grammar) command() string {
	return settings + strings.Join([]string{g.statement(2), g.statement(2), g.statement(1), g.show()}, "\n")
}

func (g grammar) show() string { return "show " + g.word() + g.of("", " "+g.parameter(), ` "$v"`) }

// statement makes one statement, which may hold others.
func (g grammar) statement(depth int) string {
	if depth == 0 {
		return g.simple()
	}
	body := g.statement(depth - 1)
	switch g.IntN(14) {
	case 0:
		return fmt.Sprintf("for y in %s %s; do %s\nshow $y; done", g.word(), g.of("", `"${a[@]}"`, "{1..2}"), body)
	case 1:
		return fmt.Sprintf("case %s in %s) %s\n;; %s) %s;; *) %s;; esac", g.of("$v", "$x", `"$s"`, "$w", "$n", "abc"), g.of("a*", "abc", "[A-Z]*", "'*'", "rm|x", "?"), body, g.of("*b*", "H*", "3", "[0-9]"), g.show(), g.of(":", g.show()))
	case 2:
		return fmt.Sprintf("if %s; then %s\nelse %s; fi", g.test(), body, g.show())
	case 3:
		return fmt.Sprintf("f() { local l=$1; %s; show \"$l\" \"$@\" $#; }; f %s %s", g.of("shift", ":", "set -- $l z", "v=$l"), g.word(), g.of("", "B", `"$s"`))
	case 4:
		// Each loop has a counter of its own, and so an end.
		return fmt.Sprintf("z%[1]d=0; while ((z%[1]d<%[2]s)); do show \"$z%[1]d\"; ((z%[1]d++)); done", depth, g.of("1", "2", "3"))
	case 5:
		return fmt.Sprintf("for ((z%[1]d=0; z%[1]d<%[2]s; z%[1]d++)); do show $z%[1]d %[3]s; done", depth, g.of("1", "2", "3"), g.parameter())
	case 6:
		return fmt.Sprintf("(%s; %s); show \"$v\"", g.assignment(), g.show())
	case 7:
		return fmt.Sprintf("{ %s; %s\n}", g.assignment(), body)
	case 8:
		return fmt.Sprintf("%s %s %s", g.test(), g.of("&&", "||"), g.show())
	case 9:
		return fmt.Sprintf("eval %s", g.of("'show $v'", `"show $w"`, `show \$v`, `"y=\$s"; show "$y"`, "'show \"$@\"'", `'for h in 1 2; do show $h; done'`, "show '$x' '\"$s\"'"))
	case 10:
		return fmt.Sprintf("read -r y z <<< %s; show \"$y\" \"$z\"", g.of("\"$s\"", "'k v'", "$c", "one", `"$(echo 1 2 3)"`))
	case 11:
		return "while read -r y; do show \"$y\"; done <<'EOF'\n" + g.of("l1\nl2", "a b", "$v") + "\nEOF"
	case 12:
		return "read -r y <<EOF\n" + g.of("$v", "${x}y", "$(echo in)", "a\\$b", "plain") + " z\nEOF\nshow $y"
	}
	return body
}

func (g grammar) test() string {
	return g.of("true", "false", "[ -n \"$e\" ]", "[[ $v == a* ]]", "[[ $x =~ ^(H)(.) ]]", "((n>2))", "[ $n -eq 3 ]", "[[ -z $u ]]", "[ \"$w\" = rm ]", "test $i -gt 5", "[[ $v == \"a*\" ]]", "! true")
}

func (g grammar) assignment() string {
	return g.of("v="+g.word(), "v=${v%%-*}", "v+=x", "x="+g.parameter(), "n=$((n+1))", "((n*=2))", "s=$w", "a+=(five)", "a=($s)", "a[1]="+g.of("z", "$v"), "unset v", "unset 'a[0]'", "m[new]=1", "w=$(echo sub)", "export v=exp", "declare -i n=2+3", "let n+=1", "printf -v v '%s_' a b", "printf -v x %03d $n",
		"set -- "+g.word()+" "+g.of("", "z"), "shift", "x=${x,,}", "v=$x$w", "local_=1", "declare -u w=up", "r=x", "IFS=-", "readonly ro=1; v=$ro", "declare -n ref=v; ref=via", "mapfile -t a <<< $'l1\\nl2 x'", "v=$1", "v=${a[@]:0:1}", "IFS=: read -r v x <<< \"$c\"")
}

func (g grammar) simple() string {
	switch g.IntN(5) {
	case 0:
		return g.show()
	case 1:
		return "OPTIND=1; while getopts ab: o " + g.of("-a", "-b val", "-ab v", "-a -bv x") + "; do show $o \"$OPTARG\"; done"
	case 2:
		return "v=tmp show " + g.parameter()
	}
	return g.assignment()
}
