package safety_test

import (
	"maps"
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
		"local.sh":     "kind create cluster\nkubectl delete namespace shop\n",
		"away.sh":      "kubectl delete namespace shop\n",
		"q.sql":        "TRUNCATE TABLE orders;\n",
		"many.py":      "import smtplib\ndef main():\n    for u in users():\n        s.sendmail('a', u, 'hi')\nmain()\n",
		"server.py":    "import stripe\n@app.post('/pay')\ndef pay(r):\n    stripe.PaymentIntent.create(amount=1)\napp.run()\n",
		"drop.js":      "const c = new MongoClient('mongodb+srv://u@cluster0.abcd.mongodb.net/crm');\nc.db('crm').dropDatabase();\n",
		"near.js":      "const c = new MongoClient('mongodb://localhost:27017/crm');\nc.db().dropDatabase();\n",
		"tidy.py":      "c = psycopg2.connect(host='db.prod.example.com', dbname='shop')\nc.cursor().execute('DELETE FROM sessions')\n",
		"tidy.php":     "<?php\n$db = new mysqli('db1.prod.example.com', 'u', 'p');\n$db->query('TRUNCATE orders');\n",
		"tidy.rb":      "c = PG.connect(host: 'localhost', dbname: 'shop_test')\nc.exec('TRUNCATE orders')\n",
		"conf.js":      "const cfg = require('./config/' + (process.env.NODE_ENV || 'default') + '.json');\nMongoClient.connect(cfg.url).then(c => c.db().dropDatabase());\n",
		"env.js":       "MongoClient.connect(process.env.MONGO_URL).then(c => c.db().dropDatabase());\n",
		"verify.sh":    "cargo test\ncargo publish\n",
		"package.json": `{"scripts": {"check": "npm test && npm publish", "release:npm": "npm publish", "pack": "npm pack"}}`,
		"wipe.py":      "import shutil\nshutil.rmtree('data')\n",
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
		{`psql "host=pg.prod.example.com dbname=shop" -f q.sql`, policy.Ask},
		{"psql service=prod -f q.sql", policy.Ask},
		{`psql "host=localhost dbname=shop_test" -f q.sql`, policy.Silent},
		{"python many.py", policy.Ask},
		{"python server.py", policy.Silent},
		{"python wipe.py", policy.Silent},
		{"node drop.js", policy.Ask},
		{"node near.js", policy.Silent},
		{"python tidy.py", policy.Ask},
		{"php tidy.php", policy.Ask},
		{"ruby tidy.rb", policy.Silent},
		{"node conf.js", policy.Ask}, // by the default of its settings
		{"NODE_ENV=test node conf.js", policy.Silent},
		{"node env.js", policy.Ask},
		{"bash verify.sh", policy.Ask},
		{"npm run check", policy.Ask}, // its name does not say that it publishes
		{"npm run release:npm", policy.Silent},
		{"npm run pack", policy.Silent},
	}
	maps.Copy(files, map[string]string{
		"config/default.json": `{"url": "mongodb://u@db.prod.example.com/crm"}`,
		"config/test.json":    `{"url": "mongodb://localhost/crm_test"}`,
		".env":                "MONGO_URL=mongodb://u@db.prod.example.com/crm\nOTHER=mongodb://localhost/x\n",
	})
	for _, tt := range tests {
		e := engine()
		e.Files = true
		v := e.Judge(tt.command, safety.Dirs{Home: "/home/ann", Cwd: "/w/p", Project: "/w/p"}, settled{work{files: files}})
		if v.Action != tt.want {
			t.Errorf("%s: %v, want %v: %+v", tt.command, v.Action, tt.want, v.Findings)
		}
	}
}
