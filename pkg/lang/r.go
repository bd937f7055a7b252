package lang

var rlang = Syntax{
	Lang: "r",
	rows: rRows,
	Line: []string{"#"},
	Quotes: []Quote{
		{Open: `"`, Close: `"`, Escape: 'c', Lines: true},
		{Open: `'`, Close: `'`, Escape: 'c', Lines: true},
	},
	Member:   []string{".", "::", "$"},
	Keywords: []string{"if", "else", "while", "repeat", "for", "in", "next", "break"},
	Newline:  true,
	keyword:  "=",
}

// rRows are what functions of R do, sorted by name.
var rRows = []row{
	{name: "Sys.getenv", fold: foldEnv},
	{name: "base.system", do: "$ %1"},
	{name: "base.unlink", do: "rm -r?recursive -f %1"},
	{name: "curl.curl_download", do: "curl -o %2 %1"},
	{name: "download.file", do: "curl -o %2 %1"},
	{name: "file.append", do: "tee -a %1"},
	{name: "file.copy", do: "cp %1 %2"},
	{name: "file.path", fold: foldJoin},
	{name: "file.remove", do: "rm %1*"},
	{name: "file.rename", do: "mv %1 %2"},
	{name: "fs.dir_delete", do: "rm -r %1"},
	{name: "fs.file_delete", do: "rm %1"},
	{name: "parse", do: "=r %:text"},
	{name: "path.expand", fold: foldExpand},
	{name: "pipe", do: "$ %1"},
	{name: "readLines", do: "cat %1", gives: "file"},
	{name: "shell", do: "$ %1"},
	{name: "shell.exec", do: "$ %1"},
	{name: "system", do: "$ %1"},
	{name: "system2", do: "$ %1 %2"},
	{name: "tempfile", gives: "tmp"},
	{name: "unlink", do: "rm -r?recursive -f %1"},
	{name: "writeLines", do: "tee %2"},
}
