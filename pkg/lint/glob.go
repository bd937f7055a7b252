package lint

import (
	"path"
	"strings"
)

func anyPath(patterns []string, name string) bool {
	for _, p := range patterns {
		if pathMatches(p, name) {
			return true
		}
	}
	return false
}

// pathMatches matches a path against a pattern as .gitignore does: ** is any
// number of directories, a pattern without a slash matches at any depth, and
// one that matches a directory matches everything below it.
func pathMatches(pattern, name string) bool {
	pattern = strings.TrimPrefix(pattern, "./")
	anchored := strings.Contains(strings.TrimSuffix(pattern, "/"), "/")
	below := strings.HasSuffix(pattern, "/")
	pattern = strings.Trim(pattern, "/")
	if pattern == "" {
		return false
	}
	want := strings.Split(pattern, "/")
	if !anchored {
		want = append([]string{"**"}, want...)
	}
	return elementsMatch(want, strings.Split(name, "/"), below)
}

// elementsMatch matches element by element. With below, the pattern means a
// directory, so the rest of the name may not be empty.
func elementsMatch(want, name []string, below bool) bool {
	for i, w := range want {
		if w == "**" {
			for skip := i; skip <= len(name); skip++ {
				if elementsMatch(want[i+1:], name[skip:], below) && (i+1 < len(want) || skip < len(name)) {
					return true
				}
			}
			return false
		}
		if i >= len(name) {
			return false
		}
		if ok, err := path.Match(w, name[i]); !ok || err != nil {
			return false
		}
	}
	return !below || len(name) > len(want)
}
