package cli

import (
	"fmt"
	"strings"

	"dossier/ui/cli/command"
	"dossier/ui/project"
)

func symbolsCommand() command.Command {
	return command.Command{
		Name: "symbols", Args: "FILE",
		About: "print the symbols that a mask can name, with kind and lines",
		Run:   command.OnFile("symbols", symbols),
	}
}

func symbols(c *command.Call, p *project.Project, name string) error {
	item, err := p.Item(c.Ctx, name)
	if err != nil {
		return err
	}
	list, err := p.Symbols(c.Ctx, item)
	if err != nil {
		return fmt.Errorf("symbols of %s: %w", project.Shown(item.Path), err)
	}
	c.Warn(p.Warnings())
	if c.JSON {
		return c.PrintJSON(list)
	}
	for _, s := range list {
		_, err := fmt.Fprintf(c.Stdout, "%s%s\t%s\t%d-%d\t%d\n", strings.Repeat("  ", s.Depth), s.Path, s.Kind, s.StartLine, s.EndLine, s.Tokens)
		if err != nil {
			return err
		}
	}
	return nil
}
