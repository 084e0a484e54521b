package cli

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/presets/snapshots"
	"dossier/ui/cli/command"
	"dossier/ui/project"
)

type snapshotFlags struct {
	copies, changes bool // for list
	damaged         bool // for show and diff
	stat            bool // for diff
	record, replace bool // for export
	olderThan       string
	keep            int
	yes             bool // for prune
}

func snapshotsCommand() command.Command {
	f := &snapshotFlags{}
	c := command.WithVerbs("snapshots", "list, compare, restore and prune the documents that were written or copied", []command.Verb{
		{Name: "list", Args: "", About: "list name, time, files, tokens, preset, marks and description of each snapshot", Run: command.OnProject(0, 0, f.listSnapshots)},
		{Name: "show", Args: "NAME", About: "print a document as it was sent", Run: command.OnProject(1, 1, f.showSnapshot)},
		{Name: "diff", Args: "A [B]", About: "print the differences from A to B, or to now", Run: command.OnProject(1, 2, f.diffSnapshots)},
		{Name: "restore", Args: "NAME", About: "restore its inputs: write its composition to dossier.toml", Run: command.OnProject(1, 1, f.oneSnapshot(restoreSnapshot))},
		{Name: "render", Args: "NAME", About: "build its composition from today's files, and print it", Run: command.OnProject(1, 1, f.oneSnapshot(renderSnapshot))},
		{Name: "pin", Args: "NAME...", About: "protect documents from pruning", Run: command.OnProject(1, command.Many, f.eachSnapshot(pinSnapshot(true)))},
		{Name: "unpin", Args: "NAME...", About: "allow them to be pruned again", Run: command.OnProject(1, command.Many, f.eachSnapshot(pinSnapshot(false)))},
		{Name: "describe", Args: "NAME TEXT", About: "set the description of a document", Run: command.OnProject(2, 2, f.oneSnapshot(describeSnapshot))},
		{Name: "delete", Args: "NAME...", About: "delete documents, and print their names", Run: command.OnProject(1, command.Many, f.eachSnapshot(deleteSnapshot))},
		{Name: "prune", Args: "", About: "list the documents that --older-than and --keep select, and with --yes delete them", Run: command.OnProject(0, 0, f.pruneSnapshots)},
		{Name: "export", Args: "NAME FILE", About: "copy a document to a file, as it was written", Run: command.OnProject(2, 2, f.oneSnapshot(f.exportSnapshot))},
		{Name: "verify", Args: "[NAME...]", About: "check that each document is unchanged since it was written", Run: command.OnProject(0, command.Many, f.verifySnapshots)},
	}, func(c *command.Call) {
		c.Flags.BoolVar(&f.copies, "copies", false, "use the documents that were copied in the window instead of the written ones: every NAME is that of a copy")
		c.Flags.BoolVar(&f.changes, "changes", false, "also show what happened to the files since")
		c.Flags.BoolVar(&f.damaged, "damaged", false, "also show damaged documents")
		c.Flags.BoolVar(&f.stat, "stat", false, "print a line for each part that differs, and no text")
		c.Flags.BoolVar(&f.record, "record", false, "also export the record, with the extension .toml")
		c.Flags.BoolVar(&f.replace, "replace", false, "replace an existing file")
		c.Flags.StringVar(&f.olderThan, "older-than", "", "select documents that are older than `AGE`, e.g. 90d or 12h")
		command.NumberVar(c, &f.keep, "keep", 0, 1, "select documents beyond the `N` newest")
		c.Flags.BoolVar(&f.yes, "yes", false, "delete them")
		c.Only([]string{"list"}, "changes")
		c.Only([]string{"show", "diff"}, "damaged")
		c.Only([]string{"diff"}, "stat")
		c.Only([]string{"export"}, "record", "replace")
		c.Only([]string{"prune"}, "older-than", "keep", "yes")
	})
	c.Details += "\nNAME is acme_007, 7 or latest; for a copied document acme_c007 or c7. A and B can also be now.\n"
	return c
}

// find returns the ids of the named snapshots.
func (f *snapshotFlags) find(p *project.Project, names []string) ([]project.SnapshotID, error) {
	ids := make([]project.SnapshotID, len(names))
	for i, name := range names {
		var err error
		if ids[i], err = p.Snapshots().Find(name, f.copies); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// oneSnapshot runs a command on the snapshot in its first argument.
func (f *snapshotFlags) oneSnapshot(run func(*command.Call, *project.Project, project.SnapshotID) error) func(*command.Call, *project.Project) error {
	return func(c *command.Call, p *project.Project) error {
		ids, err := f.find(p, c.Args[:1])
		if err != nil {
			return err
		}
		return run(c, p, ids[0])
	}
}

// eachSnapshot runs a command on the snapshots in its arguments, after finding all of them.
func (f *snapshotFlags) eachSnapshot(run func(*command.Call, *project.Project, project.SnapshotID) error) func(*command.Call, *project.Project) error {
	return func(c *command.Call, p *project.Project) error {
		ids, err := f.find(p, c.Args)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := run(c, p, id); err != nil {
				return err
			}
		}
		return nil
	}
}

func (f *snapshotFlags) listSnapshots(c *command.Call, p *project.Project) error {
	rows, err := p.Snapshots().Report(c.Ctx, f.copies, f.changes)
	if err != nil {
		return err
	}
	if c.JSON {
		return c.PrintJSON(rows)
	}
	for _, r := range rows {
		if _, err := fmt.Fprintln(c.Stdout, strings.Join(snapshotColumns(r, f.changes), "\t")); err != nil {
			return err
		}
	}
	return nil
}

// snapshotColumns are the columns of a row, with - for empty ones.
func snapshotColumns(r project.SnapshotReport, changes bool) []string {
	dash := func(s string) string {
		if s == "" {
			return "-"
		}
		return text.Escape(s)
	}
	columns := []string{r.Name, r.Time.Format(time.RFC3339), "-", "-", dash(r.Preset)}
	if r.Recorded && r.Damage == "" {
		columns[2], columns[3] = text.Counted(r.Files, "file"), figure(r.Tokens.N, r.Tokens.Exact)+" tokens"
	}
	var marks []string
	for _, mark := range []struct {
		on   bool
		word string
	}{{r.Copied, "copied"}, {r.Pinned, "pinned"}, {!r.Recorded, "no record"}, {r.Damage != "", "damaged"}} {
		if mark.on {
			marks = append(marks, mark.word)
		}
	}
	columns = append(columns, dash(strings.Join(marks, ", ")))
	if changes {
		columns = append(columns, changesInWords(r.Changes))
	}
	return append(columns, dash(r.Description))
}

// changesInWords describes how files have changed since the snapshot.
func changesInWords(r *project.ChangesReport) string {
	if r == nil {
		return "-"
	}
	var parts []string
	for _, part := range []struct {
		n    int
		word string
	}{{len(r.Changed), "changed"}, {len(r.Missing), "gone"}, {len(r.Unknown), "unknown"}} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.word))
		}
	}
	if parts == nil {
		return "unchanged"
	}
	return strings.Join(parts, ", ")
}

// load reads the named snapshot, which must be undamaged unless damaged ones are accepted.
func (f *snapshotFlags) load(c *command.Call, p *project.Project, name string) (project.Sent, error) {
	sent, err := p.Snapshots().LoadNamed(name, f.copies)
	if f.damaged && project.Damaged(err) {
		c.Warn([]aggregate.Warning{{Message: err.Error()}})
		return sent, nil
	}
	return sent, f.orDamaged(err)
}

// orDamaged adds to the error of a damaged snapshot how to view its readable part.
func (f *snapshotFlags) orDamaged(err error) error {
	if !f.damaged && project.Damaged(err) {
		return fmt.Errorf("%w; --damaged shows the readable part", err)
	}
	return err
}

func (f *snapshotFlags) showSnapshot(c *command.Call, p *project.Project) error {
	sent, err := f.load(c, p, c.Args[0])
	if err != nil {
		return err
	}
	if !c.JSON {
		return c.Print(sent.Document)
	}
	return c.PrintJSON(sent.Report())
}

func restoreSnapshot(c *command.Call, p *project.Project, id project.SnapshotID) error {
	comp, kept, err := p.Snapshots().Restore(c.Ctx, id)
	if err != nil {
		return err
	}
	reportDraft(c, kept)
	if comp.Focused {
		c.Warn([]aggregate.Warning{{Message: fmt.Sprintf("%s was the focused variant, which dossier.toml does not store: dossier build --focus %s", id.Name, strings.Join(comp.Focus, " "))}})
	}
	_, err = fmt.Fprintln(c.Stdout, p.File().Path())
	return err
}

func renderSnapshot(c *command.Call, p *project.Project, id project.SnapshotID) error {
	doc, err := p.Snapshots().Render(c.Ctx, id)
	if err != nil {
		return err
	}
	c.Warn(slices.Concat(p.Warnings(), doc.Warnings))
	if !c.JSON {
		return c.Print(doc)
	}
	report := project.ReportDocument(doc, slices.Concat(p.Warnings(), doc.Warnings))
	report.Document = doc.Text()
	return c.PrintJSON(report)
}

func pinSnapshot(on bool) func(*command.Call, *project.Project, project.SnapshotID) error {
	return func(c *command.Call, p *project.Project, id project.SnapshotID) error {
		return p.Snapshots().Pin(c.Ctx, id, on)
	}
}

func describeSnapshot(c *command.Call, p *project.Project, id project.SnapshotID) error {
	return p.Snapshots().Describe(c.Ctx, id, c.Args[1])
}

func deleteSnapshot(c *command.Call, p *project.Project, id project.SnapshotID) error {
	if err := p.Snapshots().Delete(id); err != nil {
		return err
	}
	_, err := fmt.Fprintln(c.Stdout, id.Name)
	return err
}

func (f *snapshotFlags) pruneSnapshots(c *command.Call, p *project.Project) error {
	rule := snapshots.Rule{Keep: f.keep}
	if f.olderThan != "" {
		age, err := ageOf(f.olderThan)
		if err != nil {
			return err
		}
		rule.Before = time.Now().Add(-age)
	}
	if rule == (snapshots.Rule{}) {
		return command.Usagef("prune takes --older-than AGE, --keep N or both")
	}
	gone, err := p.Snapshots().Prune(c.Ctx, f.copies, rule, f.yes)
	for _, name := range gone {
		if _, err := fmt.Fprintln(c.Stdout, name); err != nil {
			return err
		}
	}
	if err == nil && !f.yes && len(gone) > 0 {
		c.Warn([]aggregate.Warning{{Message: fmt.Sprintf("nothing was deleted: --yes deletes %s", text.Counted(len(gone), "snapshot"))}})
	}
	return err
}

// ageOf parses an age: a number of days, or a duration as in [time.ParseDuration].
func ageOf(s string) (time.Duration, error) {
	const day = 24 * time.Hour
	if days, ok := strings.CutSuffix(s, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n > 0 && n <= 100_000 {
			return time.Duration(n) * day, nil
		}
	} else if age, err := time.ParseDuration(s); err == nil && age > 0 {
		return age, nil
	}
	return 0, command.Usagef("--older-than must be an age such as 90d (days) or 12h (hours), not %q", s)
}

func (f *snapshotFlags) exportSnapshot(c *command.Call, p *project.Project, id project.SnapshotID) error {
	target, err := filepath.Abs(c.Args[1])
	if err != nil {
		return fmt.Errorf("export %s: %w", id.Name, err)
	}
	paths, warnings, err := p.Snapshots().Export(c.Ctx, id, target, f.record, f.replace)
	c.Warn(warnings)
	if err != nil {
		return err
	}
	for _, path := range paths {
		if _, err := fmt.Fprintln(c.Stdout, path); err != nil {
			return err
		}
	}
	return nil
}

func (f *snapshotFlags) verifySnapshots(c *command.Call, p *project.Project) error {
	ids, missing := findAll(c.Args, func(name string) (project.SnapshotID, error) { return p.Snapshots().Find(name, f.copies) })
	if len(missing) > 0 && len(ids) == 0 {
		return allBut(c, missing)
	}
	rows, err := p.Snapshots().Verify(c.Ctx, f.copies, ids...)
	if err != nil {
		return err
	}
	damaged := 0
	for _, r := range rows {
		if r.State == project.SnapshotDamaged {
			damaged++
		}
	}
	if c.JSON {
		if err := c.PrintJSON(rows); err != nil {
			return err
		}
	} else {
		for _, r := range rows {
			if r.Damage != "" {
				c.Warn([]aggregate.Warning{{Message: r.Damage}})
			}
			if _, err := fmt.Fprintf(c.Stdout, "%s\t%s\n", r.Name, r.State); err != nil {
				return err
			}
		}
	}
	if damaged > 0 {
		missing = append(missing, fmt.Errorf("damaged: %d of %s", damaged, text.Counted(len(rows), "snapshot")))
	}
	return allBut(c, missing)
}
