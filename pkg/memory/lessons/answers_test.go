package lessons

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// TestAnswers: what was done once is told where the error does not end by itself, or where
// it names what was done.
func TestAnswers(t *testing.T) {
	for _, tt := range []struct {
		name, class, line, did string
		want                   bool
	}{
		{"what is missing", "compiler", "a_test.go:14:10: undefined: mocks.NewClient", "go generate ./...", true},
		{"a table that is not there", "database", `relation "orders" does not exist`, "alembic upgrade head", true},
		{"what the error says", "build", "error: run `cargo sqlx prepare` to update the query cache", "just prepare", true},
		{"what the error names", "runtime", "the client for Redis has no answer in the cache", "./restore redis", true},
		{"nothing answers, and something is started", "network", "connect ECONNREFUSED 127.0.0.1:6379", "docker compose up -d", true},
		{"nothing answers, and nothing is started", "network", "connect ECONNREFUSED 127.0.0.1:6379", "npm dedupe", false},
		{"a timeout", "test", "Error: Test timed out in 5000ms.", "npm install", false},
		{"a name that is not known for a moment", "network", "getaddrinfo EAI_AGAIN api.example.com", "pnpm dedupe", false},
		{"a name that does not resolve for a moment", "network", "dial tcp: lookup api.example.com: Temporary failure in name resolution", "go clean -testcache", false},
		{"a server that fails", "network", "502 Bad Gateway: upstream not found", "npm ci", false},
		{"a port in use", "port", "listen EADDRINUSE: address already in use :::3000", "npm dedupe", false},
		{"a value", "test", "assert 3 == 4", "docker compose restart worker", false},
		{"a value of an object", "test", "TypeError: Cannot read properties of undefined (reading 'open')", "docker compose pull", false},
		{"a word of the command itself", "test", "make: warning of make", "make locales", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := memory.Error{Class: tt.class, Signature: "0123456789abcdef", Line: redact.Clean(tt.line)}
			l := memory.Lesson{Kind: memory.LessonFix, Key: e.Signature}
			l.SetRecipe([]memory.Step{{Text: redact.Clean(tt.did)}})
			failed := &memory.Run{Command: redact.Clean("make test"), Errors: []memory.Error{e}}
			if got := Answers(&l, failed, reader{}); got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}
