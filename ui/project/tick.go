package project

// Tick is the state of a check box: how much of something is in the document.
type Tick int

// States of a check box. Partly is for a folder, or a symbol, with some ticked contents.
const (
	Unticked Tick = iota
	Ticked
	Partly
)
