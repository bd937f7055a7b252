package rule

// Book is what is known of the output of programs.
type Book struct {
	Checks []Check
	Fixes  []Fix
}
