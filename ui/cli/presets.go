package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/cli/command"
	"dossier/ui/project"
	"dossier/ui/project/repair"
)

type presetFlags struct {
	global, project bool
	force           bool
	tokens          bool
	hidden          bool
	accept          bool
	draft           bool
	notes, format   bool
	to              models.Scope
	clash           presets.Clash
	redact          project.Redaction
	description     string
	output          string
}

func presetsCommand() command.Command {
	f := &presetFlags{}
	return command.WithVerbs("presets", "list, apply and save presets: named compositions of the project, or global ones", []command.Verb{
		{Name: "list", Args: "", About: "list scope, name, entries, mark and description of each preset", Run: f.on(0, 0, f.list)},
		{Name: "show", Args: "NAME", About: "print a preset as it is stored", Run: f.on(1, 1, showPreset)},
		{Name: "save", Args: "NAME", About: "save the composition of dossier.toml as a preset", Run: f.on(1, 1, f.save)},
		{Name: "apply", Args: "NAME", About: "make a preset the composition of dossier.toml; unsaved work that it replaces is stored as a draft", Run: command.Checked(f.checkApply, f.on(0, 1, f.apply))},
		{Name: "delete", Args: "NAME", About: "delete a preset", Run: f.change(1, 1, deletePreset)},
		{Name: "rename", Args: "NAME NEW", About: "rename a preset", Run: f.change(2, 2, renamePreset)},
		{Name: "describe", Args: "NAME TEXT", About: "set the description of a preset", Run: f.change(2, 2, describePreset)},
		{Name: "copy", Args: "NAME [NEW]", About: "copy a preset to another name, or --to another scope", Run: f.carry(project.PresetFiles.CopyTo)},
		{Name: "move", Args: "NAME [NEW]", About: "move a preset to another name or scope", Run: f.carry(project.PresetFiles.Move)},
		{Name: "import", Args: "FILE", About: "import the presets of a file; - is standard input", Run: f.on(1, 1, f.importAll)},
		{Name: "export", Args: "[NAME...]", About: "print presets as a file that import can read", Run: command.Checked(f.checkExport, f.on(0, command.Many, f.export))},
		{Name: "check", Args: "[NAME]", About: "list missing files of a preset or of dossier.toml, and where they may be now", Run: f.on(0, 1, f.check)},
		{Name: "diff", Args: "NAME [OTHER]", About: "compare a preset with dossier.toml, or with another preset", Run: f.on(1, 2, f.diff)},
	}, func(c *command.Call) {
		c.Flags.BoolVar(&f.global, "global", false, "use the global presets, which are your own")
		c.Flags.BoolVar(&f.project, "project", false, "use the presets of the project, which is the default of save and import")
		c.Flags.BoolVar(&f.force, "force", false, "replace an existing preset or file")
		c.Flags.BoolVar(&f.tokens, "tokens", false, "count the files and tokens of each preset")
		c.Flags.BoolVar(&f.hidden, "hidden", false, "compare a preset of the project with the global one that it overrides")
		c.Flags.BoolVar(&f.draft, "draft", false, "apply the draft of unsaved work that apply replaced last; takes no name")
		c.Flags.BoolVar(&f.accept, "accept", false, "accept the places that are certain, and list the others")
		command.WordVar(c, &f.to, "to", []models.Scope{models.Global, models.ProjectScope}, "the target `SCOPE`")
		command.WordVar(c, &f.clash, "clash", presets.Clashes(), "`FATE` of presets whose names exist; without it, nothing is imported if one exists")
		c.Flags.StringVar(&f.description, "description", "", "`TEXT` that describes the preset")
		c.Flags.StringVarP(&f.output, "output", "o", "", "write to `FILE` instead of standard output")
		c.Only([]string{"save", "copy", "move", "export"}, "force")
		c.Only([]string{"list"}, "tokens")
		c.Only([]string{"diff"}, "hidden")
		c.Only([]string{"apply"}, "draft")
		c.Only([]string{"check"}, "accept")
		c.Only([]string{"copy", "move"}, "to")
		c.Only([]string{"import"}, "clash")
		c.Flags.BoolVar(&f.notes, "notes", false, "save the excluded notes in the preset; --notes=false removes them from it")
		c.Flags.BoolVar(&f.format, "format", false, "save the format and the text options in the preset; --format=false removes them from it")
		c.Only([]string{"save"}, "description", "notes", "format")
		command.WordVar(c, &f.redact, "redact", project.Redactions(), "redact `SECRETS` in the exported texts; without a value, certain ones")
		c.Flags.Lookup("redact").NoOptDefVal = string(project.RedactCertain)
		c.Only([]string{"export"}, "output", "redact")
	})
}

// scope returns the scope in the flags; empty if there is none.
func (f *presetFlags) scope() (models.Scope, error) {
	switch {
	case f.global && f.project:
		return "", command.Usagef("--global and --project cannot be combined")
	case f.global:
		return models.Global, nil
	case f.project:
		return models.ProjectScope, nil
	}
	return "", nil
}

// on runs a verb that takes from least to most arguments on the project and the scope in the flags.
func (f *presetFlags) on(least, most int, run func(*command.Call, *project.Project, models.Scope) error) func(*command.Call) error {
	return command.Checked(func(c *command.Call) error { _, err := f.scope(); return err }, command.OnProject(least, most, func(c *command.Call, p *project.Project) error {
		scope, _ := f.scope()
		if err := p.StoredState().Understood(); err != nil && scope != models.Global {
			return err
		}
		return run(c, p, scope)
	}))
}

// one returns the reference of the preset to change. A name that exists in both scopes requires a scope.
func one(p *project.Project, scope models.Scope, name string) (project.PresetRef, error) {
	ref, err := p.Presets().Name(scope, name)
	if errors.As(err, new(*project.TwoPresetsError)) {
		err = command.Usagef("%v: choose one with --project or --global", err)
	}
	return ref, err
}

// change changes the preset in the first argument, for a verb that takes from least to most arguments.
func (f *presetFlags) change(least, most int, plan func(*command.Call, project.PresetFiles, project.PresetRef) (project.PresetPlan, error)) func(*command.Call) error {
	return f.on(least, most, func(c *command.Call, p *project.Project, scope models.Scope) error {
		ref, err := one(p, scope, c.Args[0])
		if err != nil {
			return err
		}
		_, _, err = p.Presets().Change(c.Ctx, func(files project.PresetFiles) (project.PresetPlan, error) { return plan(c, files, ref) })
		return err
	})
}

func (f *presetFlags) list(c *command.Call, p *project.Project, scope models.Scope) error {
	c.Warn(p.Warnings())
	rows, err := p.Presets().Report(c.Ctx, scope, f.tokens)
	if err != nil {
		return err
	}
	if c.JSON {
		return c.PrintJSON(rows)
	}
	for _, r := range rows {
		columns := []string{string(r.Scope), text.Escape(r.Name), fmt.Sprint(r.Entries), "-"}
		switch {
		case r.Overrides:
			columns[3] = "overrides"
		case r.Hidden:
			columns[3] = "hidden"
		}
		if r.Tokens != nil {
			columns = append(columns, fmt.Sprint(*r.Files), figure(r.Tokens.N, r.Tokens.Exact))
		}
		about := "-"
		if r.Description != "" {
			about = text.Escape(r.Description)
		}
		if _, err := fmt.Fprintln(c.Stdout, strings.Join(append(columns, about), "\t")); err != nil {
			return err
		}
	}
	return nil
}

func showPreset(c *command.Call, p *project.Project, scope models.Scope) error {
	preset, err := p.Presets().Find(scope, c.Args[0])
	if err != nil {
		return err
	}
	c.Warn(p.Warnings())
	list, err := p.Presets().Printable(c.Ctx, []models.ScopedPreset{preset})
	if err != nil {
		return err
	}
	if c.JSON {
		return c.PrintJSON(project.ReportPreset(list[0]))
	}
	return printExport(c, list)
}

func printExport(c *command.Call, list []models.ScopedPreset) error {
	data, err := project.ExportPresets(list)
	if err != nil {
		return err
	}
	_, err = c.Stdout.Write(data)
	return err
}

func (f *presetFlags) save(c *command.Call, p *project.Project, scope models.Scope) error {
	if scope == "" {
		scope = models.ProjectScope
	}
	ref := project.PresetRef{Scope: scope, Name: c.Args[0]}
	opts := project.SaveOptions{Replace: f.force}
	if c.Flags.Changed("description") {
		opts.Description = &f.description
	}
	if c.Flags.Changed("notes") {
		opts.Notes = &f.notes
	}
	if c.Flags.Changed("format") {
		opts.Format = &f.format
	}
	err := p.Presets().Save(c.Ctx, ref, opts)
	if errors.Is(err, project.ErrPresetExists) {
		return fmt.Errorf("%w; --force replaces it (dossier presets diff shows what would change)", err)
	}
	if err == nil {
		c.Warn(p.Warnings())
	}
	return err
}

func (f *presetFlags) apply(c *command.Call, p *project.Project, scope models.Scope) error {
	if f.draft {
		return applyDraft(c, p)
	}
	preset, err := p.Presets().Find(scope, c.Args[0])
	if err != nil {
		return err
	}
	kept, err := p.Presets().Apply(c.Ctx, preset.Preset)
	if err != nil {
		return err
	}
	if err := reportApplied(c, p, kept); err != nil {
		return err
	}
	if diff, ok := p.Presets().Shadow(preset.Name); ok && preset.Scope == models.ProjectScope && !diff.Same() {
		c.Infof("the project's preset %q was applied; the global preset of this name differs: %s", preset.Name, diffSummary(diff))
	}
	return nil
}

// checkApply rejects a name with --draft, and a call without either.
func (f *presetFlags) checkApply(c *command.Call) error {
	switch {
	case !f.draft:
		return c.CheckArgs(1, 1)
	case len(c.Args) > 0:
		return command.Usagef("presets apply --draft takes no name")
	}
	return nil
}

// applyDraft restores the composition that presets apply has replaced.
func applyDraft(c *command.Call, p *project.Project) error {
	_, kept, err := p.Presets().ApplyDraft(c.Ctx)
	if err != nil {
		return err
	}
	return reportApplied(c, p, kept)
}

// missingShown is the max number of missing entries in a warning.
const missingShown = 5

// reportDraft reports where a replaced composition is stored.
func reportDraft(c *command.Call, kept bool) {
	if kept {
		c.Infof("the previous composition of dossier.toml is in no preset and was stored as a draft: dossier presets apply --draft restores it, and the window lists it among the presets")
	}
}

// reportApplied reports on a new composition: missing files, and where the previous one is stored.
func reportApplied(c *command.Call, p *project.Project, kept bool) error {
	c.Warn(p.Warnings())
	reportDraft(c, kept)
	comp := p.Input().Composition
	list, err := repair.List(c.Ctx, p, comp)
	if err != nil || len(list) == 0 {
		return err
	}
	var names, parts []string
	for _, one := range list {
		if one.Kind == repair.Slice || one.Kind == repair.Symbol {
			parts = append(parts, checkName(one))
		} else {
			names = append(names, checkName(one))
		}
	}
	const way = "dossier presets check lists where they may be"
	if len(names) > 0 {
		c.Infof("missing: %d of %s: %s; %s", len(names), text.Counted(len(comp.Files)+len(comp.Screenshots), "file"), someOf(names), way)
	}
	if len(parts) > 0 {
		c.Infof("no longer in their files: %s; %s", someOf(parts), way)
	}
	return nil
}

func someOf(names []string) string {
	if more := len(names) - missingShown; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:missingShown], ", "), more)
	}
	return strings.Join(names, ", ")
}

func deletePreset(_ *command.Call, files project.PresetFiles, ref project.PresetRef) (project.PresetPlan, error) {
	return files.Delete(ref)
}

func renamePreset(c *command.Call, files project.PresetFiles, ref project.PresetRef) (project.PresetPlan, error) {
	return files.Rename(ref, c.Args[1])
}

func describePreset(c *command.Call, files project.PresetFiles, ref project.PresetRef) (project.PresetPlan, error) {
	return files.Alter(ref, func(p models.Preset) models.Preset { p.Description = c.Args[1]; return p })
}

// carry copies or moves a preset.
func (f *presetFlags) carry(carry func(files project.PresetFiles, ref, to project.PresetRef, replace bool) (project.PresetPlan, error)) func(*command.Call) error {
	return command.Checked(f.checkTarget, f.change(1, 2, func(c *command.Call, files project.PresetFiles, ref project.PresetRef) (project.PresetPlan, error) {
		to := ref
		if f.to != "" {
			to.Scope = f.to
		}
		if len(c.Args) == 2 {
			to.Name = c.Args[1]
		}
		if to == ref {
			return nil, command.Usagef("presets %s needs a new name, or --to another scope: %q already exists in %s", c.Verb.Name, ref.Name, ref.Scope)
		}
		plan, err := carry(files, ref, to, f.force)
		if errors.Is(err, project.ErrPresetExists) {
			err = fmt.Errorf("%w; --force replaces it", err)
		}
		return plan, err
	}))
}

// checkTarget rejects a copy to the preset's own scope, for users who confuse --to with the flag of
// a scope.
func (f *presetFlags) checkTarget(c *command.Call) error {
	if scope, err := f.scope(); err == nil && scope != "" && len(c.Args) == 1 && f.to == "" {
		return command.Usagef("--%s names the current scope of the preset; presets %s %s --to %s sets the new one", scope, c.Verb.Name, project.Shown(c.Args[0]), scope)
	}
	return nil
}

func (f *presetFlags) importAll(c *command.Call, p *project.Project, scope models.Scope) error {
	if scope == "" {
		scope = models.ProjectScope
	}
	clash := f.clash
	offer, err := project.ReadPresets(c.Args[0], c.Stdin)
	if err != nil {
		return err
	}
	for _, problem := range slices.Concat(offer.Problems, offer.Notes) {
		c.Infof("%v", problem)
	}
	if taken := p.Presets().Clashing(scope, offer.Presets); clash == "" && len(taken) > 0 {
		return fmt.Errorf("nothing was imported: other presets have the %s %s; choose --clash skip, replace or keep-both",
			plural(len(taken), "name"), quoted(taken))
	}
	report, err := p.Presets().Import(c.Ctx, scope, offer.Presets, clash)
	if err != nil {
		return err
	}
	if c.JSON {
		return c.PrintJSON(project.NonNil(report))
	}
	for _, t := range report {
		line := string(t.Fate) + "\t" + text.Escape(t.Name)
		if t.Fate == presets.Renamed {
			line += "\t" + text.Escape(t.As)
		}
		if _, err := fmt.Fprintln(c.Stdout, line); err != nil {
			return err
		}
	}
	return nil
}

func plural(n int, what string) string {
	if n == 1 {
		return what
	}
	return what + "s"
}

func quoted(names []string) string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = fmt.Sprintf("%q", name)
	}
	return strings.Join(out, ", ")
}

func (f *presetFlags) export(c *command.Call, p *project.Project, scope models.Scope) error {
	var list []models.ScopedPreset
	for _, name := range c.Args {
		preset, err := p.Presets().Find(scope, name)
		if err != nil {
			return fmt.Errorf("%w (presets export takes names of presets; -o FILE writes them to a file)", err)
		}
		list = append(list, preset)
	}
	if len(c.Args) == 0 {
		list = p.Presets().Applicable()
		if scope != "" {
			list = slices.DeleteFunc(p.Presets().All(), func(one models.ScopedPreset) bool { return one.Scope != scope })
		}
	}
	if len(list) == 0 {
		return errors.New("there is no preset to export")
	}
	c.Warn(p.Warnings())
	list, found, err := p.Presets().Redact(c.Ctx, list, f.redact)
	if err != nil {
		return err
	}
	if f.output == "" {
		if list, err = p.Presets().Printable(c.Ctx, list); err != nil {
			return err
		}
		if err := printExport(c, list); err != nil {
			return err
		}
		if f.redact != "" { // otherwise certain secrets are redacted with the rest of the output
			reportExported(c, found)
		}
		return nil
	}
	path, err := filepath.Abs(f.output)
	if err != nil {
		return err
	}
	err = p.Presets().Export(c.Ctx, list, path, f.force)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s already exists; --force replaces it", project.Shown(f.output))
	}
	if err == nil {
		reportExported(c, found)
	}
	return err
}

// reportExported reports what was done about secrets in the texts of exported presets.
func reportExported(c *command.Call, found project.ExportSecrets) {
	if found.Redacted > 0 {
		c.Infof("%s redacted in the export", text.Counted(found.Redacted, "secret"))
	}
	if found.Certain > 0 {
		c.Infof("%s readable in the export; --redact redacts certain secrets, --redact=all also possible ones", text.Counted(found.Certain, "secret"))
	}
	if found.Possible > 0 {
		c.Infof("%s readable in the export; --redact=all also redacts possible secrets", text.Counted(found.Possible, "possible secret"))
	}
}

// checkExport rejects contradictory flags for redaction.
func (f *presetFlags) checkExport(c *command.Call) error {
	if f.redact != "" && c.Flags.Changed("no-redact") {
		return command.Usagef("--redact and --no-redact cannot be combined")
	}
	return nil
}

func (f *presetFlags) diff(c *command.Call, p *project.Project, scope models.Scope) error {
	preset, err := p.Presets().Find(scope, c.Args[0])
	if err != nil {
		return err
	}
	c.Warn(p.Warnings())
	var diff models.PresetDiff
	switch {
	case f.hidden && len(c.Args) == 2:
		return command.Usagef("presets diff --hidden takes one name")
	case f.hidden:
		var ok bool
		if diff, ok = p.Presets().Shadow(preset.Name); !ok {
			return fmt.Errorf("the preset %q overrides no global preset", preset.Name)
		}
	case len(c.Args) == 2:
		other, err := p.Presets().Find("", c.Args[1])
		if err != nil {
			return err
		}
		diff = models.ComparePresets(preset.Preset, other.Preset)
	default:
		diff = p.Presets().Difference(preset.Preset)
	}
	if c.JSON {
		return c.PrintJSON(diff)
	}
	for _, line := range diffLines(diff) {
		if _, err := fmt.Fprintln(c.Stdout, line); err != nil {
			return err
		}
	}
	return nil
}

// diffLines describes the differences, one per line: added, removed, changed.
func diffLines(d models.PresetDiff) []string {
	var out []string
	change := func(kind string, e models.EntryDiff) {
		settings := make([]string, len(e.Settings))
		for i, s := range e.Settings {
			settings[i] = text.Escape(s.String())
		}
		out = append(out, kind+"~ "+text.Escape(e.Path)+"\t"+strings.Join(settings, ", "))
	}
	for _, it := range d.Added {
		out = append(out, "+ "+text.Escape(it.Path))
	}
	for _, it := range d.Removed {
		out = append(out, "- "+text.Escape(it.Path))
	}
	for _, e := range d.Changed {
		change("", e)
	}
	if d.Moved {
		out = append(out, "~ the entries are in another order")
	}
	for _, path := range d.Screenshots.Added {
		out = append(out, "screenshot + "+text.Escape(path))
	}
	for _, path := range d.Screenshots.Removed {
		out = append(out, "screenshot - "+text.Escape(path))
	}
	for _, e := range d.Screenshots.Changed {
		change("screenshot ", e)
	}
	if d.Screenshots.Moved {
		out = append(out, "~ the screenshots are in another order")
	}
	for _, s := range d.Texts() {
		out = append(out, text.Escape(s.String()))
	}
	return out
}

// diffSummary describes the differences on one line, with at most a few entries.
func diffSummary(d models.PresetDiff) string {
	const shown = 5
	lines := diffLines(d)
	more := ""
	if len(lines) > shown {
		more = fmt.Sprintf(" and %d more", len(lines)-shown)
		lines = lines[:shown]
	}
	return strings.ReplaceAll(strings.Join(lines, ", "), "\t", " ") + more
}
