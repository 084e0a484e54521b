package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/format"
	"dossier/aggregate/git/change"
	"dossier/aggregate/ignore"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/ui/cli/command"
	"dossier/ui/project"
	"dossier/ui/project/ranking"
	"dossier/ui/project/sorting"
)

type buildFlags struct {
	stdout, estimate bool
	copy, null       bool
	force            bool
	output, save     string
	splitTokens      int
	splitBytes       int
	choice           project.Choice
	runBD            bool
	noScan           bool
	focus            []string
	text             string
	gitLog           int
	gitPaths         []string // paths in --git-as
	order            sorting.Kind
	opts             project.BuildOptions
	redact           redactFlags
}

// redactFlags are the flags for showing secrets.
type redactFlags project.SecretOptions

func (r *redactFlags) define(c *command.Call) {
	c.Flags.BoolVar(&r.Off, "no-redact", false, "do not redact secrets or withhold secret files")
	c.Flags.StringArrayVar(&r.Show, "include-sensitive", nil, "show the file `PATH` although its name suggests secrets; certain secrets in it stay redacted")
}

// options returns the options of the flags, and applies them to the printed output.
func (r redactFlags) options(c *command.Call) project.SecretOptions {
	if r.Off {
		c.ShowSecrets()
	}
	return project.SecretOptions(r)
}

func buildCommand() command.Command {
	f := &buildFlags{}
	return command.Command{
		Name: "build", Args: "[PATH...]",
		About: "build the document of the project, or of files, folders and patterns",
		Details: "Without PATH, the next numbered document of the project is written, and its path printed.\n" +
			"Each PATH is a file, a folder, a pattern such as 'src/**/*.go', or - for a list on standard input.\n" +
			"These paths replace the project's files, and the document is printed unless a flag names another destination.\n\n",
		Run: f.build,
		Flags: func(c *command.Call) {
			c.Flags.BoolVar(&f.stdout, "stdout", false, "print the document and write nothing")
			c.Flags.BoolVar(&f.copy, "copy", false, "copy the document and write nothing")
			c.Flags.StringVarP(&f.output, "output", "o", "", "write the document to `FILE` and nothing else; - prints it")
			c.Flags.BoolVar(&f.force, "force", false, "with --output and --save: replace an existing file or preset")
			command.NumberVar(c, &f.splitTokens, "split-tokens", 0, 1, "with --output: write parts of at most `N` tokens; the number of a part precedes the extension of FILE")
			command.NumberVar(c, &f.splitBytes, "split-bytes", 0, 1, "with --output: write parts of at most `N` bytes")
			command.WordVar(c, &f.choice.View, "view", models.ViewModes(), "show each PATH in the view `MODE`")
			c.Flags.StringArrayVar(&f.choice.Exclude, "exclude", nil, "exclude files of each PATH that match `PATTERN`, as in a .gitignore; may be repeated")
			c.Flags.BoolVarP(&f.null, "null", "0", false, "the list on standard input is separated by NUL characters instead of newlines")
			c.Flags.StringVar(&f.save, "save", "", "also save the files, and what --git and similar flags include, as the project's preset `NAME`")
			command.WordVar(c, &f.opts.Strategy, "strategy", models.Strategies(), "use `STRATEGY` instead of the project's")
			c.Flags.StringVar(&f.opts.Format, "format", "", "use `FORMAT` instead of the project's: "+format.Names())
			c.Flags.StringVar(&f.text, "text", "", "use the text `OPTIONS` instead of the project's, separated by commas: "+strings.Join(models.TextOptionNames(models.TextOptions()), ", ")+", or "+models.NoTextOptions)
			c.Flags.StringVar(&f.opts.Preset, "preset", "", "build the preset `NAME` instead of the project's files")
			command.WordVar(c, &f.order, "order", sorting.Kinds(), "order the files by `ORDER`: dependencies before dependents, or the most frequently changed files last")
			c.Flags.StringArrayVar(&f.focus, "focus", nil, "build the focused variant (Tier 3): show `PATH` in full; more paths can follow as arguments")
			c.Flags.BoolVar(&f.opts.NoHistory, "no-history", false, "omit the discussion")
			c.Flags.StringVar(&f.opts.ChangesSince, "changes-since", "", "add a section with the changes since the snapshot `NAME`: acme_007, 7 or latest; acme_c007, c7 or copied/latest for a document that was copied in the window")
			c.Flags.BoolVar(&f.opts.OnlyChanges, "only-changes", false, "with --changes-since: omit the files, screenshots and beads")
			c.Flags.StringVar(&f.opts.Git, "git", "", "include the changes of a git `RANGE` instead of the project's: "+change.Ranges)
			command.NamedWordVar(c, &f.opts.GitAs, &f.opts.GitViews, "git-as", models.GitViews(), "show changed files `AS`, or with PATTERN=AS those that match a path or a pattern; may be repeated")
			c.Flags.StringArrayVar(&f.opts.GitExclude, "git-exclude", nil, "exclude the changed files that match `PATTERN`, as in a .gitignore: '*.pb.go', vendor/; may be repeated")
			command.LimitVar(c, &f.gitLog, "git-log", noLimit, 0, models.MaxGitLog, fmt.Sprintf("include the newest `N` commits instead of the project's number, at most %d; 0 omits them", models.MaxGitLog))
			runBDFlag(c, &f.runBD)
			f.redact.define(c)
			c.Flags.BoolVar(&f.noScan, "no-scan", false, "do not look for secrets: faster, but nothing is redacted, withheld or reported")
			c.Flags.BoolVar(&f.estimate, "estimate", false, "with --json: estimate tokens that were not counted")
		},
	}
}

// countedAtOnce is the max size in bytes of a document that is counted for its record without
// being requested: a few hundredths of a second.
const countedAtOnce = 256 << 10

func (f *buildFlags) build(c *command.Call) error {
	if err := f.check(c); err != nil {
		return err
	}
	p, err := c.Project()
	if err != nil {
		return err
	}
	defer p.Close()
	if err := f.choose(c, p); err != nil {
		return err
	}
	in, err := f.input(c, p)
	if err == nil && f.target() == toSnapshots {
		err = p.OutputProblem()
	}
	if err != nil {
		return err
	}
	if f.runBD && in.Composition.ExecutionMode == models.Beads {
		if err := runBD(c, p); err != nil {
			return err
		}
	}
	if f.order != "" {
		var unread int
		if in.Composition, unread, err = sorting.Apply(c.Ctx, p, ranking.Of(p), f.order, in.Composition); err != nil {
			return err
		}
		if unread > 0 {
			c.Infof("the imports of %s could not be read: they are not ordered by what they use", text.Counted(unread, "file"))
		}
	}
	p.Builder.Uncounted = f.target() == toStdout && !c.JSON
	doc, err := p.Builder.Build(c.Ctx, in, nil)
	if err != nil {
		return err
	}
	if c.JSON && !f.estimate || f.split() || f.target() != toStdout && !f.estimate && doc.Bytes <= countedAtOnce {
		if doc, err = p.Builder.Count(c.Ctx, doc, nil); err != nil {
			return err
		}
	}
	warnings := slices.Concat(p.Warnings(), doc.Warnings, project.FocusWarnings(in.Composition, doc), project.Unchanged(in.Composition, f.gitPaths, doc))
	c.Warn(warnings)
	report := project.ReportDocument(doc, warnings)
	switch {
	case doc.Bytes == 0 && c.JSON && len(doc.Items) > 0: // the files are only listed
	case doc.Bytes == 0:
		return p.NothingBuilt(f.opts, in.Composition)
	default:
		if err := f.deliver(c, p, in, doc, &report); err != nil {
			return err
		}
	}
	if c.JSON {
		return c.PrintJSON(report)
	}
	return nil
}

// deliver writes the document to the destination in the flags, and records it in the report.
func (f *buildFlags) deliver(c *command.Call, p *project.Project, in aggregate.Input, doc *aggregate.Document, report *project.DocumentReport) (err error) {
	if f.save != "" {
		if err := f.savePreset(c, p, in.Composition.Git); err != nil {
			return err
		}
	}
	switch f.target() {
	case toStdout:
		if !c.JSON {
			return c.Print(doc)
		}
		report.Document = doc.Text()
		c.Pass(report.Document)
	case toClipboard:
		if err := c.Copy(doc.Text()); err != nil {
			return fmt.Errorf("copy the document: %w", err)
		}
		c.Infof("copied: %s", copied(doc))
	case toFile:
		if f.split() {
			return f.writeParts(c, p, doc, report)
		}
		err := p.WriteDocument(c.Ctx, doc, f.output, f.force)
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s already exists; --force replaces it", project.Shown(f.output))
		} else if err != nil {
			return err
		}
		report.Output = f.output
	case toSnapshots:
		if report.Output, _, err = p.Snapshots().Write(doc, in, p.BuiltPreset(f.opts)); err != nil {
			return err
		}
		report.Record = project.RecordName(report.Output)
	}
	if c.JSON || report.Output == "" {
		return nil
	}
	_, err = fmt.Fprintln(c.Stdout, report.Output)
	return err
}

// split reports whether the document is split into parts.
func (f *buildFlags) split() bool { return f.splitTokens > 0 || f.splitBytes > 0 }

// writeParts writes the document in parts, and prints their names.
func (f *buildFlags) writeParts(c *command.Call, p *project.Project, doc *aggregate.Document, report *project.DocumentReport) error {
	parts, err := doc.Parts(func(bytes int, tokens aggregate.Count) bool {
		return (f.splitBytes == 0 || bytes <= f.splitBytes) && (f.splitTokens == 0 || tokens.N <= f.splitTokens)
	})
	if err != nil {
		return err
	}
	ext := filepath.Ext(f.output)
	for i, part := range parts {
		name := fmt.Sprintf("%s.%d%s", strings.TrimSuffix(f.output, ext), i+1, ext)
		err := p.WriteText(c.Ctx, part.Text, name, f.force)
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s already exists; --force replaces it", project.Shown(name))
		} else if err != nil {
			return err
		}
		report.Parts = append(report.Parts, project.PartReport{Output: name, Bytes: len(part.Text), Tokens: part.Tokens})
		if part.Over {
			c.Infof("%s exceeds the limit, because a file or section is not split: show %s in less detail, or raise the limit", project.Shown(name), text.Escape(part.First))
		}
		if !c.JSON {
			if _, err := fmt.Fprintln(c.Stdout, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// copied describes the size of a document.
func copied(doc *aggregate.Document) string {
	return fmt.Sprintf("%s, %s tokens", text.Counted(doc.Files(), "file"), figure(doc.Tokens.N, doc.Tokens.Exact))
}

// target is the destination of a document.
type target int

const (
	toSnapshots target = iota // under the next number
	toStdout
	toFile
	toClipboard
)

// target returns the destination in the flags: a document of files in the arguments is printed
// unless there is another destination.
func (f *buildFlags) target() target {
	switch {
	case f.copy:
		return toClipboard
	case f.stdout, f.output == "-":
		return toStdout
	case f.output != "":
		return toFile
	case f.choice.Paths != nil:
		return toStdout
	}
	return toSnapshots
}

// check rejects flags that are incompatible or require another one.
func (f *buildFlags) check(c *command.Call) error {
	named := len(c.Args) > 0 && len(f.focus) == 0
	places := 0
	for _, given := range []bool{f.stdout, f.copy, f.output != ""} {
		if given {
			places++
		}
	}
	switch {
	case places > 1:
		return command.Usagef("--stdout, --copy and --output cannot be combined")
	case f.split() && (f.output == "" || f.output == "-"):
		return command.Usagef("--split-tokens and --split-bytes require --output FILE, which names the parts")
	case f.opts.OnlyChanges && f.opts.ChangesSince == "":
		return command.Usagef("--only-changes requires --changes-since NAME")
	case slices.Contains(c.Args, ""):
		return command.Usagef("build takes paths, which must not be empty")
	case named && f.opts.Preset != "":
		return command.Usagef("--preset and PATH cannot be combined: both select the files")
	case !named && f.choice.View != "":
		return command.Usagef("--view requires PATH: dossier build --view skeleton src")
	case !named && len(f.choice.Exclude) > 0:
		return command.Usagef("--exclude requires PATH: dossier build --exclude '*_test.go' src")
	case !named && f.save != "":
		return command.Usagef("--save requires PATH; to save the project's files, use dossier presets save NAME")
	case f.null && !slices.Contains(c.Args, "-"):
		return command.Usagef("-0 requires - as PATH: find . -name '*.go' -print0 | dossier build -0 -")
	case f.force && f.save == "" && (f.output == "" || f.output == "-"):
		return command.Usagef("--force requires --output FILE or --save NAME")
	}
	return nil
}

// choose sets the files given by the arguments.
func (f *buildFlags) choose(c *command.Call, p *project.Project) error {
	if len(c.Args) == 0 || len(f.focus) > 0 {
		return nil
	}
	for _, arg := range c.Args {
		if arg != "-" {
			f.choice.Paths = append(f.choice.Paths, arg)
			continue
		}
		list, err := f.listed(c.Stdin)
		if err != nil {
			return err
		}
		f.choice.Paths = append(f.choice.Paths, list...)
	}
	if f.target() == toFile {
		f.choice.Exclude = p.WithoutOutput(f.choice.Exclude, f.output)
	}
	var err error
	f.opts.Files, err = p.Choose(c.Ctx, f.choice)
	return err
}

// maxList is the max size of a list of paths on standard input, in bytes.
const maxList = 16 << 20

// listed parses a list of paths.
func (f *buildFlags) listed(from io.Reader) ([]string, error) {
	data, err := io.ReadAll(io.LimitReader(from, maxList+1))
	if err != nil {
		return nil, fmt.Errorf("read the list on standard input: %w", err)
	}
	if len(data) > maxList {
		return nil, fmt.Errorf("the list on standard input is longer than %d MiB", maxList>>20)
	}
	end := "\n"
	if f.null {
		end = "\x00"
	}
	var list []string
	for name := range strings.SplitSeq(string(data), end) {
		if !f.null {
			name = strings.TrimSuffix(name, "\r")
		}
		if name != "" {
			list = append(list, name)
		}
	}
	if len(list) == 0 {
		return nil, errors.New("standard input names no files")
	}
	return list, nil
}

// savePreset saves the built files, and the sections of git if flags changed them, as a project preset.
func (f *buildFlags) savePreset(c *command.Call, p *project.Project, git models.Git) error {
	ref := project.PresetRef{Scope: models.ProjectScope, Name: f.save}
	opts := project.SaveOptions{Files: f.opts.Files, Replace: f.force}
	for _, flag := range []string{"git", "git-as", "git-exclude", "git-log"} {
		if c.Flags.Changed(flag) {
			opts.Git = &git
		}
	}
	err := p.Presets().Save(c.Ctx, ref, opts)
	if errors.Is(err, project.ErrPresetExists) {
		return fmt.Errorf("%w; --force replaces it", err)
	}
	return err
}

// changedPaths returns views by patterns given on the command line, and those of the patterns
// that are paths in the project, in order.
func changedPaths(p *project.Project, views map[string]models.GitView) (map[string]models.GitView, []string) {
	patterns, paths := make(map[string]models.GitView, len(views)), []string{}
	for name, view := range views {
		if path, ok := p.Local(name); ok && !strings.ContainsAny(name, `*?[\`) && !strings.HasSuffix(name, "/") {
			paths, name = append(paths, path), ignore.Exactly(path, false)
		}
		patterns[name] = view
	}
	slices.Sort(paths)
	return patterns, paths
}

// input returns the input of the build: the project's composition, changed by the flags.
func (f *buildFlags) input(c *command.Call, p *project.Project) (aggregate.Input, error) {
	if len(f.focus) > 0 {
		f.opts.Focus = slices.Concat(f.focus, c.Args)
	}
	f.opts.Secrets = project.SecretOptions(f.redact)
	f.opts.GitViews, f.gitPaths = changedPaths(p, f.opts.GitViews)
	for _, pattern := range slices.Concat(f.opts.GitExclude, slices.Collect(maps.Keys(f.opts.GitViews))) {
		if err := ignore.Check(pattern); err != nil {
			return aggregate.Input{}, command.Usagef("the pattern %q matches no changed file: %v", text.Escape(pattern), err)
		}
	}
	if f.gitLog != noLimit {
		f.opts.GitLog = &f.gitLog
	}
	if f.noScan {
		f.opts.Secrets.Off, f.opts.Secrets.Blind = true, true
	}
	if f.text != "" {
		var err error
		if f.opts.Text, err = models.ParseTextOptions(f.text); err != nil {
			return aggregate.Input{}, command.Usagef("--text: %v", err)
		}
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
	if in.Composition.Git.Range == "" && (f.opts.GitAs != "" || len(f.opts.GitViews) > 0) {
		return in, command.Usagef("--git-as requires --git RANGE: the project includes no changes")
	}
	if in.Composition.Git.Range == "" && len(f.opts.GitExclude) > 0 {
		return in, command.Usagef("--git-exclude requires --git RANGE: the project includes no changes")
	}
	f.redact.options(c)
	if f.noScan {
		c.Unchecked()
		c.Infof("--no-scan: the document was not checked for secrets, so any secrets in it are readable")
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
		About: "print one file in a view mode",
		Run:   command.OnFile("view", f.view),
		Flags: func(c *command.Call) {
			command.WordVar(c, &f.mode, "mode", models.ViewModes(), "use the view `MODE` instead of the project's")
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
	said := got.Text
	if said != "" && !strings.HasSuffix(said, "\n") {
		said += "\n"
	}
	return c.Print(strings.NewReader(said))
}

func explainCommand() command.Command {
	return command.Command{
		Name: "explain", Args: "PATH...",
		About: "explain why a path is in the tree or not",
		Run:   explain,
	}
}

func explain(c *command.Call) error {
	if len(c.Args) == 0 || slices.Contains(c.Args, "") {
		return command.Usagef("explain takes at least one path, and none may be empty")
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
		About: "count the tokens of files, or of the document by section",
		Run:   func(c *command.Call) error { return countTokens(c, model, measured) },
		Flags: func(c *command.Call) {
			c.Flags.StringVar(&model, "model", tokens.Models()[0].ID, "count for the model `ID` of the model menu")
			c.Flags.StringVar(&measured, "calibrate", "", "compare with the counts in the JSON `FILE`, an object of numbers by path, and print the factor with its error")
		},
	}
}

func countTokens(c *command.Call, modelID, measured string) error {
	if measured != "" && len(c.Args) > 0 {
		return command.Usagef("tokens --calibrate takes no arguments: its FILE names the files")
	}
	if slices.Contains(c.Args, "") {
		return command.Usagef("tokens takes names of files, which must not be empty")
	}
	p, err := c.Project()
	if err != nil {
		return err
	}
	defer p.Close()
	if err := p.StoredState().Understood(); err != nil && len(c.Args) == 0 {
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

// findAll returns what names refer to, and the errors of the others.
func findAll[T any](names []string, find func(name string) (T, error)) (found []T, missing []error) {
	for _, name := range names {
		if one, err := find(name); err != nil {
			missing = append(missing, err)
		} else {
			found = append(found, one)
		}
	}
	return found, missing
}

// allBut prints all errors except the last one, which it returns.
func allBut(c *command.Call, failed []error) error {
	if len(failed) == 0 {
		return nil
	}
	for _, err := range failed[:len(failed)-1] {
		c.Report(err)
	}
	return failed[len(failed)-1]
}

// printCounts prints counts and their total.
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
