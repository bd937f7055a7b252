package facts_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// TestLeaving: what leaves is read for what looks like a secret in use, and only what
// really goes.
func TestLeaving(t *testing.T) {
	const secret = "token: ghp_HXouv2sDKwEWdEoyNkLNKZ3u7YeVbeyWsWOL\n"
	for _, tt := range []struct {
		name  string
		files map[string]string
		q     rule.LeavingQuery
		want  []string
	}{
		{"a file", map[string]string{"a.yml": secret}, rule.LeavingQuery{As: rule.LeavingFiles, Paths: []string{"a.yml"}}, []string{"a.yml"}},
		{"a file without one", map[string]string{"a.yml": "token: ${TOKEN}\n"}, rule.LeavingQuery{As: rule.LeavingFiles, Paths: []string{"a.yml"}}, nil},
		{"a directory", map[string]string{"d/x/a.yml": secret, "d/node_modules/b": secret}, rule.LeavingQuery{As: rule.LeavingFiles, Paths: []string{"d"}}, []string{"d/x/a.yml"}},
		{"an encoded file", map[string]string{"a": "dG9rZW46IGdocF9IWG91djJzREt3RVdkRW95TmtMTktaM3U3WWVWYmV5V3NXT0wK\n"}, rule.LeavingQuery{As: rule.LeavingFiles, Paths: []string{"a"}}, []string{"a"}},
		{"a package with all", map[string]string{"package.json": `{"name":"x"}`, "key.json": secret, ".npmignore": "test/\n", ".gitignore": "key.json\n"}, rule.LeavingQuery{As: rule.LeavingPackage}, []string{"key.json"}},
		{"a package without what git ignores", map[string]string{"package.json": `{"name":"x"}`, "key.json": secret, ".gitignore": "key.json\n"}, rule.LeavingQuery{As: rule.LeavingPackage}, nil},
		{"a package of some files", map[string]string{"package.json": `{"name":"x","files":["lib"]}`, "key.json": secret, "lib/a.js": "x"}, rule.LeavingQuery{As: rule.LeavingPackage}, nil},
		{"a private package", map[string]string{"package.json": `{"name":"x","private":true}`, "key.json": secret}, rule.LeavingQuery{As: rule.LeavingPackage}, nil},
		{"an image with all", map[string]string{"Dockerfile": "FROM x\nCOPY . .\n", ".env": secret}, rule.LeavingQuery{As: rule.LeavingImage, Paths: []string{"."}}, []string{".env"}},
		{"an image without what is left out", map[string]string{"Dockerfile": "FROM x\nCOPY . .\n", ".dockerignore": ".env*\n", ".env": secret}, rule.LeavingQuery{As: rule.LeavingImage, Paths: []string{"."}}, nil},
		{"an image of some files", map[string]string{"Dockerfile": "FROM x\nCOPY src/ /app\nCOPY --from=x . .\n", ".env": secret, "src/a": "x"}, rule.LeavingQuery{As: rule.LeavingImage, Paths: []string{"."}}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range tt.files {
				full := filepath.Join(dir, name)
				if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			q := tt.q
			q.Dir, q.Paths = dir, nil
			for _, p := range tt.q.Paths {
				q.Paths = append(q.Paths, filepath.Join(dir, p))
			}
			got := facts.New(facts.Options{Cwd: dir}).Leaving(q)
			if diff := cmp.Diff(tt.want, got.Names); diff != "" || !got.Known {
				t.Error(got.Known, diff)
			}
		})
	}
}
