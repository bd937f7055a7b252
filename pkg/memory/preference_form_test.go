package memory

import (
	"reflect"
	"strings"
	"testing"
)

// called says which method of Forms a rule was handed to.
type called struct{}

func (called) Use(*PreferenceRule) string    { return "Use" }
func (called) Never(*PreferenceRule) string  { return "Never" }
func (called) Always(*PreferenceRule) string { return "Always" }
func (called) After(*PreferenceRule) string  { return "After" }
func (called) Place(*PreferenceRule) string  { return "Place" }
func (called) Text(*PreferenceRule) string   { return "Text" }

// Each form is handed to the method of its name: one that ByForm forgets would be a text.
func TestEachFormIsCalled(t *testing.T) {
	forms := reflect.TypeFor[Forms[string]]()
	for i := range forms.NumMethod() {
		name := forms.Method(i).Name
		if got := ByForm(&PreferenceRule{Form: PreferenceForm(strings.ToLower(name))}, called{}); got != name {
			t.Errorf("a rule of the form %s is handed to %s", name, got)
		}
	}
}

// Every form has a sentence, also for a rule that says nothing, and no other text is one.
func TestForms(t *testing.T) {
	for _, tt := range []struct {
		form  PreferenceForm
		rule  PreferenceRule
		want  string
		known bool
	}{
		{FormUse, PreferenceRule{Prefer: "uv", Avoid: "pip"}, "Use `uv`, not `pip`.", true},
		{FormUse, PreferenceRule{Prefer: "uv"}, "Always use `uv`.", true},
		{FormNever, PreferenceRule{Avoid: "git push", Branch: "main or master"}, "Never run `git push` on `main` or `master`.", true},
		{FormNever, PreferenceRule{Class: "commit"}, "Never commit.", true},
		{FormNever, PreferenceRule{Class: "pull-request", Branch: "main"}, "Never open pull requests to `main`.", true},
		{FormNever, PreferenceRule{Class: "server", Avoid: "npm run dev"}, "Never start a server (`npm run dev`).", true},
		{FormAlways, PreferenceRule{With: "uv run"}, "Always use `uv run`.", true},
		{FormAlways, PreferenceRule{When: "pytest", With: "-q"}, "Always run `pytest` with `-q`.", true},
		{FormAfter, PreferenceRule{When: "git push", After: "test"}, "Run `git push` only after the tests pass.", true},
		{FormAfter, PreferenceRule{Class: "commit", After: "make lint"}, "Commit only after `make lint` passes.", true},
		{FormAfter, PreferenceRule{}, "Go on only after `` passes.", true},
		{FormPlace, PreferenceRule{Place: PlaceRule{Paths: "vendor"}}, "Never change `vendor`.", true},
		{"", PreferenceRule{}, "", true},
		{"sometimes", PreferenceRule{Avoid: "x"}, "", false},
	} {
		tt.rule.Form = tt.form
		if got := tt.rule.String(); got != tt.want {
			t.Errorf("%+v says %q, want %q", tt.rule, got, tt.want)
		}
		if got := tt.form.IsKnown(); got != tt.known {
			t.Errorf("form %q is known: %v", tt.form, got)
		}
		if got, want := tt.rule.Forbids(), tt.form == FormNever || tt.form == FormPlace; got != want {
			t.Errorf("form %q forbids: %v", tt.form, got)
		}
	}
}
