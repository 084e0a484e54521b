package presets

import (
	"errors"
	"maps"
	"os"
	"slices"

	"dossier/models"
)

// foreign is what the file of another program says beside the project.
type foreign struct {
	discussions models.Discussions
	problems    []Problem
}

// newForeignFile reads the file of another program as far as it holds what this one
// has: names differ, what is not understood is left out.
func newForeignFile(root *os.Root, places Places, doc document) *ProjectFile {
	f := &ProjectFile{doc: doc, root: root, places: places, foreign: &foreign{}}
	values, discussions := translate(doc.values)
	var err error
	f.Project, err = models.ParseProject(values)
	// The keys of the translation are not those of the file, so that a problem stands
	// at its beginning.
	f.Problems = document{path: doc.path}.problems(err)
	f.foreign.discussions, err = readDiscussions(doc, discussions, "discussion.discussions")
	f.foreign.problems = document{path: doc.path}.problems(errors.Join(err, f.foreign.discussions.CheckActive()))
	if f.doc.refusal == nil {
		f.doc.refusal = &ReadOnlyError{doc.path, ErrForeign}
	}
	return f
}

// translate turns the decoded file of the other program into the form of a project
// file and of a history file.
func translate(values map[string]any) (project, discussions map[string]any) {
	table := func(of map[string]any, key string) map[string]any {
		t, _ := of[key].(map[string]any)
		return t
	}
	pick := func(from map[string]any, keys ...string) map[string]any {
		out := map[string]any{}
		for _, key := range keys {
			if v, ok := from[key]; ok {
				out[key] = v
			}
		}
		return out
	}
	head := pick(table(values, "project"), "name", "namespace", "aggregation_strategy", "summary_only", "execution_mode")
	output := table(values, "output")
	if name, ok := output["namespace"].(string); ok && head["namespace"] == nil {
		head["namespace"] = name
	}
	if name, ok := head["namespace"].(string); ok && models.CheckNamespace(name) != nil {
		head["namespace"] = models.NamespaceFor(name)
	}
	files := pick(table(values, "files"), "base_dir")
	for _, key := range []string{"items", "paths", "files"} {
		if list, ok := table(values, "files")[key].([]any); ok {
			files["items"] = withoutNulls(list)
			break
		}
	}
	sets := map[string]any{}
	for name, set := range table(values, "context_presets") {
		if t, ok := set.(map[string]any); ok {
			preset := pick(t, "description", "screenshots", "files")
			if list, ok := preset["files"].([]any); ok {
				preset["files"] = withoutNulls(list)
			}
			sets[name] = preset
		}
	}
	project = map[string]any{
		"project":     head,
		"files":       files,
		"screenshots": pick(table(values, "screenshots"), "base_dir", "paths"),
		"presets":     sets,
	}
	talk := table(values, "discussion")
	discussions = pick(talk, "active", "discussions")
	if list, ok := talk["history"].([]any); ok && discussions["discussions"] == nil {
		discussions["discussions"] = map[string]any{"main": map[string]any{"history": list}}
	}
	return project, discussions
}

// withoutNulls leaves out what the other program writes for "none": empty strings of
// slices' tags and comments.
func withoutNulls(list []any) []any {
	out := slices.Clone(list)
	for i, e := range out {
		if t, ok := e.(map[string]any); ok {
			t = maps.Clone(t)
			for key, v := range t {
				if v == "" && key != "path" {
					delete(t, key)
				}
			}
			out[i] = t
		}
	}
	return out
}
