package cmd

import (
	"testing"
	"time"
)

func TestParseDuration(t *testing.T) {
	tests := []struct {
		name string
		text string
		want time.Duration // 0: refused
	}{
		{name: "minutes", text: "30m", want: 30 * time.Minute},
		{name: "hours and minutes", text: "1h30m", want: 90 * time.Minute},
		{name: "days", text: "2d", want: 48 * time.Hour},
		{name: "weeks", text: "1w", want: 168 * time.Hour},
		{name: "nothing", text: ""},
		{name: "a unit alone", text: "d"},
		{name: "no unit", text: "10"},
		{name: "none of it", text: "0d"},
		{name: "backwards", text: "-1h"},
		{name: "longer than a life", text: "999999d"},
		{name: "a word", text: "tomorrow"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := parseDuration(tt.text)
			if got != tt.want || (err == nil) != (tt.want > 0) {
				t.Errorf("got %v and %v, want %v", got, err, tt.want)
			}
		})
	}
}
