package presets

import (
	"os"
	"path/filepath"
	"slices"

	"dossier/models"
)

// History is the dossier_history.toml of a project, or the discussions in the file of
// another program that stands in for it.
type History struct {
	Discussions models.Discussions // in the order of the file
	Problems    []Problem          // values that break a rule, by line

	doc document
}

// LoadHistory reads the discussions of the project in root. There is always a result;
// the error says why the file could not be read, and the discussions are then none.
func LoadHistory(root *os.Root, project *ProjectFile) (*History, error) {
	doc := readWithin(ofRecords(), root, HistoryName, filepath.Join(root.Name(), HistoryName))
	if !doc.exists() && project != nil && project.foreign != nil {
		return &History{project.foreign.discussions, project.foreign.problems, project.doc}, nil
	}
	h := &History{doc: doc}
	if doc.refusal != nil && doc.values == nil {
		return h, doc.refusal
	}
	var err error
	h.Discussions, err = models.ParseDiscussions(doc.values)
	h.Problems = doc.problems(err)
	place := func(d models.Discussion) Problem { return doc.problem(models.JoinKey("discussions", d.Name), "") }
	slices.SortStableFunc(h.Discussions.List, func(a, b models.Discussion) int { return byPlace(place(a), place(b)) })
	return h, nil
}

// Path returns the name of the file that was read, for messages.
func (h *History) Path() string { return h.doc.path }
