package cli

import (
	"fmt"
	"strings"

	found "dossier/aggregate/secrets"
	"dossier/ui/project"
	"dossier/ui/project/secrets"
)

func secretsCommand() command {
	return command{
		name: "secrets", args: "[PATH...]",
		about: "lists what looks secret in files, or in what would be built, and what becomes of it; exits 1 when something is that nobody has allowed, or could not be scanned",
		run:   onProject(0, many, listSecrets),
	}
}

func listSecrets(c *call, p *project.Project) error {
	var report secrets.Report
	var err error
	if len(c.args) > 0 {
		report, err = secrets.InFiles(c.ctx, p, c.args)
	} else {
		report, err = secrets.InDocument(c.ctx, p)
	}
	if err != nil {
		return err
	}
	c.warn(p.Warnings())
	if c.json {
		err = c.printJSON(report)
	} else {
		err = printSecrets(c, report)
	}
	switch n, unscanned := report.Secrets(), len(report.Unscanned); {
	case err != nil:
		return err
	case n > 0:
		return fmt.Errorf("%s that nobody has allowed; a comment in the line that says gitleaks:allow does, and so does its id (--json) in allow = [] below [secrets] in dossier.toml", counted(n, "secret"))
	case unscanned > 0:
		return fmt.Errorf("%s could not be scanned", counted(unscanned, "text"))
	}
	return nil
}

func printSecrets(c *call, r secrets.Report) error {
	for _, f := range r.Findings {
		parts := []string{project.Shown(f.Where), f.Class, f.Rule}
		if f.Line > 0 {
			parts[0] = fmt.Sprintf("%s:%d", parts[0], f.Line)
			parts = append(parts, f.Excerpt)
		}
		if f.State != string(found.Readable) {
			parts = append(parts, "("+f.State+")")
		}
		if _, err := fmt.Fprintln(c.Stdout, strings.Join(parts, "  ")); err != nil {
			return err
		}
	}
	for _, reason := range r.Unscanned {
		c.say("not scanned: %s", reason)
	}
	return nil
}
