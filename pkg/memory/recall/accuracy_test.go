package recall

import (
	"cmp"
	"slices"
	"testing"
)

// pair is something that was done, and how the same is asked for on another
// day, by somebody else.
type pair struct{ done, asked string }

var askedTasks = []pair{
	{"Fix the flaky upload test", "make the test of uploads stable"},
	{"Add a --json flag to the report command", "report should be able to print JSON"},
	{"Upgrade all dependencies to their latest minor versions", "bump dependency versions"},
	{"Investigate the memory leak in the image resizer", "image resizing keeps leaking memory, find out why"},
	{"Write unit tests for the date parser", "the parsing of dates needs test coverage"},
	{"Rename the package util to textwrap", "move util's code into a package named textwrap"},
	{"Document the environment variables in the README", "readme: describe env variables"},
	{"Remove the deprecated v1 API endpoints", "delete deprecated endpoints of API v1"},
	{"Speed up the nightly database backup", "database backups at night are slow, make them faster"},
	{"Translate the settings page to German", "german translation for settings"},
	{"Review the authentication middleware for security problems", "security review of auth middleware"},
	{"Migrate the build from webpack to vite", "switch our bundling from webpack over to vite"},
	{"Fix the race condition in the connection pool", "connection pooling has a data race"},
	{"Add pagination to the orders endpoint", "paginate orders in the API"},
	{"Find out where the login cookie is set", "search the code that sets login cookies"},
	{"Refactor the invoice generator into smaller functions", "invoice generation: split the long functions up"},
	{"Set up linting in the CI pipeline", "CI should run the linters"},
	{"Make the search box keyboard accessible", "keyboard accessibility of searching"},
	{"Reproduce the crash on empty config files", "it crashes when the configuration file is empty, reproduce that"},
	{"Generate the client from the OpenAPI description", "openapi client generation"},
	{"Cache the results of the permission checks", "permission checking is repeated; introduce caching"},
	{"Cut the size of the Docker image", "smaller docker images"},
	{"Explain how retries work in the queue consumer", "how does the consumer of the queue retry?"},
	{"Replace moment with date-fns in the frontend", "frontend: get rid of moment, use date-fns"},
	{"Check that all SQL migrations can be rolled back", "verify rollback of every migration"},
	{"Add tracing to the payment service", "payments: trace requests with spans"},
}

// otherTasks match no query.
var otherTasks = []string{
	"Fix the typo on the landing page", "Add a dark mode", "Write the changelog for the release", "Find unused CSS classes", "Test the export on Windows",
	"Review the pull request about webhooks", "Document the release process", "Make the deploy script idempotent", "Add an index to the events table",
	"Remove dead code from the billing module", "Run the load tests and summarise the results", "Explore how feature flags are read", "Fix the broken links in the docs",
	"Add retries to the email sender", "Update the copyright year", "Make the CLI print its version", "Look for hard-coded passwords", "Split the monolith's user module",
	"Write a benchmark for the tokenizer", "Investigate slow page loads in checkout", "Add types to the plugin interface", "Fix the time zone of reports",
	"Set up a staging database", "Convert the callbacks to async functions", "Review error handling in the importer", "Create a script that seeds test data",
	"Make the tests run in parallel", "Check the licences of all packages", "Add rate limiting to the API", "Plan the move to the new data centre",
}

var askedCommands = []pair{
	{"git commit -m 'add parser'", "git comit -m 'add lexer'"},
	{"npm run test:unit -- --watch=false", "npm run test-unit"},
	{"docker compose -f deploy/compose.yaml up -d", "docker-compose up -d"},
	{"go test -race ./internal/queue/...", "go test -race ./internal/queues"},
	{"kubectl get pods -n payments", "kubectl get pod --namespace payment"},
	{"pytest tests/test_dates.py -k leap", "python -m pytest test/test_date.py -k leap"},
	{"cargo build --release --features cli", "cargo build --realease --feature cli"},
	{"terraform plan -out=plan.bin", "terraform plam"},
	{"make generate && make lint", "make generated"},
	{"psql -h localhost -U app -d orders -c 'select count(*) from items'", "psql orders -c 'select count(*) from item'"},
	{"yarn workspace web build", "yarn web:build"},
	{"git push --set-upstream origin feature/paging", "git push origin feature-paging"},
	{"helm upgrade --install web ./charts/web", "helm upgrade web charts/web"},
	{"uv run ruff check --fix src", "ruff check src --fix"},
	{"ssh deploy@staging 'systemctl status web'", "ssh staging systemctl status webb"},
	{"gh pr view 41 --json files", "gh pr show 41"},
	{"./gradlew :core:test --tests '*ParserTest'", "gradle core:test --tests ParserTest"},
	{"aws s3 ls s3://reports-archive/2024/", "aws s3 list reports-archive"},
	{"golangci-lint run --timeout 5m ./...", "golangci run ./..."},
	{"mvn -q -pl server test -Dtest=RouterTest", "mvn test -Dtest=RouteTest"},
}

var otherCommands = []string{
	"git status", "git log --oneline -5", "git diff --stat", "git add -A", "git checkout -b fix/paging", "git pull --rebase", "git stash list",
	"npm ci", "npm run lint", "npm run build", "npm outdated", "docker ps", "docker build -t web .", "docker logs web --tail 50", "go build ./...", "go vet ./...",
	"go mod tidy", "go test ./...", "go run ./cmd/server", "kubectl get nodes", "kubectl apply -f deploy/", "kubectl logs deploy/web", "pytest -x", "pip install -e .",
	"cargo test", "cargo fmt --check", "terraform init", "terraform validate", "make", "make clean", "make test", "psql -l", "yarn install", "yarn lint",
	"helm list", "ruff format src", "uv sync", "ssh prod uptime", "gh run list", "gh issue list", "./gradlew assemble", "aws sts get-caller-identity", "mvn -q package",
	"rg -n TODO src", "sed -n 1,80p main.go", "find . -name '*.sql'", "cat go.mod", "ls -la", "curl -s localhost:8080/healthz", "jq .version package.json",
}

// TestAccuracy measures how often what was done is among the first that are
// recalled, when it is asked for in other words; docs/ACCURACY.md says what
// that is over real sessions. Words and wordings together find more than
// either alone.
func TestAccuracy(t *testing.T) {
	for _, test := range []struct {
		name  string
		pairs []pair
		other []string
		least int // of the first five, in percent
	}{
		{"tasks", askedTasks, otherTasks, 92},
		{"commands", askedCommands, otherCommands, 95},
	} {
		t.Run(test.name, func(t *testing.T) {
			var past []Past
			for _, p := range test.pairs {
				past = append(past, Past{Text: p.done, Well: true})
			}
			for _, s := range test.other {
				past = append(past, Past{Text: s, Well: true})
			}
			l := newLexicon(past)
			words := func(asked string) []int {
				terms := l.terms(asked)
				return best(past, func(i int) float64 { return l.shared(i, terms) })
			}
			wordings := func(asked string) []int {
				w := l.wordingOf(appendWords(nil, asked))
				return best(past, func(i int) float64 { v := l.wordingOf(l.of(i)); return w.alike(&v) })
			}
			both := func(asked string) (list []int) {
				for _, n := range Select(past, Query{Text: asked}, Budget{Notes: 5, Tokens: 1 << 20}) {
					list = append(list, n.Index)
				}
				return list
			}
			byWords, byWordings, byBoth := hits(test.pairs, words), hits(test.pairs, wordings), hits(test.pairs, both)
			t.Logf("first, among five, of %d: words %v, similar wording %v, both %v", len(test.pairs), byWords, byWordings, byBoth)
			if got := 100 * byBoth[1] / len(test.pairs); got < test.least {
				t.Errorf("%d %% are among the first five, want %d %%", got, test.least)
			}
			if byBoth[1] < max(byWords[1], byWordings[1]) {
				t.Errorf("among the first five are %d, and by words alone %d, by wordings alone %d", byBoth[1], byWords[1], byWordings[1])
			}
		})
	}
}

// best returns the five that score highest.
func best(past []Past, score func(int) float64) []int {
	var list []int
	scores := make([]float64, len(past))
	for i := range past {
		if scores[i] = score(i); scores[i] > 0 {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return list[:min(len(list), 5)]
}

// hits counts what is found as the first, and what among the first five.
func hits(pairs []pair, find func(string) []int) (n [2]int) {
	for i, p := range pairs {
		switch slices.Index(find(p.asked), i) {
		case 0:
			n[0]++
			n[1]++
		case 1, 2, 3, 4:
			n[1]++
		}
	}
	return n
}
