package lang

// syntax is the lexical grammar of a language, as far as reading calls with
// constant arguments needs it, and the table of what its functions do.
type syntax struct {
	lang     string
	rows     []row
	line     []string    // line comments
	block    [][2]string // block comments
	quotes   []quote     // tried in order, so longer openings first
	prefixes string      // letters that may stand in front of a quote: rb"..."
	sigils   string      // characters that begin a variable: "$@%"
	member   []string    // operators that reach into a value
	concat   string      // operator that joins strings
	not      []string    // keywords that may stand in front of an expression
	declare  []string    // keywords before a name and parameters
	regex    bool        // /../ is a pattern where a value is expected
	newline  bool        // the end of a line ends a statement
	bare     bool        // calls need no parentheses
	percent  bool        // ruby's %w[..], %x(..)
	qlike    bool        // perl's q(..), qx(..), s/../../
	heredoc  string      // opening of a here document
	ternary  bool        // a ? b : c
	keyword  string      // sign between the name and value of a named argument
	symbols  bool        // :name is a string
	tags     string      // code stands between this and "?>"
}

// quote is one way to write a string.
type quote struct {
	open   string
	close  string
	escape byte // 0 none, 'c' as in C, 'q' only the quote and the backslash, 'd' the quote doubled
	interp byte // 0 none, '{' python's f"", '$' javascript, '#' ruby, 'v' variables as in perl and php
	exec   bool // the text is run by a shell
	lines  bool // may hold line ends
}

// syntaxOf is the grammar of a language that has expressions and calls.
func syntaxOf(lang string) *syntax {
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

var python = syntax{
	lang: "python",
	rows: pythonRows,
	line: []string{"#"},
	quotes: []quote{
		{open: `"""`, close: `"""`, escape: 'c', lines: true},
		{open: `'''`, close: `'''`, escape: 'c', lines: true},
		{open: `"`, close: `"`, escape: 'c'},
		{open: `'`, close: `'`, escape: 'c'},
	},
	prefixes: "rRbBfFuUtT",
	member:   []string{"."},
	concat:   "+",
	not: []string{"return", "await", "yield", "not", "if", "elif", "while", "else", "try", "assert",
		"print", "del", "raise", "with", "async", "finally", "except", "in", "is", "and", "pass", "global", "nonlocal", "match", "case"},
	declare: []string{"def", "class"},
	newline: true,
	keyword: "=",
}

var javascript = syntax{
	lang:  "javascript",
	rows:  javascriptRows,
	line:  []string{"//"},
	block: cBlock,
	quotes: []quote{
		{open: `"`, close: `"`, escape: 'c'},
		{open: `'`, close: `'`, escape: 'c'},
		{open: "`", close: "`", escape: 'c', interp: '$', lines: true},
	},
	sigils: "$",
	member: []string{".", "?."},
	concat: "+",
	not: []string{"return", "await", "yield", "new", "typeof", "void", "delete", "if", "else", "while", "do",
		"throw", "const", "let", "var", "case", "try", "async", "export", "default", "in", "of", "instanceof", "static", "public", "private", "readonly"},
	declare: []string{"class"},
	regex:   true,
	newline: true,
	ternary: true,
}

var ruby = syntax{
	lang:  "ruby",
	rows:  rubyRows,
	line:  []string{"#"},
	block: [][2]string{{"\n=begin", "\n=end"}},
	quotes: []quote{
		{open: `"`, close: `"`, escape: 'c', interp: '#', lines: true},
		{open: `'`, close: `'`, escape: 'q', lines: true},
		{open: "`", close: "`", escape: 'c', interp: '#', exec: true, lines: true},
	},
	sigils: "$@",
	member: []string{".", "&.", "::"},
	concat: "+",
	not: []string{"return", "if", "unless", "while", "until", "elsif", "else", "then", "do", "begin", "rescue",
		"ensure", "not", "puts", "p", "print", "pp", "yield", "raise", "case", "when", "end", "and", "or", "in", "loop"},
	declare: []string{"def", "class", "module"},
	regex:   true,
	newline: true,
	bare:    true,
	percent: true,
	heredoc: "<<",
	ternary: true,
	keyword: ":",
	symbols: true,
}

var perl = syntax{
	lang:  "perl",
	rows:  perlRows,
	line:  []string{"#"},
	block: [][2]string{{"\n=", "\n=cut"}},
	quotes: []quote{
		{open: `"`, close: `"`, escape: 'c', interp: 'v', lines: true},
		{open: `'`, close: `'`, escape: 'q', lines: true},
		{open: "`", close: "`", escape: 'c', interp: 'v', exec: true, lines: true},
	},
	sigils: "$@%&",
	member: []string{"->", "::"},
	concat: ".",
	not: []string{"return", "my", "our", "local", "new", "if", "unless", "while", "until", "elsif", "else", "do",
		"not", "print", "say", "printf", "die", "warn", "and", "or", "BEGIN", "END", "defined", "ref", "scalar"},
	declare: []string{"sub", "package"},
	regex:   true,
	bare:    true,
	qlike:   true,
	heredoc: "<<",
	ternary: true,
}

var php = syntax{
	lang:  "php",
	rows:  phpRows,
	line:  []string{"//", "#"},
	block: cBlock,
	quotes: []quote{
		{open: `"`, close: `"`, escape: 'c', interp: 'v', lines: true},
		{open: `'`, close: `'`, escape: 'q', lines: true},
		{open: "`", close: "`", escape: 'c', interp: 'v', exec: true, lines: true},
	},
	sigils: "$",
	member: []string{"->", "?->", "::"},
	concat: ".",
	not: []string{"return", "echo", "print", "new", "if", "else", "elseif", "while", "do", "throw", "case", "try",
		"static", "global", "clone", "const", "public", "private", "protected", "isset", "empty", "die", "exit"},
	declare: []string{"class", "interface", "trait", "namespace"},
	heredoc: "<<<",
	ternary: true,
	keyword: ":",
	tags:    "<?",
}

var lua = syntax{
	lang:  "lua",
	rows:  luaRows,
	line:  []string{"--"},
	block: [][2]string{{"--[[", "]]"}, {"--[=[", "]=]"}},
	quotes: []quote{
		{open: `"`, close: `"`, escape: 'c'},
		{open: `'`, close: `'`, escape: 'c'},
		{open: "[[", close: "]]", lines: true},
		{open: "[=[", close: "]=]", lines: true},
	},
	member: []string{".", ":"},
	concat: "..",
	not: []string{"return", "local", "if", "then", "else", "elseif", "while", "do", "repeat", "until", "not",
		"and", "end", "in"},
	newline: false,
	bare:    true,
}
