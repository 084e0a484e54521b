package cli

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/cli/command"
	"dossier/ui/project"
)

type discussionFlags struct {
	name, role, file string
	at, last, tokens int
	out              bool
	model            string

	list, all     bool     // for import
	conversations []string // titles or numbers
}

func discussionCommand() command.Command {
	f := &discussionFlags{}
	return command.WithVerbs("discussion", "list and change the discussions of the project and their entries", []command.Verb{
		{Name: "list", Args: "", About: "list the discussions: name, entries, entries in the document, and which one is active", Run: onDiscussions(0, 0, listDiscussions)},
		{Name: "show", Args: "[N...]", About: "print entries; a single one is printed as it is stored", Run: onDiscussions(0, command.Many, f.showEntries)},
		{Name: "add", Args: "[TEXT]", About: "add an entry and print its number; the text can come from --file or standard input", Run: onDiscussions(0, 1, f.addEntry)},
		{Name: "edit", Args: "N [TEXT]", About: "change the text or the --role of an entry", Run: onDiscussions(1, 2, f.editEntry)},
		{Name: "remove", Args: "N...", About: "delete entries", Run: onDiscussions(1, command.Many, f.rows(models.Discussion.Delete))},
		{Name: "move", Args: "N... --at M", About: "move entries before entry M", Run: onDiscussions(1, command.Many, f.moveEntries)},
		{Name: "split", Args: "N --at LINE", About: "split an entry before one of its lines", Run: onDiscussions(1, 1, f.splitEntry)},
		{Name: "merge", Args: "N", About: "merge an entry with the next one", Run: onDiscussions(1, 1, f.rows(func(d models.Discussion, rows []int) models.Discussion { return d.Merge(rows[0]) }))},
		{Name: "in", Args: "N...", About: "include entries in the document", Run: onDiscussions(1, command.Many, f.rows(func(d models.Discussion, rows []int) models.Discussion { return d.Include(rows, true) }))},
		{Name: "out", Args: "N...", About: "exclude entries from the document", Run: onDiscussions(1, command.Many, f.rows(func(d models.Discussion, rows []int) models.Discussion { return d.Include(rows, false) }))},
		{Name: "trim", Args: "", About: "exclude the older entries: keep the --last N, or those that fit into --tokens N", Run: onDiscussions(0, 0, f.trim)},
		{Name: "import", Args: "[FILE]", About: "split a copied or exported chat into entries; if there are several chats, --list lists them", Run: onDiscussions(0, 1, f.importChat)},
		{Name: "search", Args: "WORDS", About: "search all discussions: discussion, entry and line of each match", Run: onDiscussions(1, 1, searchDiscussions)},
		{Name: "use", Args: "NAME", About: "make a discussion the active one, which is in the document", Run: onDiscussions(1, 1, changes(func(d models.Discussions, args []string) (models.Discussions, error) { return d.Activate(args[0]) }))},
		{Name: "new", Args: "NAME", About: "create a discussion and make it the active one", Run: onDiscussions(1, 1, changes(func(d models.Discussions, args []string) (models.Discussions, error) { return d.New(args[0]) }))},
		{Name: "rename", Args: "NAME NEW", About: "rename a discussion", Run: onDiscussions(2, 2, changes(func(d models.Discussions, args []string) (models.Discussions, error) {
			return d.Rename(args[0], args[1])
		}))},
		{Name: "delete", Args: "NAME", About: "delete a discussion", Run: onDiscussions(1, 1, changes(func(d models.Discussions, args []string) (models.Discussions, error) { return d.Delete(args[0]) }))},
		{Name: "branch", Args: "N [NAME]", About: "create a discussion with the entries up to N, and print its name", Run: onDiscussions(1, 2, f.branch)},
	}, func(c *command.Call) {
		c.Flags.StringVarP(&f.name, "discussion", "d", "", "use the discussion `NAME` instead of the active one")
		c.Flags.StringVar(&f.role, "role", "", "`ROLE` of the entry, such as User or AI")
		c.Flags.StringVar(&f.file, "file", "", "read the text from `FILE`; - is standard input")
		command.NumberVar(c, &f.at, "at", 0, 1, "before entry `N`; with split, before line N of the entry")
		command.NumberVar(c, &f.last, "last", -1, 0, "keep the last `N` entries in the document")
		command.NumberVar(c, &f.tokens, "tokens", -1, 0, "keep the last entries that fit into `N` tokens")
		c.Flags.StringVar(&f.model, "model", "", "count the tokens for the model `ID`")
		c.Flags.BoolVar(&f.list, "list", false, "print number, title, time and entries of each conversation of the file, and import nothing")
		c.Flags.StringArrayVar(&f.conversations, "conversation", nil, "make a discussion of the conversation `TITLE|NUMBER`, as printed by --list; may be repeated")
		c.Flags.BoolVar(&f.all, "all", false, "make a discussion of each conversation")
		c.Flags.BoolVar(&f.out, "out", false, "exclude the entries from the document")
		c.Only([]string{"show", "add", "edit", "remove", "move", "split", "merge", "in", "out", "trim", "import", "branch"}, "discussion")
		c.Only([]string{"add", "edit"}, "role")
		c.Only([]string{"add", "edit", "import"}, "file")
		c.Only([]string{"add", "move", "split", "import"}, "at")
		c.Only([]string{"trim"}, "last", "tokens", "model")
		c.Only([]string{"import"}, "list", "conversation", "all")
		c.Only([]string{"add", "import"}, "out")
	})
}

// onDiscussions runs a verb with a number of arguments from least to most on the project, and first
// prints warnings about its discussions.
func onDiscussions(least, most int, run func(*command.Call, *project.Project, []string) error) func(*command.Call) error {
	return command.OnProject(least, most, func(c *command.Call, p *project.Project) error {
		c.Warn(p.Warnings())
		return run(c, p, c.Args)
	})
}

// changeDiscussions stores a change of the discussions.
func changeDiscussions(c *command.Call, p *project.Project, fn func(models.Discussions) (models.Discussions, error)) error {
	forks, err := p.Discussions().Change(c.Ctx, fn)
	warnForks(c, forks)
	return err
}

// warnForks warns of discussions that now exist in two versions.
func warnForks(c *command.Call, forks []models.Fork) {
	for _, f := range forks {
		c.Warn([]aggregate.Warning{{Message: fmt.Sprintf("%s was changed by another program at the same moment: this change is stored in %s", text.Escape(f.Name), text.Escape(f.As))}})
	}
}

// changeEntries stores a change of the entries of one discussion.
func (f *discussionFlags) changeEntries(c *command.Call, p *project.Project, fn func(models.Discussion) models.Discussion) error {
	forks, err := p.Discussions().ChangeEntries(c.Ctx, f.name, fn)
	warnForks(c, forks)
	return err
}

func changes(fn func(models.Discussions, []string) (models.Discussions, error)) func(*command.Call, *project.Project, []string) error {
	return func(c *command.Call, p *project.Project, args []string) error {
		return changeDiscussions(c, p, func(all models.Discussions) (models.Discussions, error) { return fn(all, args) })
	}
}

func (f *discussionFlags) rows(fn func(models.Discussion, []int) models.Discussion) func(*command.Call, *project.Project, []string) error {
	return func(c *command.Call, p *project.Project, args []string) error {
		d, err := f.chosen(p)
		if err != nil {
			return err
		}
		rows, err := entryRows(d, args)
		if err != nil {
			return err
		}
		return f.changeEntries(c, p, func(d models.Discussion) models.Discussion { return fn(d, rows) })
	}
}

// chosen returns the discussion in the flags.
func (f *discussionFlags) chosen(p *project.Project) (models.Discussion, error) {
	return p.Discussions().Find(f.name)
}

// entryRows returns the rows of entries by their numbers; an invalid number is a usage error.
func entryRows(d models.Discussion, args []string) ([]int, error) {
	rows, err := project.EntryRows(d, args...)
	if errors.As(err, new(*project.NumberError)) {
		err = command.Usagef("%v", err)
	}
	return rows, err
}

// chosenEntry returns the selected discussion, and the row of one of its entries.
func (f *discussionFlags) chosenEntry(p *project.Project, arg string) (d models.Discussion, row int, err error) {
	d, err = f.chosen(p)
	if err != nil {
		return d, 0, err
	}
	rows, err := entryRows(d, []string{arg})
	if err == nil && len(rows) != 1 {
		err = command.Usagef("%q is not the number of an entry", arg)
	}
	if err != nil {
		return d, 0, err
	}
	return d, rows[0], nil
}

func listDiscussions(c *command.Call, p *project.Project, _ []string) error {
	reports := project.ReportDiscussions(p.Discussions().All())
	if c.JSON {
		return c.PrintJSON(reports)
	}
	for _, r := range reports {
		mark := "-"
		if r.Active {
			mark = "active"
		}
		if _, err := fmt.Fprintf(c.Stdout, "%s\t%s\t%d in the dossier\t%s\n", text.Escape(r.Name), project.EntryCount(r.Entries), r.In, mark); err != nil {
			return err
		}
	}
	return nil
}

// showEntries prints entries, each after a line with its number, role and time, and whether it
// is excluded; a single entry without that line.
func (f *discussionFlags) showEntries(c *command.Call, p *project.Project, args []string) error {
	d, err := f.chosen(p)
	if err != nil {
		return err
	}
	var rows []int
	var failed []error
	for _, arg := range args {
		some, err := entryRows(d, []string{arg})
		switch {
		case errors.As(err, new(*command.UsageError)):
			return err
		case err != nil:
			failed = append(failed, err)
		}
		rows = append(rows, some...)
	}
	if len(args) == 0 {
		for i := range d.History {
			rows = append(rows, i)
		}
	}
	switch {
	case len(rows) == 0 && len(failed) > 0:
	case c.JSON:
		reports := []project.EntryReport{}
		for _, i := range rows {
			reports = append(reports, project.ReportEntry(i, d.History[i]))
		}
		err = c.PrintJSON(reports)
	case len(args) == 1 && len(rows) == 1:
		_, err = fmt.Fprintln(c.Stdout, d.History[rows[0]].Content)
	default:
		for _, i := range rows {
			if err = printEntry(c, i, d.History[i]); err != nil {
				return err
			}
		}
	}
	if err != nil {
		return err
	}
	return allBut(c, failed)
}

func printEntry(c *command.Call, i int, e models.Entry) error {
	head := []string{fmt.Sprintf("#%d", i+1)}
	if e.Role != "" {
		head = append(head, text.Escape(e.Role))
	}
	if !e.Time.IsZero() {
		head = append(head, e.Time.Format(time.RFC3339))
	}
	if e.Exclude {
		head = append(head, "(excluded)")
	}
	_, err := fmt.Fprintf(c.Stdout, "%s\n%s\n\n", strings.Join(head, " "), e.Content)
	return err
}

// content returns the text of an entry.
func (f *discussionFlags) content(c *command.Call, args []string) (string, error) {
	return textOf(c, f.file, args)
}

// textOf returns a text: the argument, the file in a flag, or standard input if there is
// neither. It removes a final line end of a file.
func textOf(c *command.Call, name string, args []string) (string, error) {
	content, err := exactText(c, name, args)
	if len(args) == 0 || args[0] == "-" {
		content = strings.TrimSuffix(strings.TrimSuffix(content, "\n"), "\r")
	}
	return content, err
}

// exactText is textOf without removing a final line end.
func exactText(c *command.Call, name string, args []string) (string, error) {
	switch {
	case len(args) > 0 && name != "":
		return "", command.Usagef("the text comes from an argument or from --file, but not from both")
	case len(args) > 0 && args[0] != "-":
		return strings.ToValidUTF8(args[0], "\ufffd"), nil
	case name == "":
		name = "-"
	}
	return readText(c, name, maxText)
}

// maxText is the max size of a text that becomes one entry, in bytes: the size of a file of discussions.
const maxText = 32 << 20

// readText reads a text file given by the user, of at most limit bytes; - means standard input.
func readText(c *command.Call, name string, limit int) (string, error) {
	if name == "-" {
		return project.ReadText(c.Stdin, textName(name), limit)
	}
	return project.ReadTextFile(name, limit)
}

// textName returns the name of a text file for messages.
func textName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return project.Shown(name)
}

// place returns the index at which --at inserts entries into a discussion; by default the end.
func (f *discussionFlags) place(c *command.Call, d models.Discussion) (int, error) {
	switch at := f.at; {
	case !c.Flags.Changed("at"):
		return len(d.History), nil
	case at < 1 || at > len(d.History)+1:
		return 0, fmt.Errorf("the discussion %q has no place before entry %d; it has %s", d.Name, at, project.EntryCount(len(d.History)))
	default:
		return at - 1, nil
	}
}

// target returns the discussion that entries are added to, which need not exist yet.
func (f *discussionFlags) target(p *project.Project) models.Discussion {
	name := f.name
	if name == "" {
		name = p.Discussions().All().Target()
	}
	d, _ := p.Discussions().All().Find(name)
	return d
}

// insert stores new entries and prints their numbers, or with --json the entries.
func (f *discussionFlags) insert(c *command.Call, p *project.Project, list []models.Entry) error {
	at, err := f.place(c, f.target(p))
	if err != nil {
		return err
	}
	reports := make([]project.EntryReport, len(list))
	for i := range list {
		list[i] = project.NewEntry(list[i], time.Now())
		list[i].Exclude = f.out
		reports[i] = project.ReportEntry(at+i, list[i])
	}
	if err := f.changeEntries(c, p, func(d models.Discussion) models.Discussion { return d.Insert(at, list...) }); err != nil {
		return err
	}
	if c.JSON {
		return c.PrintJSON(reports)
	}
	for _, r := range reports {
		if _, err := fmt.Fprintln(c.Stdout, r.Number); err != nil {
			return err
		}
	}
	return nil
}

func (f *discussionFlags) addEntry(c *command.Call, p *project.Project, args []string) error {
	content, err := f.content(c, args)
	if err != nil {
		return err
	}
	if strings.TrimSpace(content) == "" {
		return command.Usagef("there is nothing to add: the text is empty")
	}
	role := f.role
	if role == "" {
		role = models.OfferedRoles()[0]
	}
	return f.insert(c, p, []models.Entry{{Role: role, Content: content}})
}

func (f *discussionFlags) editEntry(c *command.Call, p *project.Project, args []string) error {
	d, err := f.chosen(p)
	if err != nil {
		return err
	}
	rows, err := entryRows(d, args[:1])
	if err != nil {
		return err
	}
	if len(rows) != 1 {
		return command.Usagef("one entry at a time, not %s", args[0])
	}
	e := d.History[rows[0]]
	if len(args) > 1 || f.file != "" || !c.Flags.Changed("role") {
		if e.Content, err = f.content(c, args[1:]); err != nil {
			return err
		}
	}
	if c.Flags.Changed("role") {
		e.Role = f.role
	}
	return f.changeEntries(c, p, func(d models.Discussion) models.Discussion { return d.Set(rows[0], e) })
}

func (f *discussionFlags) moveEntries(c *command.Call, p *project.Project, args []string) error {
	if !c.Flags.Changed("at") {
		return command.Usagef("--at is missing: it names the entry before which they go")
	}
	d, err := f.chosen(p)
	if err != nil {
		return err
	}
	at, err := f.place(c, d)
	if err != nil {
		return err
	}
	rows, err := entryRows(d, args)
	if err != nil {
		return err
	}
	return f.changeEntries(c, p, func(d models.Discussion) models.Discussion { return d.Move(rows, at) })
}

func (f *discussionFlags) splitEntry(c *command.Call, p *project.Project, args []string) error {
	_, row, err := f.chosenEntry(p, args[0])
	if err != nil {
		return err
	}
	forks, err := p.Discussions().SplitAt(c.Ctx, f.name, row, f.at)
	warnForks(c, forks)
	if errors.As(err, new(*project.LineError)) {
		err = command.Usagef("%v", err)
	}
	return err
}

func (f *discussionFlags) trim(c *command.Call, p *project.Project, _ []string) error {
	if (f.last < 0) == (f.tokens < 0) {
		return command.Usagef("trim takes --last N or --tokens N")
	}
	if _, err := f.chosen(p); err != nil {
		return err
	}
	if f.last >= 0 {
		return f.changeEntries(c, p, func(d models.Discussion) models.Discussion { return d.Trim(f.last) })
	}
	model, err := c.Model(p, f.model)
	if err != nil {
		return err
	}
	forks, err := p.Discussions().TrimTokens(c.Ctx, f.name, f.tokens, model)
	warnForks(c, forks)
	return err
}

// searchDiscussions prints the occurrences of a text: discussion, entry and line.
func searchDiscussions(c *command.Call, p *project.Project, args []string) error {
	if args[0] == "" {
		return command.Usagef("there is nothing to search for: the words are empty")
	}
	reports, err := p.Discussions().Search(c.Ctx, args[0])
	if err != nil {
		return err
	}
	if c.JSON {
		return c.PrintJSON(reports)
	}
	for _, r := range reports {
		if _, err := fmt.Fprintf(c.Stdout, "%s\t%d\t%s\n", text.Escape(r.Discussion), r.Entry, text.Escape(r.LineText)); err != nil {
			return err
		}
	}
	return nil
}

func (f *discussionFlags) branch(c *command.Call, p *project.Project, args []string) error {
	d, at, err := f.chosenEntry(p, args[0])
	if err != nil {
		return err
	}
	as := p.Discussions().All().FreeName(d.Name)
	if len(args) > 1 {
		as = args[1]
	}
	err = changeDiscussions(c, p, func(all models.Discussions) (models.Discussions, error) { return all.Branch(d.Name, at, as) })
	if err == nil {
		_, err = fmt.Fprintln(c.Stdout, text.Escape(as))
	}
	return err
}
