package cli

import (
	"fmt"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/presets"
)

func adoptCommand() command {
	return command{
		name:  "adopt",
		about: "makes a dossier.toml and a dossier_history.toml of a manual_slop.toml, which stays as it is",
		run:   adopt,
	}
}

func adopt(c *call) error {
	if len(c.args) > 0 {
		return usagef("adopt takes no arguments, not %q", c.args[0])
	}
	p, err := c.project()
	if err != nil {
		return err
	}
	defer p.Close()
	if !p.File().Exists() {
		return fmt.Errorf("there is no %s to adopt", presets.ForeignName)
	}
	untranslated, err := p.Adopt(c.ctx)
	if err != nil {
		return err
	}
	warnings := p.Warnings()
	if len(untranslated) > 0 {
		warnings = append(warnings, aggregate.Warning{Message: fmt.Sprintf("no counterpart here, and so a comment in %s: %s", presets.ProjectName, text.Escape(strings.Join(untranslated, ", ")))})
	}
	c.warn(warnings)
	_, err = fmt.Fprintln(c.Stdout, presets.ProjectName)
	return err
}
