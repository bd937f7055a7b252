package rules

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// BenchmarkUnpack measures what the first call of a program costs.
func BenchmarkUnpack(b *testing.B) {
	for _, name := range []string{"ls", "git", "docker"} {
		b.Run(name, func(b *testing.B) {
			p := packed(modelOf(name))
			b.SetBytes(int64(len(p)))
			b.ReportAllocs()
			for b.Loop() {
				if _, ok := rule.Unpack(p); !ok {
					b.Fatal("refused")
				}
			}
		})
	}
}
