package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/format"
	"dossier/aggregate/git/change"
	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/ui/cli/command"
	"dossier/ui/project"
)

type buildFlags struct {
	stdout, noHistory, estimate bool
	runBD                       bool
	strategy                    models.Strategy
	format                      string
	preset                      string
	changesSince                string
	onlyChanges                 bool
	git                         string
	gitAs                       models.GitView
	gitLog                      int
	focus                       []string
	noScan                      bool
	redact                      redactFlags
}

// redactFlags say what of the secrets is shown.
type redactFlags struct {
	off   bool
	files []string
}

func (r *redactFlags) define(c *command.Call) {
	c.Flags.BoolVar(&r.off, "no-redact", false, "show what looks secret, and files whose names are")
	c.Flags.StringArrayVar(&r.files, "include-sensitive", nil, "show the file `PATH` although its name is that of a file with secrets; what is certain in it is still redacted")
}

// apply makes the flags part of what is built.
func (r redactFlags) apply(c *command.Call, p *project.Project, in *aggregate.Input) {
	if in.Secrets.Off = r.off; r.off {
		c.ShowSecrets()
	}
	for _, name := range r.files {
		if local, ok := p.Local(name); ok {
			name = local
		}
		in.Secrets.Show = append(in.Secrets.Show, name)
	}
}

func buildCommand() command.Command {
	f := &buildFlags{}
	return command.Command{
		Name:  "build",
		About: "runs the pipeline and prints the path of the dossier written",
		Run:   f.build,
		Flags: func(c *command.Call) {
			c.Flags.BoolVar(&f.stdout, "stdout", false, "print the document and write nothing")
			command.WordVar(c, &f.strategy, "strategy", models.Strategies(), "`STRATEGY` instead of the project's")
			c.Flags.StringVar(&f.format, "format", "", "the document in `FORMAT` instead of the project's: "+format.Names())
			c.Flags.StringVar(&f.preset, "preset", "", "build the preset `NAME` instead of the project's files")
			c.Flags.StringArrayVar(&f.focus, "focus", nil, "the focused variant (Tier 3): show `PATH` in full; further paths may follow")
			c.Flags.BoolVar(&f.noHistory, "no-history", false, "leave the discussion out")
			c.Flags.StringVar(&f.changesSince, "changes-since", "", "with a section of what has changed since the snapshot `NAME`: acme_007, 7 or latest; acme_c007, c7 or copied/latest of what was copied in the window")
			c.Flags.BoolVar(&f.onlyChanges, "only-changes", false, "with --changes-since: leave out the files, screenshots and beads")
			c.Flags.StringVar(&f.git, "git", "", "with the changes of a git `RANGE` instead of the project's: "+change.Ranges)
			command.WordVar(c, &f.gitAs, "git-as", models.GitViews(), "changed files `AS`")
			command.NumberVar(c, &f.gitLog, "git-log", noLimit, 0, "with the newest `N` commits instead of the project's choice; 0 is none")
			runBDFlag(c, &f.runBD)
			f.redact.define(c)
			c.Flags.BoolVar(&f.noScan, "no-scan", false, "do not look for secrets at all: faster, and nothing is redacted, withheld or told")
			c.Flags.BoolVar(&f.estimate, "estimate", false, "with --json: estimate tokens where they are not known")
		},
	}
}

// countedAtOnce is how large a dossier may be, in bytes, to be counted for its record
// without being asked to: a few hundredths of a second.
const countedAtOnce = 256 << 10

func (f *buildFlags) build(c *command.Call) error {
	if len(c.Args) > 0 && len(f.focus) == 0 {
		return command.Usagef("build takes no arguments, not %q (--focus PATH names files in focus)", c.Args[0])
	}
	if f.onlyChanges && f.changesSince == "" {
		return command.Usagef("--only-changes goes with --changes-since NAME")
	}
	p, err := c.Project()
	if err != nil {
		return err
	}
	defer p.Close()
	in, err := f.input(c, p)
	if err == nil && !f.stdout {
		err = p.OutputProblem()
	}
	if err != nil {
		return err
	}
	if f.runBD && in.Composition.ExecutionMode == models.Beads {
		if err := askBD(c, p); err != nil {
			return err
		}
	}
	if f.changesSince != "" {
		if in.Composition.Changes, err = p.Snapshots().ChangesSince(f.changesSince, f.onlyChanges); err != nil {
			return err
		}
	}
	p.Builder.Uncounted = f.stdout && !c.JSON
	p.Builder.SetRoot(p.Builder.Root.InBulk())
	doc, err := p.Builder.Build(c.Ctx, in, nil)
	if err != nil {
		return err
	}
	if c.JSON && !f.estimate || !f.stdout && !f.estimate && doc.Bytes <= countedAtOnce {
		if doc, err = p.Builder.Count(c.Ctx, doc, nil); err != nil {
			return err
		}
	}
	warnings := slices.Concat(p.Warnings(), doc.Warnings, project.Unfocused(in.Composition, doc))
	c.Warn(warnings)
	var output, said string
	switch {
	case doc.Bytes == 0 && c.JSON && len(doc.Items) > 0: // they are only listed
	case doc.Bytes == 0:
		return f.nothing(p, in.Composition)
	case f.stdout && c.JSON:
		said = doc.Text()
		c.Pass(said)
	case f.stdout:
		return c.Print(doc)
	default:
		if output, _, err = p.Snapshots().Write(doc, in, f.presetRef(p)); err != nil {
			return err
		}
	}
	if !c.JSON {
		_, err = fmt.Fprintln(c.Stdout, output)
		return err
	}
	report := project.ReportDocument(doc, warnings)
	if report.Output, report.Document = output, said; output != "" {
		report.Record = project.RecordName(output)
	}
	return c.PrintJSON(report)
}

// presetRef names the preset that is built.
func (f *buildFlags) presetRef(p *project.Project) project.PresetRef {
	if preset, err := p.Presets().Find("", f.preset); f.preset != "" && err == nil {
		return project.PresetRef{Scope: preset.Scope, Name: preset.Name}
	}
	return project.PresetRef{}
}

// nothing says why there is no document, and the way to one.
func (f *buildFlags) nothing(p *project.Project, comp models.Composition) error {
	where := p.File().Path()
	if name := f.preset; name != "" {
		where = "the preset " + project.Shown(name)
	}
	if c := comp.Changes; c.Only {
		return fmt.Errorf("nothing to build: nothing has changed since %s", project.Shown(c.Since))
	}
	if len(comp.Files) > 0 {
		return fmt.Errorf("nothing to build: what %s names is only listed (auto_aggregate = false) or never part of a dossier", where)
	}
	return fmt.Errorf(`nothing to build: %s names no files; add some there, as in items = ["README.md", "src"] below [files], or tick them in the window`, where)
}

// input returns what is to be built: what the project puts together, changed by the
// flags.
func (f *buildFlags) input(c *command.Call, p *project.Project) (aggregate.Input, error) {
	in := p.Input()
	if err := p.Kept().Understood(); err != nil {
		return in, err
	}
	if f.preset != "" {
		preset, err := p.Presets().Find("", f.preset)
		if err != nil {
			return in, err
		}
		in.Composition = preset.Apply(in.Composition)
	}
	if f.format != "" {
		if _, ok := format.Find(f.format); !ok {
			return in, command.Usagef("there is no format %q; the formats are %s", f.format, format.Names())
		}
		in.Composition.Format = f.format
	}
	if f.strategy != "" {
		in.Composition.Strategy = f.strategy
	}
	if f.git != "" {
		rng, err := change.ParseRange(f.git)
		if err != nil {
			return in, command.Usagef("--git: %v", err)
		}
		in.Composition.Git.Range = rng.String()
	}
	if f.gitAs != "" {
		in.Composition.Git.As = f.gitAs
	}
	if f.gitLog != noLimit {
		in.Composition.Git.Log = f.gitLog
	}
	for _, name := range slices.Concat(f.focus, c.Args) {
		in.Composition.Focused = true
		in.Composition.Focus = append(in.Composition.Focus, within(p, name))
	}
	in.NoHistory = f.noHistory
	f.redact.apply(c, p, &in)
	if f.noScan {
		in.Secrets.Off, in.Secrets.Blind = true, true
		c.Unchecked()
		c.Say("--no-scan: nobody has looked for secrets, so that whoever reads this reads all that are in it")
	}
	return in, nil
}

// within returns an absolute path inside the project as the project calls it; others stay
// as they are, for a base name or the end of a path names files too.
func within(p *project.Project, name string) string {
	if local, ok := p.Local(name); ok && filepath.IsAbs(name) {
		return local
	}
	return name
}

type viewFlags struct {
	mode   models.ViewMode
	redact redactFlags
}

func viewCommand() command.Command {
	f := &viewFlags{}
	return command.Command{
		Name: "view", Args: "FILE",
		About: "prints one file as a view mode shows it",
		Run:   command.OnFile("view", f.view),
		Flags: func(c *command.Call) {
			command.WordVar(c, &f.mode, "mode", models.ViewModes(), "view `MODE` instead of the project's")
			f.redact.define(c)
		},
	}
}

func (f *viewFlags) view(c *command.Call, p *project.Project, name string) error {
	item, err := p.Item(c.Ctx, name)
	if err != nil {
		return err
	}
	if f.mode != "" {
		item.ViewMode, item.ForceFull, item.AutoAggregate = f.mode, false, true
	}
	in := p.Input()
	f.redact.apply(c, p, &in)
	got, found, err := p.Builder.Redacted(c.Ctx, in, item)
	if errors.As(err, new(*aggregate.WithheldError)) {
		return fmt.Errorf("%w; --include-sensitive %s shows it", err, project.Shown(item.Path))
	}
	if err != nil {
		return fmt.Errorf("view %s: %w", project.Shown(item.Path), err)
	}
	warnings := append(p.Warnings(), found.Warnings()...)
	for _, note := range got.Notes {
		warnings = append(warnings, aggregate.Warning{Path: item.Path, Message: note})
	}
	c.Warn(warnings)
	if c.JSON {
		c.Pass(got.Text)
		return c.PrintJSON(got)
	}
	text := got.Text
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return c.Print(strings.NewReader(text))
}

func explainCommand() command.Command {
	return command.Command{
		Name: "explain", Args: "PATH...",
		About: "says why a path is or is not in the tree",
		Run:   explain,
	}
}

func explain(c *command.Call) error {
	if len(c.Args) == 0 || slices.Contains(c.Args, "") {
		return command.Usagef("explain takes at least one path, and none that is empty")
	}
	p, err := c.Project()
	if err != nil {
		return err
	}
	defer p.Close()
	answers := make([]project.Explanation, 0, len(c.Args))
	for _, arg := range c.Args {
		answer, err := p.Explain(c.Ctx, arg)
		if err != nil {
			return err
		}
		answers = append(answers, answer)
	}
	c.Warn(p.Warnings())
	if c.JSON {
		return c.PrintJSON(answers)
	}
	for _, a := range answers {
		if _, err := fmt.Fprintln(c.Stdout, a); err != nil {
			return err
		}
	}
	return nil
}

func tokensCommand() command.Command {
	var model, measured string
	return command.Command{
		Name: "tokens", Args: "[FILE...]",
		About: "counts the tokens of files, or of the document by section",
		Run:   func(c *command.Call) error { return countTokens(c, model, measured) },
		Flags: func(c *command.Call) {
			c.Flags.StringVar(&model, "model", tokens.Models()[0].ID, "count for the model `ID` of the model menu")
			c.Flags.StringVar(&measured, "calibrate", "", "print the factor, and its error, to the counts of files in the JSON `FILE`, an object of numbers by path")
		},
	}
}

// tokenReport is one row of what tokens --json prints.
type tokenReport struct {
	Path   string `json:"path,omitempty"`
	Name   string `json:"section,omitempty"`
	Tokens int    `json:"tokens"`
	Exact  bool   `json:"exact"`
}

func countTokens(c *command.Call, modelID, measured string) error {
	if measured != "" && len(c.Args) > 0 {
		return command.Usagef("tokens --calibrate takes the names of files from its own file")
	}
	if slices.Contains(c.Args, "") {
		return command.Usagef("tokens takes names of files, none of which is empty")
	}
	p, err := c.Project()
	if err != nil {
		return err
	}
	defer p.Close()
	if err := p.Kept().Understood(); err != nil && len(c.Args) == 0 {
		return err
	}
	model, err := c.Model(p, modelID)
	if err != nil {
		return err
	}
	if measured != "" {
		return calibrate(c, p, measured)
	}
	rows := []tokenReport{}
	total := aggregate.Count{Exact: true}
	if len(c.Args) == 0 {
		doc, err := p.Builder.Build(c.Ctx, p.Input(), nil)
		if err != nil {
			return err
		}
		if doc, err = p.Builder.Count(c.Ctx, doc, nil); err != nil {
			return err
		}
		c.Warn(slices.Concat(p.Warnings(), doc.Warnings))
		for _, s := range doc.Sections {
			n := project.Scaled(s.Tokens, model)
			rows = append(rows, tokenReport{Name: s.Title, Tokens: n.N, Exact: n.Exact})
		}
		total = project.Scaled(doc.Tokens, model)
	}
	var failed []error
	for _, arg := range c.Args {
		n, err := p.CountFile(c.Ctx, arg)
		if c.Ctx.Err() != nil {
			return c.Ctx.Err()
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("count %s: %w", project.Shown(arg), err))
			continue
		}
		n = project.Scaled(n, model)
		total = total.Add(n)
		rows = append(rows, tokenReport{Path: arg, Tokens: n.N, Exact: n.Exact})
	}
	if len(rows) > 0 || len(failed) == 0 {
		if err := printCounts(c, model, rows, total); err != nil {
			return err
		}
	}
	return allBut(c, failed)
}

// allBut prints the errors of some of many but the last, which it returns.
func allBut(c *command.Call, failed []error) error {
	if len(failed) == 0 {
		return nil
	}
	for _, err := range failed[:len(failed)-1] {
		c.Report(err)
	}
	return failed[len(failed)-1]
}

// printCounts prints counts and their sum.
func printCounts(c *command.Call, model tokens.Model, rows []tokenReport, total aggregate.Count) error {
	if c.JSON {
		return c.PrintJSON(struct {
			Model  string          `json:"model"`
			Rows   []tokenReport   `json:"rows"`
			Tokens aggregate.Count `json:"tokens"`
			Error  float64         `json:"error,omitempty"` // of the model's factor, relative
		}{model.ID, rows, total, model.Error})
	}
	for _, r := range rows {
		if _, err := fmt.Fprintf(c.Stdout, "%8s  %s\n", figure(r.Tokens, r.Exact), project.Shown(r.Path+r.Name)); err != nil {
			return err
		}
	}
	if len(rows) == 1 && len(c.Args) > 0 {
		return nil
	}
	within := ""
	if model.Error > 0 {
		within = fmt.Sprintf(" (±%.0f %%)", model.Error*100)
	}
	_, err := fmt.Fprintf(c.Stdout, "%8s  total%s\n", figure(total.N, total.Exact), within)
	return err
}

func figure(n int, exact bool) string {
	if exact {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("~%d", n)
}
