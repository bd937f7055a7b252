package lang

var ocaml = Syntax{
	Lang:  "ocaml",
	rows:  ocamlRows,
	Block: [][2]string{{"(*", "*)"}},
	Quotes: []Quote{
		{Open: `"`, Close: `"`, Escape: 'c', Lines: true},
	},
	Member:   []string{"."},
	Concat:   "^",
	Keywords: []string{"let", "in", "if", "then", "else", "match", "with", "begin", "end", "fun", "function", "try", "ignore", "and", "rec", "open", "of", "do", "done", "for", "while"},
	bare:     true,
}

// ocamlRows are what functions of OCaml do, sorted by name.
var ocamlRows = []row{
	{name: "Filename.concat", fold: foldJoin},
	{name: "Sys.command", do: "$ %1"},
	{name: "Sys.getenv", fold: foldEnv},
	{name: "Sys.remove", do: "rm %1"},
	{name: "Sys.rename", do: "mv %1 %2"},
	{name: "Sys.rmdir", do: "rmdir %1"},
	{name: "Unix.chmod", do: "chmod %2 %1"},
	{name: "Unix.open_process", do: "$ %1"},
	{name: "Unix.open_process_in", do: "$ %1"},
	{name: "Unix.open_process_out", do: "$ %1"},
	{name: "Unix.rename", do: "mv %1 %2"},
	{name: "Unix.rmdir", do: "rmdir %1"},
	{name: "Unix.system", do: "$ %1"},
	{name: "Unix.unlink", do: "rm %1"},
	{name: "open_out", do: "tee %1"},
}
