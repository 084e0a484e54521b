package cli

import (
	"fmt"
	"strings"

	"dossier/ui/project"
)

func symbolsCommand() command {
	return command{
		name: "symbols", args: "FILE",
		about: "prints the symbols that a mask can name, with kind and lines",
		run:   onFile("symbols", symbols),
	}
}

func symbols(c *call, p *project.Project, name string) error {
	item, err := p.Item(c.ctx, name)
	if err != nil {
		return err
	}
	list, err := p.Symbols(c.ctx, item)
	if err != nil {
		return fmt.Errorf("symbols of %s: %w", project.Shown(item.Path), err)
	}
	c.warn(p.Warnings())
	if c.json {
		return c.printJSON(list)
	}
	for _, s := range list {
		_, err := fmt.Fprintf(c.Stdout, "%s%s\t%s\t%d-%d\t%d\n", strings.Repeat("  ", s.Depth), s.Path, s.Kind, s.StartLine, s.EndLine, s.Tokens)
		if err != nil {
			return err
		}
	}
	return nil
}
