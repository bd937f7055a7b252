package preferences

import "testing"

func TestPlaceOf(t *testing.T) {
	dirs := func(path string) bool { return path == "apps/web" || path == "web" }
	tests := []struct {
		words string
		place Place
		rest  string
	}{
		{"use uv, not pip", Place{}, "use uv, not pip"},
		{"in apps/web use pnpm, not npm", Place{Path: "apps/web"}, "use pnpm, not npm"},
		{"In `apps/web/`, use pnpm, not npm.", Place{Path: "apps/web"}, "use pnpm, not npm"},
		{"use pnpm, not npm in ./web/", Place{Path: "web"}, "use pnpm, not npm"},
		{"use pnpm, not npm in apps/api", Place{}, "use pnpm, not npm in apps/api"},
		{"answer in German", Place{}, "answer in German"},
		{"use rg, not grep, in all my projects.", Place{Everywhere: true}, "use rg, not grep"},
		{"everywhere, use rg, not grep", Place{Everywhere: true}, "use rg, not grep"},
	}
	for _, tt := range tests {
		if place, rest := PlaceOf(tt.words, dirs); place != tt.place || rest != tt.rest {
			t.Errorf("%q: %+v %q, want %+v %q", tt.words, place, rest, tt.place, tt.rest)
		}
	}
}
