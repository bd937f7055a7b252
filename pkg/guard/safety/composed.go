package safety

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// composeFiles are the files of which compose reads the first that is there, and the one that
// it lays over it.
var composeFiles = [...][]string{
	{"compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml"},
	{"compose.override.yaml", "compose.override.yml", "docker-compose.override.yml", "docker-compose.override.yaml"},
}

// isCompose reports whether a call of compose does one of some things: up, down.
func isCompose(c *shell.Call, verbs ...string) bool {
	if c.Model == nil || c.Model.Type != "Docker" {
		return false
	}
	return slices.ContainsFunc(verbs, func(verb string) bool { return c.Args.Is([]string{before(c) + verb}) })
}

// before returns what stands before a verb of compose.
func before(c *shell.Call) string {
	if strings.HasSuffix(c.Program, "-compose") {
		return ""
	}
	return "compose "
}

// ownProject reports whether all that the compose project of a call holds is of this session:
// compose said that it made each of its volumes, and its network, or a command of the session
// took them away before another one started it.
func (w *weighing) ownProject(k int) bool {
	call := &w.script.Calls[k]
	dir, known := w.dirOf(call)
	if !known || call.Where != "" || call.Cwd.Else != nil || len(placesOf(w.script, k)) > 0 || !w.script.Work.Spend(stepsOfSearch) {
		return false
	}
	project, volumes, ok := w.projectOf(call, dir)
	if !ok {
		return false
	}
	made, gone := make(map[string]bool), false
	w.past("compose", func(p *rule.Past, s *shell.Script, k int) {
		c := &s.Calls[k]
		if switchesDocker(c) {
			made, gone = make(map[string]bool), false
			return
		}
		if c.Where != "" || c.Late || c.Captured || c.Cwd.Else != nil || composeOptions(c) != composeOptions(call) || len(placesOf(s, k)) > 0 || otherText(s) {
			return
		}
		if at, known := w.dirOf(c); !known || at != dir {
			return
		}
		switch {
		case isCompose(c, "down") && c.Args.Has("-v") && len(c.Args.Operands) <= strings.Count(before(c), " ") && endsWell(s, k, len(s.Text)):
			gone = true
		case isCompose(c, "up", "create", "run") && !mayFail(s, k):
			made[""] = made[""] || gone || p.Shows(rule.ShownNetwork, project+"_default")
			for _, v := range volumes {
				made[v] = made[v] || gone || p.Shows(rule.ShownVolume, v)
			}
			gone = false
		}
	})
	return made[""] && !slices.ContainsFunc(volumes, func(v string) bool { return !made[v] })
}

// otherText reports whether a text prints more than what its commands say themselves: a file.
func otherText(s *shell.Script) bool {
	return slices.ContainsFunc(s.Calls, func(c shell.Call) bool {
		switch c.Prints() {
		case rule.PrintsFiles, rule.PrintsSelected, rule.PrintsLines:
			return len(c.Args.Operands) > 1 || c.Prints() == rule.PrintsFiles && len(c.Args.Operands) > 0
		case rule.PrintsArguments, rule.PrintsFormat:
			return slices.ContainsFunc(c.Argv, func(w shell.Word) bool { return strings.Contains(w.String(), "Created") })
		}
		return false
	})
}

// projectOf returns the name of the project of a call of compose in a directory, and those of
// its volumes.
func (w *weighing) projectOf(call *shell.Call, dir string) (project string, volumes []string, ok bool) {
	var files []string
	for _, f := range call.Args.Flags {
		value, known := "", f.Value == nil
		if f.Value != nil {
			value, known = f.Value.Literal()
		}
		switch {
		case !known:
			return "", nil, false
		case f.Name == "-p" || f.Name == "--project-name":
			project = value
		case f.Name == "-f" || f.Name == "--file":
			files = append(files, value)
		case f.Name == "--project-directory" || f.Name == "--env-file" || f.Name == "-c" || f.Name == "-H":
			return "", nil, false
		}
	}
	if files == nil {
		for _, names := range composeFiles {
			if i := slices.IndexFunc(names, func(name string) bool { return w.facts.Path(path.Join(dir, name)).Exists }); i >= 0 {
				files = append(files, names[i])
			}
		}
	}
	if f := w.facts.File(path.Join(dir, ".env")); strings.Contains(f.Text, "COMPOSE_") {
		return "", nil, false
	}
	named := ""
	for _, name := range files {
		if !path.IsAbs(name) {
			name = path.Join(dir, name)
		}
		f := w.facts.File(name)
		if !f.Known {
			return "", nil, false
		}
		its, list, known := follow.ComposeVolumes(f.Text)
		if !known {
			return "", nil, false
		}
		if its != "" {
			named = its
		}
		volumes = append(volumes, list...)
	}
	if project == "" {
		project = named
	}
	if project == "" {
		project = strings.TrimLeft(strings.Map(projectRune, strings.ToLower(path.Base(dir))), "-_")
	}
	for i, v := range volumes {
		if v[0] == '_' {
			volumes[i] = project + v
		}
	}
	return project, volumes, len(files) > 0
}

// projectRune drops what a name of a project may not have.
func projectRune(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
		return r
	}
	return -1
}

// composeOptions returns the options of a call that say which project it is about.
func composeOptions(c *shell.Call) string {
	var out []string
	for _, f := range c.Args.Flags {
		switch f.Name {
		case "-f", "--file", "-p", "--project-name", "--project-directory", "--profile", "--env-file", "-c", "--context", "-H", "--host":
			if f.Value != nil && !(f.Name == "-f" && len(c.Args.Sub) > 0 && f.Value.String() == "") {
				out = append(out, f.Name+"="+f.Value.String())
			}
		}
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// ownContainer reports whether call k runs in a container that the session started without
// data, or in one of a project of its own: what it holds is the session's.
func (w *weighing) ownContainer(k int) bool {
	for w.script.Calls[k].Where == "container" {
		if k = w.script.Calls[k].Via; k < 0 || namesHost(&w.script.Calls[k]) && w.script.Calls[k].Where != "" {
			return false
		}
	}
	if k == w.i || w.script.Calls[k].Where != "" {
		return false
	}
	starter := &w.script.Calls[k]
	if isCompose(starter, "exec") {
		return w.ownProject(k)
	}
	if !starter.Args.Is([]string{"exec", "container exec"}) || len(starter.Args.Operands) == 0 || len(placesOf(w.script, k)) > 0 || starter.Args.Has("-H", "--host", "-c", "--context") {
		return false
	}
	name, known := starter.Args.Operands[0].Literal()
	if !known || !w.script.Work.Spend(stepsOfSearch) {
		return false
	}
	return w.startedEmpty(name, k)
}

// startedEmpty reports whether the session started a container of a name without data.
func (w *weighing) startedEmpty(name string, at int) (own bool) {
	starts := func(s *shell.Script, k int) bool {
		c := &s.Calls[k]
		f := c.Args.Flag("--name")
		return c.Where == "" && !c.Late && !c.Captured && madeServesWord(c.Program) && c.Args.Is([]string{"run", "container run"}) && f != nil && f.Value != nil && f.Value.Is(name) &&
			!keepsData(c) && len(placesOf(s, k)) == 0 && !c.Args.Has("-H", "--host", "-c", "--context")
	}
	w.past(name, func(p *rule.Past, s *shell.Script, k int) {
		switch {
		case switchesDocker(&s.Calls[k]):
			own = false
		case starts(s, k) && !p.Found && endsWell(s, k, len(s.Text)) && !behindOr(s, k):
			own = true
		}
	})
	for k := range w.script.Calls[:at] {
		own = own || starts(w.script, k) && endsWell(w.script, k, w.script.Calls[at].Span.From) && !behindOr(w.script, k)
	}
	return own
}

// switchesDocker reports whether a call chooses on which machine containers are from now on.
func switchesDocker(c *shell.Call) bool {
	return c.Model != nil && c.Model.Type == "Docker" && c.Args.Is([]string{"context use"})
}

// keepsData reports whether a container that a call starts sees data from outside.
func keepsData(c *shell.Call) bool {
	return c.Args.Has(dataOptions[:]...)
}

// dataOptions are the options with which a container or a server sees data from outside.
var dataOptions = [...]string{"-v", "--volume", "--mount", "--volumes-from", "--dir"}

// namesHost reports whether a client in a container speaks to another host than its own.
func namesHost(c *shell.Call) bool {
	for _, f := range c.Args.Flags {
		if (f.Name == "-h" || f.Name == "--host") && f.Value != nil && !isLocal(f.Value.String()) {
			return true
		}
	}
	return slices.ContainsFunc(c.Argv, func(a shell.Word) bool {
		text := a.String()
		_, address, ok := strings.Cut(text, "://")
		return ok && !isLocal(hostIn(address)) || strings.Contains(text, "host=")
	}) || slices.ContainsFunc(c.Assigns, func(a shell.Assign) bool { return namesPlace(a.Name) })
}

func isLocal(host string) bool {
	name, _, _ := strings.Cut(host, ":")
	return name == "localhost" || name == "127.0.0.1" || strings.HasPrefix(name, "/")
}
