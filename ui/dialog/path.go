package dialog

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	toolkit "fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"

	"dossier/aggregate/text"
	"dossier/aggregate/tree"
	"dossier/ui/completion"
	"dossier/ui/kit"
	"dossier/ui/words"
)

// What is the kind of path requested.
type What int

const (
	File         What = iota // existing
	Folder                   // existing
	FileOrFolder             // existing
	NewFile                  // to be written; may exist
)

// PathQuestion is a request for a path.
type PathQuestion struct {
	Title, Placeholder, Accept string
	Hint                       string // shown below the field: other ways to choose the path
	Help                       string // see [Dialog]
	What                       What
	Endings                    []string // file extensions in lower case with their dots; empty for all
	// Patterns also accepts a pattern for several paths, which is not checked.
	Patterns bool

	// Purpose is the key of stored paths: the dialog starts in the folder of the purpose's last
	// path, and lists the last ones. If it is empty, nothing is stored.
	Purpose string
	Start   string // initial folder if none is stored
	// Base is a project's folder: the dialog always starts in it, Submit gets paths in it as
	// relative ones, and only those outside are stored. A new file may be in a new folder.
	Base string
	Name string // proposed name of a new file

	// Recent lists the initial suggestions in place of the purpose's last paths; may be nil.
	Recent func(then func([]Recent))
	Above  fyne.CanvasObject // shown between the field and the hint; may be nil
	// Submit takes the path, which is absolute except below Base. If it returns an error, that is
	// shown below the field and the dialog stays. It must not open a dialog before it returns.
	Submit func(path string) error
}

// Recent is a recently used path.
type Recent struct {
	Path   string
	Detail string // at the right of its row
}

// PromptPath asks for a path, which can be typed, with completions below the field, or chosen in the
// toolkit's file chooser.
func (d *Dialogs) PromptPath(q PathQuestion) {
	kind := completion.Kind{Folders: q.What == Folder, Endings: q.Endings, Base: q.Base}
	if q.Base == "" {
		if q.Purpose != "" {
			kind.Base = d.Paths.Folder(q.Purpose)
		}
		kind.Base = cmp.Or(kind.Base, q.Start)
	}
	typed := q.Name
	if typed != "" && q.Base == "" {
		typed = filepath.Join(kind.Base, q.Name)
	}
	a := pathPrompt{d, q, kind}
	a.show(typed, nil)
}

// pathPrompt is an open path question, with or without the file chooser.
type pathPrompt struct {
	d    *Dialogs
	q    PathQuestion
	kind completion.Kind
}

// show shows the dialog with a text in the field, and why it was rejected.
func (a pathPrompt) show(typed string, refused error) {
	problem := kit.NewComplaint()
	var open *Dialog
	take := func(typed string) (stay bool) {
		err := a.submit(typed)
		if err != nil {
			problem.SetText(words.Sentence(err))
		}
		return err != nil
	}
	field := newPathField(a, typed, func(path string) {
		if !take(path) {
			open.Close()
		}
	})
	field.edited = func() { problem.SetText("") }
	head := container.NewVBox(field.Suggest)
	if a.q.Above != nil {
		head.Add(a.q.Above)
	}
	head.Add(kit.NewParagraph(a.hint()))
	open = a.d.Show(a.q.Title, kit.NewColumn(head, field.room, problem), fyne.NewSize(640, 440),
		Closes(words.Say("Cancel")),
		Answer{Text: words.Say("Browse…"), Then: func() { a.browse(field.Text) }},
		Answer{Text: a.q.Accept, Primary: true, Run: func() bool { return take(field.Text) }})
	if a.q.Help != "" {
		open.Help = a.q.Help
	}
	if refused != nil {
		problem.SetText(refused.Error())
	}
	field.begin()
}

// hint returns the explanation of the field.
func (a pathPrompt) hint() string {
	var lines []string
	if a.q.Hint != "" {
		lines = append(lines, a.q.Hint)
	}
	if a.kind.Base != "" {
		lines = append(lines, words.With("Paths start in {{.Folder}}; ~ is your home folder.", map[string]any{"Folder": text.Escape(completion.ShortHome(a.kind.Base))}))
	}
	if len(a.q.Endings) > 0 {
		lines = append(lines, words.With("File types: {{.Types}}.", map[string]any{"Types": strings.Join(a.q.Endings, " ")}))
	}
	return strings.Join(append(lines, words.Say("Tab completes, Down goes to the list.")), " ")
}

// submit checks a path that was typed or chosen, passes it on and stores it.
func (a pathPrompt) submit(typed string) error {
	typed = strings.TrimSpace(typed)
	if typed == "" {
		return errors.New(words.Say("Type a path, or choose one from the list"))
	}
	path := a.kind.Resolve(typed)
	given, shown := path, completion.ShortHome(path)
	local, inside := a.local(path)
	switch {
	case !inside:
	case filepath.IsAbs(completion.ExpandHome(typed)):
		given, shown = local, local
	default: // a slash at the end of a pattern is significant
		given, shown = typed, typed
	}
	pattern := a.q.Patterns && tree.IsPattern(typed)
	if err := a.check(path, text.Escape(shown)); err != nil && !pattern {
		return err
	}
	if err := a.q.Submit(given); err != nil {
		return err
	}
	if a.q.Purpose != "" && !inside && !pattern {
		a.d.Paths.Choose(a.q.Purpose, path)
	}
	return nil
}

// local returns a path relative to the project; ok is false if it is outside, or there is no
// project.
func (a pathPrompt) local(path string) (local string, ok bool) {
	if a.q.Base == "" {
		return "", false
	}
	local, err := filepath.Rel(a.q.Base, path)
	return local, err == nil && filepath.IsLocal(local)
}

// check returns an error that names the path as shown.
func (a pathPrompt) check(path, shown string) error {
	info, err := os.Stat(path)
	fields := map[string]any{"Path": shown, "Types": strings.Join(a.q.Endings, " ")}
	switch {
	case errors.Is(err, fs.ErrPermission):
		return errors.New(words.With("You have no permission to open {{.Path}}", fields))
	case a.q.What == NewFile:
		return a.checkNew(path, shown)
	case err != nil && a.q.What == Folder:
		return errors.New(words.With("There is no folder {{.Path}}", fields))
	case err != nil && a.q.What == FileOrFolder:
		return errors.New(words.With("There is no file or folder {{.Path}}", fields))
	case err != nil:
		return errors.New(words.With("There is no file {{.Path}}", fields))
	case info.IsDir() && a.q.What == File:
		return errors.New(words.With("{{.Path}} is a folder, not a file", fields))
	case info.IsDir():
		return nil
	case a.q.What == Folder:
		return errors.New(words.With("{{.Path}} is a file, not a folder", fields))
	case !info.Mode().IsRegular():
		return errors.New(words.With("{{.Path}} is not a regular file", fields))
	case !a.kind.Fits(path):
		return errors.New(words.With("{{.Path}} is not one of the types {{.Types}}", fields))
	}
	return nil
}

// checkNew is like check, for a file to be written.
func (a pathPrompt) checkNew(path, shown string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return errors.New(words.With("{{.Path}} is a folder: add the name of a file", map[string]any{"Path": shown}))
	}
	parent := filepath.Dir(path)
	if info, err := os.Stat(parent); a.q.Base == "" && (err != nil || !info.IsDir()) {
		return errors.New(words.With("There is no folder {{.Path}}", map[string]any{"Path": text.Escape(completion.ShortHome(parent))}))
	}
	return nil
}

// browse opens the toolkit's file chooser in the typed folder with the same file types. Its
// result is handled like a typed path; if it is empty or rejected, the dialog is shown again.
func (a pathPrompt) browse(typed string) {
	chosen := func(uri fyne.URI) {
		if uri == nil {
			a.show(typed, nil)
			return
		}
		path := filepath.FromSlash(uri.Path())
		if a.q.What == NewFile {
			a.show(filepath.Join(path, filepath.Base(a.kind.Resolve(typed))), nil)
		} else if err := a.submit(path); err != nil {
			a.show(path, err)
		}
	}
	var chooser *toolkit.FileDialog
	if a.q.What == Folder || a.q.What == NewFile {
		chooser = toolkit.NewFolderOpen(func(uri fyne.ListableURI, err error) { chosen(uri) }, a.d.Window)
	} else {
		chooser = toolkit.NewFileOpen(func(file fyne.URIReadCloser, err error) {
			if file == nil {
				chosen(nil)
				return
			}
			file.Close()
			chosen(file.URI())
		}, a.d.Window)
		if len(a.q.Endings) > 0 {
			chooser.SetFilter(storage.NewExtensionFileFilter(a.q.Endings))
		}
	}
	if dir, err := storage.ListerForURI(storage.NewFileURI(a.startOf(typed))); err == nil {
		chooser.SetLocation(dir)
	}
	a.d.showChooser(chooser, a.q.Help)
}

// startOf returns the typed folder, or its nearest existing parent.
func (a pathPrompt) startOf(typed string) string {
	if strings.TrimSpace(typed) == "" {
		return a.kind.Base
	}
	for path := a.kind.Resolve(strings.TrimSpace(typed)); ; path = filepath.Dir(path) {
		if info, err := os.Stat(path); err == nil && info.IsDir() || path == filepath.Dir(path) {
			return path
		}
	}
}
