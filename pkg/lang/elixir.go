package lang

var elixir = Syntax{
	Lang: "elixir",
	rows: elixirRows,
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

// elixirRows are what functions of Elixir do, sorted by name.
var elixirRows = []row{
	{name: "*.cmd", do: "$ %1"}, // :os.cmd
	{name: "Code.eval_string", do: "=elixir %1"},
	{name: "File.chmod", do: "chmod %2 %1"},
	{name: "File.chmod!", do: "chmod %2 %1"},
	{name: "File.cp", do: "cp %1 %2"},
	{name: "File.cp!", do: "cp %1 %2"},
	{name: "File.cp_r", do: "cp -r %1 %2"},
	{name: "File.cp_r!", do: "cp -r %1 %2"},
	{name: "File.read", do: "cat %1", gives: "file"},
	{name: "File.read!", do: "cat %1", gives: "file"},
	{name: "File.rename", do: "mv %1 %2"},
	{name: "File.rename!", do: "mv %1 %2"},
	{name: "File.rm", do: "rm %1"},
	{name: "File.rm!", do: "rm %1"},
	{name: "File.rm_rf", do: "rm -r -f %1"},
	{name: "File.rm_rf!", do: "rm -r -f %1"},
	{name: "File.rmdir", do: "rmdir %1"},
	{name: "File.rmdir!", do: "rmdir %1"},
	{name: "File.write", do: "tee %1"},
	{name: "File.write!", do: "tee %1"},
	{name: "Path.expand", fold: foldExpand},
	{name: "Path.join", fold: foldJoin},
	{name: "System.cmd", do: "! %1 %2*"},
	{name: "System.get_env", fold: foldEnv},
	{name: "System.shell", do: "$ %1"},
	{name: "System.tmp_dir", gives: "=/tmp"},
	{name: "System.tmp_dir!", gives: "=/tmp"},
	{name: "System.user_home", gives: "~"},
	{name: "System.user_home!", gives: "~"},
}
