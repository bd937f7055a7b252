package follow_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// settable returns a model of a program with settings.
func settable(name string) *rule.Command {
	if name != "git" {
		return models(name)
	}
	return &rule.Command{
		Names: []string{"git"}, Depth: 1,
		Options: []rule.Option{
			{Names: []string{"-c"}, Arg: rule.RequiredArg, Role: rule.RoleSetting},
			{Names: []string{"--config-env"}, Arg: rule.RequiredArg, Role: rule.RoleSettingVar},
		},
		SubOptions: []rule.SubOptions{
			{Sub: []string{"switch"}, Options: rule.LazyOf(rule.Option{Names: []string{"-c"}, Arg: rule.RequiredArg})},
			{Sub: []string{"fetch"}, Options: rule.LazyOf(rule.Option{Names: []string{"--upload-pack"}, Arg: rule.RequiredArg})},
		},
		Nested: []rule.Nested{{Sub: []string{"config"}, As: rule.AsSetting}},
		Settings: rule.LazyOf([]rule.Setting{
			{Keys: []string{"url.*mine*.insteadOf"}},
			{Keys: []string{"url.*.insteadOf"}, Do: rule.Send},
			{Keys: []string{"core.pager", "$GIT_PAGER", "--upload-pack"}, Run: true, Programs: []string{"less", "cat"}, Do: rule.Run},
			{Keys: []string{"alias.*"}, Value: []string{"!*"}, Run: true, Strip: "!", Do: rule.Run},
			{Keys: []string{"http.sslVerify"}, Value: []string{"false"}, Do: rule.Bypass},
		}...),
	}
}

func TestSettings(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"option", "git -c core.pager=./p log", []string{"core.pager=./p"}},
		{"any case", "git -c CORE.Pager=./p log", []string{"CORE.Pager=./p"}},
		{"usual program", "git -c core.pager='less -R' log", nil},
		{"usual name elsewhere", "git -c core.pager=/tmp/less log", []string{"core.pager=/tmp/less"}},
		{"usual and more", "git -c core.pager='less; ./p' log", []string{"core.pager=less; ./p"}},
		{"empty", "git -c core.pager= log", nil},
		{"quoted in pieces", `git -c core.p''ag"er"=./p log`, []string{"core.pager=./p"}},
		{"in front of a subcommand with the letter", "git -c core.pager=./p switch x", []string{"core.pager=./p"}},
		{"letter of the subcommand", "git switch -c core.pager=./p", nil},
		{"option with a command", "git fetch --upload-pack ./p", []string{"--upload-pack=./p"}},
		{"unset value is true", "git -c http.sslVerify log", nil},
		{"value", "git -c http.sslverify=FALSE log", []string{"http.sslverify=FALSE"}},
		{"exempt key", "git -c url.https://mine/.insteadOf=https://x/ fetch", nil},
		{"key", "git -c url.https://other/.insteadOf=https://x/ fetch", []string{"url.https://other/.insteadOf=https://x/"}},
		{"kept", "git config core.pager ./p", []string{"core.pager=./p kept"}},
		{"read", "git config core.pager", nil},
		{"prefix", "git config alias.x '!./p'", []string{"alias.x=!./p kept"}},
		{"no command without the prefix", "git config alias.x status", nil},
		{"variable", "GIT_PAGER=./p git log", []string{"$GIT_PAGER=./p"}},
		{"last of two", "GIT_PAGER=./p GIT_PAGER=cat git log", nil},
		{"exported", "export GIT_PAGER=./p; git log", []string{"$GIT_PAGER=./p"}},
		{"by env", "env GIT_PAGER=./p git log", []string{"$GIT_PAGER=./p"}},
		{"unknown", `git -c core.pager="$P" log`, []string{"core.pager=$P"}},
		{"from a variable", "P=./p git --config-env=core.pager=P log", []string{"core.pager=./p"}},
		{"from an unknown variable", "git --config-env=core.pager=P log", []string{"core.pager=$P"}},
		{"counted", "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.pager GIT_CONFIG_VALUE_0=./p git log", []string{"core.pager=./p"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := follow.Parse(tt.text, shell.Options{Models: settable})
			var got []string
			for _, c := range s.Calls {
				for _, set := range c.Settings {
					line := set.Text.String()
					if set.Kept {
						line += " kept"
					}
					got = append(got, line)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("settings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSettingsAreFollowed(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		late       bool
	}{
		{"now", "git -c core.pager='rm -r x' log", false},
		{"among usual programs", "git -c core.pager='cat; rm -r x' log", false},
		{"later", "git config alias.x '!rm -r x'", true},
		{"variable", "GIT_PAGER='rm -r x' git log", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []bool
			for _, c := range follow.Parse(tt.text, shell.Options{Models: settable}).Calls {
				if c.Program == "rm" {
					got = append(got, c.Late)
				}
			}
			if diff := cmp.Diff([]bool{tt.late}, got); diff != "" {
				t.Errorf("calls of rm that are late (-want +got):\n%s", diff)
			}
		})
	}
}
