package config

import (
	"path/filepath"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

func TestPublishing(t *testing.T) {
	home := t.TempDir()
	places, err := paths.Resolve(func(name string) string { return map[string]string{"HOME": home, "USERPROFILE": home}[name] }, "linux")
	if err != nil {
		t.Skip(err)
	}
	project := filepath.Join(home, "work")
	in := func(elem ...string) string { return filepath.Join(append([]string{project}, elem...)...) }
	tests := []struct {
		name string
		env  map[string]string
		want Publishing
		bad  bool // it is said that something does not count
	}{
		{name: "by default it is proposed", want: Publishing{Update: AutoPropose, Skills: AutoPropose, Notify: NotifyImportant}},
		{name: "updating CLAUDE.md writes CLAUDE.md", env: map[string]string{"CTXHOOK_AUTO_UPDATE_CLAUDEMD": "true"},
			want: Publishing{ToClaudeMD: true, Update: AutoAlways, Skills: AutoPropose, Notify: NotifyImportant}},
		{name: "unless another place is wanted", env: map[string]string{"CTXHOOK_AUTO_UPDATE_CLAUDEMD": "true", "CTXHOOK_PUBLISH_TO": "rules"},
			want: Publishing{Update: AutoAlways, Skills: AutoPropose, Notify: NotifyImportant}},
		{name: "paths", env: map[string]string{"CTXHOOK_CLAUDEMD_PATH": "docs/AGENT.md", "CTXHOOK_SKILLS_DIR": in("skills")},
			want: Publishing{ClaudeMD: in("docs", "AGENT.md"), SkillsDir: in("skills"), Update: AutoPropose, Skills: AutoPropose, Notify: NotifyImportant}},
		{name: "outside", env: map[string]string{"CTXHOOK_SKILLS_DIR": filepath.Join(home, "else")}, bad: true,
			want: Publishing{Update: AutoPropose, Skills: AutoPropose, Notify: NotifyImportant}},
		{name: "no Markdown", env: map[string]string{"CTXHOOK_CLAUDEMD_PATH": "Makefile"}, bad: true,
			want: Publishing{Update: AutoPropose, Skills: AutoPropose, Notify: NotifyImportant}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, problems := Load(Sources{Places: places, Project: project, Getenv: func(name string) string { return tt.env[name] }})
			got := c.Publish
			got.claudeMDFrom, got.skillsFrom = Origin{}, Origin{}
			if got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
			if (len(problems) > 0) != tt.bad {
				t.Errorf("problems: %v", problems)
			}
		})
	}
}
