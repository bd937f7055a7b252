package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// fingerprints names the findings of a file so that the names stay when the
// lines around them move: by rule, file, the command without its layout, and
// which of several like it this is.
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

// layoutless takes out of a command how it is spread over lines.
func layoutless(s string) string {
	s = strings.ReplaceAll(s, "\\\r\n", " ")
	s = strings.ReplaceAll(s, "\\\n", " ")
	return strings.Join(strings.Fields(s), " ")
}
