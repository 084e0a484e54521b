package presets

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"dossier/models"
	"dossier/presets/tomledit"
)

// History is the loaded dossier_history.toml of a project, or the discussions in another
// program's file. Its fields are read-only: use Save to change them.
type History struct {
	Discussions models.Discussions // in file order
	Problems    []Problem          // invalid values, by line
	// Forks are the discussions of which the last save kept both versions, because another
	// program had changed the same entries.
	Forks []models.Fork

	doc    document
	root   *os.Root
	places Places
}

// LoadHistory reads the discussions of the project in root, which must stay open as long as the
// result is saved. It always returns a result; the error is why the file could not be read, and
// the discussions are then empty.
func LoadHistory(root *os.Root, project *ProjectFile) (*History, error) {
	places := Places{}
	if project != nil {
		places = project.places
	}
	h, err := loadOwnHistory(root, places)
	if !h.Exists() && project != nil && project.foreign != nil {
		return &History{Discussions: project.foreign.discussions, Problems: project.foreign.problems, doc: project.doc}, nil
	}
	return h, err
}

// loadOwnHistory reads the discussions in this program's file.
func loadOwnHistory(root *os.Root, places Places) (*History, error) {
	doc := readWithin(ofRecords(), root, HistoryName, filepath.Join(root.Name(), HistoryName))
	h := newHistory(root, places, doc)
	if doc.refusal != nil && doc.values == nil {
		return h, doc.refusal
	}
	return h, nil
}

func newHistory(root *os.Root, places Places, doc document) *History {
	h := &History{doc: doc, root: root, places: places}
	var err error
	h.Discussions, err = readDiscussions(doc, doc.values, "discussions")
	h.Problems = doc.problems(errors.Join(err, h.Discussions.CheckActive()))
	return h
}

// readDiscussions parses the decoded form of a history file. The discussions are sorted as in
// doc, where their table is at key.
func readDiscussions(doc document, values map[string]any, key string) (models.Discussions, error) {
	d, err := models.ParseDiscussions(values)
	if len(d.List) > 1 {
		places := make(map[string]Problem, len(d.List))
		for _, one := range d.List {
			places[one.Name] = doc.problem(models.JoinKey(key, one.Name), "")
		}
		slices.SortStableFunc(d.List, func(a, b models.Discussion) int { return byPlace(places[a.Name], places[b.Name]) })
	}
	return d, err
}

// Path returns the name of the file, for messages.
func (h *History) Path() string { return h.doc.path }

// Exists reports whether there is a file, valid or not.
func (h *History) Exists() bool { return h.doc.exists() }

// ReadOnly returns why the file is never written, or nil. It is a [*ReadOnlyError].
func (h *History) ReadOnly() error { return h.doc.refusal }

// Digest returns the SHA-256 of the file's bytes in hex, empty if there is no file: equal digests
// mean equal content.
func (h *History) Digest() string { return h.doc.digest() }

// Save applies edit to a copy of the discussions and writes only what changed: the bytes and the
// form of unchanged entries are preserved. The order of discussions is not saved.
//
// Concurrent changes by other programs are merged into the result by [models.MergeDiscussions];
// its Forks are the conflicts of which both versions were kept. It writes nothing if
// [History.ReadOnly] returns an error. Disk errors are a *store.SaveError. On error it returns h.
func (h *History) Save(ctx context.Context, edit func(*models.Discussions)) (*History, error) {
	if h.doc.refusal != nil {
		return h, h.doc.refusal
	}
	mine := h.Discussions
	mine.List = slices.Clone(mine.List)
	edit(&mine)
	var forks []models.Fork
	next, err := h.doc.update(ctx, h.places.store(), h.root, HistoryName, 0o644, func(now document) (document, error) {
		theirs := h.Discussions
		if !bytes.Equal(now.data, h.doc.data) {
			theirs = newHistory(h.root, h.places, now).Discussions
		}
		var merged models.Discussions
		merged, forks = models.MergeDiscussions(h.Discussions, mine, theirs)
		edits := historyEdits(theirs, merged, now.values)
		if len(edits) == 0 {
			return now, nil
		}
		if now.written && len(merged.List) == 0 {
			return now.none(), nil
		}
		return now.applied(edits)
	})
	if err != nil {
		return h, err
	}
	saved := newHistory(h.root, h.places, next)
	saved.Forks = forks
	return saved, nil
}

// historyEdits returns the edits from old to new for a file with the decoded form values.
func historyEdits(old, new models.Discussions, values map[string]any) []tomledit.Edit {
	var edits []tomledit.Edit
	renamed := models.Renamed(old, new)
	previous := map[string]string{}
	for from, to := range renamed {
		edits = append(edits, tomledit.Rename(to, "discussions", from))
		previous[to] = from
	}
	slices.SortFunc(edits, func(a, b tomledit.Edit) int { return slices.Compare(a.Path, b.Path) })
	if new.Active != old.Active {
		edits = append(edits, tomledit.Set(new.Active, "active"))
	}
	for _, d := range old.List {
		if _, stays := new.Find(d.Name); !stays && renamed[d.Name] == "" {
			edits = append(edits, tomledit.Delete("discussions", d.Name))
		}
	}
	for _, d := range new.List {
		name := d.Name
		if from, ok := previous[name]; ok {
			name = from
		}
		before, had := old.Find(name)
		if had && slices.EqualFunc(before.History, d.History, models.Entry.Equal) {
			continue
		}
		raw, _ := lookup(values, []string{"discussions", name, "history"})
		edits = append(edits, entryEdits(d, before.History, raw)...)
	}
	return edits
}

// entryEdits returns the edits that set the entries of a discussion, where raw is the stored form
// of old.
func entryEdits(d models.Discussion, old []models.Entry, raw any) []tomledit.Edit {
	path := []string{"discussions", d.Name, "history"}
	list := entryForms(raw, old, d.History)
	var blocks tomledit.Blocks
	for _, e := range list {
		fields, ok := e.(models.Fields)
		if !ok {
			return []tomledit.Edit{tomledit.Set(list, path...)}
		}
		blocks = append(blocks, tomledit.Block(fields))
	}
	if len(blocks) == 0 {
		return []tomledit.Edit{tomledit.Set([]any{}, path...)}
	}
	set := tomledit.Set(blocks, path...)
	if none, ok := raw.([]any); ok && len(none) == 0 {
		// A list without elements can only be in brackets; the first entries get headers.
		return []tomledit.Edit{tomledit.Delete(path...), set}
	}
	return []tomledit.Edit{set}
}

// entryForms returns the stored list raw of old, changed to new. Unchanged entries keep their
// stored form, changed ones their unknown keys.
func entryForms(raw any, old, new []models.Entry) []any {
	raws, _ := raw.([]any)
	if len(raws) != len(old) {
		raws, old = nil, nil
	}
	origins := models.Origins(old, new)
	stays := make([]bool, len(old))
	for _, from := range origins {
		if from >= 0 {
			stays[from] = true
		}
	}
	out := make([]any, len(new))
	last := -1
	for i, from := range origins {
		if from >= 0 {
			out[i], last = raws[from], from
			if table, ok := raws[from].(map[string]any); ok {
				out[i] = merged(table, nil, nil, nil)
			}
			continue
		}
		out[i] = new[i].Value()
		// An entry after the same neighbour is assumed to be the same entry.
		next := last + 1
		if next == len(old) || stays[next] {
			continue
		}
		last = next
		table, isTable := raws[next].(map[string]any)
		if form, ok := out[i].(models.Fields); ok && isTable {
			out[i] = merged(table, old[next].Fields(), form, old[next].Extra)
		}
	}
	return out
}
