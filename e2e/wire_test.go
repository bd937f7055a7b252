package e2e

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/cmd"
)

// TestWire sends the payloads of the wire forms in their literal spelling, each
// file to one user, and holds the answers: "go test ./e2e -run TestWire -u"
// writes them anew.
func TestWire(t *testing.T) {
	files, err := filepath.Glob("testdata/wire/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no payloads: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		t.Run(name, func(t *testing.T) {
			golden, err := filepath.Abs(strings.TrimSuffix(file, ".jsonl") + ".golden")
			if err != nil {
				t.Fatal(err)
			}
			payloads := read(t, file)
			home := t.TempDir()
			shop := filepath.Join(home, "shop")
			if err := os.MkdirAll(filepath.Join(shop, ".git"), 0o700); err != nil {
				t.Fatal(err)
			}
			t.Chdir(shop)
			var got strings.Builder
			for payload := range strings.Lines(payloads) {
				var stdout, stderr bytes.Buffer
				exit := cmd.Main(cmd.Env{
					Stdin: strings.NewReader(payload), Stdout: &stdout, Stderr: &stderr, Schema: read(t, schemaFile(golden)), Version: "v0.0.0-e2e",
					Getenv: func(key string) string {
						switch key {
						case "HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA":
							return home
						}
						return ""
					},
				})
				fmt.Fprintf(&got, "%s-- exit %d\n%s\n", payload, exit, withoutChance(stdout.String()))
			}
			if *update {
				if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(read(t, golden), got.String()); diff != "" {
				t.Errorf("(go test -u rewrites):\n%s", diff)
			}
		})
	}
}

// schemaFile finds the schema, which main embeds.
func schemaFile(golden string) string {
	return filepath.Join(filepath.Dir(golden), "..", "..", "..", "schema.sql")
}

// chance is what differs between two runs: ids and durations.
var chance = regexp.MustCompile(`\b([rdt])-[0-9a-z]{8}\b|[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|"(latency_ms|processing_time_ms)":[0-9.e-]+`)

// wording is what rules and fixes say, which is not a matter of the form.
var (
	wording  = regexp.MustCompile(`(Consider: |d-\.{8}\): |"message":"ctxhook: )[^"]*`)
	wordings = regexp.MustCompile(`("(?:alternatives|troubleshooting)":\[")[^\]]*"`)
)

func withoutChance(s string) string {
	return wordings.ReplaceAllString(wording.ReplaceAllString(withoutIDs(s), "$1.."), `$1.."`)
}

func withoutIDs(s string) string {
	return chance.ReplaceAllStringFunc(s, func(m string) string {
		switch {
		case strings.HasPrefix(m, `"`):
			return m[:strings.Index(m, ":")+1] + "1"
		case len(m) == 36:
			return "UUID"
		}
		return m[:2] + "........"
	})
}
