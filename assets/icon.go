package assets

import _ "embed" // for the directive below

// icon.svg is the drawing from which the picture is made.
//
//go:embed icon.png
var iconPNG []byte

// IconPNG returns the icon at 512 by 512 pixels, with a transparent ground.
func IconPNG() []byte { return iconPNG }
