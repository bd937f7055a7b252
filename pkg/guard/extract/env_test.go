package extract

import "testing"

// TestEnv: a piece knows which variables hold secrets, and those that the
// service always sets.
func TestEnv(t *testing.T) {
	data := []byte("on: push\nenv: {A: '${{ secrets.TOKEN }}', B: x}\njobs:\n  j:\n    env: {C: '${{ toJSON(secrets) }}'}\n    steps:\n" +
		"      - run: make\n        env: {A: plain, D: \"${{ secrets['KEY'] }}\", E: \"${{ secrets.X != '' }}\"}\n")
	pieces, err := readWorkflow(".github/workflows/x.yml", data)
	if err != nil || len(pieces) != 1 {
		t.Fatal(pieces, err)
	}
	for name, want := range map[string]string{
		"A": "", "B": "", "C": "CISECRET_ALL", "D": "CISECRET_KEY", "E": "", "GITHUB_WORKSPACE": "/builds/github_workspace", "HOME": "",
	} {
		if got, ok := pieces[0].Env(name); got != want || ok != (want != "") {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
