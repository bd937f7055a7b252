package recipes

import (
	"path"
	"strings"
)

// readBazel returns how the scripts are run that targets of Bazel name as their source:
// bazel run //tools:wipe.
func readBazel(o Order) (list []Command) {
	for _, goal := range o.Words[:min(len(o.Words), 1)] {
		label, ok := strings.CutPrefix(goal, "//")
		if !ok {
			label = strings.TrimPrefix(goal, ":")
		}
		dir, target, named := strings.Cut(label, ":")
		switch {
		case named:
		case ok:
			target = path.Base(dir)
		default:
			dir, target = "", label
		}
		for _, name := range [...]string{"BUILD.bazel", "BUILD"} {
			text, found := o.Text(path.Join(dir, name))
			if !found {
				continue
			}
			for _, command := range bazelScripts(text, target) {
				command.File, command.Goal = path.Join(dir, name), goal
				command.Text = `BUILD_WORKSPACE_DIRECTORY="$PWD" BUILD_WORKING_DIRECTORY="$PWD" ` + command.Text + " " + quote(path.Join(dir, strings.TrimPrefix(command.Dir, ":")))
				command.Dir = ""
				list = append(list, command)
			}
			break
		}
	}
	return list
}

// bazelScripts lists the scripts of a target, in Dir.
func bazelScripts(text, target string) (list []Command) {
	at := strings.Index(text, `"`+target+`"`)
	if at < 0 {
		return nil
	}
	from := max(strings.LastIndex(text[:at], "\n)"), 0)
	to := len(text)
	if i := strings.Index(text[at:], "\n)"); i >= 0 {
		to = at + i
	}
	_, srcs, ok := strings.Cut(text[from:to], "srcs")
	if !ok {
		return nil
	}
	srcs, _, _ = strings.Cut(srcs, "]")
	for k, s := range strings.Split(srcs, `"`) {
		program := map[string]string{".sh": "bash", ".py": "python3", ".js": "node", ".mjs": "node"}[path.Ext(s)]
		if k%2 == 1 && program != "" {
			list = append(list, Command{Text: program, Dir: s, Line: 1 + strings.Count(text[:at], "\n")})
		}
	}
	return list
}
