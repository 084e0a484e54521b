package session

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/disk"
	"dossier/aggregate/text"
	"dossier/aggregate/tree"
	"dossier/aggregate/watch"
	"dossier/assets"
	"dossier/presets"
)

// Open opens the project in a folder, in the place of the one that is open. What was
// unsaved there is found again.
func (s *Session) Open(dir string) error {
	project, err := OpenProject(dir, s.Places)
	if err != nil {
		return err
	}
	s.leave()
	s.project = project
	s.begin()
	s.undo = undoStack{}
	s.doc, s.built = &aggregate.Document{}, nil
	s.tree, s.entries = nil, nil
	s.counts = map[string]fileCount{}
	s.model = newTreeModel()
	s.preview = NewPreview()
	s.restore()
	s.resolve()
	s.keep(func(ctx context.Context) error { return s.store.Opened(ctx, project.Dir, time.Now()) })
	s.notify(ProjectChanged | TreeChanged | CompositionChanged | DocumentChanged)
	s.Rescan()
	s.rebuild()
	return nil
}

// OpenSample opens the embedded sample, copied to a place of the person's own.
func (s *Session) OpenSample() error {
	dir := filepath.Join(s.Places.State, "sample", assets.SampleName)
	if err := assets.CopySample(dir); err != nil {
		return fmt.Errorf("copy the sample project: %w", err)
	}
	return s.Open(dir)
}

// leave closes the project that is open. Its jobs are told to end; the folder is given
// back once they have.
func (s *Session) leave() {
	if s.project == nil {
		return
	}
	s.flush()
	project, work, watcher := s.project, s.work, s.watcher
	s.project, s.watcher = nil, nil
	work.end()
	s.jobs.group.Go(func() {
		work.group.Wait()
		if watcher != nil {
			watcher.Close()
		}
		project.Close()
	})
}

// begin gives a project its jobs.
func (s *Session) begin() {
	s.work = newJobs(s.Do, s.fail)
	for _, l := range []**latest{&s.scanning, &s.building, &s.counting, &s.saving, &s.copying, &s.census, &s.finding, &s.colouring} {
		*l = &latest{jobs: s.work}
	}
}

// ErrClosed is a session that was closed before.
var ErrClosed = errors.New("the session is closed")

// Close keeps what is unsaved, ends every job and waits for them.
func (s *Session) Close() error {
	if s.jobs.ctx.Err() != nil {
		return ErrClosed
	}
	if s.BeforeSave != nil {
		s.BeforeSave()
	}
	err := s.flushNow()
	s.leave()
	s.jobs.close()
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
	if s.project == nil {
		return false
	}
	rel, err := filepath.Rel(s.project.Dir, abs)
	return err == nil && filepath.IsLocal(rel)
}

// AddFiles adds files by their absolute paths. The person chose them, so those outside
// the project are allowed.
func (s *Session) AddFiles(paths []string) {
	if s.project == nil {
		s.fail(errNoProject)
		return
	}
	var names []string
	for _, p := range paths {
		if s.Inside(p) {
			rel, _ := filepath.Rel(s.project.Dir, p) // Inside says that it can be
			names = append(names, filepath.ToSlash(rel))
			continue
		}
		s.Allow(p)
		names = append(names, filepath.ToSlash(p))
	}
	s.Add(names)
}

// Allow lets the project read a path outside of it from now on.
func (s *Session) Allow(target string) {
	dir := s.project.Dir
	if err := s.store.Allow(s.jobs.ctx, dir, target); err != nil {
		s.fail(err)
		return
	}
	s.project.Builder.SetRoot(s.project.root.Allowing(disk.Allow(s.store.Allowed(dir)...)))
	s.project.Builder.Invalidate()
	s.rebuild()
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

// Scanning reports how many files a scan has looked at so far, and whether one has been
// running for long enough to be spoken of.
func (s *Session) Scanning() (done int, running bool) {
	return s.scan.Files, s.scanning.busy && time.Since(s.scanBegan) > progressDelay
}

// progressDelay is how long something may take before it is spoken of.
const progressDelay = 200 * time.Millisecond

// CancelScan ends a scan; the tree stays as it is.
func (s *Session) CancelScan() {
	s.scanning.stop()
	s.notify(ActivityChanged)
}

// Rescan lists the whole folder anew beside the window.
func (s *Session) Rescan() {
	if s.project == nil {
		return
	}
	opts := s.project.scanOptions()
	opts.NamesOnly = true // sizes follow: names are what a person waits for
	s.scan, s.scanBegan = tree.Progress{}, time.Now()
	s.scanning.start(func(ctx context.Context) func() {
		t, err := tree.Scan(ctx, opts, func(p tree.Progress) {
			s.Do(func() {
				if ctx.Err() != nil {
					return
				}
				s.scan = p
				if p.Tree != nil && s.tree == nil {
					s.plant(p.Tree)
				}
				s.notify(ActivityChanged)
			})
		})
		if err != nil {
			return func() { s.scannedTree(nil, err) }
		}
		s.Do(func() {
			if ctx.Err() == nil {
				s.plant(t)
				s.notify(TreeChanged)
			}
		})
		sized, err := tree.Measure(ctx, t)
		return func() { s.scannedTree(sized, err) }
	})
	s.notify(ActivityChanged)
}

// rescanSome looks again at what has changed.
func (s *Session) rescanSome(paths []string) {
	old := s.tree
	if old == nil {
		return
	}
	s.scan, s.scanBegan = tree.Progress{}, time.Now()
	s.scanning.start(func(ctx context.Context) func() {
		t, err := tree.Rescan(ctx, old, paths)
		return func() { s.scannedTree(t, err) }
	})
}

func (s *Session) scannedTree(t *tree.Tree, err error) {
	if err != nil {
		s.fail(err)
		s.notify(ActivityChanged)
		return
	}
	s.project.setTree(t)
	s.plant(t)
	s.resolve()
	s.watch()
	s.notify(TreeChanged | CompositionChanged | ActivityChanged)
	s.rebuild()
	s.takeCensus()
}

// plant shows a tree.
func (s *Session) plant(t *tree.Tree) {
	s.tree = t
	s.entries = entriesOf(t)
	s.refreshTree()
}

// refreshTree brings the rows of the tree up to date with the composition. Files that
// are in it and no longer on the disk stay, marked as missing.
func (s *Session) refreshTree() {
	entries := s.entries
	for _, item := range s.rows.Items {
		if item.Err == nil && !filepath.IsAbs(item.Path) && s.tree != nil {
			if _, ok := s.tree.Find(item.Path); !ok {
				entries = append(entries[:len(entries):len(entries)], s.ghost(item.Path))
			}
		}
	}
	s.model.ignored = s.library.Settings.ShowIgnored
	s.model.setEntries(entries)
	s.tickTree()
}

// ghost is a file of the composition that the tree does not hold: it is gone, or lies
// in a folder that was not looked into.
func (s *Session) ghost(p string) TreeEntry {
	info, err := s.project.root.Stat(p)
	if err != nil {
		return TreeEntry{Path: p, Missing: true, Note: "no longer on the disk"}
	}
	return TreeEntry{Path: p, Size: info.Size, ModTime: info.ModTime, Ignored: true, Note: "in a folder that is left out"}
}

// tickTree brings ticks and costs up to date.
func (s *Session) tickTree() {
	s.model.tick(s.Selected, s.fileCost)
	s.model.layout()
}

// entriesOf lists a tree for its rows.
func entriesOf(t *tree.Tree) []TreeEntry {
	entries := make([]TreeEntry, 0, t.Len())
	for id := tree.ID(1); int(id) < t.Len(); id++ {
		e := t.Entry(id)
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

// SetTreeFilter shows only files whose path holds every word of text, with the folders
// above them.
func (s *Session) SetTreeFilter(text string) {
	s.model.filter = text
	s.model.layout()
	s.notify(TreeChanged)
}

// SetTreeSort chooses the order of the files in each folder.
func (s *Session) SetTreeSort(order TreeSort) {
	s.model.sort = order
	s.model.layout()
	s.notify(TreeChanged)
	s.saveSoon()
}

// OpenFolder opens or folds a folder. One that was not looked into because it is left
// out is listed first.
func (s *Session) OpenFolder(p string, open bool) {
	s.model.SetOpen(p, open)
	if open && s.tree != nil {
		if id, ok := s.tree.Find(p); ok && !s.tree.Entry(id).Known {
			old := s.tree
			s.scanning.start(func(ctx context.Context) func() {
				t, err := tree.List(ctx, old, p)
				return func() { s.scannedTree(t, err) }
			})
		}
	}
	s.notify(TreeChanged)
	s.saveSoon()
}

// OpenAllFolders opens or folds every folder that is listed.
func (s *Session) OpenAllFolders(open bool) {
	s.model.SetAllOpen(open)
	s.notify(TreeChanged)
	s.saveSoon()
}

// RevealInTree opens the folders above a file.
func (s *Session) RevealInTree(p string) {
	s.model.Reveal(p)
	s.notify(TreeChanged)
}

// ShowIgnored reports whether the tree shows what is left out of it.
func (s *Session) ShowIgnored() bool { return s.library.Settings.ShowIgnored }

// watch has the system tell of changes in the folders that are listed.
func (s *Session) watch() {
	if s.watcher == nil {
		project := s.project
		s.watcher = watch.Start(project.root, watch.Options{
			Report:  func(b watch.Batch) { s.Do(func() { s.diskChanged(project, b) }) },
			Limited: func(err *watch.LimitError) { s.Do(func() { s.limited(project, err) }) },
		})
	}
	s.watcher.Watch(s.watchedFolders())
}

func (s *Session) limited(project *Project, err error) {
	if s.project == project {
		s.watchLimit = err
		s.notify(ActivityChanged)
	}
}

func (s *Session) watchedFolders() []watch.Folder {
	selected := map[string]bool{}
	for _, item := range s.rows.Items {
		selected[path.Dir(item.Path)] = true
	}
	var folders []watch.Folder
	for id := tree.Top; int(id) < s.tree.Len(); id++ {
		e := s.tree.Entry(id)
		if e.Kind == disk.Folder && e.Known {
			folders = append(folders, watch.Folder{Path: e.Path, ModTime: e.ModTime, Selected: selected[e.Path]})
		}
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

// diskChanged takes in what has changed on the disk.
func (s *Session) diskChanged(project *Project, b watch.Batch) {
	if s.project != project {
		return
	}
	if b.All {
		project.Builder.Invalidate()
		s.reloadFiles()
		s.Rescan()
		s.rebuild()
		return
	}
	paths := slices.Concat(b.Folders, b.Files)
	project.Builder.Invalidate(b.Files...)
	if slices.ContainsFunc(paths, isOurFile) {
		s.reloadFiles()
	}
	s.rescanSome(paths)
	if s.concerns(b) {
		s.rebuild()
	}
}

func isOurFile(p string) bool {
	return p == presets.ProjectName || p == presets.HistoryName || p == presets.ForeignName
}

// concerns reports whether a change can show in the document.
func (s *Session) concerns(b watch.Batch) bool {
	for _, p := range b.Files {
		if _, ok := s.at[p]; ok || isOurFile(p) {
			return true
		}
		if path.Dir(p) == ".beads" || slices.Contains(s.comp.Screenshots, p) {
			return true
		}
	}
	for _, dir := range b.Folders {
		for p := range s.at {
			if path.Dir(p) == dir {
				return true
			}
		}
	}
	return false
}

// fileCost is what a file of the tree costs in full: exact when it was counted as it
// is now, otherwise an estimate by its size.
func (s *Session) fileCost(e TreeEntry) Cost {
	if c, ok := s.counts[e.Path]; ok && c.size == e.Size && c.mtime.Equal(e.ModTime) {
		return Cost{Count: s.Cost(c.count)}
	}
	switch {
	case e.Unmeasured:
		return Cost{Pending: true}
	case e.Size == 0:
		return Cost{Count: aggregate.Count{Exact: true}}
	}
	return Cost{Count: s.Cost(aggregate.Count{N: int(max(1, e.Size/bytesPerToken))})}
}

// bytesPerToken is what source code comes to on average in o200k; the estimate of a
// file that was not read yet is its size over that.
const bytesPerToken = 4
