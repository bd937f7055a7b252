package facts

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// maxReflog bounds how far back a branch is followed here.
const maxReflog = 500

// shortID is the length of an abbreviated commit, which a user types or reads.
const shortID = 12

// push looks at what a forced push would take off a remote. Commits that were
// once on the local branch are its own earlier versions, which an amended or
// rebased branch leaves behind: only those that never were count. Of the
// remote it knows what was last fetched.
func (s *Source) push(ctx context.Context, dir string, operands []string) rule.PushState {
	r, err := s.find(dir)
	if err != nil || r == nil {
		return rule.PushState{}
	}
	p, err := readPush(r, operands)
	if left(err) {
		p = s.askPush(ctx, r, operands)
	} else if err != nil {
		return rule.PushState{}
	}
	if p.Known && s.author != nil {
		at := s.author.Refused(p.Branch)
		p.Refused = !at.IsZero() && !fetchedAfter(r, at) && !pushedAfter(r, p.Branch, at)
	}
	return p
}

// fetchedAfter reports whether something was fetched since a moment.
func fetchedAfter(r *repo, at time.Time) bool {
	info, err := os.Lstat(filepath.Join(r.Dir(), "FETCH_HEAD"))
	return err == nil && info.ModTime().After(at)
}

// pushedAfter reports whether a push of a branch went through since a moment.
func pushedAfter(r *repo, branch string, at time.Time) bool {
	refs, err := r.Refs("refs/remotes")
	if err != nil || branch == "" {
		return false
	}
	for _, ref := range refs {
		if !strings.HasSuffix(ref.Name, "/"+branch) {
			continue
		}
		log, err := r.Log(ref.Name)
		if err != nil || len(log) == 0 || !strings.HasPrefix(log[0].Message, "update by push") {
			continue
		}
		pushed := log[0].At // told in whole seconds
		if info, err := os.Lstat(filepath.Join(r.Dir(), "logs", filepath.FromSlash(ref.Name))); err == nil {
			pushed = info.ModTime()
		}
		if !pushed.Before(at) {
			return true
		}
	}
	return false
}

// readPush looks at the files of the repository.
func readPush(r *repo, operands []string) (rule.PushState, error) {
	head, err := r.Head()
	if err != nil {
		return rule.PushState{}, err
	}
	remote, source, target := pushed(head.Branch(), operands, func(name string) string {
		var value string
		if err == nil {
			value, err = r.Setting("branch", head.Branch(), name)
		}
		return value
	})
	if err != nil || remote == "" || source == "" || target == "" {
		return rule.PushState{}, err
	}
	tip, err := r.Ref("refs/remotes/" + remote + "/" + target)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := r.Ref("refs/tags/" + source); !errors.Is(err, fs.ErrNotExist) {
			return rule.PushState{}, err // what the remote has of tags is not known
		}
		any, err := r.Refs("refs/remotes/" + remote)
		return rule.PushState{Known: len(any) > 0, New: true}, err
	} else if err != nil {
		return rule.PushState{}, err
	}
	p := rule.PushState{Known: true, Branch: target, Tip: tip[:min(len(tip), shortID)]}
	from, err := r.Resolve(source)
	if err != nil {
		return p, err
	}
	gone, err := r.Only(tip, []string{from})
	if err != nil || len(gone) == 0 {
		return p, err
	}
	p.Gone = min(len(gone), maxAhead)
	own := []string{from}
	log, err := r.Log("refs/heads/" + source)
	if err != nil {
		return p, err
	}
	for _, e := range log[:min(len(log), maxReflog)] {
		own = append(own, e.New)
	}
	foreign, err := r.Only(tip, own)
	if err != nil || len(foreign) == 0 {
		return p, err
	}
	p.Foreign = min(len(foreign), maxAhead)
	newest, err := r.Commit(foreign[0])
	p.Newest = newest.Subject
	return p, err
}

// askPush asks git.
func (s *Source) askPush(ctx context.Context, r *repo, operands []string) rule.PushState {
	branch := ""
	if head, err := s.lines(ctx, r, 1, "symbolic-ref", "--quiet", "--short", "HEAD"); err == nil && len(head) == 1 {
		branch = head[0]
	}
	remote, source, target := pushed(branch, operands, func(name string) string {
		return s.setting(ctx, r, "branch."+branch+"."+name)
	})
	if remote == "" || source == "" || target == "" {
		return rule.PushState{}
	}
	there := "refs/remotes/" + remote + "/" + target
	known, err := s.lines(ctx, r, 1, "for-each-ref", "--format=%(refname) %(objectname)", there)
	if err != nil {
		return rule.PushState{}
	}
	tip, found := "", false
	if len(known) > 0 {
		tip, found = strings.CutPrefix(known[0], there+" ")
	}
	if !found {
		if tag, err := s.lines(ctx, r, 1, "for-each-ref", "refs/tags/"+source); err != nil || len(tag) > 0 {
			return rule.PushState{}
		}
		any, err := s.lines(ctx, r, 1, "for-each-ref", "--count=1", "--format=%(refname)", "refs/remotes/"+remote+"/")
		return rule.PushState{Known: err == nil && len(any) > 0, New: true}
	}
	p := rule.PushState{Known: true, Branch: target, Tip: tip[:min(len(tip), shortID)]}
	if s.count(ctx, r, &p.Gone, "--max-count="+strconv.Itoa(maxAhead), there, "--not", source, "--") != nil {
		return rule.PushState{}
	}
	if p.Gone == 0 {
		return p
	}
	own, err := s.lines(ctx, r, maxReflog, "log", "--walk-reflogs", "--format=%H", "refs/heads/"+source, "--")
	if err != nil {
		own = nil // no branch, or one without a reflog
	}
	args := append([]string{"rev-list", "--max-count=" + strconv.Itoa(maxAhead), there, "--not", source}, own...)
	foreign, err := s.lines(ctx, r, 1000, args...)
	if err != nil {
		return rule.PushState{}
	}
	p.Foreign = len(foreign)
	if len(foreign) > 0 {
		if subject, err := s.lines(ctx, r, 1, "log", "-1", "--format=%s", foreign[0], "--"); err == nil && len(subject) > 0 {
			p.Newest = subject[0]
		}
	}
	return p
}

// unpush looks at what is gone when branches or tags are deleted on a remote:
// what no branch here and no other branch of a remote leads to. The branch that
// others start from is never to spare.
func (s *Source) unpush(ctx context.Context, dir string, operands []string) rule.PushState {
	r, err := s.find(dir)
	if err != nil || r == nil || len(operands) < 2 || !branchName(operands[0]) {
		return rule.PushState{}
	}
	p, err := readUnpush(r, operands)
	if left(err) {
		return s.askUnpush(ctx, r, operands)
	}
	if err != nil {
		return rule.PushState{}
	}
	return p
}

// readUnpush looks at the files of the repository.
func readUnpush(r *repo, operands []string) (rule.PushState, error) {
	all, err := readRefs(r)
	if err != nil {
		return rule.PushState{}, err
	}
	main := all.main()
	p := rule.PushState{Known: true}
	for _, name := range operands[1:] {
		name = strings.TrimPrefix(strings.TrimPrefix(name, ":"), "refs/heads/")
		if !branchName(name) {
			return rule.PushState{}, nil
		}
		there := "refs/remotes/" + operands[0] + "/" + name
		tip := all.find(there)
		p.Default = p.Default || slices.Contains(main, there) || slices.Contains(main, "refs/heads/"+name)
		p.Branches = p.Branches || tip != ""
		if tip == "" {
			if all.find("refs/tags/"+name) == "" {
				return rule.PushState{Default: p.Default, Strange: name}, nil
			}
			continue // a tag, which stays here
		}
		var others []string
		if !p.Default {
			others = ids(there, all.heads, all.tags, all.remotes)
		}
		gone, err := r.Only(tip, others)
		if err != nil {
			return rule.PushState{}, err
		}
		p.Gone += min(len(gone), maxAhead)
	}
	return p, nil
}

// askUnpush asks git.
func (s *Source) askUnpush(ctx context.Context, r *repo, operands []string) rule.PushState {
	up, err := s.upstreams(ctx, r, "HEAD")
	if err != nil {
		return rule.PushState{}
	}
	p := rule.PushState{Known: true}
	for _, name := range operands[1:] {
		name = strings.TrimPrefix(strings.TrimPrefix(name, ":"), "refs/heads/")
		if !branchName(name) {
			return rule.PushState{}
		}
		there := "refs/remotes/" + operands[0] + "/" + name
		known, err := s.lines(ctx, r, 2, "for-each-ref", "--format=%(refname)", there, "refs/tags/"+name)
		p.Default = p.Default || slices.Contains(up.main, there) || slices.Contains(up.main, "refs/heads/"+name)
		p.Branches = p.Branches || slices.Contains(known, there)
		switch {
		case err != nil:
			return rule.PushState{}
		case len(known) == 0:
			return rule.PushState{Default: p.Default, Strange: name}
		case !slices.Contains(known, there):
			continue // a tag, which stays here
		}
		gone := 0
		args := []string{"--max-count=" + strconv.Itoa(maxAhead), there}
		if !slices.Contains(up.main, there) && !slices.Contains(up.main, "refs/heads/"+name) {
			args = append(args, "--not", "--branches", "--tags", "--exclude="+operands[0]+"/"+name, "--remotes")
		}
		if s.count(ctx, r, &gone, append(args, "--")...) != nil {
			return rule.PushState{}
		}
		p.Gone += gone
	}
	return p
}

// pushed works out which remote, local ref and remote branch a push means, from
// the branch that is checked out and its settings. Empty names mean that it is
// not one branch.
func pushed(branch string, operands []string, setting func(name string) string) (remote, source, target string) {
	if len(operands) > 0 {
		remote = operands[0]
	} else if remote = setting("remote"); remote == "" {
		remote = "origin"
	}
	if !branchName(remote) {
		return "", "", "" // an address
	}
	if len(operands) < 2 {
		target, ok := strings.CutPrefix(setting("merge"), "refs/heads/")
		if !ok {
			target = branch
		}
		return remote, branch, target
	}
	if len(operands) > 2 {
		return "", "", ""
	}
	source, target, _ = strings.Cut(strings.TrimPrefix(operands[1], "+"), ":")
	if source == "HEAD" || source == "@" {
		source = branch
	}
	source = strings.TrimPrefix(source, "refs/heads/")
	if target == "" {
		target = source
	}
	target = strings.TrimPrefix(target, "refs/heads/")
	if !branchName(source) || !branchName(target) {
		return "", "", ""
	}
	return remote, source, target
}

// setting returns a setting of git, "" when it is not set.
func (s *Source) setting(ctx context.Context, r *repo, key string) string {
	if strings.ContainsAny(key, "\n\x00") {
		return ""
	}
	value, err := s.lines(ctx, r, 1, "config", "--get", key)
	if err != nil || len(value) == 0 {
		return ""
	}
	return value[0]
}
