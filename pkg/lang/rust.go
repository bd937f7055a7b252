package lang

var rust = syntax{
	lang:  "rust",
	rows:  rustRows,
	line:  []string{"//"},
	block: cBlock,
	quotes: []quote{
		{open: `r#"`, close: `"#`, lines: true},
		{open: `"`, close: `"`, escape: 'c', lines: true},
	},
	member:  []string{".", "::"},
	not:     []string{"return", "if", "else", "while", "loop", "match", "let", "mut", "unsafe", "move", "pub", "async", "await"},
	declare: []string{"struct", "enum", "mod", "trait", "impl", "use"},
}

// rustRows are what functions of Rust's library do, sorted by name.
var rustRows = []row{
	{name: "Command.new", fold: foldRustCommand},
	{name: "File.create", do: "tee %1"},
	{name: "TcpStream.connect", do: "#connect", gives: "sock"},
	{name: "env.var", fold: foldEnv},
	{name: "fs.remove_dir", do: "rmdir %1"},
	{name: "fs.remove_dir_all", do: "rm -rf %1"},
	{name: "fs.remove_file", do: "rm %1"},
	{name: "fs.rename", do: "mv %1 %2"},
	{name: "fs.write", do: "tee %1"},
	{name: "process.Command.new", fold: foldRustCommand},
	{name: "rust.Command.arg", fold: foldRustArg},
	{name: "rust.Command.args", fold: foldRustArg},
	{name: "rust.Command.current_dir", fold: foldSelf},
	{name: "rust.Command.env", fold: foldSelf},
	{name: "rust.Command.exec", do: "& %s"},
	{name: "rust.Command.output", do: "& %s"},
	{name: "rust.Command.spawn", do: "& %s"},
	{name: "rust.Command.status", do: "& %s"},
	{name: "rust.Command.stderr", fold: foldSelf},
	{name: "rust.Command.stdin", fold: foldSelf},
	{name: "rust.Command.stdout", fold: foldSelf},
	{name: "std.env.var", fold: foldEnv},
	{name: "std.fs.File.create", do: "tee %1"},
	{name: "std.fs.remove_dir_all", do: "rm -rf %1"},
	{name: "std.fs.remove_file", do: "rm %1"},
	{name: "std.fs.rename", do: "mv %1 %2"},
	{name: "std.fs.write", do: "tee %1"},
	{name: "std.net.TcpStream.connect", do: "#connect", gives: "sock"},
	{name: "std.process.Command.new", fold: foldRustCommand},
}

// foldRustCommand is a command that arguments are added to before it is started.
func foldRustCommand(_ *reader, c *call) value {
	v := value{shape: list, typ: "rust.Command", items: c.args}
	return v.stained(c.args...)
}

func foldRustArg(r *reader, c *call) value {
	v := *c.self
	v.items = v.items[:len(v.items):len(v.items)]
	for _, a := range c.args {
		if a.shape == list {
			v.items = append(v.items, a.items...)
			continue
		}
		v.items = append(v.items, a)
	}
	v.lhs = ""
	if len(v.items) > maxWords {
		v.items = v.items[:maxWords]
	}
	return v
}
