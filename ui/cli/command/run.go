// Package command is the framework of the command line: names and flags of commands, their
// environment, reporting, running and interruption. It does not depend on any command.
package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/presets"
	"dossier/ui/cli/terminal"
	"dossier/ui/crash"
	"dossier/ui/project"
	"dossier/ui/project/diagnosis"
)

// Exit codes.
const (
	OK      = 0
	Failed  = 1
	Misuse  = 2 // called incorrectly
	Crashed = 2 // a bug ended the program; the code of Go's runtime
)

// Env is the environment of a command.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Places         presets.Places
	// Window opens the window on a folder and returns when it is closed. It runs if no command is
	// given.
	Window func(WindowOptions) error
	// Copy copies a text to the desktop's clipboard.
	Copy func(text string) error
	// Machine is the input of dossier doctor.
	Machine diagnosis.Machine
	// Serve serves the project to one agent over two streams until it closes the first. It is injected
	// because the protocol's library uses network packages, which no package here may import.
	Serve func(ctx context.Context, p *project.Project, in io.ReadCloser, out io.WriteCloser, opts ServeOptions) error
}

// ServeOptions determine what a server for an agent may do.
type ServeOptions struct {
	Write bool // it may write numbered documents to the output folder
	Roots bool // serve an agent's own folder instead if it works in another one
}

// WindowOptions are the options of the window.
type WindowOptions struct {
	Dir    string // empty means the last project, or the sample
	Sample bool   // open the embedded sample
}

// frontTime is the max time for a window with the folder to raise itself before another one is opened.
const frontTime = 2 * time.Second

// Command is a command of the command line. It is created again for each call, so that the
// values of its flags may be variables of the function that creates it.
type Command struct {
	Name, Args, About string
	Details           string // lines that only the command's own help shows
	Run               func(*Call) error
	Flags             func(*Call) // adds the command's flags; nil if it has none
	Verbs             []Verb      // if it has several actions; see [WithVerbs]
}

// Call is one invocation of a command.
type Call struct {
	Env
	Ctx   context.Context
	Flags *pflag.FlagSet
	JSON  bool     // --json
	Verb  Verb     // for a command with verbs
	Args  []string // arguments after the command and its verb

	command  Command
	dir      string // -C
	readable bool   // --no-redact
	out      *guarded
}

// grace is the time that a command has to end by itself after an interrupt, and then the time for printing
// that: together less than the second within which a user who presses Ctrl+C expects the prompt.
const grace = 400 * time.Millisecond

// Run runs the command line args, without the program's name: one of all commands, or the
// window. It returns the exit code.
//
// A command ends with ctx, and with the first interrupt or request to terminate: by itself if
// it can, otherwise Run returns without waiting for it, for example if it is blocked by a pipe
// that is not read. Files are written in such a way that nothing is lost if the program ends at
// any moment, so the caller may end it then.
func Run(ctx context.Context, args []string, env Env, all []Command) int {
	if _, _, ok := commandOf(args, all); !ok {
		return runToEnd(ctx, args, env, all) // the window handles signals itself
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal has its default effect
	done := make(chan int, 1)
	go func() { done <- runToEnd(ctx, args, env, all) }()
	select {
	case code := <-done:
		return code
	case <-ctx.Done():
	}
	select {
	case code := <-done:
		return code
	case <-time.After(grace):
	}
	said := make(chan struct{})
	go func() { // standard error may be a pipe too
		defer close(said)
		report(terminal.New(env.Stderr), errStopped, wantsJSON(args))
	}()
	select {
	case <-said:
	case <-time.After(grace):
	}
	return Failed
}

// runToEnd runs the command line to completion, prints errors and returns the exit code.
func runToEnd(ctx context.Context, args []string, env Env, all []Command) int {
	stdout, stderr := terminal.New(env.Stdout), terminal.New(env.Stderr)
	env.Stdout, env.Stderr = stdout, stderr
	asJSON, err := dispatch(ctx, args, env, all)
	// A failed write is the cause of the errors after it.
	if lost := stdout.Finish(); lost != nil && (err == nil || errors.Is(err, lost)) {
		err = lost
	}
	if err != nil && ctx.Err() != nil && exitCode(err) != Misuse {
		err = errStopped // regardless of the error
	}
	if err != nil {
		report(stderr, err, asJSON)
	}
	_ = stderr.Finish()
	return exitCode(err)
}

// dispatch runs the command in args. It also reports whether they request JSON.
func dispatch(ctx context.Context, args []string, env Env, all []Command) (asJSON bool, err error) {
	command, rest, ok := commandOf(args, all)
	if !ok {
		return wantsJSON(args), openWindow(args, env, all)
	}
	out := &guarded{plain: env.Stdout}
	env.Stdout = out
	c := &Call{Env: env, Ctx: ctx, out: out, command: command, Flags: pflag.NewFlagSet(command.Name, pflag.ContinueOnError)}
	c.Flags.SetOutput(io.Discard)
	c.defineFlags()
	err = c.Flags.Parse(rest)
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return wantsJSON(args), c.help(command)
	case err != nil:
		return wantsJSON(args), Usagef("%s: %s (dossier %s --help lists the flags)", command.Name, flagProblem(err), command.Name)
	}
	if err := c.checkEmpty(command.Name); err != nil {
		return c.JSON, err
	}
	c.Args = c.Flags.Args()
	reports := crash.In(env.Places.State, project.Version)
	err = reports.Run("dossier "+command.Name, func() error { return command.Run(c) })
	if lost := c.finish(); lost != nil {
		err = lost
	}
	return c.JSON, c.cleanError(err)
}

// defineFlags adds the flags that every command has, and those of the command.
func (c *Call) defineFlags() {
	c.Flags.StringVarP(&c.dir, "directory", "C", ".", "use the project in `DIR`")
	c.Flags.BoolVar(&c.JSON, "json", false, "print JSON")
	if c.command.Flags != nil {
		c.command.Flags(c)
	}
	if c.Flags.Lookup("no-redact") == nil {
		c.Flags.BoolVar(&c.readable, "no-redact", false, "do not redact secrets")
	}
}

// help prints the usage of a command.
func (c *Call) help(command Command) error {
	usage := strings.TrimSpace("dossier " + command.Name + " [flags] " + command.Args)
	about := command.About + "\n"
	if command.Details != "" {
		about += "\n" + command.Details
	}
	_, err := fmt.Fprintf(c.Stdout, "usage: %s\n\n%s\n%s", usage, about, c.Flags.FlagUsages())
	return err
}

// commandOf returns the command in args, and the remaining arguments: the first word that is
// not a flag, if it is the name of a command. -C may precede it.
func commandOf(args []string, all []Command) (found Command, rest []string, ok bool) {
	for i := 0; i < len(args) && args[i] != "--"; i++ {
		switch arg := args[i]; {
		case arg == "-C" || arg == "--directory":
			i++
		case !strings.HasPrefix(arg, "-"):
			at := slices.IndexFunc(all, func(c Command) bool { return c.Name == arg })
			if at < 0 {
				return Command{}, nil, false
			}
			return all[at], slices.Delete(slices.Clone(args), i, i+1), true
		}
	}
	return Command{}, nil, false
}

// windowFlags are the flags without a command.
type windowFlags struct {
	opts             WindowOptions
	version, another bool
}

func (w *windowFlags) flags() *pflag.FlagSet {
	set := pflag.NewFlagSet("dossier", pflag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.BoolVar(&w.version, "version", false, "print the version")
	set.BoolVar(&w.another, "new-window", false, "open another window, even if one has the folder open")
	set.BoolVar(&w.opts.Sample, "sample", false, "open the sample project")
	set.StringVarP(&w.opts.Dir, "directory", "C", "", "use the project in `DIR`")
	return set
}

// openWindow parses the arguments if no command is given.
func openWindow(args []string, env Env, all []Command) error {
	var w windowFlags
	set := w.flags()
	if err := set.Parse(args); err != nil {
		if errors.Is(err, pflag.ErrHelp) {
			help(env.Stdout, set, all)
			return nil
		}
		return Usagef("%s (see dossier --help)", flagProblem(err))
	}
	switch {
	case w.version:
		_, err := fmt.Fprintln(env.Stdout, "dossier", project.Version)
		return err
	case set.NArg() > 1:
		return Usagef("only one folder can be opened, not %d; if %q is a command, dossier --help lists the commands", set.NArg(), set.Arg(0))
	case set.NArg() == 1 && w.opts.Dir != "":
		return Usagef("only one folder can be opened, not both %q and %q", w.opts.Dir, set.Arg(0))
	case set.NArg() == 1:
		w.opts.Dir = set.Arg(0)
	}
	if w.opts.Dir != "" {
		w.opts.Dir = folderOf(w.opts.Dir)
		if err := project.CheckFolder(w.opts.Dir); err != nil {
			if set.NArg() == 1 && !strings.ContainsAny(w.opts.Dir, `/\`) {
				return Usagef("%v, and no command of that name; dossier --help lists the commands", err)
			}
			return err
		}
		if !w.another && front(env.Places, w.opts.Dir) {
			_, err := fmt.Fprintf(env.Stdout, "A window has %s open and is now active (--new-window opens another one)\n", text.Escape(w.opts.Dir))
			return err
		}
	}
	return env.Window(w.opts)
}

// folderOf returns the folder of a project file, which a file manager opens, and any other path
// unchanged.
func folderOf(path string) string {
	if filepath.Base(path) != presets.ProjectName {
		return path
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return path
	}
	return filepath.Dir(path)
}

// front raises a window that has the folder open, and reports whether there is one.
func front(places presets.Places, dir string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), frontTime)
	defer cancel()
	return presets.NewState(places).RequestFront(ctx, dir)
}

func help(w io.Writer, flags *pflag.FlagSet, all []Command) {
	fmt.Fprint(w, "usage: dossier [flags] [DIR]\n       dossier COMMAND [flags] [arguments]\n\n"+
		"Without a command, the window opens on DIR, or on the last project.\n\nCommands:\n")
	for _, c := range all {
		fmt.Fprintf(w, "  %-12s %s\n", c.Name, c.About)
	}
	fmt.Fprint(w, "\nRun dossier COMMAND --help for the flags of a command.\nMessages of commands are in English, whatever the language of the window.\n\nFlags:\n", flags.FlagUsages())
}

// Dir returns the folder of -C, as typed.
func (c *Call) Dir() string { return c.dir }

// Project opens the project of -C. Subsequent output is redacted by the rules of the project and the user.
func (c *Call) Project() (*project.Project, error) {
	p, err := project.Open(c.dir, c.Places)
	if err == nil {
		c.guard(p)
	}
	return p, err
}

// Model returns the model in a flag; by default the user's model. From then on the project
// counts in the vocabulary of the model.
func (c *Call) Model(p *project.Project, id string) (tokens.Model, error) {
	model, err := p.StoredState().Model(id)
	if err != nil {
		return model, Usagef("%v", err)
	}
	p.CountIn(model.Vocabulary)
	return model, nil
}

// printed is the number of bytes of a document that are written at once: few enough to remain
// in the processor's cache until the system copies them.
const printed = 64 << 10

// Print writes a document unchanged: it was redacted when it was built, and sent documents are
// printed byte for byte.
func (c *Call) Print(doc io.WriterTo) error {
	w := bufio.NewWriterSize(c.out.plain, printed)
	err := c.out.flush(c.Ctx)
	if err == nil {
		_, err = doc.WriteTo(w)
	}
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		return fmt.Errorf("print the document: %w", err)
	}
	return nil
}

// PrintJSON writes v as indented JSON with a final newline.
func (c *Call) PrintJSON(v any) error { return c.out.json(c.Ctx, v) }

// Raw returns standard output without redaction, for a command that exchanges messages with a
// program and redacts them itself.
func (c *Call) Raw() io.Writer { return c.out.plain }
