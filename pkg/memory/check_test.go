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
		{"from another directory", check("/x/a: go test b", false), check("/x: go test a/b", false), true},
		{"all below a directory", check("/x: go test a/...", false), check("/x/a: go test b", false), true},
		{"a directory of go alone", check("/x: go test a", false), check("/x: go test a/b", false), false},
		{"without what restricted the other", check("/x: go test a", false), check("/x: go test -run TestA a", false), true},
		{"restricted otherwise", check("/x: go test -run TestB a", false), check("/x: go test -run TestA a", false), false},
		{"restricted, where the other was not", check("/x: go test -run TestA a", false), check("/x: go test a", false), false},
		{"another tool", check("/x: go test ./...", true), &Check{Tool: "go vet", Key: "/x: go vet ./..."}, false},
	}
	pytest := func(key string) *Check { return &Check{Tool: "pytest", Key: key} }
	tests = append(tests, []struct {
		name          string
		passed, other *Check
		want          bool
	}{
		{"a file of tests", pytest("/x: pytest tests/a.py"), pytest("/x/tests: pytest a.py::test_one"), true},
		{"one test of a file", pytest("/x: pytest tests/a.py::test_one"), pytest("/x: pytest tests/a.py"), false},
		{"a directory of tests", pytest("/x: pytest tests"), pytest("/x: pytest tests/deep/a.py -k sum"), true},
		{"a directory like it", pytest("/x: pytest tests"), pytest("/x: pytest tests2/a.py"), false},
	}...)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.passed.Covers(tt.other); got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}
