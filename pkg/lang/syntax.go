package lang

// Syntax is the lexical grammar of a language, as far as reading calls with
// constant arguments needs it, and the table of what its functions do.
type Syntax struct {
	Lang     string
	rows     []row
	Line     []string    // line comments
	Block    [][2]string // block comments
	Quotes   []Quote     // tried in order, so longer openings first
	prefixes string      // letters that may stand in front of a quote: rb"..."
	Sigils   string      // characters that begin a variable: "$@%"
	Member   []string    // operators that reach into a value
	Concat   string      // operator that joins strings
	Keywords []string    // keywords that may stand in front of an expression
	declare  []string    // keywords before a name and parameters
	Regex    bool        // /../ is a pattern where a value is expected
	Newline  bool        // the end of a line ends a statement
	bare     bool        // calls need no parentheses
	percent  bool        // ruby's %w[..], %x(..)
	qlike    bool        // perl's q(..), qx(..), s/../../
	heredoc  string      // opening of a here document
	ternary  bool        // a ? b : c
	keyword  string      // sign between the name and value of a named argument
	symbols  bool        // :name is a string
	tags     string      // code stands between this and "?>"
}

// Quote is one way to write a string.
type Quote struct {
	Open   string
	Close  string
	Escape byte // 0 none, 'c' as in C, 'q' only the quote and the backslash, 'd' the quote doubled
	Interp byte // 0 none, '{' python's f"", '$' javascript, '#' ruby, 'v' variables as in perl and php
	Exec   bool // the text is run by a shell
	Lines  bool // may hold line ends
}

// syntaxOf is the grammar of a language that has expressions and calls.
func syntaxOf(lang string) *Syntax {
	switch lang {
	case "python":
		return &python
	case "javascript":
		return &javascript
	case "ruby":
		return &ruby
	case "perl":
		return &perl
	case "php":
		return &php
	case "lua":
		return &lua
	case "r":
		return &rlang
	case "julia":
		return &julia
	case "elixir":
		return &elixir
	case "ocaml":
		return &ocaml
	case "c":
		return &clang
	case "go":
		return &golang
	case "java":
		return &java
	case "rust":
		return &rust
	}
	return nil
}

var cBlock = [][2]string{{"/*", "*/"}}

var python = Syntax{
	Lang: "python",
	rows: pythonRows,
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
	rows:  javascriptRows,
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
	rows:  rubyRows,
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
	rows:  perlRows,
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
	rows:  phpRows,
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
	rows:  luaRows,
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
