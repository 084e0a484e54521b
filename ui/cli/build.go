package cli

import (
	"errors"
	"fmt"
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
	stdout, estimate bool
	runBD            bool
	noScan           bool
	focus            []string
	gitLog           int
	opts             project.BuildOptions
	redact           redactFlags
}

// redactFlags say what of the secrets is shown.
type redactFlags project.SecretOptions

func (r *redactFlags) define(c *command.Call) {
	c.Flags.BoolVar(&r.Off, "no-redact", false, "show what looks secret, and files whose names are")
	c.Flags.StringArrayVar(&r.Show, "include-sensitive", nil, "show the file `PATH` although its name is that of a file with secrets; what is certain in it is still redacted")
}

// options returns what the flags say, and has what is printed agree with them.
func (r redactFlags) options(c *command.Call) project.SecretOptions {
	if r.Off {
		c.ShowSecrets()
	}
	return project.SecretOptions(r)
}

func buildCommand() command.Command {
	f := &buildFlags{}
	return command.Command{
		Name:  "build",
		About: "runs the pipeline and prints the path of the dossier written",
		Run:   f.build,
		Flags: func(c *command.Call) {
			c.Flags.BoolVar(&f.stdout, "stdout", false, "print the document and write nothing")
			command.WordVar(c, &f.opts.Strategy, "strategy", models.Strategies(), "`STRATEGY` instead of the project's")
			c.Flags.StringVar(&f.opts.Format, "format", "", "the document in `FORMAT` instead of the project's: "+format.Names())
			c.Flags.StringVar(&f.opts.Preset, "preset", "", "build the preset `NAME` instead of the project's files")
			c.Flags.StringArrayVar(&f.focus, "focus", nil, "the focused variant (Tier 3): show `PATH` in full; further paths may follow")
			c.Flags.BoolVar(&f.opts.NoHistory, "no-history", false, "leave the discussion out")
			c.Flags.StringVar(&f.opts.ChangesSince, "changes-since", "", "with a section of what has changed since the snapshot `NAME`: acme_007, 7 or latest; acme_c007, c7 or copied/latest of what was copied in the window")
			c.Flags.BoolVar(&f.opts.OnlyChanges, "only-changes", false, "with --changes-since: leave out the files, screenshots and beads")
			c.Flags.StringVar(&f.opts.Git, "git", "", "with the changes of a git `RANGE` instead of the project's: "+change.Ranges)
			command.WordVar(c, &f.opts.GitAs, "git-as", models.GitViews(), "changed files `AS`")
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
	if f.opts.OnlyChanges && f.opts.ChangesSince == "" {
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
		return p.NothingBuilt(f.opts, in.Composition)
	case f.stdout && c.JSON:
		said = doc.Text()
		c.Pass(said)
	case f.stdout:
		return c.Print(doc)
	default:
		if output, _, err = p.Snapshots().Write(doc, in, p.BuiltPreset(f.opts)); err != nil {
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

// input returns what is to be built: the project's composition, changed by the flags.
func (f *buildFlags) input(c *command.Call, p *project.Project) (aggregate.Input, error) {
	f.opts.Focus = slices.Concat(f.focus, c.Args)
	f.opts.Secrets = project.SecretOptions(f.redact)
	if f.gitLog != noLimit {
		f.opts.GitLog = &f.gitLog
	}
	if f.noScan {
		f.opts.Secrets.Off, f.opts.Secrets.Blind = true, true
	}
	in, err := p.BuildInput(f.opts)
	if errors.As(err, new(*project.FormatError)) {
		err = command.Usagef("%v", err)
	} else if errors.As(err, new(*project.RangeError)) {
		err = command.Usagef("--git: %v", err)
	}
	if err != nil {
		return in, err
	}
	f.redact.options(c)
	if f.noScan {
		c.Unchecked()
		c.Say("--no-scan: nobody has looked for secrets, so that whoever reads this reads all that are in it")
	}
	return in, nil
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
	got, err := p.View(c.Ctx, name, f.mode, f.redact.options(c))
	if withheld := new(aggregate.WithheldError); errors.As(err, &withheld) {
		return fmt.Errorf("%w; --include-sensitive %s shows it", err, project.Shown(withheld.Path))
	}
	if err != nil {
		return err
	}
	c.Warn(append(p.Warnings(), got.Warnings()...))
	if c.JSON {
		c.Pass(got.Text)
		return c.PrintJSON(got.FileView)
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
	var report project.CountReport
	var failed []error
	if len(c.Args) == 0 {
		var warnings []aggregate.Warning
		if report, warnings, err = p.CountDocument(c.Ctx, model); err == nil {
			c.Warn(slices.Concat(p.Warnings(), warnings))
		}
	} else {
		report, failed, err = p.CountFiles(c.Ctx, model, c.Args)
	}
	if err != nil {
		return err
	}
	if len(report.Rows) > 0 || len(failed) == 0 {
		if err := printCounts(c, report); err != nil {
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
func printCounts(c *command.Call, r project.CountReport) error {
	if c.JSON {
		return c.PrintJSON(r)
	}
	for _, row := range r.Rows {
		if _, err := fmt.Fprintf(c.Stdout, "%8s  %s\n", figure(row.Tokens, row.Exact), project.Shown(row.Path+row.Section)); err != nil {
			return err
		}
	}
	if len(r.Rows) == 1 && len(c.Args) > 0 {
		return nil
	}
	within := ""
	if r.Error > 0 {
		within = fmt.Sprintf(" (±%.0f %%)", r.Error*100)
	}
	_, err := fmt.Fprintf(c.Stdout, "%8s  total%s\n", figure(r.Tokens.N, r.Tokens.Exact), within)
	return err
}

func figure(n int, exact bool) string {
	if exact {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("~%d", n)
}
