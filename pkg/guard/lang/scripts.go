package lang

var python = Syntax{
	Lang: "python",
	Line: []string{"#"},
	Quotes: []Quote{
		{Open: `"""`, Close: `"""`, Escape: 'c', Lines: true},
		{Open: `'''`, Close: `'''`, Escape: 'c', Lines: true},
		{Open: `"`, Close: `"`, Escape: 'c'},
		{Open: `'`, Close: `'`, Escape: 'c'},
	},
	prefixes: "rRbBfFuUtT",
	Member:   []string{"."},
	Concat:   "+",
	Keywords: []string{"return", "await", "yield", "not", "if", "elif", "while", "else", "try", "assert",
		"print", "del", "raise", "with", "async", "finally", "except", "in", "is", "and", "pass", "global", "nonlocal", "match", "case"},
	declare: []string{"def", "class"},
	Newline: true,
	keyword: "=",
}

var javascript = Syntax{
	Lang:  "javascript",
	Line:  []string{"//"},
	Block: cBlock,
	Quotes: []Quote{
		{Open: `"`, Close: `"`, Escape: 'c'},
		{Open: `'`, Close: `'`, Escape: 'c'},
		{Open: "`", Close: "`", Escape: 'c', Interp: '$', Lines: true},
	},
	Sigils: "$",
	Member: []string{".", "?."},
	Concat: "+",
	Keywords: []string{"return", "await", "yield", "new", "typeof", "void", "delete", "if", "else", "while", "do",
		"throw", "const", "let", "var", "case", "try", "async", "export", "default", "in", "of", "instanceof", "static", "public", "private", "readonly"},
	declare: []string{"class"},
	Regex:   true,
	Newline: true,
	ternary: true,
}

var ruby = Syntax{
	Lang:  "ruby",
	Line:  []string{"#"},
	Block: [][2]string{{"\n=begin", "\n=end"}},
	Quotes: []Quote{
		{Open: `"`, Close: `"`, Escape: 'c', Interp: '#', Lines: true},
		{Open: `'`, Close: `'`, Escape: 'q', Lines: true},
		{Open: "`", Close: "`", Escape: 'c', Interp: '#', Exec: true, Lines: true},
	},
	Sigils: "$@",
	Member: []string{".", "&.", "::"},
	Concat: "+",
	Keywords: []string{"return", "if", "unless", "while", "until", "elsif", "else", "then", "do", "begin", "rescue",
		"ensure", "not", "puts", "p", "print", "pp", "yield", "raise", "case", "when", "end", "and", "or", "in", "loop"},
	declare: []string{"def", "class", "module"},
	Regex:   true,
	Newline: true,
	bare:    true,
	percent: true,
	heredoc: "<<",
	ternary: true,
	keyword: ":",
	symbols: true,
}

var perl = Syntax{
	Lang:  "perl",
	Line:  []string{"#"},
	Block: [][2]string{{"\n=", "\n=cut"}},
	Quotes: []Quote{
		{Open: `"`, Close: `"`, Escape: 'c', Interp: 'v', Lines: true},
		{Open: `'`, Close: `'`, Escape: 'q', Lines: true},
		{Open: "`", Close: "`", Escape: 'c', Interp: 'v', Exec: true, Lines: true},
	},
	Sigils: "$@%&",
	Member: []string{"->", "::"},
	Concat: ".",
	Keywords: []string{"return", "my", "our", "local", "new", "if", "unless", "while", "until", "elsif", "else", "do",
		"not", "print", "say", "printf", "die", "warn", "and", "or", "BEGIN", "END", "defined", "ref", "scalar"},
	declare: []string{"sub", "package"},
	Regex:   true,
	bare:    true,
	qlike:   true,
	heredoc: "<<",
	ternary: true,
}

var php = Syntax{
	Lang:  "php",
	Line:  []string{"//", "#"},
	Block: cBlock,
	Quotes: []Quote{
		{Open: `"`, Close: `"`, Escape: 'c', Interp: 'v', Lines: true},
		{Open: `'`, Close: `'`, Escape: 'q', Lines: true},
		{Open: "`", Close: "`", Escape: 'c', Interp: 'v', Exec: true, Lines: true},
	},
	Sigils: "$",
	Member: []string{"->", "?->", "::"},
	Concat: ".",
	Keywords: []string{"return", "echo", "print", "new", "if", "else", "elseif", "while", "do", "throw", "case", "try",
		"static", "global", "clone", "const", "public", "private", "protected", "isset", "empty", "die", "exit"},
	declare: []string{"class", "interface", "trait", "namespace"},
	heredoc: "<<<",
	ternary: true,
	keyword: ":",
	tags:    "<?",
}

var lua = Syntax{
	Lang:  "lua",
	Line:  []string{"--"},
	Block: [][2]string{{"--[[", "]]"}, {"--[=[", "]=]"}},
	Quotes: []Quote{
		{Open: `"`, Close: `"`, Escape: 'c'},
		{Open: `'`, Close: `'`, Escape: 'c'},
		{Open: "[[", Close: "]]", Lines: true},
		{Open: "[=[", Close: "]=]", Lines: true},
	},
	Member: []string{".", ":"},
	Concat: "..",
	Keywords: []string{"return", "local", "if", "then", "else", "elseif", "while", "do", "repeat", "until", "not",
		"and", "end", "in"},
	Newline: false,
	bare:    true,
}

var lisp = Syntax{
	Lang:   "lisp",
	Line:   []string{";"},
	Quotes: []Quote{{Open: `"`, Close: `"`, Escape: 'c', Lines: true}},
	names:  "-/*:!?<>=+.&%$~^|",
	lists:  true,
}

var rlang = Syntax{
	Lang: "r",
	Line: []string{"#"},
	Quotes: []Quote{
		{Open: `"`, Close: `"`, Escape: 'c', Lines: true},
		{Open: `'`, Close: `'`, Escape: 'c', Lines: true},
	},
	Member:   []string{".", "::", "$"},
	Keywords: []string{"if", "else", "while", "repeat", "for", "in", "next", "break"},
	Newline:  true,
	keyword:  "=",
	tilde:    true,
}

var julia = Syntax{
	Lang:  "julia",
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

var elixir = Syntax{
	Lang: "elixir",
	Line: []string{"#"},
	Quotes: []Quote{
		{Open: `"""`, Close: `"""`, Escape: 'c', Interp: '#', Lines: true},
		{Open: `'''`, Close: `'''`, Escape: 'c', Interp: '#', Lines: true},
		{Open: `"`, Close: `"`, Escape: 'c', Interp: '#', Lines: true},
		{Open: `'`, Close: `'`, Escape: 'c', Interp: '#', Lines: true},
	},
	Member:   []string{"."},
	Concat:   "<>",
	Keywords: []string{"if", "unless", "case", "cond", "do", "else", "end", "fn", "for", "in", "and", "or", "not", "when", "with", "try", "rescue", "after", "import", "alias", "require", "use"},
	declare:  []string{"def", "defp", "defmacro", "defmodule"},
	Newline:  true,
	bare:     true,
	symbols:  true,
	keyword:  ":",
}

var ocaml = Syntax{
	Lang:  "ocaml",
	Block: [][2]string{{"(*", "*)"}},
	Quotes: []Quote{
		{Open: `"`, Close: `"`, Escape: 'c', Lines: true},
	},
	Member:   []string{"."},
	Concat:   "^",
	Keywords: []string{"let", "in", "if", "then", "else", "match", "with", "begin", "end", "fun", "function", "try", "ignore", "and", "rec", "open", "of", "do", "done", "for", "while"},
	bare:     true,
}
