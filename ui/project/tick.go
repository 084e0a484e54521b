package project

// Tick is the state of a check box: how much of something is in the document.
type Tick int

// The states of a box. Partly is a folder, or a symbol, of which some are ticked.
const (
	Unticked Tick = iota
	Ticked
	Partly
)
