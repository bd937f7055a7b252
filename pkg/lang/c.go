package lang

// clang is C and what is written like it.
var clang = Syntax{
	Lang:  "c",
	rows:  cRows,
	Line:  []string{"//", "#"},
	Block: cBlock,
	Quotes: []Quote{
		{Open: `R"(`, Close: `)"`, Lines: true},
		{Open: `"`, Close: `"`, Escape: 'c'},
		{Open: `'`, Close: `'`, Escape: 'c'},
	},
	Member:   []string{".", "->", "::"},
	Concat:   "+",
	Keywords: []string{"return", "if", "else", "while", "do", "for", "case", "new", "delete", "throw", "const", "static", "auto", "sizeof"},
	declare:  []string{"struct", "class", "enum", "union", "namespace"},
	ternary:  true,
}

// cRows are what functions of C and C++ do, sorted by name.
var cRows = []row{
	{name: "NULL", gives: "="},
	{name: "chmod", do: "chmod %2m %1"},
	{name: "connect", do: "#connect"},
	{name: "dup2", do: "#wire"},
	{name: "execl", do: "! %1 %3*"},
	{name: "execle", do: "! %1 %3*"},
	{name: "execlp", do: "! %1 %3*"},
	{name: "execv", do: "! %1"},
	{name: "execve", do: "! %1"},
	{name: "execvp", do: "! %1"},
	{name: "fopen", fold: foldOpen},
	{name: "fs.remove_all", do: "rm -rf %1"},
	{name: "getenv", fold: foldEnv},
	{name: "nullptr", gives: "="},
	{name: "popen", do: "$ %1"},
	{name: "remove", do: "rm %1"},
	{name: "rename", do: "mv %1 %2"},
	{name: "rmdir", do: "rmdir %1"},
	{name: "std.filesystem.remove", do: "rm %1"},
	{name: "std.filesystem.remove_all", do: "rm -rf %1"},
	{name: "std.ofstream", do: "tee %1"},
	{name: "std.remove", do: "rm %1"},
	{name: "std.system", do: "$ %1"},
	{name: "system", do: "$ %1"},
	{name: "truncate", do: "truncate -s %2 %1"},
	{name: "unlink", do: "rm %1"},
}
