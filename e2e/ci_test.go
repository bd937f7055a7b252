package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/lint/report"
)

// actionFile is what is read of action.yml.
type actionFile struct {
	Inputs map[string]struct {
		Description string
		Default     string
	}
	Runs struct {
		Steps []struct {
			Name string
			Run  string
			Env  map[string]string
		}
	}
}

func readYAML(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(data, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// TestAction runs the linting step of the GitHub action as a runner does,
// with this binary in the place of the one that the step before it builds.
func TestAction(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	var action actionFile
	readYAML(t, "action.yml", &action)
	step := action.Runs.Steps[len(action.Runs.Steps)-1]

	temp, work := t.TempDir(), t.TempDir()
	if err := copyProgram(built(t), filepath.Join(temp, "ctxhook")); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"a b.sh": "git reset --hard\n", "c.sh": "ls\n"} {
		if err := os.WriteFile(filepath.Join(work, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		name   string
		inputs map[string]string
		exit   int
		want   string // how the output begins
		file   string
	}{
		{name: "defaults", exit: 1, want: "::warning file=a b.sh,line=1,"},
		{name: "paths", inputs: map[string]string{"paths": "c.sh\n"}},
		{name: "a path with blanks", inputs: map[string]string{"paths": "c.sh\na b.sh"}, exit: 1, want: "::warning file=a b.sh,"},
		{name: "least risk", inputs: map[string]string{"min-risk": "critical"}},
		{name: "SARIF, and the job passes", inputs: map[string]string{"sarif": "x.sarif", "exit-zero": "true"}, want: "::warning ", file: "x.sarif"},
		{name: "an input is data", inputs: map[string]string{"min-risk": "$(touch hacked)"}, exit: 2},
		{name: "a path that looks like an option", inputs: map[string]string{"paths": "--exit-zero"}, exit: 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cmd := exec.Command(bash, "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step.Run)
			cmd.Dir = work
			cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + temp, "RUNNER_TEMP=" + temp}
			for name, expression := range step.Env {
				input := strings.TrimSuffix(strings.TrimPrefix(expression, "${{ inputs."), " }}")
				known, ok := action.Inputs[input]
				if !ok {
					t.Fatalf("%s is of no input: %s", name, expression)
				}
				value, given := tt.inputs[input]
				if !given {
					value = known.Default
				}
				cmd.Env = append(cmd.Env, name+"="+value)
			}
			out, err := cmd.Output()
			exit := 0
			if e, ok := err.(*exec.ExitError); ok {
				exit = e.ExitCode()
			} else if err != nil {
				t.Fatal(err)
			}
			if exit != tt.exit || !strings.HasPrefix(string(out), tt.want) {
				t.Errorf("exit code %d, want %d, output:\n%s", exit, tt.exit, out)
			}
			if tt.file != "" {
				if _, err := os.Stat(filepath.Join(work, tt.file)); err != nil {
					t.Error(err)
				}
			}
			if _, err := os.Stat(filepath.Join(work, "hacked")); err == nil {
				t.Error("an input was run")
			}
		})
	}
}

// TestPreCommitHook: pre-commit reads these keys, and runs the entry with the
// names of files behind it.
func TestPreCommitHook(t *testing.T) {
	var hooks []map[string]any
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	if len(hooks) != 1 {
		t.Fatalf("%d hooks", len(hooks))
	}
	got := map[string]any{"id": hooks[0]["id"], "entry": hooks[0]["entry"], "language": hooks[0]["language"]}
	want := map[string]any{"id": "ctxhook-lint", "entry": "ctxhook lint", "language": "golang"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestGitLabTemplate: the report that GitLab is told to read is the one that
// the job writes, in a format there is.
func TestGitLabTemplate(t *testing.T) {
	var template map[string]struct {
		Script    []string
		Artifacts struct {
			Reports struct{ Codequality string }
		}
	}
	readYAML(t, "docs/gitlab-ci.yml", &template)
	job, ok := template["ctxhook-lint"]
	if !ok {
		t.Fatal("no job")
	}
	_, output, _ := strings.Cut(strings.Join(job.Script, "\n"), "ctxhook lint --output ")
	format, file, _ := strings.Cut(output, "=")
	if _, known := report.ByName(format); !known || file != job.Artifacts.Reports.Codequality {
		t.Errorf("writes %s as %s, GitLab reads %s", file, format, job.Artifacts.Reports.Codequality)
	}
}
