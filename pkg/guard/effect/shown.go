package effect

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// ForOthers is what models call text that people outside of the session read, and
// addresses that are told to others: a secret in it is lost, also where it is written out.
const ForOthers = "text for others"

// issuers are the services that own tokens, by how these begin, with parts of their
// hosts.
var issuers = [...]struct{ prefix, host string }{
	{"ghp_", "github"}, {"gho_", "github"}, {"ghs_", "github"}, {"github_pat_", "github"}, {"glpat-", "gitlab"}, {"sk-ant-", "anthropic"},
	{"sk-", "openai"}, {"xox", "slack"}, {"AKIA", "amazonaws"}, {"AIza", "google"}, {"ya29.", "google"}, {"sk_live_", "stripe"},
	{"sk_test_", "stripe"}, {"rk_live_", "stripe"}, {"hf_", "huggingface"}, {"npm_", "npmjs"}, {"SG.", "sendgrid"}, {"dop_v1_", "digitalocean"},
	{"/bot", "telegram"},
}

// shows reports whether a text that others read holds a secret in use. A token in an
// address of the service that issued it goes where it belongs.
func (r *collector) shows(w shell.Word) bool {
	text := w.String()
	if redact.Live(text) == 0 {
		return false
	}
	_, rest, address := strings.Cut(text, "://")
	if !address || strings.ContainsAny(text, " \n") {
		return true
	}
	host, _, _ := strings.Cut(rest, "/")
	if IsNear(host) {
		return false
	}
	for _, i := range issuers {
		if strings.Contains(text, i.prefix) && strings.Contains(host, i.host) {
			return false
		}
	}
	return true
}

// buildArgument is what the model of docker calls a value that every layer of an image
// shows.
const buildArgument = "an argument of a build"

// pushesImage reports whether the text makes an image that others can pull.
func (r *collector) pushesImage() bool {
	return r.all.first(&r.all.firsts.pushesImage, func(c *shell.Call) bool {
		return c.Model != nil && c.Model.Names[0] == "docker" && (c.Args.Is([]string{"push", "image push"}) || c.Args.Has("--push"))
	}) < len(r.script.Calls)
}
