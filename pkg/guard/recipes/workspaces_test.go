package recipes

import (
	"path"
	"slices"
	"strings"
	"testing"
)

// A goal of a workspace runs in each member that the patterns of its file stand for and
// that is asked for.
func TestWorkspaces(t *testing.T) {
	member := func(name, script string) string {
		return `{"name": "` + name + `", "scripts": {"clean": "` + script + `"}}`
	}
	web, api, lib := member("@shop/web", "rm -rf web"), member("api", "rm -rf api"), member("lib", "rm -rf lib")
	for _, tt := range []struct {
		name, words, only string
		files             map[string]string
		want              string // directories or files, and commands
	}{
		{"pnpm", "clean", "", map[string]string{"pnpm-workspace.yaml": "packages: [apps/*]\n", "apps/web/package.json": web, "lib/package.json": lib}, "apps/web: rm -rf web"},
		{"several levels", "clean", "", map[string]string{"pnpm-workspace.yaml": "packages: ['apps/**']\n", "apps/web/package.json": web, "apps/a/b/package.json": lib, "apps/node_modules/x/package.json": api}, "apps/web: rm -rf web\napps/a/b: rm -rf lib"},
		{"left out", "clean", "", map[string]string{"pnpm-workspace.yaml": "packages: ['apps/*', '!**/web']\n", "apps/web/package.json": web, "apps/api/package.json": api}, "apps/api: rm -rf api"},
		{"npm", "clean", "", map[string]string{"package.json": `{"workspaces": ["./lib/"]}`, "lib/package.json": lib}, "lib: rm -rf lib"},
		{"yarn", "clean", "", map[string]string{"package.json": `{"workspaces": {"packages": ["lib"]}}`, "lib/package.json": lib}, "lib: rm -rf lib"},
		{"lerna, without patterns", "clean", "", map[string]string{"lerna.json": `{"version": "1"}`, "packages/lib/package.json": lib}, "packages/lib: rm -rf lib"},
		{"no workspace", "clean", "", map[string]string{"package.json": `{"scripts": {"clean": "ls"}}`, "lib/package.json": lib}, ""},
		{"one by name", "clean", "api", map[string]string{"package.json": `{"workspaces": ["apps/*"]}`, "apps/web/package.json": web, "apps/api/package.json": api}, "apps/api: rm -rf api"},
		{"one without its scope", "clean", "web", map[string]string{"package.json": `{"workspaces": ["apps/*"]}`, "apps/web/package.json": web, "apps/api/package.json": api}, "apps/web: rm -rf web"},
		{"one by its directory", "clean", "./apps/api", map[string]string{"package.json": `{"workspaces": ["apps/*"]}`, "apps/web/package.json": web, "apps/api/package.json": api}, "apps/api: rm -rf api"},
		{"those that depend on one", "clean", "web...", map[string]string{"package.json": `{"workspaces": ["apps/*"]}`, "apps/api/package.json": api}, "apps/api: rm -rf api"},
		{"another one", "clean", "docs", map[string]string{"package.json": `{"workspaces": ["apps/*"]}`, "apps/api/package.json": api}, ""},
		{"nx, a project and its target", "api:wipe:ci", "", map[string]string{"nx.json": "{}", "apps/api/project.json": `{"name": "api", "targets": {"wipe": {"options": {"commands": ["rm -rf {projectRoot}/out", {"command": "ls"}], "cwd": "tools"}}}}`}, "tools: rm -rf apps/api/out\ntools: ls"},
		{"nx, of the manifest", "wipe", "", map[string]string{"nx.json": "{}", "libs/a/package.json": `{"name": "a", "nx": {"targets": {"wipe": {"command": "rm -rf {workspaceRoot}/tmp"}}}}`}, ": rm -rf ./tmp"},
	} {
		order := Order{
			Kind: "workspaces", Files: []string{"pnpm-workspace.yaml", "lerna.json", "nx.json", "package.json"}, Words: strings.Fields(tt.words), Only: strings.Fields(tt.only),
			Text: func(name string) (string, bool) { s, ok := tt.files[strings.TrimPrefix(name, "/w/")]; return s, ok },
			Names: func(pattern string) (names []string) {
				for name := range tt.files {
					if ok, _ := path.Match(pattern, name); ok {
						names = append(names, "/w/"+name)
					}
				}
				slices.Sort(names)
				return names
			},
		}
		var got []string
		for _, c := range Read(order) {
			got = append(got, strings.ReplaceAll(c.Dir+": "+c.Text, "/w/", ""))
		}
		if strings.Join(got, "\n") != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, strings.Join(got, "\n"), tt.want)
		}
		if order.Names = nil; Read(order) != nil {
			t.Errorf("%s: it is read though no file can be asked for", tt.name)
		}
	}
}
