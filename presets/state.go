package presets

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"dossier/models"
	"dossier/presets/store"
	"dossier/presets/tomledit"
)

// stateVersion is the version of State's files. Files of other versions are ignored and replaced
// by the next save.
const stateVersion = 1

// maxState is the max size of a file: a composition of a hundred thousand files.
const maxState = 64 << 20

// maxRecents is the max number of recent projects.
const maxRecents = 20

// maxChosen is the max number of paths stored for each purpose.
const maxChosen = 8

// Unsaved is the unsaved state of a window for a project.
type Unsaved struct {
	Composition models.Composition  `json:"composition"`
	Edited      bool                `json:"edited"`             // Composition has changed since the file, or the preset, was loaded
	Base        string              `json:"base,omitempty"`     // [ProjectFile.Digest] of the file that Composition is based on
	Preset      string              `json:"preset,omitempty"`   // name of the last applied preset
	Scope       models.Scope        `json:"scope,omitempty"`    // of Preset
	Listed      models.Scope        `json:"listed,omitempty"`   // scope of the presets listed in the toolbar
	Drafts      []Draft             `json:"drafts,omitempty"`   // newest first
	Shadows     map[string]string   `json:"shadows,omitempty"`  // by name: digests of applied presets that hide others
	Tab         string              `json:"tab,omitempty"`      // its id, not its title
	Folded      []string            `json:"folded,omitempty"`   // folders in the tree, slash-separated
	Expanded    []string            `json:"expanded,omitempty"` // folders expanded against the default
	Sections    []string            `json:"sections,omitempty"` // collapsed sections of the preview
	Scroll      map[string]float32  `json:"scroll,omitempty"`   // offsets by list id
	Selected    map[string][]string `json:"selected,omitempty"` // keys of rows by list id
	Sort        string              `json:"sort,omitempty"`     // of the tree
	ShowIgnored bool                `json:"ignored,omitempty"`  // show ignored files in the tree
	Settled     []string            `json:"settled,omitempty"`  // the [AbandonedState.ID]s that were recovered or discarded
	Unsent      string              `json:"unsent,omitempty"`   // a discussion entry being written
	UnsentRole  string              `json:"unsent_role,omitempty"`
	Question    models.Question     `json:"asked,omitzero"`        // the question for files, as typed
	Review      models.Question     `json:"reviewed,omitzero"`     // the reviewed change, and what else it is about
	NoProposed  bool                `json:"no_proposed,omitempty"` // the preview of proposed files is hidden
	Answer      string              `json:"answer,omitempty"`      // a model's answer, with edits and requests for files
	Requests    RequestChoices      `json:"requests,omitzero"`     // choices for the files that Answer requests
	AnswerWork  AnswerWork          `json:"answer_work,omitzero"`  // decisions on the edits in Answer
	Open        time.Time           `json:"open,omitzero"`         // last save while the window is open; zero once it is closed
}

// RequestChoices are the user's choices for the requests in [Unsaved.Answer].
type RequestChoices struct {
	Extent     string            `json:"extent,omitempty"`     // lines to include for a single line, by default
	Candidates map[string]string `json:"candidates,omitempty"` // chosen paths by the paths in the answer
	Rows       []RequestChoice   `json:"rows,omitempty"`
}

// RequestChoice is the user's choice for one request, which its other fields identify.
type RequestChoice struct {
	Path          string  `json:"path"`
	Start         int     `json:"start,omitempty"`
	End           int     `json:"end,omitempty"`
	Symbol        string  `json:"symbol,omitempty"`
	MissingSymbol string  `json:"lacks,omitempty"`
	Ticked        *bool   `json:"ticked,omitempty"` // nil if not chosen
	Extent        *string `json:"extent,omitempty"` // nil if not chosen
}

// AnswerWork records the user's decisions on the edits of an answer. Its keys are derived from
// the contents of the edits by the edits feature.
type AnswerWork struct {
	Ticks  map[string]bool        `json:"ticks,omitempty"`  // of hunks
	Texts  map[string]string      `json:"texts,omitempty"`  // texts that replace those of hunks
	Files  map[string]AnswerFile  `json:"files,omitempty"`  // texts that replace the results of a file's edits
	Places map[string]AnswerPlace `json:"places,omitempty"` // of ambiguous edits
	// Applied maps applied edits to the ids of their undo records.
	Applied map[string]string `json:"applied,omitempty"`
}

// IsZero reports whether there are no decisions.
func (w AnswerWork) IsZero() bool {
	return len(w.Ticks)+len(w.Texts)+len(w.Files)+len(w.Places)+len(w.Applied) == 0
}

// AnswerFile is the user's text for a whole file.
type AnswerFile struct {
	Text string `json:"text"`
	Base string `json:"base"` // identifies the content of the file that Text was written for
}

// AnswerPlace is the chosen target of an ambiguous edit: one of several places in a file, or a file.
type AnswerPlace struct {
	Place int    `json:"place"`
	Of    int    `json:"of,omitempty"` // the number of places
	File  string `json:"file,omitempty"`
}

// Draft is a selection based on a preset that was neither saved nor discarded when another preset
// was applied. Notes is set if it includes the excluded notes, of which there may be none.
type Draft struct {
	Scope   models.Scope       `json:"scope,omitempty"`
	Of      string             `json:"of,omitempty"` // name of the preset; empty if there was none
	Notes   bool               `json:"notes,omitempty"`
	Content models.Composition `json:"content"` // what a preset stores; the format is empty if the draft leaves it unchanged
}

// Geometry is the geometry of the window, shared by all projects. Sizes are in Fyne units.
type Geometry struct {
	Width  float32   `json:"width"`
	Height float32   `json:"height"`
	Panes  []float32 `json:"panes,omitempty"` // widths, from the left
}

// Hints records which hints the user no longer needs, because they have done the action once.
type Hints struct {
	Copied bool `json:"copied,omitempty"` // a document
}

// Recent is a recently opened project.
type Recent struct {
	Path   string    `json:"path"`
	Opened time.Time `json:"opened"`
}

// State is the user's state folder. It stores the window's geometry, recent projects, paths
// chosen in dialogs and permissions for paths outside a project, each in a separate file, and a
// [Slot] for each window's unsaved state. A damaged file is moved aside and ignored. Projects
// are identified by the path of their folder without symbolic links.
type State struct {
	places Places
	store  store.Store
	limit  int64 // max file size in bytes
}

// NewState returns the user's state folder.
func NewState(places Places) *State {
	return &State{places, places.store(), maxState}
}

// Geometry returns the window's geometry; ok is false if it is unknown.
func (s *State) Geometry() (g Geometry, ok bool) {
	return read[Geometry](s, "", "window")
}

// SetGeometry stores the window's geometry.
func (s *State) SetGeometry(ctx context.Context, g Geometry) error {
	return s.write(ctx, "", "window", g)
}

// Hints returns the actions that the user has done once; none if unknown.
func (s *State) Hints() Hints {
	h, _ := read[Hints](s, "", "hints")
	return h
}

// SetHints stores the actions that the user has done once.
func (s *State) SetHints(ctx context.Context, h Hints) error {
	return s.write(ctx, "", "hints", h)
}

// Recents returns the recently opened projects, most recent first. They may no longer exist.
func (s *State) Recents() []Recent {
	list, _ := read[[]Recent](s, "", "recents")
	return list[:min(len(list), maxRecents)]
}

// Opened moves the project in dir to the front of the recent ones.
func (s *State) Opened(ctx context.Context, dir string, at time.Time) error {
	dir = realFolder(dir)
	return update(ctx, s, "", "recents", func(list []Recent) []Recent {
		list = slices.DeleteFunc(list, func(r Recent) bool { return r.Path == dir })
		list = slices.Insert(list, 0, Recent{dir, at.UTC()})
		return list[:min(len(list), maxRecents)]
	})
}

// Chosen returns the paths that the user chose for a purpose, such as "chats", most recent first.
// They may no longer exist.
func (s *State) Chosen(purpose string) []string {
	all, _ := read[map[string][]string](s, "", "chosen")
	list := all[purpose]
	return list[:min(len(list), maxChosen)]
}

// Choose moves a path to the front of those chosen for a purpose.
func (s *State) Choose(ctx context.Context, purpose, path string) error {
	return update(ctx, s, "", "chosen", func(all map[string][]string) map[string][]string {
		list := slices.DeleteFunc(all[purpose], func(p string) bool { return p == path })
		list = slices.Insert(list, 0, path)
		if all == nil {
			all = map[string][]string{}
		}
		all[purpose] = list[:min(len(list), maxChosen)]
		return all
	})
}

// allowance is the file of a project's permissions for external paths.
type allowance struct {
	Project string   `json:"project"`
	Paths   []string `json:"paths"`
	Roots   []string `json:"roots,omitempty"` // those of Paths that are allowed only as folders of roots
}

// Allowed returns the paths outside the project in dir that the user has permitted it to read,
// sorted. They are stored in the user's state folder, so that nothing in a clone can grant
// permissions.
func (s *State) Allowed(dir string) []string { return s.allowance(dir).Paths }

// allowance returns the permissions of the project in dir.
func (s *State) allowance(dir string) allowance {
	dir = realFolder(dir)
	a, ok := read[allowance](s, "allowed", store.Key(dir))
	if !ok || a.Project != dir {
		return allowance{}
	}
	return a
}

// Allow permits the project in dir to read additional paths.
func (s *State) Allow(ctx context.Context, dir string, paths ...string) error {
	return s.AllowRoots(ctx, dir, nil, paths...)
}

// AllowRoots is [State.Allow], and also permits to read folders of roots until the roots are removed:
// see [State.AllowedAsRoot]. A folder that is already allowed stays allowed after that.
func (s *State) AllowRoots(ctx context.Context, dir string, roots []string, paths ...string) error {
	return s.changeAllowed(ctx, dir, func(a *allowance) {
		a.Paths = append(a.Paths, paths...)
		a.Roots = disallowed(a.Roots, paths)
		for _, root := range roots {
			if !slices.Contains(a.Paths, root) {
				a.Paths, a.Roots = append(a.Paths, root), append(a.Roots, root)
			}
		}
	})
}

// AllowedAsRoot reports whether [State.AllowRoots] has allowed the project in dir to read a path as
// the folder of a root.
func (s *State) AllowedAsRoot(dir, path string) bool {
	return slices.Contains(s.allowance(dir).Roots, path)
}

// Disallow revokes permissions.
func (s *State) Disallow(ctx context.Context, dir string, paths ...string) error {
	return s.changeAllowed(ctx, dir, func(a *allowance) {
		a.Paths, a.Roots = disallowed(a.Paths, paths), disallowed(a.Roots, paths)
	})
}

// disallowed removes paths from a list, in place.
func disallowed(list, paths []string) []string {
	return slices.DeleteFunc(list, func(p string) bool { return slices.Contains(paths, p) })
}

func (s *State) changeAllowed(ctx context.Context, dir string, change func(*allowance)) error {
	dir = realFolder(dir)
	return update(ctx, s, "allowed", store.Key(dir), func(a allowance) allowance {
		if a.Project != dir {
			a = allowance{Project: dir}
		}
		change(&a)
		slices.Sort(a.Paths)
		a.Paths = slices.Compact(a.Paths)
		return a
	})
}

// envelope is the form of every file in the state folder.
type envelope struct {
	Version int             `json:"version"`
	Data    json.RawMessage `json:"data"`
}

// open opens a subfolder, which it creates if create is set.
func (s *State) open(folder string, create bool) (*os.Root, error) {
	if s.places.State == "" {
		return nil, fmt.Errorf("nothing can be saved: %w", &store.StateError{})
	}
	dir := filepath.Join(s.places.State, folder)
	if create {
		if err := store.MakeFolder(dir); err != nil {
			return nil, fmt.Errorf("nothing can be saved: %w", &store.StateError{Folder: s.places.State, Err: err})
		}
	}
	return os.OpenRoot(dir)
}

// folder returns the path of a subfolder for watching, and creates it if necessary.
func (s *State) folder(name string) (string, error) {
	root, err := s.open(name, true)
	if err != nil {
		return "", err
	}
	defer root.Close()
	return root.Name(), nil
}

// read decodes a file; ok is false if there is no usable one.
func read[T any](s *State, folder, name string) (v T, ok bool) {
	v, _, ok = readBytes[T](s, folder, name)
	return v, ok
}

// readBytes is read and also returns the content of a file that is not damaged.
func readBytes[T any](s *State, folder, name string) (v T, data []byte, ok bool) {
	root, err := s.open(folder, false)
	if err != nil {
		return v, nil, false
	}
	defer root.Close()
	name += ".json"
	data, err = store.Read(root, name, s.limit)
	if notThere(err) {
		return v, nil, false
	}
	if err == nil {
		if v, ok, err = decode[T](data); err == nil {
			return v, data, ok
		}
	}
	// It is damaged: move it aside for inspection.
	_, _ = s.store.MoveDamagedAside(context.Background(), root, name, maxState, func(data []byte) error {
		_, _, err := decode[T](data)
		return err
	})
	return v, nil, false
}

// decode decodes an envelope; known is false for another version.
func decode[T any](data []byte) (v T, known bool, err error) {
	var e envelope
	if err := json.Unmarshal(data, &e); err != nil {
		return v, false, err
	}
	switch e.Version {
	case 0:
		return v, false, errors.New("no version")
	case stateVersion:
	default:
		return v, false, nil
	}
	var got T
	if err := json.Unmarshal(e.Data, &got); err != nil {
		return v, false, err
	}
	return got, true, nil
}

func (s *State) write(ctx context.Context, folder, name string, v any) error {
	return update(ctx, s, folder, name, func(any) any { return v })
}

// errUnusable reports a state file that is damaged or of another version.
var errUnusable = errors.New("the state file is unusable")

// update changes or creates a file under its lock. An unusable one is moved aside first, because a newer
// version may have stored text in it that is nowhere else.
func update[T any](ctx context.Context, s *State, folder, name string, change func(T) T) error {
	root, err := s.open(folder, true)
	if err != nil {
		return err
	}
	defer root.Close()
	name += ".json"
	for {
		err := s.store.Update(ctx, root, name, s.limit, 0o600, func(old []byte) ([]byte, error) {
			var now T
			if old != nil {
				var err error
				if now, err = usable[T](old); err != nil {
					return nil, err
				}
			}
			return s.encode(filepath.Join(root.Name(), name), change(now))
		})
		if !errors.Is(err, errUnusable) {
			return err
		}
		// It may be usable by now, or replaced again after that: the file is read again.
		_, err = s.store.MoveDamagedAside(ctx, root, name, maxState, func(data []byte) error {
			_, err := usable[T](data)
			return err
		})
		if err != nil {
			return err
		}
	}
}

// usable decodes an envelope of this version; any other one is an [errUnusable].
func usable[T any](data []byte) (T, error) {
	v, known, err := decode[T](data)
	if err != nil || !known {
		return v, errUnusable
	}
	return v, nil
}

// encode encodes the envelope of a file.
func (s *State) encode(path string, v any) ([]byte, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	out, err := json.Marshal(envelope{stateVersion, data})
	if int64(len(out)) >= s.limit {
		limit := &tomledit.LimitError{Have: len(out) + 1, Limit: int(s.limit), Unit: "bytes"}
		return nil, &TooLargeError{path, limit, "put folders or patterns in the place of single files"}
	}
	return append(out, '\n'), err
}
