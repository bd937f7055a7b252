package lessons

import (
	"path"
	"strings"
)

// IsProse reports whether a file is text that no check reads.
func IsProse(file string) bool {
	name := strings.ToLower(path.Base(strings.ReplaceAll(file, `\`, "/")))
	switch path.Ext(name) {
	case ".md", ".mdx", ".rst", ".adoc":
		return true
	case ".txt":
		return name != "cmakelists.txt" && !strings.HasPrefix(name, "requirements") && !strings.HasPrefix(name, "constraints")
	}
	return false
}
