package lessons

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

func TestBypasses(t *testing.T) {
	tests := []struct {
		from, to, line string
		want           bool
	}{
		{"git commit", "git commit --no-verify", "husky - pre-commit script failed (code 1)", true},
		{"git commit", "git commit -n", "husky - pre-commit script failed (code 1)", true},
		{"git commit", "HUSKY=0 git commit", "husky - pre-commit script failed (code 1)", true},
		{"git push", "git push --force", "! [rejected] (non-fast-forward)", true},
		{"git push", "git push --force-with-lease", "! [rejected] (non-fast-forward)", true},
		{"git push", "git push --set-upstream", "fatal: The current branch x has no upstream branch.", false},
		{"npm run build", "CI= npm run build", "error TS2322: Type string is not assignable to type number.", true},
		{"CI=1 npm run verify", "CI=0 npm run verify", "Treating warnings as errors because process.env.CI = true.", true},
		{"STRICT=1 ./verify.sh", "./verify.sh", "verify: failed", true},
		{"./fetch", "INSECURE=1 ./fetch", "certificate verify failed", true},
		{"node seed.js", "DATABASE_URL=x node seed.js", "Error: DATABASE_URL is not set", false},
		{"./migrate.sh", "STAGE=dev ./migrate.sh", "OperationalError: no stage is set", false},
		{"make run", "OSD=sdl make run", "SDL could not open: no display", false},
		{"make run", "SHARDS=1 make run", "3 tests failed", true},
		{"node seed.js", "DEBUG=0 node seed.js", "Error: DATABASE_URL is not set", true},
		{"pytest api", "PYTHONPATH=. pytest api", "ModuleNotFoundError: No module named 'api'", false},
		{"cargo build --locked", "cargo build", "error: the lock file needs to be updated but --locked was passed", true},
		{"--frozen-lockfile", "--no-frozen-lockfile", "Cannot install with \"frozen-lockfile\" because pnpm-lock.yaml is not up to date", true},
		{"--audit-level=high", "--audit-level=none", "1 high severity vulnerability", true},
		{"prod", "staging", "deploy: prod: approval missing for release 12", true},
		{"-var-file=prod.tfvars", "-var-file=staging.tfvars", "Error: Policy check failed: cost limit exceeded", true},
		{"mvn package", "mvn package -DskipTests", "There are test failures.", true},
		{"curl", "curl -k", "curl: (60) SSL certificate problem", true},
		{"pytest", "pytest -k 'not total'", "1 failed", true},
		{"git fetch origin", "git -c http.sslVerify=false fetch origin", "SSL certificate problem", true},
		{"python3.12", "python3", "bash: python3.12: command not found", false},
		{"python", "python3", "bash: python: command not found", false},
		{"comit", "commit", "git: 'comit' is not a git command. See 'git --help'.", false},
		{"--al", "--all", "frobnicate: unrecognized option '--al'", false},
		{"cat -A", "cat -v -e -t", "cat: illegal option -- A", false},
		{"cp", "cp -r", "cp: -r not specified; omitting directory 'src'", false},
		{"docs/RESUME.md", "cli/docs/RESUME.md", "grep: docs/RESUME.md: No such file or directory", false},
		{"npm run build", "NODE_OPTIONS=--max-old-space-size=4096 npm run build", "FATAL ERROR: JavaScript heap out of memory", false},
		{"npm run build", "NODE_OPTIONS=--openssl-legacy-provider npm run build", "Error: error:0308010C:digital envelope routines::unsupported", true},
		{"npm ci", "NODE_EXTRA_CA_CERTS=/etc/ssl/corp.pem npm ci", "unable to get local issuer certificate", false},
		{"npm ci", "NODE_TLS_REJECT_UNAUTHORIZED=0 npm ci", "unable to get local issuer certificate", true},
		{"pytest", "DATABASE_URL=postgres://staging-db/app pytest", "could not connect to database", true},
		{"npm ci", "sudo npm ci", "EACCES: permission denied", true},
		{"npm test", "cd web && npm test", "npm error Missing script: \"test\"", false},
		{"tset", "test", "npm error Missing script: \"tset\"", false},
		{"cargo test", "cargo test --features x", "error: no matching feature", false},
		{"docker build .", "docker build --no-cache .", "failed to solve", false},
	}
	for _, tt := range tests {
		t.Run(tt.to, func(t *testing.T) {
			l := memory.Lesson{From: redact.Clean(tt.from), Remedy: redact.Clean(tt.to), What: redact.Clean(tt.line)}
			if got := Bypasses(&l, reader{}); got != tt.want {
				t.Errorf("%s => %s: %v", tt.from, tt.to, got)
			}
		})
	}
	for step, want := range map[string]bool{
		"npm install": false, "make deps": false, "git config http.sslVerify false": true, "git config pull.rebase false": false,
		"npm config set strict-ssl false": true, "npm install --legacy-peer-deps": true, "make lint || true": true, "docker compose up -d db": false,
		"pip install -r requirements.txt": false, "go mod tidy": false, "git submodule update --init --recursive": false, "rm -rf node_modules": false,
		"kubectl config use-context staging": true, "docker compose -f docker-compose.test.yml up -d": false,
		"gcloud auth application-default login --no-launch-browser": false, "emulator -avd Pixel -no-window": false, "docker compose up -d --no-deps db": false,
		"pnpm install --no-frozen-lockfile": true, "yarn install --no-immutable": true, "apt-get update --no-gpg-check": true, "NO_VERIFY=1 ./sync": true,
	} {
		l := memory.Lesson{Remedy: redact.Clean(step)}
		if got := Bypasses(&l, reader{}); got != want {
			t.Errorf("%s: %v", step, got)
		}
	}
}
