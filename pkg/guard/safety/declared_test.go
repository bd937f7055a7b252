package safety

import (
	"slices"
	"testing"
)

// TestNear: names of packages that one may type for another, and those of other packages.
func TestNear(t *testing.T) {
	for _, tt := range []struct {
		name, known string
		want        bool
	}{
		{"lodahs", "lodash", true},
		{"lodash", "lodash", false},
		{"tokoi", "tokio", true},
		{"reqeusts", "requests", true},
		{"request", "requests", true},
		{"expres", "express", true},
		{"expresss", "express", true},
		{"crossenv", "cross-env", true},
		{"cross_env", "cross-env", true},
		{"lodaash", "lodash", true},
		{"github.com/siruspen/logrus", "github.com/sirupsen/logrus", true},
		{"preact", "react", false},
		{"tslint", "eslint", false},
		{"boto3", "boto", false},
		{"boto", "boto3", false},
		{"psycopg", "psycopg2", false},
		{"eslint-plugin-preact", "eslint-plugin-react", false},
		{"eslint-plugin-react", "eslint-plugin-preact", false},
		{"@acme/utils", "@acme/util", false},
		{"golang.org/x/text", "golang.org/x/test", false},
		{"vuex", "vue", false},
		{"pg", "pq", false},
		{"react-dom", "react", false},
		{"numpy", "scipy", false},
		{"axios", "redux", false},
		{"", "react", false},
	} {
		t.Run(tt.name+" "+tt.known, func(t *testing.T) {
			if got := near(tt.name, tt.known) && tt.name != tt.known; got != tt.want {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}

// TestDeclaredIn: the packages that manifests declare, and nothing else that they say.
func TestDeclaredIn(t *testing.T) {
	for _, tt := range []struct {
		file, text string
		want       []string
	}{
		{"package.json", "{\n  \"name\": \"shop\",\n  \"version\": \"1.2.3\",\n  \"scripts\": {\"build\": \"tsc\"},\n  \"dependencies\": {\n    \"express\": \"^4.19.2\",\n    \"@acme/ui\": \"workspace:*\"\n  }\n}\n", []string{"express", "@acme/ui"}},
		{"requirements.txt", "# base\n-r other.txt\nrequests==2.32.3\nuvicorn[standard]>=0.30\n./local\n", []string{"requests", "uvicorn"}},
		{"pyproject.toml", "[project]\nname = \"ingest\"\ndependencies = [\"httpx>=0.27\", \"pydantic\"]\n[dependency-groups]\ndev = [\n  \"ruff>=0.4\",\n  \"pytest\",\n]\n[tool.ruff]\nline-length = 100\n", []string{"httpx", "pydantic", "ruff", "pytest"}},
		{"pyproject.toml", "[tool.poetry]\nname = \"b\"\n[tool.poetry.dependencies]\npython = \"^3.11\"\ndjango = \"^5.0\"\n", []string{"python", "django"}},
		{"Cargo.toml", "[package]\nname = \"gw\"\nversion = \"0.1.0\"\n[dependencies]\nserde = \"1\"\ntokio = { version = \"1\", features = [\"full\"] }\n[dev-dependencies.insta]\nversion = \"1\"\n", []string{"serde", "tokio", "insta"}},
		{"Gemfile", "source 'https://rubygems.org'\ngem 'rails', '~> 7.1'\n", []string{"rails"}},
		{"go.mod", "module a.example/b\n\ngo 1.22\n\nrequire (\n\tgithub.com/sirupsen/logrus v1.9.3\n)\nrequire golang.org/x/sys v0.1.0\n", []string{"github.com/sirupsen/logrus", "golang.org/x/sys"}},
	} {
		t.Run(tt.file, func(t *testing.T) {
			if got := declaredIn(tt.file, tt.text); !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}
