package dialog

import (
	"fyne.io/fyne/v2"

	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
)

// firstIn returns the first wanted focusable object in a part of the window, in reading order, or
// nil.
func firstIn(part fyne.CanvasObject, wanted func(fyne.Focusable) bool) fyne.Focusable {
	var first fyne.Focusable
	var at fyne.Position
	VisitFocusable(part, func(f fyne.Focusable) {
		if pos := fyne.CurrentApp().Driver().AbsolutePositionForObject(f.(fyne.CanvasObject)); wanted(f) && (first == nil || pos.Y < at.Y || pos.Y == at.Y && pos.X < at.X) {
			first, at = f, pos
		}
	})
	return first
}

// VisitFocusable visits the focusable objects in a part of the window.
func VisitFocusable(o fyne.CanvasObject, visit func(fyne.Focusable)) {
	if !o.Visible() {
		return
	}
	if f, ok := o.(fyne.Focusable); ok {
		visit(f)
	}
	for _, child := range kit.Children(o) {
		VisitFocusable(child, visit)
	}
}

// IsField reports whether a widget is a text field.
func IsField(o fyne.Focusable) bool {
	_, ok := textOf(o)
	return ok && !disabled(o)
}

// editedFields returns a function that reports whether the text of a field in a part of the window differs from its
// current one, except for fields for a search.
func editedFields(part fyne.CanvasObject) func() bool {
	now := map[fyne.Focusable]string{}
	VisitFocusable(part, func(f fyne.Focusable) {
		if e, ok := f.(*edit.Entry); ok && e.Searches {
			return
		}
		if text, ok := textOf(f); ok {
			now[f] = text
		}
	})
	return func() bool {
		for f, before := range now {
			if text, _ := textOf(f); text != before {
				return true
			}
		}
		return false
	}
}

// textOf returns the text of a text field; false for another widget.
func textOf(o fyne.Focusable) (string, bool) {
	switch f := o.(type) {
	case *edit.Entry:
		return f.Text, true
	case *board.Suggest:
		return f.Text, true
	case *edit.TextBox:
		return f.Text, true
	case *edit.Editor:
		return f.Text(), true
	}
	return "", false
}

// isControl reports whether a widget responds to keys. A label is only focusable to show its
// tooltip.
func isControl(o fyne.Focusable) bool {
	_, label := o.(*kit.Label)
	return !label && !disabled(o)
}

func disabled(o fyne.Focusable) bool {
	d, ok := o.(fyne.Disableable)
	return ok && d.Disabled()
}

// SelectAll selects the text of a field.
func SelectAll(field fyne.Focusable) {
	switch f := field.(type) {
	case *edit.Editor:
		f.Select(0, len(f.Text()))
	case fyne.Shortcutable:
		f.TypedShortcut(&fyne.ShortcutSelectAll{})
	}
}
