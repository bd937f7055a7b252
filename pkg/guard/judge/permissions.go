package judge

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// maxSettings bounds a file of settings of the client.
const maxSettings = 1 << 20

// permissions reads the user's own rules from the client's settings. A file that
// cannot be read holds none, and is a problem.
func (j *Judge) permissions() {
	dirs := []string{j.Project}
	if j.Cwd != j.Project {
		dirs = append(dirs, j.Cwd)
	}
	for _, file := range j.Places.ClientSettings(dirs...) {
		data, err := paths.ReadFile(file, maxSettings)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				j.Problems = append(j.Problems, fmt.Errorf("%s: its rules are not held: %s", file, paths.Reason(err)))
			}
			continue
		}
		for _, p := range protocol.Permissions(data) {
			own := safety.Permission{Text: p.Text, File: file, Ask: p.Ask}
			switch p.Tool {
			case "Bash":
				own.Command = p.Spec
			case "Read":
				own.Reads = j.patterns(p.Spec, file)
			default:
				own.Writes = j.patterns(p.Spec, file)
			}
			j.Engine.Permissions = append(j.Engine.Permissions, own)
		}
	}
}

// patterns returns the absolute patterns, as commands are judged, that a path in a
// rule of a file of settings stands for: //x is absolute, ~/x is the user's, /x belongs to the place
// of the settings, and all others to the directory that the client was started in,
// where a name alone means a file at any depth. Many users take /x for absolute,
// so it is both.
func (j *Judge) patterns(spec, file string) []string {
	spec = strings.ReplaceAll(spec, `\`, "/")
	if len(spec) > 2 && spec[1] == ':' && spec[2] == '/' { // C:/x
		return []string{"/" + strings.ToLower(spec[:1]) + spec[2:]}
	}
	switch {
	case strings.HasPrefix(spec, "//"):
		return []string{path.Clean(spec[1:])}
	case strings.HasPrefix(spec, "~/"):
		return []string{j.At.Home + path.Clean(spec[1:])}
	case strings.HasPrefix(spec, "/"):
		place := filepath.Dir(file)
		if filepath.Base(place) == ".claude" && place != filepath.Clean(j.Places.AgentDir()) {
			place = filepath.Dir(place)
		}
		return []string{paths.Slashed(place, runtime.GOOS) + path.Clean(spec), path.Clean(spec)}
	}
	rest, here := strings.CutPrefix(spec, "./")
	if rest = path.Clean(rest); !here && !strings.Contains(rest, "/") {
		rest = "**/" + rest
	}
	list := []string{j.At.Cwd + "/" + rest}
	if j.Project != "" && j.Project != j.Cwd {
		list = append(list, j.At.Project+"/"+rest)
	}
	return list
}
