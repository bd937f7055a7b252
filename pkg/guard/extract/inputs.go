package extract

import (
	"path"
	"strings"
)

// Input is a kind of file that may hold shell.
type Input struct {
	Name  string
	match func(f *file) bool
	Read  func(path string, data []byte) ([]Piece, error)
}

// file is a file whose kind is looked for.
type file struct {
	path, base, ext string // with slashes
	lower           string // base in small letters
	head            []byte // the start of the file
}

func fileAt(name string, head []byte) *file {
	base := path.Base(name)
	return &file{path: name, base: base, ext: path.Ext(name), lower: strings.ToLower(base), head: head}
}

// dir returns the name of the directory that the file lies in.
func (f *file) dir() string { return path.Base(path.Dir(f.path)) }

// HeadSize is how much of the start of a file For needs.
const HeadSize = 256

// inputs lists every kind of file; the first that matches wins. Kinds that
// match an exact name or place come before those that match an extension or a
// first line.
var inputs = []Input{
	{"dockerfile", isDockerfile, readDockerfile},
	{"workflow", isWorkflow, readWorkflow},
	{"gitlab", isGitLab, readGitLab},
	{"circleci", isCircleCI, readCircleCI},
	{"azure", isAzure, readAzure},
	{"pipelines", isPipelines, readPipelines},
	{"makefile", isMakefile, readMakefile},
	{"justfile", isJustfile, readJustfile},
	{"taskfile", isTaskfile, readTaskfile},
	{"packagejson", isPackageJSON, readPackageJSON},
	{"precommit", isPreCommit, readPreCommit},
	{"agenthooks", isAgentHooks, readAgentHooks},
	{"agenttext", isAgentTextFile, readAgentText},
	{"editortasks", isEditorTasks, readEditorTasks},
	{"dotfile", isDotfile, readDotfile},
	{"compose", isComposefile, readComposefile},
	{"devcontainer", isDevcontainer, readDevcontainer},
	{"ansible", isAnsible, readAnsible},
	{"jenkinsfile", isJenkinsfile, readJenkinsfile},
	{"terraform", isTerraform, readTerraform},
	{"markdown", isMarkdown, readMarkdown},
	{"crontab", isCrontab, readCrontab},
	{"systemd", isSystemd, readSystemd},
	{"powershell", isPowerShell, readPowerShell},
	{"batch", isBatch, readBatch},
	{"sh", isScript, readScript},
}

// For returns the input that reads a file, or nil when its path and its first
// bytes do not look like a file with shell in it.
func For(path string, head []byte) *Input {
	f := fileAt(path, head)
	for i := range inputs {
		if inputs[i].match(f) {
			return &inputs[i]
		}
	}
	return nil
}

func isYAML(f *file) bool {
	return f.ext == ".yml" || f.ext == ".yaml"
}

// under reports whether a file lies in a directory of that name at any depth.
func under(name, dir string) bool {
	for at := 0; ; {
		i := strings.Index(name[at:], dir)
		if i < 0 {
			return false
		}
		at += i
		if end := at + len(dir); (at == 0 || name[at-1] == '/') && end < len(name) && name[end] == '/' {
			return true
		}
		at++
	}
}
