package cli

import (
	"fmt"

	"dossier/ui/cli/command"
	"dossier/ui/project"
)

// calibrate prints the factor from the counts of files to those of another tokenizer for the
// same files: a JSON object of numbers by path.
func calibrate(c *command.Call, p *project.Project, file string) error {
	got, err := p.Calibrate(c.Ctx, file)
	if err != nil {
		return err
	}
	if c.JSON {
		return c.PrintJSON(got)
	}
	_, err = fmt.Fprintf(c.Stdout, "factor %.3f over %d files; nine of ten are within %.1f %% of it, the farthest is off by %.1f %%\n", got.Factor, got.Texts, got.Error*100, got.Worst*100)
	return err
}
