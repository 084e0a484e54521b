package cli

import (
	"fmt"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/presets"
	"dossier/ui/cli/command"
)

func adoptCommand() command.Command {
	return command.Command{
		Name:  "adopt",
		About: "converts a manual_slop.toml, which stays as it is, into dossier.toml and dossier_history.toml",
		Run:   adopt,
	}
}

func adopt(c *command.Call) error {
	if len(c.Args) > 0 {
		return command.Usagef("adopt takes no arguments, not %q", c.Args[0])
	}
	p, err := c.Project()
	if err != nil {
		return err
	}
	defer p.Close()
	if !p.File().Exists() {
		return fmt.Errorf("there is no %s to adopt", presets.ForeignName)
	}
	untranslated, err := p.Adopt(c.Ctx)
	if err != nil {
		return err
	}
	warnings := p.Warnings()
	if len(untranslated) > 0 {
		warnings = append(warnings, aggregate.Warning{Message: fmt.Sprintf("no counterpart here, and so a comment in %s: %s", presets.ProjectName, text.Escape(strings.Join(untranslated, ", ")))})
	}
	c.Warn(warnings)
	_, err = fmt.Fprintln(c.Stdout, presets.ProjectName)
	return err
}
