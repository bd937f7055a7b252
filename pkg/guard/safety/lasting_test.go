package safety_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// settled is a project whose files are all committed.
type settled struct{ work }

func (settled) Committed(string) bool { return true }

// What is committed is meant, but for what neither git nor a copy brings back.
func TestCommittedFiles(t *testing.T) {
	files := map[string]string{
		"Makefile": "clean:\n\trm -rf build src\nreset:\n\tpsql -h $(HOST) -c 'DROP DATABASE shop'\n" +
			"reset-db:\n\tpsql -h localhost -c 'DROP DATABASE shop_test'\nreset-prod:\n\tpsql -h db.prod.example.com -d shop_test -c 'DROP TABLE x'\n" +
			"drop-db:\n\tDATABASE_URL=postgres://localhost/shop rails db:drop\ndb-drop:\n\trails db:drop\n" +
			"down:\n\tterraform destroy -auto-approve\nsync:\n\tgit push --force origin main\nmigrate:\n\talembic upgrade head\n",
		"local.sh":  "kind create cluster\nkubectl delete namespace shop\n",
		"away.sh":   "kubectl delete namespace shop\n",
		"q.sql":     "TRUNCATE TABLE orders;\n",
		"many.py":   "import smtplib\ndef main():\n    for u in users():\n        s.sendmail('a', u, 'hi')\nmain()\n",
		"server.py": "import stripe\n@app.post('/pay')\ndef pay(r):\n    stripe.PaymentIntent.create(amount=1)\napp.run()\n",
		"wipe.py":   "import shutil\nshutil.rmtree('data')\n",
	}
	tests := []struct {
		command string
		want    policy.Action
	}{
		{"make clean", policy.Silent},
		{"make reset HOST=db.prod.example.com", policy.Ask},
		{"make reset HOST=10.0.0.7", policy.Ask},
		{"make reset-db", policy.Silent},
		{"make drop-db", policy.Silent},
		{"make db-drop", policy.Warn}, // its database is not known
		{"make down", policy.Ask},
		{"make sync", policy.Ask},
		{"make migrate", policy.Silent},
		{"bash local.sh", policy.Silent},
		{"bash away.sh", policy.Ask},
		{"mysql -h db.prod.example.com shop < q.sql", policy.Ask},
		{"mysql -h 127.0.0.1 shop < q.sql", policy.Silent},
		{"python many.py", policy.Ask},
		{"python server.py", policy.Silent},
		{"python wipe.py", policy.Silent},
	}
	for _, tt := range tests {
		e := engine()
		e.Files = true
		v := e.Judge(tt.command, safety.Dirs{Home: "/home/ann", Cwd: "/w/p", Project: "/w/p"}, settled{work{files: files}})
		if v.Action != tt.want {
			t.Errorf("%s: %v, want %v: %+v", tt.command, v.Action, tt.want, v.Findings)
		}
	}
}
