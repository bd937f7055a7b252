package formats

// WordAt returns the word at an offset and where the next one starts.
func WordAt(text string, at int) (word string, next int) {
	end := at
	for end < len(text) && text[end] != ' ' && text[end] != '\t' {
		end++
	}
	return text[at:end], SkipSpace(text, end)
}

// SkipSpace returns the offset behind the blanks at an offset.
func SkipSpace(text string, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t') {
		at++
	}
	return at
}
