package accident

import (
	"strings"
)

// artifacts finds secrets that a job of a service writes to where it keeps its artifacts.
func (r *around) artifacts() {
	uploads := r.kept()
	if len(uploads) == 0 {
		return
	}
	at := 0
	for line := range strings.Lines(r.text) {
		body := strings.TrimPrefix(strings.TrimSpace(line), "- ")
		if u := writesSecret(strings.Trim(strings.TrimPrefix(body, "run: "), `"'`), uploads); u != "" && !r.removes(u, at) {
			r.add(&leavesRule, at, line, "writes a secret to "+u+", which becomes an artifact that everyone who may read the project finds")
			return
		}
		at += len(line)
	}
}

// kept returns the paths that jobs keep as artifacts.
func (r *around) kept() []upload {
	var out []upload
	in, list, at := -1, false, 0 // how far the key is indented
	for line := range strings.Lines(r.text) {
		body := strings.TrimSpace(line)
		indent := len(line) - len(strings.TrimLeft(line, " "))
		key, value, _ := strings.Cut(strings.TrimPrefix(body, "- "), ":")
		value = strings.TrimSpace(value)
		if in >= 0 && indent <= in && body != "" && !(list && strings.HasPrefix(body, "- ")) {
			in, list = -1, false
		}
		switch {
		case key == "artifacts" || key == "store_artifacts" || strings.Contains(body, "PublishPipelineArtifact") || strings.Contains(body, "PublishBuildArtifacts"):
			in = indent
			if _, path, ok := strings.Cut(value, "path:"); ok {
				out = append(out, upload{cleanPath(strings.Trim(path, " }")), at})
			}
			if key != "artifacts" {
				in = max(indent-1, 0)
			}
		case in >= 0 && key == "paths":
			list = value == ""
			for _, p := range strings.Split(strings.Trim(value, "[] "), ",") {
				if p = cleanPath(strings.TrimSpace(p)); p != "" {
					out = append(out, upload{p, at})
				}
			}
		case in >= 0 && (key == "path" || key == "targetPath" || key == "PathtoPublish" || key == "publish"):
			out = append(out, upload{cleanPath(value), at})
		case in >= 0 && list && strings.HasPrefix(body, "- "):
			out = append(out, upload{cleanPath(strings.TrimSpace(body[2:])), at})
		}
		at += len(line)
	}
	return out
}

// writesSecret returns the file that a line writes a secret, or all of the environment,
// into, if it is kept.
func writesSecret(line string, uploads []upload) string {
	command, file, ok := strings.Cut(line, ">")
	words := strings.Fields(line)
	if len(words) == 0 || strings.HasPrefix(line, "#") {
		return ""
	}
	if !ok && (words[0] == "cp" || words[0] == "mv" || words[0] == "install") && len(words) > 2 {
		command, file, ok = strings.Join(words[:len(words)-1], " "), words[len(words)-1], true
	}
	if !ok {
		return ""
	}
	file, _, _ = strings.Cut(strings.TrimSpace(strings.TrimLeft(file, "> ")), " ")
	file = cleanPath(file)
	if strings.Contains(command, "public") || strings.Contains(command, "sha256") || file == "" {
		return ""
	}
	dumps := words[0] == "env" || words[0] == "printenv"
	for _, name := range variables(command) {
		dumps = dumps || isSecret(name) || strings.Contains(name, "PRIVATE_KEY") || strings.Contains(name, "KEYSTORE")
	}
	if !dumps {
		return ""
	}
	for _, u := range uploads {
		dir := strings.TrimSuffix(strings.TrimRight(u.path, "*"), "/")
		if dir == "" || dir == "." || file == u.path || strings.HasPrefix(file, dir+"/") {
			return file
		}
	}
	return ""
}

// removes reports whether a line behind an offset deletes a file.
func (r *around) removes(file string, at int) bool {
	for line := range strings.Lines(r.text[at:]) {
		if (strings.Contains(line, "rm ") || strings.Contains(line, "shred ")) && strings.Contains(line, file) {
			return true
		}
	}
	return false
}
