package order_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/order"
)

func TestBy(t *testing.T) {
	type pair struct{ key, place int }
	byKey := func(a, b pair) int { return cmp.Compare(a.key, b.key) }
	for n := range 200 {
		got := make([]pair, n)
		for i := range got {
			got[i] = pair{rand.IntN(20), i}
		}
		want := slices.Clone(got)
		slices.SortStableFunc(want, byKey)
		if order.By(got, byKey); !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}
