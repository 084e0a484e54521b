package assets

import _ "embed" // for the directives below

// The font is IBM Plex Mono 2.5.0: the bundled font of the toolkit loses the
// underscore at the sizes of the window, and this one does not draw := as one sign.
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
