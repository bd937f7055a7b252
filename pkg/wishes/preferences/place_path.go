package preferences

import (
	"path"
	"strings"
	"sync"
)

// pathsIn reads words that name paths and nothing else.
func (n *Names) pathsIn(s []token) (list []string, ok bool) {
	for _, item := range items(s) {
		if item[len(item)-1].is("cli|binary|executable") { // the vault cli
			return nil, false
		}
		for len(item) > 3 && !item[0].code && placeFiller()[item[0].low] {
			item = item[1:]
		}
		// "snapshots under tests/": what lies there is not known, so all is meant.
		if len(item) > 2 && item[1].is("in|under|inside|within|below|unter|sous|dans|en|bajo") && item[0].is(contents) {
			item = item[2:]
		}
		kind, alone := "", len(item) == 1
		var name token
		for _, t := range item {
			if !t.code && placeFiller()[t.low] {
				if name.text == "" || t.low != "files" {
					kind = firstKind(kind, t.low)
				}
				continue
			}
			if name.text != "" {
				return nil, false
			}
			name = t
		}
		paths := n.paths(name, kind, alone)
		if len(paths) == 0 {
			return nil, false
		}
		list = append(list, paths...)
	}
	return list, len(list) > 0 && len(list) < 9
}

// contents are words for files that lie in a directory, by what they are.
const contents = "snapshots|fixtures|seeds|migrations|schemas|protos|images|assets|templates|locales|translations|specs|baselines|goldens|configs|migrationen|instantáneas|migraciones"

// firstKind returns what kind of thing the fillers around a name say that it is.
func firstKind(kind, filler string) string {
	switch filler {
	case "package", "packages", "paket":
		return "package"
	case "folder", "folders", "dir", "dirs", "directory", "directories", "subfolder", "tree", "ordner", "verzeichnis", "dossier", "dossiers", "répertoire", "carpeta", "carpetas", "directorio":
		return "directory"
	}
	return kind
}

var placeFiller = sync.OnceValue(func() map[string]bool { return setOf(placeFillers, " ") })

// items parts words at commas and words such as "and".
func items(s []token) (list [][]token) {
	from := 0
	add := func(to int) {
		if from < to {
			list = append(list, s[from:to])
		}
	}
	for i := range s {
		if !s[i].code && s[i].is("or|nor|and|,|und|oder|noch|et|ou|ni|y|o|e|&|plus") {
			add(i)
			from = i + 1
		}
	}
	add(len(s))
	return list
}

// paths returns what a word names: what lies in the project, or what is plainly a path.
func (n *Names) paths(t token, kind string, alone bool) []string {
	word := strings.TrimPrefix(strings.Trim(t.text, `"'`), "./")
	word = strings.TrimSuffix(strings.TrimSuffix(word, "**"), "/*")
	if word == "" || word == "/" || strings.HasPrefix(word, "-") || strings.ContainsAny(word, " $`<>|;:\\(){}=") || strings.Contains(word, "..") {
		return nil
	}
	bare := strings.TrimSuffix(word, "/")
	if strings.HasPrefix(word, "/") || strings.HasPrefix(word, "~/") {
		return []string{word}
	}
	if list := n.Paths(bare, kind); len(list) > 0 && (alone || kind != "" || t.code || bare != word || !isThing(bare)) {
		return list
	}
	switch {
	case strings.Contains(word, "/"):
		if !t.code && word == strings.ToUpper(word) && !strings.ContainsAny(word, ".*") && strings.Trim(word, "/") == word {
			return nil // NEVER DELETE OUTPUT/DATA DIRECTORIES
		}
		return []string{word}
	case hasExtension(word):
		return []string{"**/" + word}
	case kind == "directory" && isName(strings.ToLower(word)):
		return []string{word + "/"}
	case t.text == buildFile(t.low):
		return []string{word}
	}
	return nil
}

// isThing reports whether the name of a directory is a word for something else, too: "the
// config", "the app".
func isThing(name string) bool {
	switch strings.ToLower(name) {
	case "app", "apps", "build", "lib", "api", "config", "types", "web", "public", "data", "server", "client", "core", "models", "model", "services", "service", "ui", "components", "styles", "bin", "db", "database", "src", "main", "frontend", "backend", "design", "plugin", "hooks", "utils":
		return true
	}
	return false
}

// buildFile returns the usual name of a file that has no extension.
func buildFile(low string) string {
	switch low {
	case "dockerfile", "makefile", "procfile", "gemfile", "rakefile", "jenkinsfile", "vagrantfile", "justfile":
		return strings.ToUpper(low[:1]) + low[1:]
	case "license", "codeowners":
		return strings.ToUpper(low)
	}
	return ""
}

// hasExtension reports whether a word is plainly the name of a file.
func hasExtension(word string) bool {
	if strings.HasPrefix(word, ".") {
		return len(word) > 2 && isOperand(word[1:])
	}
	ext := path.Ext(word)
	name := strings.TrimSuffix(word, ext)
	return name != "" && len(ext) > 1 && len(ext) < 10 && !isVersion(word) && strings.Trim(ext[1:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == "" && isOperand(strings.ReplaceAll(name, "*", "x"))
}

func isVersion(word string) bool { return strings.Trim(word, "v0123456789.") == "" }
