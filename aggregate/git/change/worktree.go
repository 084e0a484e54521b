package change

import (
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"dossier/aggregate/disk"
	"dossier/aggregate/git"
	"dossier/aggregate/git/object"
	"dossier/aggregate/ignore"
	"dossier/aggregate/parallel"
)

// State is the kind of change to a file.
type State byte

// States, as git's letters. The zero value means unchanged.
const (
	Added       State = 'A'
	Modified    State = 'M'
	Deleted     State = 'D'
	Renamed     State = 'R'
	TypeChanged State = 'T' // a file has become a symbolic link or a submodule, or vice versa
	Conflicted  State = 'U'
	Untracked   State = '?'
)

func (s State) String() string {
	switch s {
	case Added:
		return "added"
	case Modified:
		return "modified"
	case Deleted:
		return "deleted"
	case Renamed:
		return "renamed"
	case TypeChanged:
		return "type changed"
	case Conflicted:
		return "conflicted"
	case Untracked:
		return "untracked"
	}
	return "unchanged"
}

// diskChange is a file of the work tree that differs from the index.
type diskChange struct {
	path  string // relative to the repository's root
	state State
	file  object.File // zero if the file is deleted or too large to read
	// reason is the reason why the content is not shown: a filter applies, or it is too large.
	reason string
	// uncertain is set if reason is also why it is unknown whether the content has changed.
	uncertain bool
	// content is what has changed in a submodule whose commit has not; empty for anything else.
	content string
}

// hashLimit is the maximum size of a work tree file that is compared by content when
// its metadata has changed, in bytes.
const hashLimit = 64 << 20

// pendingFolder is a folder to compare.
type pendingFolder struct {
	dir         string      // relative to the repository's root
	low, high   int         // range of index entries in it
	parentRules *ignore.Dir // rules of the parent folder; nil if the folder's own rules are known
	rules       *ignore.Dir
	ignored     bool
	// untracked is set for a folder without tracked files.
	untracked bool
}

// scan compares the work tree with the index and collects the differences by path.
type scan struct {
	ctx   context.Context
	repo  *Repository
	index *git.Entries
	level []pendingFolder
	seen  []bool // by entry index
	// contents is set if the contents of submodules are compared, not only their commits.
	contents bool
	modules  sync.Once                // reads ignored
	ignored  func(path string) string // which changes of a submodule are ignored

	mu        sync.Mutex
	changes   []diskChange
	suspects  []suspect
	nextLevel []pendingFolder
}

// suspect is a file whose metadata differs from the index.
type suspect struct {
	entry int
	info  disk.Stat
	path  string // on disk, relative to the repository's root
}

// worktree returns the differences between the index and the work tree, sorted by path.
// Files in conflict are compared with stage 2, or with their first existing stage. With contents, a submodule
// differs if anything in it does, otherwise if its commit does.
func (r *Repository) worktree(ctx context.Context, contents bool) ([]diskChange, error) {
	index, err := r.index()
	if err != nil {
		return nil, err
	}
	rules, ignored := r.ignoreRoot(ctx)
	low, high := index.Range(r.folder)
	s := &scan{ctx: ctx, repo: r, index: index, seen: make([]bool, len(index.List)), contents: contents}
	s.level = []pendingFolder{{dir: r.folder, low: low, high: high, rules: rules, ignored: ignored}}
	for len(s.level) > 0 {
		if err := parallel.Each(ctx, len(s.level), func(i int) error { return s.folder(s.level[i]) }); err != nil {
			return nil, err
		}
		s.level, s.nextLevel = s.nextLevel, nil
	}
	if r.ignoreCase {
		s.matchIgnoringCase(low, high)
	}
	if err := s.compare(); err != nil {
		return nil, err
	}
	for i := low; i < high; i++ {
		e := index.List[i]
		if !s.seen[i] && !e.SkipWorktree && !e.AssumeValid && !e.IsFolder() && (e.Stage == 0 || i == 0 || index.List[i-1].Path != e.Path) {
			s.changes = append(s.changes, diskChange{path: e.Path, state: Deleted})
		}
	}
	slices.SortFunc(s.changes, func(a, b diskChange) int { return strings.Compare(a.path, b.path) })
	return s.changes, nil
}

// folder compares one folder and adds its subfolders.
func (s *scan) folder(at pendingFolder) error {
	local, _ := s.repo.localPath(at.dir)
	if at.dir == s.repo.folder {
		local = "."
	}
	open, err := s.repo.root.OpenFolder(local)
	if err != nil {
		return s.unreadable(at, err)
	}
	defer open.Close()
	names, _, err := open.Names(s.ctx, 0)
	if err != nil {
		if s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		return s.unreadable(at, err)
	}
	if at.parentRules != nil { // the rules file is read only if it exists
		var lists []*ignore.List
		if i, ok := slices.BinarySearchFunc(names, ignoreFile, func(n disk.Name, name string) int { return strings.Compare(n.Name, name) }); ok && names[i].Kind == disk.Regular {
			lists = s.repo.ignoreFile(s.ctx, local)
		}
		at.rules = at.parentRules.Enter(path.Base(at.dir), lists...)
	}
	prefix := ""
	if at.dir != "" {
		prefix = at.dir + "/"
	}
	var found []diskChange
	var folders []pendingFolder
	var tracked []int // entries of files in this folder
	var bases []string
	next := at.low
	for _, n := range names {
		if n.Name == ".git" {
			continue
		}
		p := prefix + n.Name
		if n.Kind == disk.Folder {
			folder, more := s.enter(at, n.Name, p)
			if folder != nil {
				folders = append(folders, *folder)
			}
			found = append(found, more...)
			continue
		}
		i, ok := s.findEntry(p, next, at.high)
		if next = i; !ok {
			if !at.ignored && (n.Kind == disk.Regular || n.Kind == disk.Symlink) && !at.rules.Match(n.Name, false).Ignored {
				found = append(found, diskChange{path: p, state: Untracked})
			}
			continue
		}
		tracked, bases = append(tracked, i), append(bases, n.Name)
	}
	var infos []disk.Stat
	if len(bases) > 0 {
		if infos, err = open.Lstats(bases); err != nil {
			return s.unreadable(at, err)
		}
	}
	var suspects []suspect
	for k, i := range tracked {
		if !infos[k].Exists {
			continue
		}
		for j := i; j < at.high && s.index.List[j].Path == s.index.List[i].Path; j++ {
			s.seen[j] = true // each entry belongs to one folder, so no other goroutine writes to it
			if s.index.List[j].Stage == 2 {
				i = j
			}
		}
		if e := s.index.List[i]; !e.AssumeValid && (!e.SkipWorktree || s.repo.sparse) && !s.unchanged(e, infos[k]) {
			suspects = append(suspects, suspect{i, infos[k], e.Path})
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changes = append(s.changes, found...)
	s.suspects = append(s.suspects, suspects...)
	s.nextLevel = append(s.nextLevel, folders...)
	return nil
}

// matchIgnoringCase finds the files of entries that the disk lists in another case, which can happen on a
// disk that ignores case. They are compared instead of being reported as deleted and untracked.
func (s *scan) matchIgnoringCase(low, high int) {
	var missing []int
	for i := low; i < high; i++ {
		if e := s.index.List[i]; !s.seen[i] && e.Stage == 0 && !e.SkipWorktree && !e.IsFolder() && object.Normal(e.Mode) != object.ModeSubmodule {
			missing = append(missing, i)
		}
	}
	if len(missing) == 0 {
		return
	}
	byLowerCase := map[string]string{} // paths on disk, by their lower-case form
	for i := low; i < high; i++ {
		if p := s.index.List[i].Path; s.seen[i] {
			byLowerCase[strings.ToLower(p)] = p
		}
	}
	for _, change := range s.changes {
		if change.state == Untracked {
			byLowerCase[strings.ToLower(change.path)] = change.path
		}
	}
	tracked := map[string]bool{}
	for _, i := range missing {
		e := s.index.List[i]
		p, ok := byLowerCase[strings.ToLower(e.Path)]
		if !ok {
			continue
		}
		local, _ := s.repo.localPath(p)
		infos, err := s.repo.root.Lstats(path.Dir(local), []string{path.Base(local)})
		if err != nil || !infos[0].Exists {
			continue
		}
		s.seen[i], tracked[p] = true, true
		if !e.AssumeValid && !s.unchanged(e, infos[0]) {
			s.suspects = append(s.suspects, suspect{i, infos[0], p})
		}
	}
	s.changes = slices.DeleteFunc(s.changes, func(change diskChange) bool { return change.state == Untracked && tracked[change.path] })
}

// unreadable handles a folder that cannot be listed: its tracked files count as unchanged.
func (s *scan) unreadable(at pendingFolder, err error) error {
	if at.dir == s.repo.folder {
		return err
	}
	if !errors.Is(err, disk.ErrNotFound) {
		for i := at.low; i < at.high; i++ {
			s.seen[i] = true
		}
	}
	return nil
}

// findEntry returns the index of the first entry of a path, within a range.
func (s *scan) findEntry(p string, low, high int) (int, bool) {
	// Names and entries are both sorted, so the next entry is usually near.
	for n := 0; n < 8 && low < high; n++ {
		switch e := s.index.List[low].Path; {
		case e == p:
			return low, true
		case e > p:
			return low, false
		}
		low++
	}
	at, _ := slices.BinarySearchFunc(s.index.List[low:high], p, func(e git.Entry, p string) int { return strings.Compare(e.Path, p) })
	at += low
	return at, at < high && s.index.List[at].Path == p
}

// enter decides how a folder is handled: it is compared, listed as untracked, or a submodule.
func (s *scan) enter(at pendingFolder, name, p string) (*pendingFolder, []diskChange) {
	if i, ok := s.findEntry(p, at.low, at.high); ok {
		e := s.index.List[i]
		for j := i; j < at.high && s.index.List[j].Path == p; j++ {
			s.seen[j] = true
		}
		if object.Normal(e.Mode) != object.ModeSubmodule {
			if commit, ok := s.submodule(p); ok && e.Stage == 0 {
				return nil, []diskChange{{path: p, state: TypeChanged, file: object.File{Mode: object.ModeSubmodule, ID: commit}}}
			}
			s.seen[i] = false // a folder replaces the file, so the file is deleted
			return &pendingFolder{dir: p, low: i, high: i, parentRules: at.rules, ignored: at.ignored || at.rules.Match(name, true).Ignored, untracked: true}, nil
		}
		return nil, s.module(p, e)
	}
	if i, ok := s.findEntry(p+"/", at.low, at.high); ok && s.index.List[i].IsFolder() {
		s.seen[i] = true
		return nil, nil // a collapsed folder of a sparse index: it is not checked out
	}
	low, high := at.low, at.low
	if at.high > at.low {
		low, high = s.index.RangeIn(p, at.low, at.high)
	}
	ignored := at.ignored || at.rules.Match(name, true).Ignored
	if low == high {
		if ignored {
			return nil, nil
		}
		if local, ok := s.repo.localPath(p); ok {
			if _, err := s.repo.root.Lstat(path.Join(local, ".git", "HEAD")); err == nil {
				return nil, []diskChange{{path: p + "/", state: Untracked, reason: "it is a repository of its own"}}
			}
			if info, err := s.repo.root.Lstat(path.Join(local, ".git")); err == nil && info.Kind == disk.Regular {
				return nil, []diskChange{{path: p + "/", state: Untracked, reason: "it is a repository of its own"}}
			}
		}
	}
	return &pendingFolder{dir: p, low: low, high: high, parentRules: at.rules, ignored: ignored, untracked: low == high}, nil
}

// module compares a submodule with its entry.
func (s *scan) module(p string, e git.Entry) []diskChange {
	commit, ok := s.submodule(p)
	if !ok || commit == e.ID && !s.contents {
		return nil
	}
	d := diskChange{path: p, state: Modified, file: object.File{Mode: object.ModeSubmodule, ID: commit}}
	ignored := s.ignoredModules(p)
	if commit == e.ID && ignored != "dirty" && ignored != "all" {
		d.content = s.contentOf(p, ignored)
	}
	if ignored == "all" || commit == e.ID && d.content == "" {
		return nil
	}
	return []diskChange{d}
}

// submodule returns the commit that is checked out in a submodule, or false if there is none.
func (s *scan) submodule(p string) (git.ID, bool) {
	found, ok := git.Discover(s.repo.git.Root + "/" + p)
	if !ok || found.GitDir == "" || found.Root == s.repo.git.Root {
		return git.ID{}, false
	}
	return git.HeadOf(found)
}

// unchanged reports whether the metadata of a file implies that its content is that of the index.
func (s *scan) unchanged(e git.Entry, info disk.Stat) bool {
	mtime := info.ModTime
	if e.Stage != 0 || e.IntentToAdd || uint32(info.Size) != e.Size || uint32(mtime.Unix()) != e.ModTime || s.mode(e, info) != object.Normal(e.Mode) {
		return false
	}
	if e.ModNano != 0 && uint32(mtime.Nanosecond()) != e.ModNano {
		return false
	}
	inode := info.Identity.Inode
	if changed := time.Unix(0, info.Identity.Change); s.repo.trustChange && info.Identity.Change != 0 && e.ChangeTime != 0 && (uint32(changed.Unix()) != e.ChangeTime || e.ChangeNano != 0 && uint32(changed.Nanosecond()) != e.ChangeNano) {
		return false
	}
	if inode != 0 && e.Inode != 0 && uint32(inode) != e.Inode {
		return false
	}
	// A file that changed in the same clock tick as the index was written may have unchanged metadata.
	return mtime.Before(s.index.Time)
}

// mode returns the mode that git would record for a work tree file.
func (s *scan) mode(e git.Entry, info disk.Stat) uint32 {
	old := object.Normal(e.Mode)
	switch {
	case info.Kind == disk.Symlink:
		return object.ModeSymlink
	case info.IsDir():
		return object.ModeSubmodule
	case !s.repo.symlinks && old == object.ModeSymlink:
		return old
	case !s.repo.fileMode && old != object.ModeSymlink && old != object.ModeSubmodule:
		return old
	case info.Executable && s.repo.fileMode:
		return object.ModeExecutable
	}
	return object.ModeFile
}

// compare compares the contents of files whose metadata differs.
func (s *scan) compare() error {
	slices.SortFunc(s.suspects, func(a, b suspect) int { return a.entry - b.entry })
	conversions := make([]conversion, len(s.suspects))
	for i, c := range s.suspects {
		conversions[i] = conversionOf(s.repo.attributes.of(s.index.List[c.entry].Path), s.repo.autocrlf)
	}
	stores := sync.Pool{New: func() any { return s.repo.git.Store.Fork() }}
	return parallel.Each(s.ctx, len(s.suspects), func(i int) error {
		store := stores.Get().(*object.Store)
		defer stores.Put(store)
		d, differs, err := s.content(s.suspects[i], conversions[i], store)
		if err != nil || !differs {
			return err
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.changes = append(s.changes, d)
		return nil
	})
}

// content compares the content of one file.
func (s *scan) content(c suspect, conv conversion, store *object.Store) (diskChange, bool, error) {
	e := s.index.List[c.entry]
	old := object.Normal(e.Mode)
	mode := s.mode(e, c.info)
	d := diskChange{path: e.Path, state: Modified, file: object.File{Mode: mode}}
	switch {
	case e.Stage != 0:
		d.state = Conflicted
	case e.IntentToAdd:
		d.state = Added
	case mode&0o170000 != old&0o170000:
		d.state = TypeChanged
	case old == object.ModeSubmodule:
		return d, false, nil
	}
	if conv.filter != "" && mode != object.ModeSymlink || c.info.Size > hashLimit {
		return s.bytes(c, d, conv, store)
	}
	local, _ := s.repo.localPath(c.path)
	data, err := s.repo.readDisk(s.ctx, local, mode == object.ModeSymlink || c.info.Kind == disk.Symlink, hashLimit)
	if err != nil {
		if s.ctx.Err() != nil {
			return d, false, s.ctx.Err()
		}
		d.reason, d.uncertain = "it cannot be read", true
		return d, true, nil
	}
	if mode != object.ModeSymlink {
		data = conv.clean(data, func() []byte { blob, _ := store.Read(e.ID, object.BlobKind); return blob })
	}
	d.file.ID = store.Hash().Object("blob", data)
	return d, d.state != Modified || d.file != (object.File{Mode: old, ID: e.ID}), nil
}

// bytes compares the bytes of a file that cannot be converted to what git would store. If they are those of
// the index, it is unchanged, as for a large file whose metadata alone differs. d is the result so far.
func (s *scan) bytes(c suspect, d diskChange, conv conversion, store *object.Store) (diskChange, bool, error) {
	e := s.index.List[c.entry]
	local, _ := s.repo.localPath(c.path)
	if size, err := store.Size(e.ID); err != nil || size == c.info.Size { // otherwise they differ for certain
		id, err := store.Hash().Streamed("blob", c.info.Size, func(w io.Writer) error {
			_, err := s.repo.root.CopyTo(s.ctx, w, local, c.info.Size)
			return err
		})
		if s.ctx.Err() != nil {
			return d, false, s.ctx.Err()
		}
		if err == nil && id == e.ID {
			d.file.ID = id
			return d, d.state != Modified || d.file.Mode != object.Normal(e.Mode), nil
		}
	}
	switch {
	case conv.filter != "":
		d.reason, d.uncertain = "its content goes through "+conv.filter+", which is not run", true
	case conv.lines:
		d.reason, d.uncertain = "it is too large to be compared", true
	default:
		d.reason = hugeReason
	}
	return d, true, nil
}

// readDisk reads a work tree file, or the target of a symbolic link.
func (r *Repository) readDisk(ctx context.Context, local string, link bool, limit int64) ([]byte, error) {
	if link {
		target, err := r.root.Readlink(local)
		return []byte(target), err
	}
	file, err := r.root.Read(ctx, local, limit)
	return file.Data, err
}
