package project

// Tick says how much of what something holds is in the dossier: the state of its box.
type Tick int

// The states of a box. Partly is a folder, or a symbol, of which some are ticked.
const (
	Unticked Tick = iota
	Ticked
	Partly
)
