package project

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"dossier/aggregate/tokens"
)

// maxMeasures is the max size of a file of counts in bytes.
const maxMeasures = 16 << 20

// Calibrate returns the factor from the project's counts to those of another tokenizer, and its
// error. file is a JSON object with the other tokenizer's counts by path.
func (p *Project) Calibrate(ctx context.Context, file string) (tokens.Calibration, error) {
	theirs, err := readMeasures(file)
	if err != nil {
		return tokens.Calibration{}, err
	}
	var measures []tokens.Measure
	for _, path := range slices.Sorted(maps.Keys(theirs)) {
		n, err := p.CountFile(ctx, path)
		if err != nil {
			return tokens.Calibration{}, fmt.Errorf("count %s: %w", Shown(path), err)
		}
		if n.N < 1 || theirs[path] < 1 {
			return tokens.Calibration{}, fmt.Errorf("%s has %d tokens here and %d in the file; remove it from the file", Shown(path), n.N, theirs[path])
		}
		measures = append(measures, tokens.Measure{Local: n.N, Provider: theirs[path]})
	}
	return tokens.Calibrate(measures)
}

func readMeasures(name string) (map[string]int, error) {
	list, err := ReadTextFile(name, maxMeasures)
	if err != nil {
		return nil, fmt.Errorf("the counts: %w", err)
	}
	var counts map[string]int
	if err := json.Unmarshal([]byte(list), &counts); err != nil {
		return nil, fmt.Errorf(`%s is not a JSON object of counts by path, such as {"main.go": 1234}: %w`, Shown(name), err)
	}
	return counts, nil
}
