package follow_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestChosenBranches: a script takes the branches that its arguments choose, and all of
// them where what it compares may be anything.
func TestChosenBranches(t *testing.T) {
	const byCase = "case \"$1\" in\n nuke) rm -rf data;;\n clean) rm -rf build;;\n *) echo usage;;\nesac\n"
	const byIf = "if [ \"$1\" = nuke ]; then rm -rf data; else echo usage; fi\n"
	const byFunction = "nuke() { rm -rf data; }\nmain() { case \"${1:-help}\" in nuke) nuke;; *) echo usage;; esac; }\nmain \"$@\"\n"
	then := func(lines string) string {
		return "cmd=${1:-help}\n" + lines + "\ncase \"$cmd\" in nuke|NUKE) rm -rf data;; esac\n"
	}
	all := []string{"x.sh:2 rm -rf data", "x.sh:3 rm -rf build"}
	data := func(line string) []string { return []string{"x.sh:" + line + " rm -rf data"} }
	for _, tt := range []struct {
		name, script, command string
		want                  []string
	}{
		{"another one", byCase, "sh x.sh help", nil},
		{"this one", byCase, "sh x.sh nuke", data("2")},
		{"by path", byCase, "./x.sh clean", []string{"x.sh:3 rm -rf build"}},
		{"not known", byCase, `sh x.sh "$WHAT"`, all},
		{"all of them", byCase, `sh x.sh "$@"`, all},
		{"typed", byCase, "cat x.sh | sh", all},
		{"an if", byIf, "sh x.sh help", nil},
		{"an if that holds", byIf, "sh x.sh nuke", data("1")},
		{"not equal", `if [ "$1" != keep ]; then rm -rf data; fi`, "sh x.sh keep", nil},
		{"a function", byFunction, "bash x.sh", nil},
		{"a function that is called", byFunction, "bash x.sh nuke", data("1")},
		{"nothing between", then(":"), "sh x.sh", nil},
		{"read", then("read cmd"), "sh x.sh help", data("3")},
		{"code that is not known", then(`eval "$CODE"`), "sh x.sh help", data("3")},
		{"a file that is not known", then(`. "$FILE"`), "sh x.sh help", data("3")},
		{"a name that is not known", then(`printf -v "$NAME" nuke`), "sh x.sh help", data("3")},
		{"a pair that is not known", then(`export "$PAIR"`), "sh x.sh help", data("3")},
		{"other letters", then(`typeset -u cmd`), "sh x.sh nuke", data("3")},
		{"letters that do not count", then(`shopt -s nocasematch`), "sh x.sh Nuke", data("3")},
		{"a loop", then("for cmd in help nuke; do :; done"), "sh x.sh help", data("3")},
		{"a condition", then("[ -f x ] && cmd=nuke"), "sh x.sh help", data("3")},
		{"given anew", then("set -- nuke; cmd=$1"), "sh x.sh help", data("3")},
		{"a pattern", "case \"$1\" in n*) rm -rf data;; *) echo;; esac\n", "sh x.sh help", data("1")},
		{"one that goes on", "case \"$1\" in help) echo;& x) rm -rf data;; esac\n", "sh x.sh help", data("1")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := removals(disk{"x.sh": tt.script}.parse(tt.command))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s (-want +got)\n%s", tt.command, diff)
			}
		})
	}
}

// TestUncalledFunctions: a program of Python ends without the functions that nothing names.
func TestUncalledFunctions(t *testing.T) {
	const reset = "import shutil, sys\ndef reset(p):\n    shutil.rmtree('data')\n"
	for _, tt := range []struct {
		name, program, command string
		is                     bool
	}{
		{"uncalled", reset + "print(1)\n", "python3 x.py", false},
		{"as a module", reset + "print(1)\n", "python3 -m x", false},
		{"by another that is not called", reset + "def again():\n    reset('a')\nprint(1)\n", "python3 x.py", false},
		{"called", reset + "reset('a')\n", "python3 x.py", true},
		{"called by what is called", reset + "def again():\n    reset('a')\nagain()\n", "python3 x.py", true},
		{"in a table", reset + "{'reset': reset}[sys.argv[1]]('a')\n", "python3 x.py", true},
		{"by a name", reset + "globals()[sys.argv[1]]('a')\n", "python3 x.py", true},
		{"with a decorator", "import shutil\n@app.command()\ndef reset(p):\n    shutil.rmtree('data')\n", "python3 x.py", true},
		{"in a class", "import shutil\nclass A:\n    def reset(self):\n        shutil.rmtree('data')\n", "python3 x.py", true},
		{"at the margin", reset + "shutil.rmtree('data')\n", "python3 x.py", true},
		{"asked for more", reset + "print(1)\n", "python3 -i x.py", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := len(removals(disk{"x.py": tt.program}.parse(tt.command))) > 0; got != tt.is {
				t.Errorf("%s: %v", tt.command, got)
			}
		})
	}
}
