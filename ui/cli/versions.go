package cli

import (
	"fmt"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/ui/cli/command"
	"dossier/ui/project"
)

func (f *snapshotFlags) diffSnapshots(c *command.Call, p *project.Project) error {
	names := []string{c.Args[0], project.CurrentDocument}
	if len(c.Args) > 1 {
		names[1] = c.Args[1]
	}
	var revisions [2]project.Revision
	for i, name := range names {
		var err error
		revisions[i], err = p.Snapshots().Revision(c.Ctx, name, f.copies, f.damaged)
		if err != nil {
			return f.orDamaged(err)
		}
		c.Warn(revisions[i].Warnings)
	}
	report := project.CompareRevisions(revisions[0], revisions[1], !f.stat)
	if c.JSON {
		return c.PrintJSON(report)
	}
	out := report.Unified
	if f.stat {
		out = versionsStat(report.Difference)
	}
	_, err := fmt.Fprint(c.Stdout, out)
	return err
}

// versionsStat lists the parts that differ, and the total.
func versionsStat(d aggregate.Difference) string {
	var out strings.Builder
	for _, s := range d.Sections {
		same := 0
		for _, b := range s.Blocks {
			if !b.Differs() {
				same++
				continue
			}
			fmt.Fprintf(&out, "%s\t%s\n", text.Escape(s.Title), b.Summary())
		}
		if s.State != aggregate.Same && same > 0 {
			fmt.Fprintf(&out, "%s\t%d the same\n", text.Escape(s.Title), same)
		}
	}
	changed, added, removed := d.Count()
	fmt.Fprintf(&out, "%d changed, %d added, %d removed, %+d tokens\n", changed, added, removed, d.Tokens)
	return out.String()
}
