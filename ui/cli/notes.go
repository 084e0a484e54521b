package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"dossier/aggregate/snippets"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/cli/command"
	"dossier/ui/project"
	"dossier/ui/project/notestore"
)

// noteFlags are the flags of notes.
type noteFlags struct {
	kind                models.NoteType
	limit               int
	filename, lines     string
	pack, from, file    string
	before              string
	out                 bool
	meta                []string // KEY=VALUE
	startLine, lastLine int      // parsed from lines
}

func notesCommand() command.Command {
	f := &noteFlags{}
	// run runs a verb on the project, and first prints warnings about its notes.
	run := func(least, most int, do func(*command.Call, *project.Project, *noteFlags) error) func(*command.Call) error {
		return command.Checked(f.check, command.OnProject(least, most, func(c *command.Call, p *project.Project) error {
			c.Warn(p.Notes().Warnings())
			return do(c, p, f)
		}))
	}
	return command.WithVerbs("notes", "list, add and change the notes of the project: snippets, errors, sessions and text", []command.Verb{
		{Name: "list", Args: "", About: "list id, type, place, in or out, and first line of each note", Run: run(0, 0, listNotes)},
		{Name: "show", Args: "[ID...]", About: "print notes as the document shows them", Run: run(0, command.Many, showNotes)},
		{Name: "add", Args: "[TEXT]", About: "add a note and print its id; the text can come from --file, --from or standard input", Run: run(0, 1, addNote)},
		{Name: "edit", Args: "ID [TEXT]", About: "change the text, type or place of a note", Run: run(1, 2, editNote)},
		{Name: "remove", Args: "ID...", About: "delete notes; their ids are not used again", Run: run(1, command.Many, removeNotes)},
		{Name: "in", Args: "ID...", About: "include notes in the document", Run: run(1, command.Many, includeNotes(true))},
		{Name: "out", Args: "ID...", About: "exclude notes from the document", Run: run(1, command.Many, includeNotes(false))},
		{Name: "move", Args: "ID...", About: "move notes --before another one, or to the end", Run: run(1, command.Many, moveNotes)},
		{Name: "format", Args: "[FILE]", About: "print a JSON array of notes as the document shows them, and store nothing", Run: run(0, 1, formatNotes)},
		{Name: "import", Args: "[FILE]", About: "add the notes of a JSON array, and print their ids", Run: run(0, 1, importNotes)},
		{Name: "export", Args: "[ID...]", About: "print notes as a JSON array", Run: run(0, command.Many, exportNotes)},
		{Name: "limit", Args: "[N]", About: "print or set the maximum number of notes, beyond which the oldest are deleted; 0 is no limit", Run: run(0, 1, limitNotes)},
	}, func(c *command.Call) {
		command.WordVar(c, &f.kind, "type", models.NoteTypes(), "the `TYPE` of the note; without it, add detects it from the text")
		command.NumberVar(c, &f.limit, "limit", 0, 1, "only the last `N` notes")
		c.Flags.StringVar(&f.filename, "filename", "", "the `PATH` that the text comes from")
		c.Flags.StringVar(&f.lines, "lines", "", "the `LINES` of --filename that the text comes from, e.g. 5-7")
		c.Flags.StringVar(&f.pack, "package", "", "the `PACKAGE` of the code")
		c.Flags.StringVar(&f.from, "from", "", "use the lines `PATH:5-7` of a file of the project, and follow them when the file changes")
		c.Flags.StringArrayVar(&f.meta, "meta", nil, "set a key of the metadata, `KEY=VALUE`, or remove it, KEY=; may be repeated")
		c.Flags.StringVar(&f.file, "file", "", "read the text from `FILE`; - is standard input")
		c.Flags.StringVar(&f.before, "before", "", "before the note `ID`")
		c.Flags.BoolVar(&f.out, "out", false, "exclude the notes from the document")
		c.Only([]string{"list", "add", "edit"}, "type")
		c.Only([]string{"list"}, "limit")
		c.Only([]string{"add", "edit"}, "filename", "lines", "package", "file", "meta")
		c.Clears("edit", "filename", "lines", "package")
		c.Only([]string{"add"}, "from")
		c.Only([]string{"move"}, "before")
		c.Only([]string{"add", "import"}, "out")
	})
}

// check rejects meaningless and contradictory flags.
func (f *noteFlags) check(c *command.Call) error {
	if f.lines != "" {
		var err error
		if f.startLine, f.lastLine, err = noteLines(f.lines); err != nil {
			return err
		}
	}
	for _, pair := range f.meta {
		key, _, ok := strings.Cut(pair, "=")
		if !ok || key == "" {
			return command.Usagef("--meta %s is not KEY=VALUE; KEY= removes a key", pair)
		}
		if flag := metadataFlag(key); flag != "" {
			return command.Usagef("the %s of a note is set with %s", key, flag)
		}
	}
	if f.from != "" && (f.filename != "" || f.lines != "" || f.file != "" || len(c.Args) > 0) {
		return command.Usagef("--from cannot be combined with a text, --file, --filename or --lines")
	}
	if f.lines != "" && f.filename == "" && c.Verb.Name == "add" {
		return command.Usagef("--lines requires --filename; to use the lines of a file as the text, use --from PATH:%s", f.lines)
	}
	return nil
}

// noteLines parses "5-7", or "5" for one line.
func noteLines(s string) (start, end int, err error) {
	if start, end, err = project.LineRange(s); err != nil {
		return 0, 0, command.Usagef("%v", err)
	}
	return start, end, nil
}

// metadataFlag returns the flag that sets a metadata key with a special meaning, or "" for other keys.
func metadataFlag(key string) string {
	switch key {
	case "filename", "package":
		return "--" + key
	case "start_line", "end_line":
		return "--lines"
	case "content_hash", "anchor_lines":
		return "--from"
	}
	return ""
}

// applyTo applies the flags to a note. An empty value clears a field.
func (f *noteFlags) applyTo(c *command.Call, n models.Note) models.Note {
	if f.kind != "" {
		n.Type = f.kind
	}
	if c.Flags.Changed("filename") {
		n.Metadata.Filename = f.filename
	}
	if c.Flags.Changed("lines") {
		n.Metadata.StartLine, n.Metadata.EndLine = f.startLine, f.lastLine
	}
	if c.Flags.Changed("package") {
		n.Metadata.Package = f.pack
	}
	if n.Metadata.Filename == "" { // without a file, the lines cannot be located again
		n.Metadata = n.Metadata.At(models.Slice{StartLine: n.Metadata.StartLine, EndLine: n.Metadata.EndLine})
	}
	n.Metadata.Extra = maps.Clone(n.Metadata.Extra)
	for _, pair := range f.meta {
		key, value, _ := strings.Cut(strings.ToValidUTF8(pair, "\ufffd"), "=")
		if value == "" {
			delete(n.Metadata.Extra, key)
			continue
		}
		if n.Metadata.Extra == nil {
			n.Metadata.Extra = map[string]any{}
		}
		n.Metadata.Extra[key] = value
	}
	return n
}

func listNotes(c *command.Call, p *project.Project, f *noteFlags) error {
	reports, err := p.Notes().Report(c.Ctx, p.Notes().All().Filter(f.kind, f.limit))
	if err != nil {
		return err
	}
	if c.JSON {
		return c.PrintJSON(reports)
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

// chosenNotes returns the notes in the arguments; without any, all notes.
func chosenNotes(c *command.Call, p *project.Project) ([]models.Note, error) {
	all := p.Notes().All()
	if len(c.Args) == 0 {
		return all.List, nil
	}
	rows, err := all.Rows(c.Args...)
	list := make([]models.Note, len(rows))
	for i, row := range rows {
		list[i] = all.List[row]
	}
	return list, err
}

func showNotes(c *command.Call, p *project.Project, _ *noteFlags) error {
	all := p.Notes().All()
	list, missing := all.List, []error(nil)
	if len(c.Args) > 0 {
		list, missing = findAll(c.Args, func(id string) (models.Note, error) {
			rows, err := all.Rows(id)
			if err != nil {
				return models.Note{}, err
			}
			return all.List[rows[0]], nil
		})
	}
	if len(list) > 0 || len(missing) == 0 {
		if err := printNotes(c, p, list); err != nil {
			return err
		}
	}
	return allBut(c, missing)
}

// printNotes prints notes as the document shows them.
func printNotes(c *command.Call, p *project.Project, list []models.Note) error {
	if c.JSON {
		reports, err := p.Notes().Report(c.Ctx, list)
		if err != nil {
			return err
		}
		return c.PrintJSON(reports)
	}
	followed, err := p.Notes().Follow(c.Ctx, list)
	if err != nil {
		return err
	}
	shown := make([]models.Note, len(followed))
	for i, f := range followed {
		shown[i] = f.Now
	}
	if shown, err = p.Notes().Printable(c.Ctx, shown); err != nil {
		return err
	}
	_, err = fmt.Fprint(c.Stdout, p.Notes().Markdown(shown))
	return err
}

func addNote(c *command.Call, p *project.Project, f *noteFlags) error {
	var n models.Note
	var err error
	if f.from != "" {
		if n, err = noteFrom(c, p, f.from); err != nil {
			return err
		}
	} else if n.Content, err = exactText(c, f.file, c.Args); err != nil {
		return err
	}
	if n = f.applyTo(c, n); strings.TrimSpace(n.Content) == "" {
		return command.Usagef("there is nothing to add: the text is empty")
	}
	if f.from == "" {
		n = p.Notes().Followed(c.Ctx, n)
	}
	ids, left, err := p.Notes().Add(c.Ctx, []models.Note{notestore.New(n, time.Now())})
	if err != nil {
		return err
	}
	if left > 0 {
		c.Infof("%s deleted: the maximum is %d", text.Counted(left, "older note"), p.Notes().All().Limit)
	}
	return reportNotes(c, p, f, ids)
}

// noteFrom returns a note with lines of a file of the project, given as PATH:5-7.
func noteFrom(c *command.Call, p *project.Project, from string) (models.Note, error) {
	at := strings.LastIndexByte(from, ':')
	if at < 1 {
		return models.Note{}, command.Usagef("--from takes a file and lines, such as main.go:5-7")
	}
	start, end, err := noteLines(from[at+1:])
	if err != nil {
		return models.Note{}, err
	}
	return p.Notes().FromLines(c.Ctx, from[:at], start, end)
}

// reportNotes excludes notes from the document if requested by the flags, and prints the ids of new
// ones; with --json the notes.
func reportNotes(c *command.Call, p *project.Project, f *noteFlags, ids []string) error {
	added := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == "" })
	if f.out {
		if _, err := p.Notes().Set(c.Ctx, added, false); err != nil {
			return err
		}
	}
	if c.JSON {
		c.Args = added
		if len(added) == 0 {
			return c.PrintJSON([]notestore.Report{})
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

func editNote(c *command.Call, p *project.Project, f *noteFlags) error {
	id := c.Args[0]
	all := p.Notes().All()
	if _, err := all.Rows(id); err != nil {
		return err
	}
	notified := f.kind != "" || c.Flags.Changed("filename") || c.Flags.Changed("lines") || c.Flags.Changed("package") || len(f.meta) > 0
	var content *string
	if len(c.Args) > 1 || f.file != "" || !notified {
		given, err := exactText(c, f.file, c.Args[1:])
		if err != nil {
			return err
		}
		content = &given
	}
	return p.Notes().Change(c.Ctx, func(all models.Notes) (models.Notes, error) {
		if _, err := all.Rows(id); err != nil {
			return all, err
		}
		n, _ := all.Find(id)
		if content != nil {
			n.Content = *content
		}
		if n = f.applyTo(c, n); c.Flags.Changed("filename") || c.Flags.Changed("lines") {
			n = p.Notes().Followed(c.Ctx, n)
		}
		return all.Set(notestore.Storable(n)), nil
	})
}

// onRows changes the notes in the arguments.
func onRows(c *command.Call, p *project.Project, change func(all models.Notes, rows []int) (models.Notes, error)) error {
	return p.Notes().Change(c.Ctx, func(all models.Notes) (models.Notes, error) {
		rows, err := all.Rows(c.Args...)
		if err != nil {
			return all, err
		}
		return change(all, rows)
	})
}

func removeNotes(c *command.Call, p *project.Project, _ *noteFlags) error {
	return onRows(c, p, func(all models.Notes, rows []int) (models.Notes, error) { return all.Delete(rows), nil })
}

func moveNotes(c *command.Call, p *project.Project, f *noteFlags) error {
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

func includeNotes(in bool) func(*command.Call, *project.Project, *noteFlags) error {
	return func(c *command.Call, p *project.Project, _ *noteFlags) error {
		if _, err := p.Notes().All().Rows(c.Args...); err != nil {
			return err
		}
		_, err := p.Notes().Set(c.Ctx, c.Args, in)
		return err
	}
}

// readNotes reads a JSON array of notes from a file, or from standard input. Each key that does not
// match the schema is reported on its own line.
func readNotes(c *command.Call) ([]models.Note, error) {
	name := "-"
	if len(c.Args) > 0 {
		name = c.Args[0]
	}
	content, err := readText(c, name, maxText)
	if err != nil {
		return nil, err
	}
	list, err := models.ParseNoteList([]byte(content))
	if err == nil {
		c.Warn(notestore.Check(list))
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

func formatNotes(c *command.Call, p *project.Project, _ *noteFlags) error {
	list, err := readNotes(c)
	if err != nil {
		return err
	}
	markdown := p.Notes().Markdown(list)
	if c.JSON {
		return c.PrintJSON(notestore.FormatReport{Markdown: markdown})
	}
	_, err = fmt.Fprint(c.Stdout, markdown)
	return err
}

func importNotes(c *command.Call, p *project.Project, f *noteFlags) error {
	list, err := readNotes(c)
	if err != nil {
		return err
	}
	ids, err := p.Notes().Import(c.Ctx, list)
	if err != nil {
		return err
	}
	if there := len(slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id != "" })); there > 0 {
		c.Infof("%s already present, and not added again", text.Counted(there, "note"))
	}
	return reportNotes(c, p, f, ids)
}

func exportNotes(c *command.Call, p *project.Project, _ *noteFlags) error {
	list, err := chosenNotes(c, p)
	if err != nil {
		return err
	}
	if list, err = p.Notes().Printable(c.Ctx, list); err != nil {
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

func limitNotes(c *command.Call, p *project.Project, _ *noteFlags) error {
	if len(c.Args) == 0 {
		_, err := fmt.Fprintln(c.Stdout, p.Notes().All().Limit)
		return err
	}
	n, err := strconv.Atoi(c.Args[0])
	if err != nil || n < 0 {
		return command.Usagef("%q is not a limit: it must be a whole number, and 0 is no limit", c.Args[0])
	}
	left := 0
	err = p.Notes().Change(c.Ctx, func(all models.Notes) (models.Notes, error) {
		next := all.WithLimit(n)
		left = len(all.List) - len(next.List)
		return next, nil
	})
	if err == nil && left > 0 {
		c.Infof("%s deleted: the maximum is %d", text.Counted(left, "older note"), n)
	}
	return err
}
