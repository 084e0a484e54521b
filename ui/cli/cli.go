// Package cli is the command line: the same calls as the window's, for scripts.
//
// Every command runs without a display, prints its result on standard output and everything
// else on standard error, and ends with exit code 0, 1 (it failed, or was interrupted) or 2 (it
// was called incorrectly). A bug of the program also ends it with 2, and prints the path of the
// report; so does Go's runtime if the system denies it memory; the size of everything that a
// project can make it read is limited. With --json each line of standard error is an object for
// an error or a warning. Flags may precede or follow arguments; -- ends them.
package cli

import (
	"context"

	"dossier/ui/cli/command"
	"dossier/ui/project"
)

// Version is the version of the program.
const Version = project.Version

// Env is the environment of a command.
type Env = command.Env

// WindowOptions are the options of the window.
type WindowOptions = command.WindowOptions

// ServeOptions determine what a server for an agent may do.
type ServeOptions = command.ServeOptions

// Run runs the command line args, without the program's name, and returns the exit code; see
// [command.Run].
func Run(ctx context.Context, args []string, env Env) int {
	return command.Run(ctx, args, env, commands())
}

// commands returns all commands, in help order.
func commands() []command.Command {
	return []command.Command{
		buildCommand(),
		viewCommand(),
		symbolsCommand(),
		sliceCommand(),
		resolveCommand(),
		searchCommand(),
		explainCommand(),
		excludeCommand(),
		allowCommand(),
		rootsCommand(),
		presetsCommand(),
		promptsCommand(),
		adoptCommand(),
		requestCommand(),
		applyCommand(),
		beadsCommand(),
		screenshotsCommand(),
		discussionCommand(),
		notesCommand(),
		linksCommand(),
		gitCommand(),
		fitCommand(),
		proposalsCommand(),
		mcpCommand(),
		snapshotsCommand(),
		tokensCommand(),
		secretsCommand(),
		cacheCommand(),
		doctorCommand(),
		completionCommand(),
		manCommand(),
	}
}
