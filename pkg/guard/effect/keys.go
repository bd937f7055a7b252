package effect

import (
	"slices"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// FromKey marks a key that a variable of the environment holds, before it is
// known where the key goes: no rule names it.
const FromKey Origin = 1 << 14

// keyOwners names, by the first word of a variable, parts of the hosts that a
// key belongs to. It is made when there is a key.
var keyOwners = sync.OnceValue(func() map[string][]string {
	return map[string][]string{
		"AWS":          {"amazonaws", "aws."},
		"ANTHROPIC":    {"anthropic", "claude"},
		"CLAUDE":       {"anthropic", "claude"},
		"OPENAI":       {"openai"},
		"GITHUB":       {"github", "ghcr.io"},
		"GH":           {"github", "ghcr.io"},
		"GITLAB":       {"gitlab"},
		"STRIPE":       {"stripe"},
		"NPM":          {"npmjs", "npm."},
		"NODE":         {"npmjs", "npm."},
		"PYPI":         {"pypi"},
		"TWINE":        {"pypi"},
		"SLACK":        {"slack"},
		"TWILIO":       {"twilio"},
		"SENDGRID":     {"sendgrid"},
		"CLOUDFLARE":   {"cloudflare"},
		"CF":           {"cloudflare"},
		"DIGITALOCEAN": {"digitalocean"},
		"HEROKU":       {"heroku"},
		"VERCEL":       {"vercel"},
		"NETLIFY":      {"netlify"},
		"GOOGLE":       {"google"},
		"GEMINI":       {"google"},
		"AZURE":        {"azure", "microsoft", "windows.net"},
		"ARM":          {"azure", "microsoft"},
		"HF":           {"huggingface", "hf.co"},
		"HUGGINGFACE":  {"huggingface", "hf.co"},
		"HUGGING":      {"huggingface", "hf.co"},
		"MISTRAL":      {"mistral"},
		"GROQ":         {"groq"},
		"COHERE":       {"cohere"},
		"OPENROUTER":   {"openrouter"},
		"DATADOG":      {"datadog"},
		"SENTRY":       {"sentry"},
		"LINEAR":       {"linear"},
		"NOTION":       {"notion"},
		"VAULT":        {"vault"},
		"CI":           {"gitlab", "git."},
	}
})

// ciSecret begins the words that stand for secrets of a CI service, as package
// extract writes them into the text of a workflow.
const ciSecret = "CISECRET_"

// keyOwner returns the hosts that a variable's key belongs to. known is false
// for a name that is no key's, or one of a service that is not known here: it
// may well belong where it goes.
func keyOwner(variable string) (hosts []string, known bool) {
	if name, ci := strings.CutPrefix(variable, ciSecret); ci {
		first, _, _ := strings.Cut(name, "_")
		return keyOwners()[first], true
	}
	first, _, more := strings.Cut(variable, "_")
	if !more {
		return nil, false
	}
	if hosts, known = keyOwners()[first]; !known {
		return nil, false
	}
	for _, end := range [...]string{"KEY", "TOKEN", "SECRET", "PASSWORD", "PAT", "CREDENTIALS"} {
		if strings.HasSuffix(variable, end) && variable != "AWS_ACCESS_KEY" {
			return hosts, true
		}
	}
	return nil, false
}

// eachKey calls f for every variable that holds a key in the text of an
// unknown part: $OPENAI_API_KEY, os.environ['OPENAI_API_KEY'].
func eachKey(text string, f func(hosts []string)) {
	for i := 0; i < len(text); {
		if !upper(text[i]) {
			i++
			continue
		}
		end := i
		for end < len(text) && (upper(text[end]) || text[end] == '_' || text[end] >= '0' && text[end] <= '9') {
			end++
		}
		if hosts, known := keyOwner(text[i:end]); known {
			f(hosts)
		}
		i = end
	}
}

func upper(c byte) bool { return c >= 'A' && c <= 'Z' }

// keys returns FromKey when a word holds a key of the environment.
func keys(w shell.Word) Origin {
	var o Origin
	for _, p := range w.Parts {
		if p.Kind == shell.Unknown || strings.Contains(p.Text, ciSecret) {
			eachKey(p.Text, func([]string) { o = FromKey })
		}
	}
	return o
}

// misdirected reports whether a word that is sent holds a key of the
// environment which does not belong to the host it goes to. A key that logs
// the call in, in the address or in a header for it, goes where it belongs.
func (r *collector) misdirected(w shell.Word) bool {
	found := false
	for i, p := range w.Parts {
		switch {
		case p.Kind == shell.Lit:
			found = found || r.sendsSecret(w, p.Text)
			continue
		case i+1 < len(w.Parts) && strings.HasPrefix(w.Parts[i+1].Text, "@"):
			continue
		case i+1 < len(w.Parts) && strings.HasPrefix(w.Parts[i+1].Text, ".") && i < hostParts(w) && holdsKey(p.Text):
			return true // who answers for the rest of the name reads it
		}
		eachKey(p.Text, func(hosts []string) { found = found || !r.goesTo(hosts) })
	}
	return found && !loginHeader(w)
}

// sendsSecret reports whether a text that is sent holds a secret of a CI
// service which does not belong to the host it goes to. Of a secret of a
// service that is not known, the name of the parameter tells: one that logs in
// is called token, key or the like.
func (r *collector) sendsSecret(w shell.Word, text string) bool {
	if !strings.Contains(text, ciSecret) {
		return false
	}
	if slices.ContainsFunc(r.call.Args.Operands, func(o shell.Word) bool { return strings.HasPrefix(strings.TrimLeft(o.Prefix(), "_"), ciSecret) }) {
		return false // where it goes is a secret too: a webhook of the owner
	}
	address := slices.ContainsFunc(r.call.Args.Operands, func(o shell.Word) bool { return o.Span == w.Span })
	for {
		before, rest, found := strings.Cut(text, ciSecret)
		if !found {
			return false
		}
		end := 0
		for end < len(rest) && (upper(rest[end]) || rest[end] == '_' || rest[end] >= '0' && rest[end] <= '9') {
			end++
		}
		name := rest[:end]
		text = rest[end:]
		before = strings.TrimRight(before, "_")
		if strings.HasPrefix(text, "@") || address && before == "" || strings.HasSuffix(before, "://") {
			continue // logs in, or is the address itself
		}
		hosts, _ := keyOwner(ciSecret + name)
		service, _, _ := strings.Cut(name, "_")
		switch {
		case len(service) > 3 && r.goesTo([]string{strings.ToLower(service)}): // COVERITY_SCAN_TOKEN
		case hosts != nil && r.goesTo(hosts):
		case hosts == nil && name != "ALL" && logsIn(before):
		default:
			return true
		}
	}
}

// logsIn reports whether a text ends with the name of a parameter for a key.
func logsIn(before string) bool {
	name := strings.ToLower(strings.TrimRight(before, `=: "'`))
	if name == strings.ToLower(before) {
		return false
	}
	if i := strings.LastIndexAny(name, `?&,;{" '/`); i >= 0 {
		name = name[i+1:]
	}
	return namesKey(name)
}

// goesTo reports whether the call speaks to one of these hosts. A call whose
// host is unknown may.
func (r *collector) goesTo(hosts []string) bool {
	for _, w := range append(r.call.Args.Operands, r.call.On("flag:--url")...) {
		_, rest, absolute := strings.Cut(w.Prefix(), "://")
		if !absolute {
			rest = w.Prefix()
		}
		if rest == "" && len(w.Parts) > 0 && r.all.trace(w.From())&FromKey == 0 && keys(shell.Word{Parts: w.Parts[:hostParts(w)]}) == 0 {
			return true
		}
		host, _, _ := strings.Cut(rest, "/")
		for _, h := range hosts {
			if strings.Contains(strings.ToLower(host), h) {
				return true
			}
		}
	}
	return false
}

// hostParts returns how many of a word's parts name the host of an address.
func hostParts(w shell.Word) int {
	for i, p := range w.Parts {
		if p.Kind != shell.Lit {
			continue
		}
		text := p.Text
		if i == 0 {
			if _, rest, ok := strings.Cut(text, "://"); ok {
				text = rest
			}
		}
		if strings.ContainsAny(text, "/?") {
			return i
		}
	}
	return len(w.Parts)
}

// holdsKey reports whether a variable that an unknown part names holds a key,
// of whatever service.
func holdsKey(text string) bool {
	name := strings.Trim(text, "${}\"")
	for _, end := range [...]string{"_KEY", "TOKEN", "SECRET", "PASSWORD"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// loginHeader reports whether a word is a header that logs a request in.
func loginHeader(w shell.Word) bool {
	name, _, ok := strings.Cut(strings.ToLower(w.Prefix()), ":")
	if !ok || strings.ContainsAny(name, " /={\"") {
		return false
	}
	return namesKey(name)
}

// namesKey reports whether a header or a parameter is one for a key.
func namesKey(name string) bool {
	for _, s := range [...]string{"auth", "key", "token", "secret", "cookie", "pass"} {
		if strings.Contains(name, s) {
			return true
		}
	}
	return false
}

// anyOwner reports whether the call speaks to a host that a key belongs to.
func (r *collector) anyOwner() bool {
	for _, hosts := range keyOwners() {
		if r.goesTo(hosts) {
			return true
		}
	}
	return false
}

// keys adds where a key of the environment comes from that an effect sends
// elsewhere.
func (r *collector) keys(e *Effect) {
	if e.Target != nil && loginHeader(*e.Target) {
		e.From = 0 // it logs in with what it reads, and that is what it is for
		if e.Target.HasUnknown() {
			if e.From = plain(r.call); e.From != 0 {
				e.What = "a key in the clear"
			}
		}
		return
	}
	if e.What == ForOthers && e.Target != nil && r.shows(*e.Target) {
		e.From |= FromSecret
	}
	if e.Target != nil && r.misdirected(*e.Target) || e.From&FromKey != 0 && !r.anyOwner() {
		e.From |= FromSecret
	}
}
