package rule

import "strings"

// Reckless tells the words of a command that force, skip a check, delete, gain
// privilege, run whatever text, or wait for a user. A fix that has one
// which the failed command had not is for a person to choose, whether it was
// written down or learned.
func Reckless(word string) bool {
	flag, _, _ := strings.Cut(word, "=")
	return recklessWord(flag) || strings.HasPrefix(flag, "--") && Bold(flag)
}

// SaysRemoves tells the names of options that say no more than that something is removed or
// replaced. What it is, the model of the program may tell.
func SaysRemoves(name string) bool {
	for _, part := range [...]string{"delete", "remove", "overwrite"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// Bold tells the names of options and subcommands that say they go without a
// safeguard.
func Bold(name string) bool {
	for _, part := range boldPartWords {
		if strings.Contains(name, part) && !strings.HasSuffix(name, "ignore-case") {
			return true
		}
	}
	return false
}
