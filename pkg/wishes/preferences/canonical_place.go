package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// leave reads which files are left alone, with globs: not to be changed, deleted or read.
func (c *canonical) leave(w []token) (none memory.PreferenceRule) {
	if len(w) < 3 || !w[0].is(nots) {
		return none
	}
	r := memory.PreferenceRule{Form: memory.FormPlace}
	switch {
	case w[1].is("edit|touch|change|modify|write|overwrite|format|reformat|regenerate|rename|move"):
	case w[1].is("delete|remove"):
		r.Place.Deed = memory.ToDelete
	case w[1].is("commit|stage"):
		r.Place.Deed = memory.ToCommit
	case w[1].is("read|open|cat|print|view"):
		r.Place.Deed = memory.ToRead
	default:
		return none
	}
	if r.Place.Deed == "" && w[1].is("edit|change|modify") && w[len(w)-1].is("hand|manually|directly") {
		r.Place.Deed = memory.ToEdit
	}
	files, spared := cutAt(w[2:], "except|besides")
	if spared == nil {
		files, spared = cutAt(clauseAsTyped(files), "but")
	}
	if spared = skipped(spared, "for|the|to|in"); isLeave(skipped(spared, "when|if|with|after")) {
		spared = nil
	}
	for len(files) > 1 && files[len(files)-1].is(",|but") {
		files = files[:len(files)-1]
	}
	if spared != nil && isAll(files) && r.Place.Deed != memory.ToDelete && r.Place.Deed != memory.ToRead { // never edit ., except src/
		return c.only(append([]token{{text: "only", low: "only"}, w[1]}, spared...))
	}
	files = withoutAsides(clauseAsTyped(files))
	if old := withoutArticle(files); len(old) > 1 && old[0].is("existing|committed|applied|old") {
		files, r.Place.Old = old[1:], true
	}
	if c.isOutside(files) {
		return c.only(append([]token{{text: "only", low: "only"}, w[1]}, files[outsideAt(files)+1:]...))
	}
	paths, ok := c.pathList(files)
	if !ok && r.Place.Deed == memory.ToDelete && areTests(files) {
		paths, ok = testFiles[:], true
	}
	if !ok {
		return none
	}
	if r.Place.Deed != memory.ToDelete && r.Place.Deed != memory.ToCommit && spared == nil && !slices.ContainsFunc(paths, func(p string) bool { return !strings.HasPrefix(p, "/dev/") }) {
		return targetRule(paths) // who names a device, speaks with it
	}
	if spared != nil {
		rest, ok := c.pathList(withoutAsides(spared))
		if !ok {
			return none
		}
		for _, p := range rest {
			if !strings.Contains(strings.TrimPrefix(p, "**/"), "/") && len(paths) == 1 && strings.HasSuffix(paths[0], "/") {
				p = paths[0] + strings.TrimPrefix(p, "**/") // en.json in src/locales/
			}
			paths = append(paths, memory.Except+p)
		}
	}
	r.Place.Paths = strings.Join(paths, memory.Or)
	return r
}

// isAll reports whether words mean all files of the project.
func isAll(w []token) bool {
	return len(w) > 0 && !slices.ContainsFunc(w, func(t token) bool {
		return t.text != "." && t.text != "./" && !t.is(",|anything|everything|any|all|files|file|the|code|else")
	})
}

func outsideAt(w []token) int {
	for i := range w {
		if w[i].is("outside") {
			return i
		}
	}
	return -1
}

// isOutside reports whether words name what lies outside of something: "anything outside of
// src/".
func (c *canonical) isOutside(w []token) bool {
	at := outsideAt(w)
	return at >= 0 && at+1 < len(w) && at < 3
}

// only reads where alone files may be changed: "only edit src/".
func (c *canonical) only(w []token) (none memory.PreferenceRule) {
	if len(w) < 3 || !w[0].is("only") || !w[1].is("edit|touch|change|modify|write|work") {
		return none
	}
	paths, ok := c.pathList(withoutAsides(clauseAsTyped(w[2:])))
	if !ok {
		return none
	}
	return memory.PreferenceRule{Form: memory.FormPlace, Place: memory.PlaceRule{Paths: strings.Join(paths, memory.Or), Only: true}}
}

// pathList reads paths, with what says that they are some.
func (c *canonical) pathList(w []token) (paths []string, ok bool) {
	for _, part := range alternatives(w) {
		inside := false
		for len(part) > 1 && part[0].is("anything|any|everything|files|file|code|stuff|the|in|inside|under|below|within|of|to|into|from|all") {
			inside = inside || part[0].is("in|inside|under|below|within")
			part = part[1:]
		}
		if last := len(part) - 1; last > 0 && part[last].is("directory|folder|dir|file|files") {
			inside = inside || part[last].is("directory|folder|dir")
			part = part[:last]
		}
		if len(part) == 0 {
			continue
		}
		if len(part) > 1 {
			return nil, false
		}
		list := c.pathNamed(part[0], inside)
		if list == nil {
			return nil, false
		}
		paths = append(paths, list...)
	}
	return paths, len(paths) > 0
}

// pathNamed returns what a word names; inside says that the words around it say that it is a
// directory.
func (c *canonical) pathNamed(t token, inside bool) []string {
	text := t.text
	switch {
	case strings.ContainsAny(text, "$`'\"()") || strings.HasPrefix(text, "..") && !strings.HasPrefix(text, "../") || strings.Trim(text, "*") == "" || strings.Trim(text, "./") == "":
		return nil
	case strings.ContainsAny(text, "/.*"):
		if c.names.Paths != nil && !strings.Contains(text, "*") {
			if list := c.names.Paths(strings.TrimSuffix(strings.TrimPrefix(text, "./"), "/"), ""); len(list) > 0 {
				return list
			}
		}
		if !c.strict && !strings.Contains(text, "/") && !strings.HasPrefix(text, ".") && c.names.Paths != nil {
			return []string{"**/" + text} // schema.rb, which is no file of the root
		}
		return []string{inAnyDir(text)}
	case !isName(t.low):
		return nil
	case c.strict && !inside && isThing(text):
		return nil // the config
	case c.names.Paths != nil && len(c.names.Paths(text, "")) > 0:
		return c.names.Paths(text, "")
	case inside, !c.strict && strings.ContainsAny(text, "-_") && environmentOf(t.low) == "" && !isHost(text):
		return []string{"**/" + text + "/"}
	case !c.strict && c.names.Paths != nil && !isThing(text) && !areTests([]token{t}) && !isEnglish(t.low) && environmentOf(t.low) == "" && !c.isProgram(t.low):
		return []string{"**/" + text} // sdkconfig, which is not there yet
	}
	return nil
}

// inAnyDir returns a glob of names as one of paths: *.po is in any directory.
func inAnyDir(path string) string {
	name := strings.TrimPrefix(path, "./")
	switch {
	case strings.Contains(name, "/"):
		return name
	case name != path:
		return path // that of the root
	case strings.Contains(path, "*"):
		return "**/" + path
	}
	return path
}

// pathsAlone reads paths that are no programs: directories, devices and what lies below them.
func (c *canonical) pathsAlone(w []token) (list []string, ok bool) {
	for _, part := range alternatives(w) {
		part = withoutArticle(part)
		if len(part) == 0 {
			continue
		}
		text := strings.TrimPrefix(part[0].text, "./")
		isDir := strings.HasSuffix(text, "/") || strings.HasPrefix(text, "/dev/")
		if !isDir && c.names.Paths != nil && strings.Contains(text, "/") {
			found := c.names.Paths(text, "")
			isDir = len(found) == 1 && strings.HasSuffix(found[0], "/")
		}
		if len(part) > 1 || !isDir || strings.ContainsAny(text, "$*'\"()|") || strings.Trim(text, "/.") == "" {
			return nil, false
		}
		list = append(list, text)
	}
	return list, len(list) > 0
}

// targetRule says that nothing is to be run on some targets.
func targetRule(targets []string) memory.PreferenceRule {
	return memory.PreferenceRule{Form: memory.FormPlace, Place: memory.PlaceRule{Target: strings.Join(targets, memory.Or)}}
}

func withoutArticle(w []token) []token {
	for len(w) > 1 && w[0].is("the|a|an|our|my|your|this|any") {
		w = w[1:]
	}
	return w
}

// target returns what lies elsewhere and words name: an environment, a host, a device, or what
// they say is a database or the like; "" for none.
func (c *canonical) target(w []token) string {
	w = withoutArticle(withoutAsides(w))
	if last := len(w) - 1; last > 1 && w[last-1].is("in|under|below") && strings.Contains(w[last].text, "/") {
		w = w[last:] // logs in /var/log/acme
	}
	if list, ok := targetsIn(w); ok {
		return strings.Join(list, memory.Or)
	}
	sure := false
	if last := len(w) - 1; last > 0 && w[last].is("database|db|server|host|cluster|environment|env|network|account|instance|namespace|context|project|bucket|box|board|device|port") {
		sure, w = true, w[:last]
	} else if last > 0 && w[0].is("database|db|server|host|cluster|environment|network|account|namespace|context|device|port") {
		sure, w = true, w[1:]
	}
	if name, ok := strings.CutPrefix(w[len(w)-1].text, "$"); ok && len(w) == 1 && isAssignment(name+"=") { // what a variable names
		return strings.ToLower(name)
	}
	if len(w) == 1 && !strings.Contains(w[0].text, "/") && (isFilePath(w[0].text) || c.names.Paths != nil && len(c.names.Paths(w[0].text, "")) > 0) {
		return "./" + w[0].text // a file
	}
	sure = sure || !c.strict && len(w) == 1 && strings.ContainsAny(w[0].text, "-_:") && !isBranch(w[0])
	if len(w) != 1 || !sure && !strings.Contains(w[0].text, "/") || !isOperand(w[0].text) || w[0].is(sentenceWords) {
		return ""
	}
	return w[0].text
}

// reach reads what lies elsewhere and is not to be reached, deployed to, or written.
func (c *canonical) reach(w []token) (none memory.PreferenceRule) {
	if len(w) < 3 || !w[0].is(nots) {
		return none
	}
	if i := slices.IndexFunc(w, func(t token) bool { return t.is(",") }); i > 2 {
		w = w[:i]
	}
	if w = withoutAsides(w); len(w) < 3 {
		return none // never by hand
	}
	place := func(deed memory.Deed, name string) memory.PreferenceRule {
		if name == "" {
			return none
		}
		return memory.PreferenceRule{Form: memory.FormPlace, Place: memory.PlaceRule{Target: name, Deed: deed}}
	}
	if _, but := cutAt(w, "but|except"); but != nil && w[1].is("run|do|execute|send") { // anything but SELECT in the reporting db
		if _, to := cutAt(but, "in|on|against|to"); to != nil && but[0].is("select|selects|read|reads|reading|queries") {
			return place(memory.ToWrite, c.target(to))
		}
		return none
	}
	if last := w[len(w)-1]; w[1].is("use|touch|switch") && last.is("context|profile|cluster|namespace|account|workspace|environment|database") { // the eks context
		return place("", c.target(skipped(w[2:], "to|the|any")))
	}
	_, to := cutAt(w[1:], "to|into|in|on|against|with")
	if to == nil {
		return none
	}
	to = withoutArticle(to)
	switch {
	case w[1].is("write|insert"):
		return place(memory.ToWrite, c.target(to))
	case w[1].is("deploy|publish|release|ship|promote") && len(to) == 1 && isOperand(to[0].text) && isName(to[0].low):
		return place(memory.ToDeploy, to[0].low)
	case w[1].is("connect|talk|send|make|point|post") && len(to) == 1 && (isHost(to[0].text) || environmentOf(to[0].low) != ""):
		return place("", to[0].low)
	case w[1].is("connect|talk|send|make|point|post"):
		return place("", c.target(to))
	}
	return none
}

// testFiles are the files that tests are in by their names, where no directory holds them.
var testFiles = [...]string{"**/*.test.*", "**/*.spec.*", "**/*_test.*", "**/test_*", "**/tests/**", "**/__tests__/**"}

// areTests reports whether words speak of all tests.
func areTests(s []token) bool {
	for len(s) > 1 && s[0].is("the|any|my|our|existing|old|failing|a") {
		s = s[1:]
	}
	return len(s) == 1 && s[0].is("tests|test|specs") || len(s) == 2 && s[0].is("test|spec") && s[1].is("files|file|cases|case")
}

// kill reads that what listens at a port, or a program that runs, is not to be ended: "never kill
// the dev server on port 3000", "leave that vite alone". Which process of a program is meant is
// not known, so all are.
func (c *canonical) kill(w []token) (none memory.PreferenceRule) {
	left := len(w) > 3 && w[0].is("leave") && w[1].is("the|my|that|this|our|port") && w[len(w)-1].is("alone|running|up|be")
	if len(w) < 3 || !left && (!w[0].is(nots) || !w[1].is("kill|stop|end|free|restart")) {
		return none
	}
	for _, t := range w[2:] {
		port := strings.TrimPrefix(t.text, ":")
		if len(port) > 1 && len(port) < 6 && strings.Trim(port, "0123456789") == "" {
			return memory.PreferenceRule{Form: memory.FormNever, Avoid: "kill :" + port + memory.Or + "kill-port " + port + memory.Or + "fuser -k " + port + "/tcp" + memory.Or + "fuser -k -n tcp " + port}
		}
	}
	name := skipped(w[1:], "kill|stop|end|free|restart|the|my|that|this|our")
	for len(name) > 1 && name[len(name)-1].is("process|processes|instance|session|daemon|alone|running|up|be") {
		name = name[:len(name)-1]
	}
	if len(name) != 1 || !c.isProgram(name[0].low) && (c.strict || !w[1].is("kill") || !isName(name[0].low)) || isEnglish(name[0].low) {
		return none
	}
	var list []string
	if verb := w[1].low; !left && (verb == "restart" || verb == "stop") { // a service
		service := name[0].low
		list = append(list, "systemctl "+verb+" "+service, "service "+service+" "+verb, "docker "+verb+" "+service, "docker compose "+verb+" "+service)
	}
	return memory.PreferenceRule{Form: memory.FormNever, Avoid: strings.Join(append(list, "pkill *"+name[0].low+"*", "killall *"+name[0].low+"*", "kill :"+name[0].low, "taskkill /IM *"+name[0].low+"*"), memory.Or)}
}
