package judge

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// administer gives a home a machine with rules of its own, and a pack.
func (h *home) administer(t *testing.T, settings string) {
	t.Helper()
	h.write(t, "etc/config.yaml", settings)
	h.write(t, "etc/rules/no-prod.yaml", "title: Deployment to production\nwhy: A release manager does that.\nrisk: high\nwhen: {program: deploy, operand: prod}\n")
	h.write(t, "etc/rules/no-data.yaml", "title: Deletes data\nrisk: critical\nwhen: {effect: delete, operand: /srv/data}\n")
	h.write(t, "etc/packs/acme/no-ship.yaml", "title: Ships\nwhy: No.\nrisk: medium\nwhen: {program: ship}\nexamples: {hit: [ship], miss: [echo ship]}\n")
	h.write(t, "etc/packs/other/rules/no-tag.yaml", "title: Tags\nwhy: No.\nrisk: medium\nwhen: {program: git, sub: tag}\nexamples: {hit: [git tag v1], miss: [git log]}\n")
	h.write(t, "etc/packs/other/pack.yaml", "name: other\ndescription: of others\n")
	paths.UseMachine(filepath.Join(h.dir, "etc"))
	t.Cleanup(func() { paths.UseMachine("") })
}

// policies is what the machine of these tests sets.
const policies = "blocked_patterns: [launch-rocket]\npacks: {git: on}\n"

// held are commands that the machine stops, with what is done about them.
var held = map[string]policy.Action{
	"deploy prod":               policy.Ask,
	"rm -r /srv/data":           policy.Block,
	"ship":                      policy.Warn,
	"git tag v1":                policy.Warn,
	"sudo launch-rocket now":    policy.Block,
	"git push --force":          policy.Ask, // of a built-in pack that is switched on
	"bash -c 'deploy prod'":     policy.Ask,
	"cd /tmp && deploy a prod":  policy.Ask,
	"sh ./run-deploy.sh":        policy.Ask, // in a script
	"env A=b timeout 9 ship it": policy.Warn,
}

// builtIn are commands that rules of other built-in packs stop.
var builtIn = map[string]policy.Action{
	"rm -rf ~":      policy.Block,
	"ctxhook pause": policy.Ask,
}

const ownSettings, projectSettings = ".config/ctxhook/config.yaml", "shop/.ctxhook/config.yaml"

// TestMachineHolds: whatever the user, a project that the user trusts and the
// environment say, the machine's rules hold.
func TestMachineHolds(t *testing.T) {
	for name, loosen := range map[string]struct {
		files map[string]string
		env   map[string]string
		trust bool
		allow []config.Allow
		flags map[string]string
		also  map[string]policy.Action // of built-in packs that the machine leaves on
	}{
		"nothing":                   {},
		"the level":                 {files: map[string]string{ownSettings: "safety_level: permissive\n"}},
		"the policy":                {files: map[string]string{ownSettings: "policy: {critical: silent, high: silent, medium: silent, low: silent}\n"}},
		"allowed text":              {files: map[string]string{ownSettings: "allowed_patterns: [deploy, rm, ship, git, launch, sudo, sh]\n"}},
		"allowed globs":             {files: map[string]string{ownSettings: "allowed_patterns: ['glob:*', 'regex:.*']\n"}},
		"packs":                     {files: map[string]string{ownSettings: "packs: {machine: off, acme: off, other: off, git: off, user: off, filesystem: off, guard: off, shell: off}\n"}, also: builtIn},
		"wrappers":                  {files: map[string]string{ownSettings: "wrappers: [deploy, ship, rm, launch-rocket, {program: git, skip: 2}]\n"}},
		"no look into scripts":      {files: map[string]string{ownSettings: "lookthrough: false\n"}},
		"the length":                {files: map[string]string{ownSettings: "max_command_length: 1000000\n"}},
		"types":                     {files: map[string]string{ownSettings: "types: {Fine: [deploy, ship, rm, git]}\n"}},
		"preferences and hooks off": {files: map[string]string{ownSettings: "preferences: off\nhooks_enabled: false\nrescue: off\nunattended: warn\non_error: open\n"}},
		"lint":                      {files: map[string]string{ownSettings: "lint_disable: ['*']\nlint_exclude: ['*']\nlint_min_risk: critical\n"}},
		"a trusted project": {
			files: map[string]string{projectSettings: "safety_level: permissive\nallowed_patterns: [deploy, rm, ship, git, launch]\npacks: {git: off, acme: off}\nwrappers: [deploy, ship]\n"}, trust: true,
		},
		"packs of a trusted project": {files: map[string]string{projectSettings: "packs: {filesystem: off, guard: off, shell: off}\n"}, trust: true, also: builtIn},
		"models of programs": {files: map[string]string{
			".config/ctxhook/rules/deploy.yaml": "program: [deploy, ship, launch-rocket]\ntype: Build\noptions: [-x=]\ndepth: 1\nharmless: [prod, it, v1]\n",
			".config/ctxhook/rules/rm.yaml":     "program: rm\ntype: Build\noptions: [\"-r=\"]\n",
			".config/ctxhook/rules/git.yaml":    "program: git\ntype: Build\n",
			".config/ctxhook/rules/sh.yaml":     "program: [sh, bash, sudo, env, timeout]\ntype: Build\n",
		}},
		"models of a project": {trust: true, files: map[string]string{
			"shop/.ctxhook/rules/deploy.yaml": "program: [deploy, ship]\ntype: Build\nnested: [{from: 0}]\n",
		}},
		"rules of the same names": {files: map[string]string{
			".config/ctxhook/rules/no-prod.yaml": "title: t\nrisk: low\nwhen: {program: deploy}\n",
		}},
		"the environment": {env: map[string]string{
			"CTXHOOK_SAFETY_LEVEL": "permissive", "CTXHOOK_POLICY_HIGH": "silent", "CTXHOOK_HOOKS_ENABLED": "false", "CTXHOOK_LOOKTHROUGH": "false",
			"CTXHOOK_PACKS": "git: off", "CTXHOOK_ALLOWED_PATTERNS": "deploy", "CTXHOOK_MACHINE": "/nowhere", "CTXHOOK_POLICY": "off", "XDG_CONFIG_DIRS": "/nowhere", "ProgramData": "/nowhere",
		}},
		"options": {flags: map[string]string{"safety_level": "permissive", "policy.high": "silent", "lookthrough": "false"}},
		"entries for rules": {allow: []config.Allow{
			{Rule: "machine/no-prod"}, {Rule: "machine/no-data"}, {Rule: "acme/no-ship"}, {Rule: "other/no-tag"}, {Rule: "user/blocked-pattern"}, {Rule: "git/push-force"}, {Rule: "git/push-force", Once: true},
		}},
		"entries for commands": {allow: func() (list []config.Allow) {
			for command := range held {
				list = append(list, config.Allow{Hash: config.Hash(command)}, config.Allow{Hash: config.Hash(command), Once: true})
			}
			return list
		}()},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			h.administer(t, policies)
			h.write(t, "shop/run-deploy.sh", "#!/bin/sh\ndeploy prod\n")
			for path, text := range loosen.files {
				h.write(t, path, text)
			}
			j := New(Options{Cwd: h.project, Flags: loosen.flags, Getenv: func(key string) string {
				if key == "HOME" || key == "USERPROFILE" {
					return h.dir
				}
				return loosen.env[key]
			}})
			if loosen.trust {
				if err := config.Trust(j.Places, h.project, time.Now()); err != nil {
					t.Fatal(err)
				}
			}
			for _, a := range loosen.allow {
				if _, err := config.AddAllow(j.Places, a, time.Now()); err != nil {
					t.Fatal(err)
				}
			}
			j = New(Options{Cwd: h.project, Flags: loosen.flags, Getenv: func(key string) string {
				if key == "HOME" || key == "USERPROFILE" {
					return h.dir
				}
				return loosen.env[key]
			}})
			look := facts.New(facts.Options{Cwd: h.project, Project: h.project, Wall: time.Minute})
			for command, want := range held {
				v := j.Verdict(command, look)
				if v.Action < want || v.Least() < want {
					t.Errorf("%s: %s and at least %s, and the machine wants %s: %+v", command, v.Action, v.Least(), want, v.RuleIDs())
				}
				if f := v.Riskiest(); f == nil || !strings.HasPrefix(f.By, filepath.Join(h.dir, "etc")) {
					t.Errorf("%s: nothing says that the machine stops it: %+v", command, f)
				}
			}
			for command, want := range loosen.also {
				if v := j.Verdict(command, look); v.Action < want {
					t.Errorf("%s: %s, and the machine leaves its pack on: %v", command, v.Action, v.RuleIDs())
				}
			}
			for _, command := range []string{"deploy staging", "ls", "git log", "git status --short", "echo ship"} {
				if v := j.Verdict(command, look); v.Action != policy.Silent {
					t.Errorf("%s: %s: %v", command, v.Action, v.RuleIDs())
				}
			}
		})
	}
}

// TestMachineLevel: the rules of the machine act by its own level, and a stricter
// one of the user's counts, too.
func TestMachineLevel(t *testing.T) {
	for _, tt := range []struct {
		machine, user string
		want          policy.Action
	}{
		{"", "", policy.Ask},
		{"", "safety_level: permissive\n", policy.Ask}, // the standard level is the least
		{"safety_level: permissive\n", "", policy.Silent},
		{"safety_level: permissive\n", "safety_level: strict\n", policy.Block},
		{"safety_level: strict\n", "safety_level: permissive\n", policy.Block},
		{"policy: {high: block}\n", "safety_level: permissive\n", policy.Block},
		{"policy: {high: warn}\n", "policy: {high: silent}\n", policy.Warn},
	} {
		h := newHome(t)
		h.administer(t, tt.machine)
		h.write(t, ownSettings, tt.user)
		if v := h.judge().Verdict("deploy prod", nil); v.Action != tt.want {
			t.Errorf("machine %q, user %q: %s, want %s", tt.machine, tt.user, v.Action, tt.want)
		}
	}
}

// TestMachineOfTheUser: who is not an administrator adds nothing to the machine's
// rules, and what may be another's is no rule.
func TestMachineOfTheUser(t *testing.T) {
	for name, tt := range map[string]struct {
		damage func(etc string) error
		want   map[string]policy.Action
	}{
		"all":   {func(etc string) error { return os.Chmod(etc, 0o777) }, map[string]policy.Action{"deploy prod": policy.Silent, "ship": policy.Silent}},
		"rules": {func(etc string) error { return os.Chmod(etc+"/rules", 0o777) }, map[string]policy.Action{"deploy prod": policy.Silent, "ship": policy.Warn}},
		"a rule": {func(etc string) error { return os.Chmod(etc+"/rules/no-prod.yaml", 0o666) }, map[string]policy.Action{
			"deploy prod": policy.Silent, "rm -r /srv/data": policy.Block, "ship": policy.Warn,
		}},
		"packs":            {func(etc string) error { return os.Chmod(etc+"/packs", 0o777) }, map[string]policy.Action{"deploy prod": policy.Ask, "ship": policy.Silent}},
		"a pack":           {func(etc string) error { return os.Chmod(etc+"/packs/other", 0o777) }, map[string]policy.Action{"git tag v1": policy.Silent, "ship": policy.Warn}},
		"a file of a pack": {func(etc string) error { return os.Chmod(etc+"/packs/acme/no-ship.yaml", 0o606) }, map[string]policy.Action{"git tag v1": policy.Warn, "ship": policy.Silent}},
		"a link": {func(etc string) error {
			if err := os.Rename(etc+"/rules/no-prod.yaml", etc+"/../no-prod.yaml"); err != nil {
				return err
			}
			return os.Symlink(etc+"/../no-prod.yaml", etc+"/rules/no-prod.yaml")
		}, map[string]policy.Action{"deploy prod": policy.Silent, "ship": policy.Warn}},
		"a name of a built-in kind": {func(etc string) error { return os.Rename(etc+"/packs/acme", etc+"/packs/user") }, map[string]policy.Action{"ship": policy.Silent}},
		"broken YAML":               {func(etc string) error { return os.WriteFile(etc+"/rules/no-prod.yaml", []byte("title: ["), 0o600) }, map[string]policy.Action{"deploy prod": policy.Silent, "ship": policy.Warn}},
		"an unknown key":            {func(etc string) error { return os.WriteFile(etc+"/config.yaml", []byte("safety: strict\n"), 0o600) }, map[string]policy.Action{"deploy prod": policy.Ask}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			h.administer(t, "")
			if err := tt.damage(filepath.Join(h.dir, "etc")); err != nil {
				t.Fatal(err)
			}
			j := h.judge()
			if len(j.Problems) != 1 {
				t.Errorf("problems: %v", j.Problems)
			}
			for command, want := range tt.want {
				if v := j.Verdict(command, nil); v.Action != want {
					t.Errorf("%s: %s, want %s: %v", command, v.Action, want, v.RuleIDs())
				}
			}
			// on_error says what becomes of commands meanwhile.
			for value, want := range map[string]policy.Action{"open": policy.Silent, "ask": policy.Ask, "block": policy.Block} {
				h.write(t, ownSettings, "on_error: "+value+"\n")
				v := h.judge().Verdict("ls", nil)
				if v.Action != want || want > policy.Silent && v.Riskiest().Rule != safety.Unreadable {
					t.Errorf("on_error: %s: %s: %v", value, v.Action, v.RuleIDs())
				}
			}
		})
	}
}

// TestMachineSettingsUnread: where nothing of the machine's settings is known, what
// they say of errors is not either, and commands are asked about at least. Users
// cannot bring that about for others: a directory of theirs does not count.
func TestMachineSettingsUnread(t *testing.T) {
	for name, tt := range map[string]struct {
		damage func(etc string) error
		least  policy.Action
	}{
		"written by others": {func(etc string) error { return os.Chmod(etc+"/config.yaml", 0o666) }, policy.Ask},
		"a link": {func(etc string) error {
			return errors.Join(os.Remove(etc+"/config.yaml"), os.Symlink("/dev/null", etc+"/config.yaml"))
		}, policy.Ask},
		"no YAML":            {func(etc string) error { return os.WriteFile(etc+"/config.yaml", []byte("on_error: ["), 0o600) }, policy.Ask},
		"no mapping":         {func(etc string) error { return os.WriteFile(etc+"/config.yaml", []byte("on_error\n"), 0o600) }, policy.Ask},
		"an unknown key":     {func(etc string) error { return os.WriteFile(etc+"/config.yaml", []byte("on: x\n"), 0o600) }, policy.Silent},
		"empty":              {func(etc string) error { return os.WriteFile(etc+"/config.yaml", nil, 0o600) }, policy.Silent},
		"missing":            {func(etc string) error { return os.Remove(etc + "/config.yaml") }, policy.Silent},
		"a user's directory": {func(etc string) error { return os.Chmod(etc, 0o777) }, policy.Silent},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			h.administer(t, policies)
			if err := tt.damage(filepath.Join(h.dir, "etc")); err != nil {
				t.Fatal(err)
			}
			for value, want := range map[string]policy.Action{"open": policy.Silent, "ask": policy.Ask, "block": policy.Block} {
				h.write(t, ownSettings, "on_error: "+value+"\n")
				j := h.judge()
				if j.machine.broken == nil {
					want = policy.Silent
				}
				if v := j.Verdict("ls", nil); v.Action != max(want, tt.least) {
					t.Errorf("on_error: %s: %s, want %s: %v", value, v.Action, max(want, tt.least), v.RuleIDs())
				}
			}
		})
	}
}

// TestMachineFromCache: rules that were read once are those that are read again.
func TestMachineFromCache(t *testing.T) {
	h := newHome(t)
	h.administer(t, policies)
	old := time.Now().Add(-time.Hour)
	for _, name := range []string{"rules/no-prod.yaml", "rules/no-data.yaml", "packs/acme/no-ship.yaml"} {
		if err := os.Chtimes(filepath.Join(h.dir, "etc", name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	first := h.judge()
	if list, _ := filepath.Glob(filepath.Join(h.dir, "etc/cache/rules-*")); len(list) != 1 {
		t.Errorf("cache of the machine: %v", list)
	}
	if list, _ := filepath.Glob(filepath.Join(first.Places.Cache, "rules-*")); len(list) != 0 {
		t.Errorf("in the user's cache: %v", list)
	}
	again := h.judge()
	for command, want := range held {
		if strings.HasPrefix(command, "sh ") {
			continue
		}
		if v := again.Verdict(command, nil); v.Action < want {
			t.Errorf("%s: %s, want %s", command, v.Action, want)
		}
	}
}
