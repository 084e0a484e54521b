package ui

import (
	"dossier/aggregate/text"
	"dossier/ui/words"
)

// The functions of this file return the reason why a command is disabled now, as a sentence for the
// user; empty if it is enabled.

func noProject(w *Window) string {
	return reasonIf(w.session.Dir() == "", words.Say("Open a folder first"))
}

func noRecentProject(w *Window) string {
	return reasonIf(len(w.toolbar.recentItems()) == 0, words.Say("No other project was opened yet"))
}

func nothingToSave(w *Window) string { return saveReason(w.session.Presets().Target()) }

func nothingToRecover(w *Window) string {
	return reasonIf(len(w.session.Recovery().List()) == 0, words.Say("There is no unsaved work of other windows"))
}

func nothingRequested(w *Window) string {
	return reasonIf(len(w.session.Access().Consent().Question().Permissions) == 0, words.Say("This project requests no permissions"))
}

// notSendable returns the reason why the document cannot be copied or written: a snapshot is shown
// instead.
func notSendable(w *Window) string {
	if r, replaying := w.session.Snapshots().Replayed(); replaying && !r.Peek {
		return words.With("The window shows the snapshot {{.Name}}: copy it with Copy snapshot, or go back to now first", map[string]any{"Name": text.Escape(r.ID.Name)})
	}
	return noProject(w)
}

func noDocument(w *Window) string {
	if reason := noProject(w); reason != "" {
		return reason
	}
	return reasonIf(len(w.session.Document().Sections) == 0 && !w.session.Building(), words.Say("The document is empty"))
}

// noPreview is the reason of commands that go to the preview: an empty preview takes the focus only as a tab.
func noPreview(w *Window) string {
	if w.narrow {
		return ""
	}
	return noDocument(w)
}

func nothingToUndo(w *Window) string {
	label, _ := w.session.UndoLabels()
	return reasonIf(label.Text == "", words.Say("Nothing to undo"))
}

func nothingToRedo(w *Window) string {
	_, label := w.session.UndoLabels()
	return reasonIf(label.Text == "", words.Say("Nothing to redo"))
}

func noCurrentFile(w *Window) string {
	return reasonIf(w.currentFile() == "", words.Say("Put the cursor on a file first"))
}

func nothingSent(w *Window) string {
	_, ok := w.session.Snapshots().LastSent()
	return reasonIf(!ok, words.Say("Nothing was copied or written yet"))
}

// noChanges is the reason without a snapshot to compare with; an existing section of changes can
// still be removed.
func noChanges(w *Window) string {
	if _, shown := w.session.Snapshots().ChangesSince(); shown {
		return ""
	}
	return nothingSent(w)
}

func nothingToMove(w *Window) string {
	prefix, ok := w.session.Prefix().Current()
	return reasonIf(!ok || prefix.Breaker() == "", words.Say("No entry that breaks the cache can be moved down"))
}
