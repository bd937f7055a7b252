package lang

var golang = Syntax{
	Lang:  "go",
	rows:  goRows,
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

// goRows are what functions of Go do, sorted by name.
var goRows = []row{
	{name: "exec.Command", do: "! %1 %2*"},
	{name: "exec.CommandContext", do: "! %2 %3*"},
	{name: "filepath.Join", fold: foldJoin},
	{name: "fmt.Sprintf", fold: foldFormat},
	{name: "http.Get", do: "curl %1", gives: "net"},
	{name: "ioutil.ReadFile", do: "cat %1", gives: "file"},
	{name: "ioutil.WriteFile", do: "tee %1"},
	{name: "net.Dial", do: "#connect", gives: "sock"},
	{name: "net.DialTimeout", do: "#connect", gives: "sock"},
	{name: "net.Listen", do: "#connect", gives: "sock"},
	{name: "os.Chmod", do: "chmod %2m %1"},
	{name: "os.Create", do: "tee %1"},
	{name: "os.Getenv", fold: foldEnv},
	{name: "os.MkdirTemp", gives: "tmp"},
	{name: "os.ReadFile", do: "cat %1", gives: "file"},
	{name: "os.Remove", do: "rm %1"},
	{name: "os.RemoveAll", do: "rm -rf %1"},
	{name: "os.Rename", do: "mv %1 %2"},
	{name: "os.Symlink", do: "ln -s %1 %2"},
	{name: "os.Truncate", do: "truncate -s %2 %1"},
	{name: "os.UserHomeDir", gives: "~"},
	{name: "os.WriteFile", do: "tee %1"},
	{name: "path.Join", fold: foldJoin},
	{name: "strings.Join", fold: foldSame},
	{name: "syscall.Exec", do: "! %1"},
	{name: "syscall.Rmdir", do: "rmdir %1"},
	{name: "syscall.Unlink", do: "rm %1"},
}
