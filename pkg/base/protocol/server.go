package protocol

import (
	"slices"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"github.com/ctxhook/ctxhook/pkg/base/unread"
)

// Argument is an argument of a tool that is no shell. A list or an object is there by its
// name, and so is what is in it.
type Argument struct {
	Name string // in small letters, without what joins words: resourcetype
	Text string
}

// fetchTool is Claude Code's tool that reads an address.
const fetchTool = "WebFetch"

// The bounds of the arguments that are read: how many, and how many bytes, each counted
// once for every object and list that it stands in.
const (
	maxArguments = 20_000
	maxWalked    = 64 << 20
)

// given lists the arguments of a tool, however deep they are. What is beyond the bounds is
// unread.
func (f *fields) given(v gjson.Result, deep int) {
	if !v.IsObject() && !v.IsArray() {
		return
	}
	if f.walked += len(v.Raw); f.walked > maxWalked || deep == maxDepth {
		f.leave("it is nested too deeply")
		return
	}
	v.ForEach(func(key, v gjson.Result) bool {
		c := &f.call
		if len(c.Given) >= maxArguments {
			f.leave("it has too many arguments")
			return false
		}
		name := joined(key.Str)
		if v.IsArray() && name != "" {
			v.ForEach(func(_, item gjson.Result) bool { // a list has its name
				if !item.IsObject() && !item.IsArray() {
					c.Given = append(c.Given, Argument{name, item.String()})
				}
				return true
			})
		}
		switch {
		case !v.IsObject() && !v.IsArray():
			if name != "" && v.Type != gjson.Null {
				c.Given = append(c.Given, Argument{name, v.String()})
			}
		case name != "" && v.IsObject() && strings.ContainsRune(v.Raw, '"'):
			c.Given = append(c.Given, Argument{name, ""})
			f.given(v, deep+1)
		default:
			f.given(v, deep+1)
		}
		return true
	})
}

// leave notes that a part of a call is unread.
func (f *fields) leave(why string) {
	if f.call.Unread.Reason == unread.No {
		f.call.Unread = unread.Part{Reason: unread.Long, Say: why}
	}
}

func joined(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == '.' || r == ' ' || r == '=' {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// ToolWords returns the words in the name of a tool, in small letters, and its server: of
// mcp__github__delete_repository they are delete and repository of github.
func (c *Call) ToolWords() (words []string, server string) {
	name := c.RawTool
	if rest, ok := strings.CutPrefix(name, serverTool); ok {
		if server, name, ok = strings.Cut(rest, "__"); !ok {
			server, name = "", rest
		}
	}
	words = NameWords(name)
	server = strings.ToLower(server)
	if len(words) > 1 && strings.Contains(server, words[0]) {
		server, words = words[0], words[1:] // slack_post_message of slack
	}
	return words, server
}

// Makes reports whether a tool of a server makes something, by its name.
func (c *Call) Makes() bool {
	words, _ := c.ToolWords()
	return c.Tool == Server && slices.ContainsFunc(words, func(w string) bool { return w == "create" || w == "new" || w == "launch" || w == "init" })
}

// NameWords returns the words that a name is made of, in small letters: those of
// deleteRepository are delete and repository.
func NameWords(name string) (words []string) {
	var b strings.Builder
	end := func() {
		if b.Len() > 0 {
			words = append(words, strings.ToLower(b.String()))
			b.Reset()
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end()
			continue
		case unicode.IsUpper(r) && i > 0 && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsUpper(runes[i-1]) && unicode.IsLower(runes[i+1])):
			end()
		}
		b.WriteRune(r)
	}
	end()
	return words
}

// Line returns what a tool of a server is told as a line, by which users allow it.
func (c *Call) Line() string {
	var b strings.Builder
	b.WriteString(c.RawTool)
	for _, a := range c.Given {
		if a.Text != "" {
			b.WriteString(" " + a.Name + "=" + a.Text)
		}
	}
	return b.String()
}
