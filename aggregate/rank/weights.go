package rank

// Weights are the parameters of the ranking.
type Weights struct {
	Field      [fields]float64 // weight of a word by field
	B          [fields]float64 // how much the length of a field reduces the weight, from 0 to 1 (BM25)
	K1         float64         // saturation of repeated words (BM25)
	Repeat     float64         // a word that occurs repeatedly in the question
	LaterLines float64         // a word after the first line of the question
	Pair       float64         // two words that are adjacent in the question and in a name

	Plain float64 // an identifier that could be a word, relative to one that could not
	Def   float64 // an identifier that the file defines
	Use   float64 // an identifier that the file uses
	Name  float64 // a file whose whole name is in the question

	Role      [Roles]float64 // factor by role
	RoleFloor [Roles]float64 // minimum factor if the question asks for such files

	Graph    float64 // share that a file passes on to linked files
	Backlink float64 // share of that for files that refer to it
	Evidence float64 // share that a test passes on to its subjects
	Seeds    int     // number of files, and of tests, that pass something on

	// With a history:
	CoChange float64 // share that a file passes on to those that change with it
	Message  float64 // share of the best score that a commit passes on if its message has all of the question
	Recent   float64 // relative increase for a file that has just changed
	Learned  bool    // whether the best files are put into the learned order
}

// Defaults returns the weights in use. The package comment describes how they were set.
func Defaults() Weights {
	return Weights{
		Field: [fields]float64{bodyField: 0.25, defField: 0.1, proseField: 0.2, stringField: 0.7, nameField: 4, pathField: 3},
		B:     [fields]float64{bodyField: 0, defField: 0.6, proseField: 0.6, stringField: 0.15, nameField: 1, pathField: 0.15},
		K1:    0.9, Repeat: 0.75, LaterLines: 0.4, Pair: 0.5,
		Plain: 0.5, Def: 1.33, Use: 0.3, Name: 2,
		Role:      [Roles]float64{Source: 1, Test: 0.1, Docs: 0.05, Example: 0.1, Config: 0.05, Generated: 0.2, Vendored: 0.15, Data: 0.1},
		RoleFloor: [Roles]float64{Source: 1, Test: 0.6, Docs: 0.8, Example: 0.7, Config: 0.5, Generated: 0.7, Vendored: 0.7, Data: 0.5},
		Graph:     0.1, Backlink: 0.67, Evidence: 0.1, Seeds: 20,
		CoChange: 0.05, Message: 0.4, Recent: 0.05,
		Learned: true,
	}
}
