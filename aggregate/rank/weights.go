package rank

// Weights say what counts how much.
type Weights struct {
	Field  [fields]float64 // a word by where it stands
	B      [fields]float64 // how much the length of a field takes from it, from 0 to 1 (BM25)
	K1     float64         // how soon more of the same word adds nothing (BM25)
	Repeat float64         // a word that the question repeats
	Rest   float64         // a word behind the first line of the question
	Pair   float64         // two words beside each other, in the question and in a name

	Plain float64 // an identifier that could be a word, beside one that could not
	Def   float64 // an identifier that the file defines
	Use   float64 // one that it uses
	Name  float64 // a file whose whole name is in the question

	Role  [Roles]float64 // what a file is for
	Asked [Roles]float64 // the same, at least, when the question asks for such files

	Graph    float64 // what a file hands on to those that it is linked with
	Back     float64 // how much of that goes to those that refer to it
	Evidence float64 // what a test hands on to what it tests
	Seeds    int     // how many files and tests hand on

	// With a history:
	Together float64 // what a file hands on to those that change with it
	Said     float64 // what a commit hands on that says all that is asked, of the best file's score
	Recent   float64 // what a file has more, of its own, that has just changed
	Learned  bool    // whether the best files are put in the order that was learned
}

// Defaults are the weights in use. The package's comment says how they were set.
func Defaults() Weights {
	return Weights{
		Field: [fields]float64{bodyField: 0.25, defField: 0.1, proseField: 0.2, stringField: 0.7, nameField: 4, pathField: 3},
		B:     [fields]float64{bodyField: 0, defField: 0.6, proseField: 0.6, stringField: 0.15, nameField: 1, pathField: 0.15},
		K1:    0.9, Repeat: 0.75, Rest: 0.4, Pair: 0.5,
		Plain: 0.5, Def: 1.33, Use: 0.3, Name: 2,
		Role:  [Roles]float64{Source: 1, Test: 0.1, Docs: 0.05, Example: 0.1, Config: 0.05, Generated: 0.2, Vendored: 0.15, Data: 0.1},
		Asked: [Roles]float64{Source: 1, Test: 0.6, Docs: 0.8, Example: 0.7, Config: 0.5, Generated: 0.7, Vendored: 0.7, Data: 0.5},
		Graph: 0.1, Back: 0.67, Evidence: 0.1, Seeds: 20,
		Together: 0.05, Said: 0.4, Recent: 0.05,
		Learned: true,
	}
}
