package imports

// Report is an [Answer] as JSON.
type Report struct {
	Items   []ItemReport    `json:"items"`   // the nearest first; at most [MaxFiles]
	More    int             `json:"more"`    // files beyond those
	Outside []string        `json:"outside"` // imports that lead out of the project
	Missing []MissingReport `json:"missing"` // imports of project files that were not found
}

// ItemReport is a file that imports lead to.
type ItemReport struct {
	Path   string `json:"path"`
	Depth  int    `json:"depth"`  // from 1
	From   string `json:"from"`   // the file that leads to it
	Import string `json:"import"` // as the code has it; empty for a name of the same package
}

// MissingReport is an import that names a file of the project, and not a certain one.
type MissingReport struct {
	Import string   `json:"import"`
	Files  []string `json:"candidates"` // equally near files; empty when there is none
}

// Report returns the answer as JSON has it.
func (a Answer) Report() Report {
	r := Report{Items: []ItemReport{}, More: a.More, Outside: append([]string{}, a.Outside...), Missing: []MissingReport{}}
	for _, u := range a.Items {
		r.Items = append(r.Items, ItemReport(u))
	}
	for _, lost := range a.Lost {
		r.Missing = append(r.Missing, MissingReport{lost.Import, append([]string{}, lost.Files...)})
	}
	return r
}
