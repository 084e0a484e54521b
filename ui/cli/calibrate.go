package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"dossier/aggregate/tokens"
	"dossier/ui/cli/command"
	"dossier/ui/project"
)

// maxMeasures bounds the file of measures, in bytes.
const maxMeasures = 16 << 20

// calibrate prints how the counts of files turn into those that somebody else had of the same
// files: a JSON object of numbers by path.
func calibrate(c *command.Call, p *project.Project, file string) error {
	theirs, err := readMeasures(file)
	if err != nil {
		return err
	}
	var measures []tokens.Measure
	for _, path := range slices.Sorted(maps.Keys(theirs)) {
		n, err := p.CountFile(c.Ctx, path)
		if err != nil {
			return fmt.Errorf("count %s: %w", project.Shown(path), err)
		}
		if n.N < 1 || theirs[path] < 1 {
			return fmt.Errorf("%s has %d tokens here and %d in the file; leave it out", project.Shown(path), n.N, theirs[path])
		}
		measures = append(measures, tokens.Measure{Ours: n.N, Theirs: theirs[path]})
	}
	got, err := tokens.Calibrate(measures)
	if err != nil {
		return err
	}
	if c.JSON {
		return c.PrintJSON(got)
	}
	_, err = fmt.Fprintf(c.Stdout, "factor %.3f over %d files; nine of ten are within %.1f %% of it, the farthest is off by %.1f %%\n", got.Factor, got.Texts, got.Error*100, got.Worst*100)
	return err
}

func readMeasures(name string) (map[string]int, error) {
	list, err := project.ReadTextFile(name, maxMeasures)
	if err != nil {
		return nil, fmt.Errorf("the counts: %w", err)
	}
	var counts map[string]int
	if err := json.Unmarshal([]byte(list), &counts); err != nil {
		return nil, fmt.Errorf(`%s is no JSON object of counts by path, such as {"main.go": 1234}: %w`, project.Shown(name), err)
	}
	return counts, nil
}
