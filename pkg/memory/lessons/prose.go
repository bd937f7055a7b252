package lessons

import (
	"path"
	"strings"
)

// IsProse reports whether a file is text that no check reads.
func IsProse(file string) bool {
	switch strings.ToLower(path.Ext(strings.ReplaceAll(file, `\`, "/"))) {
	case ".md", ".mdx", ".txt", ".rst", ".adoc":
		return true
	}
	return false
}
