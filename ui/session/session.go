package session

import (
	"errors"
	"sync"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/highlight"
	"dossier/aggregate/tree"
	"dossier/aggregate/watch"
	"dossier/models"
	"dossier/presets"
)

// Change says what has changed, for those who show it.
type Change uint

// The things that change.
const (
	ProjectChanged     Change = 1 << iota // another project, or its file on disk
	TreeChanged                           // the files that the project has
	CompositionChanged                    // what is put together
	DocumentChanged                       // the document
	CountsChanged                         // tokens of the document or of files in the tree
	ActivityChanged                       // what is running beside the window
	SettingsChanged
	PresetsChanged
	ColoursChanged // of what the preview shows
)

// Options are what a session needs of the world.
type Options struct {
	// Do runs f on the goroutine that owns the session.
	Do func(f func())
	// Changed is told what changed, on the session's goroutine.
	Changed func(Change)
	// Tell shows what was done, or what went wrong.
	Tell func(Message)
	// Conflict asks what to do about a project file that changed on disk: the answer is
	// another [Session.Save].
	Conflict func(error)
	// BeforeSave is called before what is unsaved is kept, so that the window can say
	// where it stands; nil is fine.
	BeforeSave func()
	Clipboard  Clipboard
	Places     presets.Places
}

// Clipboard takes a text. It reports whether the text stays there when the program
// ends, and how it got there.
type Clipboard interface {
	Copy(text string) (stays bool, err error)
}

// autosaveDelay is how long the unsaved composition may be in memory only: short
// enough to lose nothing that a person would miss, long enough to join a burst of
// clicks into one write.
const autosaveDelay = time.Second

// Session is a window's state. Use [New].
type Session struct {
	Options
	library *presets.Library
	store   *presets.SessionStore

	jobs      *jobs // that outlive a project
	work      *jobs // of the project that is open
	scanning  *latest
	building  *latest
	counting  *latest
	saving    *latest
	copying   *latest
	census    *latest
	finding   *latest
	colouring *latest

	project    *Project
	watcher    *watch.Watcher
	watchLimit error
	tree       *tree.Tree
	entries    []TreeEntry
	model      *TreeModel
	scan       tree.Progress
	scanBegan  time.Time
	counts     map[string]fileCount
	inView     [2]int // rows of the tree, [first, last)
	seen       int    // how many files of the census are in view

	comp     models.Composition
	rows     aggregate.Rows // the files of comp
	at       map[string]int // rows by path
	undo     undoStack
	preset   string       // the name of the one applied last
	scope    models.Scope // its scope, or the one whose presets are listed
	modified bool         // whether comp differs from the file's, or from the preset's

	doc      *aggregate.Document
	built    map[string]int // doc's items by path
	stale    bool           // whether doc is older than comp
	rendered time.Duration
	preview  *Preview
	colours  map[string][][]highlight.Run // of bodies, by the title of their block
	err      error                        // why the last build failed
	written  string

	view      View
	geometry  presets.Geometry
	saveTimer *time.Timer
	keeping   sync.Mutex // one write of the unsaved session at a time
}

// fileCount is what is known of the tokens of a file in the tree.
type fileCount struct {
	size  int64
	mtime time.Time
	count aggregate.Count
}

// New returns a session without a project. The error says what is wrong with the
// person's own settings: the session works all the same, with the defaults, and never
// writes over them.
func New(opts Options) (*Session, error) {
	s := &Session{
		Options: opts, doc: &aggregate.Document{}, preview: NewPreview(), model: newTreeModel(),
		counts: map[string]fileCount{}, scope: models.ProjectScope,
	}
	s.jobs = newJobs(opts.Do, s.fail)
	s.begin()
	s.store = presets.NewSessionStore(opts.Places)
	s.geometry, _ = s.store.Geometry()
	var err error
	s.library, err = presets.LoadLibrary(opts.Places)
	return s, err
}

func (s *Session) notify(c Change) {
	if s.Changed != nil {
		s.Changed(c)
	}
}

func (s *Session) tell(m Message) {
	if s.Tell != nil {
		s.Tell(m)
	}
}

func (s *Session) fail(err error) { s.tell(Problem(err)) }

var errNoProject = errors.New("no project is open: open a folder first")
