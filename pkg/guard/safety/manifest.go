package safety

import (
	"strings"
)

// declaredIn lists the names of the packages that a manifest declares. It reads lines, not
// the whole grammar: what it does not see is not declared.
func declaredIn(file, text string) (names []string) {
	section, list := "", false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case file == "package.json":
			if name, version, ok := strings.Cut(line, `":`); ok && strings.HasPrefix(name, `"`) && isRange(strings.Trim(version, ` ",`)) && name != `"version` {
				names = append(names, name[1:])
			}
		case file == "Gemfile":
			if rest, ok := strings.CutPrefix(line, "gem "); ok {
				quoted := quotedIn(rest)
				names = append(names, quoted[:min(1, len(quoted))]...)
			}
		case file == "go.mod":
			if words := strings.Fields(strings.TrimPrefix(line, "require ")); len(words) > 1 && strings.Contains(words[0], ".") && strings.HasPrefix(words[1], "v") {
				names = append(names, words[0])
			}
		case strings.HasSuffix(file, ".txt"):
			if name := requirement(line); name != "" {
				names = append(names, name)
			}
		case strings.HasPrefix(line, "["):
			section, list = strings.Trim(line, "[] "), false
			if _, name, ok := strings.Cut(section, "dependencies."); ok {
				names = append(names, name)
			}
		default:
			key, value, sets := strings.Cut(line, "=")
			key = strings.Trim(key, ` "'`)
			inGroup := strings.HasSuffix(section, "dependency-groups") || strings.HasSuffix(section, "optional-dependencies")
			switch {
			case list || sets && strings.HasPrefix(strings.TrimSpace(value), "[") && (strings.HasSuffix(key, "dependencies") || inGroup):
				rest := line
				if !list {
					rest = value
				}
				for _, q := range quotedIn(rest) {
					if name := requirement(q); name != "" {
						names = append(names, name)
					}
				}
				list = !strings.HasSuffix(strings.TrimRight(line, ", "), "]")
			case sets && !inGroup && (strings.HasSuffix(section, "dependencies") || section == "packages" || section == "dev-packages"):
				names = append(names, key)
			}
		}
	}
	return names
}

// isRange reports whether a value is a version of a package, or says where it is.
func isRange(value string) bool {
	return value != "" && (strings.IndexByte("^~<>=*0123456789", value[0]) >= 0 || value == "latest" || strings.HasPrefix(value, "workspace:") || strings.HasPrefix(value, "npm:") || strings.HasPrefix(value, "catalog:"))
}

// requirement returns the name that a requirement of Python begins with.
func requirement(line string) string {
	at := strings.IndexFunc(line, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == '.')
	})
	if at < 0 {
		at = len(line)
	}
	if at == 0 || line[0] == '-' || line[0] == '.' {
		return ""
	}
	return line[:at]
}

// quotedIn lists the texts in quotes.
func quotedIn(line string) (list []string) {
	for {
		at := strings.IndexAny(line, `"'`)
		if at < 0 {
			return list
		}
		end := strings.IndexByte(line[at+1:], line[at])
		if end < 0 {
			return list
		}
		list = append(list, line[at+1:at+1+end])
		line = line[at+end+2:]
	}
}
