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

// The events of a session. The state of a feature implements the interfaces of the events that it
// handles; the session calls them in the order of the features.
type (
	// Opener starts what runs while the project is open. Opened is called once, after the unsaved
	// work was restored.
	Opener interface{ Opened() }

	// Closer ends what is not a job of the project. Close is called in the background, after the
	// jobs have ended.
	Closer interface{ Close() }

	// Contributor adds its state to the input of a build.
	Contributor interface{ Contribute(in *aggregate.Input) }

	// Starter is called when a build begins.
	Starter interface{ BuildBegins() }

	// Companion works in the background during each build, on any goroutine. The returned function
	// is called just before the document of the input is available.
	Companion interface {
		DuringBuild(in aggregate.Input) (then func())
	}

	// Edited is called when the composition has changed.
	Edited interface{ CompositionChanged() }

	// Built is called when there is a new document.
	Built interface{ DocumentBuilt() }

	// Counted is called when the document's counts are more exact.
	Counted interface{ DocumentCounted() }

	// DiskFollower handles changes in the project's folder. It reports whether they can change the
	// document.
	DiskFollower interface{ DiskChanged(watch.Batch) bool }

	// TreeFollower handles a new listing of the project's folder.
	TreeFollower interface{ TreeListed() }

	// WatchFollower is called when the watcher becomes ready: there may have been changes before.
	// It reports whether they can change the document.
	WatchFollower interface{ WatchBegins() bool }

	// RepositoryFollower handles changes of the git repository.
	RepositoryFollower interface{ RepositoryChanged() }

	// Reloader reads the project's own files again after possible changes on the disk.
	Reloader interface{ Reload() }

	// Recounter counts again because the model has another vocabulary. Until then the old counts
	// are estimates.
	Recounter interface{ Recount() }

	// Loader reads its data from the project's files, including data that was not stored when the
	// program ended. Load is called once, when the project opens.
	Loader interface{ Load() }

	// Collector adds its state to the unsaved work, which is saved for crashes and the next start.
	Collector interface{ CollectUnsaved(*presets.Unsaved) }

	// UnsavedReporter reports whether it has work that is stored nowhere else.
	UnsavedReporter interface{ HasUnsaved() bool }

	// Restorer restores its part of the unsaved work when the project is opened again.
	Restorer interface{ RestoreUnsaved(presets.Unsaved) }

	// Finisher saves its data and waits until it is saved. It returns why it could not.
	Finisher interface{ Finish() error }

	// Saver returns a write that runs in the background with each save of unsaved work, whether or
	// not that save succeeds.
	Saver interface {
		Save() func(context.Context) error
	}

	// Discarder drops its unsaved work, and returns the previous state for the undo step.
	Discarder interface{ Discard() undo.State }

	// Joiner takes over the unsaved work of another window. IsMissing reports whether that
	// contains anything that is missing here; Join adds it, as part of an undo step that is recorded.
	Joiner interface {
		IsMissing(presets.Unsaved) bool
		Join(presets.Unsaved)
	}

	// Guard calls send when a document may leave the program, or again if the document was changed for that.
	Guard interface {
		Confirm(doc *aggregate.Document, send, again func())
	}

	// Remarker returns remarks about a document that is sent, each with the list that shows
	// details; an empty remark has N 0.
	Remarker interface {
		Remarks(doc *aggregate.Document) []Remark
	}

	// Inspector reports what the document of another composition lacks, which is shown instead of the message
	// about that composition; false if it lacks nothing. name is that of [Reporter.NotifyComposed].
	Inspector interface {
		ReportMissing(doc *aggregate.Document, name string) (message.Message, bool)
	}

	// RunFollower is called when the user permits to run a program.
	RunFollower interface{ MayRun(bd.Request) }
)

// Remark is a remark about a document, and the list that shows details about it; empty if there is none.
type Remark struct {
	message.Message
	Review message.Review
}

// Each calls do for each state of type T, in order.
func Each[T any](states []any, do func(T)) {
	for _, state := range states {
		if t, ok := state.(T); ok {
			do(t)
		}
	}
}
