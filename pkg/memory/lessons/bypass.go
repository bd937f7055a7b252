package lessons

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Bypasses reports whether what a fix does may only have hidden the failure: it switches
// a check off, drops a variable or an option, sets one that the error does not ask for, or
// works on another thing than what failed. How strong a check is, is not known, so that
// each of these may be the weaker one.
func Bypasses(l *memory.Lesson, reader Reader) bool {
	if l.From.Len() > 0 {
		from, to := reader.Script(l.From), reader.Script(l.Remedy)
		return SwitchesOff(to, from) || changesWork(l, from, to) || len(environments(to.Text)) > len(environments(from.Text))
	}
	return slices.ContainsFunc(l.Recipe(), func(d memory.Step) bool {
		s := reader.Script(d.Text)
		return !d.Edit && (switchesOff(s, ofStep) || changesTests(s) || len(environments(s.Text)) > 0)
	})
}

// SwitchesOff reports whether a command switches a check off, or hides its own failure,
// and another one, nil for none, does not.
func SwitchesOff(now, was *shell.Script) bool {
	var before []string
	if was != nil {
		before = switchedOff(was, weakWord)
	}
	return slices.ContainsFunc(switchedOff(now, weakWord), func(what string) bool { return !slices.Contains(before, what) })
}

// ofStep reports whether the name of an option or a variable says so of a step beside the
// check: that it does without a browser leaves nothing unchecked, but without a lockfile does.
func ofStep(name string) bool {
	if _, without, ok := strings.Cut(strings.ToLower(name), "no-"); ok && !speaksOfChecks(without) && !slices.ContainsFunc(keptSame[:], func(part string) bool { return strings.Contains(without, part) }) {
		return weakWord(without)
	}
	return weakWord(name)
}

// keptSame are parts of names that say what must not change, or fail unseen.
var keptSame = [...]string{"frozen", "immutable", "lock", "gpg", "valid", "fail", "err", "warn", "script", "engine", "integrity", "preserve", "safe"}

// switchesOff reports whether a command switches a check off; weak tells the names that say
// so.
func switchesOff(s *shell.Script, weak func(name string) bool) bool {
	return len(switchedOff(s, weak)) > 0
}

// switchedOff returns the words of a command with which it switches something off.
func switchedOff(s *shell.Script, weak func(name string) bool) (list []string) {
	if hidesStatus(s.Text) {
		list = append(list, "||")
	}
	if does(s, rule.Bypass) {
		list = append(list, "bypass")
	}
	for i := range s.Calls {
		c := &s.Calls[i]
		for _, a := range c.Assigns {
			if weak(a.Name) || uncheckedBy(c, a.Name+"="+a.Value.String()) || speaksOfChecks(a.Name) && isOff(a.Value.String()) {
				list = append(list, a.Name)
			}
		}
		files := c.About != nil && c.About.Type == "FileSystem" // rm -f asks nothing, and checks nothing
		for _, f := range c.Args.Flags {
			if !files && f.Option != nil && slices.ContainsFunc(f.Option.Names, weak) {
				list = append(list, f.Option.Names...)
			}
		}
		before := ""
		for _, w := range words(c) {
			name, value, set := strings.Cut(w, "=")
			switch {
			case w[:min(1, len(w))] == "-" && weak(name),
				uncheckedBy(c, w),
				speaksOfChecks(name) && set && isOff(value),                         // -c http.sslVerify=false
				speaksOfChecks(before) && isOff(w),                                  // npm config set strict-ssl false
				before[:min(1, len(before))] == "-" && strings.HasPrefix(w, "not "): // pytest -k 'not x'
				list = append(list, w)
			}
			before = w
		}
	}
	return list
}

// environments returns the environments that a text names, where others work: what passes
// there says nothing of here.
func environments(text string) (list []string) {
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return r < 'a' || r > 'z' }) {
		switch word {
		case "prod", "production", "preprod", "staging", "uat":
			list = append(list, word)
		}
	}
	return list
}

// hidesStatus reports whether a command goes well whatever becomes of it.
func hidesStatus(text string) bool {
	text = strings.TrimSpace(text)
	return slices.ContainsFunc([]string{"|| true", "|| :", "||true", "; true", "; exit 0"}, func(end string) bool { return strings.HasSuffix(text, end) })
}

// weakWord reports whether the name of an option or a variable says that something is
// left out, allowed or forced: --no-verify, -DskipTests, --trusted-host, INSECURE.
func weakWord(name string) bool {
	name = strings.TrimPrefix(name, "-D") // of Java
	name = strings.ToLower(strings.TrimLeft(name, "-"))
	name = strings.NewReplacer("_", "-", ".", "-").Replace(name)
	return !slices.Contains(plainNo[:], name) && slices.ContainsFunc(weakParts[:], func(part string) bool {
		return strings.HasPrefix(name, part) || strings.Contains(name, "-"+part)
	})
}

// weakParts begin such a name, or a part of it.
var weakParts = [...]string{
	"no-", "skip", "ignore", "allow", "insecure", "unsafe", "untrusted", "trusted", "force", "disable", "without", "exclude", "deselect",
	"dangerous", "break-", "legacy", "passwith", "testpathignore", "unauth", "husky",
}

// plainNo are names that begin so and leave out nothing that is checked.
var plainNo = [...]string{"no-cache", "no-cache-dir", "no-color", "no-colour", "no-edit", "no-input", "no-interaction", "no-pager", "no-progress", "no-tty"}

// speaksOfChecks reports whether a name or a word speaks of what is checked.
func speaksOfChecks(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc([]string{"verify", "ssl", "tls", "strict", "secur", "check", "audit", "sign", "hook", "lint", "test", "skip", "reject", "auth"}, func(part string) bool {
		return strings.Contains(name, part)
	})
}

// isSwitch reports whether a value only switches something on or off.
func isSwitch(value string) bool {
	switch strings.ToLower(value) {
	case "", "1", "true", "on", "yes":
		return true
	}
	return isOff(value)
}

func isOff(value string) bool {
	switch strings.ToLower(value) {
	case "0", "false", "off", "no", "none", "never", "/dev/null":
		return true
	}
	return false
}

// changesWork reports whether a correction leaves out or adds what the error does not
// speak of, or works on something else.
func changesWork(l *memory.Lesson, from, to *shell.Script) bool {
	line := l.What.String()
	was, now := allWords(from), allWords(to)
	gone := slices.DeleteFunc(slices.Clone(was), func(w string) bool { return slices.Contains(now, w) })
	come := slices.DeleteFunc(slices.Clone(now), func(w string) bool { return slices.Contains(was, w) })
	for _, w := range gone {
		name, _, _ := strings.Cut(w, "=")
		if !saysItIsWrong(line) || !hasWord(line, name) && !hasWord(line, strings.TrimLeft(name, "-")) && !elsewhere(w, come) {
			return true
		}
	}
	for _, w := range come {
		if w == "sudo" || w == "doas" {
			return true // who may do it was not the error
		}
		name, value, set := strings.Cut(w, "=")
		if !set || strings.HasPrefix(w, "-") || !isVariable(name) {
			continue
		}
		if raisesLimit(line, value) || namesTrust(line, name, value) {
			continue
		}
		if isSwitch(value) || !slices.ContainsFunc(append(strings.Split(name, "_"), name, value), func(part string) bool { return speaksOf(line, part) }) && !findsThings(name) {
			return true
		}
	}
	return false
}

// raisesLimit reports whether a value sets how much memory there is, where an error says
// that it was too little.
func raisesLimit(line, value string) bool {
	line, value = strings.ToLower(line), strings.ToLower(value)
	if !slices.ContainsFunc([]string{"memory", "heap", "stack", "gc overhead", "metaspace"}, func(what string) bool { return strings.Contains(line, what) }) {
		return false
	}
	return strings.ContainsAny(value, "0123456789") && slices.ContainsFunc([]string{"space-size", "-xmx", "-xss", "memory", "heap", "stack"}, func(what string) bool { return strings.Contains(value, what) })
}

// namesTrust reports whether a variable names a file of certificates to trust, where an
// error says that the issuer of one is not known.
func namesTrust(line, name, value string) bool {
	line = strings.ToLower(line)
	return slices.ContainsFunc([]string{"certificate", "issuer", "_cert", "x509", "leaf_signature"}, func(what string) bool { return strings.Contains(line, what) }) && strings.Contains(value, "/") && value != "/dev/null" &&
		(strings.Contains(name, "CERT") || strings.Contains(name, "_CA") || strings.HasPrefix(name, "CA"))
}

// speaksOf reports whether an error names a part of a variable, or its value, in whatever
// case: no stage is set.
func speaksOf(line, what string) bool {
	return len(what) > 2 && hasWord(strings.ToLower(line), strings.ToLower(what))
}

// allWords returns the words and assignments of a text.
func allWords(s *shell.Script) (list []string) {
	for i := range s.Calls {
		for _, a := range s.Calls[i].Assigns {
			list = append(list, a.Name+"="+a.Value.String())
		}
		list = append(list, words(&s.Calls[i])...)
	}
	return list
}

// saysItIsWrong reports whether an error says that something named does not exist or is
// not understood, so that the command could never have worked.
func saysItIsWrong(line string) bool {
	line = strings.ToLower(line)
	return slices.ContainsFunc(wrongs[:], func(says string) bool { return strings.Contains(line, says) })
}

var wrongs = [...]string{
	"not found", "no such", "not exist", "unknown", "unrecognized", "unrecognised", "illegal", "invalid", "unexpected", "is not a ",
	"cannot find", "can't find", "could not find", "couldn't find", "cannot open", "can't open", "no rule to make", "missing script", "no module", "unsupported", "not defined", "not provided",
	"ambiguous", "did you mean", "did not match", "no match", "not recognized", "not recognised", "bad option", "unable to locate", "no matching", "does not have", "has no ", "undefined",
}

// elsewhere reports whether a word is a path, or a program, in place of which one of
// another directory or version is there now.
func elsewhere(word string, come []string) bool {
	return slices.ContainsFunc(come, func(w string) bool {
		return strings.Contains(word+w, "/") && samePath(word, w) || isVersion(word, w) || isVersion(w, word)
	})
}

func isVariable(name string) bool {
	return name != "" && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// findsThings reports whether a variable says where something lies.
func findsThings(name string) bool {
	return slices.ContainsFunc([]string{"PATH", "HOME", "ROOT", "DIR"}, func(end string) bool { return strings.HasSuffix(strings.ToUpper(name), end) })
}
