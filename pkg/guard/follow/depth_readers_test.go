package follow

import (
	"runtime/debug"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Go cannot recover from an exhausted stack: no reader of a language descends as deep as
// its text does. One that did would take more than the stack that it has here, which
// ends the test.
func TestReadersCountDepth(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(16 << 20))
	for _, part := range []string{"(", "[", "{", "f(", "$(", "${", "#{", "`", "\"", "f'{", "\"#{", "`${", "@(", "<?", "begin ", "if x ", "do ", "{ ", "lambda x: ", "x => ", "not ", "-", "!", "x.", "a ? ", "a = ", "exe '", "iex {", "(select ", "/* ", "%(", "def f(x):\n ", "\\", "'", "[[", "$$ "} {
		text := strings.Repeat(part, 32<<10/len(part))
		for _, language := range rule.TextKinds() {
			readDeep(language, text)
		}
	}
}
