package previewpanel

import (
	"dossier/ui/kit"
	"dossier/ui/part"
)

// Feature adds the preview to the window: a pane, or a tab in a narrow window. The window itself
// creates the panel, which depends on more of the window than other tabs do.
var Feature = part.Feature{
	ID: part.Preview, Help: "docs/guide/start.md#the-parts-of-the-window", Title: "Preview", Tip: "The document as it will be read", Icon: kit.GlyphPreview, Group: part.OnlyNarrow,
	New: func(w part.Window) part.Tab { return New(w.(Host)) },
}
