package preferences

import (
	"slices"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// targetsIn reads words that name environments or hosts and nothing else.
func targetsIn(s []token) (list []string, ok bool) {
	for _, item := range items(s) {
		name, here := "", ""
		for _, t := range item {
			if environmentOf(t.low) == "" && !t.code && targetFiller()[t.low] || t.low == "live" && len(item) > 1 {
				here += t.low
				continue
			}
			if name != "" {
				return nil, false
			}
			switch env := environmentOf(t.low); {
			case env != "":
				name = env
			case isHost(t.text):
				name = t.low
			default:
				return nil, false
			}
		}
		if name == "" {
			return nil, false
		}
		list = append(list, name)
	}
	return list, len(list) > 0 && len(list) < 9
}

var targetFiller = sync.OnceValue(func() map[string]bool { return setOf(targetFillers, " ") })

// environments returns the environments that a rule may name, with the words for each.
func environments(yield func(name string, words []string) bool) {
	_ = yield("prod", nameProductionWords[:]) && yield("staging", nameStagingWords[:]) && yield("live", nameLiveWords[:]) && yield("qa", nameAcceptanceWords[:])
}

// environmentOf returns the environment that a word names, "" for none.
func environmentOf(word string) string {
	for name, words := range environments {
		if slices.Contains(words, word) {
			return name
		}
	}
	return ""
}

// namesOfTarget returns the words for a target.
func namesOfTarget(target string) []string {
	for _, words := range environments {
		if slices.Contains(words, target) {
			return words
		}
	}
	return []string{target}
}

// isHost reports whether a word is plainly the name of a machine, of a database or the
// like: one with a number or several parts.
func isHost(word string) bool {
	if name, port, ok := strings.Cut(word, ":"); ok && port != "" && strings.Trim(port, "0123456789") == "" && len(port) < 6 && (isName(strings.ToLower(name)) || strings.Trim(name, "0123456789.") == "") {
		return true
	}
	if !isOperand(word) || strings.ContainsAny(word, "/=+@") || strings.HasPrefix(word, "-") || len(word) < 3 {
		return false
	}
	parts := strings.FieldsFunc(word, func(r rune) bool { return r == '-' || r == '.' || r == '_' })
	if len(parts) < 2 {
		return false
	}
	number := strings.ContainsAny(word, "0123456789")
	return number || len(parts) > 2 && strings.Count(word, ".") > 1 && !isFilePath(word) || slices.ContainsFunc(parts, func(p string) bool {
		return environmentOf(p) != "" || slices.Contains([]string{"db", "web", "cache", "redis", "bastion", "cluster", "com", "io", "net", "org", "dev", "internal", "local", "eu", "us", "de", "fr", "es"}, p)
	})
}

// FindReaching returns the calls of a script that reach a target of a rule.
func FindReaching(known rule.Knowledge, r *memory.PreferenceRule, s *shell.Script) (hits []Hit) {
	for i := range s.Calls {
		if c := &s.Calls[i]; !c.Late && !asksForHelp(c) && placeReaches(&r.Place, c) {
			hits = append(hits, Hit{Call: i})
		}
	}
	return withoutSpared(known, r, s, hits)
}

// placeReaches reports whether a call reaches one of the targets of a rule: as a host, by a
// variable, an option or a name in its words. Calls that only look at files and programs
// that work on files here do not, whatever they are called with.
func placeReaches(r *memory.PlaceRule, c *shell.Call) bool {
	if by := r.Programs(); len(by) > 0 && !slices.ContainsFunc(by, func(p string) bool { return fits(p, c) }) || c.Program == "" && len(c.Assigns) == 0 {
		return false
	}
	words := command.Words(c)
	switch r.Deed {
	case memory.ToDeploy:
		if !deploys(c) {
			return false
		}
	case memory.ToLogIn:
		if !command.Is(c, rule.Remote) {
			return false
		}
	case memory.ToWrite:
		if strings.Contains(r.Target, "://") {
			return slices.ContainsFunc(r.Targets(), func(at string) bool { return writesAt(c, at) })
		}
		if !writesData(c) {
			return false
		}
	}
	remote := command.Is(c, rule.Remote)
	if names := r.Targets(); strings.Contains(names[0], "/") {
		return (r.By != "" || command.TemplateTraits(c)&(rule.ReadOnly|rule.Noise|rule.Filter|rule.Viewer|rule.Builtin) == 0) && c.Program != "git" && slices.ContainsFunc(names, func(path string) bool { return namesPath(c, path) })
	}
	if !remote && r.By == "" && (command.TemplateTraits(c)&(rule.ReadOnly|rule.Noise|rule.Filter|rule.Viewer|rule.Builtin) != 0 || c.Program == "git" || c.Model != nil && c.Model.Type == "FileSystem" || isLocalWork(words)) || remote && len(words) > 1 && words[1] == "build" {
		return false
	}
	return slices.ContainsFunc(r.Targets(), func(target string) bool { return reaches(c, target, remote) })
}

// isLocalWork reports whether the words of a call speak of work on this machine that knows
// environments only as a mode: to build, to install, to test.
func isLocalWork(words []string) bool {
	deploys := false
	local := false
	for _, w := range words {
		for _, part := range strings.FieldsFunc(w, func(r rune) bool { return strings.ContainsRune(":-_./", r) }) {
			switch part {
			case "deploy", "migrate", "migrations", "seed", "rollback", "release", "promote", "apply", "destroy", "console", "dbconsole", "runner", "exec", "db", "ssh", "restart":
				deploys = true
			case "build", "install", "ci", "test", "lint", "bundle", "compile", "typecheck", "vite", "webpack", "tsc", "next", "nest", "validate", "plan", "preview":
				local = true
			}
		}
	}
	return local && !deploys
}

// deploys reports whether a call brings something to where others use it, by its words.
func deploys(c *shell.Call) bool {
	for _, w := range append(command.Words(c), c.Program) {
		for _, part := range strings.FieldsFunc(strings.ToLower(w), func(r rune) bool { return strings.ContainsRune(":-_./ ", r) }) {
			switch part {
			case "deploy", "deployment", "release", "rollout", "promote", "apply", "publish", "up", "upgrade", "ship", "push", "sync", "migrate", "install", "set":
				return true
			}
		}
	}
	return false
}

// selectors are the options by which programs choose where they work.
var selectors = []string{"rpc-url", "network", "chain", "port", "device", "context", "kube-context", "kubecontext", "env", "environment", "e", "stage", "profile", "host", "h", "cluster", "app", "a", "project", "target", "inventory", "i", "server", "workspace", "remote", "r"}

// reaches reports whether the words of a call name a target.
func reaches(c *shell.Call, target string, remote bool) bool {
	names := namesOfTarget(target)
	for i := range c.Assigns {
		name, value := c.Assigns[i].Name, c.Assigns[i].Value.String()
		if (name == "NODE_ENV" || name == "APP_MODE") && !remote && !deploys(c) {
			continue
		}
		if namesTarget(value, names, true) {
			return true
		}
	}
	chosen, other := false, false
	argv := c.Argv[min(1, len(c.Argv)):]
	for k := range argv {
		w := argv[k].String()
		option, value, attached := strings.Cut(strings.TrimLeft(w, "-"), "=")
		if !strings.HasPrefix(w, "-") || !slices.Contains(selectors, option) {
			continue
		}
		if !attached && k+1 < len(argv) {
			value = argv[k+1].String()
		}
		switch {
		case namesTarget(value, names, true):
			chosen = true
		case value != "" && !strings.HasPrefix(value, "-") && !strings.ContainsAny(value, " \n") && option != "i" && option != "r" && option != "a":
			other = true
		}
	}
	if chosen || other {
		return chosen
	}
	if c.Program != "" && strings.Contains(c.Program, "deploy") && namesTarget(c.Program, names, true) {
		return true
	}
	return slices.ContainsFunc(argv, func(w shell.Word) bool {
		text := w.String()
		return !(isFileName(text) && !remote) && len(text) < 300 && !strings.ContainsAny(text, "\n") && namesTarget(text, names, strings.Contains(text, "://") || strings.Contains(text, "@") || strings.Contains(text, "."))
	})
}

func isFileName(w string) bool {
	for _, ext := range [...]string{".yml", ".yaml", ".json", ".ts", ".js", ".md", ".env", ".toml", ".sql"} {
		if strings.HasSuffix(w, ext) {
			return true
		}
	}
	return false
}

// namesTarget reports whether a word names a target: as a part of it, of a path, an address
// or a variable. In an address or a value, part of a name will do: db-prod.
func namesTarget(word string, names []string, loose bool) bool {
	word = strings.ReplaceAll(strings.ToLower(word), "127.0.0.1", "localhost")
	for _, name := range names {
		for _, part := range strings.FieldsFunc(word, func(r rune) bool { return strings.ContainsRune("/:=@,?&.;$(){}\"' ", r) }) {
			if part == name || loose && (strings.HasPrefix(part, name+"-") || strings.HasSuffix(part, "-"+name) || strings.HasPrefix(part, name+"_") || strings.HasSuffix(part, "_"+name) || strings.Contains(part, "_"+name+"_") || strings.Contains(part, "-"+name+"-")) {
				return true
			}
		}
		if strings.ContainsAny(name, ".:") && hasWhole(word, name) {
			return true
		}
	}
	return false
}

// hasWhole reports whether a word has a name as a whole part of it: 10.0.0.1 is not in 10.0.0.12.
func hasWhole(word, name string) bool {
	inName := func(b byte) bool { return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' }
	for from := 0; ; {
		at := strings.Index(word[from:], name)
		if at < 0 {
			return false
		}
		at += from
		if end := at + len(name); (at == 0 || !inName(word[at-1])) && (end == len(word) || !inName(word[end])) {
			return true
		}
		from = at + 1
	}
}

// namesPath reports whether a word of a call names a path, or one below it: by itself, or as the
// value of an option or a variable.
func namesPath(c *shell.Call, path string) bool {
	path = strings.TrimSuffix(strings.TrimPrefix(path, "./"), "/")
	is := func(text string) bool {
		if _, value, ok := strings.Cut(text, "="); ok {
			text = value
		}
		text = strings.TrimSuffix(strings.TrimPrefix(text, "./"), "/")
		return text == path || strings.HasPrefix(text, path+"/")
	}
	return slices.ContainsFunc(c.Assigns, func(a shell.Assign) bool { return is(a.Value.String()) }) ||
		slices.ContainsFunc(c.Argv[min(1, len(c.Argv)):], func(w shell.Word) bool { return is(w.String()) })
}

// writesAt reports whether a call may write to an address, or take away what is there: it names
// the address last, or does nothing else than to remove. aws s3 cp s3://lake/x . only reads.
func writesAt(c *shell.Call, address string) bool {
	words := command.Words(c)
	if !namesPath(c, address) || len(words) < 2 || command.TemplateTraits(c)&(rule.Noise|rule.Filter|rule.Builtin) != 0 {
		return false
	}
	for _, w := range words[1:] {
		switch w {
		case "ls", "list", "cat", "du", "stat", "head", "get", "describe", "presign", "diff":
			return false
		case "rm", "rb", "mv", "delete", "remove", "del", "purge":
			return true
		}
	}
	last := strings.TrimSuffix(words[len(words)-1], "/")
	address = strings.TrimSuffix(address, "/")
	return len(words) > 2 && (last == address || strings.HasPrefix(last, address+"/"))
}

// writesData reports whether a call may write to a database: a statement among its words or
// on its standard input does so, or a method of a collection.
func writesData(c *shell.Call) bool {
	texts := c.Argv[min(1, len(c.Argv)):]
	if c.Stdin.Known {
		texts = append(slices.Clone(texts), c.Stdin.Text)
	}
	for _, w := range texts {
		text := w.String()
		for _, method := range [...]string{".insert", ".update", ".delete", ".remove", ".drop", ".replaceOne", ".bulkWrite", ".createIndex", ".rename", ".findOneAnd", ".save("} {
			if strings.Contains(text, method) {
				return true
			}
		}
		if slices.ContainsFunc(strings.Split(text, ";"), changesRows) {
			return true
		}
	}
	return false
}

// isStatement reports whether a command that is not wanted is one of SQL: TRUNCATE TABLE.
func isStatement(avoid string) bool {
	words := strings.Fields(avoid)
	if len(words) == 0 || len(words) > 2 || !(token{low: strings.ToLower(words[0])}).is(changing) {
		return false
	}
	return avoid == strings.ToUpper(avoid) || len(words) == 2 && (token{low: strings.ToLower(words[1])}).is("table|from|into|database|schema|index|view|role|user")
}

// runsStatement reports whether a call gives a database a statement of SQL that begins so.
func runsStatement(c *shell.Call, avoid string) bool {
	if c.Model == nil || c.Model.Type != "Database" {
		return false
	}
	want := strings.Fields(strings.ToLower(avoid))
	if want[0] == "truncate" {
		want = want[:1] // TABLE may be left out
	}
	texts := c.Argv[min(1, len(c.Argv)):]
	if c.Stdin.Known {
		texts = append(slices.Clone(texts), c.Stdin.Text)
	}
	return slices.ContainsFunc(texts, func(w shell.Word) bool {
		return slices.ContainsFunc(strings.Split(w.String(), ";"), func(statement string) bool {
			words := strings.FieldsFunc(strings.ToLower(statement), func(r rune) bool { return !(r >= 'a' && r <= 'z') })
			return len(words) > len(want) && slices.Equal(words[:len(want)], want)
		})
	})
}

// changesRows reports whether a statement of SQL may change something: not one that begins by
// asking.
func changesRows(statement string) bool {
	words := strings.FieldsFunc(strings.ToLower(statement), func(r rune) bool { return !(r >= 'a' && r <= 'z') })
	if len(words) < 2 || (token{low: words[0]}).is("select|show|describe|desc") && !slices.Contains(words, "into") {
		return false
	}
	return slices.ContainsFunc(words, func(word string) bool { return (token{low: word}).is(changing) })
}
