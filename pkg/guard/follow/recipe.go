package follow

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/interpret"
	"github.com/ctxhook/ctxhook/pkg/guard/recipes"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// recipe follows the commands that a task runner runs by a file of recipes.
func (r *runner) recipe(n *rule.Nested) {
	if r.f.opt.Files == nil && r.w.Written().None() && !r.x.In.Known {
		return // there is no file to be read
	}
	c := *r.call()
	if c.Args.Has(c.Model.Harmless...) || n.Lang == "manifests" && LocalContext(&c) {
		return
	}
	book := recipeBook{runner: r.in(r.st), dir: c.Cwd, at: r.st.Fork(), lang: n.Lang, from: map[string][]int{}, disk: map[string]*onDisk{}}
	book.at.Cwd = c.Cwd
	order := recipes.Order{Kind: n.Lang, Files: r.recipeFiles(n), Words: r.recipeWords(n), All: n.All || len(n.Goals) > 1, Env: book.env, Text: book.text,
		Only: members(&c, n), Names: func(pattern string) []string { return r.matching([]string{pattern}) }}
	for _, command := range recipes.Read(order) {
		book.follow(&command)
		if f := book.disk[command.File]; f != nil && !r.w.SpendOn(&f.FileText, 1) {
			r.w.LeaveRest(&f.FileText, f.LineStart(command.Line), r.x.Span)
			break
		}
	}
	if n.Lang == "package" {
		r.ownScripts(&c, order.Words)
	}
}

// recipeBook is the files of recipes that a call reads.
type recipeBook struct {
	*runner
	dir  shell.Dir
	at   *interpret.State // in that directory
	lang string
	from map[string][]int   // what wrote those that the text itself wrote
	disk map[string]*onDisk // the others
}

// env returns the value of a variable.
func (b *recipeBook) env(name string) (string, bool) {
	v, ok := b.x.Variable(name, b.st)
	return b.w.TextOf(v), ok
}

// text returns the text of a file.
func (b *recipeBook) text(name string) (string, bool) {
	if name == "-" {
		return b.w.TextOf(b.x.In.Text), b.x.In.Known
	}
	file := shell.LitWord(name)
	f := b.f.onDisk(b.i, file, b.at)
	if o, wrote := b.w.Written().Read(file, b.at); f == nil && wrote {
		if o.Known {
			b.from[name] = o.From
			text := b.w.TextOf(o.Word)
			return text, b.w.Spend(len(text) / shell.CodeOfStep)
		}
		b.record(shell.Run{Lang: b.lang, File: &file, From: o.From})
		files := b.f.passedOn(o.From)
		if len(files) != 1 {
			return "", true // it is there
		}
		f = files[0]
	}
	if f == nil {
		if f = b.unread(file); f == nil {
			return "", false
		}
	}
	if b.lang == "workflow" || b.lang == "dockerfile" || b.lang == "manifests" { // it runs in containers
		f = f.with(f.Text)
		f.Unasked = true
	}
	b.disk[name] = f
	ok := b.w.SpendOn(&f.FileText, len(f.Text)/bytesOfRecipe)
	if !ok && !b.f.opt.Files.Committed(f.Path) {
		b.f.unread(unread.Long, f, "is too long to check", b.x.Span)
	}
	return f.Text, ok
}

// bytesOfRecipe is how many bytes of a file of recipes are read in a step; the commands in
// it count by themselves.
const bytesOfRecipe = 8

// unread returns a file that is longer than scripts are, and notes one that could not be
// read in time, or is one of too many; nil: there is none.
func (b *recipeBook) unread(file shell.Word) *onDisk {
	name, ok := b.at.Cwd.Resolve(b.at.Followed(file, true))
	if !ok || b.f.opt.Files == nil || b.at.Where != "" || b.w.Written().IsGone(name) {
		return nil
	}
	switch f := b.f.disk.lookUp(b.i, name); {
	case f == nil:
	case f.why.Reason == unread.Long && f.Text != "":
		return f
	case f.why.Reason == unread.Long && !b.f.opt.Files.Committed(f.Path):
		b.f.unread(unread.Long, f, "is too long to check", b.x.Span)
	case f.why.Reason == unread.Late:
		b.f.unread(unread.Late, f, "could not be read in time", b.x.Span)
	case f.why.Reason == unread.Many:
		b.f.unread(unread.Many, f, "is one of too many to check", b.x.Span)
	}
	return nil
}

// follow follows a command of a recipe, unless it is being followed.
func (b *recipeBook) follow(command *recipes.Command) {
	r, f := b.runner, b.disk[command.File]
	key := command.File + "\x00" + command.Text
	switch {
	case r.f.reading[key]:
		return
	case f != nil && len(r.f.reading) >= maxFileDepth:
		r.f.unread(unread.Deep, f, "is too deep among recipes that run each other", r.x.Span)
		return
	}
	defer r.f.follows(key)()
	in := r.st.Inside(r.call().Program, r.i, command.Where)
	if command.Where == "" {
		in.Cwd = b.dir
	}
	if dir, ok := r.w.Document(command.Dir, in); ok && command.Dir != "" {
		in.Cwd = shell.Dir{Path: b.dir.Join(dir)}
	}
	for _, v := range command.Env {
		if value, ok := r.w.Document(v.Value, in); ok {
			in.SetWord(v.Name, value)
		}
	}
	run := r.bare(r.x.Span, in)
	if f == nil {
		run.text(shell.LitWord(command.Text), command.Lang, b.from[command.File])
	} else {
		at := f.at(r.x.Span, command)
		before := r.f.at.Enter(at)
		run.program(shell.LitWord(command.Text), command.Lang, at)
		r.f.at.GoBack(before)
	}
	r.st.TakeMade(in) // by an earlier command of the recipe
}

// at places the text of a command in the file of recipes that it stands in.
func (f *onDisk) at(whole shell.Span, command *recipes.Command) interpret.Position {
	if command.Rows && strings.Contains(command.Text, "\n") {
		above := strings.Repeat("\n", command.Line-1)
		return interpret.InFile(&f.with(above+command.Text).FileText, whole).Behind(len(above))
	}
	return interpret.OnLine(&f.FileText, whole, command.Line)
}

// recipeFiles returns the names that the recipe file of a row may have.
func (r *runner) recipeFiles(n *rule.Nested) []string {
	c := r.call()
	var given []string
	for k := range c.Args.Flags {
		if f := &c.Args.Flags[k]; f.Option != nil && f.Option.Role == rule.RoleFile+":"+n.Lang && f.Value != nil {
			given = append(given, f.Value.String())
		}
	}
	if given != nil {
		return r.matching(given)
	}
	names, up := n.Files, n.Up
	for k := range c.Model.Nested {
		if first := &c.Model.Nested[k]; len(names) == 0 && first.As == rule.AsRecipe && first.Lang == n.Lang {
			names, up = first.Files, first.Up
		}
	}
	if !up {
		return r.matching(globs(c, &rule.Nested{Files: names}))
	}
	var all []string
	for dir, k := "", 0; k <= maxUp; dir, k = dir+"../", k+1 {
		for _, name := range names {
			all = append(all, dir+name)
		}
	}
	return all
}

// matching returns names with those in place of a pattern that it matches.
func (r *runner) matching(names []string) (all []string) {
	for _, name := range names {
		if !strings.ContainsAny(name, "*?[") {
			all = append(all, name)
			continue
		}
		in := r.in(r.st.Fork())
		in.st.Cwd = r.call().Cwd
		all = append(all, in.named(shell.LitWord(name))...)
	}
	return all
}

// maxUp is how many directories above are looked at.
const maxUp = 4

// recipeWords returns the goals of a row, and what is passed on to them.
func (r *runner) recipeWords(n *rule.Nested) []string {
	c := r.call()
	words := append([]string(nil), n.Goals...)
	if len(n.Sub) == 0 && len(n.Goals) == 0 {
		words = append(words, c.Args.Sub...)
	}
	if len(n.Goals) > 1 {
		return words
	}
	for k := range c.Args.Flags {
		if f := &c.Args.Flags[k]; f.Option != nil && f.Option.Role == rule.RoleGoal && f.Value != nil {
			words = append(words, r.w.TextOf(*f.Value))
		}
	}
	dashes := c.Args.Has("--")
	for k, v := range c.Args.Operands {
		if dashes && k == c.Args.Front {
			words = append(words, "--")
		}
		if k >= n.Skip {
			words = append(words, r.w.TextOf(v))
		}
	}
	return words
}

// members returns the members of a workspace that a call asks for: values of options, and
// the operands that stand before a goal.
func members(c *shell.Call, n *rule.Nested) (names []string) {
	for k := range c.Args.Flags {
		if f := &c.Args.Flags[k]; f.Option != nil && f.Option.Role == rule.RoleMember && f.Value != nil {
			names = append(names, strings.Split(f.Value.String(), ",")...)
		}
	}
	for k, v := range c.Args.Operands[:min(n.Skip, len(c.Args.Operands))] {
		ofSub := func(sub string) bool { words := strings.Fields(sub); return k+1 < len(words) && v.Is(words[k+1]) }
		if !slices.ContainsFunc(n.Sub, ofSub) { // workspaces foreach run
			names = append(names, v.String())
		}
	}
	return names
}

// ownScripts follows the scripts that npm pkg set has written before.
func (r *runner) ownScripts(c *shell.Call, words []string) {
	for _, n := range words[:min(len(words), 2)] {
		for _, name := range []string{"pre" + n, n, "post" + n} {
			if o, ok := r.w.Written().Read(shell.LitWord("package.json#"+name), r.st); ok && o.Known {
				in := r.st.Inside(c.Program, r.i, "")
				in.Cwd = c.Cwd
				r.bare(r.x.Span, in).text(o.Word, "", o.From)
			}
		}
	}
}
