package memory

import "testing"

func TestCovers(t *testing.T) {
	check := func(key string, all bool) *Check { return &Check{Tool: "go test", Key: key, All: all} }
	tests := []struct {
		name          string
		passed, other *Check
		want          bool
	}{
		{"the same", check("/x: go test ./a", false), check("/x: go test ./a", false), true},
		{"everything", check("/x: go test ./...", true), check("/x: go test ./a", false), true},
		{"everything below", check("/x: go test ./...", true), check("/x/a: go test .", true), true},
		{"everything elsewhere", check("/x: go test ./...", true), check("/xy: go test ./...", true), false},
		{"everything above", check("/x/a: go test ./...", true), check("/x: go test ./...", true), false},
		{"a part", check("/x: go test ./a", false), check("/x: go test ./b", false), false},
		{"nobody knows where", check("go test ./...", true), check("go test ./a", false), true},
		{"known for one of them", check("go test ./...", true), check("/x: go test ./a", false), false},
		{"the root", check("/: go test ./...", true), check("/x: go test ./a", false), true},
		{"another tool", check("/x: go test ./...", true), &Check{Tool: "go vet", Key: "/x: go vet ./..."}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.passed.Covers(tt.other); got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}
