package recipes

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// readCompose returns, for each service of a compose file that is started, the
// docker run that does the same. Only services with a command of the file
// or of the call matter.
func readCompose(o Order) []Command {
	name, text, ok := o.open()
	if !ok {
		return nil
	}
	f := openTree(name, text, tree.YAML)
	goals, args := o.goals()
	var list []Command
	for _, s := range f.root.Get("services").Entries() {
		if len(goals) > 0 && !slices.Contains(goals, s.Key) || len(list) > maxCommands {
			continue
		}
		mounts := f.mounts(s.Value.Get("volumes"))
		command := s.Value.Get("command")
		if command == nil {
			command = s.Value.Get("entrypoint")
		}
		words := f.words(command)
		if len(args) > 0 {
			words = quoteAll(args)
		} else if e := s.Value.Get("entrypoint"); e != nil && command != e {
			words = f.words(e) + " " + words
		}
		if strings.TrimSpace(words) == "" {
			continue
		}
		at := cmp.Or(command, s.Value.Get("volumes"), s.Value, f.root.Get("services"))
		image := f.doc.Str(s.Value.Get("image"))
		if image == "" || !certain(image) || strings.HasPrefix(image, "-") {
			image = "image"
		}
		list = append(list, Command{Text: "docker run" + mounts + " " + quote(image) + " " + words, File: name, Line: f.line(at), Dir: dirOf(name), Goal: s.Key})
	}
	return list
}

// mounts returns the options for the directories of this machine that a service
// sees.
func (f *file) mounts(n *tree.Node) string {
	var b strings.Builder
	for _, v := range n.List() {
		from, to, mode := "", "", ""
		if v != nil && v.Kind == tree.Mapping {
			from, to = f.doc.Str(v.Get("source")), f.doc.Str(v.Get("target"))
			if f.doc.Str(v.Get("read_only")) == "true" {
				mode = ":ro"
			}
		} else {
			var rest string
			from, rest, _ = strings.Cut(f.doc.Str(v), ":")
			to, mode, _ = strings.Cut(rest, ":")
			if mode != "" {
				mode = ":" + mode
			}
		}
		if to == "" || from == "" || strings.IndexByte("./~$", from[0]) < 0 {
			continue
		}
		from = strings.Replace(from, "~", "$HOME", 1)
		b.WriteString(" -v " + quote(from+":"+to+mode))
	}
	return b.String()
}

// words returns a command that is a text or a list of words.
func (f *file) words(n *tree.Node) string {
	if n == nil || n.Kind != tree.Sequence {
		return strings.ReplaceAll(f.doc.Str(n), "$$", "$")
	}
	var out []string
	for _, w := range n.Items {
		out = append(out, "'"+strings.ReplaceAll(strings.ReplaceAll(f.doc.Str(w), "$$", "$"), "'", `'\''`)+"'")
	}
	return strings.Join(out, " ")
}
