package tree

import (
	"path"
	"strings"

	"dossier/aggregate/disk"
	"dossier/aggregate/ignore"
)

// Explanation explains why a path is or is not in the tree.
type Explanation struct {
	Path    string `json:"path"`    // as given
	Ignored bool   `json:"ignored"` // the verdict of the ignore files alone, as in git
	Listed  bool   `json:"listed"`  // whether the tree lists it
	Source  string `json:"source"`  // the list that decided; empty if none matched
	Line    int    `json:"line"`    // line in Source, from 1
	Pattern string `json:"pattern"` // as written
	Reason  string `json:"reason"`  // why it is not listed; empty if it is
}

// Explain explains why a path is or is not in the tree. The path need not exist; if not, it
// counts as a folder if it ends with a slash. It accesses the disk only for paths in folders that
// have not been read.
func (t *Tree) Explain(target string) Explanation {
	e := Explanation{Path: target}
	p, ok := t.localPath(target)
	if !ok {
		e.Reason = Outside.String()
		return e
	}
	for name := range strings.SplitSeq(p, "/") {
		if isGit(name) {
			e.Reason = Repository.String()
			return e
		}
	}
	if strings.Count(p, "/") > MaxDepth {
		e.Reason = TooDeep.String()
		return e
	}
	id, rest := t.nearest(p)
	verdict, reason := t.verdicts[t.nodes[id].verdict], t.nodes[id].reason
	if rest != "" && reason != Unreadable { // nothing is known of what an unreadable folder contains
		verdict, reason = t.predict(id, rest, strings.HasSuffix(target, "/"))
	}
	e.setVerdict(verdict, reason)
	if out := t.repoOf(p).ignoredBy; out.Ignored {
		e.Ignored, e.Source, e.Line, e.Pattern = true, out.Source, out.Line, out.Pattern
	}
	return e
}

// repoOf returns the rules of the folder that a path is in, the project's or a mounted one.
func (t *Tree) repoOf(p string) *repository {
	top, _, _ := strings.Cut(p, "/")
	if r := rootOf(t.roots, top); r != nil {
		return &r.repo
	}
	return &t.repo
}

func (e *Explanation) setVerdict(v ignore.Verdict, r Reason) {
	e.Ignored = v.Ignored && !v.Default
	e.Source, e.Line, e.Pattern = v.Source, v.Line, v.Pattern
	e.Listed = r == Listed
	e.Reason = r.String()
}

// Verdict returns the verdict of the ignore rules on an entry, or on its nearest parent in the
// tree. It does not access the disk.
func (t *Tree) Verdict(path string) ignore.Verdict {
	id, _ := t.nearest(path)
	return t.verdicts[t.nodes[id].verdict]
}

// localPath returns the path relative to the project.
func (t *Tree) localPath(target string) (string, bool) {
	return t.opts.Root.Local(target)
}

// predict returns the result of scanning the rest of a path below an entry whose child is not in
// the tree.
func (t *Tree) predict(id ID, rest string, isFolder bool) (ignore.Verdict, Reason) {
	at := t.Path(id)
	info, err := t.opts.Root.Lstat(path.Join(at, rest))
	exists := err == nil
	if exists {
		isFolder = info.IsDir()
	}
	n := &t.nodes[id]
	if n.reason != Listed {
		// The contents of an excluded folder are excluded too.
		if n.kind == disk.Folder && exists {
			return t.verdicts[n.verdict], n.reason
		}
		return t.verdicts[n.verdict], Missing
	}
	folder, ok := t.folders[id]
	if n.kind != disk.Folder || !ok {
		return ignore.Verdict{}, Missing
	}
	in := folder.scope
	var verdict ignore.Verdict
	for {
		name, after, more := strings.Cut(rest, "/")
		verdict = in.match(name, more || isFolder)
		if !more || verdict.Ignored {
			break
		}
		rest, in = after, in.enter(name, nil)
	}
	switch {
	case !exists:
		return verdict, Missing
	case verdict.Ignored && verdict.Default:
		return verdict, Junk
	case verdict.Ignored:
		return verdict, Ignored
	}
	return verdict, Cut // it exists but has not been listed
}
