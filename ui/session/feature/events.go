package feature

import (
	"context"

	"dossier/aggregate"
	"dossier/aggregate/beads/bd"
	"dossier/aggregate/watch"
	"dossier/presets"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// The events of a session. The state of a feature implements those that it follows; the session
// calls it in the order of the features.
type (
	// Opener begins what runs while the project is open: it is called once, after the unsaved work
	// was restored.
	Opener interface{ Opened() }

	// Closer ends what is not a job of the project. It is called in the background, after the jobs
	// have ended.
	Closer interface{ Close() }

	// Contributor adds what it holds to the input of a build.
	Contributor interface{ Contribute(in *aggregate.Input) }

	// Starter is called when a build begins.
	Starter interface{ BuildBegins() }

	// Companion works in the background of each build, on any goroutine. The function that it returns
	// is called just before the document of the input is available.
	Companion interface {
		Alongside(in aggregate.Input) (then func())
	}

	// Edited follows another composition.
	Edited interface{ CompositionChanged() }

	// Built follows a new document.
	Built interface{ DocumentBuilt() }

	// Counted follows better figures of the same document.
	Counted interface{ DocumentCounted() }

	// DiskFollower follows changes in the project's folder. It reports whether they can change the
	// document.
	DiskFollower interface{ DiskChanged(watch.Batch) bool }

	// TreeFollower follows another listing of the project's folder.
	TreeFollower interface{ TreeListed() }

	// WatchFollower follows the moment from which changes are reported: there may have been some before.
	// It reports whether they can change the document.
	WatchFollower interface{ WatchBegins() bool }

	// RepositoryFollower follows changes of the git repository.
	RepositoryFollower interface{ RepositoryChanged() }

	// Reloader reads the project's own files again, because they may have changed on the disk.
	Reloader interface{ Reload() }

	// Recounter counts again because the model has another vocabulary. Until then the previous
	// counts are estimates.
	Recounter interface{ Recount() }

	// Loader reads what the project's files store of it, and what of that was not stored yet when the
	// program ended. It is called once, when the project opens.
	Loader interface{ Load() }

	// Keeper adds to what is saved for a crash and the next start.
	Keeper interface{ KeepUnsaved(*presets.Unsaved) }

	// Unsaver reports whether any of it is work that is stored nowhere else.
	Unsaver interface{ HasUnsaved() bool }

	// Restorer restores what was saved when the project is opened again.
	Restorer interface{ RestoreUnsaved(presets.Unsaved) }

	// Finisher saves what it has, waits for it, and returns why it could not.
	Finisher interface{ Finish() error }

	// Saver returns a write that runs in the background with each save of unsaved work, whether that
	// succeeds or not.
	Saver interface {
		Save() func(context.Context) error
	}

	// Discarder drops its unsaved work, and returns the state from before for the undo step.
	Discarder interface{ Discard() undo.State }

	// Joiner takes over the unsaved work of another window. Lacks reports whether that holds anything
	// which is not here; Join adds it, as part of an undo step that is recorded.
	Joiner interface {
		Lacks(presets.Unsaved) bool
		Join(presets.Unsaved)
	}

	// Guard calls send once a document may leave the window, or again if it was changed for that.
	Guard interface {
		Confirm(doc *aggregate.Document, send, again func())
	}

	// Remarker returns remarks about a document that is sent, and the list that shows more about them; a
	// remark about nothing has N 0.
	Remarker interface {
		Remarks(doc *aggregate.Document) []Remark
	}

	// Inspector reports what the document of another composition lacks, which is shown instead of the
	// message about that composition; false if it lacks nothing. name is as of [Reporter.TellComposed].
	Inspector interface {
		Lacking(doc *aggregate.Document, name string) (message.Message, bool)
	}

	// RunFollower follows the user's permission to run a program.
	RunFollower interface{ MayRun(bd.Request) }
)

// Remark is a remark about a document, and the list that shows more about it; empty if there is none.
type Remark struct {
	message.Message
	Review message.Review
}

// Each calls do for each of the states that is a T, in order.
func Each[T any](states []any, do func(T)) {
	for _, state := range states {
		if t, ok := state.(T); ok {
			do(t)
		}
	}
}
