package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
)

// at is a fixed moment for what expires.
var at = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// setup makes places and a project with the given files below it: "user"
// stands for the user's config.yaml, other names are below the project.
func setup(t *testing.T, files map[string]string) Sources {
	t.Helper()
	home := t.TempDir()
	p, err := paths.Resolve(func(name string) string {
		switch name {
		case "HOME", "USERPROFILE":
			return home
		}
		return ""
	}, goos)
	if err != nil {
		t.Fatal(err)
	}
	p.Machine = "" // of who runs the tests
	s := Sources{Places: p, Project: filepath.Join(home, "repo")}
	for name, text := range files {
		path := filepath.Join(s.Project, name)
		if name == "user" {
			path = p.ConfigFile()
		}
		write(t, path, text)
	}
	return s
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

const project = ".ctxhook/config.yaml"

// show writes what differs from the defaults, and the problems, with the
// directories taken out.
func show(s Sources, c Config, problems []Problem) string {
	var b strings.Builder
	for _, l := range c.Lines() {
		if l.Origin.Source != FromDefault && l.By == "" {
			b.WriteString(l.Key.Name + " = " + l.Value + " (" + l.Origin.String() + ")\n")
		}
	}
	for _, p := range problems {
		mark := "! "
		if p.Note {
			mark = "note "
		}
		b.WriteString(mark + p.String() + "\n")
	}
	return strings.NewReplacer(s.Places.ConfigFile(), "user", s.Places.ProjectConfig(s.Project), "project").Replace(b.String())
}

func TestLoad(t *testing.T) {
	const trust = ": to accept this project's settings: ctxhook trust\n"
	const own = ": the environment can only tighten; set it in your own config.yaml\n"
	tests := []struct {
		name       string
		files      map[string]string
		env, flags map[string]string
		trusted    bool
		want       string
	}{
		{name: "nothing", want: ""},
		{name: "comments only", files: map[string]string{"user": "# safety_level: strict\n\n"}, want: ""},
		{
			name:  "user may loosen",
			files: map[string]string{"user": "safety_level: permissive\nunattended: warn\npolicy: {high: silent}\nmax_command_length: 20000\ninject_context: off\n"},
			want: "safety_level = permissive (user:1:15)\npolicy.high = silent (user:3:16)\nunattended = warn (user:2:13)\n" +
				"max_command_length = 20000 (user:4:21)\ninject_context = false (user:5:17)\n",
		},
		{
			name:  "project may tighten",
			files: map[string]string{project: "safety_level: strict\non_error: block\nblocked_patterns: ['glob:terraform apply*']\npacks: {docker: on}\n"},
			want: "safety_level = strict (project:1:15)\non_error = block (project:2:11)\n" +
				"blocked_patterns = glob:terraform apply* (project:3:20)\npacks = docker: on (project:4:9)\n",
		},
		{
			name: "project may not loosen",
			files: map[string]string{
				"user":  "on_error: ask\n",
				project: "safety_level: permissive\nunattended: once\non_error: open\nmax_command_length: 99999\npolicy: {critical: warn}\nallowed_patterns: [rm]\npacks: {git: off}\nwrappers: [rm]\n",
			},
			want: "on_error = ask (user:1:11)\n" +
				"note project:1:15: safety_level: permissive is looser than standard; ignored" + trust +
				"note project:2:13: unattended: once is looser than ask; ignored" + trust +
				"note project:3:11: on_error: open is looser than ask; ignored" + trust +
				"note project:4:21: max_command_length: 99999 is looser than 10000; ignored" + trust +
				"note project:5:20: policy.critical: warn is looser than block; ignored" + trust +
				"note project:6:19: allowed_patterns of an untrusted project; ignored" + trust +
				"note project:7:9: pack \"git\" switched off by an untrusted project; ignored" + trust +
				"note project:8:11: wrappers of an untrusted project; ignored" + trust,
		},
		{
			name:  "lint is the project's own affair",
			files: map[string]string{"user": "lint_min_risk: high\n", project: "lint_min_risk: low\nlint_disable: [docker, 'git/re*']\nlint_exclude: vendor/\nlint_ignore: {git: [ci/, '*.bats'], sudo: x}\n"},
			want: "lint_min_risk = low (project:1:16)\nlint_disable = docker (project:2:16)\nlint_disable = git/re* (project:2:24)\n" +
				"lint_exclude = vendor/ (project:3:15)\nlint_ignore = git: ci/, *.bats (project:4:15)\nlint_ignore = sudo: x (project:4:37)\n",
		},
		{
			name:  "broken settings of lint",
			files: map[string]string{"user": "lint_min_risk: safe\nlint_disable: [[a]]\nlint_ignore: [git]\n"},
			want: "! user:1:16: lint_min_risk: not a lint risk: write low, medium, high or critical\n" +
				"! user:2:16: lint_disable: a pattern is a text: put it in quotes\n" +
				"! user:3:14: lint_ignore is a mapping: write lint_ignore: {git/clean: [scripts/]}\n",
		},
		{
			name:    "trusted project may loosen",
			files:   map[string]string{"user": "on_error: ask\n", project: "safety_level: permissive\non_error: open\nallowed_patterns: ['regex:^make ']\npacks: {git: off}\nwrappers: [with-env]\n"},
			trusted: true,
			want: "safety_level = permissive (project:1:15)\non_error = open (project:2:11)\nallowed_patterns = regex:^make (project:3:20)\n" +
				"packs = git: off (project:4:9)\nwrappers = with-env (project:5:12)\n",
		},
		{
			name:  "environment may tighten",
			env:   map[string]string{"CTXHOOK_SAFETY_LEVEL": "strict", "CTXHOOK_ON_ERROR": "open", "CTXHOOK_UNATTENDED": "warn", "CTXHOOK_POLICY_LOW": "ask"},
			files: map[string]string{"user": "on_error: block\n"},
			want: "safety_level = strict (CTXHOOK_SAFETY_LEVEL)\npolicy.low = ask (CTXHOOK_POLICY_LOW)\non_error = block (user:1:11)\n" +
				"note CTXHOOK_UNATTENDED: unattended: warn is looser than ask; ignored" + own +
				"note CTXHOOK_ON_ERROR: on_error: open is looser than block; ignored" + own,
		},
		{
			name:  "flags are the person's own",
			files: map[string]string{project: "safety_level: strict\n"},
			flags: map[string]string{"safety_level": "permissive"},
			want:  "safety_level = permissive (--level)\n",
		},
		{
			name:  "unknown keys suggest the nearest",
			files: map[string]string{"user": "saftey_level: strict\npolicy: {hihg: ask}\nunattended: block\n"},
			want: "unattended = block (user:3:13)\n! user:1:1: unknown key \"saftey_level\": did you mean safety_level?\n" +
				"! user:2:10: unknown key \"policy.hihg\": did you mean high?\n",
		},
		{
			name: "bad values leave the default",
			files: map[string]string{"user": "safety_level: paranoid\nmax_command_length: 5\ninject_context: maybe\nunattended: [ask]\npolicy: ask\npacks: [git]\n" +
				"blocked_patterns: ['', 'regex:(', {a: b}]\ntypes: {'a b': [x], Deploy: [kamal, 'a b']}\n"},
			want: "types = Deploy: kamal (user:8:21)\n" +
				"! user:1:15: safety_level: unknown level \"paranoid\": one of permissive, standard, strict: write permissive, standard or strict\n" +
				"! user:2:21: max_command_length: \"5\" is not a number from 100 to 1000000: write bytes, 100 to 1000000\n" +
				"! user:3:17: inject_context: neither true nor false: write true or false\n" +
				"! user:4:13: unattended takes one value: warn, once, ask or block\n" +
				"! user:5:9: policy is a mapping: write policy: {high: ask}\n" +
				"! user:6:8: packs is a mapping: write packs: {docker: off}\n" +
				"! user:7:20: blocked_patterns: an empty pattern matches every command\n" +
				"! user:7:24: blocked_patterns: REGEX\n" +
				"! user:7:35: blocked_patterns: a pattern is a text: put it in quotes\n" +
				"! user:8:9: \"a b\" is not a valid name for a new type: write one word\n" +
				"! user:8:37: a program is a word without a path\n",
		},
		{name: "broken user file", files: map[string]string{"user": "safety_level: [\n", project: "safety_level: strict\n"}, want: "safety_level = strict (project:1:15)\n! user: YAML\n"},
		{name: "duplicate keys", files: map[string]string{"user": "on_error: ask\non_error: open\n"}, want: "! user: YAML\n"},
		{name: "aliases", files: map[string]string{"user": "types: &a {x: [y]}\npacks: *a\n"}, want: "! user: YAML\n"},
		{name: "a list of settings", files: map[string]string{"user": "- a\n"}, want: "! user:1:1: settings are a mapping: write key: value\n"},
		{name: "empty lists", files: map[string]string{"user": "blocked_patterns:\npacks:\ntypes:\nwrappers:\n"}, want: ""},
		{
			name:  "wrapper with options",
			files: map[string]string{"user": "wrappers:\n  - with-env\n  - {program: [limit, lim], options: [\"-m= --memory=\"], skip: 1}\n  - {program: x, skp: 1}\n"},
			want:  "wrappers = with-env (user:2:5)\nwrappers = limit, lim (user:3:5)\n! user:4:18: unknown key \"skp\" in a wrapper: did you mean skip?\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := setup(t, tt.files)
			s.Getenv = func(name string) string { return tt.env[name] }
			s.Flags = tt.flags
			if tt.trusted {
				if err := Trust(s.Places, s.Project, at); err != nil {
					t.Fatal(err)
				}
			}
			c, problems := Load(s)
			// The words of the YAML and regexp libraries are theirs.
			for i := range problems {
				p := &problems[i]
				if strings.Contains(p.Text, "missing closing") || strings.Contains(p.Text, "error parsing") {
					p.Text = "blocked_patterns: REGEX"
				}
				if tt.name == "broken user file" || tt.name == "duplicate keys" || tt.name == "aliases" {
					*p = Problem{Origin: Origin{Source: p.Origin.Source, Name: p.Origin.Name}, Text: "YAML"}
				}
			}
			if diff := cmp.Diff(tt.want, show(s, c, problems)); diff != "" {
				t.Errorf("settings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTable(t *testing.T) {
	type actions = [4]policy.Action // low, medium, high, critical
	const silent, warn, ask, block = policy.Silent, policy.Warn, policy.Ask, policy.Block
	tests := []struct {
		name          string
		user, project string
		env, flag     string
		want          actions
	}{
		{"defaults", "", "", "", "", actions{silent, warn, ask, block}},
		{"policy over level", "safety_level: strict\npolicy: {high: silent}", "", "", "", actions{warn, warn, silent, block}},
		{"a stricter project binds the user's policy too", "policy: {high: silent}", "safety_level: strict", "", "", actions{warn, warn, block, block}},
		{"a stricter environment too", "policy: {high: silent}", "", "strict", "", actions{warn, warn, block, block}},
		{"project raises one risk", "safety_level: permissive", "policy: {medium: ask}", "", "", actions{silent, ask, silent, block}},
		{"the flag starts anew", "", "safety_level: strict", "strict", "permissive", actions{silent, silent, silent, block}},
		{"the flag keeps the policy", "policy: {low: ask}", "", "", "permissive", actions{ask, silent, silent, block}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := setup(t, map[string]string{"user": tt.user, project: tt.project})
			s.Getenv = func(name string) string {
				if name == "CTXHOOK_SAFETY_LEVEL" {
					return tt.env
				}
				return ""
			}
			if tt.flag != "" {
				s.Flags = map[string]string{"safety_level": tt.flag}
			}
			c, problems := Load(s)
			if len(problems) > 0 {
				t.Errorf("problems %v", problems)
			}
			got := actions{c.Table[policy.Low], c.Table[policy.Medium], c.Table[policy.High], c.Table[policy.Critical]}
			if got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestKeys(t *testing.T) {
	s := Sources{Getenv: func(string) string { return "" }}
	c, problems := Load(s)
	if len(problems) > 0 {
		t.Errorf("without places: %v", problems)
	}
	lines := c.Lines()
	if len(lines) != len(Keys()) {
		t.Fatalf("%d lines of %d keys", len(lines), len(Keys()))
	}
	for i, k := range Keys() {
		if got := lines[i]; got.Value != k.Default && "by "+got.By != k.Default {
			t.Errorf("%s: the documented default is %q, the real one %q", k.Name, k.Default, lines[i].Value)
		}
		if k.Doc == "" || k.Kind == "" || !strings.HasSuffix(k.Doc, ".") {
			t.Errorf("%s: not documented", k.Name)
		}
		want := "CTXHOOK_" + strings.ToUpper(strings.ReplaceAll(k.Name, ".", "_"))
		switch k.Name { // where there is a usual name for it
		case "store.path":
			want = "CTXHOOK_DB_PATH"
		case "min_significance":
			want = "CTXHOOK_SIGNIFICANCE_THRESHOLD"
		}
		if k.Env != "" && k.Env != want {
			t.Errorf("%s: variable %s, want %s", k.Name, k.Env, want)
		}
		if (k.parse == nil) == (k.list == nil) {
			t.Errorf("%s: neither one value nor many", k.Name)
		}
	}
	want := Default()
	if c.Level != want.Level || c.MaxLatency != 20*time.Millisecond || c.MaxCommandLength != 10000 || !c.InjectContext || c.Unattended != UnattendedAsk {
		t.Errorf("defaults: %+v", c)
	}
}

func TestCustomTypesAndPacks(t *testing.T) {
	s := setup(t, map[string]string{"user": "types: {Deploy: [kamal, cap], Lint: [ruff]}\npacks: {docker: off}\n", project: "packs: {docker: on}\n"})
	c, _ := Load(s)
	if diff := cmp.Diff(map[string]string{"kamal": "Deploy", "cap": "Deploy", "ruff": "Lint"}, c.Custom()); diff != "" {
		t.Error(diff)
	}
	if !c.PackOn("docker") || !c.PackOn("git") {
		t.Error("a project could not switch a pack on again")
	}
	s.Packs = []string{"git", "docker"}
	write(t, s.Places.ConfigFile(), "packs: {dokcer: off}\n")
	_, problems := Load(s)
	if len(problems) != 1 || !strings.Contains(problems[0].String(), "did you mean docker?") {
		t.Errorf("problems %v", problems)
	}
}

// All projects share what is remembered: none of them says where it is or how
// long it is kept, and the environment does not bring a database along with a
// project.
func TestStore(t *testing.T) {
	elsewhere := filepath.Join(t.TempDir(), "other.db")
	for _, trusted := range []bool{false, true} {
		s := setup(t, map[string]string{
			"user":  "store: {path: ~/mine.db, max_age: 7, max_size: 1}\nmax_output_length: 1000\n",
			project: "store: {path: /srv/theirs.db, max_age: 1, max_size: 0}\nmax_output_length: 2000\nstore_error_outputs: false\nmin_output_length: 100\n",
		})
		s.Trusted = trusted
		c, problems := Load(s)
		refused := 0
		for _, p := range problems {
			if p.Note && strings.Contains(p.Text, "applies to all projects") {
				refused++
			}
		}
		if refused != 3 {
			t.Errorf("trusted %v: %d values refused: %v", trusted, refused, problems)
		}
		want := Store{Path: filepath.Join(s.Places.Home, "mine.db"), MaxAge: 7 * 24 * time.Hour, MaxSize: 1 << 20, origin: c.Store.origin}
		if c.Store != want || c.Database(s.Places) != want.Path {
			t.Errorf("trusted %v: %+v, want %+v", trusted, c.Store, want)
		}
		learn := Learning{SuccessOutputs: true, MaxOutput: 1000, MinOutput: 100, Sequences: true, Errors: true, SessionWishes: true, Repeats: true, StopRepeats: true, Claims: true, Weakening: true, On: true, Auto: true, Significance: 0.3, Confidence: 0.9, MaxFailures: 3}
		if trusted {
			learn.MaxOutput = 2000
		}
		if c.Learn != learn {
			t.Errorf("trusted %v: %+v, want %+v", trusted, c.Learn, learn)
		}
	}
	s := setup(t, nil)
	tests := []struct {
		name, value string
		want        string // "": where our data lies
	}{
		{"elsewhere", elsewhere, elsewhere},
		{"in the project", filepath.Join(s.Project, "a", "x.db"), ""},
		{"the project itself", s.Project, ""},
		{"not absolute", "x.db", ""},
	}
	link := filepath.Join(t.TempDir(), "link")
	if os.MkdirAll(s.Project, 0o700) == nil && os.Symlink(s.Project, link) == nil {
		tests = append(tests, struct{ name, value, want string }{"in the project behind a link", filepath.Join(link, "x.db"), ""})
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s.Getenv = func(name string) string {
				return map[string]string{"CTXHOOK_DB_PATH": tt.value, "CTXHOOK_STORE_MAX_AGE": "1"}[name]
			}
			c, problems := Load(s)
			if c.Store.Path != tt.want || c.Store.MaxAge != 180*24*time.Hour {
				t.Errorf("path %q, %v", c.Store.Path, problems)
			}
			if want := tt.want; want == "" && c.Database(s.Places) != s.Places.Database() || len(problems) == 0 {
				t.Errorf("database %q, problems %v", c.Database(s.Places), problems)
			}
		})
	}
}
