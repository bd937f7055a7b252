package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// form is what rules of one form say of commands.
type form interface {
	// subject returns the commands that a rule is about: patterns of those that it names,
	// and those of a class.
	subject(known rule.Knowledge, r *memory.PreferenceRule) (named []string, class *rule.CommandClass)
	// triggers returns the programs without which no rule is broken.
	triggers(known rule.Knowledge, r *memory.PreferenceRule) []string
	// breaks reports whether call i, which is one of the subject, breaks the rule of f, and
	// what it would have to be.
	breaks(f *finder, i int) (Hit, bool)
	// samples returns commands that a rule is about, with X for what varies.
	samples(known rule.Knowledge, r *memory.PreferenceRule) []string
	// example returns a command as the rule wants it and one that breaks it, by what it
	// names; each is "" where there is none.
	example(r *memory.PreferenceRule) (right, wrong string)
}

// formOf returns what a rule says of commands.
func formOf(r *memory.PreferenceRule) form { return memory.ByForm(r, forms{}) }

type forms struct{}

func (forms) Use(*memory.PreferenceRule) form    { return useForm{} }
func (forms) Never(*memory.PreferenceRule) form  { return neverForm{} }
func (forms) Always(*memory.PreferenceRule) form { return alwaysForm{} }
func (forms) After(*memory.PreferenceRule) form  { return afterForm{} }
func (forms) Place(*memory.PreferenceRule) form  { return placeForm{} }
func (forms) Text(*memory.PreferenceRule) form   { return textForm{} }

// textForm is a wish that can only be told.
type textForm struct{}

func (textForm) subject(rule.Knowledge, *memory.PreferenceRule) ([]string, *rule.CommandClass) {
	return nil, nil
}
func (textForm) triggers(rule.Knowledge, *memory.PreferenceRule) []string { return nil }
func (textForm) breaks(*finder, int) (Hit, bool)                          { return Hit{}, false }
func (textForm) samples(rule.Knowledge, *memory.PreferenceRule) []string  { return nil }
func (textForm) example(*memory.PreferenceRule) (right, wrong string)     { return "", "" }

// commands returns the patterns of commands that a rule names, and those that do the same.
func commands(known rule.Knowledge, named ...string) (list []string) {
	for _, words := range named {
		if words != "" {
			list = append(list, asked(known, words)...)
			list = append(list, alike(known, words)...)
			list = append(list, ofProject(known, words)...)
		}
	}
	return list
}

// ofProject returns the same command by the project's own copy of its tool: ./gradlew for
// gradle.
func ofProject(known rule.Knowledge, words string) []string {
	t, tool := family(known, words)
	if own := "./" + tool + "w"; t != nil && slices.Contains(t.Names, own) {
		return []string{own + strings.TrimPrefix(words, tool)}
	}
	return nil
}
