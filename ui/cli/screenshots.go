package cli

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/ui/project"
)

type screenshotsFlags struct {
	caption string
	model   string
}

func screenshotsCommand() command {
	return command{
		name: "screenshots", args: "[list|add PATH...|remove PATH...|move PATH PLACE|caption PATH TEXT]",
		about: "lists the images of the dossier, adds some, takes some out, orders them, says what they show",
		run:   screenshots,
		flags: func(c *call) {
			c.flags.StringVar(&c.screenshots.caption, "caption", "", "the `TEXT` below each image")
			c.flags.StringVar(&c.screenshots.model, "model", "", "tokens of the model with this `ID`")
			c.only([]string{"add"}, "caption")
			c.only([]string{"list"}, "model")
		},
	}
}

func screenshots(c *call) error {
	what, args := "list", c.args
	if len(args) > 0 {
		what, args = args[0], args[1:]
	}
	place := 0
	switch {
	case what == "list" && len(args) > 0:
		return usagef("screenshots list takes no %q", args[0])
	case (what == "add" || what == "remove") && len(args) == 0:
		return usagef("screenshots %s takes the paths of images", what)
	case what == "move" || what == "caption":
		if len(args) != 2 {
			return usagef("screenshots %s takes a path and %s", what, map[string]string{"move": "its new place, from 1", "caption": "a text"}[what])
		}
		n, err := strconv.Atoi(args[1])
		if what == "move" && (err != nil || n < 1) {
			return usagef("%q is no place: the first is 1", args[1])
		}
		place = n
	case what != "list" && what != "add" && what != "remove":
		return usagef("screenshots knows list, add, remove, move and caption, not %q", what)
	}
	if err := c.checkFlags("screenshots", what); err != nil {
		return err
	}
	p, err := c.project()
	if err != nil {
		return err
	}
	defer p.Close()
	c.warn(p.Warnings())
	switch what {
	case "add":
		added, err := p.AddScreenshots(c.ctx, args, c.screenshots.caption)
		if err != nil {
			return err
		}
		if added == 0 {
			c.warn([]aggregate.Warning{{Message: "nothing was added: they are there already"}})
		}
	case "remove":
		err = p.RemoveScreenshots(c.ctx, args)
	case "move":
		err = p.MoveScreenshot(c.ctx, args[0], place)
	case "caption":
		err = p.SetCaption(c.ctx, args[0], args[1])
	}
	if err != nil || what != "list" && !c.json {
		return err
	}
	return c.listScreenshots(p)
}

// screenshotReport is a row of what screenshots --json prints.
type screenshotReport struct {
	Path     string `json:"path"`
	Caption  string `json:"caption"`
	Format   string `json:"format"`
	Width    int    `json:"width"`
	Height   int    `json:"height"`
	Bytes    int64  `json:"bytes"`
	Animated bool   `json:"animated"`
	Misnamed bool   `json:"misnamed"` // the name says another format
	Tokens   int    `json:"tokens"`   // an estimate
	Error    string `json:"error"`
}

// listScreenshots prints a row for each image with a tab between columns: its place, path,
// format, size in pixels, bytes, tokens, and caption or what is wrong.
func (c *call) listScreenshots(p *project.Project) error {
	model, err := c.model(p, c.screenshots.model)
	if err != nil {
		return err
	}
	rows, err := p.Screenshots(c.ctx)
	if err != nil {
		return err
	}
	reports := make([]screenshotReport, len(rows))
	var all strings.Builder
	for i, row := range rows {
		r := screenshotReport{
			Path: row.Path, Caption: row.Caption, Format: string(row.Info.Format), Width: row.Info.Width, Height: row.Info.Height,
			Bytes: row.Info.Bytes, Animated: row.Info.Animated, Misnamed: row.Misnamed(), Tokens: row.Cost(model).N,
		}
		last := text.Escape(row.Caption)
		columns := []string{r.Format, fmt.Sprintf("%d×%d", r.Width, r.Height), fmt.Sprint(r.Bytes), fmt.Sprintf("~%d", r.Tokens)}
		if row.Err != nil {
			r.Error = row.Err.Error()
			last, columns = r.Error, []string{"-", "-", "-", "-"}
		}
		reports[i] = r
		fmt.Fprintf(&all, "%d\t%s\t%s\t%s\n", i+1, text.Escape(row.Path), strings.Join(columns, "\t"), last)
	}
	if c.json {
		return c.printJSON(reports)
	}
	_, err = io.WriteString(c.Stdout, all.String())
	return err
}
