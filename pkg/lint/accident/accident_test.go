package accident_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/lint"
	"github.com/ctxhook/ctxhook/rules"
)

// high returns the findings at high in one file of a project, as lines and rules.
func high(t *testing.T, name, text string) (lines, ids []string) {
	t.Helper()
	return found(t, policy.High, name, text)
}

// found returns the findings of a risk or more in one file of a project.
func found(t *testing.T, least policy.Risk, name, text string) (lines, ids []string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	o := &lint.Options{Dir: dir, Project: dir, MinRisk: least, Engine: safety.Engine{Models: rules.Command, Functions: rules.Function, Rules: rules.Safety()}}
	failed := func(n lint.Note) {
		if strings.Contains(n.Say, "internal error") {
			t.Errorf("%s: %s", text, n.Say)
		}
	}
	if _, err := lint.Run(t.Context(), o, lint.Sink{Note: failed, Finding: func(f *lint.Finding) {
		lines = append(lines, strconv.Itoa(f.Start.Line))
		ids = append(ids, strconv.Itoa(f.Start.Line)+" "+f.Rule.ID)
	}}); err != nil {
		t.Fatal(err)
	}
	return lines, ids
}

// Pairs of files: one has a finding at high on a line, the other, which does the same with
// care, has none.
func TestAccidents(t *testing.T) {
	var files []txtar.File
	for _, name := range []string{"testdata/accidents.txtar", "testdata/trades.txtar", "testdata/questions.txtar", "testdata/lookups.txtar", "testdata/worth.txtar"} {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(archive.Files) == 0 {
			t.Fatal("no files in " + name)
		}
		files = append(files, archive.Files...)
	}
	for _, f := range files {
		t.Run(f.Name, func(t *testing.T) {
			parts := strings.SplitN(f.Name, "/", 3)
			if len(parts) < 3 {
				t.Fatal("its name is not NAME/LABEL/PATH")
			}
			lines, _ := high(t, parts[2], string(f.Data))
			line, isDisaster := strings.CutPrefix(parts[1], "high:")
			if !isDisaster && len(lines) > 0 || isDisaster && !slices.Contains(lines, line) {
				t.Errorf("got lines %v, want %s", lines, parts[1])
			}
		})
	}
}

// A command of redirections alone ends the check of no file.
func TestOnlyRedirections(t *testing.T) {
	for _, command := range []string{"docker volume rm $(2>/dev/null < file)", "rm -rf $(< list)", "> out; rm -rf \"$X\"/*", "x=$(2>/dev/null); cd $x; rm -rf *", "2>/dev/null | xargs rm -rf"} {
		high(t, "a.sh", "#!/bin/sh\n"+command+"\n")
	}
}

// Scripts of Windows are read, in files and in workflows.
func TestWindows(t *testing.T) {
	workflow := "jobs:\n  a:\n    runs-on: windows-latest\n    steps:\n      - shell: cmd\n        run: |\n          rd /s /q \"%OUT%\\\"\n"
	for _, tt := range []struct{ name, file, text, want string }{
		{"PowerShell", "a.ps1", "Remove-Item -Recurse \"$dir\\*\"\n", "1 accident/windows-delete"},
		{"PowerShell, of a directory that is known", "a.ps1", "Remove-Item -Recurse \"C:\\build\\*\"\n", ""},
		{"batch", "b.cmd", "@echo off\r\nrd /s /q \"%OUT%\\\"\r\n", "2 accident/windows-delete"},
		{"workflow", ".github/workflows/c.yml", workflow, "7 accident/windows-delete"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, ids := high(t, tt.file, tt.text); strings.Join(ids, ",") != tt.want {
				t.Errorf("got %v, want %s", ids, tt.want)
			}
		})
	}
}

// What does no harm that anyone would want to read of is no finding at medium, and its
// neighbour is.
func TestQuiet(t *testing.T) {
	workflow := func(run string) string {
		return "on: push\njobs:\n  a:\n    steps:\n      - run: " + run + "\n"
	}
	const ci = ".github/workflows/c.yml"
	for _, tt := range []struct{ name, file, text, want string }{
		{"the file of a disk", "a.sh", "parted --script \"$OUT/disk.img\" mklabel msdos\n", ""},
		{"a disk", "a.sh", "parted --script \"$DISK\" mklabel msdos\n", "1 disk/format"},
		{"a loop device", "a.sh", "dev=$(losetup --show -f disk.img)\nmkfs.ext4 \"${dev}p1\"\n", ""},
		{"the workspace of a run", ci, workflow("rm -rf ./*"), ""},
		{"keys whose rights are set", "a.sh", "find /etc/app -name '*.pem' -exec chmod 600 {} +\n", ""},
		{"keys that are read", "a.sh", "find /etc/app -name '*.pem' -exec cat {} +\n", "1 secret/search"},
		{"room on a runner", ci, workflow("rm -rf /home/linuxbrew"), ""},
		{"a home in a run", ci, workflow("rm -rf ~/*"), "5 filesystem/delete-critical"},
		{"the project, by a script", "a.sh", "rm -rf ./*\n", "1 filesystem/delete-critical"},
		{"containers with a label", "a.sh", "docker rm -f $(docker ps -aq --filter label=app=shop)\n", ""},
		{"all containers", "a.sh", "docker rm -f $(docker ps -aq)\n", "1 docker/remove-all"},
		{"a key of an image", "Dockerfile", "FROM debian\nRUN rm -f /etc/apt/apt.conf.d/docker-clean\n", ""},
		{"a directory of an image", "Dockerfile", "FROM debian\nRUN rm -rf /var/www/*\n", ""},
		{"a number that was tested", "a.sh", "pid=${1:--1}\nif [ \"$pid\" != -1 ]; then\n  kill -TERM $pid\nfi\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, ids := found(t, policy.Medium, tt.file, tt.text); strings.Join(ids, ",") != tt.want {
				t.Errorf("got %v, want %s", ids, tt.want)
			}
		})
	}
}

// A message names an expression as the file has it, and a byte order mark is no finding.
func TestAsWritten(t *testing.T) {
	for _, tt := range []struct{ name, file, text, want string }{
		{"just", "justfile", "out := \"\"\nclean:\n    rm -rf {{out}}/*\n", "{{out}}/*"},
		{"workflow", ".github/workflows/a.yml", "on:\n  schedule: [{cron: '1 1 * * *'}]\njobs:\n  a:\n    steps:\n      - run: rm -rf ${{ inputs.d }}/*\n", "${{ inputs.d }}/*"},
		{"make", "Makefile", "PREFIX ?= /usr/local\nuninstall:\n\trm -rf $(DESTDIR)$(PREFIX)/bin\n", "all of /usr/local/bin"},
		{"mark", "a.ps1", "\xef\xbb\xbfWrite-Host a\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.Join(messages(t, tt.file, tt.text), "\n"); !strings.Contains(got, tt.want) || tt.want == "" && got != "" {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// messages returns what is said of one file of a project.
func messages(t *testing.T, name, text string) (out []string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	o := &lint.Options{Dir: dir, Project: dir, MinRisk: policy.Low, Engine: safety.Engine{Models: rules.Command, Functions: rules.Function, Rules: rules.Safety()}}
	if _, err := lint.Run(t.Context(), o, lint.Sink{Finding: func(f *lint.Finding) { out = append(out, f.Message.String()) }}); err != nil {
		t.Fatal(err)
	}
	return out
}
