package config

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
)

// administer gives a test's machine the settings of an administrator.
func administer(t *testing.T, s *Sources, text string) {
	t.Helper()
	s.Places.Machine = filepath.Join(s.Places.Home, "etc")
	paths.UseMachine(s.Places.Machine)
	t.Cleanup(func() { paths.UseMachine("") })
	write(t, s.Places.MachineConfig(), text)
}

// TestMachine: what the settings of the machine say holds, and the user is told
// what of their own does not count.
func TestMachine(t *testing.T) {
	const only = ": only an administrator of this machine changes it\n"
	tests := []struct {
		name, machine string
		files         map[string]string
		env, flags    map[string]string
		trusted       bool
		want          string
	}{
		{name: "nothing else", machine: "safety_level: strict\nunattended: warn\n", want: "safety_level = strict (machine:1:15)\nunattended = warn (machine:2:13)\n"},
		{
			name: "no user loosens it", machine: "safety_level: strict\non_error: block\nlookthrough: true\nhooks_enabled: true\n",
			files: map[string]string{"user": "safety_level: permissive\non_error: open\nlookthrough: off\nhooks_enabled: false\n"},
			want: "safety_level = strict (machine:1:15)\non_error = block (machine:2:11)\nlookthrough = true (machine:3:14)\nhooks_enabled = true (machine:4:16)\n" +
				"note user:1:15: safety_level: permissive is ignored: machine:1:15 sets it" + only +
				"note user:2:11: on_error: open is ignored: machine:2:11 sets it" + only +
				"note user:3:14: lookthrough: false is ignored: machine:3:14 sets it" + only +
				"note user:4:16: hooks_enabled: false is ignored: machine:4:16 sets it" + only,
		},
		{
			name: "no project that the user trusts", machine: "safety_level: standard\nallowed_patterns: []\n", trusted: true,
			files: map[string]string{project: "safety_level: permissive\nallowed_patterns: [rm]\n"},
			want: "safety_level = standard (machine:1:15)\nallowed_patterns = [] (machine)\n" +
				"note project:1:15: safety_level: permissive is ignored: machine:1:15 sets it" + only +
				"note project:2:20: allowed_patterns is ignored: machine sets it" + only,
		},
		{
			name: "no variable and no option", machine: "unattended: block\nremind_at_stop: true\nsafety_level: standard\n",
			env: map[string]string{"CTXHOOK_REMIND_AT_STOP": "false"}, flags: map[string]string{"safety_level": "permissive"},
			want: "safety_level = standard (machine:3:15)\nunattended = block (machine:1:13)\nremind_at_stop = true (machine:2:17)\n" +
				"note --level: safety_level: permissive is ignored: machine:3:15 sets it" + only +
				"note CTXHOOK_REMIND_AT_STOP: remind_at_stop: false is ignored: machine:2:17 sets it" + only,
		},
		{
			name: "all may be stricter", machine: "safety_level: standard\nunattended: ask\nmask_outputs: false\n",
			files: map[string]string{"user": "unattended: block\nmask_outputs: true\n", project: "safety_level: strict\n"},
			want:  "safety_level = strict (project:1:15)\nunattended = block (user:1:13)\nmask_outputs = true (user:2:15)\n",
		},
		{
			name: "lists to which all may add", machine: "blocked_patterns: [deploy]\npacks: {git: on, docker: off, cloud: off}\n",
			files: map[string]string{"user": "blocked_patterns: [ship]\npacks: {git: off, docker: on}\n"},
			want: "blocked_patterns = deploy (machine:1:20)\nblocked_patterns = ship (user:1:20)\n" +
				"packs = docker: on (user:2:19)\npacks = git: on (machine:2:9)\npacks = cloud: off (machine:2:31)\n" +
				"note user:2:9: packs: \"git\": off is ignored: machine sets it" + only,
		},
		{
			name: "no user switches a pack off", machine: "packs: {cloud: off}\n", trusted: true,
			files: map[string]string{"user": "packs: {user: off, cloud: off, guard: off}\n", project: "packs: {git: off}\n"},
			want: "packs = user: off (user:1:9)\npacks = cloud: off (machine:1:9)\n" +
				"note user:1:32: packs: \"guard\": off is ignored: machine sets it" + only +
				"note project:1:9: packs: \"git\": off is ignored: machine sets it" + only,
		},
		{
			name: "all other lists", machine: "wrappers: [with-env]\ntypes: {Deploy: [ship]}\nlint_exclude: []\n",
			files: map[string]string{"user": "wrappers: [rm]\ntypes: {X: [y]}\nlint_exclude: [a]\nlint_disable: [git]\n"},
			want: "types = Deploy: ship (machine:2:9)\nwrappers = with-env (machine:1:12)\nlint_disable = git (user:4:16)\nlint_exclude = [] (machine)\n" +
				"note user:2:9: types is ignored: machine sets it" + only +
				"note user:1:12: wrappers is ignored: machine sets it" + only +
				"note user:3:16: lint_exclude is ignored: machine sets it" + only,
		},
		{
			name: "what is broken there leaves the rest", machine: "safety_level: strict\nunknown: 1\n",
			files: map[string]string{"user": "safety_level: permissive\n"},
			want: "safety_level = strict (machine:1:15)\n! machine:2:1: unknown key \"unknown\"\n" +
				"note user:1:15: safety_level: permissive is ignored: machine:1:15 sets it" + only,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := setup(t, tt.files)
			administer(t, &s, tt.machine)
			s.Getenv = func(name string) string { return tt.env[name] }
			s.Flags = tt.flags
			if tt.trusted {
				if err := Trust(s.Places, s.Project, at); err != nil {
					t.Fatal(err)
				}
			}
			c, problems := Load(s)
			got := strings.ReplaceAll(show(s, c, problems), s.Places.MachineConfig(), "machine")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("settings (-want +got):\n%s", diff)
			}
			for _, p := range problems {
				if p.Untrusted() {
					t.Errorf("trust would not help: %v", p)
				}
			}
		})
	}
}

// TestMachineActions: of how risks become actions, the machine's settings are the
// least, what others ask for comes on top, and where others ask for nothing the
// machine's are exactly what happens.
func TestMachineActions(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	// settings writes a file, and returns what it says of each risk.
	settings := func() (text string, table policy.Table, set [policy.Critical + 1]bool) {
		if n := rnd.IntN(4); n < 3 {
			text = "safety_level: " + policy.Level(n).String() + "\n"
			table, set = policy.For(policy.Level(n)), [policy.Critical + 1]bool{false, true, true, true, true}
		}
		group := ""
		for r := policy.Low; r <= policy.Critical; r++ {
			if n := rnd.IntN(8); n < 4 {
				table[r], set[r] = policy.Action(n), true
				group += "  " + r.String() + ": " + policy.Action(n).String() + "\n"
			}
		}
		if group != "" {
			text += "policy:\n" + group
		}
		return text, table, set
	}
	for range 400 {
		user, asked, asks := settings()
		machine, least, demands := settings()
		s := setup(t, map[string]string{"user": user})
		if n := rnd.IntN(6); n < 3 {
			s.Getenv = func(name string) string {
				if name == "CTXHOOK_SAFETY_LEVEL" {
					return policy.Level(n).String()
				}
				return ""
			}
		}
		s.Places.Machine = ""
		before, _ := Load(s)
		administer(t, &s, machine)
		c, _ := Load(s)
		for r := policy.Low; r <= policy.Critical; r++ {
			got := c.Table[r]
			switch {
			case demands[r] && got < least[r]:
				t.Errorf("%s risk: %s, and the machine demands %s", r, got, least[r])
			case asks[r] && got < asked[r]:
				t.Errorf("%s risk: %s, and the user asks for %s", r, got, asked[r])
			case demands[r] && !asks[r] && s.Getenv == nil && got != least[r]:
				t.Errorf("%s risk: %s, and only the machine says something: %s", r, got, least[r])
			case !demands[r] && got < before.Table[r]:
				t.Errorf("%s risk: %s, without the machine's settings %s", r, got, before.Table[r])
			}
		}
		if c.Machine.Acts != (machine != "") {
			t.Errorf("a pause would change what the machine demands")
		}
		for _, l := range c.Lines() {
			if r, ok := riskOf(keyNamed(l.Key.Name)); ok && demands[r] && c.Table[r] == least[r] && before.Table[r] < least[r] && l.Origin.Source != FromMachine {
				t.Errorf("%s is %s by %s, not by the machine", l.Key.Name, l.Value, l.Origin)
			}
		}
		if t.Failed() {
			t.Fatalf("user:\n%s\nmachine:\n%s", user, machine)
		}
	}
}

// TestMachineIsProtected: settings that users may write are none, and broken.
func TestMachineIsProtected(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("access lists are not looked at in tests")
	}
	for name, damage := range map[string]func(dir, file string) error{
		"directory that others may write": func(dir, _ string) error { return os.Chmod(dir, 0o777) },
		"file that others may write":      func(_, file string) error { return os.Chmod(file, 0o666) },
		"link to a file": func(dir, file string) error {
			if err := os.Rename(file, dir+".yaml"); err != nil {
				return err
			}
			return os.Symlink(dir+".yaml", file)
		},
		"link to a directory": func(dir, _ string) error {
			if err := os.Rename(dir, dir+".d"); err != nil {
				return err
			}
			return os.Symlink(dir+".d", dir)
		},
		"file of another user": func(dir, file string) error {
			paths.UseMachine("") // root's alone
			if os.Getuid() == 0 {
				return os.Chown(file, 1000, 1000)
			}
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := setup(t, nil)
			administer(t, &s, "safety_level: strict\n")
			if err := damage(s.Places.Machine, s.Places.MachineConfig()); err != nil {
				t.Fatal(err)
			}
			c, problems := Load(s)
			if c.Level != policy.Standard || len(problems) != 1 || problems[0].Note || len(c.Machine.Broken) != 1 {
				t.Errorf("%v: %v", c.Level, problems)
			}
		})
	}
	s := setup(t, nil)
	s.Places.Machine = filepath.Join(s.Places.Home, "none")
	if c, problems := Load(s); len(problems) > 0 || c.Machine.Dir != "" {
		t.Errorf("without settings: %v", problems)
	}
}
