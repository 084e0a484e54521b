// Package relocate proposes where what a composition names has gone: files, folders and
// slices that are not where they were.
//
// A proposal is a Place with its reason. One is certain only where the very bytes that
// were known stand in one other file and in no second one; everything else is for a
// person to say. Nothing is proposed on a name alone where what is known of the content
// speaks against it. A file that was edited is known by the lines that are left of it: by a
// [Fingerprint] of at most 258 bytes where nothing else of its text was kept.
//
// A Search is bounded in the files and bytes that it reads, over all that is looked for
// together; what is read beyond is not. It ends with its context. The same files give
// the same places. The package touches the disk through the function it is given, keeps
// nothing and starts no goroutine.
package relocate

// Reason says why a place is proposed.
type Reason string

// The reasons, the best first.
const (
	SameContent Reason = "same content" // the SHA-256 of the whole file
	SameLines   Reason = "same lines"   // the very lines of a slice
	Similar     Reason = "similar content"
	SameName    Reason = "same name"    // the base name, in another folder
	SimilarName Reason = "similar name" // in the same folder: other case or another extension
)

// Place is where something may stand today.
type Place struct {
	Path    string  `json:"path"`
	Why     Reason  `json:"why"`
	Score   float64 `json:"score"`   // above 0, at most 1; comparable among the places of one thing
	Certain bool    `json:"certain"` // nobody needs to be asked
	// Weak says that too little is known of the file to take the place with others.
	Weak bool `json:"weak,omitempty"`
	// Start and End are the lines of a slice, from 1, both included; 0 for anything else.
	Start int `json:"start_line,omitempty"`
	End   int `json:"end_line,omitempty"`
}

// Likely reports whether the first of places is good enough to be taken together with
// others: certain, or well supported and well ahead of the second.
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

// MaxPlaces is how many places are proposed for one thing.
const MaxPlaces = 5
