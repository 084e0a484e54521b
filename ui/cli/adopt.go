package cli

import (
	"fmt"

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
	if err := p.Adopt(c.ctx); err != nil {
		return err
	}
	c.warn(p.Warnings())
	_, err = fmt.Fprintln(c.Stdout, presets.ProjectName)
	return err
}
