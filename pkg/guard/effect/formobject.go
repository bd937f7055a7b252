package effect

import (
	"strings"
)

// What a verb is said of stands beside it, or else in an option (delete --index audit),
// or in the name of the program (queuectl purge orders).

// objectElsewhere finds the object of a verb that has none beside it.
func (f *form) objectElsewhere() {
	if f.optionFollows() {
		if o := f.option(formOption.object); o != nil {
			f.object, f.worth = o.name, shared
		}
	}
	if about := aboutOf(f.call.Program); about != "" && f.worth == unknownWorth && (f.strength >= closes || verbFeltWord(f.verb)) && !f.filed() {
		f.object, f.worth = about, shared
	}
}

// optionFollows reports whether an option stands behind the verb.
func (f *form) optionFollows() bool {
	for k, w := range f.call.Argv {
		if k > 0 && text(w) == f.verb {
			return k+1 < len(f.call.Argv) && strings.HasPrefix(f.call.Argv[k+1].Prefix(), "-")
		}
	}
	return false
}

// filed reports whether what is named looks like a file. Names of what is elsewhere
// have slashes as well: acme/shop.
func (f *form) filed() bool {
	for _, w := range f.named {
		s := w.String()
		if strings.HasPrefix(s, "/") || strings.HasPrefix(s, "~") || strings.HasPrefix(s, ".") || strings.Contains(s[strings.LastIndexByte(s, '/')+1:], ".") {
			return true
		}
	}
	return false
}

// aboutOf returns what a program is about by its name; "" where that is not known.
func aboutOf(program string) string {
	name := strings.ToLower(program)
	for _, end := range programEndsWords {
		if rest, ok := strings.CutSuffix(name, end); ok {
			if rest = strings.TrimSuffix(rest, "-"); programAboutWord(rest) || programAboutWord(strings.TrimSuffix(rest, "s")) {
				return rest
			}
		}
	}
	return ""
}

// optionVerb takes an option that names a verb and what is shared, or everything:
// --erase-all, --drop-database. It only raises a suspicion, or is sure in production.
func (f *form) optionVerb() {
	if f.asks() {
		return
	}
	for _, w := range f.call.Argv[1:] {
		s := w.Prefix()
		if !strings.HasPrefix(s, "--") || strings.HasPrefix(s, "--delete-after") {
			continue
		}
		if verb, rest, strong := joinedOption(s, aboutOf(f.call.Program) != ""); strong >= removes {
			f.verb, f.strength, f.object, f.named = verb, strong, rest, nil
			f.worth, f.forced = unknownWorth, true
			return
		}
	}
}

// joinedOption reads --erase-all and --drop-database.
func joinedOption(option string, anything bool) (verb, object string, strong strength) {
	name, value, _ := strings.Cut(strings.TrimLeft(option, "-"), "=")
	if value == "false" || value == "no" {
		return "", "", noVerb
	}
	first, rest, joined := strings.Cut(strings.ReplaceAll(strings.ToLower(name), "_", "-"), "-")
	if !joined || !anything && rest != "all" && rest != "db" && !optionObjectWord(strings.TrimSuffix(rest, "s")) && !strings.HasPrefix(rest, "all-") {
		return "", "", noVerb
	}
	return first, rest, strengthOf(first)
}
