package lang

var julia = Syntax{
	Lang:  "julia",
	rows:  juliaRows,
	Line:  []string{"#"},
	Block: [][2]string{{"#=", "=#"}},
	Quotes: []Quote{
		{Open: `"""`, Close: `"""`, Escape: 'c', Interp: 'v', Lines: true},
		{Open: `"`, Close: `"`, Escape: 'c', Interp: 'v', Lines: true},
		{Open: "`", Close: "`", Escape: 'c', Interp: 'v', Exec: true, Lines: true},
	},
	Member:   []string{"."},
	Concat:   "*",
	Keywords: []string{"return", "if", "elseif", "else", "while", "for", "in", "do", "begin", "let", "try", "catch", "finally", "end", "using", "import", "local", "global", "const"},
	declare:  []string{"function", "macro", "struct", "module"},
	Newline:  true,
	ternary:  true,
	keyword:  "=",
}

// juliaRows are what functions of Julia do, sorted by name.
var juliaRows = []row{
	{name: "Base.rm", do: "rm -r?recursive -f?force %1"},
	{name: "Downloads.download", do: "curl -o %2 %1"},
	{name: "Meta.parse", do: "=julia %1"},
	{name: "chmod", do: "chmod %2 %1"},
	{name: "cp", do: "cp -r %1 %2"},
	{name: "download", do: "curl -o %2 %1"},
	{name: "expanduser", fold: foldExpand},
	{name: "homedir", gives: "~"},
	{name: "include_string", do: "=julia %2"},
	{name: "joinpath", fold: foldJoin},
	{name: "mktempdir", gives: "tmp"},
	{name: "mv", do: "mv %1 %2"},
	{name: "rm", do: "rm -r?recursive -f?force %1"},
	{name: "tempname", gives: "tmp"},
	{name: "truncate", do: "truncate -s %2 %1"},
	{name: "write", do: "tee %1"},
}
