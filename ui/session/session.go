package session

import (
	"time"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/crash"
	"dossier/ui/features/files"
	"dossier/ui/features/filetree"
	"dossier/ui/features/presetlist"
	"dossier/ui/features/preview"
	"dossier/ui/features/screenshots"
	"dossier/ui/features/snapshots"
	"dossier/ui/project"
	"dossier/ui/project/ranking"
	"dossier/ui/session/autosave"
	"dossier/ui/session/change"
	"dossier/ui/session/clipboard"
	"dossier/ui/session/document"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
	"dossier/ui/session/projectfile"
	"dossier/ui/session/recovery"
	"dossier/ui/session/settings"
	"dossier/ui/session/undo"
)

// Options are the dependencies of a session.
type Options struct {
	// Do runs f on the goroutine that owns the session.
	Do func(f func())
	// Changed is called with the changes, on the session's goroutine.
	Changed func(change.Set)
	// Notify shows a message or an error.
	Notify func(message.Message)
	// Ask asks the user a question: a [projectfile.Conflict], whose answer is another
	// [projectfile.Part.Save]; a [*project.OutputError], whose answer is
	// [snapshots.Part.AllowOutput] or none; or a question of a feature. It returns false for an
	// unknown question. If Ask is nil, the user is asked nothing.
	Ask func(question any) bool
	// BeforeSave is called before unsaved work is saved, so that the window can report its
	// geometry; it may be nil.
	BeforeSave func()
	// ToFront brings the window to the foreground, because another process requests it; it may be nil.
	ToFront func()
	// Features are the features whose states each project gets; see [feature.State].
	Features  []feature.Feature
	Clipboard clipboard.Clipboard
	Places    presets.Places
}

// Session is a window's state. Create it with [New].
type Session struct {
	Options
	user  *project.User
	store *presets.State
	hints presets.Hints

	jobs       *jobs.Group  // jobs that outlive a project
	writes     *jobs.Serial // into the user's state folder
	autosave   *autosave.Part
	speakAfter time.Duration // how long work may take before its progress is shown

	composing *Composer
	settings  *settings.Part

	projects *Projects
	paths    *Paths
	deferred *deferred // nil unless notifications are deferred

	workspace
}

// workspace is the part of a session's state that belongs to the open project. Each project gets a
// new one, so that nothing carries over.
type workspace struct {
	project *project.Project // nil when none is open

	work       *jobs.Group
	rechecking *jobs.Serial // checks what was read before it was watched; none is dropped, because a check evicts what it finds
	counting   *jobs.Latest // counts windows
	saves      *jobs.Serial // saves to the project file, and to those of presets

	tree         *filetree.Part
	access       *Access
	progress     *Progress
	messageCount int // number of messages; a late one compares it to see whether it is the newest

	comp        models.Composition
	context     *files.Part // of comp
	undo        undo.Stack
	presets     *presetlist.Part
	projectFile *projectfile.Part

	document *document.Part
	preview  *preview.Part
	copying  *clipboard.Part

	recovery *recovery.Part

	front  *front
	ranker *ranking.Ranker // nil when no project is open

	shots *screenshots.Part

	snapshots *snapshots.Part
	prefix    *PrefixFinder
	modecosts *ModeCosts

	states []any // states of the features, which receive the events of package feature in this order
}

// newWorkspace returns the state of a newly opened project, or of no project if p is nil.
func (s *Session) newWorkspace(p *project.Project) workspace {
	w := workspace{project: p, work: s.newGroup(s.fail)}
	if p != nil {
		w.ranker = ranking.Of(p)
		p.CountIn(s.settings.Model().Vocabulary)
	}
	w.saves = w.work.Serial()
	w.preview = preview.NewPart(w.work, func() { s.notify(change.Colours) })
	w.document = document.New(documentHost{host{Session: s}}, w.work)
	w.rechecking = w.work.Serial()
	w.counting = w.work.Latest()
	w.copying = clipboard.New(copyingHost{host{Session: s}}, w.work, s.hints.Copied)
	w.access = newAccess(s, w.work)
	w.context = files.New(contextHost{host{Session: s}})
	w.prefix = newPrefixFinder(host{s, change.Counts}, w.work)
	w.modecosts = newModeCosts(host{Session: s}, w.work)
	w.tree = filetree.New(treeHost{host: host{s, change.Tree}}, w.work)
	w.progress = &Progress{s: s, speak: w.work.Later()}
	w.recovery = recovery.New(host{s, change.Recovery})
	w.projectFile = projectfile.New(host{s, change.Project}, w.saves)
	w.presets = presetlist.New(host{s, change.Presets}, w.work, w.saves)
	w.front = &front{host: host{Session: s}, work: w.work}
	w.shots = screenshots.New(screenshotsHost{host{s, change.Screenshots}}, w.work)
	w.snapshots = snapshots.New(snapshotsHost{host{s, change.Snapshots}}, w.work)
	w.undo.OnStep = func() { s.snapshots.LeaveReplay() } // undone changes must be visible
	w.states = []any{
		w.document, w.preview, w.access, w.prefix, w.modecosts, w.tree, w.presets, w.front, w.shots, w.snapshots, w.context,
	}
	for _, f := range s.Features {
		w.states = append(w.states, f.New(host{s, f.Changes}, feature.Jobs{Work: w.work, Saves: w.saves}))
	}
	return w
}

// New returns a session without a project. The error describes a problem with the user's settings:
// the session works nevertheless, with the defaults, and never overwrites them.
func New(opts Options) (*Session, error) {
	s := &Session{Options: opts, speakAfter: jobs.VisibleDelay}
	s.composing = newComposer(host{Session: s})
	s.jobs = s.newGroup(s.fail)
	s.writes = s.jobs.Serial()
	s.paths = newPaths(host{Session: s}, s.jobs)
	s.projects = newProjects(host{Session: s}, s.jobs, opts.Places.State)
	s.store = presets.NewState(opts.Places)
	s.autosave = autosave.New(autosaveHost{host{s, change.Recovery}}, s.jobs, s.writes)
	s.hints = s.store.Hints()
	var err error
	s.user, err = project.LoadUser(opts.Places)
	s.settings = settings.New(settingsHost{host{Session: s}}, s.jobs, s.user, opts.Places.Config)
	s.workspace = s.newWorkspace(nil)
	s.settings.Watch()
	return s, err
}

// Busy reports whether jobs of the session or of its project run. After it returns false, their
// results have been passed to [Options.Do].
func (s *Session) Busy() bool { return s.jobs.Busy() || s.work != nil && s.work.Busy() }

// newGroup returns a group of jobs. A job that panics leaves a crash report.
func (o Options) newGroup(failed func(error)) *jobs.Group {
	g := jobs.NewGroup(o.Do, failed)
	g.Reports = crash.In(o.Places.State, project.Version)
	return g
}

func (s *Session) notify(c change.Set) {
	switch {
	case s.deferred != nil:
		s.deferred.changes |= c
	case s.Changed != nil:
		s.Changed(c)
	}
}

// deferred holds the notifications to send once the session is consistent again.
type deferred struct {
	changes  change.Set
	messages []message.Message
}

// deferChanges defers changes and messages until the returned function is called, because a session that
// switches projects is inconsistent.
func (s *Session) deferChanges() (release func(also change.Set)) {
	s.deferred = &deferred{}
	return func(also change.Set) {
		old := s.deferred
		s.deferred = nil
		s.notify(old.changes | also)
		for _, m := range old.messages {
			s.notifyUser(m)
		}
	}
}

func (s *Session) notifyUser(m message.Message) {
	if s.deferred != nil {
		s.deferred.messages = append(s.deferred.messages, m)
		return
	}
	m.Step = s.undo.UndoVersion()
	s.messageCount++
	if s.Notify != nil {
		s.Notify(m)
	}
}

func (s *Session) fail(err error) { s.notifyUser(message.Problem(err)) }
