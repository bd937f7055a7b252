package rulefile

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// ParseCommand reads the model of a program.
func ParseCommand(path string, data []byte) (*rule.Command, error) {
	r := &reader{path: path}
	root := r.open(data)
	if root == nil {
		return nil, r.err()
	}
	return r.asCommand(root)
}

func (r *reader) asCommand(root *Node) (*rule.Command, error) {
	out := &rule.Command{}
	r.command(root, out)
	if err := r.err(); err != nil {
		return nil, err
	}
	return out, nil
}

// styles are the names of the ways to read arguments; "gnu" is written in a
// file only to say it aloud.
var styles = [...]string{"gnu", rule.POSIX, rule.Single, rule.KeyVal, rule.Slash, rule.BSDTar}

func (r *reader) command(n *Node, out *rule.Command) {
	var style string
	var verbs, options, traits, outputs, secrets []*Node // read when the names, the style and the options are known
	seen := r.object(n, "a command model",
		field{"program", r.programs(&out.Names)},
		field{"type", func(n *Node) { word(r, &out.Type, "command type", rule.Types[:])(n) }},
		field{"style", func(n *Node) { word(r, &style, "style", styles[:])(n) }},
		field{"depth", r.count(&out.Depth)},
		field{"leading", r.yes(&out.Leading)},
		field{"options", func(n *Node) { options = append(options, n) }},
		field{"sub_options", func(n *Node) {
			r.each(n, func(n *Node) { out.SubOptions = append(out.SubOptions, r.subOptions(n)) })
		}},
		field{"harmless", r.list(&out.Harmless)},
		field{"unchecked", r.list(&out.Unchecked)},
		field{"nested", func(n *Node) {
			r.each(n, func(n *Node) { out.Nested = append(out.Nested, r.nested(n)) })
		}},
		field{"settings", func(n *Node) {
			r.each(n, func(n *Node) { out.Settings.Add(r.setting(n)) })
		}},
		field{"verbs", func(n *Node) { verbs = append(verbs, n) }},
		field{"traits", func(n *Node) { traits = append(traits, n) }},
		field{"output", func(n *Node) { outputs = append(outputs, n) }},
		field{"secrets", func(n *Node) { secrets = append(secrets, n) }},
	)
	r.need(n, "a command model", seen, "program")
	if r.form != nil {
		r.describeRows(out) // what else it needs depends on what is there
		return
	}
	if slices.ContainsFunc(seen, func(key string) bool {
		return key != "program" && key != "traits" && key != "output" && key != "secrets"
	}) || len(seen) < 2 {
		r.need(n, "a command model", seen, "type")
	} else {
		out.Bare = true
	}
	if style != "gnu" {
		out.Style = style
	}
	for _, n := range options {
		r.options(&out.Options)(n)
	}
	for _, n := range verbs {
		r.each(n, func(n *Node) { out.Verbs = append(out.Verbs, r.verb(n, out)) })
	}
	for _, n := range traits {
		r.traits(out)(n)
	}
	for _, n := range secrets {
		r.each(n, func(n *Node) { out.Secrets.Add(r.secret(n, out)) })
	}
	for _, n := range outputs {
		r.each(n, func(n *Node) { out.Outputs = append(out.Outputs, r.output(n, out)) })
	}
	r.reachable(n, out)
}

// describeRows describes the rows that are read last.
func (r *reader) describeRows(c *rule.Command) {
	properties := r.form.defs["command-model"].(Schema)["properties"].(Schema)
	for _, row := range []struct {
		key  string
		read func(*Node)
	}{
		{"options", r.options(&c.Options)},
		{"verbs", func(n *Node) { r.each(n, func(n *Node) { r.verb(n, c) }) }},
		{"traits", func(n *Node) {
			r.each(n, func(n *Node) { r.rowOr(n, func(n *Node) { r.traitRow(n, c) }, r.trait(new(rule.Trait))) })
		}},
		{"output", func(n *Node) { r.each(n, func(n *Node) { r.output(n, c) }) }},
		{"secrets", func(n *Node) { r.each(n, func(n *Node) { r.secret(n, c) }) }},
	} {
		properties[row.key] = r.form.describe(r, row.read).saying(describedKey("a command model", row.key))
	}
	r.form.out = Schema{"$ref": "#/definitions/command-model"}
}

// reachable reports rows that can never count.
func (r *reader) reachable(n *Node, c *rule.Command) {
	if c.Depth > 0 {
		return
	}
	sub := slices.ContainsFunc(c.Verbs, func(v rule.Verb) bool { return len(v.Sub) > 0 }) ||
		slices.ContainsFunc(c.Nested, func(n rule.Nested) bool { return len(n.Sub) > 0 }) ||
		len(c.SubOptions) > 0
	if sub {
		r.errorIn(n, "sub without depth: say how many leading operands are subcommand words")
	}
}

func (r *reader) subOptions(n *Node) (out rule.SubOptions) {
	var options []rule.Option
	seen := r.object(n, "sub_options",
		field{"sub", r.list(&out.Sub)},
		field{"options", r.options(&options)},
	)
	out.Options = rule.LazyOf(options...)
	r.need(n, "sub_options", seen, "sub", "options")
	return out
}

// nested reads a row that says where a command sits. "argv" alone stands for
// {as: argv}.
func (r *reader) nested(n *Node) (out rule.Nested) {
	as := func(n *Node) { word(r, &out.As, "way to nest", nestings[:])(n) }
	r.rowOr(n, func(n *Node) { r.nestedRow(n, &out, as) }, as)
	return out
}

func (r *reader) nestedRow(n *Node, out *rule.Nested, as func(*Node)) {
	seen := r.object(n, "nested",
		field{"sub", r.list(&out.Sub)},
		field{"when", r.list(&out.When)},
		field{"unless", r.list(&out.Unless)},
		field{"skip", r.count(&out.Skip)},
		field{"assign", r.yes(&out.Assign)},
		field{"as", as},
		field{"lang", func(n *Node) { word(r, &out.Lang, "language", rule.TextKinds())(n) }},
		field{"where", func(n *Node) { word(r, &out.Where, "place", append(rule.Wheres[1:], rule.Fresh))(n) }},
		field{"alone", r.yes(&out.Alone)},
		field{"items", r.yes(&out.Items)},
		field{"files", r.list(&out.Files)},
		field{"goals", r.list(&out.Goals)},
		field{"all", r.yes(&out.All)},
		field{"up", r.yes(&out.Up)},
	)
	r.need(n, "nested", seen, "as")
	if out.As == rule.AsRecipe && !slices.Contains(rule.Recipes[:], out.Lang) {
		r.errorIn(n, "as: recipe needs one of these in lang: %s", strings.Join(rule.Recipes[:], ", "))
	}
}

var nestings = [...]string{rule.AsArgv, rule.AsText, rule.AsWord, rule.AsFile, rule.AsStdin, rule.AsSetting, rule.AsScript, rule.AsFiles, rule.AsHooks, rule.AsRecipe}

// setting reads a row about settings. One without an effect exempts its keys
// from the rows behind it.
func (r *reader) setting(n *Node) (out rule.Setting) {
	seen := r.object(n, "settings",
		field{"keys", r.list(&out.Keys)},
		field{"value", r.list(&out.Value)},
		field{"run", r.yes(&out.Run)},
		field{"strip", r.line(&out.Strip)},
		field{"lead", r.line(&out.Lead)},
		field{"programs", r.programs(&out.Programs)},
		field{"do", func(n *Node) { word(r, &out.Do, "effect", rule.Kinds[:])(n) }},
		field{"what", r.line(&out.What)},
	)
	r.need(n, "settings", seen, "keys")
	if !out.Run && (out.Strip != "" || out.Lead != "" || len(out.Programs) > 0) {
		r.errorIn(n, "strip, lead and programs without run: true")
	}
	return out
}

// verb reads one row of effects: conditions, and one effect beside them or a
// list of effects. A row may also change nothing but the command type.
func (r *reader) verb(n *Node, c *rule.Command) (out rule.Verb) {
	var inline rule.Effect
	fields := append(r.effectFields(&inline, c),
		field{"program", r.someOf(&out.Program, c)},
		field{"sub", r.list(&out.Sub)},
		field{"any", r.list(&out.Any)},
		field{"all", r.list(&out.All)},
		field{"none", r.list(&out.None)},
		field{"operand", r.list(&out.Operand)},
		field{"min", r.count(&out.Min)},
		field{"max", r.count(&out.Max)},
		field{"type", func(n *Node) { word(r, &out.Type, "command type", rule.Types[:])(n) }},
		field{"effects", func(n *Node) {
			r.each(n, func(n *Node) {
				var e rule.Effect
				r.need(n, "an effect", r.object(n, "an effect", r.effectFields(&e, c)...), "do")
				out.Effects = append(out.Effects, e)
			})
		}},
	)
	seen := r.object(n, "a verb", fields...)
	has := func(key string) bool { return slices.Contains(seen, key) }
	switch {
	case has("do"):
		out.Effects = append([]rule.Effect{inline}, out.Effects...)
	case has("on") || has("recursive") || has("force") || has("what") || has("scale") || has("source"):
		r.errorIn(n, "a verb needs do beside on, recursive, force, what, scale and source")
	case !has("effects") && !has("type"):
		r.errorIn(n, "a verb needs do, effects or type")
	}
	if out.Max > 0 && out.Min > out.Max {
		r.errorIn(n, "min above max")
	}
	return out
}

func (r *reader) effectFields(e *rule.Effect, c *rule.Command) []field {
	return []field{
		{"do", func(n *Node) { word(r, &e.Do, "effect", rule.Kinds[:])(n) }},
		{"on", r.on(&e.On, c)},
		{"recursive", r.list(&e.Recursive)},
		{"force", r.list(&e.Force)},
		{"what", r.line(&e.What)},
		{"scale", func(n *Node) { word(r, &e.Scale, "scale", []string{"all"})(n) }},
		{"source", r.on(&e.Source, c)},
	}
}

var targets = [...]string{"operands", "first", "last", "init", "rest", "behind", "values", "flag:-x", "stdin", "uploads", "cwd", "clone", "repository", "=path"}

// on reads which words an effect is done to.
func (r *reader) on(to *string, c *rule.Command) func(*Node) {
	return func(n *Node) {
		s, ok := r.text(n)
		flag, isFlag := strings.CutPrefix(s, "flag:")
		switch {
		case !ok:
			return
		case s == "" || slices.Contains(targets[:], s) && s != "flag:-x" && s != "=path":
		case len(s) > 1 && s[0] == '=':
		case !isFlag:
			r.errorIn(n, "unknown target %s%s", display.Quote(s), oneOf(s, targets[:]))
		case !takesValue(c, flag):
			r.errorIn(n, "no option %s with a value: write it as \"%s=\" in options", display.Quote(flag), flag)
		}
		*to = s
	}
}

// takesValue reports whether some option of the model has a value.
func takesValue(c *rule.Command, flag string) bool {
	in := func(list []rule.Option) bool {
		return slices.ContainsFunc(list, func(o rule.Option) bool {
			return o.Arg != rule.NoArg && slices.Contains(o.Names, flag)
		})
	}
	return in(c.Options) || slices.ContainsFunc(c.SubOptions, func(s rule.SubOptions) bool { return in(s.Options.All()) })
}
