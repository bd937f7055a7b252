package store

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/tidwall/gjson"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// This file reads by hand the columns of JSON that hooks read, for the reason
// for which json.go writes them so. A column that cannot be read is nothing.

// reading is a JSON value that is being read, and whether it is one of ours.
type reading struct{ ok bool }

// readColumn reads a column with read.
func readColumn[T any](column string, read func(*reading, gjson.Result) T) T {
	var none T
	if column == "" || !gjson.Valid(column) {
		return none
	}
	r := reading{ok: true}
	value := gjson.Parse(column)
	if v := read(&r, value); r.ok && value.Type != gjson.Null {
		return v
	}
	return none
}

// each visits the members of an object.
func (r *reading) each(v gjson.Result, do func(key string, v gjson.Result)) {
	if v.Type == gjson.Null {
		return
	}
	if r.ok = r.ok && v.IsObject(); r.ok {
		v.ForEach(func(key, v gjson.Result) bool {
			if v.Type != gjson.Null {
				do(key.Str, v)
			}
			return true
		})
	}
}

// readList reads the values of an array, each with read.
func readList[T any](read func(*reading, gjson.Result) T) func(*reading, gjson.Result) []T {
	return func(r *reading, v gjson.Result) []T {
		if r.ok = r.ok && (v.IsArray() || v.Type == gjson.Null); !r.ok || v.Type == gjson.Null {
			return nil
		}
		list := []T{}
		v.ForEach(func(_, v gjson.Result) bool {
			list = append(list, read(r, v))
			return r.ok
		})
		return list
	}
}

func (r *reading) string(v gjson.Result) string {
	r.ok = r.ok && (v.Type == gjson.String || v.Type == gjson.Null)
	return v.Str
}

func (r *reading) text(v gjson.Result) redact.Text { return redact.Clean(r.string(v)) }

func (r *reading) integer(v gjson.Result) int {
	n, err := strconv.Atoi(v.Raw)
	r.ok = r.ok && err == nil
	return n
}

func (r *reading) flag(v gjson.Result) bool {
	r.ok = r.ok && v.IsBool()
	return v.Type == gjson.True
}

func (r *reading) time(v gjson.Result) (t time.Time) {
	err := t.UnmarshalJSON([]byte(v.Raw))
	t = t.UTC()
	r.ok = r.ok && err == nil && t.Year() >= 0 && t.Year() <= 9999 // in UTC, as it is written again
	return t
}

func (r *reading) error(v gjson.Result) (e memory.Error) {
	r.each(v, func(key string, v gjson.Result) {
		switch key {
		case "class":
			e.Class = r.string(v)
		case "rule":
			e.Rule = r.string(v)
		case "signature":
			e.Signature = r.string(v)
		case "line":
			e.Line = r.text(v)
		case "shape":
			e.Shape = r.text(v)
		}
	})
	return e
}

func (r *reading) step(v gjson.Result) (s memory.Step) {
	r.each(v, func(key string, v gjson.Result) {
		switch key {
		case "text":
			s.Text = r.text(v)
		case "edit":
			s.Edit = r.flag(v)
		}
	})
	return s
}

func (r *reading) check(v gjson.Result) *memory.Check {
	var c memory.Check
	r.each(v, func(key string, v gjson.Result) {
		switch key {
		case "tool":
			c.Tool = r.string(v)
		case "kind":
			c.Kind = r.string(v)
		case "key":
			c.Key = r.string(v)
		case "all":
			c.All = r.flag(v)
		case "failed":
			c.Failed = r.flag(v)
		case "masked":
			c.Masked = r.flag(v)
		case "tests":
			c.Tests = readList((*reading).text)(r, v)
		case "files":
			c.Files = readList((*reading).text)(r, v)
		case "lines":
			c.Lines = r.text(v)
		case "seen":
			c.Seen = r.sighting(v)
		case "flaky":
			c.Flaky = r.flag(v)
		}
	})
	return &c
}

func (r *reading) sighting(v gjson.Result) *memory.Sighting {
	var s memory.Sighting
	r.each(v, func(key string, v gjson.Result) {
		switch key {
		case "command":
			s.Command = r.text(v)
		case "cwd":
			s.Cwd = r.string(v)
		case "tree":
			s.Tree = r.string(v)
		case "branch":
			s.Branch = r.string(v)
		case "commit":
			s.Commit = r.string(v)
		case "ended":
			s.Ended = r.time(v)
		}
	})
	return &s
}

func (r *reading) summary(v gjson.Result) *memory.Summary {
	var s memory.Summary
	r.each(v, func(key string, v gjson.Result) {
		switch key {
		case "until":
			s.Until = r.time(v)
		case "commands":
			s.Commands = r.integer(v)
		case "failures":
			s.Failures = r.integer(v)
		case "fixes":
			s.Fixes = r.integer(v)
		case "lessons":
			s.Lessons = r.integer(v)
		case "blocked":
			s.Blocked = r.integer(v)
		}
	})
	return &s
}

// decodeColumn reads a column that hooks seldom read.
func decodeColumn[T any](column string) T {
	var v, none T
	if column == "" || json.Unmarshal([]byte(column), &v) != nil {
		return none
	}
	return v
}
