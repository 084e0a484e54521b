package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"dossier/aggregate/text"
	"dossier/presets"
	"dossier/ui/cli/command"
	"dossier/ui/project"
)

func mcpCommand() command.Command {
	var write, activity, connected bool
	var client, disconnect string
	return command.Command{
		Name: "mcp", Args: "",
		About: "serve the project to an agent or editor over standard input and output (Model Context Protocol)",
		Details: "The server offers the files that the window lists, with secrets redacted. It writes nothing to the\n" +
			"project without --write. Proposals of agents wait for your decision: dossier proposals.\n" +
			"Without -C it serves the folder that is open in the client, if the client reports it, or else the current folder.\n\n",
		Flags: func(c *command.Call) {
			c.Flags.BoolVar(&write, "write", false, "let the build tool write numbered documents to the output folder")
			c.Flags.StringVar(&client, "print-config", "", "print the configuration with which `CLIENT` starts this server: "+strings.Join(project.AgentClients(), ", "))
			c.Flags.BoolVar(&activity, "activity", false, "print what agents did with the project in the last week: minute, client, tool, calls, tokens, files")
			c.Flags.BoolVar(&connected, "connected", false, "print the agents that are connected to the project: id, client, start time, calls, tokens")
			c.Flags.StringVar(&disconnect, "disconnect", "", "end the server of the connected agent `ID`")
		},
		Run: command.OnProject(0, 0, func(c *command.Call, p *project.Project) error {
			switch {
			case client != "":
				return printConfig(c, p, client)
			case activity:
				return printActivity(c, p)
			case connected:
				return printConnected(c, p)
			case disconnect != "":
				return disconnectAgent(c, p, disconnect)
			}
			return serve(c, p, write)
		}),
	}
}

// serve serves one client until it closes standard input.
func serve(c *command.Call, p *project.Project, write bool) error {
	c.Warn(p.Warnings())
	if c.Serve == nil {
		return errors.New("this program was built without the server")
	}
	return c.Serve(c.Ctx, p, io.NopCloser(c.Stdin), output{c.Raw()}, command.ServeOptions{Write: write, Roots: !c.Flags.Changed("directory")})
}

// output is a stream whose Close does not close the underlying writer.
type output struct{ io.Writer }

func (output) Close() error { return nil }

func printConfig(c *command.Call, p *project.Project, client string) error {
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("the path of this program is unknown: %w", err)
	}
	settings, where, err := project.AgentConfig(client, program, p.Dir)
	if err != nil {
		return command.Usagef("%v", err)
	}
	c.Infof("the configuration of %s belongs in %s", client, where)
	_, err = fmt.Fprintln(c.Stdout, settings)
	return err
}

func printActivity(c *command.Call, p *project.Project) error {
	list := project.NonNil(p.Activities())
	if c.JSON {
		return c.PrintJSON(list)
	}
	for _, a := range list {
		files := ""
		if len(a.Files) > 0 {
			files = "\t" + shownList(a.Files)
		}
		if _, err := fmt.Fprintf(c.Stdout, "%s\t%s\t%s\t%s\t~%d tokens%s\n", a.Time.Local().Format("2006-01-02 15:04"), project.Shown(a.Client), a.Tool, text.Counted(a.Calls, "call"), a.Tokens, files); err != nil {
			return err
		}
	}
	return nil
}

func printConnected(c *command.Call, p *project.Project) error {
	list := project.NonNil(p.Connections().All(c.Ctx))
	if c.JSON {
		return c.PrintJSON(list)
	}
	for _, one := range list {
		name := project.Shown(one.Client)
		if name == "" {
			name = "(no name yet)"
		}
		if _, err := fmt.Fprintf(c.Stdout, "%s\t%s\t%s\t%s\t~%d tokens\n", one.ID, name, one.Since.Local().Format("2006-01-02 15:04"), text.Counted(one.Calls, "call"), one.Tokens); err != nil {
			return err
		}
	}
	return nil
}

func disconnectAgent(c *command.Call, p *project.Project, id string) error {
	if !slices.ContainsFunc(p.Connections().All(c.Ctx), func(one presets.Connection) bool { return one.ID == id }) {
		return fmt.Errorf("no connected agent has the id %q: dossier mcp --connected lists them", id)
	}
	return p.Connections().Disconnect(id)
}
