package lang

// Syntax is the lexical grammar of a language, as far as reading calls with
// constant arguments needs it.
type Syntax struct {
	Lang      string
	Line      []string    // line comments
	Block     [][2]string // block comments
	Quotes    []Quote     // tried in order, so longer openings first
	prefixes  string      // letters that may stand in front of a quote: rb"..."
	Sigils    string      // characters that begin a variable: "$@%"
	Member    []string    // operators that reach into a value
	Concat    string      // operator that joins strings
	Keywords  []string    // keywords that may stand in front of an expression
	declare   []string    // keywords before a name and parameters
	Regex     bool        // /../ is a pattern where a value is expected
	Newline   bool        // the end of a line ends a statement
	bare      bool        // calls need no parentheses
	percent   bool        // ruby's %w[..], %x(..)
	qlike     bool        // perl's q(..), qx(..), s/../../
	heredoc   string      // opening of a here document
	ternary   bool        // a ? b : c
	keyword   string      // sign between the name and value of a named argument
	symbols   bool        // :name is a string
	tags      string      // code stands between this and "?>"
	names     string      // further characters that names may hold
	Signs     string      // a program is commands of words: the characters that end a plain run of others
	Escape    byte        // outside of strings, if not a backslash before a line end
	functions string      // the language whose functions it has, if not its own
	tilde     bool        // its functions take ~ at the start of a path for the home directory
	lists     bool        // a call is a list, its name the first element
}

// Quote is one way to write a string.
type Quote struct {
	Open   string
	Close  string
	Escape byte // 0 none, 'c' as in C, 'q' only the quote and the backslash, 'd' the quote doubled, '`' PowerShell's
	Interp byte // 0 none, '{' python's f"", '$' javascript, '#' ruby, 'v' variables as in perl and php, 'p' PowerShell's, '%' cmd's
	Exec   bool // the text is run by a shell
	Lines  bool // may hold line ends
}

// syntaxOf returns the grammar of a language that has expressions and calls.
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
	case "groovy": // Gradle's files; those in Kotlin are read alike
		s := java
		s.functions, s.bare, s.Newline = "java", true, true
		s.Quotes = []Quote{
			{Open: `"""`, Close: `"""`, Escape: 'c', Interp: '$', Lines: true},
			{Open: `"`, Close: `"`, Escape: 'c', Interp: '$'},
			{Open: `'`, Close: `'`, Escape: 'c'},
		}
		return &s
	case "rust":
		return &rust
	case "lisp":
		return &lisp
	case "mongo": // its shell reads JavaScript
		s := javascript
		s.functions = "mongo"
		return &s
	}
	return nil
}

// table returns the language whose functions a program may call.
func (s *Syntax) table() string {
	if s.functions != "" {
		return s.functions
	}
	return s.Lang
}

// escape returns the character that continues a line.
func (s *Syntax) escape() byte {
	if s.Escape != 0 {
		return s.Escape
	}
	return '\\'
}
