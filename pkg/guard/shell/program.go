package shell

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// ProgramName returns the base name of a program as models know it.
func ProgramName(name string) string {
	if i := max(strings.LastIndexByte(name, '/'), strings.LastIndexByte(name, '\\')); i >= 0 && i+1 < len(name) {
		name = name[i+1:]
	}
	if i := strings.LastIndexByte(name, '@'); i > 0 { // npx prisma@latest
		name = name[:i]
	}
	if i := len(name) - 4; i > 0 && name[i] == '.' {
		switch strings.ToLower(name[i:]) {
		case ".exe", ".cmd", ".bat", ".com":
			name = strings.TrimPrefix(strings.ToLower(name[:i]), ".") // a shell reads .\tool.exe as .tool.exe
		}
	}
	return name
}

// InstalledProgram reports whether a path is that of a program where programs
// are installed.
func InstalledProgram(file string) bool {
	if file == "" || file[0] != '/' {
		return false
	}
	switch path.Dir(file) {
	case "/bin", "/usr/bin", "/usr/local/bin", "/sbin", "/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin", "/usr/libexec", "/lib", "/usr/lib":
		return true
	}
	return false
}

// About finds what is known of a program; one with a version in its name
// shares what is known of the program. It returns nil when nothing is.
func About(models func(program string) *rule.Command, program string) *rule.Command {
	if models == nil {
		return nil
	}
	if m := models(program); m != nil {
		return m
	}
	bare := strings.TrimRight(program, "0123456789.-")
	if bare != program && bare != "" {
		return models(bare)
	}
	return nil
}

// Readable returns a model if it says how arguments are read, else nil.
func Readable(m *rule.Command) *rule.Command {
	if m == nil || m.Bare {
		return nil
	}
	return m
}

// MayHarm reports whether a program may do more than read.
func MayHarm(m *rule.Command) bool {
	if len(m.Nested) > 0 {
		return true
	}
	for _, v := range m.VerbsFor("") {
		for _, e := range v.Effects {
			if e.Do != rule.Read {
				return true
			}
		}
	}
	return false
}

// SameShell reports whether a program runs its nested command in the shell
// itself.
func SameShell(program string) bool {
	switch program {
	case "eval", ".", "source", "command", "builtin", "noglob", "nocorrect", "time", "exec", "trap":
		return true
	}
	return false
}
