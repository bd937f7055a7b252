// Package pattern compiles regular expressions when they are first asked for: most hooks need none.
package pattern

import (
	"regexp"
	"sync"
)

// Later returns what compiles an expression of the program, once. One that is no expression panics.
func Later(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
