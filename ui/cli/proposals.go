package cli

import (
	"fmt"
	"strings"

	"dossier/aggregate/text"
	"dossier/presets"
	"dossier/ui/cli/command"
	"dossier/ui/project"
	"dossier/ui/project/proposals"
)

func proposalsCommand() command.Command {
	decided := false
	return command.WithVerbs("proposals", "list, apply and drop the proposals of agents (dossier mcp)", []command.Verb{
		{Name: "list", Args: "", About: "list id, time, client, files, tokens and title of each pending proposal", Run: command.OnProject(0, 0, func(c *command.Call, p *project.Project) error {
			return listProposals(c, p, decided)
		})},
		{Name: "show", Args: "ID", About: "print what a proposal changes, and why", Run: command.OnProject(1, 1, showProposal)},
		{Name: "take", Args: "ID [PATH...]", About: "apply a proposal, or only the named rows, to dossier.toml; unsaved work that it replaces is stored as a draft", Run: command.OnProject(1, command.Many, acceptProposal)},
		{Name: "drop", Args: "ID...", About: "drop proposals", Run: command.OnProject(1, command.Many, dropProposals)},
	}, func(c *command.Call) {
		c.Flags.BoolVar(&decided, "all", false, "also list those that were applied or dropped recently")
		c.Only([]string{"list"}, "all")
	})
}

func listProposals(c *command.Call, p *project.Project, decided bool) error {
	c.Warn(p.Warnings())
	all, err := proposals.List(c.Ctx, p)
	if err != nil {
		return err
	}
	list := []proposals.Report{}
	for _, one := range all {
		if decided || one.State == presets.ProposalWaiting {
			list = append(list, one)
		}
	}
	if c.JSON {
		return c.PrintJSON(list)
	}
	for _, one := range list {
		state := string(one.State)
		switch {
		case state != string(presets.ProposalWaiting):
		case one.Fits:
			state = text.Counted(len(one.Rows), "file")
		default:
			state = text.Counted(len(one.Rows), "file") + ", not all can be applied"
		}
		if _, err := fmt.Fprintf(c.Stdout, "%s\t%s\t%s\t%s\t%+d tokens\t%s\n", one.ID, one.Time.Local().Format("2006-01-02 15:04"), text.Escape(one.Client), state, one.After-one.Before, text.Escape(one.Title)); err != nil {
			return err
		}
	}
	return nil
}

func showProposal(c *command.Call, p *project.Project) error {
	one, err := proposals.Find(c.Ctx, p, c.Args[0])
	if err != nil {
		return err
	}
	c.Warn(p.Warnings())
	if c.JSON {
		return c.PrintJSON(one)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%s: %s\nby %s, %s\n", one.ID, text.Escape(one.Title), text.Escape(one.Client), one.State)
	if one.Reason != "" {
		fmt.Fprintf(&out, "%s\n", text.Escape(one.Reason))
	}
	fmt.Fprintf(&out, "%d tokens before, %d after\n", one.Before, one.After)
	for _, row := range one.Rows {
		fmt.Fprintf(&out, "%s\t%s\t%+d\t%s\n", row.Kind, shownAs(row), row.After-row.Before, rowNotes(row.Path, row.Why, row.Problem))
	}
	if i := one.Instruction; i != nil {
		fmt.Fprintf(&out, "%s\tinstruction\t\t%s\n", "changes", rowNotes(i.New, "", i.Problem))
	}
	_, err = fmt.Fprint(c.Stdout, out.String())
	return err
}

// shownAs describes how a row shows its file: the view mode, lines and symbols.
func shownAs(row proposals.RowReport) string {
	if row.New == "" {
		return "-"
	}
	parts := append([]string{string(row.New)}, row.Lines...)
	return text.Escape(strings.Join(append(parts, row.Symbols...), " "))
}

func rowNotes(name, why, problem string) string {
	out := text.Escape(name)
	if why != "" {
		out += "\t" + text.Escape(why)
	}
	if problem != "" {
		out += "\t(" + text.Escape(problem) + ")"
	}
	return out
}

func acceptProposal(c *command.Call, p *project.Project) error {
	kept, err := proposals.Accept(c.Ctx, p, c.Args[0], c.Args[1:]...)
	if err != nil {
		return err
	}
	return reportApplied(c, p, kept)
}

func dropProposals(c *command.Call, p *project.Project) error {
	for _, id := range c.Args {
		if err := proposals.Pending(p, id); err != nil {
			return err
		}
	}
	for _, id := range c.Args {
		if err := proposals.Drop(c.Ctx, p, id); err != nil {
			return err
		}
	}
	return nil
}
