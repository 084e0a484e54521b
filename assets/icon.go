package assets

import _ "embed" // for the directives below

var (
	//go:embed icon.svg
	iconSVG []byte
	//go:embed icon.png
	iconPNG []byte
	//go:embed icon-32.png
	smallIconPNG []byte
)

// IconSVG returns the drawing of the icon, from which the pictures are made.
func IconSVG() []byte { return iconSVG }

// IconPNG returns the icon at 512 by 512 pixels, with a transparent ground.
func IconPNG() []byte { return iconPNG }

// SmallIconPNG returns the icon at 32 by 32 pixels, with a transparent ground.
func SmallIconPNG() []byte { return smallIconPNG }
