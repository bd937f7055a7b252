package rulefile

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Draft writes the model of a program from what its --help prints, or from a
// completion spec of it: options and whether they take a value, and a row of verbs for
// each subcommand whose name or description says that it takes something away. It is a
// start: what the rows do, and to which words, is for the author to check.
func Draft(program, help string) string {
	d := draft{}
	help = strings.ToValidUTF8(help, "")
	source := "its completion spec"
	if !d.spec(help) {
		d, source = draft{}, program+" --help"
		for line := range strings.Lines(help) {
			d.line(strings.Map(shown, line))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# Drafted from %s: check what each verb does, and to which words.\nprogram: %s\ntype: System\n", source, program)
	if len(d.subs) > 0 {
		b.WriteString("depth: 1\n")
	}
	if len(d.options) > 0 {
		fmt.Fprintf(&b, "options: [%s]\n", strings.Join(d.options, ", "))
	}
	fmt.Fprintf(&b, "harmless: [%s]\n", strings.Join(append([]string{"--help"}, d.dry...), ", "))
	if len(d.losing) > 0 || len(d.taking) > 0 {
		b.WriteString("verbs:\n")
		for _, o := range d.taking {
			what := ""
			if o.does != "" {
				what = fmt.Sprintf(", what: %q", o.does)
			}
			fmt.Fprintf(&b, "  - {any: [%s], do: %s, on: %q%s%s}\n", o.names, o.do, o.on, what, d.force())
		}
		for _, s := range d.losing {
			what := ""
			if object := objectOf(s.does); object != "" {
				what = fmt.Sprintf(", what: %q", object)
			}
			fmt.Fprintf(&b, "  - {sub: [%q], do: %s, on: operands%s%s}\n", s.name, effectOf(s.name), what, d.force())
		}
	}
	for _, s := range d.running {
		fmt.Fprintf(&b, "# %s runs a command: add a row of nested, as CONTRIBUTING.md shows\n", s)
	}
	for _, o := range d.writing {
		fmt.Fprintf(&b, "# %s may write to a file: add @overwrite behind its spellings, if it does\n", o)
	}
	return b.String()
}

// objectOf returns what is said to be taken away: "a shop" of "Delete a shop". A message
// has a verb of its own.
func objectOf(does string) string {
	verb, object, _ := strings.Cut(does, " ")
	if !takesAway(verb) || object == "" || strings.HasPrefix(object, "if ") {
		return ""
	}
	return object
}

// shown drops what a model may not hold, such as colours and line ends.
func shown(c rune) rune {
	if c == '\t' || unicode.IsPrint(c) {
		return c
	}
	return -1
}

// draft is what was read of a help text.
type draft struct {
	options []string // as a model writes them: "-o= --output="
	names   []string // all spellings in them
	dry     []string // options that only show what would be done
	asks    []string // options that forbid the question
	subs    []string
	losing  []subcommand
	running []string // subcommands that run what they are given
	writing []string // options that name a file to write
	taking  []taking // options that take something away: --purge
}

type subcommand struct{ name, does string }

// taking is an option that takes something away: its names, its effect, what it does, and
// to which words.
type taking struct{ names, do, does, on string }

func (d *draft) force() string {
	if len(d.asks) == 0 {
		return ""
	}
	return ", force: [" + strings.Join(d.asks, ", ") + "]"
}

// line reads one line: an option, a subcommand with what it does, or neither.
func (d *draft) line(line string) {
	text := strings.TrimSpace(line)
	if text == "" || text == line && !strings.HasPrefix(text, "-") {
		return // a heading or a sentence
	}
	if strings.HasPrefix(text, "-") {
		d.option(text)
		return
	}
	name, does, ok := strings.Cut(text, "  ")
	if word, rest, _ := strings.Cut(text, " "); !ok && rest != "" && strings.ContainsRune("[<", rune(rest[0])) && takesAway(word) {
		does, ok = "", true // delete [--all] ID: a line of the usage
	}
	if name = strings.TrimSuffix(strings.Fields(name)[0], ","); !ok || !subcommandName(name) || slices.Contains(d.subs, name) {
		return
	}
	d.subcommand(name, strings.Join(strings.Fields(does), " "))
}

// subcommand notes a subcommand, of one or more words, and what it does.
func (d *draft) subcommand(name, does string) {
	if slices.Contains(d.subs, name) {
		return
	}
	does = strings.TrimRight(does, ".")
	d.subs = append(d.subs, name)
	switch first, _, _ := strings.Cut(strings.ToLower(does), " "); first {
	case "run", "runs", "execute", "executes":
		d.running = append(d.running, name)
	}
	if takesAway(name[strings.LastIndexByte(name, ' ')+1:] + " " + does) {
		d.losing = append(d.losing, subcommand{name, does})
	}
}

// option reads "-o, --output FILE  write to FILE".
func (d *draft) option(text string) {
	head, does, _ := strings.Cut(strings.ReplaceAll(text, "\t", "  "), "  ")
	var names []string
	value := false
	for _, word := range strings.FieldsFunc(alone(head), func(c rune) bool { return c == ' ' || c == ',' || c == '|' || c == '/' }) {
		name, _, has := strings.Cut(strings.NewReplacer("[=", "=", "[", "").Replace(word), "=")
		if !strings.HasPrefix(name, "-") {
			value = true // its name: FILE, <file>
			continue
		}
		value = value || has
		if name = optionName(name); name != "" && !strings.HasSuffix(name, "-") && !slices.Contains(d.names, name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 || slices.Contains(names, "--help") {
		return
	}
	d.names = append(d.names, names...)
	says := strings.ToLower(does)
	for _, n := range names {
		if strings.TrimLeft(n, "-") == "test" && (strings.Contains(says, "anything") || strings.Contains(says, "nothing") || strings.Contains(says, "without")) {
			d.dry = append(d.dry, n)
		}
		switch strings.NewReplacer("-", "", "_", "").Replace(n) {
		case "dryrun", "simulate", "whatif", "noop", "pretend", "preview", "version":
			d.dry = append(d.dry, n)
		case "y", "yes", "force", "autoapprove", "assumeyes", "noprompt", "noninteractive", "noconfirm":
			d.asks = append(d.asks, n)
		}
	}
	if words := strings.Fields(strings.ToLower(does)); value && len(words) > 1 && (words[0] == "write" || words[0] == "writes" || words[0] == "output" || words[0] == "save") {
		d.writing = append(d.writing, strings.Join(names, " "))
	}
	if long := names[len(names)-1]; takesAway(strings.SplitN(strings.Trim(long, "-"), "-", 2)[0]) {
		on := "operands"
		if value {
			on = "flag:" + names[0]
		}
		d.taking = append(d.taking, taking{strings.Join(names, ", "), string(effectOf(long)), objectOf(strings.Join(strings.Fields(strings.TrimRight(does, ".")), " ")), on})
	}
	if value {
		for i := range names {
			names[i] += "="
		}
	}
	d.options = append(d.options, strings.Join(names, " "))
}

// optionName returns a spelling without what help texts write behind it, or "".
func optionName(s string) string {
	end := strings.IndexFunc(s, func(c rune) bool {
		return !(c == '-' || c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9')
	})
	if end >= 0 {
		s = s[:end]
	}
	if strings.Trim(s, "-") == "" {
		return ""
	}
	return s
}

func subcommandName(s string) bool {
	return s != "" && s[0] >= 'a' && s[0] <= 'z' && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-_:") == ""
}

// takesAway reports whether one of the first words of a name and its description
// says that something is lost.
func takesAway(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return strings.ContainsRune(" -_:,", c) })
	for _, w := range words[:min(len(words), 4)] {
		switch strings.TrimSuffix(w, "s") {
		case "delete", "remove", "rm", "del", "destroy", "drop", "purge", "wipe", "erase", "reset", "revoke", "disable", "prune", "terminate",
			"truncate", "flush", "uninstall", "unpublish", "overwrite", "clear", "shutdown", "restore", "rollback", "transfer", "expire":
			return true
		}
	}
	return false
}
