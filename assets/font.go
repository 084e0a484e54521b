package assets

import _ "embed" // for the directives below

// The font is IBM Plex Mono 2.5.0: the toolkit's bundled font loses the underscore at the sizes
// used in the window, and this one has no ligature for :=.
var (
	//go:embed fonts/IBMPlexMono-Regular.ttf
	monoRegular []byte
	//go:embed fonts/IBMPlexMono-Bold.ttf
	monoBold []byte
)

// MonoRegular returns IBM Plex Mono Regular as a TrueType font.
func MonoRegular() []byte { return monoRegular }

// MonoBold returns IBM Plex Mono Bold as a TrueType font.
func MonoBold() []byte { return monoBold }
