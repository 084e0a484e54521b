package cli

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"dossier/aggregate/text"
	"dossier/ui/cli/command"
	"dossier/ui/project"
)

func screenshotsCommand() command.Command {
	var caption, model string
	// shots runs a verb on the project; with --json it then lists the images.
	shots := func(least, most int, run func(*command.Call, *project.Project) error) func(*command.Call) error {
		return command.OnProject(least, most, func(c *command.Call, p *project.Project) error {
			c.Warn(p.Warnings())
			if err := run(c, p); err != nil || !c.JSON {
				return err
			}
			return listScreenshots(c, p, model)
		})
	}
	return command.WithVerbs("screenshots", "list the images of the document, and add, remove, order or caption them", []command.Verb{
		{Name: "list", Args: "", About: "list place, path, format, size, bytes, tokens and caption of each image", Run: command.OnProject(0, 0, func(c *command.Call, p *project.Project) error {
			c.Warn(p.Warnings())
			return listScreenshots(c, p, model)
		})},
		{Name: "add", Args: "PATH...", About: "add images, by path or pattern", Run: shots(1, command.Many, func(c *command.Call, p *project.Project) error {
			added, err := p.Screenshots().Add(c.Ctx, c.Args, caption)
			if err == nil && added == 0 {
				c.Infof("nothing was added: the images are in the document already")
			}
			return err
		})},
		{Name: "remove", Args: "PATH...", About: "remove images from the document", Run: shots(1, command.Many, func(c *command.Call, p *project.Project) error {
			return p.Screenshots().Remove(c.Ctx, c.Args)
		})},
		{Name: "move", Args: "PATH PLACE", About: "move an image to a place, from 1", Run: command.Checked(checkPlaceNumber, shots(2, 2, func(c *command.Call, p *project.Project) error {
			to, _ := strconv.Atoi(c.Args[1])
			return p.Screenshots().Move(c.Ctx, c.Args[0], to)
		}))},
		{Name: "caption", Args: "PATH TEXT", About: "set the caption of an image; an empty text removes it", Run: shots(2, 2, func(c *command.Call, p *project.Project) error {
			return p.Screenshots().SetCaption(c.Ctx, c.Args[0], c.Args[1])
		})},
	}, func(c *command.Call) {
		c.Flags.StringVar(&caption, "caption", "", "the `TEXT` below each image")
		c.Flags.StringVar(&model, "model", "", "count the tokens for the model `ID`")
		c.Only([]string{"add"}, "caption")
		c.Only([]string{"list"}, "model")
	})
}

// checkPlaceNumber rejects a second argument that is not a position in a list.
func checkPlaceNumber(c *command.Call) error {
	if len(c.Args) != 2 {
		return nil // the number of arguments is checked for every verb
	}
	if n, err := strconv.Atoi(c.Args[1]); err != nil || n < 1 {
		return command.Usagef("%q is not a place: the first is 1", c.Args[1])
	}
	return nil
}

// listScreenshots prints a row for each image with tabs between columns: its path, format, size
// in pixels, bytes, tokens, and caption or problem.
func listScreenshots(c *command.Call, p *project.Project, id string) error {
	model, err := c.Model(p, id)
	if err != nil {
		return err
	}
	rows, err := p.Screenshots().Report(c.Ctx, model)
	if err != nil {
		return err
	}
	if c.JSON {
		return c.PrintJSON(rows)
	}
	var all strings.Builder
	for i, r := range rows {
		last := text.Escape(r.Caption)
		columns := []string{r.Format, fmt.Sprintf("%d×%d", r.Width, r.Height), fmt.Sprint(r.Bytes), fmt.Sprintf("~%d", r.Tokens)}
		if r.Error != "" {
			last, columns = r.Error, []string{"-", "-", "-", "-"}
		}
		fmt.Fprintf(&all, "%d\t%s\t%s\t%s\n", i+1, text.Escape(r.Path), strings.Join(columns, "\t"), last)
	}
	_, err = io.WriteString(c.Stdout, all.String())
	return err
}
