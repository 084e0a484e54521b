package presets

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"dossier/models"
	"dossier/presets/store"
)

// PromptFolder is the folder of a project's prompts, relative to the project. Each prompt is a file NAME.md.
const PromptFolder = ".dossier/prompts"

// userPrompts is the folder of the user's prompts in the settings folder.
const userPrompts = "prompts"

// isPrompt reports whether a file name in a folder of prompts is that of a prompt.
func isPrompt(file string) bool {
	name, ok := strings.CutSuffix(file, ".md")
	return ok && models.CheckPromptName(name) == nil
}

// Limits of stored prompts.
const (
	MaxPromptBytes = 64 << 10
	maxPrompts     = 500 // per folder
)

// Prompts are the stored prompts of a project and of the user, each in a Markdown file. A
// project prompt hides a user prompt of the same name, which hides a built-in one. A blank file
// hides a prompt without replacing it. Its methods are safe for concurrent use.
type Prompts struct {
	places  Places
	project *os.Root
}

// PromptsOf returns the prompts for a project's folder, which must stay open while they are used.
func PromptsOf(places Places, project *os.Root) Prompts { return Prompts{places, project} }

// ErrNoPrompt reports a prompt that does not exist.
var ErrNoPrompt = errors.New("there is no such prompt")

// List returns the available prompts: built-in ones in their order, then the others by name.
// Files that cannot be read are skipped, each with a warning.
func (s Prompts) List() (list []models.Prompt, warnings []error) {
	all, warnings := s.all()
	return slices.DeleteFunc(all, func(p models.Prompt) bool { return strings.TrimSpace(p.Text) == "" }), warnings
}

// all returns all prompts, including hidden ones.
func (s Prompts) all() (list []models.Prompt, warnings []error) {
	list = slices.Clone(builtInPrompts)
	for _, scope := range []models.PromptScope{models.UserPrompt, models.ProjectPrompt} {
		found, wrong := s.read(scope)
		warnings = append(warnings, wrong...)
		for _, p := range found {
			if i := slices.IndexFunc(list, func(have models.Prompt) bool { return have.Name == p.Name }); i >= 0 {
				list[i] = p
			} else {
				list = append(list, p)
			}
		}
	}
	own := list[len(builtInPrompts):]
	slices.SortFunc(own, func(a, b models.Prompt) int { return cmp.Compare(a.Name, b.Name) })
	return list, warnings
}

// Find returns the available prompt with a name. The error wraps [ErrNoPrompt] and lists the available names.
func (s Prompts) Find(name string) (models.Prompt, error) {
	list, _ := s.List()
	var names []string
	for _, p := range list {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return models.Prompt{}, fmt.Errorf("%w as %q; there are %s", ErrNoPrompt, name, strings.Join(names, ", "))
}

// Save creates or replaces a prompt in a scope. A blank text hides the prompt with that name in lower scopes.
func (s Prompts) Save(ctx context.Context, scope models.PromptScope, name, text string) error {
	if err := models.CheckPromptName(name); err != nil {
		return err
	}
	if len(text) > MaxPromptBytes {
		return fmt.Errorf("a prompt has at most %d KiB; put a longer text into a file of the project", MaxPromptBytes>>10)
	}
	if !utf8.ValidString(text) {
		return errors.New("a prompt is text in UTF-8")
	}
	if text = strings.TrimRight(text, "\n"); text != "" {
		text += "\n"
	}
	root, err := s.open(scope, true)
	if err != nil {
		return err
	}
	defer root.Close()
	return s.places.store().Update(ctx, root, name+".md", MaxPromptBytes, 0o644, func([]byte) ([]byte, error) { return append([]byte{}, text...), nil })
}

// Delete deletes a prompt in a scope. A prompt that it has hidden becomes available again.
func (s Prompts) Delete(ctx context.Context, scope models.PromptScope, name string) error {
	if err := models.CheckPromptName(name); err != nil {
		return err
	}
	root, err := s.open(scope, false)
	if err == nil {
		defer root.Close()
		_, err = root.Stat(name + ".md")
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w as %q among those of the %s", ErrNoPrompt, name, scopeName(scope))
	}
	if err != nil {
		return err
	}
	return s.places.store().Update(ctx, root, name+".md", MaxPromptBytes, 0o644, func([]byte) ([]byte, error) { return nil, nil })
}

func scopeName(scope models.PromptScope) string {
	if scope == models.UserPrompt {
		return "user"
	}
	return string(scope)
}

// Path returns the path at which a prompt of a scope is stored.
func (s Prompts) Path(scope models.PromptScope, name string) string {
	if scope == models.UserPrompt {
		return filepath.Join(s.places.Config, userPrompts, name+".md")
	}
	return filepath.Join(s.project.Name(), filepath.FromSlash(PromptFolder), name+".md")
}

// open opens the folder of a scope; with make it creates a missing one. Links out of the project are not followed.
func (s Prompts) open(scope models.PromptScope, make bool) (*os.Root, error) {
	if scope == models.UserPrompt {
		if s.places.Config == "" {
			return nil, errNoConfig
		}
		dir := filepath.Join(s.places.Config, userPrompts)
		if make {
			if err := store.MakeFolder(dir); err != nil {
				return nil, &store.SaveError{Path: dir, Folder: dir, New: true, Err: err}
			}
		}
		return os.OpenRoot(dir)
	}
	if make {
		if err := store.MakeFolderIn(s.project, PromptFolder, 0o755); err != nil {
			return nil, &store.SaveError{Path: PromptFolder, Folder: s.project.Name(), New: true, Err: err}
		}
	}
	return s.project.OpenRoot(PromptFolder)
}

// read reads the prompts of a scope. Entries that are not regular files with a valid name are skipped.
func (s Prompts) read(scope models.PromptScope) (list []models.Prompt, warnings []error) {
	root, err := s.open(scope, false)
	if err != nil {
		return nil, nil // there are none
	}
	defer root.Close()
	dir, err := root.Open(".")
	if err != nil {
		return nil, nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(4 * maxPrompts)
	slices.Sort(names)
	for _, file := range names {
		name, ok := strings.CutSuffix(file, ".md")
		if !ok || models.CheckPromptName(name) != nil || len(list) == maxPrompts {
			continue
		}
		data, err := store.Read(root, file, MaxPromptBytes)
		if err == nil && !utf8.Valid(data) {
			err = errors.New("it is not UTF-8 text")
		}
		if err != nil {
			warnings = append(warnings, fmt.Errorf("the prompt %s was not read: %w", s.Path(scope, name), err))
			continue
		}
		list = append(list, models.Prompt{Name: name, Text: strings.TrimRight(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n"), Scope: scope})
	}
	return list, warnings
}

// builtInPrompts are the prompts that are part of the program.
var builtInPrompts = []models.Prompt{
	{Name: "review", Scope: models.BuiltInPrompt, Text: "Review the changes above as an experienced maintainer would. List bugs first, then risks (errors that are not handled, races, security, compatibility), then what is hard to read. For each point name the file and the line, say why it matters, and suggest a fix. Do not praise, and do not repeat the code."},
	{Name: "plan", Scope: models.BuiltInPrompt, Text: "Make a plan for the task before writing any code. List the files to change and what changes in each, in an order in which every step builds and can be tested. Name what is unclear, and what you assume. Do not write the code yet."},
	{Name: "explain", Scope: models.BuiltInPrompt, Text: "Explain how the code above works to a developer who is new to {{project}}: its parts and what each is responsible for, the path of the data through them, and the decisions behind it. Name files and functions. Begin with a summary of three sentences."},
	{Name: "fix", Scope: models.BuiltInPrompt, Text: "Find the cause of the problem below and fix it. Say in one paragraph what is wrong and why, then give the smallest change that fixes it, and a test that fails without it. Do not change anything else."},
	{Name: "write tests", Scope: models.BuiltInPrompt, Text: "Write tests for the code above in the style of the tests that are there. Cover the common cases, the limits and the errors; one test for each behavior, with a name that says what it checks. Do not test private details."},
	{Name: "document", Scope: models.BuiltInPrompt, Text: "Document the public names of the code above in the style that the files have: what each does, its parameters with their units and limits, its errors, and whether it may be called at the same time by several threads. Do not describe how it is implemented."},
}
