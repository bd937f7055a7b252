package journal

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// TestWishHolds: what the user said of commands holds for the commands that break it, in
// the session, and once it is kept in all of them.
func TestWishHolds(t *testing.T) {
	const words = "use pnpm, not npm"
	for _, tt := range []struct {
		name    string
		before  func(p *play)
		command string
		instead string // "": it breaks nothing
	}{
		{"kept", func(p *play) { p.keeps(words) }, "npm install", "pnpm install"},
		{"kept, in a later session", func(p *play) { p.keeps(words); p.in("s2") }, "cd web && npm install", "cd web && pnpm install"},
		{"a command that keeps to it", func(p *play) { p.keeps(words) }, "pnpm install", ""},
		{"its name as data", func(p *play) { p.keeps(words) }, "grep -rn npm .", ""},
		{"said in the session", func(p *play) { p.prompted("no, " + words) }, "npm install", "pnpm install"},
		{"said in another session", func(p *play) { p.prompted("no, " + words); p.in("s2") }, "npm install", ""},
		{"said and taken back", func(p *play) {
			p.prompted("no, " + words)
			p.prompted("ok, use npm")
		}, "npm install", ""},
		{"declined", func(p *play) { p.sets(p.keeps(words), memory.Declined) }, "npm install", ""},
		{"never said", func(*play) {}, "npm install", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlay(t)
			p.installs("pnpm")
			p.begun()
			tt.before(p)
			b := p.broken(tt.command)
			switch {
			case tt.instead == "" && b != nil:
				t.Errorf("%q breaks %q", tt.command, b.Lines())
			case tt.instead != "" && b == nil:
				t.Errorf("%q breaks nothing", tt.command)
			case b != nil && b.Instead != tt.instead:
				t.Errorf("instead %q, want %q", b.Instead, tt.instead)
			}
		})
	}
}

// TestWishStopsOnce: a command that is repeated passes, what is never wanted does not
// pass as another command.
func TestWishStopsOnce(t *testing.T) {
	p := newPlay(t)
	p.begun()
	p.keeps("use pnpm, not npm")
	for i, want := range []bool{true, false, false} {
		if got := p.stopsWish("npm install"); got != want {
			t.Errorf("%d: stopped %v, want %v", i, got, want)
		}
	}
	if p.stopsWish("npm ci") {
		t.Error("a model that insists is stopped again")
	}
	p.keeps("never run git push")
	for command, want := range map[string]bool{"git push": true, "git push origin main": true, "git status": false} {
		if got := p.stopsWish(command); got != want {
			t.Errorf("%s: stopped %v, want %v", command, got, want)
		}
	}
	if p.in("s2"); !p.stopsWish("npm install") {
		t.Error("not stopped in the next session")
	}
}

// TestConfirmationKeeps: a prompt that says so keeps a preference, where a user is known to sit
// there.
func TestConfirmationKeeps(t *testing.T) {
	for _, tt := range []struct {
		name     string
		attended protocol.Attended
		known    bool
		want     string // the field that is set
	}{
		{"of one that is known", protocol.AttendedYes, true, "confirmed"},
		{"of one that is not", protocol.AttendedYes, false, "unknown"},
		{"where an agent may have typed it", protocol.AttendedLikely, true, "unproven"},
		{"where nobody is", protocol.AttendedNo, true, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlay(t)
			id := "p-00000000"
			if tt.known {
				id = p.remembers(&memory.Preference{Words: redact.Clean("use pnpm, not npm"), Rule: p.Preferences().Rule("use pnpm, not npm"), Project: p.Judge.Project, State: memory.Proposed, First: p.Now, Last: p.Now}).ID
			}
			got := p.at(protocol.Call{Event: protocol.Prompt, Prompt: "ctxhook remember " + id, Attended: tt.attended}).Prompt()
			switch {
			case (got.Confirmed != nil) != (tt.want == "confirmed"), (got.Unknown == id) != (tt.want == "unknown"), (got.Unproven == id) != (tt.want == "unproven"):
				t.Errorf("%+v", got)
			case got.Confirmed != nil && got.Confirmed.State != memory.Active:
				t.Errorf("it is %s", got.Confirmed.State)
			}
		})
	}
}

// keeps has the user keep a preference, and returns its id.
func (p *play) keeps(words string) string {
	p.t.Helper()
	sighting, _ := p.Preferences().Remembered(redact.Clean(words))
	sighting.State, sighting.Confidence = memory.Active, 1
	return p.remembers(&sighting).ID
}

func (p *play) remembers(sighting *memory.Preference) (known memory.Preference) {
	p.t.Helper()
	if err := p.with(busy, func(s *store.Store) (err error) {
		known, err = p.Preferences().Remember(s, sighting)
		return err
	}); err != nil {
		p.t.Fatal(err)
	}
	return known
}

// sets puts a preference into a state.
func (p *play) sets(id string, state memory.PreferenceState) {
	p.t.Helper()
	if err := p.with(busy, func(s *store.Store) error {
		_, _, err := p.Preferences().Set(s, []string{id}, state)
		return err
	}); err != nil {
		p.t.Fatal(err)
	}
}

// broken returns what a command breaks that is about to run.
func (p *play) broken(command string) *BrokenPreference {
	j := p.at(protocol.Call{Commands: []string{command}})
	return j.Preferences().Broken(command, j.Judge.Script(redact.Clean(command)))
}

func (p *play) stopsWish(command string) bool {
	j := p.at(protocol.Call{Commands: []string{command}})
	b := j.Preferences().Broken(command, j.Judge.Script(redact.Clean(command)))
	return b != nil && j.Preferences().Stops(b)
}

// TestRefusalTeaches: what ran in the place of a command that the user refused is what they
// want, unless sequences are not to be learned.
func TestRefusalTeaches(t *testing.T) {
	for _, learn := range []bool{true, false} {
		p := newPlay(t)
		p.Judge.Config.Learn.Sequences = learn
		p.begun()
		p.refused("npm install")
		p.ran("pnpm install", 0, "done")
		p.rested("Installed.")
		p.read(func(tx *store.Tx) error {
			list, err := tx.Preferences(p.Judge.Project)
			if want := map[bool]int{true: 1, false: 0}[learn]; len(list) != want {
				t.Errorf("sequences %v: %d preferences, want %d", learn, len(list), want)
			}
			for i := range list {
				if list[i].State != memory.Candidate || list[i].Rule.Prefer != "pnpm" {
					t.Errorf("%+v", list[i])
				}
			}
			return err
		})
	}
}

// refused has the user refuse a command.
func (p *play) refused(command string) { p.RecordRun(p.refusal(command)) }

// refusal is a command that the user refuses now.
func (p *play) refusal(command string) *memory.Run {
	j := p.at(protocol.Call{Commands: []string{command}, Result: &protocol.Result{Status: protocol.Denied}})
	d := j.DiagnoseHere()
	r := j.Run(&d)
	r.Outcome = memory.Refused
	return r
}
