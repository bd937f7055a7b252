package safety_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// TestMounted: what a container deletes in a directory that it mounts is deleted where that
// lies. What it does not mount is gone with it.
func TestMounted(t *testing.T) {
	at := safety.Dirs{Home: "/home/ann", Cwd: "/home/ann/w/p", Project: "/home/ann/w/p"}
	for _, tt := range []struct {
		text string
		want policy.Action
	}{
		{`docker run --rm -v "$PWD":/w alpine rm -rf /w/bin`, policy.Silent},
		{`docker run --rm -v $(pwd):/w alpine rm -rf /w/lib`, policy.Silent},
		{`docker run --rm -v .:/usr alpine rm -rf /usr/lib`, policy.Silent},
		{`docker run --rm -v ./out:/lib:Z alpine sh -c 'rm -rf /lib/*'`, policy.Silent},
		{`docker run --rm --mount type=bind,source=.,target=/w alpine rm -rf /w/bin`, policy.Silent},
		{`podman run --rm --mount type=bind,src="$PWD",dst=/w alpine rm -rf /w/bin`, policy.Silent},
		{`nerdctl run --rm -v "$PWD":/w alpine sh -c 'cd /w && rm -rf bin'`, policy.Silent},
		{`docker compose run --rm -v "$PWD":/w app rm -rf /w/bin`, policy.Silent},
		{`docker run --rm -v "$PWD":/w -w /w node:20 rm -rf dist`, policy.Silent},
		{`docker run --rm -v "$PWD":/w:ro alpine rm -rf /w`, policy.Silent},
		{`docker run --rm -v "$PWD":/w alpine rm -rf /usr/lib`, policy.Silent},
		{`docker run --rm -v "$PWD":/w -v ./gen:/w/gen alpine rm -rf /w/gen`, policy.Silent},
		{`docker run -v /:/host alpine rm -rf /host`, policy.Block},
		{`docker run --rm -v /:/host alpine rm -rf /host/usr`, policy.Block},
		{`docker run --rm -v ~:/h alpine rm -rf /h`, policy.Block},
		{`docker run --rm -v "$HOME":/w/bin alpine sh -c 'rm -rf /w/bin/*'`, policy.Block},
		{`docker run --rm -v "$PWD/../..":/w alpine rm -rf /w`, policy.Block},
		{`docker run --rm -v "$PWD":/w -v /usr:/w/usr alpine rm -rf /w/usr`, policy.Block},
		{`docker run --rm -v /usr:/srv/a/usr alpine rm -rf /srv/a`, policy.Block},
		{`docker run --rm --mount type=bind,source=/usr,target=/w alpine rm -rf /w/lib`, policy.Block},
		{`docker run --rm -v "$PWD":/w alpine sh -c 'python3 -c "import shutil; shutil.rmtree(\"/w/..\")"'`, policy.Block},
		{`docker run --rm -v /:/w alpine python3 -c 'import shutil; shutil.rmtree("/w/usr")'`, policy.Block},
		{`docker run --rm -v ~/.ssh:/k:ro alpine cat /k/id_ed25519`, policy.Ask},
		{`docker run --rm -v "$PWD":/w alpine rm -rf /w/../usr`, policy.Silent},
		{`docker run --rm -v pgdata:/data alpine rm -rf /data`, policy.Ask},
	} {
		if v := engine().Judge(tt.text, at, mine{}); v.Action != tt.want {
			t.Errorf("%s: %v, want %v: %+v", tt.text, v.Action, tt.want, v.Findings)
		}
	}
}
