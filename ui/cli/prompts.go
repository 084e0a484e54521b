package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/cli/command"
	"dossier/ui/project"
)

type promptFlags struct {
	global  bool
	expand  bool
	hide    bool
	place   int
	content string
}

func promptsCommand() command.Command {
	f := &promptFlags{}
	return command.WithVerbs("prompts", "list and edit stored prompts, and turn them on and off", []command.Verb{
		{Name: "list", Args: "", About: "list the prompts: on or off, scope and first words", Run: command.OnProject(0, 0, f.list)},
		{Name: "show", Args: "NAME", About: "print a prompt as it is stored, or with its variables replaced", Run: command.OnProject(1, 1, f.show)},
		{Name: "add", Args: "NAME", About: "store a prompt; its text is read from standard input or --text", Run: command.OnProject(1, 1, f.add)},
		{Name: "edit", Args: "NAME", About: "replace the text of a prompt, from standard input or --text", Run: command.OnProject(1, 1, f.edit)},
		{Name: "delete", Args: "NAME", About: "delete a prompt; --hide hides a built-in one", Run: command.OnProject(1, 1, f.remove)},
		{Name: "on", Args: "NAME...", About: "include prompts in the instruction, after those that are on", Run: command.OnProject(1, command.Many, f.on)},
		{Name: "off", Args: "[NAME...]", About: "remove prompts from the instruction; without a name, all of them", Run: command.OnProject(0, command.Many, f.off)},
	}, func(c *command.Call) {
		c.Flags.BoolVar(&f.global, "global", false, "use your own prompts, for all projects, instead of the project's")
		c.Flags.StringVar(&f.content, "text", "", "the `TEXT` instead of standard input; it can contain "+variables())
		c.Flags.BoolVar(&f.expand, "expand", false, "replace the variables")
		c.Flags.BoolVar(&f.hide, "hide", false, "hide the prompt instead of deleting it")
		command.NumberVar(c, &f.place, "at", 0, 1, "the `PLACE` among the prompts that are on, from 1, instead of the last")
		c.Only([]string{"add", "edit", "delete"}, "global")
		c.Only([]string{"add", "edit"}, "text")
		c.Only([]string{"show"}, "expand")
		c.Only([]string{"delete"}, "hide")
		c.Only([]string{"on"}, "at")
	})
}

// variables returns a list of the variables of prompts, with braces.
func variables() string {
	names := models.PromptVariables()
	for i, name := range names {
		names[i] = "{{" + name + "}}"
	}
	return strings.Join(names, ", ")
}

func (f *promptFlags) scope() models.PromptScope {
	if f.global {
		return models.UserPrompt
	}
	return models.ProjectPrompt
}

func (f *promptFlags) list(c *command.Call, p *project.Project) error {
	c.Warn(p.Warnings())
	list, warnings := p.ReportPrompts(p.StoredState().Project.Prompts)
	for _, w := range warnings {
		c.Infof("%v", w)
	}
	if c.JSON {
		return c.PrintJSON(list)
	}
	as := p.Redacting(c.Ctx)
	for _, r := range list {
		on := "off"
		if r.On {
			on = "on"
		}
		clean, err := as.Text(c.Ctx, "", r.Text) // before it is cut: the rest of a secret would not be recognized
		if err != nil {
			return err
		}
		first, _, _ := strings.Cut(clean, "\n")
		if _, err := fmt.Fprintf(c.Stdout, "%s\t%s\t%s\t%s\n", on, r.Scope, text.Escape(r.Name), text.Escape(cut(first, 72))); err != nil {
			return err
		}
	}
	return nil
}

// cut shortens a line to at most n runes.
func cut(line string, n int) string {
	if runes := []rune(line); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return line
}

func (f *promptFlags) show(c *command.Call, p *project.Project) error {
	prompt, err := p.Prompts().Find(c.Args[0])
	if err == nil && f.expand {
		prompt, err = p.ExpandedPrompt(c.Ctx, c.Args[0], p.StoredState().Project.Instruction)
	}
	if err != nil {
		return err
	}
	if c.JSON {
		return c.PrintJSON(prompt)
	}
	_, err = fmt.Fprintln(c.Stdout, prompt.Text)
	return err
}

func (f *promptFlags) add(c *command.Call, p *project.Project) error {
	if have, err := p.Prompts().Find(c.Args[0]); err == nil && have.Scope == f.scope() {
		return fmt.Errorf("the prompt %q already exists; dossier prompts edit replaces it", c.Args[0])
	}
	return f.save(c, p)
}

func (f *promptFlags) edit(c *command.Call, p *project.Project) error {
	if _, err := p.Prompts().Find(c.Args[0]); err != nil {
		return err
	}
	return f.save(c, p)
}

// save stores the text in the flags or on standard input.
func (f *promptFlags) save(c *command.Call, p *project.Project) error {
	content := f.content
	if !c.Flags.Changed("text") {
		data, err := io.ReadAll(io.LimitReader(c.Stdin, presets.MaxPromptBytes+1))
		if err != nil {
			return fmt.Errorf("read the prompt from standard input: %w", err)
		}
		content = string(data)
	}
	if strings.TrimSpace(content) == "" {
		return errors.New("the prompt is empty: pass its text with --text, or on standard input")
	}
	return p.Prompts().Save(c.Ctx, f.scope(), c.Args[0], content)
}

func (f *promptFlags) remove(c *command.Call, p *project.Project) error {
	if f.hide {
		if _, err := p.Prompts().Find(c.Args[0]); err != nil {
			return err
		}
		return p.Prompts().Save(c.Ctx, f.scope(), c.Args[0], "")
	}
	err := p.Prompts().Delete(c.Ctx, f.scope(), c.Args[0])
	if have, found := p.Prompts().Find(c.Args[0]); errors.Is(err, presets.ErrNoPrompt) && found == nil && have.Scope == models.BuiltInPrompt {
		return fmt.Errorf("the prompt %q is built in: --hide hides it", c.Args[0])
	}
	return err
}

func (f *promptFlags) on(c *command.Call, p *project.Project) error {
	var names []string // each once
	for _, name := range c.Args {
		if _, err := p.Prompts().Find(name); err != nil {
			return err
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return p.SetPrompts(c.Ctx, func(on []string) []string {
		on = slices.DeleteFunc(on, func(name string) bool { return slices.Contains(names, name) })
		at := len(on)
		if f.place > 0 {
			at = min(f.place-1, len(on))
		}
		return slices.Insert(on, at, names...)
	})
}

func (f *promptFlags) off(c *command.Call, p *project.Project) error {
	for _, name := range c.Args {
		if !slices.Contains(p.StoredState().Project.Prompts, name) {
			return fmt.Errorf("the prompt %q is off already", name)
		}
	}
	return p.SetPrompts(c.Ctx, func(on []string) []string {
		if len(c.Args) == 0 {
			return nil
		}
		return slices.DeleteFunc(on, func(name string) bool { return slices.Contains(c.Args, name) })
	})
}
