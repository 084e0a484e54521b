package cli

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/cli/command"
	"dossier/ui/project"
	"dossier/ui/project/repair"
)

// errMissing is the result of a check with missing files; the list describes them.
var errMissing = errors.New("files are missing; --accept uses the places that are certain")

// check lists the missing files of a preset, or of dossier.toml without a name, with candidates.
func (f *presetFlags) check(c *command.Call, p *project.Project, scope models.Scope) error {
	comp, ref := p.Input().Composition, project.PresetRef{}
	if len(c.Args) == 1 {
		preset, err := p.Presets().Find(scope, c.Args[0])
		if err != nil {
			return err
		}
		comp, ref = preset.Apply(comp), project.PresetRef{Scope: preset.Scope, Name: preset.Name}
		if f.accept {
			if ref, err = one(p, scope, preset.Name); err != nil {
				return err
			}
		}
	}
	var report repair.Report
	var err error
	if f.accept {
		report, err = repair.ReportAccepted(c.Ctx, p, ref)
	} else {
		report, err = repair.ReportOf(c.Ctx, p, comp)
	}
	if err != nil {
		return err
	}
	if c.JSON {
		err = c.PrintJSON(report)
	} else {
		err = printCheck(c.Stdout, report)
	}
	if err == nil && len(report.Missing) > 0 {
		return errMissing
	}
	return err
}

// printCheck prints a line for each missing item: its kind, its name, the best candidate and why;
// certain ones are marked.
func printCheck(out io.Writer, report repair.Report) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, one := range report.Accepted {
		fmt.Fprintf(w, "accepted\t%s\t%s\n", checkName(one), checkPlace(one))
	}
	for _, one := range report.Missing {
		fmt.Fprintf(w, "%s\t%s\t%s\n", one.Kind, checkName(one), checkPlace(one))
	}
	return w.Flush()
}

func checkName(one repair.Item) string {
	name := text.Escape(one.Path)
	switch one.Kind {
	case repair.Slice:
		return fmt.Sprintf("%s:%s", name, linesOf(one.Slice))
	case repair.Symbol:
		return name + " " + text.Escape(one.Symbol)
	}
	return name
}

func linesOf(s models.Slice) string { return fmt.Sprintf("%d-%d", s.StartLine, s.EndLine) }

func checkPlace(one repair.Item) string {
	if len(one.Places) == 0 {
		return "no place found"
	}
	p := one.Places[0]
	place := text.Escape(p.Path)
	switch {
	case p.Start > 0:
		place += fmt.Sprintf(":%d-%d", p.Start, p.End)
	case p.Symbol != "":
		place += " " + text.Escape(p.Symbol)
	}
	why := string(p.Why)
	if percent, ok := one.Alike(p); ok {
		why += fmt.Sprintf(", %d %%", percent)
	}
	if p.Certain {
		why += ", certain"
	}
	return fmt.Sprintf("-> %s (%s)", place, why)
}
