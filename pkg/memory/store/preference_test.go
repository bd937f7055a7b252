package store

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

const secret = "ghp_0123456789abcdefghijklmnopqrstuvwxyzAB"

func preference(id, project, words string) *memory.Preference {
	return &memory.Preference{
		ID: id, Project: project, State: memory.Active, Words: redact.Clean(words), Confidence: 1, First: noon, Last: noon,
		Evidence: []memory.Evidence{{Time: noon, Layer: memory.LayerExplicit, Confidence: 1, Session: "s1", Words: redact.Clean(words)}},
	}
}

// Those of all projects are the project's, too, and those of another are not.
func TestPreferences(t *testing.T) {
	s := fresh(t)
	ids := make(map[string]string)
	update(t, s, func(tx *Tx) error {
		for _, p := range []*memory.Preference{preference("", "/shop", "here"), preference("", "", "everywhere"), preference("", "/bank", "there")} {
			if err := tx.PutPreference(p); err != nil {
				return err
			}
			ids[p.Words.String()] = p.ID
		}
		declined := preference("", "/shop", "never")
		declined.State = memory.Rejected
		return tx.PutPreference(declined)
	})
	view(t, s, func(tx *Tx) error {
		for project, want := range map[string]string{"/shop": "everywhere here", "/bank": "everywhere there", "/new": "everywhere", "": "everywhere"} {
			list, err := tx.Preferences(project, memory.Active)
			if err != nil {
				return err
			}
			var got []string
			for i := range list {
				got = append(got, list[i].Words.String())
			}
			if len(got) == 2 && got[0] > got[1] {
				got[0], got[1] = got[1], got[0]
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%q: %q, want %q", project, got, want)
			}
		}
		for _, want := range []string{"here", "there", "everywhere"} {
			list, err := tx.PreferencesAmong(func(id string) bool { return ids[want] == id }, "/shop", memory.Active)
			if err != nil {
				return err
			}
			if found := len(list) == 1 && list[0].Words.String() == want; found != (want != "there") || !found && len(list) > 0 {
				t.Errorf("%q among %+v", want, list)
			}
		}
		all, err := tx.Preferences("/shop")
		if len(all) != 3 {
			t.Errorf("%d in all states", len(all))
		}
		return err
	})
}

// Secrets are masked in all that a preference holds.
func TestPreferenceSecrets(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := opened(t, Options{Path: path, Wait: time.Second})
	p := preference("", "/shop", "run make with TOKEN="+secret)
	p.Rule = memory.PreferenceRule{Form: memory.FormAlways, When: "make " + secret, With: "TOKEN=" + secret}
	p.Under, p.Evidence[0].Session, p.Evidence[0].File = secret, secret, secret
	update(t, s, func(tx *Tx) error { return tx.PutPreference(p) })
	if _, err := Spool(t.TempDir(), Entry{Preference: p}); err != nil {
		t.Fatal(err)
	}
	_, _, line, err := (&Entry{Preference: p}).line()
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(line, []byte(secret)) {
		t.Errorf("in the spool: %s", line)
	}
	if err := s.Scrub(); err != nil {
		t.Fatal(err)
	}
	if holds(t, path, strings.ToLower(secret)) {
		t.Error("in the database")
	}
}

// What is older is left as it is when an export is read again, and what is newer
// is written over it.
func TestRestorePreference(t *testing.T) {
	s := fresh(t)
	newer, older := preference("p-00000001", "/shop", "new"), preference("p-00000001", "/shop", "old")
	newer.Last = noon.Add(time.Hour)
	for _, p := range []*memory.Preference{older, newer, older} {
		update(t, s, func(tx *Tx) error {
			_, err := restorePreference(tx, p)
			return err
		})
	}
	view(t, s, func(tx *Tx) error {
		got, ok, err := Preferences.ByID(tx, "p-00000001")
		if !ok || got.Words.String() != "new" {
			t.Errorf("%v %+v", ok, got)
		}
		return err
	})
}

// With a session goes what it alone has shown, and its part of the evidence for
// the rest.
func TestForgetSessionOfPreference(t *testing.T) {
	s := fresh(t)
	alone, both := preference("p-00000001", "/shop", "alone"), preference("p-00000002", "/shop", "both")
	both.Evidence = append(both.Evidence, memory.Evidence{Time: noon, Layer: memory.LayerExplicit, Session: "s2", Words: redact.Clean("again")})
	update(t, s, func(tx *Tx) error {
		for _, key := range []string{"s1", "s2"} {
			if _, err := tx.AddRun(&memory.Run{Start: noon, Project: "/shop", Session: key, Command: redact.Clean("make")}); err != nil {
				return err
			}
		}
		if err := tx.PutPreference(alone); err != nil {
			return err
		}
		return tx.PutPreference(both)
	})
	update(t, s, func(tx *Tx) error {
		got, err := tx.ForgetAll(Scope{Session: "s1"})
		if got.Preferences != 1 {
			t.Errorf("%d forgotten", got.Preferences)
		}
		return err
	})
	view(t, s, func(tx *Tx) error {
		list, err := tx.AllPreferences()
		if len(list) != 1 || len(list[0].Evidence) != 1 || list[0].Evidence[0].Session != "s2" {
			t.Errorf("%+v", list)
		}
		return err
	})
}
