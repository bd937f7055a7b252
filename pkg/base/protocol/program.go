package protocol

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// programs lists the program texts among the arguments of a server's tool, also
// those of objects and lists in them. Keys say what a text is, and where they do
// not, the name of the tool does. What a terminal runs are commands.
func (f *fields) programs() {
	c := &f.call
	c.Commands, f.walked = nil, 0
	f.programsIn(f.unquoted(f.arguments), strings.ToLower(c.RawTool), 0)
	if !shellLike(c.RawTool) {
		return
	}
	c.Programs = slices.DeleteFunc(c.Programs, func(p Program) bool {
		if p.Lang == "shell" {
			c.Commands = append(c.Commands, p.Text)
		}
		return p.Lang == "shell"
	})
}

func (f *fields) programsIn(v gjson.Result, tool string, deep int) {
	if !v.IsObject() && !v.IsArray() {
		return
	}
	if f.walked += len(v.Raw); f.walked > maxWalked || deep == maxDepth {
		f.leave("it is nested too deeply")
		return
	}
	lang := ""
	for _, key := range [...]string{"language", "lang", "runtime"} {
		if s := v.Get(key); v.IsObject() && s.Type == gjson.String {
			lang = languageNamed(strings.ToLower(s.Str))
		}
	}
	v.ForEach(func(key, v gjson.Result) bool {
		if v.Type != gjson.String {
			if words := strs(v); v.IsArray() && len(words) > 0 && v.Get("0").Type == gjson.String {
				switch lang := languageOf(key.Str, lang, tool, words[0]); {
				case lang == "shell" && key.Str != "commands":
					f.addProgram(lang, shellJoin(words))
				case lang != "":
					for _, text := range words {
						f.addProgram(lang, text)
					}
				}
				return true
			}
			f.programsIn(v, tool, deep+1)
			return true
		}
		f.addProgram(languageOf(key.Str, lang, tool, v.Str), v.Str)
		return true
	})
}

func (f *fields) addProgram(lang, text string) {
	if lang != "" && strings.TrimSpace(text) != "" {
		f.call.Programs = append(f.call.Programs, Program{lang, text})
	}
}

// languageOf returns the language of an argument by its key, by what stands
// beside it, by the name of the tool and by how it begins; "" where it is no program.
func languageOf(key, lang, tool, text string) string {
	switch key = joined(key); key {
	case "command", "cmd", "commandline", "cmdline", "commands", "cmds", "shellcommand", "clicommand", "bashcommand", "terminalcommand", "remotecommand",
		"cmdstring", "commandstring", "commandtext", "commandtorun", "commandtoexecute", "shellscript", "bashscript":
		if strings.Contains(tool, "redis") || strings.Contains(tool, "valkey") || strings.Contains(tool, "mongo") {
			return "sql" // whose reader knows their commands as well
		}
		return "shell"
	case "sql", "statement", "statements", "sqls", "sqlquery", "sqlstatement", "sqlstatements", "sqltext", "rawsql", "queries":
		return "sql"
	case "mutation", "graphql", "graphqlquery", "document":
		if graphQL(text) {
			return "body"
		}
	case "query":
		if graphQL(text) {
			return "body"
		}
		if languageNamed(tool) == "sql" || !looksUp(tool) {
			return "sql"
		}
	case "function", "expression", "fn", "js", "javascript":
		if lang := languageNamed(tool); lang == "javascript" {
			return lang
		}
	case "script", "code", "source", "program":
		switch {
		case lang != "":
			return lang
		case languageNamed(tool) != "":
			return languageNamed(tool)
		case key == "script":
			return "shell"
		case key == "code":
			return "python"
		}
	}
	return ""
}

// graphQL reports whether a text is a document of GraphQL that changes something.
func graphQL(text string) bool {
	return strings.Contains(text, "mutation") && strings.Contains(text, "{")
}

// languageNamed returns the language that a name speaks of, or "".
func languageNamed(name string) string {
	switch name {
	case "js", "ts":
		return "javascript"
	case "py":
		return "python"
	case "sh", "zsh":
		return "shell"
	}
	for _, row := range [...]struct{ part, lang string }{
		{"python", "python"}, {"jupyter", "python"}, {"notebook", "python"}, {"applescript", "applescript"}, {"osascript", "applescript"},
		{"powershell", "powershell"}, {"pwsh", "powershell"}, {"javascript", "javascript"}, {"typescript", "javascript"}, {"node", "javascript"},
		{"playwright", "javascript"}, {"puppeteer", "javascript"}, {"browser", "javascript"}, {"chrome", "javascript"}, {"evaluate", "javascript"},
		{"ruby", "ruby"}, {"perl", "perl"}, {"php", "php"}, {"sql", "sql"}, {"postgres", "sql"}, {"supabase", "sql"}, {"sqlite", "sql"},
		{"bigquery", "sql"}, {"snowflake", "sql"}, {"clickhouse", "sql"}, {"duckdb", "sql"}, {"database", "sql"},
		{"bash", "shell"}, {"shell", "shell"}, {"terminal", "shell"}, {"ssh", "shell"},
	} {
		if strings.Contains(name, row.part) {
			return row.lang
		}
	}
	return ""
}

// looksUp reports whether a tool searches texts by its name: its query is words.
func looksUp(tool string) bool {
	for _, part := range [...]string{"search", "find", "docs", "lookup", "fetch", "graph", "web", "log", "list", "browse"} {
		if strings.Contains(tool, part) {
			return true
		}
	}
	return false
}
