package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	snippets "dossier/aggregate/notes"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/notes"
)

// noteFlags are the flags of notes.
type noteFlags struct {
	kind                models.NoteType
	limit               int
	filename, lines     string
	pack, from, file    string
	before              string
	out                 bool
	startLine, lastLine int // of lines, once they were read
}

func notesCommand() command {
	f := &noteFlags{}
	// run runs a verb on the project, and first says what a person should know of its notes.
	run := func(least, most int, do func(*call, *project.Project, *noteFlags) error) func(*call) error {
		return checked(f.check, onProject(least, most, func(c *call, p *project.Project) error {
			c.warn(p.Notes().Warnings())
			return do(c, p, f)
		}))
	}
	return verbCommand("notes", "lists, adds and changes snippets, errors and sessions that stand beside the files", []verb{
		{"list", "", "id, type, place, in or out, and the first line of each", run(0, 0, listNotes)},
		{"show", "[ID...]", "prints notes as a dossier shows them", run(0, many, showNotes)},
		{"add", "[TEXT]", "adds a note and prints its id; the text may come from --file, --from or standard input", run(0, 1, addNote)},
		{"edit", "ID [TEXT]", "gives a note another text, type or place", run(1, 2, editNote)},
		{"remove", "ID...", "deletes notes; their ids are not given again", run(1, many, removeNotes)},
		{"in", "ID...", "takes notes into the dossier", run(1, many, includeNotes(true))},
		{"out", "ID...", "leaves notes out of it", run(1, many, includeNotes(false))},
		{"move", "ID...", "puts notes --before another, or at the end", run(1, many, moveNotes)},
		{"format", "[FILE]", "prints a JSON array of notes as a dossier shows them, and stores nothing", run(0, 1, formatNotes)},
		{"import", "[FILE]", "adds the notes of a JSON array and prints their ids", run(0, 1, importNotes)},
		{"export", "[ID...]", "prints notes as a JSON array", run(0, many, exportNotes)},
		{"limit", "[N]", "prints or sets how many notes are kept, of which the oldest leave; 0 keeps all", run(0, 1, limitNotes)},
	}, func(c *call) {
		wordVar(c, &f.kind, "type", models.NoteTypes(), "the `TYPE` of the note; without it add looks at the text")
		numberVar(c, &f.limit, "limit", 0, 1, "the last `N` notes alone")
		c.flags.StringVar(&f.filename, "filename", "", "the `PATH` that the text comes from")
		c.flags.StringVar(&f.lines, "lines", "", "the `LINES` of --filename that the text is, as 5-7")
		c.flags.StringVar(&f.pack, "package", "", "the `PACKAGE` that code is read in")
		c.flags.StringVar(&f.from, "from", "", "take the lines `PATH:5-7` of a file of the project, and follow them when it changes")
		c.flags.StringVar(&f.file, "file", "", "take the text from `FILE`; - is standard input")
		c.flags.StringVar(&f.before, "before", "", "before the note `ID`")
		c.flags.BoolVar(&f.out, "out", false, "keep the notes out of the dossier")
		c.only([]string{"list", "add", "edit"}, "type")
		c.only([]string{"list"}, "limit")
		c.only([]string{"add", "edit"}, "filename", "lines", "package", "file")
		c.only([]string{"add"}, "from")
		c.only([]string{"move"}, "before")
		c.only([]string{"add", "import"}, "out")
	})
}

// check refuses flags that say nothing, or not the same.
func (f *noteFlags) check(c *call) error {
	if f.lines != "" {
		var err error
		if f.startLine, f.lastLine, err = noteLines(f.lines); err != nil {
			return err
		}
	}
	if f.from != "" && (f.filename != "" || f.lines != "" || f.file != "" || len(c.args) > 0) {
		return usagef("--from says which text it is: leave out the text, --file, --filename and --lines")
	}
	if f.lines != "" && f.filename == "" && c.verb.name == "add" {
		return usagef("--lines says where a text stands in a file: name that with --filename, or take the lines with --from PATH:%s", f.lines)
	}
	return nil
}

// noteLines reads "5-7", or "5" for one line.
func noteLines(s string) (start, end int, err error) {
	first, last, ranged := strings.Cut(s, "-")
	if !ranged {
		last = first
	}
	start, wrong := strconv.Atoi(first)
	end, wrongEnd := strconv.Atoi(last)
	switch {
	case wrong != nil || wrongEnd != nil || start < 1:
		return 0, 0, usagef("%q is no range of lines; it is as 5-7, and the first line is 1", s)
	case end < start:
		return 0, 0, usagef("lines %s end before they begin", s)
	}
	return start, end, nil
}

// given puts what the flags say into a note.
func (f *noteFlags) given(c *call, n models.Note) models.Note {
	if f.kind != "" {
		n.Type = f.kind
	}
	if c.flags.Changed("filename") {
		n.Metadata.Filename = f.filename
	}
	if c.flags.Changed("lines") {
		n.Metadata.StartLine, n.Metadata.EndLine = f.startLine, f.lastLine
	}
	if c.flags.Changed("package") {
		n.Metadata.Package = f.pack
	}
	return n
}

func listNotes(c *call, p *project.Project, f *noteFlags) error {
	reports, err := p.Notes().Report(c.ctx, p.Notes().All().Filter(f.kind, f.limit))
	if err != nil {
		return err
	}
	if c.json {
		return c.printJSON(reports)
	}
	for _, r := range reports {
		in := "in"
		if !r.In {
			in = "out"
		}
		place := text.Escape(r.Metadata.Filename) + snippets.Place(r.Note).Lines()
		if r.Health != "" {
			place += " " + r.Health
		}
		first, _, _ := strings.Cut(strings.TrimSpace(r.Content), "\n")
		if _, err := fmt.Fprintf(c.Stdout, "%s\t%s\t%s\t%s\t%s\n", r.ID, r.Type, place, in, text.Escape(first)); err != nil {
			return err
		}
	}
	return nil
}

// chosenNotes are the notes that the arguments name; without any, all of them.
func chosenNotes(c *call, p *project.Project) ([]models.Note, error) {
	all := p.Notes().All()
	if len(c.args) == 0 {
		return all.List, nil
	}
	rows, err := all.Rows(c.args...)
	list := make([]models.Note, len(rows))
	for i, row := range rows {
		list[i] = all.List[row]
	}
	return list, err
}

func showNotes(c *call, p *project.Project, _ *noteFlags) error {
	list, err := chosenNotes(c, p)
	if err != nil {
		return err
	}
	if c.json {
		reports, err := p.Notes().Report(c.ctx, list)
		if err != nil {
			return err
		}
		return c.printJSON(reports)
	}
	followed, err := p.Notes().Follow(c.ctx, list)
	if err != nil {
		return err
	}
	shown := make([]models.Note, len(followed))
	for i, f := range followed {
		shown[i] = f.Now
	}
	_, err = fmt.Fprint(c.Stdout, p.Notes().Markdown(shown))
	return err
}

func addNote(c *call, p *project.Project, f *noteFlags) error {
	var n models.Note
	var err error
	if f.from != "" {
		if n, err = noteFrom(c, p, f.from); err != nil {
			return err
		}
	} else if n.Content, err = textOf(c, f.file, c.args); err != nil {
		return err
	}
	if n = f.given(c, n); strings.TrimSpace(n.Content) == "" {
		return usagef("there is nothing to add: the text is empty")
	}
	if f.from == "" {
		n = p.Notes().Followed(c.ctx, n)
	}
	ids, left, err := p.Notes().Add(c.ctx, []models.Note{notes.New(n, time.Now())})
	if err != nil {
		return err
	}
	if left > 0 {
		c.say("%s left: at most %d are kept", counted(left, "older note"), p.Notes().All().Limit)
	}
	return said(c, p, f, ids)
}

// noteFrom takes lines of a file of the project, named as PATH:5-7.
func noteFrom(c *call, p *project.Project, from string) (models.Note, error) {
	at := strings.LastIndexByte(from, ':')
	if at < 1 {
		return models.Note{}, usagef("--from names a file and lines of it, as main.go:5-7")
	}
	start, end, err := noteLines(from[at+1:])
	if err != nil {
		return models.Note{}, err
	}
	return p.Notes().Take(c.ctx, from[:at], start, end)
}

// said takes notes out of the dossier where the flags say so, and prints the ids of those
// that are new; with --json the notes.
func said(c *call, p *project.Project, f *noteFlags, ids []string) error {
	added := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == "" })
	if f.out {
		if _, err := p.Notes().Set(c.ctx, added, false); err != nil {
			return err
		}
	}
	if c.json {
		c.args = added
		if len(added) == 0 {
			return c.printJSON([]notes.Report{})
		}
		return showNotes(c, p, f)
	}
	for _, id := range added {
		if _, err := fmt.Fprintln(c.Stdout, id); err != nil {
			return err
		}
	}
	return nil
}

func editNote(c *call, p *project.Project, f *noteFlags) error {
	id := c.args[0]
	all := p.Notes().All()
	if _, err := all.Rows(id); err != nil {
		return err
	}
	told := f.kind != "" || c.flags.Changed("filename") || c.flags.Changed("lines") || c.flags.Changed("package")
	var content *string
	if len(c.args) > 1 || f.file != "" || !told {
		given, err := textOf(c, f.file, c.args[1:])
		if err != nil {
			return err
		}
		content = &given
	}
	return p.Notes().Change(c.ctx, func(all models.Notes) (models.Notes, error) {
		if _, err := all.Rows(id); err != nil {
			return all, err
		}
		n, _ := all.Find(id)
		if content != nil {
			n.Content = *content
		}
		if n = f.given(c, n); c.flags.Changed("filename") || c.flags.Changed("lines") {
			n = p.Notes().Followed(c.ctx, n)
		}
		return all.Set(notes.Storable(n)), nil
	})
}

// onRows changes the notes that the arguments name.
func onRows(c *call, p *project.Project, change func(all models.Notes, rows []int) (models.Notes, error)) error {
	return p.Notes().Change(c.ctx, func(all models.Notes) (models.Notes, error) {
		rows, err := all.Rows(c.args...)
		if err != nil {
			return all, err
		}
		return change(all, rows)
	})
}

func removeNotes(c *call, p *project.Project, _ *noteFlags) error {
	return onRows(c, p, func(all models.Notes, rows []int) (models.Notes, error) { return all.Delete(rows), nil })
}

func moveNotes(c *call, p *project.Project, f *noteFlags) error {
	return onRows(c, p, func(all models.Notes, rows []int) (models.Notes, error) {
		at := len(all.List)
		if f.before != "" {
			places, err := all.Rows(f.before)
			if err != nil {
				return all, err
			}
			at = places[0]
		}
		return all.Move(rows, at), nil
	})
}

func includeNotes(in bool) func(*call, *project.Project, *noteFlags) error {
	return func(c *call, p *project.Project, _ *noteFlags) error {
		if _, err := p.Notes().All().Rows(c.args...); err != nil {
			return err
		}
		_, err := p.Notes().Set(c.ctx, c.args, in)
		return err
	}
}

// readNotes reads a JSON array of notes from a file, or from standard input. Each key that
// does not fit the schema is told on a line of its own.
func readNotes(c *call) ([]models.Note, error) {
	name := "-"
	if len(c.args) > 0 {
		name = c.args[0]
	}
	content, err := readText(c, name, maxText)
	if err != nil {
		return nil, err
	}
	list, err := models.ParseNoteList([]byte(content))
	if err == nil {
		c.warn(notes.Check(list))
		return list, nil
	}
	var failed []error
	for _, wrong := range models.FieldErrors(err) {
		failed = append(failed, fmt.Errorf("%s: %w", textName(name), wrong))
	}
	if len(failed) == 0 {
		return nil, fmt.Errorf("%s: %w", textName(name), err)
	}
	return nil, allBut(c, failed)
}

func formatNotes(c *call, p *project.Project, _ *noteFlags) error {
	list, err := readNotes(c)
	if err != nil {
		return err
	}
	markdown := p.Notes().Markdown(list)
	if c.json {
		return c.printJSON(map[string]string{"markdown": markdown})
	}
	_, err = fmt.Fprint(c.Stdout, markdown)
	return err
}

func importNotes(c *call, p *project.Project, f *noteFlags) error {
	list, err := readNotes(c)
	if err != nil {
		return err
	}
	ids, err := p.Notes().Import(c.ctx, list)
	if err != nil {
		return err
	}
	if there := len(slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id != "" })); there > 0 {
		c.say("%s here already, and not added again", counted(there, "note"))
	}
	return said(c, p, f, ids)
}

func exportNotes(c *call, p *project.Project, _ *noteFlags) error {
	list, err := chosenNotes(c, p)
	if err != nil {
		return err
	}
	data, err := json.MarshalIndent(append([]models.Note{}, list...), "", "  ")
	if err != nil {
		return err
	}
	data = append(data, '\n')
	_, err = bytes.NewReader(data).WriteTo(c.Stdout)
	return err
}

func limitNotes(c *call, p *project.Project, _ *noteFlags) error {
	if len(c.args) == 0 {
		_, err := fmt.Fprintln(c.Stdout, p.Notes().All().Limit)
		return err
	}
	n, err := strconv.Atoi(c.args[0])
	if err != nil || n < 0 {
		return usagef("%q is no limit: it is a whole number, and 0 keeps all notes", c.args[0])
	}
	left := 0
	err = p.Notes().Change(c.ctx, func(all models.Notes) (models.Notes, error) {
		next := all.WithLimit(n)
		left = len(all.List) - len(next.List)
		return next, nil
	})
	if err == nil && left > 0 {
		c.say("%s left: at most %d are kept", counted(left, "older note"), n)
	}
	return err
}
