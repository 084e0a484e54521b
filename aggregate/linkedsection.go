package aggregate

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"dossier/aggregate/content"
	"dossier/aggregate/format"
	"dossier/aggregate/links/graph"
	"dossier/aggregate/smartcontext"
	"dossier/aggregate/text"
	"dossier/models"
)

// linkedTitle is the heading of the section.
const linkedTitle = "Linked Notes"

// linkedSection shows the smart contexts that are in the document, one after the other, with a
// block for each of their [smartcontext.Parts]. A file that is also a row of the document is omitted, so
// that the document contains it once. It caches each context until one of its inputs changes.
type linkedSection struct {
	maxBlocks int                       // max blocks
	contexts  map[string]*linkedContext // by context name
}

// linkedContext is a smart context in a document.
type linkedContext struct {
	key        linkedKey
	generation int // see [fileCache.generation]: if it is equal, nothing has changed on the disk since
	log        *guardLog
	shown      map[string]redactedFile // of the files that were read
	sources    map[string]*source      // of the files that were read, before redaction
	statuses   map[string]Status       // of the paths that were queried
	all        []smartcontext.Part
	parts      []smartcontext.Part // except those that are rows
	name       string              // after redaction
	clean      []smartcontext.Part // parts after redaction of their paths and templates
	blocks     []SectionBlock
	bytes      int
	warnings   []Warning
}

// linkedKey is everything that determines a smart context except file contents.
type linkedKey struct {
	items     []models.ContextItem
	options   models.LinkOptions
	names     *graph.Names
	graph     *graph.Graph
	limit     int64
	languages []models.LanguageRule
	format    format.Format
}

// Kind implements [SectionBuilder].
func (*linkedSection) Kind() SectionKind { return LinkedSection }

// Build implements [SectionBuilder].
func (s *linkedSection) Build(ctx context.Context, b *Building) (Content, error) {
	c := Content{Title: linkedTitle, About: "notes that are linked with each other, each below its path"}
	next := map[string]*linkedContext{}
	var items, bytes int
	all := b.Input.Composition.Links
	for _, sc := range all.Used() {
		if items >= s.maxBlocks || bytes >= smartcontext.MaxBytes {
			c.Warnings = append(c.Warnings, Warning{Message: fmt.Sprintf("the smart context %s is excluded: together with the previous ones, the linked notes are %d files of %d bytes", text.Escape(sc.Name), items, bytes)})
			continue
		}
		linked, err := b.builder.buildLinked(ctx, b, sc, smartcontext.Merge(all.Options, sc.Options, models.LinkOptions{}), s.contexts[sc.Name])
		if ended := ctx.Err(); ended != nil {
			return c, ended
		}
		if err != nil {
			c.Warnings = append(c.Warnings, Warning{Message: fmt.Sprintf("the smart context %s is excluded: %v", text.Escape(sc.Name), err)})
			continue
		}
		next[sc.Name] = linked
		items, bytes = items+len(linked.blocks), bytes+linked.bytes
		c.Blocks = append(c.Blocks, linked.blocks...)
		c.Warnings = append(c.Warnings, linked.warnings...)
	}
	s.contexts = next
	return c, nil
}

// buildLinked returns a smart context for a document; previous may be nil. It returns the
// errors of [Builder.Gather].
func (b *Builder) buildLinked(ctx context.Context, building *Building, c models.SmartContext, opts models.LinkOptions, previous *linkedContext) (*linkedContext, error) {
	in := building.Input
	files, err := b.linkedFiles(ctx, in, building.guard, building.listing, opts)
	if err != nil {
		return nil, err
	}
	files.read = func(ctx context.Context, path string, limit int64) (*source, error) {
		if src := b.files.source(path); src != nil && src.err == nil { // a cached file is not read again for a different limit
			return src, nil
		}
		return b.source(ctx, path, limit)
	}
	next := &linkedContext{
		key:        linkedKey{c.Items, opts, files.names, files.graph, files.limit, in.Languages, building.format},
		generation: b.files.currentGeneration(),
	}
	if previous.isValid(b, next.key, next.generation) && slices.Equal(previous.parts, withoutRows(previous.all, building.shownRows())) && building.guard.replayLog(previous.log) {
		return previous, nil
	}
	finishLog := building.guard.startLog()
	s, err := smartcontext.Gather(ctx, files, c.Items, opts)
	if err != nil {
		return nil, err
	}
	next.sources, next.statuses = files.sources, files.statuses
	var stats smartcontext.Stats
	next.all, stats = smartcontext.Parts(s, opts)
	next.parts = withoutRows(next.all, building.shownRows())
	next.shown = files.shown
	if err := building.redactLinked(ctx, c.Name, next); err != nil {
		return nil, err
	}
	next.blocks = building.linkedBlocks(next, previous)
	for i, block := range next.blocks {
		next.bytes += block.size()
		if file, ok := files.shown[next.parts[i].Path]; ok {
			building.guard.addFindings(location{name: next.parts[i].Path, row: -1}, file.original().text, file.check, file.cuts, block.contains)
		}
	}
	next.log = finishLog()
	next.warnings = files.linkedWarnings(c.Name, s, stats)
	return next, nil
}

// withoutRows returns the parts for files that are not rows, or nil if there are none.
func withoutRows(parts []smartcontext.Part, rows map[string]bool) []smartcontext.Part {
	rest := slices.DeleteFunc(slices.Clone(parts), func(p smartcontext.Part) bool { return rows[p.Path] })
	if len(rest) == len(parts) {
		return parts
	}
	if !slices.ContainsFunc(rest, func(p smartcontext.Part) bool { return p.Depth != models.WrapDepth }) {
		return nil // a wrapper without content
	}
	return rest
}

// isValid reports whether a smart context is still valid: its key and every file that was read or
// queried are unchanged.
func (l *linkedContext) isValid(b *Builder, key linkedKey, generation int) bool {
	if l == nil || l.key.names != key.names || l.key.graph != key.graph || !reflect.DeepEqual(l.key, key) {
		return false
	}
	if l.generation == generation {
		return true
	}
	for p, src := range l.sources {
		if b.files.source(p) != src {
			return false
		}
	}
	for p, status := range l.statuses {
		if b.status(p) != status {
			return false
		}
	}
	l.generation = generation
	return true
}

// redactLinked redacts the name of a smart context and the paths and templates of its shown parts, whose contents
// already are. It returns only the context's error.
func (b *Building) redactLinked(ctx context.Context, name string, l *linkedContext) (err error) {
	clean := func(at, s string) (string, error) { return b.guard.redactText(ctx, location{name: at, row: -1}, s) }
	l.clean = slices.Clone(l.parts)
	for i := range l.clean {
		part := &l.clean[i]
		at := cmp.Or(part.Path, name)
		texts := []*string{&part.Path, &part.Before, &part.After}
		if part.Depth == models.WrapDepth {
			texts = append(texts, &part.Content)
		}
		for _, t := range texts {
			if *t, err = clean(at, *t); err != nil {
				return err
			}
		}
	}
	l.name, err = clean(name, name)
	return err
}

// linkedBlocks returns the parts of a smart context as blocks. It reuses the blocks of unchanged
// parts.
func (b *Building) linkedBlocks(l, previous *linkedContext) []SectionBlock {
	index := map[string]int{}
	if previous != nil && previous.name == l.name && previous.key.format == l.key.format && reflect.DeepEqual(previous.key.languages, l.key.languages) {
		for i, part := range previous.parts {
			index[part.Path] = i
		}
	}
	out := make([]SectionBlock, len(l.parts))
	for i, part := range l.parts {
		if k, ok := index[part.Path]; ok && part.Path != "" && previous.parts[k] == part && previous.clean[k] == l.clean[i] {
			out[i] = previous.blocks[k]
		} else {
			out[i] = b.linkedBlock(l.name, part.Path, l.clean[i], l.shownSource(part.Path), i == 0)
		}
	}
	return out
}

// shownSource returns a file as its text appears in the parts.
func (l *linkedContext) shownSource(path string) *source {
	if file, ok := l.shown[path]; ok {
		return file.source
	}
	return l.sources[path]
}

// linkedBlock returns the block of a part of a smart context after redaction; path is that of its file, and first
// distinguishes the two halves of a wrapper.
func (b *Building) linkedBlock(name, path string, part smartcontext.Part, src *source, first bool) SectionBlock {
	block := content.Block{Title: part.Path, Named: true, Headed: true, Group: name}
	code := content.Code{Info: "text", Text: joinLines(part.Before, part.Content, part.After)}
	switch {
	case part.Depth != models.WrapDepth:
		code.Info = text.FenceInfo(languageOf(b.Input.Languages, path, src))
	case first:
		block.Title, block.Note = name, "before"
	default:
		block.Title, block.Note = name, "after"
	}
	block.Body = code
	r := b.render(block)
	if src != nil && r.body == src.text {
		r.bodyKey = src.key
	}
	return SectionBlock{r, -1, nil}
}

// joinLines joins texts so that each begins on a new line: otherwise a template without a final
// line break would turn a note's heading into text.
func joinLines(texts ...string) string {
	var b strings.Builder
	atLineStart := true
	for _, t := range texts {
		if t == "" {
			continue
		}
		if !atLineStart && t[0] != '\n' {
			b.WriteByte('\n')
		}
		b.WriteString(t)
		atLineStart = t[len(t)-1] == '\n'
	}
	return b.String()
}

// Max warnings about one smart context.
const (
	maxLinkedWarnings = 20 // total
	maxBrokenLinks    = 5  // unresolved links
)

// linkedWarnings returns the warnings about missing and oversized files of a smart context.
// Unresolved links are common in notes and share one warning.
func (f *linkedFiles) linkedWarnings(name string, s smartcontext.Snapshot, stats smartcontext.Stats) []Warning {
	name = text.Escape(name)
	var broken []string
	s.Missing = slices.DeleteFunc(slices.Clone(s.Missing), func(p string) bool {
		isBroken := s.Reasons[p].Kind == smartcontext.Linked
		if isBroken {
			broken = append(broken, text.Escape(p))
		}
		return isBroken
	})
	warnings := f.warnings(s)
	for _, p := range stats.Unfit(s) {
		warnings = append(warnings, Warning{Path: p, Message: fmt.Sprintf("is excluded from the smart context %s: its templates do not fit the limit", name)})
	}
	for _, p := range stats.Truncated {
		warnings = append(warnings, Warning{Path: p, Message: fmt.Sprintf("is cut in the smart context %s: it does not fit the limit", name), Note: true})
	}
	if more := len(warnings) - maxLinkedWarnings; more > 0 {
		warnings = append(warnings[:maxLinkedWarnings:maxLinkedWarnings], Warning{Message: fmt.Sprintf("the smart context %s has %d more files that are missing, excluded or cut; dossier links snapshot lists all", name, more)})
	}
	switch len(broken) {
	case 0:
		return warnings
	case 1:
		return append(warnings, Warning{Message: fmt.Sprintf("the smart context %s has a broken link: %s", name, broken[0]), Note: true})
	}
	return append(warnings, Warning{Message: fmt.Sprintf("the smart context %s has %d broken links: %s", name, len(broken), firstOf(broken, maxBrokenLinks)), Note: true})
}

// firstOf lists the first n names.
func firstOf(names []string, n int) string {
	if more := len(names) - n; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:n], ", "), more)
	}
	return strings.Join(names, ", ")
}

// LinkedBlocks returns the indices of the blocks of a smart context by the path of their item,
// without the two halves of its wrapper.
func (d *Document) LinkedBlocks(name string) map[string]int {
	out := map[string]int{}
	section, _ := d.Section(LinkedSection)
	for i := section.Blocks.Start + 1; i < section.Blocks.End; i++ {
		if block := d.blocks[i].block; block.Group == name && block.Note == "" {
			out[block.Title] = i
		}
	}
	return out
}
