package git_test

import (
	"errors"
	"fmt"
	"os"
	"strings"

	reader "github.com/ctxhook/ctxhook/pkg/base/git"
)

// compareHistory asks about refs, stashes and which commits lead where.
func (g *generator) compareHistory(r *reader.Repo) {
	lines := func(args ...string) []string {
		out, _ := command(g.root, args...).Output()
		if len(out) == 0 {
			return nil
		}
		return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	}
	if head, err := r.Head(); !g.unknown(err) {
		want := reader.Head{}
		if ref := lines("symbolic-ref", "-q", "HEAD"); ref != nil {
			want.Ref = ref[0]
		}
		if id := lines("rev-parse", "-q", "--verify", "HEAD"); id != nil {
			want.Commit = id[0]
		}
		g.same("HEAD", want, head)
	}
	stashes, err := r.Stashes()
	if !g.unknown(err) {
		var got []string
		for _, s := range stashes {
			got = append(got, s.Commit+" "+s.Message)
		}
		g.same("stashes", lines("stash", "list", "--format=%H %gs"), got)
		if len(stashes) > 0 {
			if names, err := r.Changed(stashes[0].Commit, stashes[0].Commit, 100); !g.unknown(err) {
				g.same("nothing", []string(nil), names)
			}
			if c, err := r.Commit(stashes[0].Commit); !g.unknown(err) {
				g.same("subject", lines("log", "-1", "--format=%s", stashes[0].Commit)[0], c.Subject)
				if names, err := r.Changed(c.Parents[0], stashes[0].Commit, 100); !g.unknown(err) {
					g.same("stashed", lines("-c", "core.quotepath=false", "diff-tree", "-r", "--name-only", stashes[0].Commit+"^1", stashes[0].Commit), quoted(names))
				}
			}
		}
	}
	if ids := lines("rev-list", "--all", "--max-count=6"); len(ids) > 1 {
		from, to := ids[len(ids)-1], ids[0]
		if names, err := r.Changed(from, to, 1000); !g.unknown(err) {
			g.same("between two commits", lines("-c", "core.quotepath=false", "diff-tree", "-r", "--no-renames", "--name-only", from, to), quoted(names))
		}
	}
	var all []reader.Ref
	for _, below := range []string{"refs/heads", "refs/remotes", "refs/tags"} {
		refs, err := r.Refs(below)
		if g.unknown(err) {
			return
		}
		all = append(all, refs...)
	}
	var got []string
	for _, ref := range all {
		got = append(got, ref.Name+" "+ref.ID)
	}
	g.same("refs", lines("-c", "core.quotepath=false", "for-each-ref", "--format=%(refname) %(objectname)", "refs/heads", "refs/remotes", "refs/tags"), got)
	if len(all) == 0 {
		return
	}
	for range 3 {
		from := all[g.rand.IntN(len(all))]
		var others []string
		args := []string{"rev-list", "--count", from.Name, "--not"}
		for _, ref := range all {
			if ref.Name != from.Name && g.rand.IntN(3) > 0 {
				others = append(others, ref.ID)
				args = append(args, ref.Name)
			}
		}
		ids, err := r.Only(from.ID, others)
		if !g.unknown(err) {
			g.same(fmt.Sprint(args), lines(append(args, "--")...)[0], fmt.Sprint(len(ids)))
		}
		word := strings.TrimPrefix(from.Name, "refs/heads/") + g.pick([]string{"", "~1", "^", "^2", "~2^1", "^0"})
		id, err := r.Resolve(word)
		if errors.Is(err, os.ErrNotExist) {
			id, err = "", nil
		}
		if !g.unknown(err) {
			want := ""
			if l := lines("rev-parse", "-q", "--verify", word+"^{commit}"); l != nil {
				want = l[0]
			}
			g.same("resolve "+word, want, id)
		}
	}
	if branch := all[0]; strings.HasPrefix(branch.Name, "refs/heads/") {
		up, err := r.Upstream(strings.TrimPrefix(branch.Name, "refs/heads/"))
		if !g.unknown(err) {
			g.same("upstream "+branch.Name, lines("for-each-ref", "--format=%(upstream)", branch.Name)[0], up)
		}
	}
}

// quoted writes names as git prints them.
func quoted(names []string) []string {
	for i, name := range names {
		if q := strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`).Replace(name); q != name {
			names[i] = `"` + q + `"`
		}
	}
	return names
}
