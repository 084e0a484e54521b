package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/beads"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/cli/command"
	"dossier/ui/project"
)

type beadsFlags struct {
	runBD                             bool
	active, completed, ready, blocked bool
	in, out                           bool
	statuses, types, labels           []string
	priorities                        priorities
	search                            string
}

func beadsCommand() command.Command {
	f := &beadsFlags{}
	return command.Command{
		Name: "beads", Args: "[list|show ID...|in ID...|out ID...]",
		About: "print the beads section; list beads, show them in full, include or exclude them",
		Run:   f.printBeads,
		Flags: func(c *command.Call) {
			c.Flags.BoolVar(&f.active, "active", false, "only beads that are not closed")
			c.Flags.BoolVar(&f.completed, "completed", false, "only beads that are closed")
			c.Flags.BoolVar(&f.ready, "ready", false, "only beads that are ready to be worked on, as in bd ready")
			c.Flags.BoolVar(&f.blocked, "blocked", false, "only blocked beads")
			c.Flags.BoolVar(&f.in, "in", false, "only beads that are in the document")
			c.Flags.BoolVar(&f.out, "out", false, "only excluded beads")
			c.Flags.StringSliceVar(&f.statuses, "status", nil, "only beads with one of these `STATUSES`")
			c.Flags.StringSliceVar(&f.types, "type", nil, "only beads with one of these `TYPES`")
			c.Flags.Var(&f.priorities, "priority", "only beads with one of these `PRIORITIES`, 0 to 4 or P0 to P4")
			c.Flags.StringSliceVar(&f.labels, "label", nil, "only beads with one of these `LABELS`")
			c.Flags.StringVar(&f.search, "search", "", "only beads that contain all `WORDS`")
			runBDFlag(c, &f.runBD)
		},
	}
}

func runBDFlag(c *command.Call, on *bool) {
	c.Flags.BoolVar(on, "run-bd", false, "if no JSONL file contains the beads: run bd list --all --json")
}

// filter returns the filter that the flags describe.
func (f *beadsFlags) filter() (beads.Filter, error) {
	out := beads.Filter{Text: f.search, Statuses: f.statuses, Types: f.types, Priorities: f.priorities, Labels: f.labels}
	switch {
	case f.active && f.completed, f.ready && f.blocked, f.in && f.out:
		return out, command.Usagef("--active and --completed, --ready and --blocked, and --in and --out cannot be combined")
	case f.active:
		out.Class = models.BeadActive
	case f.completed:
		out.Class = models.BeadCompleted
	}
	switch {
	case f.ready:
		out.State = beads.Ready
	case f.blocked:
		out.State = beads.Blocked
	}
	switch {
	case f.in:
		out.Membership = beads.In
	case f.out:
		out.Membership = beads.Out
	}
	return out, nil
}

// priorities is the value of a flag with a list of priorities.
type priorities []int

// Set implements [pflag.Value].
func (p *priorities) Set(s string) error {
	for part := range strings.SplitSeq(s, ",") {
		digits := strings.TrimSpace(part)
		if len(digits) > 1 && (digits[0] == 'P' || digits[0] == 'p') {
			digits = digits[1:]
		}
		n, err := strconv.Atoi(digits)
		if err != nil || n < 0 || n > models.LowestPriority {
			return fmt.Errorf("is 0 to %d, or P0 to P%[1]d, not %q", models.LowestPriority, part)
		}
		*p = append(*p, n)
	}
	return nil
}

// Type implements [pflag.Value].
func (p *priorities) Type() string { return "list" }

// String implements [pflag.Value].
func (p *priorities) String() string { return "" }

// checkWords rejects words of the flags that occur in no bead and are unknown to the tracker's
// program: they are misspelled.
func (f *beadsFlags) checkWords(c *beads.Catalog) error {
	facets := c.Facets()
	for _, one := range []struct {
		flag   string
		wanted []string
		known  []string
		used   []beads.Facet[string]
	}{
		{"status", f.statuses, models.BeadStatuses(), facets.Statuses},
		{"type", f.types, models.BeadTypes(), facets.Types},
		{"label", f.labels, nil, facets.Labels},
	} {
		known := one.known
		for _, facet := range one.used {
			if !slices.Contains(known, facet.Value) {
				known = append(known, facet.Value)
			}
		}
		for _, word := range one.wanted {
			switch {
			case slices.Contains(known, word):
			case len(known) == 0:
				return command.Usagef("--%s %q matches nothing: no bead has any", one.flag, word)
			default:
				return command.Usagef("--%s is %s, not %q", one.flag, text.Escape(command.Alternatives(shortened(known))), word)
			}
		}
	}
	return nil
}

// maxWords is the max number of words listed in a sentence.
const maxWords = 20

// shortened limits words to [maxWords].
func shortened(words []string) []string {
	if len(words) <= maxWords {
		return words
	}
	return append(slices.Clone(words[:maxWords-1]), fmt.Sprintf("one of %d others", len(words)-maxWords+1))
}

func (f *beadsFlags) printBeads(c *command.Call) error {
	filter, err := f.filter()
	if err != nil {
		return err
	}
	what, named := "", c.Args
	if len(named) > 0 {
		what, named = named[0], named[1:]
	}
	switch what {
	case "", "list":
		if len(named) > 0 {
			return command.Usagef("beads %s takes no %q; dossier beads show %s shows a bead", what, named[0], named[0])
		}
	case "show", "in", "out":
		if len(named) == 0 && !filter.Narrows() {
			return command.Usagef("beads %s takes the ids of beads, or flags that select some", what)
		}
	default:
		return command.Usagef("beads has the verbs list, show, in and out, not %q; dossier beads show %s shows a bead", what, what)
	}
	p, err := c.Project()
	if err != nil {
		return err
	}
	defer p.Close()
	if f.runBD {
		if err := runBD(c, p); err != nil {
			return err
		}
	}
	t := p.Beads().Tracker()
	warnings := p.Warnings()
	for _, note := range append(slices.Clone(t.Notes), t.Result.Note()) {
		if note != "" {
			warnings = append(warnings, aggregate.Warning{Message: note})
		}
	}
	c.Warn(warnings)
	var missing *project.NoListError
	if errors.As(t.Err, &missing) {
		return fmt.Errorf("%w, or run bd with --run-bd", t.Err)
	}
	if t.Err != nil {
		return t.Err
	}
	catalog, out, now := t.Catalog(), beads.Excluded(p.Beads().Excluded()), time.Now()
	if err := f.checkWords(catalog); err != nil {
		return err
	}
	chosen, gone := choose(catalog, filter, named, out, now, what == "in")
	switch {
	case len(gone) > 0 && (what != "show" || len(chosen) == 0):
		return allBut(c, gone)
	case what == "in", what == "out":
		return moveBeads(c, p, append(idsOf(catalog, chosen), missingBeads(catalog, named)...), what == "in")
	case c.JSON:
		rows := make([]project.BeadReport, len(chosen))
		for k, i := range chosen {
			rows[k] = project.ReportBead(catalog, i, !out[catalog.Beads[i].ID], now)
		}
		if err := c.PrintJSON(rows); err != nil {
			return err
		}
		return allBut(c, gone)
	case what == "list":
		return listBeads(c, catalog, chosen, out)
	case what == "show":
		if err := showBeads(c, catalog, chosen); err != nil {
			return err
		}
		return allBut(c, gone)
	}
	return printSection(c, catalog, chosen, filter, out)
}

// choose returns the named beads, in the given order, or those that match a filter, and an
// error for each name that is not in the tracker. If goneToo is set, an excluded bead need not
// be in the tracker, because its id may still be in the list.
func choose(c *beads.Catalog, filter beads.Filter, named []string, out map[string]bool, now time.Time, goneToo bool) (chosen []int, gone []error) {
	if len(named) == 0 {
		return c.Select(filter, out, now), nil
	}
	for _, id := range named {
		i, ok := c.Place(id)
		switch {
		case ok:
			chosen = append(chosen, i)
		case !goneToo || !out[id]:
			gone = append(gone, fmt.Errorf("the tracker has no bead %s; dossier beads list lists them", project.Shown(id)))
		}
	}
	return chosen, gone
}

func idsOf(c *beads.Catalog, chosen []int) []string {
	ids := make([]string, len(chosen))
	for k, i := range chosen {
		ids[k] = c.Beads[i].ID
	}
	return ids
}

func missingBeads(c *beads.Catalog, named []string) []string {
	return slices.DeleteFunc(slices.Clone(named), func(id string) bool { _, ok := c.Place(id); return ok })
}

// runBD runs bd to list the beads if there is no file of them. The flag is the user's consent.
func runBD(c *command.Call, p *project.Project) error {
	if !errors.As(p.Beads().Tracker().Err, new(*project.NoListError)) {
		return nil
	}
	request, err := p.Beads().Request()
	if err != nil {
		return err
	}
	c.Infof("running %s", text.Escape(request.Command()))
	return p.Beads().Run(c.Ctx, request)
}

// printSection prints the section of the document for the chosen beads.
func printSection(c *command.Call, catalog *beads.Catalog, chosen []int, filter beads.Filter, out map[string]bool) error {
	var list []models.Bead
	for _, i := range chosen {
		if b := catalog.Beads[i]; filter.Membership == beads.Out || !out[b.ID] {
			list = append(list, b)
		}
	}
	section := aggregate.BeadsText(list)
	if section == "" {
		c.Warn([]aggregate.Warning{{Message: "no bead matches"}})
		return nil
	}
	_, err := io.WriteString(c.Stdout, section)
	return err
}

// listBeads prints a row for each bead with tabs between columns: + if it is in the document or
// -, its id, priority, status, type, whether it is blocked, and its title.
func listBeads(c *command.Call, catalog *beads.Catalog, chosen []int, out map[string]bool) error {
	var all strings.Builder
	for _, i := range chosen {
		b := catalog.Beads[i]
		in, state := "+", "-"
		if out[b.ID] {
			in = "-"
		}
		if catalog.Blocked(i) {
			state = "blocked"
		}
		columns := []string{in, text.Escape(b.ID), fmt.Sprint("P", b.Priority), text.Escape(b.Status), text.Escape(b.Type), state, text.Escape(b.Title)}
		if b.Type == "" {
			columns[4] = "-"
		}
		all.WriteString(strings.Join(columns, "\t") + "\n")
	}
	_, err := io.WriteString(c.Stdout, all.String())
	return err
}

// showBeads prints beads in full.
func showBeads(c *command.Call, catalog *beads.Catalog, chosen []int) error {
	var all strings.Builder
	line := func(label, text string) { fmt.Fprintf(&all, "  %-18s %s\n", label, text) }
	for k, i := range chosen {
		d := catalog.Details(i)
		if k > 0 {
			all.WriteString("\n")
		}
		fmt.Fprintf(&all, "%s: %s\n", text.Escape(d.Bead.ID), text.Escape(d.Bead.Title))
		for _, f := range d.Facts {
			line(f.Label, text.Escape(f.Text))
		}
		for _, l := range d.Relations {
			state := "not in this tracker"
			if l.Known {
				state = text.Escape(l.Status) + ": " + text.Escape(l.Title)
			}
			if l.Kind != "" {
				l.Label += " (" + l.Kind + ")"
			}
			line(text.Escape(l.Label), text.Escape(l.ID)+" "+state)
		}
		for _, t := range d.Texts {
			head := t.Label
			if t.By != "" {
				head += " by " + text.Escape(t.By)
			}
			if !t.At.IsZero() {
				head += ", " + t.At.Local().Format("2006-01-02 15:04")
			}
			fmt.Fprintf(&all, "\n  %s\n", head)
			for part := range strings.Lines(strings.TrimRight(t.Text, "\n")) {
				all.WriteString(strings.TrimRight("    "+text.Escape(strings.TrimRight(part, "\r\n")), " ") + "\n")
			}
		}
	}
	_, err := io.WriteString(c.Stdout, all.String())
	return err
}

// moveBeads includes beads in the project's documents, or excludes them.
func moveBeads(c *command.Call, p *project.Project, ids []string, in bool) error {
	moved, err := p.Beads().Set(c.Ctx, ids, in)
	if err != nil {
		return err
	}
	done := "excludes"
	if in {
		done = "includes"
	}
	message := fmt.Sprintf("%s %s %s", p.File().Path(), done, text.Counted(moved, "bead"))
	if moved == 0 {
		message = "nothing was changed"
	}
	if moved > 0 && p.Input().Composition.ExecutionMode != models.Beads {
		message += `; documents show beads if execution_mode is "beads"`
	}
	c.Warn([]aggregate.Warning{{Message: message}})
	if c.JSON {
		return c.PrintJSON(p.Beads().ReportExcluded())
	}
	return nil
}
