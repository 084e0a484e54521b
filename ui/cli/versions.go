package cli

import (
	"fmt"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/ui/cli/command"
	"dossier/ui/project"
)

// now is what a person calls the dossier as it would be built now.
const now = "now"

// versionsReport is what snapshots diff --json prints.
type versionsReport struct {
	Was  string `json:"was"`
	Now  string `json:"now"`
	Same bool   `json:"same"`
	aggregate.Difference
	Unified string `json:"unified,omitempty"` // without --stat
}

func (f *snapshotFlags) diffSnapshots(c *command.Call, p *project.Project) error {
	names := []string{c.Args[0], now}
	if len(c.Args) > 1 {
		names[1] = c.Args[1]
	}
	var docs [2]*aggregate.Document
	for i, name := range names {
		var err error
		if name == now {
			docs[i], err = documentNow(c, p)
		} else {
			var sent project.Sent
			sent, err = f.load(c, p, name)
			docs[i], names[i] = sent.Document, sent.ID.Name
		}
		if err == nil && !docs[i].Tokens.Exact {
			docs[i], err = p.Builder.Count(c.Ctx, docs[i], nil)
		}
		if err != nil {
			return err
		}
	}
	d := aggregate.Compare(docs[0], docs[1])
	if c.JSON {
		report := versionsReport{Was: names[0], Now: names[1], Same: d.Same(), Difference: d}
		if !f.stat {
			report.Unified = d.Unified(names[0], names[1])
		}
		return c.PrintJSON(report)
	}
	out := d.Unified(names[0], names[1])
	if f.stat {
		out = versionsStat(d)
	}
	_, err := fmt.Fprint(c.Stdout, out)
	return err
}

// documentNow builds the dossier as it is now.
func documentNow(c *command.Call, p *project.Project) (*aggregate.Document, error) {
	doc, err := p.Builder.Build(c.Ctx, p.Input(), nil)
	if err != nil {
		return nil, err
	}
	c.Warn(doc.Warnings)
	return doc, nil
}

// versionsStat lists the parts that differ, and the sum.
func versionsStat(d aggregate.Difference) string {
	var out strings.Builder
	for _, s := range d.Sections {
		same := 0
		for _, b := range s.Blocks {
			if !b.Differs() {
				same++
				continue
			}
			fmt.Fprintf(&out, "%s\t%s\n", text.Escape(s.Title), b.InShort())
		}
		if s.State != aggregate.Same && same > 0 {
			fmt.Fprintf(&out, "%s\t%d the same\n", text.Escape(s.Title), same)
		}
	}
	changed, added, removed := d.Count()
	fmt.Fprintf(&out, "%d changed, %d added, %d removed, %+d tokens\n", changed, added, removed, d.Tokens)
	return out.String()
}
