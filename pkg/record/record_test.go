package record

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/place"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

var at = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func places(t *testing.T) place.Places {
	t.Helper()
	home := t.TempDir()
	p, err := place.Resolve(func(string) string { return home }, runtime.GOOS)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func add(t *testing.T, p place.Places, d Decision) string {
	t.Helper()
	id, err := Append(p, d)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestAppendAndFind(t *testing.T) {
	p := places(t)
	want := Decision{
		Time: at, Session: "s", Project: "/p", Cwd: "/p/x", Agent: "claude", Action: "block", Risk: "critical",
		Rules: []string{"filesystem/rm"}, AllowedBy: []string{"a-1"},
		Message: redact.Clean("it would delete <all> & \"more\"\n"), Command: redact.Clean("rm -rf ~ --password hunter2"), Hash: strings.Repeat("ab", 32),
	}
	want.ID = add(t, p, want)
	add(t, p, Decision{Action: "warn"})
	got, ok, err := Find(p, want.ID)
	if err != nil || !ok {
		t.Fatalf("not found: %v", err)
	}
	text := cmp.Transformer("text", func(x redact.Text) string { return x.String() })
	if diff := cmp.Diff(want, got, text); diff != "" {
		t.Errorf("decision (-want +got):\n%s", diff)
	}
	data, err := os.ReadFile(p.Decisions())
	if err != nil || bytes.Contains(data, []byte("hunter2")) {
		t.Errorf("a secret was written, or nothing: %v", err)
	}
	if info, err := os.Stat(p.Decisions()); runtime.GOOS != "windows" && (err != nil || info.Mode() != 0o600) {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if _, ok, _ := Find(p, "d-nothing1"); ok {
		t.Error("found what was never written")
	}
}

func TestRead(t *testing.T) {
	p := places(t)
	if list, err := Read(p, Filter{}); err != nil || len(list) != 0 {
		t.Errorf("empty: %v, %v", list, err)
	}
	for i, d := range []Decision{
		{Session: "s", Project: "/a", Action: "warn", Rules: []string{"x/y"}},
		{Session: "t", Project: "/a", Action: "block", Rules: []string{"x/y", "z"}},
		{Session: "t", Project: "/b", Action: "ask"},
	} {
		d.ID, d.Time = fmt.Sprintf("d-%d", i), at.Add(time.Duration(i)*time.Hour)
		add(t, p, d)
	}
	tests := []struct {
		name   string
		filter Filter
		want   []string
	}{
		{"all", Filter{}, []string{"d-0", "d-1", "d-2"}},
		{"since", Filter{Since: at.Add(time.Hour)}, []string{"d-1", "d-2"}},
		{"session", Filter{Session: "t"}, []string{"d-1", "d-2"}},
		{"project", Filter{Project: "/a"}, []string{"d-0", "d-1"}},
		{"action", Filter{Action: "ask"}, []string{"d-2"}},
		{"rule", Filter{Rule: "z"}, []string{"d-1"}},
		{"latest", Filter{Limit: 2}, []string{"d-1", "d-2"}},
		{"none", Filter{Session: "s", Action: "ask"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list, err := Read(p, tt.filter)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range list {
				got = append(got, d.ID)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadPassesOverDamage(t *testing.T) {
	p := places(t)
	first := add(t, p, Decision{Action: "warn"})
	damage := "\x00\x00\n{}\n[1]\n\n" + strings.Repeat("x", 100_000) + "\n{\"id\":\"d-x\",\"action\":5}\n" + `{"id":"d-torn","act`
	f, err := place.OpenAppend(p.Decisions())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(damage); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	second := add(t, p, Decision{Action: "block"}) // behind the torn line
	list, err := Read(p, Filter{})
	if err != nil || len(list) != 2 || list[0].ID != first || list[1].ID != second {
		t.Errorf("got %v, %v", list, err)
	}
}

func TestLinesAreShort(t *testing.T) {
	for _, text := range []string{strings.Repeat("a", 20_000), strings.Repeat("\x01", 20_000), strings.Repeat("ü<\"", 9000), strings.Repeat("\xff", 9000)} {
		rules := make([]string, 500)
		for i := range rules {
			rules[i] = text
		}
		data, err := encode(Decision{
			ID: text, Time: at, Session: text, Project: text, Cwd: text, Agent: text, Action: text, Risk: text, Rules: rules, AllowedBy: rules,
			Message: redact.Clean(text), Command: redact.Clean(text), Hash: text,
		})
		if err != nil || len(data) > maxLine || bytes.Count(data, []byte("\n")) != 1 {
			t.Errorf("%q: %d bytes, %v", text[:8], len(data), err)
		}
	}
}

func TestConcurrentAppends(t *testing.T) {
	p := places(t)
	const writers, each = 20, 20
	long := redact.Clean(strings.Repeat("word ", 400))
	var wg sync.WaitGroup
	for range writers {
		wg.Go(func() {
			for range each {
				if _, err := Append(p, Decision{Action: "warn", Message: long, Command: long}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	list, err := Read(p, Filter{})
	if err != nil || len(list) != writers*each {
		t.Errorf("%d of %d, %v", len(list), writers*each, err)
	}
	ids := make(map[string]bool)
	for _, d := range list {
		ids[d.ID] = true
	}
	if len(ids) != len(list) {
		t.Errorf("%d ids of %d decisions", len(ids), len(list))
	}
}

func TestSpoolIsBounded(t *testing.T) {
	p := places(t)
	if err := place.MkdirAll(filepath.Dir(p.Decisions())); err != nil {
		t.Fatal(err)
	}
	full := bytes.Repeat([]byte("{}\n"), maxSpool/3+1)
	if err := os.WriteFile(p.Decisions(), full, 0o600); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if _, err := Append(p, Decision{Action: "warn"}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	info, err := os.Stat(p.Decisions())
	if err != nil || info.Size() > maxSpool {
		t.Errorf("the spool has %d bytes (%v)", info.Size(), err)
	}
	// Whoever lost the race for the lock wrote into the file set aside.
	if list, err := Read(p, Filter{}); err != nil || len(list) != 20 {
		t.Errorf("%d of 20 decisions, %v", len(list), err)
	}
}

func TestAppendWhereItCannot(t *testing.T) {
	p := places(t)
	if err := os.MkdirAll(p.State, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(p.State, "spool"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if id, err := Append(p, Decision{Action: "warn"}); err == nil || id == "" {
		t.Errorf("id %q, error %v", id, err)
	}
	if id, err := Append(place.Places{}, Decision{Action: "warn"}); err == nil || id == "" {
		t.Errorf("without places: id %q, error %v", id, err)
	}
	if _, err := Read(place.Places{}, Filter{}); err == nil {
		t.Error("read from nowhere")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"id":"d-1","action":"warn","time":"2026-03-01T12:00:00Z","command":"x"}`))
	f.Add([]byte(`{"id":"d-torn{"id":"d-1","action":"warn"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, ok := decode(data)
		if !ok {
			return
		}
		again, err := encode(d)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := decode(again); !ok {
			t.Errorf("written and not read again: %q", again)
		}
	})
}
