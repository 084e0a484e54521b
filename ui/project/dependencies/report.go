package dependencies

// Report is an [Answer] as JSON.
type Report struct {
	Items   []ItemReport    `json:"items"`   // nearest first; at most [MaxFiles]
	More    int             `json:"more"`    // number of further files
	Outside []string        `json:"outside"` // external imports
	Missing []MissingReport `json:"missing"` // imports of project files that were not found
}

// ItemReport is a dependency or dependent.
type ItemReport struct {
	Path   string `json:"path"`
	Depth  int    `json:"depth"`  // from 1
	From   string `json:"from"`   // the file whose import refers to it
	Import string `json:"import"` // as in the code; empty for a name of the same package
}

// MissingReport is an import of a project file that was not found or is ambiguous.
type MissingReport struct {
	Import string   `json:"import"`
	Files  []string `json:"candidates"` // equally near files; may be empty
}

// Report returns the answer for JSON.
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
