package assets

import _ "embed" // for the directive below

// iconPNG is rendered from icon.svg.
//
//go:embed icon.png
var iconPNG []byte

// IconPNG returns the icon as a PNG of 512 by 512 pixels with a transparent background.
func IconPNG() []byte { return iconPNG }
