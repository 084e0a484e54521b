package cli

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"dossier/aggregate/text"
	"dossier/ui/project"
)

func screenshotsCommand() command {
	var caption, model string
	// shots runs a verb on the project; with --json the images are listed after it.
	shots := func(least, most int, run func(*call, *project.Project) error) func(*call) error {
		return onProject(least, most, func(c *call, p *project.Project) error {
			c.warn(p.Warnings())
			if err := run(c, p); err != nil || !c.json {
				return err
			}
			return listScreenshots(c, p, model)
		})
	}
	return verbCommand("screenshots", "lists the images of the dossier, adds some, takes some out, orders them, says what they show", []verb{
		{"list", "", "place, path, format, size, bytes, tokens and caption of each", onProject(0, 0, func(c *call, p *project.Project) error {
			c.warn(p.Warnings())
			return listScreenshots(c, p, model)
		})},
		{"add", "PATH...", "adds images, by paths or patterns", shots(1, many, func(c *call, p *project.Project) error {
			added, err := p.Screenshots().Add(c.ctx, c.args, caption)
			if err == nil && added == 0 {
				c.say("nothing was added: they are there already")
			}
			return err
		})},
		{"remove", "PATH...", "takes images out", shots(1, many, func(c *call, p *project.Project) error {
			return p.Screenshots().Remove(c.ctx, c.args)
		})},
		{"move", "PATH PLACE", "puts an image at a place, from 1", checked(checkPlaceNumber, shots(2, 2, func(c *call, p *project.Project) error {
			to, _ := strconv.Atoi(c.args[1])
			return p.Screenshots().Move(c.ctx, c.args[0], to)
		}))},
		{"caption", "PATH TEXT", "says what an image shows; an empty text takes that away", shots(2, 2, func(c *call, p *project.Project) error {
			return p.Screenshots().SetCaption(c.ctx, c.args[0], c.args[1])
		})},
	}, func(c *call) {
		c.flags.StringVar(&caption, "caption", "", "the `TEXT` below each image")
		c.flags.StringVar(&model, "model", "", "tokens of the model with this `ID`")
		c.only([]string{"add"}, "caption")
		c.only([]string{"list"}, "model")
	})
}

// checkPlaceNumber refuses a second argument that is no place of a list.
func checkPlaceNumber(c *call) error {
	if len(c.args) != 2 {
		return nil // which is said of any verb
	}
	if n, err := strconv.Atoi(c.args[1]); err != nil || n < 1 {
		return usagef("%q is no place: the first is 1", c.args[1])
	}
	return nil
}

// listScreenshots prints a row for each image with a tab between columns: its place, path,
// format, size in pixels, bytes, tokens, and caption or what is wrong.
func listScreenshots(c *call, p *project.Project, id string) error {
	model, err := c.model(p, id)
	if err != nil {
		return err
	}
	rows, err := p.Screenshots().Report(c.ctx, model)
	if err != nil {
		return err
	}
	if c.json {
		return c.printJSON(rows)
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
