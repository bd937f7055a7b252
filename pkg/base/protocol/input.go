package protocol

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// input reads the input of a tool: an object, or one written as a string.
func (f *fields) input(v gjson.Result, left int) {
	if left == 0 {
		if v.IsObject() {
			f.leave("it is nested too deeply")
		}
		return
	}
	if v.Type == gjson.String {
		if inner := gjson.Parse(v.Str); shallow(v.Str) && gjson.Valid(v.Str) && inner.IsObject() {
			v = inner
		} else {
			f.add(v.Str)
			return
		}
	}
	if !v.IsObject() {
		return
	}
	v.ForEach(func(key, v gjson.Result) bool {
		if !f.field(key.Str, v, left-1) {
			switch key.Str {
			case "cwd", "Cwd", "workdir", "working_dir", "working_directory", "directory", "dir_path":
				first(&f.inputCwd, v)
			case "description":
				first(&f.task.description, v)
			case "prompt":
				first(&f.task.prompt, v)
			case "subagent_type":
				first(&f.task.kind, v)
			case "dangerouslyDisableSandbox":
				f.call.Unsandboxed = f.call.Unsandboxed || v.Type == gjson.True
			case "env_vars":
				f.environment(v)
			}
		}
		return true
	})
	f.flush()
}

// field reads the fields of a tool's input that some agents put at the top
// level, and reports whether this was one.
func (f *fields) field(key string, v gjson.Result, left int) bool {
	switch key {
	case "command":
		f.undecoded = f.undecoded || v.Type == gjson.Null || v.IsArray() && len(v.Array()) == 0
		f.command(v)
	case "cmd", "command_line", "commandLine", "CommandLine", "script":
		f.command(v)
	case "commands":
		f.commands(v, left)
	case "args", "arguments":
		f.args = append(f.args, strs(v)...)
	case "file_path", "filePath", "path", "notebook_path", "target_file":
		if v.Type == gjson.String && v.Str != "" {
			f.call.Paths = append(f.call.Paths, v.Str)
		}
	case "content", "contents", "file_text":
		first(&f.call.Text, v)
		f.cutText(v)
	case "output_mode":
		f.names = v.Str != "content"
	case "old_string", "oldString", "old_str":
		f.edit.Old = v.Str
	case "new_string", "newString", "new_str", "new_source":
		f.edit.New = v.Str
		f.cutText(v)
	case "replace_all", "replaceAll":
		f.edit.All = v.Type == gjson.True
	case "edits":
		f.edits(v, left)
	default:
		return false
	}
	return true
}

// cutText notes that a text which goes into a file was too long to be read to its end.
func (f *fields) cutText(v gjson.Result) {
	f.call.CutText = f.call.CutText || len(v.Raw) >= maxWritten-utf8.UTFMax-len(`\u0000`)
}

// environment reads the variables of an envelope.
func (f *fields) environment(v gjson.Result) {
	if !v.IsObject() {
		return
	}
	v.ForEach(func(key, v gjson.Result) bool {
		if v.Type == gjson.String && len(f.call.Env) < maxEnv {
			f.call.Env = append(f.call.Env, Var{key.String(), v.Str})
		}
		return true
	})
}

// maxEnv bounds the variables that are read.
const maxEnv = 4096

// command takes a command: text, or an argument vector.
func (f *fields) command(v gjson.Result) {
	switch {
	case v.Type == gjson.String:
		f.add(v.Str)
		f.program = v.Str
	case v.IsArray():
		if argv := strs(v); len(argv) > 0 {
			f.add(shellJoin(argv))
		}
	case v.IsObject():
		f.input(v, 1)
		f.undecoded = f.undecoded || len(f.call.Commands) == 0
	case v.Type != gjson.Null:
		f.undecoded = true
	}
}

// commands takes a list of commands, which one agent also sends as a string
// that holds a JSON list.
func (f *fields) commands(v gjson.Result, left int) {
	if v.Type == gjson.String {
		if inner := gjson.Parse(v.Str); shallow(v.Str) && gjson.Valid(v.Str) && inner.IsArray() {
			v = inner
		} else {
			f.add(v.Str)
			return
		}
	}
	v.ForEach(func(_, v gjson.Result) bool {
		f.input(v, left)
		return true
	})
}

// edits takes a list of replacements in one file.
func (f *fields) edits(v gjson.Result, left int) {
	if !v.IsArray() {
		return
	}
	v.ForEach(func(_, v gjson.Result) bool {
		if len(f.call.Edits) >= maxEdits {
			f.leave("it has too many edits")
			return false
		}
		f.input(v, left)
		return true
	})
}

// maxEdits bounds the replacements that are read.
const maxEdits = 1000

// flush adds what is spread over several fields: a program with a separate list
// of arguments as one command, and a replacement.
func (f *fields) flush() {
	if f.edit != (Replacement{}) {
		f.call.Edits = append(f.call.Edits, f.edit)
		f.edit = Replacement{}
	}
	if f.program != "" && len(f.args) > 0 {
		f.add(f.program + " " + shellJoin(f.args))
	}
	f.program, f.args = "", nil
}

// add notes a command once. In a very long list only the latest are compared.
func (f *fields) add(command string) {
	const near = 64
	if strings.TrimSpace(command) == "" {
		return
	}
	known := f.call.Commands
	if slices.Contains(known[max(0, len(known)-near):], command) {
		return
	}
	f.call.Commands = append(known, command)
}
