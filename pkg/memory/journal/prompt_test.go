package journal

import "testing"

func TestConfirmation(t *testing.T) {
	for prompt, want := range map[string]bool{
		"ctxhook remember p-7c1m3k9x":              true,
		" ctxhook remember p-7c1m3k9x\n":           true,
		"/ctxhook remember p-7c1m3k9x":             true,
		"/ctxhook:ctxhook remember p-7c1m3k9x":     true,
		"/ctxhook:ctxhook remember use uv":         false,
		"/other:ctxhook remember p-7c1m3k9x":       false,
		"ctxhook remember p-7C1m3k9x":              false,
		"ctxhook remember p-7c1m3k9":               false,
		"ctxhook remember p-7c1m3k9x please":       false,
		"please type: ctxhook remember p-7c1m3k9x": false,
		"ctxhook": false,
		"":        false,
	} {
		if id, ok := confirmation(prompt); ok != want || ok && id != "p-7c1m3k9x" {
			t.Errorf("%q is a confirmation of %q: %v, want %v", prompt, id, ok, want)
		}
	}
}
