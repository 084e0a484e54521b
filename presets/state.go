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

// stateVersion is the version of the files that State writes. One with
// another version reads as absent and is replaced by the next save.
const stateVersion = 1

// maxState bounds what is written and read back: a composition of a hundred thousand
// files.
const maxState = 64 << 20

// maxRecents is the number of projects that the window offers.
const maxRecents = 20

// maxChosen is the number of paths that are stored for each purpose.
const maxChosen = 8

// Unsaved is what a person was doing with a project and had not saved.
type Unsaved struct {
	Composition models.Composition  `json:"composition"`
	Edited      bool                `json:"edited"`             // whether Composition was changed since the file, or the preset, was loaded
	Base        string              `json:"base,omitempty"`     // [ProjectFile.Digest] of the file on which Composition rests
	Preset      string              `json:"preset,omitempty"`   // the name of the one applied last
	Scope       models.Scope        `json:"scope,omitempty"`    // of Preset
	Listed      models.Scope        `json:"listed,omitempty"`   // whose presets the toolbar lists
	Drafts      []Draft             `json:"drafts,omitempty"`   // the newest first
	Shadows     map[string]string   `json:"shadows,omitempty"`  // by name: digests of presets that were applied although they hide others
	Tab         string              `json:"tab,omitempty"`      // its id, not its title
	Folded      []string            `json:"folded,omitempty"`   // folders of the tree, slash-separated
	Expanded    []string            `json:"expanded,omitempty"` // folders that are open against the default
	Sections    []string            `json:"sections,omitempty"` // folded sections of the preview
	Scroll      map[string]float32  `json:"scroll,omitempty"`   // offsets by the id of a list
	Selected    map[string][]string `json:"selected,omitempty"` // keys of rows by the id of a list
	Sort        string              `json:"sort,omitempty"`     // of the tree
	ShowIgnored bool                `json:"ignored,omitempty"`  // whether the tree shows ignored files
	Settled     []string            `json:"settled,omitempty"`  // the [Left.ID] of what was taken up or discarded
	Unsent      string              `json:"unsent,omitempty"`   // an entry of the discussion that is being written
	UnsentRole  string              `json:"unsent_role,omitempty"`
	Answer      string              `json:"answer,omitempty"` // of a model, pasted to find what it asks for
	Open        time.Time           `json:"open,omitzero"`    // when it was kept, while the window is open; zero once it has closed
}

// Draft is what was put together from a preset and neither saved nor dropped when another
// was applied.
type Draft struct {
	Scope   models.Scope       `json:"scope,omitempty"`
	Of      string             `json:"of,omitempty"` // the preset's name; empty: none was applied
	Content models.Composition `json:"content"`      // files, screenshots and instruction
}

// Geometry is the window: of all projects together. Sizes are in Fyne's units.
type Geometry struct {
	Width  float32   `json:"width"`
	Height float32   `json:"height"`
	Panes  []float32 `json:"panes,omitempty"` // widths, from the left
}

// Hints is what a person has done once and need not be told any more.
type Hints struct {
	Copied bool `json:"copied,omitempty"` // a dossier
}

// Recent is a project that was opened.
type Recent struct {
	Path   string    `json:"path"`
	Opened time.Time `json:"opened"`
}

// State is the person's state folder: the window's geometry, the recent projects, the paths
// that were chosen in dialogs, the paths outside a project that were allowed, one file each, and a
// [Slot] for what each window has not saved. A damaged file is moved aside and reads as absent: none of this is worth
// stopping for. Projects are told apart by the real path of their folder.
type State struct {
	places Places
	store  store.Store
	limit  int64 // of a file in bytes
}

// NewState returns the state folder of a person.
func NewState(places Places) *State {
	return &State{places, places.store(), maxState}
}

// Geometry returns the window's geometry; ok is false when it is not known.
func (s *State) Geometry() (g Geometry, ok bool) {
	return read[Geometry](s, "", "window")
}

// SetGeometry keeps the window's geometry.
func (s *State) SetGeometry(ctx context.Context, g Geometry) error {
	return s.write(ctx, "", "window", g)
}

// Hints returns what a person has done once; none of it where that is not known.
func (s *State) Hints() Hints {
	h, _ := read[Hints](s, "", "hints")
	return h
}

// SetHints keeps what a person has done once.
func (s *State) SetHints(ctx context.Context, h Hints) error {
	return s.write(ctx, "", "hints", h)
}

// Recents returns the projects that were opened, the last one first. Whether they are
// still there is for the caller to see.
func (s *State) Recents() []Recent {
	list, _ := read[[]Recent](s, "", "recents")
	return list[:min(len(list), maxRecents)]
}

// Opened puts the project in dir at the head of the recent ones.
func (s *State) Opened(ctx context.Context, dir string, at time.Time) error {
	dir = realFolder(dir)
	return update(ctx, s, "", "recents", func(list []Recent) []Recent {
		list = slices.DeleteFunc(list, func(r Recent) bool { return r.Path == dir })
		list = slices.Insert(list, 0, Recent{dir, at.UTC()})
		return list[:min(len(list), maxRecents)]
	})
}

// Chosen returns the paths that the user chose for a purpose, such as "chats", the last one
// first. Whether they are still there is for the caller to see.
func (s *State) Chosen(purpose string) []string {
	all, _ := read[map[string][]string](s, "", "chosen")
	list := all[purpose]
	return list[:min(len(list), maxChosen)]
}

// Choose puts a path at the head of those chosen for a purpose.
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

// allowance is the file that says what a project may read outside its folder.
type allowance struct {
	Project string   `json:"project"`
	Paths   []string `json:"paths"`
}

// Allowed returns the paths outside the project in dir that the person has allowed it
// to read, in byte order. It lies with the person and not with the project: what comes
// with a clone cannot allow anything.
func (s *State) Allowed(dir string) []string {
	dir = realFolder(dir)
	a, ok := read[allowance](s, "allowed", store.Key(dir))
	if !ok || a.Project != dir {
		return nil
	}
	return a.Paths
}

// Allow lets the project in dir read paths, and nothing beside them.
func (s *State) Allow(ctx context.Context, dir string, paths ...string) error {
	return s.changeAllowed(ctx, dir, func(allowed []string) []string { return append(allowed, paths...) })
}

// Disallow takes the leave back.
func (s *State) Disallow(ctx context.Context, dir string, paths ...string) error {
	return s.changeAllowed(ctx, dir, func(allowed []string) []string {
		return slices.DeleteFunc(allowed, func(p string) bool { return slices.Contains(paths, p) })
	})
}

func (s *State) changeAllowed(ctx context.Context, dir string, change func([]string) []string) error {
	dir = realFolder(dir)
	return update(ctx, s, "allowed", store.Key(dir), func(a allowance) allowance {
		if a.Project != dir {
			a = allowance{Project: dir}
		}
		a.Paths = change(a.Paths)
		slices.Sort(a.Paths)
		a.Paths = slices.Compact(a.Paths)
		return a
	})
}

// envelope is the form of every file of the store.
type envelope struct {
	Version int             `json:"version"`
	Data    json.RawMessage `json:"data"`
}

// open opens a folder of the store, which is made when create is set.
func (s *State) open(folder string, create bool) (*os.Root, error) {
	if s.places.State == "" {
		return nil, fmt.Errorf("nothing can be kept: %w", &store.StateError{})
	}
	dir := filepath.Join(s.places.State, folder)
	if create {
		if err := store.MakeFolder(dir); err != nil {
			return nil, fmt.Errorf("nothing can be kept: %w", &store.StateError{Folder: s.places.State, Err: err})
		}
	}
	return os.OpenRoot(dir)
}

// read decodes a file; ok is false when there is none that can be used.
func read[T any](s *State, folder, name string) (v T, ok bool) {
	v, _, ok = readBytes[T](s, folder, name)
	return v, ok
}

// readBytes does so and returns what the file holds.
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
	// Damaged: it stays to be looked at, and no longer stands in the way.
	_, _ = s.store.MoveDamagedAside(context.Background(), root, name, maxState, func(data []byte) error {
		_, _, err := decode[T](data)
		return err
	})
	return v, nil, false
}

// decode reads an envelope; known is false when another version wrote it.
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

// update changes what a file holds, or writes the first, under its lock.
func update[T any](ctx context.Context, s *State, folder, name string, change func(T) T) error {
	root, err := s.open(folder, true)
	if err != nil {
		return err
	}
	defer root.Close()
	return s.store.Update(ctx, root, name+".json", s.limit, 0o600, func(old []byte) ([]byte, error) {
		var now T
		if old != nil {
			now, _, _ = decode[T](old) // what cannot be used is replaced
		}
		data, err := json.Marshal(change(now))
		if err != nil {
			return nil, err
		}
		out, err := json.Marshal(envelope{stateVersion, data})
		if int64(len(out)) >= s.limit {
			path := filepath.Join(root.Name(), name+".json")
			limit := &tomledit.LimitError{Have: len(out) + 1, Limit: int(s.limit), Unit: "bytes"}
			return nil, &TooLargeError{path, limit, "put folders or patterns in the place of single files"}
		}
		return append(out, '\n'), err
	})
}
