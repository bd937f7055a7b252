package accident

import (
	"strings"
)

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

// removes reports whether a line behind an offset deletes a file.
func (r *around) removes(file string, at int) bool {
	for line := range strings.Lines(r.text[at:]) {
		if (strings.Contains(line, "rm ") || strings.Contains(line, "shred ")) && strings.Contains(line, file) {
			return true
		}
	}
	return false
}
