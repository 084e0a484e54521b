package session

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/disk"
	"dossier/aggregate/images"
	"dossier/aggregate/text"
	"dossier/aggregate/tree"
	"dossier/aggregate/watch"
	"dossier/assets"
	"dossier/presets"
	"dossier/presets/store"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/message"
)

// Open opens the project in a folder, in the place of the one that is open. What is
// unsaved there is kept, and what was unsaved here is found again.
func (s *Session) Open(dir string) error {
	_, _ = s.user.Reload() // another window may have changed it
	p, err := s.user.Open(dir)
	if err != nil {
		return err
	}
	if s.project != nil {
		s.filing.Finish()
		s.snapshots.Finish()
		if err := s.flushNow(); err != nil {
			s.fail(err)
		}
	}
	release := s.hold()
	s.leave()
	s.workspace = s.newWorkspace(p)
	s.slot, s.sample = s.store.Claim(p.Dir), s.isSample(p.Dir)
	s.restore()
	s.discussion.Restore()
	s.resolve()
	s.keep(func(ctx context.Context) {
		if err := s.store.Opened(ctx, p.Dir, time.Now()); err != nil && ctx.Err() == nil {
			s.Do(func() { s.fail(err) })
		}
	})
	release(change.Project | change.Tree | change.Composition | change.Document | change.Settings | change.Presets | change.Discussion | change.Left)
	s.Rescan()
	s.rebuild()
	s.snapshots.Refresh()
	return nil
}

// Copied reports whether the person has ever copied a dossier.
func (s *Session) Copied() bool { return s.hints.Copied }

// noteCopied keeps that a dossier was copied.
func (s *Session) noteCopied() {
	if s.hints.Copied {
		return
	}
	s.hints.Copied = true
	hints := s.hints
	s.keep(func(ctx context.Context) {
		// What cannot be kept is said of what a person would miss; a hint comes once more.
		_ = s.store.SetHints(ctx, hints)
	})
	s.notify(change.Activity)
}

// sampleDir is where the sample is copied to.
func (s *Session) sampleDir() string {
	return filepath.Join(s.Places.State, "sample", assets.SampleName)
}

// Sample reports whether the project that is open is the sample.
func (s *Session) Sample() bool { return s.sample }

// isSample reports whether a folder, free of symbolic links, is that of the sample.
func (s *Session) isSample(dir string) bool {
	real, err := filepath.EvalSymlinks(s.sampleDir())
	return s.Places.State != "" && err == nil && real == dir
}

// OpenSample opens the embedded sample, copied to a place of the person's own.
func (s *Session) OpenSample() error {
	if s.Places.State == "" {
		return fmt.Errorf("copy the sample project: %w", &store.StateError{})
	}
	dir := s.sampleDir()
	if err := assets.CopySample(dir); err != nil {
		return fmt.Errorf("copy the sample project: %w", err)
	}
	return s.Open(dir)
}

// leave closes the project that is open. Its jobs are told to end; the folder is given
// back once they have.
func (s *Session) leave() {
	p, work, watcher, cleanup := s.project, s.work, s.watcher, s.snapshots.Cleanup()
	if s.slot != nil {
		s.slot.Release(s.hasUnsaved())
		s.slot = nil
	}
	s.project, s.watcher = nil, nil
	if s.progress.speak != nil {
		s.progress.speak.Stop()
	}
	work.End()
	s.jobs.Go(func() {
		work.Wait()
		if watcher != nil {
			watcher.Close()
		}
		if p != nil {
			p.Close()
		}
		cleanup()
	})
}

// ErrClosed is a session that was closed before.
var ErrClosed = errors.New("the session is closed")

// Close keeps what is unsaved, ends every job and waits for them.
func (s *Session) Close() error {
	if s.jobs.Ended() {
		return ErrClosed
	}
	s.filing.Finish()
	s.snapshots.Finish()
	err := s.flushNow()
	s.leave()
	s.libraryWatch.close()
	s.jobs.Close()
	return err
}

// Dir returns the project's folder; empty when none is open.
func (s *Session) Dir() string {
	if s.project == nil {
		return ""
	}
	return s.project.Dir
}

// Name is what the project is called; empty when none is open.
func (s *Session) Name() string {
	if s.project == nil {
		return ""
	}
	return s.project.Name()
}

// Inside reports whether a path lies in the project that is open.
func (s *Session) Inside(abs string) bool {
	_, ok := s.within(abs)
	return ok
}

// within returns an absolute path as seen from the project, when it lies in it.
func (s *Session) within(abs string) (string, bool) {
	if s.project == nil {
		return "", false
	}
	return s.project.Local(abs)
}

// AddFiles adds files by their absolute paths, images as screenshots. The person chose
// them, so those outside the project are allowed.
func (s *Session) AddFiles(paths []string) {
	if s.project == nil {
		s.fail(project.ErrNone)
		return
	}
	var names, outside []string
	for _, p := range paths {
		name, ok := s.within(p)
		if !ok {
			name = filepath.ToSlash(filepath.Clean(p))
			outside = append(outside, p)
		}
		names = append(names, name)
	}
	s.allow(outside)
	shots := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !images.Named(name) })
	names = slices.DeleteFunc(names, images.Named)
	all := slices.Concat(names, shots)
	s.change(message.Several("add {{.N}} files", len(all), project.FirstName(all)), "", func(e *project.Edit) {
		e.Add(names)
		e.Screenshots(s.shots.NewEdit(), func(shot *project.ScreenshotEdit) { shot.Add(shots) })
	})
}

// Allow lets the project read a path outside of it from now on, and write dossiers to it
// when its file names it for them.
func (s *Session) Allow(target string) {
	if s.project != nil {
		s.allow([]string{target})
		s.resolve()
		s.tickTree()
		s.notify(change.Composition)
		s.rebuild()
	}
}

// allow lets paths be read at once, and keeps that beside the window: another window may
// hold the lock.
func (s *Session) allow(targets []string) {
	if len(targets) == 0 {
		return
	}
	s.project.Access().AllowNow(targets...)
	dir := s.project.Dir
	s.keep(func(ctx context.Context) {
		if err := s.store.Allow(ctx, dir, targets...); err != nil && ctx.Err() == nil {
			s.Do(func() { s.fail(err) })
		}
	})
}

// OutsideTarget returns where a path of the composition leads to.
func (s *Session) OutsideTarget(p string) (string, error) {
	var outside *disk.OutsideError
	for _, item := range s.doc.Items {
		if item.Path == p && errors.As(item.Err, &outside) && outside.Target != "" {
			return outside.Target, nil
		}
	}
	return "", fmt.Errorf("%s leads out of the project, but not to a place that could be allowed", text.Escape(p))
}

// Tree returns the project's tree as rows.
func (s *Session) Tree() *TreeModel { return s.model }

var errStopped = errors.New("the listing of the folder was stopped: scan it again, or list files instead of folders and patterns")

// news is what is to be looked at on the disk once the scan that runs has ended.
type news struct {
	paths   []string // that changed
	folders []string // left out of the tree, and wanted in it
}

// Rescan lists the whole folder anew beside the window.
func (s *Session) Rescan() {
	if s.project == nil {
		return
	}
	s.news.paths = nil
	opts, opened, counts := s.project.Kept().ScanOptions(), s.project, s.counts
	opts.NamesOnly = true // sizes follow: names are what a person waits for
	opened.ExpectTree()
	s.scanBegins()
	s.scanning.Start(func(ctx context.Context) func() {
		show := func(f func()) {
			s.Do(func() {
				if ctx.Err() == nil {
					f()
				}
			})
		}
		names, err := tree.Scan(ctx, opts, func(p tree.Progress) {
			var first *planting
			if p.Tree != nil {
				first = newPlanting(p.Tree, counts, opts.Output)
			}
			show(func() {
				s.progress.scanned = p.Files
				if first != nil && s.tree == nil {
					s.plant(first)
					s.notify(change.Tree)
				}
				s.notify(change.Activity)
			})
		})
		if err != nil {
			return func() { s.scanned(nil, err) }
		}
		opened.SetTree(names, nil)
		early := newPlanting(names, counts, opts.Output)
		show(func() { s.take(early) })
		sized, err := tree.Measure(ctx, names)
		if err != nil {
			return func() { s.scanned(nil, err) }
		}
		all := newPlanting(sized, counts, opts.Output)
		return func() {
			s.news.folders = append(s.news.folders, s.openUnknown(sized)...)
			s.scanned(all, nil)
		}
	})
	s.notify(change.Activity)
}

// scanBegins notes that the folder is looked at from now on.
func (s *Session) scanBegins() {
	p := &s.progress
	p.scanned, p.scanBegan = 0, time.Now()
	if p.stopped == Listing {
		p.stopped = 0
	}
	s.speakSoon()
}

// openUnknown lists the folders that are open in the window and were not looked into.
func (s *Session) openUnknown(t *tree.Tree) []string {
	var out []string
	for _, p := range s.model.OpenFolders() {
		if id, ok := t.Find(p); ok {
			if e := t.Entry(id); e.Kind == disk.Folder && !e.Known {
				out = append(out, p)
			}
		}
	}
	return out
}

// rescanSome looks again at what has changed. Until a scan that runs has ended it
// waits, for that one may have looked too early.
func (s *Session) rescanSome() {
	if s.scanning.Busy() || s.tree == nil || len(s.news.paths)+len(s.news.folders) == 0 {
		return
	}
	old, counts, n, output := s.tree, s.counts, s.news, s.project.Kept().Output()
	s.news = news{}
	s.scanBegins()
	s.scanning.Start(func(ctx context.Context) func() {
		t, err := tree.Rescan(ctx, old, n.paths)
		for _, dir := range n.folders {
			if err != nil {
				break
			}
			if _, ok := t.Find(dir); ok {
				t, err = tree.List(ctx, t, dir)
			}
		}
		if err != nil {
			return func() { s.scanned(nil, err) }
		}
		p := newPlanting(t, counts, output)
		return func() { s.scanned(p, nil) }
	})
}

// ScanAgain is a [Session.Rescan] that a person asks for: it says what came of it, for a
// folder that has not changed shows nothing else.
func (s *Session) ScanAgain() {
	s.scanAsked = s.project != nil
	s.Rescan()
}

// scanned takes in what came of a scan.
func (s *Session) scanned(p *planting, err error) {
	if err != nil {
		s.project.SetTree(nil, err)
		s.fail(err)
	} else {
		s.take(p)
		s.watch()
		s.takeCensus()
		if s.scanAsked {
			files := 0
			for _, e := range s.entries {
				if !e.Dir && !e.Barred && !e.Ignored {
					files++
				}
			}
			s.tell(message.Count("Scanned the folder again: {{.N}} files", files, nil))
		}
	}
	s.scanAsked = false
	s.notify(change.Activity)
	s.rescanSome()
}

// take shows a tree that has every name, and puts together what follows from it.
func (s *Session) take(p *planting) {
	s.project.SetTree(p.tree, nil)
	s.tree, s.progress.listed = p.tree, true
	s.resolve()
	s.plant(p)
	s.notify(change.Tree | change.Composition)
	s.rebuild()
}

// planting is a tree with its rows, made beside the window.
type planting struct {
	tree    *tree.Tree
	entries []TreeEntry
	nodes   *treeNodes
}

func newPlanting(t *tree.Tree, counts *fileCounts, output tree.Output) *planting {
	entries := entriesOf(t, output)
	return &planting{t, entries, newTreeNodes(entries, counts.of)}
}

// plant shows a tree.
func (s *Session) plant(p *planting) {
	s.tree, s.entries = p.tree, p.entries
	s.model.treeNodes = p.nodes
	s.tickTree()
}

// tickTree brings the boxes of the tree up to date with the composition. Files that
// are in it and no longer on the disk stay, marked as missing.
func (s *Session) tickTree() {
	for _, item := range s.rows.Items {
		if _, ok := s.model.at[item.Path]; !ok && item.Err == nil && s.progress.listed && filepath.IsLocal(item.Path) {
			s.model.haunt(s.ghost(item.Path))
		}
	}
	s.model.tick(maps.Keys(s.at))
	s.model.layout()
}

// ghost is a file of the composition that the tree does not hold: it is gone, or lies
// in a folder that was not looked into.
func (s *Session) ghost(p string) TreeEntry {
	info, err := s.project.Root().Stat(p)
	if err != nil {
		return TreeEntry{Path: p, Missing: true, Note: "no longer on the disk"}
	}
	return TreeEntry{Path: p, Size: info.Size, ModTime: info.ModTime, Ignored: true, Note: "in a folder that is left out"}
}

// entriesOf lists a tree for its rows. What the product wrote is not among them, nor are
// the folders that are there for that alone: no row comes when the first dossier is
// written.
func entriesOf(t *tree.Tree, output tree.Output) []TreeEntry {
	own := ownFolders(t, output)
	entries := make([]TreeEntry, 0, t.Len())
	for id := tree.Top + 1; int(id) < t.Len(); id++ {
		e := t.Entry(id)
		if own[e.Path] || own[path.Dir(e.Path)] || output.Has(e.Path) {
			continue
		}
		row := TreeEntry{Path: e.Path, Dir: e.Kind == disk.Folder, Size: e.Size, ModTime: e.ModTime, Unmeasured: !t.Measured()}
		switch e.Reason {
		case tree.Listed:
		case tree.Ignored, tree.Junk, tree.OwnOutput, tree.Discussion:
			row.Ignored = true
			row.Note = reasonNote(e)
		default:
			row.Barred = !row.Dir
			row.Note = e.Reason.String()
			row.Ignored = row.Dir
		}
		entries = append(entries, row)
	}
	return entries
}

// ownFolders returns the folder of dossiers and those above it, as far as they hold nothing
// of the person's.
func ownFolders(t *tree.Tree, output tree.Output) map[string]bool {
	out := path.Clean(output.Dir)
	if output.Dir == "" || !filepath.IsLocal(out) || out == "." {
		return nil
	}
	within := map[string]bool{} // whether a folder on the way holds something else
	for dir := out; dir != "."; dir = path.Dir(dir) {
		within[dir] = false
	}
	for id := tree.Top + 1; int(id) < t.Len(); id++ {
		e := t.Entry(id)
		dir := path.Dir(e.Path)
		_, onTheWay := within[e.Path]
		ours := onTheWay || output.Has(e.Path) || dir == out && path.Base(e.Path) == ".gitignore"
		if _, ok := within[dir]; ok && !ours {
			within[dir] = true
		}
	}
	own := map[string]bool{}
	for dir := out; dir != "." && !within[dir]; dir = path.Dir(dir) {
		own[dir] = true
	}
	return own
}

func reasonNote(e tree.Entry) string {
	if !e.Verdict.Spoke() {
		return e.Reason.String()
	}
	return fmt.Sprintf("%s by %s:%d: %s", e.Reason, text.Escape(e.Verdict.Source), e.Verdict.Line, text.Escape(e.Verdict.Pattern))
}

// statusIn says what a path is by the tree alone; false when the tree does not know.
func statusIn(t *tree.Tree, p string) (aggregate.Status, bool) {
	id, ok := t.Find(p)
	if !ok {
		return 0, false
	}
	switch e := t.Entry(id); {
	case e.Kind == disk.Folder, e.Reason == tree.LinkToFolder:
		return aggregate.Folder, true
	case e.Reason == tree.LinkBroken:
		return aggregate.Missing, true
	}
	return aggregate.File, true
}

// SetTreeFilter shows only the files that a query of package fuzzy finds, with the folders
// above them.
func (s *Session) SetTreeFilter(text string) {
	s.model.setFilter(text)
	s.model.layout()
	s.notify(change.Tree)
}

// SetTreeSort chooses the order of the files in each folder.
func (s *Session) SetTreeSort(order TreeSort) {
	s.model.sort = order
	s.model.layout()
	s.notify(change.Tree)
	s.saveSoon()
}

// OpenFolder opens or folds a folder. One that was not looked into because it is left
// out is listed first.
func (s *Session) OpenFolder(p string, open bool) {
	s.model.SetOpen(p, open)
	if open && s.tree != nil {
		if id, ok := s.tree.Find(p); ok && !s.tree.Entry(id).Known {
			s.news.folders = append(s.news.folders, p)
			s.rescanSome()
		}
	}
	s.notify(change.Tree)
	s.saveSoon()
}

// OpenAllFolders opens or folds every folder that is listed.
func (s *Session) OpenAllFolders(open bool) {
	s.model.SetAllOpen(open)
	s.notify(change.Tree)
	s.saveSoon()
}

// RevealInTree opens the folders above a file.
func (s *Session) RevealInTree(p string) {
	s.model.Reveal(p)
	s.notify(change.Tree)
}

// WrapLines reports whether the preview wraps long lines.
func (s *Session) WrapLines() bool { return s.user.Settings().WrapLines }

// ShowIgnored reports whether the tree shows what is left out of it.
func (s *Session) ShowIgnored() bool { return s.user.Settings().ShowIgnored }

// watch has the system tell of changes in the folders that are listed.
func (s *Session) watch() {
	if s.watcher == nil {
		p := s.project
		s.watcher = watch.Start(p.Root(), watch.Options{
			Report:   func(b watch.Batch) { s.Do(func() { s.diskChanged(p, b) }) },
			Limited:  func(err *watch.LimitError) { s.Do(func() { s.limited(p, err) }) },
			Standing: sync.OnceFunc(func() { s.Do(func() { s.catchUp(p) }) }),
		})
	}
	s.watcher.Watch(s.watchedFolders())
}

// catchUp takes in what changed on the disk between its first reading and the begin of
// the watch, once that stands.
func (s *Session) catchUp(p *project.Project) {
	if s.project != p {
		return
	}
	s.shots.Measure()
	s.catching.Start(func(ctx context.Context) func() {
		changed, err := p.Builder.Refresh(ctx)
		if err != nil {
			return nil
		}
		file, _ := p.ReadFile()
		return func() {
			s.discussion.Reload()
			if file.Digest() != p.File().Digest() {
				s.diskChanged(p, watch.Batch{Files: []string{presets.ProjectName}})
			} else if len(changed) > 0 {
				s.rebuild()
			}
		}
	})
}

func (s *Session) limited(p *project.Project, err error) {
	if s.project == p {
		s.watchLimit = err
		s.notify(change.Activity)
	}
}

func (s *Session) watchedFolders() []watch.Folder {
	selected := map[string]bool{}
	for _, item := range s.rows.Items {
		selected[path.Dir(item.Path)] = true
	}
	for _, shot := range s.shots.List() {
		selected[path.Dir(shot.Path)] = true
	}
	var folders []watch.Folder
	for id := tree.Top; int(id) < s.tree.Len(); id++ {
		e := s.tree.Entry(id)
		if e.Kind == disk.Folder && e.Known {
			folders = append(folders, watch.Folder{Path: e.Path, ModTime: e.ModTime, Selected: selected[e.Path]})
		}
	}
	s.imageFolders = s.foldersOfImages()
	for _, dir := range s.imageFolders {
		folder := watch.Folder{Path: dir, Selected: true}
		if info, err := s.project.Root().Stat(dir); err == nil {
			folder.ModTime = info.ModTime // so that files are compared with what was read of them
		}
		folders = append(folders, folder)
	}
	slices.SortStableFunc(folders, func(a, b watch.Folder) int {
		switch {
		case a.Selected == b.Selected:
			return 0
		case a.Selected:
			return -1
		}
		return 1
	})
	return folders
}

// watchImages has the folders of images watched that the tree does not look into.
func (s *Session) watchImages() {
	if s.watcher != nil && !slices.Equal(s.foldersOfImages(), s.imageFolders) {
		s.watch()
	}
}

// foldersOfImages lists the folders of screenshots that the tree does not look into, in byte
// order. They are watched all the same.
func (s *Session) foldersOfImages() []string {
	var dirs []string
	for _, shot := range s.shots.List() {
		dir := path.Dir(shot.Path)
		if !filepath.IsLocal(dir) || s.tree == nil {
			continue
		}
		if id, ok := s.tree.Find(dir); !ok || !s.tree.Entry(id).Known {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// diskChanged takes in what has changed on the disk.
func (s *Session) diskChanged(p *project.Project, b watch.Batch) {
	if s.project != p {
		return
	}
	s.presets.DiskChanged(b)
	paths := slices.Concat(b.Folders, b.Files)
	if b.All {
		p.Builder.Invalidate()
	} else if len(b.Files) > 0 {
		p.Builder.Invalidate(b.Files...)
	}
	reload := b.All || slices.ContainsFunc(paths, isOurFile)
	if reload && s.reloadFiles() || b.All {
		s.Rescan()
	} else {
		s.news.paths = append(s.news.paths, paths...)
		s.rescanSome()
	}
	if shots := s.shots.DiskChanged(b); shots || reload || s.concerns(b) {
		s.rebuild()
	}
	s.snapshots.FilesChanged()
}

func isOurFile(p string) bool {
	return p == presets.ProjectName || p == presets.HistoryName || p == presets.ForeignName
}

// concerns reports whether a change can show in the document before the tree is known
// anew, after which it is built in any case.
func (s *Session) concerns(b watch.Batch) bool {
	return slices.ContainsFunc(b.Files, func(p string) bool {
		_, selected := s.at[p]
		return selected || path.Dir(p) == ".beads"
	})
}
