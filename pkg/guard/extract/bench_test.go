package extract

import (
	"bytes"
	"os"
	"testing"
)

// BenchmarkRead reads a fixture of each kind, many times over in one file.
func BenchmarkRead(b *testing.B) {
	for _, name := range fixtures(b, isFixture) {
		data, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		for _, input := range inputs {
			if input.Name != kindOf(name) || input.Name == "sh" {
				continue
			}
			b.Run(name, func(b *testing.B) {
				many := bytes.Repeat(data, 50)
				b.SetBytes(int64(len(many)))
				b.ReportAllocs()
				for b.Loop() {
					input.Read("fuzz.sh", many)
				}
			})
		}
	}
}
