package lang

var cBlock = [][2]string{{"/*", "*/"}}

// clang is C and what is written like it.
var clang = Syntax{
	Lang:  "c",
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

var golang = Syntax{
	Lang:  "go",
	Line:  []string{"//"},
	Block: cBlock,
	Quotes: []Quote{
		{Open: `"`, Close: `"`, Escape: 'c'},
		{Open: "`", Close: "`", Lines: true},
		{Open: `'`, Close: `'`, Escape: 'c'},
	},
	Member:   []string{"."},
	Concat:   "+",
	Keywords: []string{"return", "if", "else", "go", "defer", "switch", "case", "select", "range", "var", "const"},
	declare:  []string{"func", "type", "package"},
	Newline:  true,
}

// java is Java and the languages of its machine that are written like it:
// Groovy, Kotlin, Scala.
var java = Syntax{
	Lang:  "java",
	Line:  []string{"//"},
	Block: cBlock,
	Quotes: []Quote{
		{Open: `"""`, Close: `"""`, Escape: 'c', Lines: true},
		{Open: `"`, Close: `"`, Escape: 'c'},
		{Open: `'`, Close: `'`, Escape: 'c'},
	},
	Member:   []string{".", "?.", "::"},
	Concat:   "+",
	Keywords: []string{"return", "if", "else", "while", "do", "for", "case", "new", "throw", "final", "static", "public", "private", "try", "val", "var", "def", "println"},
	declare:  []string{"class", "interface", "package", "enum", "object"},
	ternary:  true,
}

var rust = Syntax{
	Lang:  "rust",
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
