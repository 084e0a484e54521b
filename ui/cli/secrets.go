package cli

import (
	"fmt"
	"strings"

	"dossier/aggregate/secrets"
	"dossier/aggregate/text"
	"dossier/ui/cli/command"
	"dossier/ui/project"
	"dossier/ui/project/secretreport"
)

func secretsCommand() command.Command {
	return command.Command{
		Name: "secrets", Args: "[PATH...]",
		About: "list possible secrets in files or in the document, and what happens to each; exit with 1 if some are not allowed, or could not be checked",
		Run:   command.OnProject(0, command.Many, listSecrets),
	}
}

func listSecrets(c *command.Call, p *project.Project) error {
	var report secretreport.Report
	var err error
	if len(c.Args) > 0 {
		report, err = secretreport.InFiles(c.Ctx, p, c.Args)
	} else {
		report, err = secretreport.InDocument(c.Ctx, p)
	}
	if err != nil {
		return err
	}
	c.Warn(p.Warnings())
	if c.JSON {
		err = c.PrintJSON(report)
	} else {
		err = printSecrets(c, report)
	}
	switch n, unscanned := report.Secrets(), len(report.Unscanned); {
	case err != nil:
		return err
	case n > 0:
		return fmt.Errorf("%s not allowed; to allow one, add a comment gitleaks:allow to its line, or its id (--json) to allow = [] in [secrets] of dossier.toml", text.Counted(n, "secret"))
	case unscanned > 0:
		return fmt.Errorf("%s could not be scanned", text.Counted(unscanned, "text"))
	}
	return nil
}

func printSecrets(c *command.Call, r secretreport.Report) error {
	for _, f := range r.Findings {
		parts := []string{project.Shown(f.Where), f.Class, f.Rule}
		if f.Line > 0 {
			parts[0] = fmt.Sprintf("%s:%d", parts[0], f.Line)
			parts = append(parts, f.Excerpt)
		}
		if f.State != string(secrets.Readable) {
			parts = append(parts, "("+f.State+")")
		}
		if _, err := fmt.Fprintln(c.Stdout, strings.Join(parts, "  ")); err != nil {
			return err
		}
	}
	for _, reason := range r.Unscanned {
		c.Infof("not scanned: %s", reason)
	}
	return nil
}
