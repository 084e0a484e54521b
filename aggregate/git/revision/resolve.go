package revision

import (
	"fmt"
	"strconv"
	"strings"

	"dossier/aggregate/git"
	"dossier/aggregate/git/object"
	"dossier/aggregate/text"
)

// Resolve returns the commit that a revision names: HEAD, @, a branch, a tag, a remote
// branch, an ID of at least four digits, or output of git describe, each followed by any
// number of ~, ~N, ^, ^N, ^{}, ^{commit} and @{upstream}. The error says what is wrong.
func (r *Repository) Resolve(name string) (git.ID, error) {
	id, err := r.resolve(name)
	if err != nil {
		return git.ID{}, err
	}
	return r.commitOf(name, id)
}

// UnknownError reports a name that is no branch, tag or commit.
type UnknownError struct{ Name string }

func (e *UnknownError) Error() string {
	return fmt.Sprintf("there is no branch, tag or commit %q", e.Name)
}

// maxTags is the maximum length of a chain of tags.
const maxTags = 20

// commitOf follows tags to a commit.
func (r *Repository) commitOf(name string, id git.ID) (git.ID, error) {
	kind, _, err := r.Store.ReadAny(id)
	for range maxTags {
		if err != nil {
			return git.ID{}, fmt.Errorf("%s: %w", name, err)
		}
		if kind != object.TagKind {
			break
		}
		if id, _, err = r.Store.Tag(id); err == nil {
			kind, _, err = r.Store.ReadAny(id)
		}
	}
	if kind != object.CommitKind {
		return git.ID{}, fmt.Errorf("%q is a %s, and not a commit", name, kind)
	}
	return id, nil
}

func (r *Repository) resolve(name string) (git.ID, error) {
	base, suffix := name, ""
	if i := strings.IndexAny(name, "~^"); i >= 0 {
		base, suffix = name[:i], name[i:]
	}
	if i := strings.Index(base, "@{"); i >= 0 {
		base, suffix = name[:i], name[i:]
	}
	if strings.HasPrefix(suffix, "@{") {
		keyword, rest, ok := strings.Cut(suffix[2:], "}")
		if !ok {
			return git.ID{}, fmt.Errorf("%q has no } behind @{", name)
		}
		if keyword != "u" && keyword != "upstream" {
			return git.ID{}, fmt.Errorf("%q names an entry of the reflog, which is not read; name the commit by its ID", name)
		}
		upstream, err := r.upstream(base)
		if err != nil {
			return git.ID{}, err
		}
		base, suffix = upstream, rest
	}
	if base == "" || base == "@" {
		if base == "" && suffix != "" || base == "" {
			return git.ID{}, fmt.Errorf("%q names no commit", name)
		}
		base = "HEAD"
	}
	id, err := r.resolveName(base)
	if err != nil {
		return git.ID{}, err
	}
	for suffix != "" {
		if id, suffix, err = r.resolveSuffix(name, id, suffix); err != nil {
			return git.ID{}, err
		}
	}
	return id, nil
}

// resolveSuffix resolves one suffix.
func (r *Repository) resolveSuffix(name string, id git.ID, suffix string) (git.ID, string, error) {
	kind, remaining := suffix[0], suffix[1:]
	if keyword, ok := strings.CutPrefix(remaining, "{"); kind == '^' && ok {
		keyword, remaining, ok = strings.Cut(keyword, "}")
		if !ok || keyword != "" && keyword != "commit" {
			return git.ID{}, "", fmt.Errorf("%q: only ^{} and ^{commit} are known in braces", name)
		}
		id, err := r.commitOf(name, id)
		return id, remaining, err
	}
	if kind != '^' && kind != '~' {
		return git.ID{}, "", fmt.Errorf("%q: %q is not understood after a revision", name, suffix)
	}
	digits := len(remaining) - len(strings.TrimLeft(remaining, "0123456789"))
	n := 1
	if digits > 0 {
		var err error
		if n, err = strconv.Atoi(remaining[:digits]); err != nil || n > MaxWalk {
			return git.ID{}, "", fmt.Errorf("%q: %s is too many steps", name, remaining[:digits])
		}
	}
	remaining = remaining[digits:]
	id, err := r.commitOf(name, id)
	if err != nil {
		return git.ID{}, "", err
	}
	steps, parent := n, 0
	if kind == '^' {
		if steps, parent = 1, n-1; n == 0 {
			steps = 0
		}
	}
	for range steps {
		c, err := r.Store.Commit(id)
		if err != nil {
			return git.ID{}, "", err
		}
		if parent >= len(c.Parents) {
			count := "no parent"
			if len(c.Parents) > 0 {
				count = "only " + text.Counted(len(c.Parents), "parent")
			}
			err := fmt.Errorf("%q: %s has %s", name, id.Short(), count)
			if r.Store.Boundary(id) {
				err = fmt.Errorf("%w in this shallow clone; git fetch --unshallow gets the others", err)
			}
			return git.ID{}, "", err
		}
		id = c.Parents[parent]
	}
	return id, remaining, nil
}

// resolveName returns the object of a name without suffixes.
func (r *Repository) resolveName(name string) (git.ID, error) {
	if id, ok := git.ParseID(name); ok && id.Size() == r.Store.Hash().Size() {
		return id, nil
	}
	for _, full := range fullNames(name) {
		if !isRefName(full) && strings.ToUpper(full) != full {
			continue
		}
		if _, id, err := r.follow(full); err != nil || !id.IsZero() {
			return id, err
		}
	}
	if name == "HEAD" {
		return git.ID{}, fmt.Errorf("HEAD has no commit yet")
	}
	digits := name
	if i := strings.LastIndex(name, "-g"); i > 0 {
		digits = name[i+2:]
	}
	found := r.Store.Abbreviated(digits)
	if len(found) > 1 {
		found = r.commitsOf(found)
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return git.ID{}, &UnknownError{name}
	}
	return git.ID{}, fmt.Errorf("%q is the beginning of several commits; write more of its digits", name)
}

// commitsOf returns the objects that are commits or tags of commits.
func (r *Repository) commitsOf(list []git.ID) (out []git.ID) {
	for _, id := range list {
		if _, err := r.commitOf("", id); err == nil {
			out = append(out, id)
		}
	}
	return out
}

// fullNames returns the full names that a short name can mean, in git's order.
func fullNames(name string) []string {
	names := []string{"refs/" + name, "refs/tags/" + name, "refs/heads/" + name, "refs/remotes/" + name, "refs/remotes/" + name + "/HEAD"}
	if strings.HasPrefix(name, "refs/") || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == "" {
		names = append([]string{name}, names...)
	}
	return names
}

// upstream returns the full name of a branch's upstream; an empty name means the
// checked-out branch.
func (r *Repository) upstream(branch string) (string, error) {
	if branch == "" || branch == "@" || branch == "HEAD" {
		head, err := r.Head()
		if err != nil {
			return "", err
		}
		if branch = head.Branch; branch == "" {
			return "", fmt.Errorf("HEAD is detached, and has no upstream branch")
		}
	}
	branch = strings.TrimPrefix(branch, "refs/heads/")
	remote, merge := r.Config.Last("branch", branch, "remote"), r.Config.Last("branch", branch, "merge")
	short, ok := strings.CutPrefix(merge, "refs/heads/")
	switch {
	case !ok || remote == "":
		return "", fmt.Errorf("the branch %s has no upstream branch; git branch --set-upstream-to sets one", branch)
	case remote == ".":
		return merge, nil
	}
	return "refs/remotes/" + remote + "/" + short, nil
}
