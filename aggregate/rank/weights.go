package rank

// Weights say what counts how much.
type Weights struct {
	Field [fields]float64 // a word by where it stands
	B     [fields]float64 // how much the length of a field takes from it, from 0 to 1 (BM25)
	K1    float64         // how soon more of the same word adds nothing (BM25)
	Rest  float64         // a word behind the first line of the question

	Plain float64        // an identifier that could be a word, beside one that could not
	Def   float64        // an identifier that the file defines
	Use   float64        // one that it uses
	Name  float64        // a file whose whole name is in the question
	Role  [Roles]float64 // what a file is for
	Asked [Roles]float64 // the same, at least, when the question asks for such files

	Graph float64 // what a file hands on to those that it is linked with
	Back  float64 // how much of that goes to those that refer to it
	Seeds int     // how many files hand on
}

// Defaults are the weights in use. The package's comment says how they were set.
func Defaults() Weights {
	return Weights{
		Field: [fields]float64{bodyField: 0.4, defField: 0, proseField: 0.1, stringField: 0.7, nameField: 2.8, pathField: 2},
		B:     [fields]float64{bodyField: 0.15, defField: 0.6, proseField: 0.8, stringField: 0.15, nameField: 1, pathField: 0.15},
		K1:    0.9, Rest: 0.4, Plain: 0.4, Def: 1.33, Use: 0.3, Name: 2,
		Role:  [Roles]float64{1, 0.15, 0.05, 0.2, 0.05, 0.15, 0.15, 0.1},
		Asked: [Roles]float64{1, 0.7, 0.8, 0.7, 0.5, 0.7, 0.7, 0.5},
		Graph: 0.1, Back: 0.67, Seeds: 20,
	}
}
