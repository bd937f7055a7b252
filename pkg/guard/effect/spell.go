package effect

import "strings"

// spell writes the segments of an absolute path as the directories at hand, and those of
// the system, spell them.
func spell(segs []string, at Dirs) {
	alike := func(known string) {
		for i, name := range strings.Split(strings.Trim(known, "/"), "/") {
			if i == len(segs) || !strings.EqualFold(segs[i], name) {
				return
			}
			segs[i] = name
		}
	}
	for _, known := range at.Guard {
		alike(known)
	}
	alike(at.Home)
	alike(at.Cwd)
	alike(at.Project)
	top := segs
	if len(top) > 1 && letter(top[0]) {
		top = top[1:] // below a drive
	}
	if len(top) == 0 {
		return
	}
	for _, name := range [...]string{top[0], strings.ToLower(top[0]), inTitle(top[0])} {
		if systemName(name) || mountName(name) || name == "Users" || name == "home" || name == "tmp" {
			top[0] = name
			return
		}
	}
}

// inTitle writes each word of a name with a capital: Program Files.
func inTitle(name string) string {
	words := strings.Split(strings.ToLower(name), " ")
	for i, w := range words {
		if w != "" {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, " ")
}
