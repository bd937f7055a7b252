package hook

import (
	"errors"
	"strings"
	"testing"
)

func TestGuard(t *testing.T) {
	tests := []struct {
		name   string
		work   func() int
		failed func(error) int
		want   int
	}{
		{"nothing to say", func() int { return 0 }, nil, exitOK},
		{"block", func() int { return 2 }, nil, exitBlock},
		{"a code nobody chose", func() int { return 3 }, nil, exitOK},
		{"panic, open", func() int { panic("x") }, func(error) int { return exitOK }, exitOK},
		{"panic, block", func() int { panic("x") }, func(error) int { return exitBlock }, exitBlock},
		//lint:ignore SA5000 the panic is what is tried
		{"nil map", func() int { var m map[string]int; m["a"] = 1; return 2 }, func(error) int { return exitOK }, exitOK},
		{"panic twice", func() int { panic("x") }, func(error) int { panic("y") }, exitOK},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := guard(tt.work, tt.failed); got != tt.want {
				t.Errorf("exit = %d, want %d", got, tt.want)
			}
		})
	}
}

func TestPanicNamesItsPlace(t *testing.T) {
	var got error
	guard(func() int { var p *Handler; return len(p.Name) }, func(err error) int { got = err; return exitOK })
	var p *panicError
	if !errors.As(got, &p) || !strings.Contains(p.at, "hook.TestPanicNamesItsPlace") {
		t.Errorf("got %v, want a panic at this test", got)
	}
}
