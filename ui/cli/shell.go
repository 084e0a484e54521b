package cli

import (
	"fmt"

	"dossier/ui/cli/command"
)

func completionCommand() command.Command {
	return command.Command{
		Name: "completion", Args: "SHELL",
		About: "print the completion script for bash, zsh or fish",
		Run: command.Plain(1, 1, func(c *command.Call) error {
			script, err := command.Completion(c.Args[0], commands())
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(c.Stdout, script)
			return err
		}),
	}
}

func manCommand() command.Command {
	return command.Command{
		Name: "man", Args: "",
		About: "print the manual page: dossier man | man -l -",
		Run: command.Plain(0, 0, func(c *command.Call) error {
			_, err := fmt.Fprint(c.Stdout, command.Manual(Version, commands()))
			return err
		}),
	}
}
