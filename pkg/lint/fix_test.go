package lint

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The edits of findings make a file what they say, whole or not at all.
func TestChanges(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	text := "#!/bin/sh\nrm -rf \"$A\"/*\ncd x\nrm -rf *\n"
	at := func(s string) int { return strings.Index(text, s) }
	quote, exit := Edit{at("$A"), "$A", "${A:?}"}, Edit{at("cd x") + 4, "", " || exit"}
	for _, tt := range []struct {
		name  string
		text  string
		edits [][]Edit // of a finding each
		want  []LineChange
		err   error
	}{
		{"none", text, [][]Edit{nil}, nil, nil},
		{"one", text, [][]Edit{{quote}}, []LineChange{{2, `rm -rf "$A"/*`, `rm -rf "${A:?}"/*`}}, nil},
		{"of two findings, the last first", text, [][]Edit{{exit}, {quote}}, []LineChange{{2, `rm -rf "$A"/*`, `rm -rf "${A:?}"/*`}, {3, "cd x", "cd x || exit"}}, nil},
		{"twice the same", text, [][]Edit{{quote}, {quote}}, []LineChange{{2, `rm -rf "$A"/*`, `rm -rf "${A:?}"/*`}}, nil},
		{"at the end", "cd x", [][]Edit{{{4, "", " || exit"}}}, []LineChange{{1, "cd x", "cd x || exit"}}, nil},
		{"one within the other", text, [][]Edit{{{0, "#!/bin/sh", "x"}, {2, "/bin", "y"}}}, nil, ErrChanged},
		{"another text", text, [][]Edit{{{at("$A"), "$B", "x"}}}, nil, ErrChanged},
		{"behind the end", "ab", [][]Edit{{{1, "bc", "x"}}}, nil, ErrChanged},
		{"wide text", "\xff\xfea\x00", [][]Edit{{{0, "", "x"}}}, nil, ErrChanged},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := write("a.sh", tt.text, 0o750)
			var findings []Finding
			for _, edits := range tt.edits {
				findings = append(findings, Finding{Path: "a.sh", Edits: edits})
			}
			o := Options{Dir: dir}
			changes, err := o.Changes(findings)
			if !errors.Is(err, tt.err) {
				t.Fatal(err)
			}
			if tt.want == nil {
				if len(changes) > 0 {
					t.Errorf("it becomes %+v", changes)
				}
				return
			}
			if diff := cmp.Diff(tt.want, changes[0].Lines); diff != "" {
				t.Fatal(diff)
			}
			if err := changes[0].Write(); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(tt.text, "\n")
			for _, c := range tt.want {
				lines[c.Line-1] = c.New
			}
			got, err := os.ReadFile(path)
			if err != nil || string(got) != strings.Join(lines, "\n") {
				t.Errorf("%q, %v", got, err)
			}
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o750 {
				t.Errorf("%v, %v", info.Mode(), err)
			}
		})
	}
}

// A file that was changed since, or that a link stands for, is not written.
func TestChangesRefused(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "a.sh"), filepath.Join(dir, "b.sh")
	if err := os.WriteFile(file, []byte("cd x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	o := Options{Dir: dir}
	edit := []Edit{{4, "", " || exit"}}
	changes, err := o.Changes([]Finding{{Path: "b.sh", Edits: edit}, {Path: filepath.ToSlash(file), Edits: edit}, {Path: "none.sh", Edits: edit}})
	if !errors.Is(err, os.ErrNotExist) || len(changes) != 2 || changes[0].Path > changes[1].Path {
		t.Fatalf("%+v, %v", changes, err)
	}
	for i := range changes {
		c := &changes[i]
		if c.Path == "b.sh" {
			if c.Write() == nil {
				t.Error("a link is written over")
			}
			continue
		}
		if err := os.WriteFile(file, []byte("cd y\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := c.Write(); !errors.Is(err, ErrChanged) {
			t.Errorf("written though it changed: %v", err)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 2 {
		t.Errorf("%v, %v", left, err)
	}
}
