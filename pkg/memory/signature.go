package memory

import (
	"encoding/hex"
	"hash/fnv"
)

// Signature names an error by 16 hexadecimal digits, which are FNV-1a. It is
// kept for years: whatever changes it forgets what helped.
func Signature(class, shape string) string {
	h := fnv.New64a()
	h.Write([]byte(class + "\x00" + shape))
	return hex.EncodeToString(h.Sum(nil))
}
