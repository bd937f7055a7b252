package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLiterals(t *testing.T) {
	tests := []struct {
		expr string
		want []string // nil: refused
	}{
		{`^--- FAIL: (?P<test>\S+)`, []string{"--- FAIL: "}},
		{`\.go:\d+: `, []string{".go:"}},
		{`^(FAIL|ok  )\t(\S+)`, []string{"FAIL", "ok  "}},
		{`^(?P<file>[^\s:]+\.py):\d+`, []string{".py:"}},
		{`(?P<test>\w+ (is )?bad)\n +at`, []string{"bad"}},
		{`^\d+ +Test +#(ab)+`, []string{" Test "}},
		{`^(?P<file>\S+\.py)::(?P<test>\S+) (FAILED|ERROR)`, []string{"ERROR", "FAILED"}},
		{`(foobar|foobaz) was not found`, []string{" was not found"}},
		{`(missing)+`, []string{"missing"}},
		{`(missing)*x`, nil},
		{`(?i)error`, nil},
		{`^\d+:\d+$`, nil},
		{`error|.*`, nil},
		{`(`, nil},
	}
	for _, tt := range tests {
		got, err := literals(tt.expr)
		if (err != nil) != (tt.want == nil) || !cmp.Equal(got, tt.want) {
			t.Errorf("literals(%s) = %q, %v, want %q", tt.expr, got, err, tt.want)
		}
	}
}
