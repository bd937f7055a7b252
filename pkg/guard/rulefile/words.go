package rulefile

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
)

// WordClass is words that say the same about a command line, or parts of errors that do. The head of
// rules/words.yaml explains them.
type WordClass struct {
	Name  string
	Words []string
}

// WordClasses are the classes that a package asks for, by its path below pkg. Another class
// would have no effect.
var WordClasses = map[string][]string{
	"agents/hook":   {"order-agent", "order-ignores", "order-mark", "order-note", "order-runs", "order-what", "order-which"},
	"guard/command": {"asks-for-help", "fetches-named", "sets-up-shell", "takes-target"},
	"guard/effect": {"file-authored", "part-local", "program-selects",
		"container-elsewhere", "database-client", "host-first", "host-near",
		"managed-closes", "managed-removes", "managed-ruins", "name-production", "name-trial", "noun-role", "noun-server", "object-own", "object-shared",
		"object-trivial", "option-dry", "option-forcing", "option-harmless", "option-line", "option-loses", "program-requests", "reads-environment", "shell", "variable-place", "verb-changes",
		"verb-closes", "verb-other", "verb-own", "verb-pays", "verb-removes", "verb-ruins", "verb-undoes",
		"name-administrator", "name-everyone", "name-throwaway", "object-guard", "option-amount", "option-count", "option-keep", "option-login", "option-object", "changes-files", "code-changes", "copies", "takes-over", "option-code", "option-reads", "option-unlocked", "option-writes", "port-login",
		"program-about", "program-ends", "program-writes", "value-off", "verb-asks-only", "verb-assigns", "verb-felt", "verb-grants", "verb-never-own", "verb-off", "verb-opens", "verb-power", "verb-prunes",
		"verb-public", "verb-scales", "verb-sets", "verb-transfers", "verb-tunnels", "verb-writes-disk",
	},
	"guard/extract":   {"program-prints-nothing", "runs-file"},
	"guard/facts":     {"shell"},
	"guard/follow":    {"common-name", "compiles", "container-elsewhere", "launch", "launch-env", "launch-known", "launch-file", "launch-name", "launch-name-begins", "launch-option", "text-option", "local-cluster"},
	"guard/interpret": {"publishes-package", "shows-text", "tells-little"},
	"guard/judge":     {"argument-branch", "argument-repository", "tool-file", "tool-pushes", "tool-writes"},
	"guard/lang":      {"shell"},
	"guard/rule":      {"bold-part", "reckless"},
	"guard/safety":    {"announces", "brings", "says-raises", "copies-whole", "database-settings", "lands-in", "made-clients", "made-implied", "made-in-file", "made-leads", "made-makes", "made-migrates", "made-migration", "made-undoes", "made-more", "made-mysql", "made-names", "made-place", "made-postgres", "made-serves", "made-takes", "made-variable", "message-names", "offer-looks", "program-prints-name", "packs", "publishes-package"},
	"lint/accident": {"file-cleans", "file-disks", "file-images", "file-sets-up", "part-backup", "program-dumps", "rule-mistake", "dir-shared", "file-library",
		"program-copies", "program-builds", "program-always-prints", "file-unattended", "dir-mounts", "variable-outsiders", "file-holds-disk", "program-starts", "program-proves", "name-login", "variable-given", "option-tests", "word-leaves", "command-destroys", "command-removes-little", "place-expendable", "command-may-give-nothing", "file-disposable",
		"part-placeholder", "dir-data", "dir-users", "program-needs-name", "part-mounted", "part-temporary", "variable-windows", "package-vital"},
	"memory/claims":      {"tool-lints", "tool-types"},
	"memory/diagnose":    {"advice-changes", "advice-fetches", "ask-parts", "ask-places", "check-prepares", "dir-generated", "goal-builds", "goal-formats", "goal-lints", "goal-tests", "goal-types", "names-tests", "passes-on", "project-setup", "shell", "tells-no-failure"},
	"memory/journal":     {"deed-deploy", "deed-install", "deed-looks", "deed-migrate", "deed-publish", "deed-push", "exception", "file-calls", "leaves-tests", "lives-on", "says-found", "says-migrated"},
	"memory/lessons":     {"found-by-name", "goal-builds", "program-of-place", "step-starts", "says-compares", "says-missing", "says-passing", "verb-asks", "verb-shows", "word-checks", "word-of-errors"},
	"wishes/preferences": {"name-acceptance", "name-live", "name-production", "name-staging", "option-checks", "option-dry", "options-moot", "subcommand-reads", "subcommand-settings"},
}

// ParseWords reads the words of command lines, ordered by package and class.
func ParseWords(path string, data []byte) (map[string][]WordClass, error) {
	r := &reader{path: path}
	root := r.open(data)
	if root == nil {
		return nil, r.err()
	}
	words := make(map[string]*[]string)
	var fields []field
	var all []string
	for _, classes := range WordClasses {
		for _, name := range classes {
			if words[name] != nil { // several packages ask for it
				continue
			}
			list := new([]string)
			words[name] = list
			all = append(all, name)
			fields = append(fields, field{name, func(n *Node) { r.words(n, name, list) }})
		}
	}
	slices.Sort(all)
	seen := r.object(root, "the file", fields...)
	r.need(root, "the file", seen, all...)
	if err := r.err(); err != nil {
		return nil, err
	}
	out := make(map[string][]WordClass)
	for in, classes := range WordClasses {
		for _, name := range classes {
			out[in] = append(out[in], WordClass{name, *words[name]})
		}
	}
	return out, nil
}

// partOfLine begins the names of classes whose entries are parts of lines that a program
// prints, and not words of a command line.
const partOfLine = "says-"

func (r *reader) words(n *Node, class string, to *[]string) {
	r.list(to)(n)
	not := " \t*"
	if strings.HasPrefix(class, partOfLine) {
		not = "\t*"
	}
	for _, w := range *to {
		if w == "" || strings.ContainsAny(w, not) {
			r.errorIn(n, "%s: write one word, without globs", display.Quote(w))
		}
	}
	slices.Sort(*to)
}
