package session

import (
	"dossier/aggregate"
	"dossier/ui/features/screenshots"
	"dossier/ui/session/change"
)

// screenshotsHost is the host of the screenshots.
type screenshotsHost struct{ host }

// Clipboard returns the clipboard that images are pasted from; nil if images cannot be pasted.
func (h screenshotsHost) Clipboard() screenshots.Clipboard {
	clipboard, _ := h.Session.Clipboard.(screenshots.Clipboard)
	return clipboard
}

// PicturesChanged reports that thumbnails have changed.
func (h screenshotsHost) PicturesChanged() { h.notify(change.Pictures) }

// Shots returns the screenshots of the composition.
func (h host) Shots() []aggregate.Shot { return h.shots.List() }

// Screenshots returns the controller of the composition's images.
func (s *Session) Screenshots() *screenshots.Part { return s.shots }

// resolveScreenshots resolves the images of the composition again. The caller reports the change.
func (s *Session) resolveScreenshots() {
	s.shots.Resolve()
	s.tree.WatchImages()
}
