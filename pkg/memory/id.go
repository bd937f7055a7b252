package memory

import (
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
)

// alphabet is without letters that look like others.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

// NewID returns an id of a kind, such as d-4k2m9x7c: 40 random bits, so that
// two do not meet.
func NewID(kind byte) string {
	id := []byte("x-........")
	id[0] = kind
	for i := 2; i < len(id); i++ {
		id[i] = alphabet[rand.IntN(len(alphabet))]
	}
	return string(id)
}

// NewUUID returns a random UUID (version 4).
func NewUUID() string {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], rand.Uint64())
	binary.BigEndian.PutUint64(b[8:], rand.Uint64())
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	h := hex.EncodeToString(b[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}
