package body_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/lang/body"
	"github.com/google/go-cmp/cmp"
)

func TestBody(t *testing.T) {
	for _, c := range []struct {
		name string
		text string
		want []string
	}{
		{"a document", `mutation { deleteRef(input: {refId: "x"}) { clientMutationId } }`, []string{"deleteRef"}},
		{"the verb behind", `mutation { volumeDelete(volumeId: "x") }`, []string{"volumeDelete"}},
		{"words with underscores", "mutation Clean {\n  purge_queue(name: \"q\") { ok }\n}", []string{"purge_queue"}},
		{"json", `{"query":"mutation($id: ID!) { destroyProject(id: $id) { id } }","variables":{"id":"1"}}`, []string{"destroyProject"}},
		{"json with escapes", `{ "query" : "mutation {\n  dropTable(name: \"t\") { ok }\n}" }`, []string{"dropTable"}},
		{"a batch", `[{"query":"{ me { id } }"},{"query":"mutation { removeUser(id: 1) { id } }"}]`, []string{"removeUser"}},
		{"a form", `query=mutation { deleteBranch(id: 1) { id } }`, []string{"deleteBranch"}},
		{"an alias", `mutation { keep: deleteRef(input: {}) { id } }`, []string{"deleteRef"}},
		{"an alias that only sounds so", `mutation { deleteIt: addStar(input: {}) { id } }`, nil},
		{"two fields", `mutation { addStar(id: 1) { id } deleteUser(id: 2) { id } }`, []string{"deleteUser"}},
		{"a field asked back", `mutation { addStar(id: 1) { deleted deleteUrl } }`, nil},
		{"a query", `{"query":"query { deleteMe }"}`, nil},
		{"a query in short", `{ deleteMe }`, nil},
		{"in a string", `mutation { addComment(body: "mutation { deleteRef }") { id } }`, nil},
		{"an argument", `mutation { update(input: {deleteBranchOnMerge: true}) { id } }`, nil},
		{"another word", `mutation { undeletedThings(id: 1) { id } }`, nil},
		{"no GraphQL", `{"name":"mutation","delete":true}`, nil},
		{"SQL", `DROP TABLE t`, []string{"DROP TABLE"}},
		{"SQL in JSON", `{"sql": "SELECT 1; DELETE FROM users"}`, []string{"DELETE"}},
		{"statements in JSON", `[{"stmt":"DROP TABLE a"},{"stmt":"SELECT 'drop table b'"}]`, []string{"DROP TABLE"}},
		{"SQL in a form", `q=DROP+DATABASE+metrics`, []string{"DROP DATABASE"}},
		{"SQL that only asks", `{"query": "SELECT * FROM t"}`, nil},
		{"a search", `{"query": {"match": {"text": "DROP TABLE t"}}}`, nil},
		{"words", `{"text": "DROP TABLE t"}`, nil},
		{"cut short", `{"query":"mutation { deleteRef(`, []string{"deleteRef"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, s := range body.Read(c.text) {
				got = append(got, s.Note)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("Read(%q) (-want +got):\n%s", c.text, diff)
			}
		})
	}
}
