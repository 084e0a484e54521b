// Package relocate finds new places for missing files, folders and slices that a composition
// names.
//
// A result is a [Place] and its reason. It is certain only if the same bytes are in exactly one
// other file; everything else needs the user's decision. Nothing is proposed for its name alone
// if its content contradicts it. An edited file is recognized by its remaining lines, or by a
// [Fingerprint] of at most 258 bytes if no other part of its text was stored.
//
// A [Search] bounds the files and bytes that it reads in total; files beyond the bound are not
// read. It ends with its context. The same files give the same places. The package accesses the
// disk only through the functions it is given, keeps no state and starts no goroutines.
package relocate

// Reason is why a place is proposed.
type Reason string

// Reasons, best first.
const (
	SameContent Reason = "same content" // the SHA-256 of the whole file
	SameLines   Reason = "same lines"   // the exact lines of a slice
	Similar     Reason = "similar content"
	SameName    Reason = "same name"    // the same base name in another folder
	SimilarName Reason = "similar name" // in the same folder, in another case or with another extension
)

// Place is a possible new place.
type Place struct {
	Path    string  `json:"path"`
	Why     Reason  `json:"why"`
	Score   float64 `json:"score"`   // in (0, 1]; comparable among the places of one missing thing
	Certain bool    `json:"certain"` // needs no confirmation
	// Weak is set if too little is known of the file to apply the place together with others.
	Weak bool `json:"weak,omitempty"`
	// Start and End are the lines of a slice, from 1, inclusive; 0 for anything else.
	Start int `json:"start_line,omitempty"`
	End   int `json:"end_line,omitempty"`
}

// Likely reports whether the first of places is good enough to be applied together with others:
// certain, or well supported and well ahead of the second.
func Likely(places []Place) bool {
	if len(places) == 0 {
		return false
	}
	if places[0].Certain {
		return true
	}
	const enough, ahead = 0.6, 0.8
	return !places[0].Weak && places[0].Score >= enough && (len(places) == 1 || places[1].Score <= ahead*places[0].Score)
}

// MaxPlaces is the max number of places proposed for one missing thing.
const MaxPlaces = 5
