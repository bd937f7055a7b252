package extract

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func TestFor(t *testing.T) {
	tests := []struct{ path, head, want string }{
		{"build.sh", "", "sh"},
		{"build.SH", "", "sh"},
		{"bin/build", "#!/bin/sh\n", "sh"},
		{"bin/build", "#!/usr/bin/env -S bash -e\n", "sh"},
		{"bin/build", "#!/usr/bin/env -S A=b zsh\n", "sh"},
		{"bin/build", "#! /bin/busybox ash\n", "sh"},
		{"bin/build", "#!/usr/bin/python3\n", ""},
		{"build.sh", "#!/usr/bin/env python3\n", ""},
		{"bin/build", "\x7fELF", ""},
		{"home/.bashrc", "", "sh"},
		{"x.bats", "#!/usr/bin/env bats\n", "sh"},
		{"Dockerfile", "", "dockerfile"},
		{"a/Dockerfile.dev", "", "dockerfile"},
		{"a/web.Dockerfile", "", "dockerfile"},
		{"Containerfile", "", "dockerfile"},
		{"Dockerfile.md", "", "markdown"},
		{"Dockerfile.dockerignore", "", ""},
		{".github/workflows/ci.yml", "", "workflow"},
		{"sub/.github/workflows/ci.yaml", "", "workflow"},
		{".github/workflows/sub/ci.yml", "", ""},
		{"my.github/workflows/ci.yml", "", ""},
		{"actions/x/action.yml", "", "workflow"},
		{".gitlab-ci.yml", "", "gitlab"},
		{"ci/build.gitlab-ci.yml", "", "gitlab"},
		{".circleci/config.yml", "", "circleci"},
		{"azure-pipelines-release.yml", "", "azure"},
		{".travis.yml", "", "pipelines"},
		{".buildkite/pipeline.yml", "", "pipelines"},
		{"Makefile", "", "makefile"},
		{"mk/rules.mk", "", "makefile"},
		{"Makefile.am", "", "makefile"},
		{"justfile", "", "justfile"},
		{"Taskfile.dist.yml", "", "taskfile"},
		{"a/package.json", "", "packagejson"},
		{"package-lock.json", "", ""},
		{".pre-commit-config.yaml", "", "precommit"},
		{".claude/settings.local.json", "", "agenthooks"},
		{".vscode/settings.json", "", "agenthooks"},
		{"plugins/x/hooks/hooks.json", "", "agenthooks"},
		{"docker-compose.prod.yml", "", "compose"},
		{".devcontainer/devcontainer.json", "", "devcontainer"},
		{"app.service", "", "systemd"},
		{"app.service.d/override.conf", "", "systemd"},
		{"nginx.conf", "", ""},
		{"etc/cron.d/job", "# x\n", "crontab"},
		{"etc/cron.daily/job", "#!/bin/sh\n", "sh"},
		{"CLAUDE.md", "", "agenttext"},
		{".claude/commands/ship.md", "", "agenttext"},
		{".vscode/tasks.json", "", "editortasks"},
		{"tasks.json", "", ""},
		{"scripts/build.ps1", "", "powershell"},
		{"Module.PSM1", "", "powershell"},
		{"notes.ps1.txt", "", ""},
		{"build.bat", "", "batch"},
		{"build.CMD", "", "batch"},
		{"bat", "", ""},
		{"home/.gitconfig", "", "dotfile"},
		{"gitconfig.txt", "", ""},
		{"Jenkinsfile", "", "jenkinsfile"},
		{"main.tf", "", "terraform"},
		{"roles/x/tasks/main.yml", "", "ansible"},
		{"values.yaml", "", ""},
		{"main.go", "package main", ""},
	}
	recognised := make(map[string]bool)
	for _, tt := range tests {
		t.Run(tt.path, func(t *testing.T) {
			got := ""
			if input := For(tt.path, []byte(tt.head)); input != nil {
				got = input.Name
			}
			if got != tt.want {
				t.Errorf("For(%q, %q) = %q, want %q", tt.path, tt.head, got, tt.want)
			}
		})
		recognised[tt.want] = true
	}
	for _, input := range inputs {
		if !recognised[input.Name] {
			t.Errorf("no file here is a %s: add one that is, and one that looks alike", input.Name)
		}
	}
}

func TestUntrusted(t *testing.T) {
	tests := []struct{ expression, want string }{
		{"github.event.issue.title", "github.event.issue.title"},
		{" github.event.issue['body'] ", "github.event.issue.body"},
		{"GITHUB.HEAD_REF", "GITHUB.HEAD_REF"},
		{"format('{0}', github.event.comment.body)", "github.event.comment.body"},
		{"github.event.pull_request.head.ref || 'main'", "github.event.pull_request.head.ref"},
		{"github.event.commits[0].author.name", "github.event.commits.0.author.name"},
		{"join(github.event.commits.*.message, ' ')", "github.event.commits.*.message"},
		{"github.event.workflow_run.head_commit.message", "github.event.workflow_run.head_commit.message"},
		{"github.event.pull_request.title != '' && github.event.pull_request.title", "github.event.pull_request.title"},
		{"github.event.pull_request.base.ref", ""},
		{"github.event.pull_request.number", ""},
		{"github.event.pull_request.milestone.title", ""},
		{"github.event.pull_request.head.sha", ""},
		{"github.ref_name", ""},
		{"contains(github.event.issue.title, 'x')", ""},
		{"github.event.issue.title == 'x'", ""},
		{"inputs.github.event.issue.title", ""},
		{"secrets.TOKEN", ""},
	}
	for _, tt := range tests {
		t.Run(tt.expression, func(t *testing.T) {
			if got := untrusted(tt.expression); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// What was read in front of an error is kept.
func TestMalformed(t *testing.T) {
	tests := []struct {
		name, path, data string
		want             []string
		at               int
	}{
		{"yaml", ".github/workflows/x.yml", "jobs:\n  a:\n    steps:\n    - run: make\n   - run: rm\n", []string{"make"}, 41},
		{"json", "package.json", `{"scripts": {"a": "make", "b": "rm}}`, []string{"make"}, 31},
		{"json of another shape", "package.json", `null`, nil, 0},
		{"template", "docker-compose.yml", "services:\n  a:\n    command: make\n{{- if .X }}\n", []string{"make"}, 33},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			pieces, err := For(tt.path, nil).Read(tt.path, []byte(tt.data))
			var malformed *tree.FormatError
			if !errors.As(err, &malformed) || malformed.At != tt.at {
				t.Errorf("error %v, want one at %d", err, tt.at)
			}
			var got []string
			for _, p := range pieces {
				got = append(got, p.Text)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
}

func TestSpan(t *testing.T) {
	data := "run: \"a\\tb ${{ x }} c\"\n"
	doc, err := tree.YAML([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	p := pieceOf(doc.Weave(doc.Roots[0].Get("run")), "ci", "")
	p.mask(between(p.Text, "${{", "}}", true), asName)
	if want := "a\tb ____x___ c"; p.Text != want {
		t.Fatalf("text %q, want %q", p.Text, want)
	}
	tests := []struct {
		name string
		span shell.Span
		want string
	}{
		{"a byte", shell.Span{From: 0, To: 1}, "a"},
		{"up to an escape", shell.Span{From: 0, To: 3}, "a\\tb"},
		{"what is masked", shell.Span{From: 4, To: 12}, "${{ x }}"},
		{"within what is masked", shell.Span{From: 8, To: 9}, "x"},
		{"behind it", shell.Span{From: 13, To: 14}, "c"},
		{"all", shell.Span{From: 0, To: len(p.Text)}, "a\\tb ${{ x }} c"},
		{"nothing", shell.Span{From: 3, To: 3}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			from, to := p.Span(tt.span)
			if got := data[from:to]; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
