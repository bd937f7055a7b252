package preferences

import (
	"slices"
	"strings"
)

// part is a part of a sentence.
type part struct {
	mark  string // what stands before it
	words []token
}

// The marks before parts of a line, beside commas and conjunctions.
const dash = "§" // a dash, a colon or a semicolon

// lineParts parts a line into sentences, and these into clauses. Lists stay whole: "never run
// `a`, `b` or `c`". What stands in parentheses is a token of its own, marked with also.
func lineParts(line string, isProgram func(string) bool) (list [][]part) {
	for _, s := range sentences(plainLine(line)) {
		if parts := clausesOfLine(mergedNot(s), isProgram); len(parts) > 0 {
			list = append(list, parts)
		}
	}
	return list
}

// plainLine returns a line without what is not said: links, quotation marks, and periods
// that end no sentence; dashes, colons and semicolons become marks.
func plainLine(line string) string {
	var b strings.Builder
	for i, text := range strings.Split(line, "`") {
		if i > 0 {
			b.WriteByte('`')
		}
		if i%2 == 1 {
			b.WriteString(text)
			continue
		}
		text = strings.NewReplacer("’", "'", `"`, " “ ", "e.g.", "eg", "i.e.", "ie", "etc.", "etc", ", under any circumstances,", "", ", ever,", "", ", under no circumstances,", "", " vs. ", " vs ").Replace(withoutLinks(text))
		text = strings.NewReplacer(" - ", " "+dash+" ", " -- ", " "+dash+" ", "–", " "+dash+" ", "—", " "+dash+" ", "; ", " "+dash+" ", " → ", " "+dash+" ", " -> ", " "+dash+" ").Replace(text + " ")
		for _, end := range [...]string{": ", ":\n"} {
			text = strings.ReplaceAll(text, end, " "+dash+" ")
		}
		b.WriteString(text)
	}
	return strings.TrimSpace(b.String())
}

// withoutLinks returns a text with the words of its links alone: [the guide](guide.md).
func withoutLinks(text string) string {
	for {
		at := strings.Index(text, "](")
		if at < 0 {
			return text
		}
		from := strings.LastIndexByte(text[:at], '[')
		to := strings.IndexByte(text[at:], ')')
		if from < 0 || to < 0 {
			return text
		}
		text = text[:from] + text[from+1:at] + text[at+to+1:]
	}
}

// mergedNot returns a sentence in which words that say no together are one: never.
func mergedNot(s []token) (list []token) {
	for i := 0; i < len(s); i++ {
		t := s[i]
		two := i+1 < len(s) && !t.code
		switch {
		case two && t.is("do|must|should|may|can|shall") && s[i+1].is("not|never"), two && t.is("not") && s[i+1].is("ever"):
			t = token{text: "never", low: "never"}
			if s[i].is("must|should|may|can|shall") {
				t.low = "mustn't"
			}
			i++
		case t.is("do|must|should|may|can"), t.code:
		case t.is("don't|dont|never|nor|nie"):
			t.low = "never"
		case t.is("cannot|can't|mustn't|shouldn't"):
			t.low = "mustn't"
		}
		list = append(list, t)
	}
	return list
}

// clausesOfLine parts a sentence at marks, commas and conjunctions.
func clausesOfLine(s []token, isProgram func(string) bool) (list []part) {
	now := part{}
	end := func(mark string) {
		if len(now.words) > 0 {
			list = append(list, now)
		}
		now = part{mark: mark}
	}
	for i, t := range s {
		rest := s[i+1:]
		switch {
		case t.code:
		case t.low == dash:
			end(dash)
			continue
		case t.is(",") && beginsPair(now.words, rest):
			end(",")
			continue
		case t.is(","):
			if isListed(now.words, rest, isProgram) {
				break
			}
			end(",")
			continue
		case len(now.words) == 0 && t.is("and|but|or") && now.mark != "": // , and never ..
			now.mark = t.low
			continue
		case t.is("because|since|but|so|otherwise|whereas|while|which") && len(now.words) > 0,
			t.is("as") && len(rest) > 0 && rest[0].is("it|the|they|that|this|these|those|we|you|there") && len(now.words) > 0:
			end(t.low)
			continue
		case t.is("and|or|then|instead") && len(rest) > 0 && !rest[0].code && (rest[0].is("push") && !isNegated(now.words) || rest[0].is("never|always|use|run|only|instead|make|ask|let|prefer|do|create|leave|keep|fix|then|change|update|edit|regenerate")) && len(now.words) > 0 && !(isVerb(now.words[len(now.words)-1].low) && isVerb(rest[0].low)):
			end(t.low)
			continue
		}
		now.words = append(now.words, t)
	}
	end("")
	return list
}

// beginsPair reports whether a comma ends what is not used, and another command follows that is
// used in the place of one: "use `uv pip` (not `pip`) and `uv run` (not `python`)".
func beginsPair(before, after []token) bool {
	if len(after) > 0 && after[0].is("and") {
		after = after[1:]
	}
	return len(before) > 0 && before[0].is("not|never") && len(after) > 3 && after[0].code && after[1].is(",") && after[2].is("not|never") && after[3].code
}

// isListed reports whether a comma stands within a list of commands, paths or verbs.
func isListed(before, after []token, isProgram func(string) bool) bool {
	if len(before) == 0 || len(after) == 0 {
		return false
	}
	last := before[len(before)-1]
	next := after[0]
	if next.is("and|or|nor|&") && len(after) > 1 {
		next = after[1]
	}
	if next.is("the|any") && len(after) > 1 {
		next = after[len(after)-1]
	}
	names := func(t token) bool {
		return t.code || isPathWord(t) || isProgram(t.low) && !isEnglish(t.low) && !isVerb(t.low)
	}
	return names(last) && names(next) || isVerb(last.low) && isVerb(next.low) && !last.code && !next.code && !isOrderStart(next)
}

func isOrderStart(t token) bool { return t.is("use|run|never|always") }

func isVerb(word string) bool { return verbOf(word) != "" }

// isPathWord reports whether a word that is not in marks is plainly a path.
func isPathWord(t token) bool {
	return !t.code && (strings.HasSuffix(t.text, "/") && len(t.text) > 1 && isOperand(t.text) || isFilePath(strings.Trim(t.text, ",")))
}

// isFilePath reports whether a word is plainly the path of a file, of files or of a directory.
func isFilePath(word string) bool {
	word = strings.TrimPrefix(word, "./")
	if word == "" || strings.ContainsAny(word, " $`<>|;:\\(){}=@\"'") || strings.HasPrefix(word, "/") || strings.HasPrefix(word, "-") || strings.Contains(word, "..") || strings.Contains(word, "//") {
		return false
	}
	base := word[strings.LastIndexByte(word, '/')+1:]
	ext := base[strings.LastIndexByte(base, '.')+1:]
	switch {
	case strings.HasSuffix(word, "/"), strings.HasSuffix(word, "/*"), strings.HasSuffix(word, "/**"):
		return strings.Trim(word, "/*.") != ""
	case base != ext && fileEndings()[strings.ToLower(ext)]:
		return true
	case strings.HasPrefix(base, ".env"), strings.HasPrefix(base, ".git") && base != ".git", strings.HasPrefix(word, ".") && strings.Contains(word, "/"):
		return true
	case strings.Contains(word, "*") && strings.Contains(word, "/"):
		return true
	}
	return false
}

// withoutAsidesOfLine returns words without those in parentheses, and the commands and paths
// that these name alone.
func withoutAsidesOfLine(s []token) (words []token, aside []token) {
	for _, t := range s {
		if !t.also {
			words = append(words, t)
			continue
		}
		aside = append(aside, codesOf(t)...)
	}
	return words, aside
}

// codesOf returns the names in parentheses where nothing else stands there: (`a`, `b`).
func codesOf(t token) (list []token) {
	for i, text := range strings.Split(strings.Trim(t.text, "`"), "`") {
		if i%2 == 1 {
			if strings.Trim(strings.NewReplacer(" and ", "", " or ", "", "eg", "", "etc", "", ".", "").Replace(text), " ,/&") != "" {
				return nil
			}
			continue
		}
		if len(list) > 0 {
			list = append(list, token{text: ",", low: ","})
		}
		if text = strings.TrimSpace(text); text != "" {
			list = append(list, token{text: text, low: strings.ToLower(text), code: true})
		}
	}
	return list
}

// startsWith reports whether words begin with a phrase of a list that | parts, and returns
// what follows it.
func startsWith(s []token, phrases string) (rest []token, ok bool) {
	best := 0
	for p := range strings.SplitSeq(phrases, "|") {
		if words := strings.Fields(p); len(words) > best && len(words) <= len(s) && isPhrase(s[:len(words)], words) {
			best = len(words)
		}
	}
	return s[best:], best > 0
}

// skipped returns words behind those at their beginning that are in a list.
func skipped(s []token, phrases string) []token {
	for {
		rest, ok := startsWith(s, phrases)
		if !ok {
			return s
		}
		s = rest
	}
}

func anyOf(s []token, words string) bool {
	return slices.ContainsFunc(s, func(t token) bool { return t.is(words) })
}
