package lang

// java is Java and the languages of its machine that are written like it:
// Groovy, Kotlin, Scala.
var java = Syntax{
	Lang:  "java",
	rows:  javaRows,
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

// javaRows are what methods of Java's library do, sorted by name.
var javaRows = []row{
	{name: "*.exec", do: "& %1"},
	{name: "*.execute", do: "& %s"},
	{name: "File", gives: "java.File"},
	{name: "FileOutputStream", do: "tee %1"},
	{name: "FileUtils.cleanDirectory", do: "rm -r %1"},
	{name: "FileUtils.deleteDirectory", do: "rm -r %1"},
	{name: "FileUtils.deleteQuietly", do: "rm -r %1"},
	{name: "FileUtils.forceDelete", do: "rm -r %1"},
	{name: "FileWriter", do: "tee %1"},
	{name: "Files.delete", do: "rm %1"},
	{name: "Files.deleteIfExists", do: "rm %1"},
	{name: "Files.move", do: "mv %1 %2"},
	{name: "Files.readString", do: "cat %1", gives: "file"},
	{name: "Files.write", do: "tee %1"},
	{name: "Files.writeString", do: "tee %1"},
	{name: "List.of", fold: foldList},
	{name: "Path.of", fold: foldJoin},
	{name: "Paths.get", fold: foldJoin},
	{name: "ProcessBuilder", do: "! %1*"},
	{name: "ServerSocket", do: "#connect", gives: "sock"},
	{name: "Socket", do: "#connect", gives: "sock"},
	{name: "System.getenv", fold: foldEnv},
	{name: "exec", do: "& %1"},
	{name: "java.File.delete", do: "rm %s"},
	{name: "java.File.deleteDir", do: "rm -r %s"},
	{name: "java.File.deleteRecursively", do: "rm -r %s"},
	{name: "list.execute", do: "& %s"},
	{name: "str.execute", do: "& %s"},
}

// foldList is a list made of the arguments.
func foldList(_ *Reader, c *Call) Value {
	v := Value{Shape: ListShape, Items: c.Args}
	return v.Tainted(c.Args...)
}
