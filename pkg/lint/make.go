package lint

import "strings"

// inMake returns the message of a finding about a variable that may be empty,
// and the advice, in the words of make. Text is the command as the shell gets
// it, source as the makefile has it.
func inMake(message, text, source string) (say, advice string) {
	for rest := text; ; {
		_, after, found := strings.Cut(rest, "${")
		if !found {
			return message, ""
		}
		name, _, _ := strings.Cut(after, "}")
		rest = after
		reference := "$(" + name + ")"
		if !strings.Contains(source, reference) {
			if reference = "${" + name + "}"; !strings.Contains(source, reference) || strings.Contains(source, "$"+reference) {
				continue // a variable of the shell: $$DIR
			}
		}
		return strings.ReplaceAll(message, "$"+name, reference),
			"Let make stop where it is empty: $(or " + reference + ",$(error " + name + " is empty))"
	}
}
