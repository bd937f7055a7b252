package recipes

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
)

// readDockerfile returns what the RUN instructions of a Dockerfile run. Lists of words and
// scripts in here-documents are left out.
func readDockerfile(o Order) (list []Command) {
	name, text, ok := o.open()
	if !ok {
		return nil
	}
	for _, in := range formats.Dockerfile([]byte(text)) {
		run := in.Text[in.Args:]
		if in.Name == "RUN" && !in.OnBuild && !strings.HasPrefix(run, "[") && !strings.HasPrefix(run, "<<") {
			list = append(list, Command{Text: run, File: name, Line: in.Line, Where: Container})
		}
	}
	return list
}
