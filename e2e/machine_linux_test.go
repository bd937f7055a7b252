package e2e

import (
	"os/exec"
	"strings"
	"testing"
)

// TestMachineDirectory runs the program as it is shipped, in a file system with an
// /etc/ctxhook of its own: first with files that belong to root, then as a user to
// whom the same files belong, for whom they do not count.
func TestMachineDirectory(t *testing.T) {
	dir := t.TempDir()
	const world = `set -e
mount -t tmpfs tmpfs /etc
mkdir -p /etc/ctxhook/rules
echo 'blocked_patterns: [launch-rocket]' > /etc/ctxhook/config.yaml
printf 'title: Production\nrisk: critical\nwhen: {program: deploy}\n' > /etc/ctxhook/rules/no-prod.yaml
exec "$@"`
	isolated := func(command ...string) *exec.Cmd {
		c := exec.CommandContext(t.Context(), "unshare", append([]string{"--user", "--map-root-user", "--mount", "--propagation", "private", "sh", "-c", world, "sh"}, command...)...)
		c.Env = []string{
			"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + dir, "CTXHOOK_SAFETY_LEVEL=permissive", "CTXHOOK_MACHINE=" + dir, "E2E_MACHINE=" + dir, "ProgramData=" + dir,
		}
		c.Dir = dir
		return c
	}
	if out, err := isolated("true").CombinedOutput(); err != nil {
		t.Skipf("no file system of its own: %v: %s", err, out)
	}
	binary := built(t)
	for command, by := range map[string]string{"deploy prod": "/etc/ctxhook/rules/no-prod.yaml", "launch-rocket": "/etc/ctxhook/config.yaml:1:20"} {
		out, err := isolated(binary, "check", command).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "block: ") || !strings.Contains(string(out), "set by   "+by) {
			t.Errorf("%s as root set it: %v\n%s", command, err, out)
		}
		out, err = isolated("unshare", "--user", "--map-user=1000", "--map-group=1000", binary, "check", command).CombinedOutput()
		if err != nil || !strings.Contains(string(out), "silent: ") || !strings.Contains(string(out), "/etc/ctxhook: not read: does not belong to root") {
			t.Errorf("%s as a user set it: %v\n%s", command, err, out)
		}
	}
}
