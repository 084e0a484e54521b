// Package settings manages the user's settings, which apply to every project, and watches the file
// that contains them and the user's presets. [Part.Close] ends the goroutines of the watcher.
package settings

import (
	"dossier/aggregate/ignore"
	"dossier/aggregate/tokens"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/jobs"
)

// Host is the subset of the session that the settings depend on.
type Host interface {
	// BeforeReload is called before the user's file is read again. The function that it returns is
	// called after the file has changed.
	BeforeReload() (after func())
	// Changed is called after settings may have changed.
	Changed(old, new presets.Settings)
	Fail(error)
}

// Part is the controller of the user's settings. It outlives projects, and belongs to the session's
// goroutine.
type Part struct {
	host     Host
	work     *jobs.Group
	user     *project.User
	config   string // folder of the user's file; empty if there is none
	watching watching

	model  tokens.Model // cached for chosen: each row of a list reads it
	chosen chosen
}

// chosen holds the settings that select the model.
type chosen struct {
	id     string
	window int
	factor float64
}

// New returns the settings of the user whose file is in the folder config. After [Part.Watch] they
// follow changes of the file.
func New(host Host, work *jobs.Group, user *project.User, config string) *Part {
	return &Part{host: host, work: work, user: user, config: config, watching: watching{retry: work.Later()}}
}

// All returns the settings.
func (p *Part) All() presets.Settings { return p.user.Settings() }

// ReadOnly returns why settings are not saved; nil if they are.
func (p *Part) ReadOnly() error { return p.user.Library().ReadOnly() }

// DefaultJunk returns the built-in list of excluded files.
func DefaultJunk() string { return ignore.DefaultText() }

// Junk returns the list of excluded files.
func (p *Part) Junk() string {
	if all := p.All(); all.OwnJunk {
		return all.Junk
	}
	return DefaultJunk()
}

// Set saves settings and the list of excluded files.
func (p *Part) Set(all presets.Settings, junk string) error {
	all.OwnJunk = junk != DefaultJunk()
	all.Junk, all.JunkVersion = "", 0
	if all.OwnJunk {
		all.Junk, all.JunkVersion = junk, ignore.VersionOf(DefaultJunk())
	}
	old := p.All()
	if err := p.keep(func(now *presets.Settings) { *now = all }); err != nil {
		return err
	}
	p.host.Changed(old, p.All())
	return nil
}

// keep changes settings in the user's file.
func (p *Part) keep(edit func(*presets.Settings)) error {
	return p.user.ChangeSettings(p.work.Context(), edit)
}

// adjust changes a setting that a click selects. If settings cannot be saved, the change lasts
// until the window closes.
func (p *Part) adjust(edit func(*presets.Settings)) {
	old := p.All()
	if err := p.keep(edit); err != nil {
		p.user.UseSettings(edit)
		p.host.Fail(err)
	}
	p.host.Changed(old, p.All())
}

// Reload handles changes of the user's file on the disk. A file with an error changes nothing until
// it is fixed.
func (p *Part) Reload() {
	old := p.All()
	after := p.host.BeforeReload()
	changed, err := p.user.Reload()
	if err != nil {
		p.host.Fail(err)
	}
	if changed {
		after()
		p.host.Changed(old, p.All())
	}
}

// SetZoom saves the zoom of the window, in percent.
func (p *Part) SetZoom(percent int) {
	p.adjust(func(all *presets.Settings) { all.Zoom = percent })
}

// Model returns the selected model.
func (p *Part) Model() tokens.Model {
	all := p.All()
	if now := (chosen{all.Model, all.CustomWindow, all.CustomFactor}); p.model.ID == "" || now != p.chosen {
		p.model, p.chosen = project.ModelOf(all), now
	}
	return p.model
}

// Models returns the models of the menu.
func (p *Part) Models() []tokens.Model {
	list := tokens.Models()
	for i, m := range list {
		if m.ID == tokens.CustomID {
			list[i] = tokens.Custom(p.All().CustomWindow, p.All().CustomFactor)
		}
	}
	return list
}

// SetModel selects the model.
func (p *Part) SetModel(id string) {
	p.adjust(func(all *presets.Settings) { all.Model = id })
}

// SetCustomModel selects a model by its context window in tokens and its factor.
func (p *Part) SetCustomModel(window int, factor float64) {
	p.adjust(func(all *presets.Settings) {
		all.Model, all.CustomWindow, all.CustomFactor = tokens.CustomID, window, factor
	})
}

// ShowIgnored reports whether the tree shows ignored files.
func (p *Part) ShowIgnored() bool { return p.All().ShowIgnored }

// SetShowIgnored shows or hides ignored files in the tree.
func (p *Part) SetShowIgnored(on bool) {
	p.adjust(func(all *presets.Settings) { all.ShowIgnored = on })
}

// WrapLines reports whether the preview wraps long lines.
func (p *Part) WrapLines() bool { return p.All().WrapLines }

// SetWrapLines sets whether the preview wraps long lines.
func (p *Part) SetWrapLines(on bool) {
	p.adjust(func(all *presets.Settings) { all.WrapLines = on })
}
