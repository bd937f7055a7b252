package ancestry

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseStat(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       Process
		ok         bool
	}{
		{"plain", "17 (bash) S 9 17 17 34816 20 4194304", Process{ID: 17, Parent: 9, Session: 17, Name: "bash", Terminal: true}, true},
		{"a name with brackets", "17 (a) S 1 (b) S 9 17 3 0 -1", Process{ID: 17, Parent: 9, Session: 3, Name: "a) S 1 (b"}, true},
		{"nothing", "", Process{}, false},
		{"cut", "17 (bash) S 9", Process{}, false},
		{"no number", "17 (bash) S x 17 17 0 -1", Process{}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := parseStat([]byte(tt.text))
			if !tt.ok {
				got = Process{}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" || ok != tt.ok {
				t.Errorf("ok %v: %s", ok, diff)
			}
		})
	}
}

func FuzzParseStat(f *testing.F) {
	f.Add([]byte("17 (bash) S 9 17 17 34816 20"))
	f.Add([]byte(")("))
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, ok := parseStat(data); ok && p.Name == "" && len(data) == 0 {
			t.Error("a process of nothing")
		}
		parsePS(string(data))
	})
}
