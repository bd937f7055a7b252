package preferences

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Stating returns how likely a line of a file for agents states a rule that a command or an
// edit can break, from 1 to 3, whether Written understands it or not; 0: it does not. A line
// that states one has a word that says no, always or what comes first, and names something.
func Stating(known rule.Knowledge, line string, names Names) int {
	words := withoutMarkdown(line)
	weight := 0
	for word := range strings.FieldsFuncSeq(strings.ToLower(strings.ReplaceAll(words, "’", "'")), func(r rune) bool { return !(unicode.IsLetter(r) || r == '\'' || r == '-') }) {
		switch {
		case sayingNo()[word]:
			weight = 3
		case sayingWhen()[word]:
			weight = max(weight, 2)
		case sayingSome()[word]:
			weight = max(weight, 1)
		}
	}
	switch {
	case weight > 0:
	case isForeign(words), strings.HasPrefix(words, "Use "), strings.HasPrefix(words, "use "), strings.Contains(words, ". Use "), strings.Contains(words, "; use "):
		weight = 1
	default:
		return 0
	}
	if !namesSomething(known, words, names) {
		return 0
	}
	return weight
}

var (
	sayingNo = sync.OnceValue(func() map[string]bool {
		return setOf("never don't dont not no avoid without forbidden prohibited banned cannot can't mustn't shouldn't frozen off-limits read-only readonly untouched refrain nie niemals nicht kein keine keinen jamais pas ne nunca jamás", " ")
	})
	sayingWhen = sync.OnceValue(func() map[string]bool {
		return setOf("instead rather always before after must exclusively prior immer nur vor statt toujours seulement avant siempre solo antes", " ")
	})
)

var sayingSome = sync.OnceValue(func() map[string]bool {
	return setOf("only every all leave ask limits needs need requires", " ")
})

// isForeign reports whether a line is written in letters of which Stating knows no words.
func isForeign(line string) bool {
	n := 0
	for _, r := range line {
		if unicode.IsLetter(r) && r > unicode.MaxLatin1 && !unicode.Is(unicode.Latin, r) {
			n++
		}
	}
	return n > 3
}

// namesSomething reports whether a line names a command, a path, a tool, a branch or an
// environment, or what is done with them. Code between backquotes is none of these.
func namesSomething(known rule.Knowledge, line string, names Names) bool {
	s := tokens(strings.NewReplacer("(", " ", ")", " ").Replace(line))
	files := anyOf(s, "file|files|folder|folders|directory|directories|dir")
	return slices.ContainsFunc(s, func(t token) bool {
		if t.code {
			return mayBeTyped(t.text, names) || files && isOperand(t.text) && isName(strings.ToLower(strings.Trim(t.text, "./")))
		}
		t.text, t.low = strings.TrimRight(t.text, ".,;:!?"), strings.TrimRight(t.low, ".,;:!?")
		if _, _, tool := known.Find(rule.KindTools, t.low); tool && !isEnglish(t.low) && !isCodeWord(t.low) {
			return true
		}
		return isPathWord(t) || isBranch(t) || environmentOf(t.low) != "" || namingWords()[t.low]
	})
}

// mayBeTyped reports whether what stands between backquotes may be typed into a shell: a
// command, an option, a variable or a path.
func mayBeTyped(text string, names Names) bool {
	text = lineCommand(text)
	first, rest, many := strings.Cut(text, " ")
	switch {
	case text == "" || isKeyword(first):
		return false
	case names.Program(first) && !isCodeWord(first), text[0] == '-' || text[0] == '$', isAssignment(first), isFilePath(text), isBranch(token{text: text, low: strings.ToLower(text)}):
		return true
	case strings.Contains(first, "/") && isOperand(first), strings.HasPrefix(text, "*.") && isOperand(text[1:]):
		return true
	}
	return many && isCommand(first) && first == strings.ToLower(first) && !strings.ContainsAny(rest, "(){}=;<>'\"")
}

var namingWords = sync.OnceValue(func() map[string]bool {
	return setOf("git gh docker kubectl helm terraform aws gcloud ssh curl psql make commit commits committing push pushes pushing force-push amend amending merge merging rebase rebasing deploy deploying publish publishing install installing migration migrations lockfile lockfiles branch branches worktree worktrees sudo server prs pr", " ")
})
