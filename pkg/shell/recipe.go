package shell

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/recipes"
	"github.com/ctxhook/ctxhook/pkg/rule"
)

// recipe follows the commands that a task runner runs by a file of recipes.
func (r *runner) recipe(n *rule.Nested) {
	if r.f.opt.Files == nil && r.w.written().none() && !r.x.in.Known {
		return // there is no file to be read
	}
	c := *r.call()
	if c.Args.Has(c.Model.Harmless...) {
		return
	}
	book := recipeBook{runner: r.in(r.st), dir: c.Cwd, at: r.st.fork(), lang: n.Lang, from: map[string][]int{}, disk: map[string]*onDisk{}}
	book.at.cwd = c.Cwd
	order := recipes.Order{Kind: n.Lang, Files: recipeFiles(&c, n), Words: r.recipeWords(n), All: n.All || len(n.Goals) > 1, Env: book.env, Text: book.text}
	for _, command := range recipes.Read(order) {
		book.follow(&command)
		if f := book.disk[command.File]; f != nil && !r.w.spendOn(&f.textFile, 1) {
			r.w.leaveRest(&f.textFile, f.lineStart(command.Line), r.x.span)
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
	dir  Dir
	at   *state // in that directory
	lang string
	from map[string][]int   // what wrote those that the text itself wrote
	disk map[string]*onDisk // the others
}

// env returns the value of a variable.
func (b *recipeBook) env(name string) (string, bool) {
	v, ok := b.x.variable(name, b.st)
	return b.w.textOf(v), ok
}

// text returns the text of a file.
func (b *recipeBook) text(name string) (string, bool) {
	if name == "-" {
		return b.w.textOf(b.x.in.Text), b.x.in.Known
	}
	file := lit(name)
	f := b.f.onDisk(b.i, file, b.at)
	if o, wrote := b.w.written().read(file, b.at); f == nil && wrote {
		if o.known {
			b.from[name] = o.from
			text := b.w.textOf(o.word)
			return text, b.w.spend(len(text) / codeOfStep)
		}
		b.record(Run{Lang: b.lang, File: &file, From: o.from})
		files := b.f.passedOn(o.from)
		if len(files) != 1 {
			return "", true // it is there
		}
		f = files[0]
	}
	if f == nil {
		return "", false
	}
	b.disk[name] = f
	return f.text, b.w.spendOn(&f.textFile, len(f.text)/codeOfStep)
}

// follow follows a command of a recipe, unless it is being followed.
func (b *recipeBook) follow(command *recipes.Command) {
	r, f := b.runner, b.disk[command.File]
	key := command.File + "\x00" + command.Text
	switch {
	case r.f.reading[key]:
		return
	case f != nil && len(r.f.reading) >= maxFileDepth:
		r.w.leave(&f.textFile, "recipes run each other too deeply to follow")
		return
	}
	defer r.f.follows(key)()
	in := r.st.inside(r.call().Program, r.i, "")
	in.cwd = b.dir
	if dir, ok := r.w.document(command.Dir, in); ok && command.Dir != "" {
		in.cwd = Dir{Path: b.dir.Join(dir)}
	}
	for _, v := range command.Env {
		if value, ok := r.w.document(v.Value, in); ok {
			in.setWord(v.Name, value)
		}
	}
	run := r.bare(r.x.span, in)
	if f == nil {
		run.text(lit(command.Text), command.Lang, b.from[command.File])
	} else {
		at := f.at(r.x.span, command)
		before := r.w.enter(at)
		run.program(lit(command.Text), command.Lang, at)
		r.w.goBack(before)
	}
	r.st.takeMade(in) // by an earlier command of the recipe
}

// at places the text of a command in the file of recipes that it stands in.
func (f *onDisk) at(whole Span, command *recipes.Command) spanMap {
	if command.Rows && strings.Contains(command.Text, "\n") {
		above := strings.Repeat("\n", command.Line-1)
		return inFile(&f.with(above+command.Text).textFile, whole).behind(len(above))
	}
	return onLine(&f.textFile, whole, command.Line)
}

// recipeFiles returns the names of the file of recipes that a row speaks of.
func recipeFiles(c *Call, n *rule.Nested) []string {
	if f := c.Args.withRole(rule.RoleFile + ":" + n.Lang); f != nil {
		return []string{f.Value.String()}
	}
	names, up := n.Files, n.Up
	for k := range c.Model.Nested {
		if first := &c.Model.Nested[k]; len(names) == 0 && first.As == rule.AsRecipe && first.Lang == n.Lang {
			names, up = first.Files, first.Up
		}
	}
	if !up {
		return names
	}
	var all []string
	for dir, k := "", 0; k <= maxUp; dir, k = dir+"../", k+1 {
		for _, name := range names {
			all = append(all, dir+name)
		}
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
	dashes := c.Args.Has("--")
	for k, v := range c.Args.Operands {
		if dashes && k == c.Args.Front {
			words = append(words, "--")
		}
		if k >= n.Skip {
			words = append(words, r.w.textOf(v))
		}
	}
	return words
}

// ownScripts follows the scripts that npm pkg set has written before.
func (r *runner) ownScripts(c *Call, words []string) {
	for _, n := range words[:min(len(words), 2)] {
		for _, name := range []string{"pre" + n, n, "post" + n} {
			if o, ok := r.w.written().read(lit("package.json#"+name), r.st); ok && o.known {
				in := r.st.inside(c.Program, r.i, "")
				in.cwd = c.Cwd
				r.bare(r.x.span, in).text(o.word, "", o.from)
			}
		}
	}
}
