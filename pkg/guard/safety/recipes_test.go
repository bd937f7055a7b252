package safety_test

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// work is a project whose files the session wrote.
type work struct {
	calm
	files map[string]string
}

func (w work) File(path string) rule.FileState {
	text, ok := w.files[strings.TrimPrefix(path, "/w/p/")]
	if !ok {
		return rule.FileState{Unread: unread.Part{Reason: unread.Absent}}
	}
	return rule.FileState{Known: true, Text: text}
}

func (w work) Names(pattern string) []string {
	var out []string
	for name := range w.files {
		for at := "/w/p/" + name; at != "/w/p"; at = path.Dir(at) {
			if ok, _ := path.Match(pattern, at); ok {
				if at != "/w/p/"+name {
					at += "/"
				}
				out = append(out, at)
				break
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (work) Committed(string) bool { return false }

// TestRecipes: what task runners run is judged, and named by file and line. An
// archive of testdata/recipes is a project; its comment has commands, each with the
// places and rules that it must hit behind ->, or nothing where it is harmless.
func TestRecipes(t *testing.T) {
	archives, err := filepath.Glob("testdata/recipes/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	at := safety.Dirs{Home: "/home/ann", Cwd: "/w/p", Project: "/w/p"}
	hits, misses := 0, 0
	for _, name := range archives {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		w := work{files: map[string]string{}}
		for _, f := range a.Files {
			w.files[f.Name] = string(f.Data)
		}
		for line := range strings.Lines(string(a.Comment)) {
			command, want, ok := strings.Cut(strings.TrimSpace(line), " ->")
			if !ok {
				continue
			}
			e := engine()
			e.Files = true
			v := e.Judge(command, at, w)
			var got []string
			for _, f := range v.Findings {
				if f.Risk < policy.Medium {
					continue
				}
				place := "-"
				if f.In != nil {
					place = fmt.Sprintf("%s:%d", f.In.Name, f.In.Line)
				}
				got = append(got, place+" "+f.Rule)
			}
			if want = strings.TrimSpace(want); want == "" {
				misses++
			} else {
				hits++
			}
			if got := strings.Join(got, ", "); got != want {
				t.Errorf("%s: %s\n got %s\nwant %s", filepath.Base(name), command, got, want)
			}
		}
	}
	t.Logf("%d commands that harm, %d that do not", hits, misses)
}
