package memory

import "math/rand/v2"

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
