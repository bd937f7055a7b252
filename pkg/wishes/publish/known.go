package publish

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// unsaid returns the preferences that none of the files says already, outside of
// what is ours.
func (plan *Plan) unsaid(list []memory.Preference, files []string) []memory.Preference {
	if len(files) == 0 || len(list) == 0 {
		return list
	}
	type said struct {
		path  string
		lines []string
	}
	var texts []said
	for _, path := range files {
		data, err := paths.ReadFile(path, maxFile)
		if err != nil {
			continue // it says nothing
		}
		if theirs, err := parse(data).without(); err == nil {
			texts = append(texts, said{path, strings.Split(string(theirs), "\n")})
		}
	}
	var out []memory.Preference
next:
	for _, q := range list {
		for _, t := range texts {
			for i, line := range t.lines {
				if saysSo(line, &q) {
					plan.Known = append(plan.Known, Known{q, t.path, i + 1})
					continue next
				}
				if saysOpposite(line, &q) {
					plan.Opposed = append(plan.Opposed, Known{q, t.path, i + 1})
				}
			}
		}
		out = append(out, q)
	}
	return out
}

// refusal are words by which a line says that something is not wanted.
var refusal = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(not|never|don't|do not|no|avoid|instead|rather than|over|without|stop|forbidden)\b`)
})

// saysSo reports whether a line says what a preference says.
func saysSo(line string, q *memory.Preference) bool {
	return memory.ByForm(&q.Rule, saying{line, q})
}

// saying compares a line with the rule of a preference.
type saying struct {
	line string
	*memory.Preference
}

func (s saying) Use(r *memory.PreferenceRule) bool {
	return hasWords(s.line, r.Prefer) && r.Avoid != "" && hasAll(s.line, r.Avoided()) && refusal().MatchString(s.line) && !saysOpposite(s.line, s.Preference)
}

func (s saying) Never(r *memory.PreferenceRule) bool {
	if r.Avoid == "" {
		return s.Text(r)
	}
	return hasAll(s.line, r.Avoided()) && hasAll(s.line, r.Branches()) && refusal().MatchString(s.line)
}

func (s saying) Always(r *memory.PreferenceRule) bool {
	return hasWords(s.line, r.With) && hasWords(s.line, r.When)
}

func (s saying) After(r *memory.PreferenceRule) bool {
	return hasWords(s.line, r.After) && hasWords(s.line, r.When)
}

func (s saying) Place(r *memory.PreferenceRule) bool {
	return hasPaths(s.line, append(r.Place.List(), r.Place.Targets()...)) && (refusal().MatchString(s.line) || r.Place.Only && onlyThere().MatchString(s.line))
}

func (s saying) Text(*memory.PreferenceRule) bool {
	want := plain(s.Words.String())
	return want != "" && strings.Contains(plain(s.line), want)
}

// onlyThere are words by which a line says where alone something is done.
var onlyThere = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)\b(only|inside|within|limited)\b`) })

// hasPaths reports whether a line names each of some paths or targets.
func hasPaths(line string, paths []string) bool {
	return !slices.ContainsFunc(paths, func(path string) bool {
		return !strings.Contains(line, strings.TrimPrefix(strings.TrimSuffix(path, "/"), "**/"))
	})
}

// saysOpposite reports whether a line prefers what a preference avoids.
func saysOpposite(line string, q *memory.Preference) bool {
	return q.Rule.Form == memory.FormUse && slices.ContainsFunc(q.Rule.Avoided(), func(command string) bool { return preferred(line, command, q.Rule.Prefer) })
}

// preferred reports whether a line prefers the first to the second: "npm, not
// pnpm" says the opposite of "pnpm, not npm".
func preferred(line, first, second string) bool {
	a, b := wordsAt(line, first), wordsAt(line, second)
	no := refusal().FindStringIndex(line)
	return a >= 0 && b >= 0 && no != nil && a < no[0] && no[0] < b
}

// hasAll reports whether a line has each of some texts.
func hasAll(line string, texts []string) bool {
	return !slices.ContainsFunc(texts, func(text string) bool { return !hasWords(line, text) })
}

// hasWords reports whether a line has a text that is not part of a longer word.
func hasWords(line, text string) bool { return text != "" && wordsAt(line, text) >= 0 }

func wordsAt(line, text string) int {
	lower := strings.ToLower(line)
	text = strings.ToLower(text)
	for at := 0; ; {
		i := strings.Index(lower[at:], text)
		if i < 0 {
			return -1
		}
		from, to := at+i, at+i+len(text)
		if (from == 0 || !inWord(lower[from-1])) && (to == len(lower) || !inWord(lower[to])) {
			return from
		}
		at = from + 1
	}
}

func inWord(c byte) bool {
	return c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z'
}

// plain returns the words of a text alone.
func plain(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !inName(r) && r < 128
	}), " ")
}
