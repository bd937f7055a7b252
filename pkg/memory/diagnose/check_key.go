package diagnose

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// checkKey names what a call checks: the directory, the tool, the paths, and the
// options and variables that make it weaker or stricter. What only changes how it
// reports is left out. all reports whether it checks everything there.
func (r *Reader) checkKey(tool string, c *shell.Call, set []shell.Assign, s *strength, dir string) (key string, all bool) {
	words := []string{tool}
	all = true
	known := strings.Fields(tool)
	sub := s.subcommands(c)
	for _, w := range s.words(c) {
		name, value, _ := strings.Cut(w, "=")
		switch {
		case w == "" || w == "--" || slices.Contains(known, w):
			continue
		case slices.Contains(sub, w):
			if does := s.of(c, w, ""); does != "" {
				words = append(words, marked(does, w))
			}
			continue
		case w[0] != '-':
			all = all && coversAll(w)
			words = append(words, path.Clean(w))
			continue
		}
		if slices.ContainsFunc(c.Args.Flags, func(f shell.Flag) bool {
			return f.Name == name && f.Option != nil && f.Option.Role == rule.RoleMember && value != ""
		}) {
			words, all = append(words, ofMember(value)), false
			continue
		}
		does := s.of(c, name, value)
		if does == "" {
			continue
		}
		all = all && does == memory.Stricter
		words = append(words, marked(does, w))
	}
	for _, a := range set {
		if does := s.ofVariable(c, a.Name, a.Value.String()); does != "" {
			all = all && does == memory.Stricter
			words = append(words, marked(does, a.Name+"="+a.Value.String()))
		}
	}
	if dir != "" {
		words = append([]string{dir + ":"}, words...)
	}
	return strings.Join(words, " "), all
}

// marked returns an option or a variable as a word of a key.
func marked(does, w string) string {
	w = strings.Join(strings.Fields(w), "_")
	if does == memory.Narrows || does == memory.Omits {
		return does + strings.TrimLeft(w, "-")
	}
	return does + w
}

// words returns the words of a call behind its program, each option together with
// its value as far as it is known to take one.
func (s *strength) words(c *shell.Call) (list []string) {
	argv := c.Argv[min(1, len(c.Argv)):]
	for i := 0; i < len(argv); i++ {
		w := argv[i].String()
		if i+1 < len(argv) && (s.takesNext(c, w) || isLongOption(w) && isTruth(argv[i+1].String())) {
			i++
			w += "=" + argv[i].String()
		}
		list = append(list, w)
	}
	return list
}

// isLongOption reports whether a word is an option by its name, without a value.
func isLongOption(w string) bool { return strings.HasPrefix(w, "--") && !strings.Contains(w, "=") }

// isTruth reports whether a word only switches the option before it on or off.
func isTruth(w string) bool { return w == "true" || w == "false" }

// dir returns the directory that an option of a call has it work in, "" for none.
func (s *strength) dir(c *shell.Call) string {
	for _, w := range s.words(c) {
		if name, value, ok := strings.Cut(w, "="); ok && value != "" && s.isDir(name) {
			return value
		}
	}
	return ""
}

func (s *strength) isDir(name string) bool {
	return name != "" && name[0] == '-' && slices.ContainsFunc(s.rows, func(row *rule.Check) bool { return slices.Contains(row.Dirs, name+"=") })
}

// subcommands returns the words of a call that are part of how its check is started,
// such as run in "vitest run".
func (s *strength) subcommands(c *shell.Call) (words []string) {
	for _, row := range s.rows {
		for _, way := range row.Commands {
			if n := matchedWords(c, command.Words(c), way); n > len(words)+1 && !row.Runner {
				words = strings.Fields(way)[1:]
			}
		}
	}
	return words
}

// takesNext reports whether the next word is the value of an option, as a row or
// the model of the program has it.
func (s *strength) takesNext(c *shell.Call, w string) bool {
	if w == "" || w[0] != '-' || strings.Contains(w, "=") {
		return false
	}
	for _, row := range s.rows {
		if slices.ContainsFunc([][]string{row.Neutral, row.Omits, row.Narrow, row.Strict, row.Dirs}, func(list []string) bool { return slices.Contains(list, w+"=") }) {
			return true
		}
	}
	return slices.ContainsFunc(c.Args.Flags, func(f shell.Flag) bool { return f.Name == w && f.Option != nil && f.Option.Arg == rule.RequiredArg })
}

// goalKey names what a runner of goals or scripts was asked for: each of them is a
// check of its own, whatever it is called.
func (r *Reader) goalKey(tool string, c *shell.Call, set []shell.Assign, s *strength, dir string) string {
	key, _ := r.checkKey(tool, c, set, s, dir)
	head := key[:len(key)-len(strings.TrimPrefix(key, dir+": "))]
	words := strings.Fields(strings.TrimPrefix(key[len(head):], tool))
	if len(words) > 0 && (words[0] == "run" || words[0] == "run-script") {
		words = words[1:] // npm run test is npm test
	}
	return strings.Join(append([]string{head + tool}, words...), " ")
}

// enteredDir returns the directory that a call runs in, given the client's
// directory and what the command changes to. Clients report the directory in
// which the command ended, so it may already include the change.
func enteredDir(dir, to string) string {
	switch {
	case to == "" || to == "." || to == dir || !path.IsAbs(to) && strings.HasSuffix(dir, "/"+to):
		return dir
	case path.IsAbs(to):
		return path.Clean(to)
	}
	return path.Join(dir, to)
}

// coversAll reports whether a word that is no option stands for everything below
// the directory, or does not restrict what is checked.
func coversAll(w string) bool {
	switch w {
	case ".", "./", "./...", "...", "//...", "run", "test", "check", "build", "clean", "verify", "install", "package", "compile":
		return true
	}
	return false
}
