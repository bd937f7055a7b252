package diagnose

import "strings"

// WithoutLabels returns an output without the labels that tools which run
// several others at once put before each line: "web:test: ", "[lint] " or
// "api-1  | ". The lines of each part then stand together. A text without
// labels is returned as it is.
func WithoutLabels(text string) string {
	if !hasBareLabel(text) {
		return text
	}
	labels := labelsOf(text)
	if len(labels) == 0 {
		return text
	}
	parts := make(map[string]*strings.Builder)
	var order []*strings.Builder
	var rest strings.Builder
	for line := range strings.Lines(text) {
		label, said, ok := cutLabel(line)
		if !ok || labels[label] == 0 {
			rest.WriteString(line)
			continue
		}
		if parts[label] == nil {
			parts[label] = new(strings.Builder)
			order = append(order, parts[label])
		}
		parts[label].WriteString(said)
	}
	var b strings.Builder
	for _, part := range order {
		b.WriteString(part.String())
	}
	b.WriteString(rest.String())
	return b.String()
}

// labelsOf counts the lines of each label. A label stands alone in some line, and in
// front of at least three.
func labelsOf(text string) map[string]int {
	var counts map[string]int
	for line := range strings.Lines(text) {
		said := strings.TrimRight(line, " \t\r\n")
		if said == "" || len(said) > maxLabel || !endsLabel(said[len(said)-1]) || said[len(said)-1] == ']' && said[0] != '[' {
			continue
		}
		if label, rest, ok := cutLabel(line); ok && strings.TrimSpace(rest) == "" {
			if counts == nil {
				counts = make(map[string]int)
			}
			counts[label] = 0
		}
	}
	if counts == nil {
		return nil
	}
	for line := range strings.Lines(text) {
		if label, _, ok := cutLabel(line); ok {
			if _, bare := counts[label]; bare {
				counts[label]++
			}
		}
	}
	for label, n := range counts {
		if n < 3 {
			delete(counts, label)
		}
	}
	return counts
}

// hasBareLabel reports whether a line may consist of a label alone: the parts
// print empty lines, too.
func hasBareLabel(text string) bool {
	for i := 0; ; i++ {
		n := strings.IndexByte(text[i:], '\n')
		if n < 0 {
			return false
		}
		i += n
		line := strings.TrimSuffix(text[:i], " ")
		if line != "" && endsLabel(line[len(line)-1]) {
			return true
		}
	}
}

// endsLabel reports whether a label may end in a byte.
func endsLabel(c byte) bool { return c == ':' || c == ']' || c == '|' }

// maxLabel is the length up to which the beginning of a line may be a label.
const maxLabel = 60

// cutLabel splits a line behind what may be a label.
func cutLabel(line string) (label, rest string, ok bool) {
	head := line[:min(len(line), maxLabel)]
	if name, _, ok := strings.Cut(head, "]"); ok && strings.HasPrefix(name, "[") && isPartName(name[1:]) {
		label = name + "]"
		return label, blankAfter(line[len(label):]), true
	}
	if name, _, ok := strings.Cut(head, "|"); ok && name != "" && strings.HasSuffix(name, " ") && !isDigit(name[0]) && isPartName(strings.TrimRight(name, " ")) {
		label = name + "|"
		return label, blankAfter(line[len(label):]), true
	}
	i := strings.Index(head, ": ")
	if i < 0 {
		i = strings.LastIndexByte(strings.TrimRight(head, "\r\n"), ':')
	}
	if i <= 0 {
		return "", "", false
	}
	// web:test or packages/web test
	part, task, ok := strings.Cut(head[:i], " ")
	if ok = ok && strings.Contains(part, "/"); !ok {
		part, task, ok = strings.Cut(head[:i], ":")
	}
	if !ok || !isPartName(part) || !isPartName(task) || strings.Contains(head[:i], "::") {
		return "", "", false
	}
	label = head[:i+1]
	return label, blankAfter(line[len(label):]), true
}

// blankAfter drops the blank that stands behind a label.
func blankAfter(s string) string { return strings.TrimPrefix(s, " ") }

// isPartName reports whether a word may name a part of a project, or a task of
// it, rather than a severity.
func isPartName(s string) bool {
	switch strings.ToLower(s) {
	case "", "error", "warn", "warning", "info", "debug", "fatal", "note", "fail", "failed", "ok", "pass", "skip", "trace":
		return false
	}
	if !isAlnum(s[0]) && s[0] != '@' {
		return false
	}
	digits := true
	for i := range len(s) {
		if !isAlnum(s[i]) && strings.IndexByte("@/._-:#", s[i]) < 0 {
			return false
		}
		digits = digits && isDigit(s[i])
	}
	return !digits || len(s) == 1
}
