package follow_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// requestModels returns those of a client of servers, of an interpreter, and of
// scripts that it runs.
func requestModels(name string) *rule.Command {
	switch name {
	case "get":
		return &rule.Command{Names: []string{name}, Options: []rule.Option{{Names: []string{"-d"}, Arg: rule.RequiredArg, Role: "body"}}}
	case "python":
		return &rule.Command{Names: []string{name}, Style: rule.POSIX, Nested: []rule.Nested{{As: rule.AsFile, Lang: "python"}}}
	case "runner":
		return &rule.Command{Names: []string{name}, Type: "Package", Depth: 1, Nested: []rule.Nested{{Sub: []string{"run"}, As: rule.AsScript}, {Sub: []string{"in"}, As: rule.AsScript, Skip: 1}, {As: rule.AsScript}}}
	case "db":
		return &rule.Command{Names: []string{name}, Options: []rule.Option{{Names: []string{"-readonly"}}}, Style: rule.Single,
			Nested: []rule.Nested{{As: rule.AsWord, Skip: 1, Lang: "sql"}}}
	case "kv":
		return &rule.Command{Names: []string{name}, Depth: 1, Nested: []rule.Nested{{As: rule.AsStdin, Lang: "sql", Alone: true}}}
	case "manage.py":
		return &rule.Command{Names: []string{name}, Type: "Database", Depth: 1}
	case "install":
		return &rule.Command{Names: []string{name}, Type: "FileSystem"}
	case "cat", "echo":
		return printing(name, &rule.Command{Names: []string{name}})
	}
	return nil
}

func TestRequest(t *testing.T) {
	for _, c := range []struct {
		name string
		text string
		want []string // the targets of effects
	}{
		{"in the option", `get -d '{"query":"mutation { deleteRef(id: 1) { id } }"}' u`, []string{"deleteRef"}},
		{"from a here document", "get -d @- u <<'E'\n{\"query\":\"mutation { volumeDelete(id: 1) }\"}\nE\n", []string{"volumeDelete"}},
		{"from a pipe", `echo 'mutation { dropTable(id: 1) }' | get -d @- u`, []string{"dropTable"}},
		{"from a file", `echo 'mutation { dropTable(id: 1) }' > q; get -d @q u`, []string{"dropTable"}},
		{"from an unknown file", `get -d @q u`, nil},
		{"with a variable", `get -d '{"query":"mutation { deleteRef(id: \"'"$id"'\") { id } }"}' u`, []string{"deleteRef"}},
		{"a query", `get -d '{"query":"{ me { id } }"}' u`, nil},
		{"another body", `get -d 'mutation=delete' u`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := follow.Parse(c.text, shell.Options{Models: requestModels})
			var got []string
			for _, call := range s.Calls {
				if len(call.Runs) > 0 {
					t.Errorf("Parse(%q) runs %v; a body is no program", c.text, call.Runs)
				}
				if call.Effect == "destroy" {
					got = append(got, call.Argv[1].String())
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("Parse(%q) (-want +got):\n%s", c.text, diff)
			}
		})
	}
}

func TestScriptOf(t *testing.T) {
	for _, c := range []struct {
		name string
		text string
		want []string // program and subcommand of each call with a model
	}{
		{"a script with a model", "python manage.py flush", []string{"python", "manage.py flush"}},
		{"by its path", "python -u src/manage.py flush", []string{"python", "manage.py flush"}},
		{"another script", "python app.py flush", []string{"python"}},
		{"the name of a common command", "python install flush", []string{"python"}},
		{"behind a runner", "runner manage.py flush", []string{"runner manage.py", "manage.py flush"}},
		{"behind a runner and its verb", "runner --quiet run manage.py --force flush", []string{"runner run", "manage.py flush"}},
		{"behind another word", "runner in app manage.py flush", []string{"runner in", "manage.py flush"}},
		{"a script of a runner", "runner install flush", []string{"runner install"}},
		{"a version", "manage.py@1.2 flush", []string{"manage.py flush"}},
		{"a script of this text", "echo 'pass' > manage.py; python manage.py flush", []string{"echo", "python"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, call := range follow.Parse(c.text, shell.Options{Models: requestModels}).Calls {
				if call.Model == nil {
					continue
				}
				line := call.Program
				for _, s := range call.Args.Sub {
					line += " " + s
				}
				got = append(got, line)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("Parse(%q) (-want +got):\n%s", c.text, diff)
			}
		})
	}
}

func TestWhatIsRead(t *testing.T) {
	for _, c := range []struct {
		name string
		text string
		want int // effects found in the text
	}{
		{"without operands", "echo FLUSHALL | kv", 1},
		{"with some", "echo FLUSHALL | kv set name", 0},
		{"as it is", `db app "DROP TABLE t"`, 1},
		{"read only", `db -readonly app "DROP TABLE t"`, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := 0
			for _, call := range follow.Parse(c.text, shell.Options{Models: requestModels}).Calls {
				if call.Effect != "" {
					got++
				}
			}
			if got != c.want {
				t.Errorf("Parse(%q) finds %d effects, want %d", c.text, got, c.want)
			}
		})
	}
}
