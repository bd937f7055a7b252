package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// fingerprints gives the findings of a file ids that stay the same when lines
// around them move. They are made of rule, file, the command without its
// layout, and a number among equals.
type fingerprints struct {
	path string
	seen map[string]int
}

func (p *fingerprints) of(rule, command string) string {
	key := rule + "\x00" + p.path + "\x00" + layoutless(command)
	n := p.seen[key]
	if p.seen == nil {
		p.seen = make(map[string]int)
	}
	p.seen[key] = n + 1
	sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(n)))
	return hex.EncodeToString(sum[:16])
}

// layoutless returns a command without its line breaks and extra blanks.
func layoutless(s string) string {
	s = strings.ReplaceAll(s, "\\\r\n", " ")
	s = strings.ReplaceAll(s, "\\\n", " ")
	return strings.Join(strings.Fields(s), " ")
}
