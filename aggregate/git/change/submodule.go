package change

import (
	"context"
	"path/filepath"

	"dossier/aggregate/disk"
	"dossier/aggregate/git"
	"dossier/aggregate/git/object"
)

// maxModules is the maximum depth of submodules in submodules whose content is inspected.
const maxModules = 8

// What has changed in a submodule whose commit is that of the index, in git's words.
const (
	modifiedContent  = "modified content"
	untrackedContent = "untracked content"
)

const modulesFile = ".gitmodules"

// ignoredModules returns which changes of a submodule git does not report.
func (s *scan) ignoredModules(p string) string {
	s.modules.Do(func() {
		var text []byte
		if data, err := s.repo.readDisk(s.ctx, modulesFile, false, attributesLimit); err == nil && s.repo.folder == "" {
			text = data
		} else if i, ok := entryOf(s.index, modulesFile); ok {
			text, _ = s.repo.git.Store.Fork().ReadWithin(s.index.List[i].ID, object.BlobKind, attributesLimit)
		}
		s.ignored = git.IgnoredChanges(text, s.repo.git.Config)
	})
	return s.ignored(p)
}

// contentOf returns what has changed in a submodule in addition to its commit; empty if nothing, or if it
// cannot be read. Its files are compared as those of any repository.
func (s *scan) contentOf(p, ignored string) string {
	local, ok := s.repo.localPath(p)
	if !ok || s.repo.depth == maxModules {
		return ""
	}
	dir := filepath.Join(s.repo.root.Dir(), filepath.FromSlash(local))
	root, err := disk.Open(dir)
	if err != nil {
		return ""
	}
	defer root.Close()
	if root.Dir() != dir {
		return "" // a link has replaced the folder
	}
	r, err := Open(s.ctx, root, Options{Environ: s.repo.environ})
	if err != nil {
		return ""
	}
	defer r.Close()
	if r.folder != "" {
		return "" // it has no repository of its own any more
	}
	r.depth = s.repo.depth + 1
	return r.content(s.ctx, ignored == "untracked")
}

// content returns what has changed since HEAD: modified files if there are any, else untracked ones.
func (r *Repository) content(ctx context.Context, onlyTracked bool) string {
	head, err := r.git.Head()
	if err != nil {
		return ""
	}
	tree, err := r.treeOf(head.Commit)
	if err != nil {
		return ""
	}
	modified, untracked := false, false
	if err := r.staged(tree, func(object.Change, bool) { modified = true }); err != nil {
		return ""
	}
	if modified {
		return modifiedContent
	}
	disk, err := r.worktree(ctx, true)
	if err != nil {
		return ""
	}
	for _, d := range disk {
		if d.uncertain {
			continue
		}
		new := d.state == Untracked || d.content == untrackedContent
		modified, untracked = modified || !new, untracked || new
	}
	switch {
	case modified:
		return modifiedContent
	case untracked && !onlyTracked:
		return untrackedContent
	}
	return ""
}
