package session

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/message"
)

// presetState is what a session holds of presets beside the files that keep them.
type presetState struct {
	presetMoment
	scope  models.Scope      // whose presets the toolbar lists; "" is all of them
	filter string            // of the manager
	known  map[string]string // by name: the digest of a project's preset that was applied although it hides another
	costs  presetCosts
	taken  []presets.Draft // from the command line, until they are kept here
}

// presetMoment is what steps change of it. Values are shared and never changed.
type presetMoment struct {
	applied project.PresetRef // the one applied last; its name is empty when there is none
	drafts  []presetDraft
}

// presetDraft is what was put together from a preset and not saved when another one was
// applied. The reference is empty where it came from no preset.
type presetDraft struct {
	of      project.PresetRef
	content models.Preset // its files, screenshots and instruction
}

func (m presetMoment) draft(ref project.PresetRef) (models.Preset, bool) {
	i := slices.IndexFunc(m.drafts, func(d presetDraft) bool { return d.of == ref })
	if i < 0 {
		return models.Preset{}, false
	}
	return m.drafts[i].content, true
}

// without returns m without the draft of a preset.
func (m presetMoment) without(ref project.PresetRef) presetMoment {
	m.drafts = slices.DeleteFunc(slices.Clone(m.drafts), func(d presetDraft) bool { return d.of == ref })
	return m
}

// with returns m with a draft, the newest first.
func (m presetMoment) with(ref project.PresetRef, content models.Preset) presetMoment {
	m = m.without(ref)
	m.drafts = slices.Insert(m.drafts, 0, presetDraft{ref, content})
	return m
}

// hasContent reports whether a draft holds just this.
func (m presetMoment) hasContent(content models.Preset) bool {
	return slices.ContainsFunc(m.drafts, func(d presetDraft) bool { return models.ComparePresets(d.content, content).SameContent() })
}

// beside returns m with a draft beside those that there are: where another one has its
// name, it gets one of its own.
func (m presetMoment) beside(ref project.PresetRef, content models.Preset) presetMoment {
	if m.hasContent(content) {
		return m
	}
	for name, n := ref.Name, 2; ; n++ {
		if _, taken := m.draft(ref); !taken {
			return m.with(ref, content)
		}
		ref.Name = strings.TrimSpace(fmt.Sprintf("%s (%d)", cmp.Or(name, "draft"), n))
	}
}

// renamed returns m once a preset has another name.
func (m presetMoment) renamed(from, to project.PresetRef) presetMoment {
	if m.applied == from {
		m.applied = to
	}
	m.drafts = slices.Clone(m.drafts)
	for i := range m.drafts {
		if m.drafts[i].of == from {
			m.drafts[i].of = to
		}
	}
	return m
}

// PresetRow is a preset as the manager lists it.
type PresetRow struct {
	models.ScopedPreset
	Number   int  // 1 to 9: which of those that can be applied by a key; 0 is none
	Hidden   bool // a project's preset of its name counts here
	Applied  bool
	Modified bool // what is put together differs from it, and it is the one that was applied
	Draft    bool // there is an unsaved draft of it
	Gone     bool // only the draft is left of it
}

// Ref names the row's preset.
func (r PresetRow) Ref() project.PresetRef { return project.PresetRef{Scope: r.Scope, Name: r.Name} }

// presetFiles returns the files of presets as they were loaded last.
func (s *Session) presetFiles() project.PresetFiles { return s.project.Presets().Files() }

// PresetRows lists the presets of both scopes that the filter leaves, the project's
// first; then what is left of presets that are gone.
func (s *Session) PresetRows() []PresetRow {
	var out []PresetRow
	for _, row := range s.AllPresetRows() {
		if matchesPreset(row.Preset, s.presets.filter) {
			out = append(out, row)
		}
	}
	return out
}

// AllPresetRows lists them whatever the filter.
func (s *Session) AllPresetRows() []PresetRow {
	if s.project == nil {
		return nil
	}
	var out []PresetRow
	number := 0
	for _, p := range s.project.Presets().All() {
		row := PresetRow{ScopedPreset: p, Hidden: p.Scope == models.Global && s.Hidden(p.Name)}
		if !row.Hidden && number < 9 {
			number++
			row.Number = number
		}
		_, row.Draft = s.presets.draft(row.Ref())
		row.Applied = row.Ref() == s.presets.applied
		row.Modified = row.Applied && s.differsFrom(p.Preset)
		out = append(out, row)
	}
	for _, d := range s.presets.drafts {
		if _, there := s.presetFiles().Find(d.of); !there || d.of.Name == "" {
			row := PresetRow{ScopedPreset: models.ScopedPreset{Preset: d.content, Scope: d.of.Scope}, Draft: true, Gone: true}
			row.Name = d.of.Name
			out = append(out, row)
		}
	}
	return out
}

// matchesPreset reports whether a preset holds every word of a text: in its name, its
// description or its paths.
func matchesPreset(p models.Preset, filter string) bool {
	words := strings.Fields(strings.ToLower(filter))
	if len(words) == 0 {
		return true
	}
	var b strings.Builder
	b.WriteString(p.Name + "\n" + p.Description)
	for _, item := range p.Files {
		b.WriteString("\n" + item.Path)
	}
	all := strings.ToLower(b.String())
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(all, w) })
}

// SetPresetFilter lists only presets that hold every word of text.
func (s *Session) SetPresetFilter(text string) {
	s.presets.filter = text
	s.notify(change.Presets)
}

// PresetFilter returns the text that the manager filters by.
func (s *Session) PresetFilter() string { return s.presets.filter }

// Presets lists what can be applied in a scope, hidden ones included.
func (s *Session) Presets(scope models.Scope) []models.ScopedPreset {
	if s.project == nil {
		return nil
	}
	return slices.DeleteFunc(s.project.Presets().All(), func(p models.ScopedPreset) bool { return p.Scope != scope })
}

// Switchable lists what can be applied, in the order of the numbers: the project's
// presets, then the global ones that none of them hides.
func (s *Session) Switchable() []PresetRow {
	return slices.DeleteFunc(s.AllPresetRows(), func(r PresetRow) bool { return r.Hidden || r.Gone })
}

// Hidden reports whether a project preset hides the global one of a name.
func (s *Session) Hidden(name string) bool {
	if s.project == nil {
		return false
	}
	_, ok := presets.FindPreset(s.project.Kept().Project.Presets, name)
	return ok
}

// Preset returns the name of the preset applied last, and whether the composition has
// changed since. It is empty when there is none, or it is gone.
func (s *Session) Preset() (name string, modified bool) {
	p, ok := s.appliedPreset()
	if !ok {
		return "", false
	}
	return p.Name, s.differsFrom(p)
}

// Applied names the preset applied last; its name is empty when there is none.
func (s *Session) Applied() project.PresetRef { return s.presets.applied }

// appliedPreset returns the preset applied last as it is kept now.
func (s *Session) appliedPreset() (models.Preset, bool) {
	if s.project == nil || s.presets.applied.Name == "" {
		return models.Preset{}, false
	}
	for _, p := range s.project.Presets().All() {
		if (project.PresetRef{Scope: p.Scope, Name: p.Name}) == s.presets.applied {
			return p.Preset, true
		}
	}
	return models.Preset{}, false
}

// differsFrom reports whether a preset would change what is put together.
func (s *Session) differsFrom(p models.Preset) bool {
	return !project.SameComposition(p.Apply(s.comp), s.comp)
}

// Scope returns the scope whose presets the toolbar lists; "" is both.
func (s *Session) Scope() models.Scope { return s.presets.scope }

// SetScope lists the presets of a scope, or with "" those of both.
func (s *Session) SetScope(scope models.Scope) {
	if s.presets.scope != scope {
		s.presets.scope = scope
		s.notify(change.Presets)
		s.saveSoon()
	}
}

// Apply puts a preset in the place of what is put together: one step, which undo takes
// back. What was not saved stays as a draft of the preset that it came from.
func (s *Session) Apply(p models.ScopedPreset) {
	if s.project == nil {
		return
	}
	ref := project.PresetRef{Scope: p.Scope, Name: p.Name}
	s.acquaint(ref)
	kept := s.switchTo(message.Named("apply {{.Name}}", p.Name), ref, p.Preset, s.leaveDraft())
	fields := map[string]any{"Name": ref.Shown()}
	if kept {
		s.tellPutTogether(message.New("Unsaved changes are kept as a draft; applied {{.Name}}", fields), ref.Shown())
		return
	}
	s.tellPutTogether(message.Count("Applied {{.Name}}: {{.N}} entries", len(p.Files), fields), ref.Shown())
}

// ApplyDraft puts the draft of a preset in the place of what is put together, which
// becomes a draft itself where it is not saved.
func (s *Session) ApplyDraft(ref project.PresetRef) {
	if s.project == nil {
		return
	}
	content, ok := s.presets.draft(ref)
	if !ok {
		return
	}
	next := s.presets.presetMoment
	next = next.without(ref)
	if of, unsaved, is := s.unsavedContent(); is {
		next = next.with(of, unsaved)
	}
	s.acquaint(ref)
	s.switchTo(message.Named("apply the draft of {{.Name}}", ref.Name), ref, content, next)
	m := message.New("Applied the draft of {{.Name}}", map[string]any{"Name": ref.Shown()})
	if ref.Name == "" {
		m = message.New("Applied what was put together before", nil)
	}
	s.tellPutTogether(m, ref.Shown())
}

// DropDraft forgets the draft of a preset. Undo takes it back.
func (s *Session) DropDraft(ref project.PresetRef) {
	if _, ok := s.presets.draft(ref); !ok {
		return
	}
	s.push(message.Named("drop the draft of {{.Name}}", ref.Name), "")
	s.presets.presetMoment = s.presets.without(ref)
	m := message.New("Dropped the draft of {{.Name}}", map[string]any{"Name": ref.Shown()})
	s.tellUndo(m)
	s.notify(change.Presets)
	s.saveSoon()
}

// DraftDifference returns how the draft of a preset differs from the preset.
func (s *Session) DraftDifference(ref project.PresetRef) (models.PresetDiff, bool) {
	draft, ok := s.presets.draft(ref)
	if !ok || s.project == nil {
		return models.PresetDiff{}, false
	}
	p, _ := s.presetFiles().Find(ref)
	draft.Description = p.Description
	return models.ComparePresets(p, draft), true
}

// PresetDifference returns what saving over a preset would change of it.
func (s *Session) PresetDifference(ref project.PresetRef) models.PresetDiff {
	if s.project == nil {
		return models.PresetDiff{}
	}
	p, _ := s.presetFiles().Find(ref)
	return models.ComparePresets(p, project.SavedOver(p, s.comp, p.Name))
}

// PresetShadow returns how a project's preset differs from the person's own that it
// hides; false when it hides none. First is set until the preset has been applied as it
// is.
func (s *Session) PresetShadow(ref project.PresetRef) (diff models.PresetDiff, first, ok bool) {
	if s.project == nil || ref.Scope != models.ProjectScope {
		return diff, false, false
	}
	if diff, ok = s.project.Presets().Shadow(ref.Name); !ok {
		return diff, false, false
	}
	return diff, !diff.Same() && s.presets.known[ref.Name] != s.shadowDigest(ref), true
}

// shadowDigest tells a pair of presets, one of which hides the other, from every other
// pair.
func (s *Session) shadowDigest(ref project.PresetRef) string {
	ours, _ := s.presetFiles().Find(ref)
	theirs, _ := s.presetFiles().Find(project.PresetRef{Scope: models.Global, Name: ref.Name})
	data, err := json.Marshal([]models.Preset{ours, theirs})
	if err != nil {
		return "" // of a value that no file can hold: it is asked about each time
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// acquaint remembers that a person has applied a preset that hides another.
func (s *Session) acquaint(ref project.PresetRef) {
	if _, first, _ := s.PresetShadow(ref); first {
		known := maps.Clone(s.presets.known)
		if known == nil {
			known = map[string]string{}
		}
		known[ref.Name] = s.shadowDigest(ref)
		s.presets.known = known
	}
}

// switchTo makes content what is put together, as the content of a preset, in one step.
// It reports whether a draft was left.
func (s *Session) switchTo(label message.Message, ref project.PresetRef, content models.Preset, drafts presetMoment) (kept bool) {
	next := drafts
	next.applied = ref
	if s.presets.applied == ref && !s.differsFrom(content) {
		return false
	}
	kept = len(next.drafts) > len(s.presets.drafts)
	s.push(label, "")
	s.presets.presetMoment = next
	s.listScope(ref.Scope)
	s.compose(content.Apply(s.comp))
	s.notify(change.Presets | change.Project)
	return kept
}

// listScope keeps the preset that is applied among those that are listed.
func (s *Session) listScope(scope models.Scope) {
	if s.presets.scope != "" && scope != "" {
		s.presets.scope = scope
	}
}

// leaveDraft returns the drafts once what is unsaved now is among them.
func (s *Session) leaveDraft() presetMoment {
	if of, content, unsaved := s.unsavedContent(); unsaved {
		return s.presets.with(of, content)
	}
	return s.presets.presetMoment
}

// unsavedContent returns what would be lost if another preset were applied: what differs
// from the preset that was applied or, without one, from the project file.
func (s *Session) unsavedContent() (of project.PresetRef, content models.Preset, unsaved bool) {
	content = models.PresetOf(s.comp, "")
	empty := len(content.Files)+len(content.Screenshots) == 0 && content.Instruction == ""
	p, there := s.appliedPreset()
	switch {
	case there:
		return s.presets.applied, content, s.differsFrom(p)
	case s.presets.applied.Name != "":
		return s.presets.applied, content, !empty // it is gone: this is all that is left
	}
	saved := models.PresetOf(s.project.Kept().Project.Composition(), "")
	return project.PresetRef{}, content, !empty && !models.ComparePresets(saved, content).Same()
}

// setPresetMoment takes back, or makes again, which preset is applied and which drafts
// there are.
func (s *Session) setPresetMoment(m presetMoment) {
	s.presets.presetMoment = m
	s.notify(change.Presets | change.Project)
	s.saveSoon()
}

// restorePresets finds what was kept of presets.
func (s *Session) restorePresets(kept presets.Unsaved) {
	s.presets.applied = project.PresetRef{Scope: kept.Scope, Name: kept.Preset}
	if kept.Preset == "" {
		s.presets.applied = project.PresetRef{}
	}
	s.presets.scope = kept.Listed
	for _, d := range kept.Drafts {
		s.presets.drafts = append(s.presets.drafts, presetDraft{project.PresetRef{Scope: d.Scope, Name: d.Of}, models.PresetOf(d.Content, "")})
	}
	s.presets.known = kept.Shadows
}

// keepPresets says what is to be kept of presets.
func (s *Session) keepPresets(kept *presets.Unsaved) {
	kept.Preset, kept.Scope, kept.Listed = s.presets.applied.Name, s.presets.applied.Scope, s.presets.scope
	for _, d := range s.presets.drafts {
		kept.Drafts = append(kept.Drafts, project.DraftOf(d.of, d.content))
	}
	kept.Shadows = s.presets.known
}

// takeDrafts takes in what the command line has replaced in the project file. It goes from
// where it was once it is kept here.
func (s *Session) takeDrafts() {
	list := s.store.Drafts(s.project.Dir)
	if len(list) == 0 {
		return
	}
	for _, d := range slices.Backward(list) { // the newest last, which then stands first
		ref, content := project.PresetRef{Scope: d.Scope, Name: d.Of}, models.PresetOf(d.Content, "")
		s.presets.presetMoment = s.presets.beside(ref, content)
		s.eachPresets(func(m presetMoment) presetMoment { return m.beside(ref, content) })
	}
	s.presets.taken = list
	s.notify(change.Presets)
	s.saveSoon()
}
