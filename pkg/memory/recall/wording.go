package recall

import "math"

// wording is a small vector of the words of a text and their parts (n-grams of
// characters), each with a place and a sign by its hash. Texts whose vectors
// point the same way are worded alike: "comit" is nearly "commit", and "tests"
// nearly "testing". It does not know what they mean.
type wording [dims]int8

// The size of a wording, and the length of the parts in it. More places than
// 256, or longer parts, do not find more.
const (
	dims     = 256
	shortest = 3
	longest  = 5
)

// wordingOf returns the wording of some words. Words in few texts of the past
// weigh more.
func (l *lexicon) wordingOf(words []word) (v wording) {
	var sum [dims]int32
	var b [maxWord + 2]byte
	for _, w := range words {
		weight := l.weight[w.hash%buckets]
		put(&sum, mixed(w.hash), weight)
		n := copy(b[1:], w.text) + 1
		b[0], b[n] = ' ', ' '
		n++
		for i := 0; i+shortest <= n; i++ {
			h := uint32(offset)
			for k, c := range b[i:min(i+longest, n)] {
				h = (h ^ uint32(c)) * prime
				if k+1 >= shortest {
					put(&sum, mixed(h), weight)
				}
			}
		}
	}
	most := int32(1)
	for _, x := range sum {
		most = max(most, x, -x)
	}
	for i, x := range sum {
		v[i] = int8(x * math.MaxInt8 / most)
	}
	return v
}

func put(sum *[dims]int32, hash uint32, weight int32) {
	if hash>>31 != 0 {
		weight = -weight
	}
	sum[hash%dims] += weight
}

// alike returns the similarity of two wordings, the cosine of their angle,
// from 0 to 1.
func (v *wording) alike(w *wording) float64 {
	var both, one, other int32
	for i := range v {
		a, b := int32(v[i]), int32(w[i])
		both += a * b
		one += a * a
		other += b * b
	}
	if both <= 0 {
		return 0
	}
	return float64(both) / math.Sqrt(float64(one)*float64(other))
}
