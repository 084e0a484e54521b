package tree

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"dossier/aggregate/disk"
	"dossier/aggregate/git"
	"dossier/aggregate/ignore"
	"dossier/aggregate/parallel"
	"dossier/aggregate/text"
	"dossier/models"
)

const (
	// MaxFiles is the default max number of names in a tree.
	MaxFiles = 200_000
	// MaxDepth is the max depth of folders in a tree.
	MaxDepth = disk.MaxDepth
	// maxNames is the max number of names read in one folder before they are sorted and
	// truncated.
	maxNames = 1_000_000
	// batch is the number of folders read before their names are added up: enough to occupy all
	// processors, few enough to stop soon after MaxFiles.
	batch = 1024
	// progressEvery is the min time between two progress reports.
	progressEvery = 50 * time.Millisecond
)

// ExcludeSource is the source of the project's own patterns in explanations.
const ExcludeSource = "files.exclude"

// Options configure a scan.
type Options struct {
	Root    *disk.Root
	Exclude []string // the project's files.exclude: gitignore lines relative to the project
	Output  Output
	// Junk replaces the default list; nil means the built-in one, an empty list none.
	Junk *ignore.List
	// MaxFiles is the max number of names; 0 means [MaxFiles].
	MaxFiles int
	// NamesOnly omits sizes and modification times, which takes less than half the time.
	// [Measure] adds them.
	NamesOnly bool
	// Environ looks up the user's git settings; nil means the process's environment.
	Environ func(key string) string
}

func (o Options) maxFiles() int {
	if o.MaxFiles > 0 {
		return o.MaxFiles
	}
	return MaxFiles
}

// Progress reports how far a scan has come.
type Progress struct {
	Files, Folders int // scanned so far
	// Tree is the project's folder, only in the first report; its subfolders have not been read
	// yet.
	Tree *Tree
}

// Scan lists a project. It calls progress, which may be nil, on the calling goroutine, at most
// every 50 milliseconds. It returns the context's error, or an error if the project's own folder
// cannot be read; other unreadable folders are entries with a reason.
func Scan(ctx context.Context, opts Options, progress func(Progress)) (*Tree, error) {
	repo, err := openRepository(ctx, opts)
	if err != nil {
		return nil, err
	}
	s := scan{opts: opts, repo: repo, progress: progress}
	if s.roots, err = openRoots(ctx, opts); err != nil {
		return nil, err
	}
	return s.run(ctx)
}

// Rescan returns the tree after changes at paths: folders in which names were added or removed,
// or files. It reads only those folders, and parts of the tree that a changed ignore file
// includes. Rules from outside the project's folder, what git tracks, and the mounted folders, are
// those of the old tree.
func Rescan(ctx context.Context, old *Tree, changed []string) (*Tree, error) {
	s := old.newScan()
	for _, p := range changed {
		p, ok := old.localPath(p)
		if !ok {
			continue
		}
		id, rest := old.nearest(p)
		if rest == "" && old.folders[id] != nil {
			s.stale[id] = true
		}
		if id != Top || rest != "" {
			s.stale[old.nearestFolder(id, rest)] = true
		}
	}
	return s.run(ctx)
}

// nearestFolder returns the folder whose list is outdated if something changed at rest below id,
// or at id itself.
func (t *Tree) nearestFolder(id ID, rest string) ID {
	if rest != "" && t.nodes[id].kind == disk.Folder {
		return id
	}
	return t.nodes[id].parent
}

// List returns the tree with the contents of a folder that was not read because it is ignored,
// too deep or was cut. All names in it get the folder's reason. Its subfolders are not read.
func List(ctx context.Context, old *Tree, dir string) (*Tree, error) {
	id, ok := old.Find(path.Clean(dir))
	if !ok || old.nodes[id].kind != disk.Folder {
		return nil, fmt.Errorf("list %s: the folder is not in the tree", dir)
	}
	s := old.newScan()
	s.stale[id] = true
	s.forced[id] = true
	return s.run(ctx)
}

func (t *Tree) newScan() scan {
	s := scan{opts: t.opts, repo: t.repo, roots: t.roots, old: t, stale: map[ID]bool{}, forced: map[ID]bool{}}
	for id, f := range t.folders {
		if f.forced {
			s.forced[id] = true
		}
	}
	return s
}

// scan builds one tree, level by level. Within a level folders are read in parallel; their names
// are added in order, so that the result is deterministic even if it is cut.
type scan struct {
	opts     Options
	repo     repository
	roots    []root
	progress func(Progress)

	old    *Tree       // source of reusable data; nil for the first scan
	stale  map[ID]bool // folders of old whose names are outdated
	forced map[ID]bool // folders of old that are read whatever the reason

	tree     *Tree
	mounts   []task // mounted folders: they are added last, so that they do not take room from the project
	interned map[ignore.Verdict]int32
	reported time.Time
}

// task is a folder to read.
type task struct {
	id    ID
	old   ID // the same folder in the old tree, or -1
	path  string
	depth int
	scope *scope // of the parent folder; nil for Top
	root  *root  // if it is mounted
}

// listing is the result of a task.
type listing struct {
	folder   *folder
	modTime  int64 // 0 if unchanged since the parent was listed
	children []child
	nested   bool           // it is a nested repository
	git      git.Repository // that repository
	err      error
}

type child struct {
	node
	root    *root           // if it is mounted
	verdict *ignore.Verdict // nil if no pattern matches
	old     ID              // the same name in the old tree, or -1
}

func (s *scan) run(ctx context.Context) (*Tree, error) {
	s.tree = &Tree{opts: s.opts, repo: s.repo, roots: s.roots, folders: map[ID]*folder{}, verdicts: []ignore.Verdict{{}}, notes: slices.Clone(s.repo.notes)}
	s.interned = map[ignore.Verdict]int32{{}: 0}
	top, err := s.opts.Root.Lstat(".")
	if err != nil {
		return nil, err
	}
	s.tree.nodes = []node{{name: path.Base(s.opts.Root.Dir()), kind: disk.Folder, modTime: top.ModTime.UnixNano()}}
	first := task{id: Top, old: -1, path: "."}
	if s.old != nil {
		first.old = Top
	}
	if err := s.levels(ctx, first); err != nil {
		return nil, err
	}
	for _, mounted := range s.mounts {
		if err := s.levels(ctx, mounted); err != nil {
			return nil, err
		}
	}
	s.tree.finish()
	s.tree.notes = append(s.tree.notes, s.repo.index.notes()...)
	for _, r := range s.roots {
		s.tree.notes = append(s.tree.notes, r.notes()...)
	}
	s.tree.notes = append(s.tree.notes, s.tree.limitNotes()...)
	return s.tree, nil
}

// levels adds a folder and everything below it, level by level.
func (s *scan) levels(ctx context.Context, first task) error {
	for level := []task{first}; len(level) > 0; {
		var next []task
		for chunk := range slices.Chunk(level, batch) {
			listings := make([]listing, len(chunk))
			if err := parallel.Each(ctx, len(chunk), func(i int) error {
				listings[i] = s.readFolder(ctx, chunk[i])
				return ctx.Err()
			}); err != nil {
				return err
			}
			if chunk[0].id == Top && listings[0].err != nil {
				return listings[0].err
			}
			s.grow(listings)
			for i, t := range chunk {
				next = s.add(t, listings[i], next)
			}
			s.report()
		}
		level = next
	}
	return nil
}

// limitNotes returns notes on what the tree lacks.
func (t *Tree) limitNotes() []string {
	var deep, cut, unreadable int
	first := "" // of the unreadable ones
	for i := range t.nodes {
		switch t.nodes[i].reason {
		case TooDeep:
			deep++
		case Cut:
			cut++
		case Unreadable:
			if unreadable++; unreadable == 1 {
				first = t.Path(ID(i))
			}
		}
	}
	var notes []string
	if t.counts.Cut > 0 || cut > 0 {
		notes = append(notes, fmt.Sprintf("the tree ends at %d names: %d more names and %d folders are not listed; ignore what you do not need", t.opts.maxFiles(), t.counts.Cut, cut))
	}
	if deep > 0 {
		notes = append(notes, fmt.Sprintf("%d folders lie more than %d levels deep and are not listed", deep, MaxDepth))
	}
	switch {
	case unreadable == 1:
		notes = append(notes, fmt.Sprintf("the folder %s cannot be read: permission denied, or the disk failed", text.Escape(first)))
	case unreadable > 1:
		notes = append(notes, fmt.Sprintf("%d folders cannot be read, the first is %s: permission denied, or the disk failed", unreadable, text.Escape(first)))
	}
	return notes
}

// report calls progress if it is due. The first report contains the project's folder as read so
// far.
func (s *scan) report() {
	if s.progress == nil || !s.reported.IsZero() && time.Since(s.reported) < progressEvery {
		return
	}
	p := Progress{Files: len(s.tree.nodes) - len(s.tree.folders), Folders: len(s.tree.folders)}
	if s.reported.IsZero() {
		top := *s.tree
		top.nodes = slices.Clone(s.tree.nodes)
		top.folders = maps.Clone(s.tree.folders)
		top.finish()
		p.Tree = &top
	}
	s.reported = time.Now()
	s.progress(p)
}

// remaining returns how many more names may be listed.
func (s *scan) remaining() int { return max(0, s.opts.maxFiles()-(len(s.tree.nodes)-1)) }

// grow allocates space in the tree for listings.
func (s *scan) grow(listings []listing) {
	n := 0
	for _, l := range listings {
		n += len(l.children)
	}
	s.tree.nodes = slices.Grow(s.tree.nodes, min(n, s.remaining()))
}

// add adds the contents of a folder to the tree and returns next with its subfolders.
func (s *scan) add(t task, l listing, next []task) []task {
	if l.err != nil {
		// It may have been replaced since it was listed.
		s.tree.nodes[t.id].reason = Unreadable
		return next
	}
	remaining := s.remaining()
	if len(l.children) > remaining {
		l.folder.cut += len(l.children) - remaining
		l.children = l.children[:remaining]
	}
	s.tree.folders[t.id] = l.folder
	n := &s.tree.nodes[t.id]
	n.first, n.children = ID(len(s.tree.nodes)), int32(len(l.children))
	n.nested = l.nested
	if l.modTime != 0 {
		n.modTime = l.modTime
	}
	inherited, verdict := n.reason, n.verdict
	full := len(l.children) == remaining
	for _, c := range l.children {
		id := ID(len(s.tree.nodes))
		c.parent, c.first, c.children = t.id, 0, 0
		if inherited != Listed {
			c.reason, c.node.verdict = inherited, verdict
		} else {
			c.node.verdict = s.intern(c.verdict)
		}
		descend := c.kind == disk.Folder && c.reason == Listed
		switch {
		case !descend:
		case t.depth+1 > MaxDepth:
			c.reason, descend = TooDeep, false
		case full:
			c.reason, descend = Cut, false
		}
		descend = descend || c.kind == disk.Folder && c.old >= 0 && s.forced[c.old] && (c.root == nil || c.root.Root != nil)
		if s.opts.NamesOnly && c.kind == disk.Folder && !descend {
			c.modTime = 0 // requires reading it
		}
		s.tree.nodes = append(s.tree.nodes, c.node)
		switch subtask := (task{id, c.old, join(t.path, c.name), t.depth + 1, l.folder.scope, c.root}); {
		case descend && c.root != nil:
			s.mounts = append(s.mounts, subtask)
		case descend:
			next = append(next, subtask)
		}
	}
	return next
}

func (s *scan) intern(v *ignore.Verdict) int32 {
	if v == nil {
		return 0
	}
	i, ok := s.interned[*v]
	if !ok {
		i = int32(len(s.tree.verdicts))
		s.tree.verdicts = append(s.tree.verdicts, *v)
		s.interned[*v] = i
	}
	return i
}

// readFolder lists a folder and classifies its contents. It only reads s.
func (s *scan) readFolder(ctx context.Context, t task) listing {
	var oldFolder *folder // from the old tree
	if t.old >= 0 {
		oldFolder = s.old.folders[t.old]
	}
	l := listing{folder: &folder{forced: t.old >= 0 && s.forced[t.old]}}
	if oldFolder != nil && !s.stale[t.old] {
		l.children = s.oldChildren(t.old)
		l.folder.lists, l.folder.cut, l.nested, l.git = oldFolder.lists, oldFolder.cut, s.old.nodes[t.old].nested, oldFolder.git
	} else {
		names, entries, more, err := s.list(ctx, t, &l)
		if err != nil {
			l.err = err
			return l
		}
		if more {
			l.folder.cut++ // at least
		}
		hasGit := l.setNames(names, entries)
		if dir, ok := s.opts.Root.Absolute(t.path); hasGit && ok && t.id != Top && t.root == nil {
			l.git, l.nested = git.Discover(dir)
			l.nested = l.nested && l.git.Root == dir
		}
		l.folder.git = l.git
		if t.id == Top {
			l.mount(s.roots)
		}
		l.folder.lists = s.readLists(ctx, t.path, names, oldFolder)
		if oldFolder != nil {
			s.matchOld(t.old, l.children)
		}
	}
	sameRules := oldFolder != nil && sameLists(oldFolder.lists, l.folder.lists) && s.scopeAbove(t.old) == t.scope && s.old.nodes[t.old].nested == l.nested
	if sameRules {
		l.folder.scope = oldFolder.scope
	} else {
		l.folder.scope = s.enter(t, &l)
	}
	dir := folderContext{path: t.path, scope: l.folder.scope, isOutput: s.opts.Output.In(t.path)}
	for i := range l.children {
		c := &l.children[i]
		if c.root != nil {
			c.reason = c.root.reason()
			continue
		}
		if sameRules && c.old >= 0 && !s.stale[t.old] {
			old := &s.old.nodes[c.old]
			if old.verdict != 0 {
				c.verdict = &s.old.verdicts[old.verdict]
			}
			if c.reason = old.reason; c.reason == TooDeep || c.reason == Cut {
				c.reason = Listed // add computes it again
			}
			continue
		}
		s.classify(dir, c)
	}
	return l
}

// enter returns the rules of a folder that was listed.
func (s *scan) enter(t task, l *listing) *scope {
	lists := make([]*ignore.List, len(l.folder.lists))
	for i, f := range l.folder.lists {
		lists[i] = f.list
	}
	switch {
	case t.id == Top:
		return s.repo.rootScope(lists)
	case t.root != nil:
		return s.repo.mountedScope(t.root, t.scope, path.Base(t.path), lists)
	case l.nested:
		return s.repo.nestedScope(l.git, t.scope, path.Base(t.path), lists)
	}
	return t.scope.enter(path.Base(t.path), lists)
}

// scopeAbove returns the rules of the parent of a folder in the old tree.
func (s *scan) scopeAbove(id ID) *scope {
	if id == Top {
		return nil
	}
	return s.old.folders[s.old.nodes[id].parent].scope
}

// oldChildren returns the names in a folder of the old tree.
func (s *scan) oldChildren(id ID) []child {
	t := s.old
	out := make([]child, 0, t.nodes[id].children)
	for c := range t.Children(id) {
		var mounted *root
		if id == Top {
			mounted = rootOf(s.roots, t.nodes[c].name)
		}
		out = append(out, child{node: t.nodes[c], root: mounted, old: c})
	}
	return out
}

// matchOld looks up the names of a relisted folder in the old tree.
func (s *scan) matchOld(folder ID, children []child) {
	for i := range children {
		c := &children[i]
		if id, ok := s.old.child(folder, c.name, c.kind == disk.Folder); ok && s.old.nodes[id].kind == c.kind {
			c.old = id
			if s.opts.NamesOnly && c.kind == disk.Folder {
				c.modTime = s.old.nodes[id].modTime // known from reading it
			}
		}
	}
}

// setNames converts directory entries to children in tree order. It removes .git and returns whether
// there was one. entries may be nil; otherwise they are the metadata of the names.
func (l *listing) setNames(names []disk.Name, entries []disk.Entry) (hasGit bool) {
	l.children = make([]child, 0, len(names))
	for i, n := range names {
		if isGit(n.Name) {
			hasGit = true
			continue
		}
		c := child{node: node{name: n.Name, kind: n.Kind}, old: -1}
		if entries != nil {
			c.size, c.modTime = entries[i].Size, nanoseconds(entries[i].ModTime)
		}
		l.children = append(l.children, c)
	}
	l.sort()
	return hasGit
}

// sort sorts the children in tree order.
func (l *listing) sort() {
	slices.SortFunc(l.children, func(a, b child) int {
		return comparePaths(a.name, a.kind == disk.Folder, b.name, b.kind == disk.Folder)
	})
}

// list reads the names in a folder, with their metadata unless NamesOnly is set, and stores in l
// when the names last changed.
func (s *scan) list(ctx context.Context, t task, l *listing) (names []disk.Name, entries []disk.Entry, more bool, err error) {
	if s.opts.NamesOnly {
		names, folder, more, err := s.opts.Root.Names(ctx, t.path, maxNames)
		l.modTime = folder.ModTime.UnixNano()
		return names, nil, more, err
	}
	if t.old >= 0 {
		// The parent may not have been listed again.
		if info, err := s.opts.Root.Lstat(t.path); err == nil {
			l.modTime = info.ModTime.UnixNano()
		}
	}
	if entries, more, err = s.opts.Root.List(ctx, t.path, maxNames); err != nil {
		return nil, nil, more, err
	}
	names = make([]disk.Name, len(entries))
	for i, e := range entries {
		names[i] = disk.Name{Name: e.Name, Kind: e.Kind}
	}
	return names, entries, more, nil
}

// readLists reads the ignore files of a folder, by ascending precedence, reusing unchanged ones
// from the old tree.
func (s *scan) readLists(ctx context.Context, dir string, names []disk.Name, oldFolder *folder) []listFile {
	var lists []listFile
	for _, name := range disk.IgnoreFileNames() {
		i, ok := slices.BinarySearchFunc(names, name, func(n disk.Name, name string) int { return strings.Compare(n.Name, name) })
		if !ok || names[i].Kind != disk.Regular {
			continue // git does not follow links to ignore files either
		}
		p := join(dir, name)
		if oldFolder != nil {
			info, err := s.opts.Root.Lstat(p)
			j := slices.IndexFunc(oldFolder.lists, func(f listFile) bool { return f.name == name && f.id == info.Identity })
			if err == nil && j >= 0 {
				lists = append(lists, oldFolder.lists[j])
				continue
			}
		}
		file, err := s.opts.Root.Read(ctx, p, disk.IgnoreLimit)
		if err != nil {
			continue // its row shows the error
		}
		lists = append(lists, listFile{name, file.Identity, ignore.Parse(s.repo.source(p), file.Data)})
	}
	return lists
}

func sameLists(a, b []listFile) bool {
	return slices.EqualFunc(a, b, func(a, b listFile) bool { return a.list == b.list })
}

// folderContext is the context for classifying the names in a folder.
type folderContext struct {
	path     string
	scope    *scope
	isOutput bool // it is the output folder
}

// classify determines whether a name is listed.
func (s *scan) classify(dir folderContext, c *child) {
	isDir := c.kind == disk.Folder
	v := dir.scope.match(c.name, isDir)
	if v != (ignore.Verdict{}) {
		verdict := v // most names have none and need no allocation
		c.verdict = &verdict
	}
	switch {
	case v.Ignored && v.Default:
		c.reason = Junk
	case v.Ignored:
		c.reason = Ignored
	case !isDir && dir.isOutput && s.opts.Output.Has(join(dir.path, c.name)):
		c.reason = OwnOutput
	case !isDir && models.StoresText(c.name):
		c.reason = Discussion
	case c.kind == disk.Symlink:
		c.reason = s.linkReason(join(dir.path, c.name), c)
	case !isDir && c.kind != disk.Regular:
		c.reason = Special
	default:
		c.reason = Listed
	}
}

// linkReason resolves a symbolic link.
func (s *scan) linkReason(p string, c *child) Reason {
	info, err := s.opts.Root.Stat(p)
	switch {
	case errors.Is(err, disk.ErrOutside):
		return LinkOutside
	case errors.Is(err, disk.ErrLoop):
		return LinkLoop
	case err != nil:
		return LinkBroken
	case info.IsDir():
		return LinkToFolder
	case info.Kind != disk.Regular:
		return Special
	}
	c.size, c.modTime = info.Size, info.ModTime.UnixNano()
	return Listed
}

// nanoseconds converts a time for a node; 0 is the zero time.
func nanoseconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

func join(dir, name string) string {
	if dir == "." {
		return name
	}
	return dir + "/" + name
}
