package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/ui/dialog"
	"dossier/ui/features/secretlist"
	"dossier/ui/kit"
	"dossier/ui/project"
	"dossier/ui/project/consent"
	"dossier/ui/session/projectfile"
	"dossier/ui/words"
)

// ask asks the user a question of the session, and returns false for an unknown one.
func (w *Window) ask(question any) bool {
	switch q := question.(type) {
	case projectfile.Conflict:
		w.conflict(q)
	case *project.OutputError:
		w.confirmOutput(q)
	case secretlist.Question:
		w.confirmReadable(q)
	default:
		return false
	}
	return true
}

// consentNotice shows the number of permissions that the project file requests, until the user has
// answered.
func (b *noticeButton) consentNotice() (notice, bool) {
	w := b.w
	question := w.session.Access().Consent().Question()
	if !question.Open() {
		return notice{}, false
	}
	return notice{
		text: words.Count("{{.N}} permission requests", len(question.Permissions)), tip: words.Say("External paths in the project file, to allow or exclude"),
		tone: kit.ColorWarn, toast: true,
		items: []kit.MenuItem{{Text: words.Say("Review…|look at"), Detail: b.w.keysOf("review-permissions"), Action: func() { reviewPermissions(w) }}},
	}, true
}

// reviewPermissions asks one question about all permissions that the project file requests. Exactly what
// the list shows is allowed, even if the file changes in the meantime.
func reviewPermissions(w *Window) {
	question := w.session.Access().Consent().Question()
	w.overlay.HideToast() // which opens this question
	boxes := make([]*kit.Check, len(question.Permissions))
	list := container.NewVBox()
	again := false // some of it was requested before
	for _, a := range question.Permissions {
		again = again || !a.New
	}
	for i, a := range question.Permissions {
		boxes[i] = kit.NewPathCheck(permissionText(a, again), nil)
		list.Add(boxes[i])
	}
	body := container.NewVBox(kit.NewParagraph(words.Say("The project file names paths outside its folder, or a program to run. Nothing of this is read, written or run unless you allow it, for yourself and this project only. Everything else works without it.")))
	if question.More > 0 {
		body.Add(kit.NewParagraph(words.Count("{{.N}} more are not listed and stay outside.", question.More)))
	}
	answer := func(allowed []consent.Permission) { w.session.Access().Consent().Answer(question, allowed) }
	ticked := func() {
		var allowed []consent.Permission
		var refused []string
		for i, box := range boxes {
			switch a := question.Permissions[i]; {
			case box.State() == kit.On:
				allowed = append(allowed, a)
			case a.Kind == consent.Read:
				refused = append(refused, a.Target)
			}
		}
		answer(allowed) // close the question first: an open one is reported again when something changes
		if n := w.session.Access().Exclude(refused); n > 0 {
			host{w}.OfferUndo(words.Count("Excluded {{.N}} entries outside the project", n))
		}
	}
	w.dialogs.Show(words.Say("Outside the project"), container.NewBorder(body, nil, nil, nil, container.NewVScroll(list)), fyne.NewSize(620, 340),
		dialog.Does(words.Say("Allow all"), func() { answer(question.Permissions) }),
		dialog.Does(words.Say("Allow ticked paths, exclude the rest"), ticked),
		dialog.Closes(words.Say("Not now")).AsPrimary()).Help = permissionsHelp
}

// permissionText describes a requested permission, and whether it is new.
func permissionText(a consent.Permission, again bool) string {
	fields := map[string]any{"Target": project.Shown(a.Target)}
	said := words.With("Read {{.Target}}", fields)
	switch a.Kind {
	case consent.Write:
		said = words.With("Write dossiers to {{.Target}}", fields)
	case consent.Run:
		said = words.With("Run {{.Target}}", fields)
	}
	if a.Kind == consent.Read && !project.Exists(a.Target) {
		said = words.With("{{.What}} (does not exist)", map[string]any{"What": said})
	}
	if again && a.New {
		said = words.With("{{.What}} (new)", map[string]any{"What": said})
	}
	return said
}
