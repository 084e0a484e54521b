package cli

import (
	"fmt"
	"slices"
	"strings"

	"dossier/aggregate/smartcontext"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/cli/command"
	"dossier/ui/project"
	"dossier/ui/project/dependencies"
)

// linkFlags are the flags of links.
type linkFlags struct {
	context   string
	items     []string
	excluded  []string
	force     bool
	depth     int
	inlinks   bool
	headings  []string
	each, all int
	templates string
}

// maxTemplates is the max size of a file of templates in bytes.
const maxTemplates = 1 << 20

func linksCommand() command.Command {
	f := &linkFlags{}
	gathered := func(print func(*command.Call, smartcontext.Snapshot, models.LinkOptions) error) func(*command.Call) error {
		return command.Checked(f.check, command.OnProject(0, 0, func(c *command.Call, p *project.Project) error {
			s, opts, err := f.gather(c, p)
			if err != nil {
				return err
			}
			return print(c, s, opts)
		}))
	}
	verbs := []command.Verb{
		{Name: "snapshot", Args: "", About: "print the notes of each depth, and those that are missing or were skipped", Run: gathered(printSnapshot)},
		{Name: "compile", Args: "", About: "print the found files as one text, with templates and limits", Run: gathered(printCompiled)},
		{Name: "add", Args: "", About: "add each found file to dossier.toml", Run: command.Checked(f.check, command.OnProject(0, 0, f.addLinked))},
	}
	return command.WithVerbs("links", "follow the links of notes, or the imports of code, to a depth; save starting points as smart contexts", slices.Concat(verbs, contextVerbs(f), useVerbs(f)), func(c *command.Call) {
		c.Flags.StringArrayVar(&f.items, "item", nil, "start from `PATH`, a file, a folder or a pattern; may be repeated")
		c.Flags.StringVar(&f.context, "context", "", "start from the items of the smart context `NAME` in dossier.toml, with its options")
		command.NumberVar(c, &f.depth, "depth", 0, 0, fmt.Sprintf("follow links `N` steps, at most %d; imports 1 to %d steps, default 1", models.MaxLinkDepth, dependencies.MaxDepth))
		c.Flags.BoolVar(&f.inlinks, "inlinks", false, "also include notes that link to an item")
		c.Flags.StringArrayVar(&f.headings, "exclude-heading", nil, "exclude sections whose heading matches `PATTERN`; may be repeated")
		command.NumberVar(c, &f.each, "max-len", 0, 0, "include at most `N` characters of each item with its templates; 0 is no limit")
		command.NumberVar(c, &f.all, "total-max-len", 0, 0, "include at most `N` characters of all items together; 0 is no limit")
		c.Flags.StringVar(&f.templates, "templates", "", "read templates by depth from the JSON `FILE`: {\"-1\": {\"before\": \"\", \"after\": \"\"}, \"0\": …}")
		c.Flags.StringArrayVar(&f.excluded, "exclude", nil, "exclude `PATH`, a file, a folder or a pattern, wherever it is named or linked to; may be repeated")
		c.Flags.BoolVar(&f.force, "force", false, "change an existing smart context; options that are not given are preserved")
		c.Only([]string{"snapshot", "compile", "save"}, "max-len", "total-max-len", "templates")
		c.Only([]string{"snapshot", "compile", "add", "save"}, "item", "exclude", "inlinks", "exclude-heading")
		c.Only([]string{"snapshot", "compile", "add", "save", "uses", "usedby"}, "depth")
		c.Only([]string{"snapshot", "compile", "add"}, "context")
		c.Only([]string{"save"}, "force")
	})
}

// check rejects a call without items to start from.
func (f *linkFlags) check(c *command.Call) error {
	if len(f.items) == 0 && f.context == "" {
		return command.Usagef("there is no starting point; name a file or folder with --item, or a smart context with --context")
	}
	return f.checkItems(c)
}

// named returns the items in the flags.
func (f *linkFlags) named(p *project.Project) []models.ContextItem {
	out := p.Links().Chosen(f.items...)
	for _, item := range p.Links().Chosen(f.excluded...) {
		out = append(out, models.ContextItem{Path: item.Path, Off: true})
	}
	return out
}

// options returns the options in the flags.
func (f *linkFlags) options(c *command.Call) (models.LinkOptions, error) {
	var o models.LinkOptions
	given := func(name string) bool { return c.Flags.Changed(name) }
	if given("depth") {
		o.LinkDepth = &f.depth
	}
	if given("inlinks") {
		o.Inlinks = &f.inlinks
	}
	if given("exclude-heading") {
		o.ExcludedHeadings = f.headings
	}
	if given("max-len") {
		o.MaxLen = &f.each
	}
	if given("total-max-len") {
		o.TotalMaxLen = &f.all
	}
	if given("templates") {
		data, err := readText(c, f.templates, maxTemplates)
		if err != nil {
			return o, err
		}
		if o.Templates, err = models.ParseLinkTemplates([]byte(data)); err != nil {
			return o, fmt.Errorf("read the templates in %s: %w", textName(f.templates), err)
		}
	}
	return o, nil
}

// gather creates the snapshot that the flags describe.
func (f *linkFlags) gather(c *command.Call, p *project.Project) (smartcontext.Snapshot, models.LinkOptions, error) {
	call, err := f.options(c)
	if err != nil {
		return smartcontext.Snapshot{}, call, err
	}
	l := p.Links()
	var chosen models.SmartContext
	if f.context != "" {
		if chosen, err = l.Context(f.context); err != nil {
			return smartcontext.Snapshot{}, call, err
		}
	}
	opts := l.Options(chosen.Options, call)
	items := slices.Concat(chosen.Items, f.named(p))
	s, warnings, err := l.Gather(c.Ctx, items, opts)
	if err != nil {
		return s, opts, err
	}
	c.Warn(p.Warnings())
	c.Warn(warnings)
	if len(s.Depths[0].Items) == 0 {
		err = errNothingRead
	}
	return s, opts, err
}

// printSnapshot prints a line for each item: depth, path, characters, the number of omitted ones,
// and the result of compile by its limits, which JSON has in its lists.
func printSnapshot(c *command.Call, s smartcontext.Snapshot, opts models.LinkOptions) error {
	_, stats := smartcontext.Parts(s, opts)
	if c.JSON {
		s.Truncated, s.Skipped = stats.Truncated, stats.Skipped
		return c.PrintJSON(s)
	}
	fate := map[string]string{}
	for _, p := range stats.Truncated {
		fate[p] = "\tcut to fit"
	}
	for _, p := range stats.Unfit(s) {
		fate[p] = "\ttemplates do not fit"
	}
	for _, d := range s.Depths {
		for _, item := range d.Items {
			line := fmt.Sprintf("%d\t%s\t%d", d.Depth, text.Escape(item.Path), item.CharCount)
			if item.ExcludedCount > 0 {
				line += fmt.Sprintf("\t%d excluded", item.ExcludedCount)
			}
			if _, err := fmt.Fprintln(c.Stdout, line+fate[item.Path]); err != nil {
				return err
			}
		}
	}
	return nil
}

// printCompiled prints the text.
func printCompiled(c *command.Call, s smartcontext.Snapshot, opts models.LinkOptions) error {
	compiled := smartcontext.Compile(s, opts)
	if c.JSON {
		return c.PrintJSON(compiled)
	}
	cut := compiled.Stats.Truncated
	if len(cut) > 0 {
		c.Infof("cut to fit: %s", shownList(cut))
	}
	if left := compiled.Stats.Unfit(s); len(left) > 0 {
		c.Infof("excluded, because their templates do not fit: %s", shownList(left))
	}
	_, err := fmt.Fprintln(c.Stdout, compiled.Context)
	return err
}

// shownList formats paths for a message.
func shownList(paths []string) string {
	shown := make([]string, len(paths))
	for i, p := range paths {
		shown[i] = project.Shown(p)
	}
	return strings.Join(shown, ", ")
}
