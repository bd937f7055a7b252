package safety_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/rules"
)

// session is a machine on which a session has run some commands.
type session struct {
	calm
	ran []string
}

func (s session) Earlier(string) (list []rule.Past) {
	for _, text := range s.ran {
		list = append(list, rule.Past{Text: text})
	}
	return list
}

// TestMade: what the session made itself is its own to take away; what only has the same
// name is not.
func TestMade(t *testing.T) {
	for _, tt := range []struct {
		name, ran, text string
		want            policy.Action
	}{
		{"a database", "createdb try_0412", "dropdb try_0412", policy.Silent},
		{"another database", "createdb try_0412", "dropdb cohort", policy.Ask},
		{"a database on another host", "createdb try_0412", "dropdb -h db.prod.internal try_0412", policy.Ask},
		{"a database by SQL", "psql -c 'CREATE DATABASE try_1'", "psql -c 'DROP DATABASE try_1'", policy.Silent},
		{"a database by SQL, and its client", "psql -c 'CREATE DATABASE try_1'", "dropdb try_1", policy.Silent},
		{"a table of a database that it made", "createdb try_1", "psql -d try_1 -c 'DROP TABLE a'", policy.Silent},
		{"a schema", "psql shop -v ON_ERROR_STOP=1 <<'Q'\nCREATE SCHEMA try_1;\nCREATE TABLE try_1.a(i int);\nQ\n", "psql shop -c 'DROP SCHEMA try_1 CASCADE'", policy.Silent},
		{"a schema, where psql goes on after an error", "psql shop <<'Q'\nCREATE SCHEMA shop;\nQ\n", "psql shop -c 'DROP SCHEMA shop CASCADE'", policy.Ask},
		{"a table", "psql -d shop -c 'create table scratch (i int)'", "psql -d shop -c 'TRUNCATE scratch; DROP TABLE scratch'", policy.Silent},
		{"a table and those that refer to it", "psql -d shop -c 'create table scratch (i int)'", "psql -d shop -c 'TRUNCATE scratch CASCADE'", policy.Ask},
		{"a table of mysql", "mysql -u root shop -e 'create table scratch (i int)'", "mysql shop -u root -e 'drop table scratch'", policy.Silent},
		{"a table of mysql that goes on after an error", "mysql --force shop -e 'create table prices (i int)'", "mysql shop -e 'drop table prices'", policy.Ask},
		{"a table in a container", "docker exec -i db psql shop -c 'create table scratch (i int)'", "docker exec db psql shop -c 'drop table scratch'", policy.Silent},
		{"a table in another container", "docker exec db psql shop -c 'create table prices (i int)'", "docker exec prod psql shop -c 'drop table prices'", policy.Ask},
		{"a database in another container", "docker exec db createdb shop", "docker exec prod dropdb shop", policy.Ask},
		{"a table that may have been there", "psql -d shop -c 'create table if not exists prices (i int)'", "psql -d shop -c 'drop table prices'", policy.Ask},
		{"a table for the connection", "psql -d shop -c 'create temp table prices (i int)'", "psql -d shop -c 'drop table prices'", policy.Ask},
		{"a table in another schema", "psql -d shop -c 'set search_path=x; create table prices (i int)'", "psql -d shop -c 'drop table prices'", policy.Ask},
		{"a table that was renamed", "psql -d shop -c 'create table b (i int)'\npsql -d shop -c 'alter table b rename to c; alter table prices rename to b'", "psql -d shop -c 'drop table b'", policy.Ask},
		{"a table of another database", "psql -d try_1 -c 'create table prices (i int)'", "psql -d shop -c 'drop table prices'", policy.Ask},
		{"a table of another server", "psql -d shop -c 'create table prices (i int)'", "PGHOST=db.prod.example.com psql -d shop -c 'drop table prices'", policy.Ask},
		{"another table", "psql -d shop -c 'create table scratch (i int)'", "psql -d shop -c 'drop table scratch, prices'", policy.Ask},
		{"a table that is only spoken of", "echo 'create table prices (i int)' && psql -d shop -c 'select 1 -- create table prices (i int)'", "psql -d shop -c 'drop table prices'", policy.Ask},
		{"a table of a command that may fail", "psql -d shop -c 'create table prices (i int)' || true", "psql -d shop -c 'drop table prices'", policy.Ask},
		{"a table of a command that hides its end", "psql -d shop -c 'create table prices (i int)'; echo", "psql -d shop -c 'drop table prices'", policy.Ask},
		{"a table in one line", "", "psql -d shop -c 'create table probe (i int)' && psql -d shop -c 'drop table probe'", policy.Silent},
		{"a table in one text", "", "psql -d shop -c 'create table probe (i int); drop table probe'", policy.Silent},
		{"a table in one text that goes on after an error", "", "psql -d shop <<'Q'\ncreate table probe (i int);\ndrop table probe;\nQ\n", policy.Ask},
		{"a table that is dropped first", "", "psql -d shop -c 'drop table prices; create table prices (i int)'", policy.Ask},
		{"a table whose making may fail", "", "psql -d shop -c 'create table prices (i int)'; psql -d shop -c 'drop table prices'", policy.Ask},
		{"a database in one line", "", "createdb probe && psql -d probe -f schema.sql && dropdb probe", policy.Silent},
		{"a database whose making may fail", "", "createdb shop; dropdb shop", policy.Ask},
		{"a database whose making was expected to fail", "createdb shop || true", "dropdb shop", policy.Ask},
		{"a database whose making was hidden", "createdb shop 2>/dev/null; psql -d shop -f x.sql", "dropdb shop", policy.Ask},
		{"a volume in one line", "", "docker volume create probe && docker run --rm -v probe:/d alpine true && docker volume rm probe", policy.Silent},
		{"a namespace", "kubectl create namespace smoke-1", "kubectl delete ns smoke-1 --wait=false", policy.Silent},
		{"a namespace that was only listed", "kubectl get ns smoke-1", "kubectl delete ns smoke-1", policy.Ask},
		{"a namespace of another cluster", "kubectl create namespace smoke-1\nkubectl config use-context prod", "kubectl delete ns smoke-1", policy.Ask},
		{"all of a namespace", "kubectl create namespace smoke-1", "kubectl delete ns smoke-1 --all", policy.Ask},
		{"two, of which one was there", "kubectl create namespace smoke-1", "kubectl delete ns smoke-1 payments", policy.Ask},
		{"a volume, which may have been there", "docker volume create try-data", "docker volume rm try-data", policy.Ask},
		{"a container with its volumes", "docker run -d --name try-pg postgres:16", "docker rm -fv try-pg", policy.Silent},
		{"a container that publishes a port", "docker run -d --name try-es -p 9201:9200 es:8", "docker rm -fv try-es", policy.Silent},
		{"two images that it built", "docker build -q -t size:before . && docker build -t size:after .", "docker rmi -f size:before size:after", policy.Silent},
		{"two images, of which one was there", "docker build -t size:after .", "docker rmi -f size:before size:after", policy.Warn},
		{"a cluster behind ||", "kind get clusters | grep e2e || kind create cluster --name e2e", "kind delete cluster --name e2e", policy.Ask},
		{"a volume that a container was given", "docker run -d --name w -v cache1:/c alpine", "docker volume rm cache1", policy.Ask},
		{"a table in one text of a client that goes on after an error", "", "sqlite3 /srv/app.db <<'Q'\ncreate table orders (i int);\ndrop table orders;\nQ\n", policy.Ask},
		{"a table in a container that it started", "docker run -d --name pg postgres:16", "docker exec pg psql -U postgres -c 'DROP TABLE orders'", policy.Silent},
		{"a table in a container that was given a volume", "docker run -d --name pg -v pgdata:/var/lib/postgresql/data postgres:16", "docker exec pg psql -U postgres -c 'DROP TABLE orders'", policy.Ask},
		{"a table of another host by a container that it started", "docker run -d --name pg postgres:16", "docker exec pg psql -h db.prod.example.com -c 'DROP TABLE orders'", policy.Ask},
		{"a container on another machine", "docker run -d --name pg postgres:16", "DOCKER_HOST=ssh://prod docker exec pg psql -c 'DROP TABLE orders'", policy.Ask},
		{"a server by its address", "docker run -d --name pg -p 55432:5432 postgres:16", "DATABASE_URL=postgres://u:p@localhost:55432/app npx prisma migrate reset --force", policy.Silent},
		{"a server elsewhere on its port", "docker run -d --name pg -p 55432:5432 postgres:16", "DATABASE_URL=postgres://u:p@db.example.com:55432/app npx prisma migrate reset --force", policy.Ask},
		{"a database of a program", "python3 - <<'P'\nimport subprocess\nsubprocess.run(['createdb','try_1'],check=True)\nP\n", "dropdb try_1", policy.Silent},
		{"a database of a program that goes on", "python3 - <<'P'\nimport subprocess\nsubprocess.run(['createdb','shop'])\nP\n", "dropdb shop", policy.Ask},
		{"a database of a program that expects it to fail", "python3 - <<'P'\nimport subprocess\ntry:\n  subprocess.run(['createdb','shop'],check=True)\nexcept Exception:\n  pass\nP\n", "dropdb shop", policy.Ask},
		{"a workspace", "terraform workspace new pr-7", "terraform destroy -auto-approve", policy.Silent},
		{"a workspace that it left", "terraform workspace new pr-7\nterraform workspace select default", "terraform destroy -auto-approve", policy.Ask},
		{"a workspace of another directory", "cd infra && terraform workspace new pr-7", "terraform destroy -auto-approve", policy.Ask},
		{"a database on another port", "createdb -p 5433 try_0412", "dropdb try_0412", policy.Ask},
		{"a machine named by an option", "multipass launch -n try-1", "multipass delete --purge try-1", policy.Silent},
		{"a host of a broker", "rabbitmqctl add_vhost try", "rabbitmqctl delete_vhost try", policy.Silent},
		{"another host of a broker", "rabbitmqctl add_vhost try", "rabbitmqctl delete_vhost shop", policy.Ask},
		{"a user of a broker with the same name", "rabbitmqctl add_user try pw", "rabbitmqctl delete_vhost try", policy.Ask},
		{"a topic", "kafka-topics.sh --bootstrap-server localhost:9092 --create --topic try", "kafka-topics.sh --bootstrap-server localhost:9092 --delete --topic try", policy.Silent},
		{"another topic", "kafka-topics.sh --bootstrap-server localhost:9092 --create --topic try", "kafka-topics.sh --bootstrap-server localhost:9092 --delete --topic orders", policy.Ask},
		{"an index at an address", "curl -s -XPUT localhost:9200/try_v2 -d @m.json", "curl -s -XDELETE localhost:9200/try_v2", policy.Silent},
		{"an index elsewhere, that may have been there", "curl -s -XPUT https://search.example.com/products -d @m.json", "curl -s -XDELETE https://search.example.com/products", policy.Ask},
		{"a bucket of a local stand-in, and one of the cloud", "aws --endpoint-url http://localhost:4566 s3 mb s3://media", "aws s3 rb s3://media --force", policy.Ask},
		{"a bucket of a local stand-in", "aws --endpoint-url http://localhost:4566 s3 mb s3://media", "aws --endpoint-url http://localhost:4566 s3 rb s3://media --force", policy.Silent},
		{"another index", "curl -s -XPUT localhost:9200/try_v2 -d @m.json", "curl -s -XDELETE localhost:9200/products", policy.Ask},
		{"a Linux system", "wsl --import try C:\\try try.tar", "wsl --unregister try", policy.Silent},
		{"a database of a container that it started", "docker run -d --name pg-try -p 54329:5432 postgres:16", "psql -h localhost -p 54329 -c 'DROP SCHEMA public CASCADE'", policy.Silent},
		{"the same port elsewhere", "docker run -d --name pg-try -p 54329:5432 postgres:16", "psql -h db.example.com -p 54329 -c 'DROP SCHEMA public CASCADE'", policy.Ask},
		{"the same port on a host of the environment", "docker run -d -p 54329:5432 postgres:16", "PGHOST=db.example.com psql -p 54329 -c 'DROP SCHEMA public CASCADE'", policy.Ask},
		{"the same port in a connection string", "docker run -d -p 54329:5432 postgres:16", "psql 'host=db.example.com dbname=shop' -p 54329 -c 'DROP SCHEMA public CASCADE'", policy.Ask},
		{"a container with data of the user", "docker run -d -p 54329:5432 -v ./data:/var/lib/postgresql/data postgres:16", "psql -h localhost -p 54329 -c 'DROP SCHEMA public CASCADE'", policy.Ask},
		{"the same port on a host that was exported", "docker run -d -p 54329:5432 postgres:16", "export PGHOST=db.example.com; psql -p 54329 -c 'DROP SCHEMA public CASCADE'", policy.Ask},
		{"the same port in the environment of a file", "docker run -d -p 54329:5432 postgres:16", "set -a; . ./prod.env; psql -p 54329 -c 'DROP SCHEMA public CASCADE'", policy.Ask},
		{"the same port, of a container that is gone", "docker run -d --name pg -p 54329:5432 postgres:16\ndocker rm -f pg", "psql -h localhost -p 54329 -c 'DROP SCHEMA public CASCADE'", policy.Ask},
		{"the same port, with a password and a database", "docker run -d -p 54329:5432 postgres:16", "PGPASSWORD=x PGDATABASE=app psql -h localhost -p 54329 -c 'DROP SCHEMA public CASCADE'", policy.Silent},
		{"a container of another machine", "docker run -d --name try-pg postgres:16", "DOCKER_HOST=ssh://ops@prod docker rm -fv try-pg", policy.Warn},
		{"a container of another context", "docker volume create try-data", "export DOCKER_CONTEXT=prod && docker volume rm try-data", policy.Ask},
		{"a container of the machine where it was made", "DOCKER_HOST=ssh://ops@ci docker run -d --name try-pg postgres:16", "DOCKER_HOST=ssh://ops@ci docker rm -fv try-pg", policy.Silent},
		{"a bucket of another account", "aws s3 mb s3://try-media", "AWS_PROFILE=prod aws s3 rb s3://try-media --force", policy.Ask},
		{"a namespace by another file of clusters", "kubectl create namespace smoke-1", "export KUBECONFIG=~/prod.yaml; kubectl delete ns smoke-1", policy.Ask},
		{"a namespace by settings that are sourced", "kubectl create namespace smoke-1", "source prod.env && kubectl delete ns smoke-1", policy.Ask},
		{"a database in an environment for Python", "createdb try_0412", "source .venv/bin/activate && dropdb try_0412", policy.Silent},
		{"a database, with a variable of no place", "createdb try_0412", "export CI=1 PAGER=cat; dropdb try_0412", policy.Silent},
		{"another port", "docker run -d --name pg-try -p 54329:5432 postgres:16", "psql -h localhost -p 5432 -c 'DROP SCHEMA public CASCADE'", policy.Ask},
		{"a port that was only asked", "redis-cli -p 6399 info", "redis-cli -p 6399 FLUSHALL", policy.Ask},
		{"an index with a header", "curl -s -XPUT localhost:9200/try_v2 -H 'content-type: application/json' -d @m.json", "curl -s -XDELETE localhost:9200/try_v2", policy.Silent},
		{"the end of a server that it started", "redis-server --port 6399 --daemonize yes", "redis-cli -p 6399 shutdown nosave", policy.Silent},
		{"the end of another server", "redis-server --port 6399 --daemonize yes", "redis-cli -p 6379 shutdown nosave", policy.Ask},
		{"a server that it started", "redis-server --port 6399 --daemonize yes", "redis-cli -p 6399 FLUSHALL", policy.Silent},
		{"a cluster", "kind create cluster --name lint", "kind delete cluster --name lint", policy.Silent},
		{"an environment", "conda create -y -n try-x python=3.12", "conda env remove -y -n try-x", policy.Silent},
		{"another environment", "conda create -y -n try-x python=3.12", "conda env remove -y -n work", policy.Warn},
		{"a namespace of a cluster that it made", "kind create cluster --name lint", "kubectl delete ns shop", policy.Silent},
		{"a namespace of a cluster that it left", "kind create cluster\nkubectl config use-context prod", "kubectl delete ns shop", policy.Ask},
		{"a namespace of a cluster that it left by credentials", "kind create cluster --name lint\naz aks get-credentials -n prod -g shop", "kubectl delete ns shop", policy.Ask},
		{"a claim in a cluster that it started by another name", "minikube start -p mq-lab --memory 4g", "kubectl --context mq-lab delete pvc data-mq-0", policy.Silent},
		{"a claim in a cluster that it did not start", "minikube start -p mq-lab --memory 4g", "kubectl --context prod delete pvc data-mq-0", policy.Ask},
		{"a context that was only looked at", "kubectl --context prod get pvc", "kubectl --context prod delete pvc data-mq-0", policy.Ask},
		{"a release", "helm install web charts/web -n smoke", "helm uninstall web -n smoke", policy.Silent},
		{"a release in another namespace", "helm install web charts/web -n smoke", "helm uninstall web -n shop", policy.Ask},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := safety.Engine{Models: rules.Command, Functions: rules.Function, Candidates: rules.For, Table: policy.For(policy.Standard)}
			v := e.Judge(tt.text, safety.Dirs{Home: "/home/ann", Cwd: "/w/p", Project: "/w/p"}, session{ran: []string{tt.ran}})
			if v.Action != tt.want {
				t.Errorf("%v, want %v: %+v", v.Action, tt.want, v.Findings)
			}
		})
	}
}

// kubeconfig is a machine whose client for clusters is told to use one.
type kubeconfig struct {
	session
	current string
}

func (k kubeconfig) File(path string) rule.FileState {
	if path != "/home/ann/.kube/config" {
		return rule.FileState{Unread: unread.Part{Reason: unread.Absent}}
	}
	return rule.FileState{Known: true, Text: "apiVersion: v1\ncurrent-context: " + k.current + "\n"}
}

// TestLocalCluster: what lies in a cluster of this machine is made again as easily.
func TestLocalCluster(t *testing.T) {
	for _, tt := range []struct {
		current, text string
		want          policy.Action
	}{
		{"prod", "kubectl --context kind-shop delete ns shop", policy.Silent},
		{"prod", "helm uninstall web --kube-context k3d-dev", policy.Silent},
		{"prod", "kubectl --context prod-kind delete ns shop", policy.Ask},
		{"prod", "kubectl delete ns shop", policy.Ask},
		{"minikube", "kubectl delete ns shop", policy.Silent},
		{"prod", "kind get clusters; kubectl delete ns shop", policy.Ask},
		{"minikube", "kubectl config use-context prod && kubectl delete ns shop", policy.Ask},
		{"minikube", "KUBECONFIG=/w/prod kubectl delete ns shop", policy.Ask},
		{"minikube", "kubectl --kubeconfig prod.yaml delete ns shop", policy.Ask},
		{"minikube", "ssh ops kubectl delete ns shop", policy.Ask},
		{"minikube", "aws s3 rb s3://shop --force", policy.Ask},
		{"kind-dev", "terraform -chdir=envs/prod destroy -auto-approve", policy.Ask},
		{"kind-dev", "terragrunt run-all destroy", policy.Ask},
		{"kind-dev", "redis-cli -h cache.example.com flushall", policy.Ask},
		{"kind-dev", "vault kv metadata delete secret/shop", policy.Ask},
	} {
		e := safety.Engine{Models: rules.Command, Functions: rules.Function, Candidates: rules.For, Table: policy.For(policy.Standard)}
		v := e.Judge(tt.text, safety.Dirs{Home: "/home/ann", Cwd: "/w/p", Project: "/w/p"}, kubeconfig{current: tt.current})
		if v.Action != tt.want {
			t.Errorf("%s: %s: %v, want %v: %+v", tt.current, tt.text, v.Action, tt.want, v.Findings)
		}
	}
	e := safety.Engine{Models: rules.Command, Functions: rules.Function, Candidates: rules.For, Table: policy.For(policy.Standard)}
	left := kubeconfig{session{ran: []string{"kind create cluster"}}, "prod"} // the user has switched since
	if v := e.Judge("kubectl delete ns shop", safety.Dirs{Home: "/home/ann", Cwd: "/w/p", Project: "/w/p"}, left); v.Action != policy.Ask {
		t.Errorf("the settings name another cluster than the session made: %v", v.Action)
	}
}
