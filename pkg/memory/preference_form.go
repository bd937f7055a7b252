package memory

import (
	"cmp"
	"strings"
)

// PreferenceForm is how a preference is enforced. Its values are stored and shown.
type PreferenceForm string

// The forms. What is done with the rules of one is asked for with ByForm.
const (
	FormUse    PreferenceForm = "use"    // Prefer, not Avoid
	FormNever  PreferenceForm = "never"  // Avoid, or any command of Class
	FormAlways PreferenceForm = "always" // When only With
	FormAfter  PreferenceForm = "after"  // When only After
	FormPlace  PreferenceForm = "place"  // Place is left alone
)

// Forms is what a package does with the rules of each form. A form that is added here
// does not compile until every package knows it.
type Forms[T any] interface {
	Use(r *PreferenceRule) T
	Never(r *PreferenceRule) T
	Always(r *PreferenceRule) T
	After(r *PreferenceRule) T
	Place(r *PreferenceRule) T
	Text(r *PreferenceRule) T // one that can only be told
}

// ByForm returns what a package does with a rule. One of an unknown form can only be told.
func ByForm[T any](r *PreferenceRule, forms Forms[T]) T {
	switch r.Form {
	case FormUse:
		return forms.Use(r)
	case FormNever:
		return forms.Never(r)
	case FormAlways:
		return forms.Always(r)
	case FormAfter:
		return forms.After(r)
	case FormPlace:
		return forms.Place(r)
	}
	return forms.Text(r)
}

// String returns the rule as a sentence in Markdown, "" for a text that can only
// be told.
func (r PreferenceRule) String() string { return ByForm(&r, sentences{}) }

// Sentence returns the rule of a preference as String does, with the part of the project that it holds
// for: "Never run `terraform apply` (in `envs/prod`)."
func (p *Preference) Sentence() string {
	s := p.Rule.String()
	if s == "" || p.Under == "" {
		return s
	}
	return strings.TrimSuffix(s, ".") + " (in `" + p.Under + "`)."
}

// IsKnown reports whether rules have the form.
func (f PreferenceForm) IsKnown() bool {
	return f == "" || ByForm(&PreferenceRule{Form: f}, sentences{}) != ""
}

// sentences are rules as sentences.
type sentences struct{}

func (sentences) Use(r *PreferenceRule) string {
	switch {
	case r.Class != "":
		what := r.classWords()
		return strings.ToUpper(what[:1]) + what[1:] + " with `" + r.Prefer + "`."
	case r.Avoid == "":
		return "Always use `" + r.Prefer + "`."
	}
	what := ""
	if r.IsOfWriting() {
		what = ", for what changes anything"
	}
	return "Use `" + r.Prefer + "`, not " + quoted(r.Avoided()) + what + r.butFor() + "."
}

func (sentences) Never(r *PreferenceRule) string {
	switch {
	case r.Except != "":
		bare := *r
		bare.Except = ""
		return strings.TrimSuffix(bare.String(), ".") + r.butFor() + "."
	case r.Class == "" && r.Branch != "":
		return "Never run " + quoted(r.Avoided()) + " on " + quoted(r.Branches()) + "."
	case r.IsOfWriting():
		return "Use " + quoted(r.Avoided()) + " only to look, never to change anything."
	case r.Class == "":
		return "Never run " + quoted(r.Avoided()) + "."
	case r.Branch != "":
		return "Never " + r.classWords() + " to " + quoted(r.Branches()) + "."
	case r.Avoid == "" || r.Avoid == Whole:
		return "Never " + r.classWords() + "."
	}
	return "Never " + r.classWords() + " (`" + r.Avoid + "`)."
}

func (sentences) Always(r *PreferenceRule) string {
	switch {
	case r.Class != "":
		return "Always " + r.classWords() + " with `" + r.With + "`."
	case r.When == "":
		return "Always use `" + r.With + "`."
	}
	return "Always run `" + r.When + "` with `" + r.With + "`."
}

func (sentences) After(r *PreferenceRule) string {
	what := cmp.Or(r.classWords(), "go on")
	if r.When != "" {
		what = "run `" + r.When + "`"
	}
	return strings.ToUpper(what[:1]) + what[1:] + " only after " + r.afterWords() + "."
}

func (sentences) Place(r *PreferenceRule) string {
	return strings.TrimSuffix(r.Place.String(), ".") + r.butFor() + "."
}

func (sentences) Text(*PreferenceRule) string { return "" }

// butFor names what the rule is not about.
func (r *PreferenceRule) butFor() string {
	if r.Except == "" {
		return ""
	}
	return ", except " + quoted(r.Spared())
}

// Forbids reports whether the rule leaves nothing to run in place of a command.
func (r PreferenceRule) Forbids() bool { return r.Form == FormNever || r.Form == FormPlace }
