package command

import (
	"testing"
)

func TestFetches(t *testing.T) {
	for command, want := range map[string]bool{
		"pip install reqeusts": true, "npm install -g frob-tool": true, "npx frob-tool": true, "pnpm dlx frob-tool": true, "brew install frob": true,
		"npm ci": false, "npm install": false, "bundle install --jobs 4": false, "corepack enable": false, "nvm use 20": false, "mise install node@20": false, "conda install frob": true, "uvx frob-tool": true, "make tools": false,
	} {
		if got := Fetches(parsed(command)); got != want {
			t.Errorf("%s: %v, want %v", command, got, want)
		}
	}
}
