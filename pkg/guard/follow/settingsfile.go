package follow

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// maxSettings bounds the files of settings that are read for a program.
const maxSettings = 4

// settingsFiles lists the files in which a program that drops something reads where its
// database is: those it names, and the variables of .env that it asks for.
func (r *runner) settingsFiles(src string, steps []lang.Step) {
	drops := func(s lang.Step) bool { return s.Effect == string(rule.Drop) || s.Lang == "sql" }
	f := r.f.at.WholeFile()
	if r.f.opt.Files == nil || r.st.Where != "" || f == nil || !slices.ContainsFunc(steps, drops) || !r.w.Spend(1) {
		return
	}
	var names []string
	for line := range strings.Lines(src) {
		for _, s := range quotedIn(line) {
			if holdsSettings(s) && !strings.ContainsAny(s, "*?[ :") {
				names = append(names, r.chosenSettings(path.Dir(f.Path), s)...)
			}
		}
	}
	for _, name := range names[:min(len(names), maxSettings)] {
		r.readSettings(name, "")
	}
	if strings.Contains(src, "env") || strings.Contains(src, "ENV") {
		r.readSettings(".env", src)
	}
}

// holdsSettings reports whether a path that a program names is that of settings.
func holdsSettings(name string) bool {
	base := strings.ToLower(name)
	return strings.Contains(base, "/") && (strings.Contains(base, "config") || strings.Contains(base, "settings") || strings.Contains(base, "database")) ||
		strings.HasPrefix(base, "config.") || strings.HasPrefix(base, "database.") || strings.HasPrefix(base, "settings.")
}

// chosenSettings returns the file that a program means by a name, which may be no more than
// how it begins: "../config/" + env + ".json". Of several it is that of the environment
// that the text names, or the default one.
func (r *runner) chosenSettings(dir, name string) []string {
	var all []string
	for _, base := range [...]string{dir, r.f.opt.Cwd} {
		if all = r.f.opt.Files.Names(path.Join(base, name) + map[bool]string{true: "/*", false: "*"}[strings.HasSuffix(name, "/")]); len(all) > 0 {
			break
		}
	}
	var files []string
	for _, file := range all {
		switch path.Ext(file) {
		case ".json", ".yml", ".yaml", ".toml", ".ini", ".js", ".ts", ".py", ".rb", ".php", ".conf":
			files = append(files, file)
		}
	}
	if len(files) < 2 {
		return files
	}
	env := "development"
	for _, variable := range [...]string{"NODE_ENV", "RAILS_ENV", "APP_ENV", "MIX_ENV"} {
		if v, ok := r.x.Variable(variable, r.st); ok {
			env = r.w.TextOf(v)
		}
	}
	for _, want := range [...]string{env, "default", "index", "local", "dev", "base"} {
		for _, file := range files {
			if stem, _, _ := strings.Cut(path.Base(file), "."); stem == want {
				return []string{file}
			}
		}
	}
	return nil
}

// readSettings lists a file of settings. Of variables only those count that a program asks
// for.
func (r *runner) readSettings(name, asked string) {
	f := r.f.disk.lookUp(r.i, name)
	if f == nil || !f.known || !f.listed {
		return
	}
	entry := &r.f.script.Files[f.Entry]
	entry.Settings = true
	if asked == "" {
		return
	}
	var kept strings.Builder
	for line := range strings.Lines(f.Text) {
		variable, _, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "export "), "=")
		if ok && variable != "" && strings.Contains(asked, strings.TrimSpace(variable)) {
			kept.WriteString(line)
		}
	}
	entry.Text = kept.String()
}
