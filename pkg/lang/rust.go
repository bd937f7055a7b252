package lang

var rust = Syntax{
	Lang:  "rust",
	rows:  rustRows,
	Line:  []string{"//"},
	Block: cBlock,
	Quotes: []Quote{
		{Open: `r#"`, Close: `"#`, Lines: true},
		{Open: `"`, Close: `"`, Escape: 'c', Lines: true},
	},
	Member:   []string{".", "::"},
	Keywords: []string{"return", "if", "else", "while", "loop", "match", "let", "mut", "unsafe", "move", "pub", "async", "await"},
	declare:  []string{"struct", "enum", "mod", "trait", "impl", "use"},
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
func foldRustCommand(_ *Reader, c *Call) Value {
	v := Value{Shape: ListShape, Type: "rust.Command", Items: c.Args}
	return v.Tainted(c.Args...)
}

func foldRustArg(r *Reader, c *Call) Value {
	v := *c.Self
	v.Items = v.Items[:len(v.Items):len(v.Items)]
	for _, a := range c.Args {
		if a.Shape == ListShape {
			v.Items = append(v.Items, a.Items...)
			continue
		}
		v.Items = append(v.Items, a)
	}
	v.Var = ""
	if len(v.Items) > MaxWords {
		v.Items = v.Items[:MaxWords]
	}
	return v
}
