package rulefile

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Schema is a part of a JSON schema, for editors.
type Schema map[string]any

// NewSchema returns the JSON schema of the files in a directory of rules: rules,
// and models of programs. It is made by the functions that read such files, so
// it has their keys and words. It allows more than they do where a value depends
// on another.
func NewSchema() Schema {
	f := &form{defs: Schema{}}
	r := &reader{form: f}
	asRule := f.describe(r, func(n *Node) { r.rule(n, &rule.Rule{ID: UserPack + "/x"}) })
	asModel := f.describe(r, func(n *Node) { r.command(n, &rule.Command{}) })
	return Schema{
		"$schema":     "http://json-schema.org/draft-07/schema#",
		"title":       "A rule of ctxhook, or its model of a program",
		"if":          Schema{"required": []string{"program"}},
		"then":        asModel,
		"else":        asRule,
		"definitions": f.defs,
	}
}

// WrappersSchema returns the schema of a list of wrappers.
func WrappersSchema() Schema {
	f := &form{defs: Schema{}}
	r := &reader{form: f}
	item := f.describe(r, func(n *Node) { r.wrapper(n) })
	row := f.defs["wrapper"]
	item = Schema{"anyOf": []any{item["anyOf"].([]Schema)[0], row}}
	return Schema{"anyOf": []any{item, Schema{"type": "array", "items": item}, Schema{"type": "null"}}}
}

// saying returns a schema with what it is for, which editors show.
func (s Schema) saying(text string) Schema {
	if text == "" {
		return s
	}
	if _, ref := s["$ref"]; ref { // beside which nothing else counts
		return Schema{"allOf": []Schema{s}, "description": text}
	}
	s["description"] = text
	return s
}

// form collects what a reader would read.
type form struct {
	defs Schema // of objects, by what they are
	out  Schema // of the value that was described last
	last Schema // the definition of the object that was described last
}

// describe returns what a function reads; anything, when it does not say.
func (f *form) describe(r *reader, read func(*Node)) Schema {
	f.out = nil
	read(nil)
	if f.out == nil {
		return Schema{}
	}
	return f.out
}

// object describes a mapping. What is described already, such as a condition in
// a condition, is referred to.
func (f *form) object(r *reader, what string, fields []field) {
	name := strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(what, "a "), "an "), " ", "-")
	if _, ok := f.defs[name]; !ok {
		properties := Schema{}
		f.defs[name] = Schema{"type": "object", "additionalProperties": false, "properties": properties}
		for _, field := range fields {
			properties[field.name] = f.describe(r, field.read).saying(describedKey(what, field.name))
		}
	}
	f.last = f.defs[name].(Schema)
	f.out = Schema{"$ref": "#/definitions/" + name}
}

// each describes a list, which may be written as its only item.
func (f *form) each(r *reader, read func(*Node)) {
	item := f.describe(r, read)
	f.out = Schema{"anyOf": []Schema{item, {"type": "array", "minItems": 1, "items": item}}}
}

// rowOr reads a mapping with row, and anything else with short.
func (r *reader) rowOr(n *Node, row, short func(*Node)) {
	if r.form != nil {
		r.form.out = Schema{"anyOf": []Schema{r.form.describe(r, short), r.form.describe(r, row)}}
		return
	}
	if n.isMap() {
		row(n)
		return
	}
	short(n)
}
