package e2e

import (
	"path/filepath"
	"strings"
	"testing"
)

// planted are secrets of thirty kinds, each in the line that holds it. They are
// put together so that no scanner takes this file for a leak.
func planted() (text string, secrets []string) {
	const long = "Zk3vQ9xT7mB2nL8wR5yH1cJ6dF4gS0pA"
	lines := []struct{ before, secret, after string }{
		{"GITHUB_TOKEN=ghp_", (long + long)[:36], ""},
		{"gitlab: glpat-", long[:20], ""},
		{"AWS_ACCESS_KEY_ID=AKIA", "QZ7XJ4MPL2WD9TRK", ""},
		{"aws_secret_access_key = ", long + "Qw8/rT2+", ""},
		{"OPENAI_API_KEY=sk-proj-", long, ""},
		{`"anthropic": "sk-ant-`, long, `",`},
		{"STRIPE_KEY=sk_live_", long[:24], ""},
		{"slack xoxb-", "2847561930-" + long[:24], ""},
		{"hook https://hooks.slack.com/services/", "T0Q9W8E7R/B1U2I3O4P/" + long[:24], ""},
		{"//registry.npmjs.org/:_authToken=npm_", (long + long)[:36], ""},
		{"hf_", (long + long)[:34], ""},
		{"password=pypi-AgE", (long + long)[:48], ""},
		{"google AIza", (long + long)[:35], ""},
		{"SENDGRID=SG.", long[:22] + "." + (long + long)[:43], ""},
		{"DIGITALOCEAN=dop_v1_", "4f7a1c9e2b8d6053" + "a1b2c3d4e5f60718" + "9a8b7c6d5e4f3021" + "7e6d5c4b3a291807", ""},
		{"VAULT_TOKEN=hvs.", long[:24], ""},
		{"cookie eyJhbGciOiJIUzI1NiJ9.", "eyJzdWIiOiI0MiJ9." + long, ""},
		{"DATABASE_URL=postgres://app:", "tr0ub4dor-and-3", "@db.internal:5432/app"},
		{"redis://:", "f9Kq2mZx7", "@cache:6379"},
		{"DB_PASSWORD=", "correct-horse-battery", ""},
		{"export SMTP_PASS='", "winter is coming", "'"},
		{"  password: ", "Xk9mQ2vL7t", ""},
		{`  "clientSecret": "`, "8Q~" + long[:28], `"`},
		{"Authorization: Bearer ", "v2." + long, ""},
		{"Authorization: Basic ", "YXBwOnMzY3IzdHBAc3N3MHJk", ""},
		{"api_key: ", long, ""},
		{"machine api.internal login bot password ", "n3tRc-p4ssw0rd-91", ""},
		{"SECRET_KEY_BASE=", "6351099ca60799a88507b031808d741a06f532c1fde95afd", ""},
		{"db.internal:5432:app:app:", "pgP4ss-w0rd-77", ""},
		{"-----BEGIN " + "PRIVATE KEY-----\n", (long + long)[:64] + "\n" + (long + long)[:64], "\n-----END " + "PRIVATE KEY-----"},
	}
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.before + l.secret + l.after + "\n")
		secrets = append(secrets, l.secret)
	}
	return b.String(), secrets
}

// TestClientMasks runs the real client with secrets in a file: whichever tool
// shows them, the model reads the marker in their place, and what is no secret
// as it is.
func TestClientMasks(t *testing.T) {
	client := realClient(t)
	w := newWorld(t)
	text, secrets := planted()
	if len(secrets) != 30 {
		t.Fatalf("%d kinds of secrets", len(secrets))
	}
	const harmless = "retries: 3 # of 12 at most\n"
	w.file(t, "project/settings.txt", harmless+text, 0o644)
	w.file(t, "project/long.txt", strings.Repeat(harmless, 700)+text, 0o644)
	w.command(t, filepath.Join(w.dir, "bin", "ctxhook"), "config", "set", "mask_outputs", "on")
	w.command(t, filepath.Join(w.dir, "bin", "ctxhook"), "init")

	settings := filepath.Join(w.project, "settings.txt")
	for i, got := range w.plays(t, client,
		bash("cat settings.txt"),
		bash("cat long.txt"),
		use{"Read", map[string]any{"file_path": settings}},
		bash("printf 'two  blanks\\t\\n'"),
	) {
		t.Logf("%d: %.300s\nbeside: %.300s", i, got.result, about(got.beside))
		all := got.result + strings.Join(got.beside, "\n")
		for k, s := range secrets {
			for _, line := range strings.Split(s, "\n") {
				if strings.Contains(all, line) {
					t.Errorf("call %d shows the model secret %d, %.12s..", i, k, line)
				}
			}
		}
		if i == 3 {
			if !strings.Contains(got.result, "two  blanks") || strings.Contains(all, "ctxhook") {
				t.Errorf("a harmless output becomes %q", all)
			}
			continue
		}
		for _, want := range []string{"of 12 at most", "[redacted by ctxhook]", "@db.internal:5432/app"} {
			if !strings.Contains(got.result, want) {
				t.Errorf("call %d: %q is missing in %.500s", i, want, got.result)
			}
		}
		if !strings.Contains(about(got.beside), "secrets in this output") {
			t.Errorf("call %d: the model is not told: %q", i, got.beside)
		}
	}
}
