package redact

import (
	"strings"
	"testing"
)

// TestCleanMasksRandom: a random value is one of a password, also with digits between its
// letters and at its end; where a way to log in is named, it is none.
func TestCleanMasksRandom(t *testing.T) {
	const value = "k3Zp9QxW7vLr2"
	for _, before := range []string{"PASS=", "export PASS=", "pass: ", "DB_PASS=", "PASSWD="} {
		if got := Clean(before + value).String(); strings.Contains(got, value) {
			t.Errorf("%s%s is kept: %s", before, value, got)
		}
	}
	for text, value := range map[string]string{
		"PASSWORD=schlüssel9": "schlüssel9", "DB_PASSWORD: ünïcode9X": "ünïcode9X", "redisAuth=S3cr3t-Pa55": "S3cr3t-Pa55", `SECRET_KEY = "maple-river-stone"`: "maple-river-stone", `TOKEN = "letmein"`: "letmein",
	} {
		if got := Clean(text).String(); strings.Contains(got, value) {
			t.Errorf("%s is kept: %s", text, got)
		}
	}
	const way = "require_auth=scram-sha-256"
	if got := Clean(way).String(); got != way {
		t.Errorf("%s became %s", way, got)
	}
}
