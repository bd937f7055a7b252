package safety

import "testing"

func TestSpeaksOf(t *testing.T) {
	for _, tt := range []struct {
		pattern, name string
		want          bool
	}{
		{"/p/.env", "/p/.env", true},
		{"/p/.env", "/p/.env.local", false},
		{"/p/.env", "/p/sub/.env", false},
		{"/p/**/.env", "/p/.env", true},
		{"/p/**/.env", "/p/a/b/.env", true},
		{"/p/**/.env.*", "/p/a/.env.local", true},
		{"/p/secrets/**", "/p/secrets/a/b", true},
		{"/p/secrets/**", "/p/secrets", true}, // all that lies in it
		{"/p/secrets", "/p/secrets/a", true},
		{"/p/secrets/*", "/p/secrets/a", true},
		{"/p/secrets/**", "/p/src", false},
		{"/p/a/**/b/**/c", "/p/a/x/b/y/b/c", true},
		{"/p/a/**/b/**/c", "/p/a/x/c", false},
		{"/p/*.pem", "/p/x.pem", true},
		{"/p/*.pem", "/p/a/x.pem", false},
		{"/p/.env", "/p/.en*", true}, // a glob of the shell
		{"/p/**/.env.*", "/p/.env*", true},
		{"/p/.env", "/p/*", false}, // that matches no name with a dot
		{"/p/.env", "/p/*.go", false},
	} {
		if got := speaksOf(tt.pattern, tt.name); got != tt.want {
			t.Errorf("%s of %s: %v", tt.pattern, tt.name, got)
		}
	}
}
