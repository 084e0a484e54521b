package aggregate

import (
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
	most int                       // max blocks
	kept map[string]*linkedContext // by context name
}

// linkedContext is a smart context in a document.
type linkedContext struct {
	of       linkedKey
	forgot   int // see [kept.changes]: if it is equal, nothing has changed on the disk since
	mark     *mark
	shown    map[string]shownFile // of the files that were read
	sources  map[string]*source   // of the files that were read, before redaction
	looked   map[string]Status    // of the paths that were queried
	all      []smartcontext.Part
	parts    []smartcontext.Part // except those that are rows
	blocks   []SectionBlock
	bytes    int
	warnings []Warning
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
	for _, one := range all.Used() {
		if items >= s.most || bytes >= smartcontext.MaxBytes {
			c.Warnings = append(c.Warnings, Warning{Message: fmt.Sprintf("the smart context %s is excluded: together with the previous ones, the linked notes are %d files of %d bytes", text.Escape(one.Name), items, bytes)})
			continue
		}
		made, err := b.builder.linked(ctx, b, one, smartcontext.Merge(all.Options, one.Options, models.LinkOptions{}), s.kept[one.Name])
		if ended := ctx.Err(); ended != nil {
			return c, ended
		}
		if err != nil {
			c.Warnings = append(c.Warnings, Warning{Message: fmt.Sprintf("the smart context %s is excluded: %v", text.Escape(one.Name), err)})
			continue
		}
		next[one.Name] = made
		items, bytes = items+len(made.blocks), bytes+made.bytes
		c.Blocks = append(c.Blocks, made.blocks...)
		c.Warnings = append(c.Warnings, made.warnings...)
	}
	s.kept = next
	return c, nil
}

// linked returns a smart context for a document; was is the previous one, or nil. It returns the
// errors of [Builder.Gather].
func (b *Builder) linked(ctx context.Context, building *Building, c models.SmartContext, opts models.LinkOptions, was *linkedContext) (*linkedContext, error) {
	in := building.Input
	files, err := b.linkedFiles(ctx, in, building.guard, building.listing, opts)
	if err != nil {
		return nil, err
	}
	files.read = func(ctx context.Context, path string, limit int64) (*source, error) {
		if src := b.kept.source(path); src != nil && src.err == nil { // a cached file is not read again for a different limit
			return src, nil
		}
		return b.source(ctx, path, limit)
	}
	next := &linkedContext{
		of:     linkedKey{c.Items, opts, files.names, files.graph, files.limit, in.Languages, building.format},
		forgot: b.kept.forgotten(),
	}
	if was.holds(b, next.of, next.forgot) && slices.Equal(was.parts, besides(was.all, building.held())) && building.guard.again(was.mark) {
		return was, nil
	}
	marked := building.guard.marking()
	s, err := smartcontext.Gather(ctx, files, c.Items, opts)
	if err != nil {
		return nil, err
	}
	next.sources, next.looked = files.sources, files.looked
	var stats smartcontext.Stats
	next.all, stats = smartcontext.Parts(s, opts)
	next.parts = besides(next.all, building.held())
	next.shown = files.shown
	next.blocks = building.linkedBlocks(c.Name, next, was)
	for i, block := range next.blocks {
		next.bytes += block.size()
		if file, ok := files.shown[next.parts[i].Path]; ok {
			building.guard.add(place{name: next.parts[i].Path, row: -1}, file.original().text, file.found, file.cuts, block.holds)
		}
	}
	next.mark = marked()
	next.warnings = files.linkedWarnings(c.Name, s, stats)
	return next, nil
}

// besides returns the parts for files that are not rows, or nil if there are none.
func besides(parts []smartcontext.Part, rows map[string]bool) []smartcontext.Part {
	rest := slices.DeleteFunc(slices.Clone(parts), func(p smartcontext.Part) bool { return rows[p.Path] })
	if len(rest) == len(parts) {
		return parts
	}
	if !slices.ContainsFunc(rest, func(p smartcontext.Part) bool { return p.Depth != models.WrapDepth }) {
		return nil // a wrapper without content
	}
	return rest
}

// holds reports whether a smart context is still valid: its key and every file that was read or
// queried are unchanged.
func (l *linkedContext) holds(b *Builder, of linkedKey, forgot int) bool {
	if l == nil || l.of.names != of.names || l.of.graph != of.graph || !reflect.DeepEqual(l.of, of) {
		return false
	}
	if l.forgot == forgot {
		return true
	}
	for p, src := range l.sources {
		if b.kept.source(p) != src {
			return false
		}
	}
	for p, status := range l.looked {
		if b.status(p) != status {
			return false
		}
	}
	l.forgot = forgot
	return true
}

// linkedBlocks returns the parts of a smart context as blocks. It reuses the blocks of unchanged
// parts.
func (b *Building) linkedBlocks(name string, l, was *linkedContext) []SectionBlock {
	before := map[string]int{}
	if was != nil && was.of.format == l.of.format && reflect.DeepEqual(was.of.languages, l.of.languages) {
		for i, part := range was.parts {
			before[part.Path] = i
		}
	}
	out := make([]SectionBlock, len(l.parts))
	for i, part := range l.parts {
		if k, ok := before[part.Path]; ok && part.Path != "" && was.parts[k] == part {
			out[i] = was.blocks[k]
		} else {
			out[i] = b.linkedBlock(name, part, l.shownAs(part.Path), i == 0)
		}
	}
	return out
}

// shownAs returns a file as its text appears in the parts.
func (l *linkedContext) shownAs(path string) *source {
	if file, ok := l.shown[path]; ok {
		return file.source
	}
	return l.sources[path]
}

// linkedBlock returns the block of a part of a smart context; first distinguishes the two halves
// of a wrapper.
func (b *Building) linkedBlock(name string, part smartcontext.Part, src *source, first bool) SectionBlock {
	says := content.Block{Title: part.Path, Named: true, Headed: true, Group: name}
	code := content.Code{Info: "text", Text: ownLines(part.Before, part.Content, part.After)}
	switch {
	case part.Depth != models.WrapDepth:
		code.Info = text.FenceInfo(languageOf(b.Input.Languages, part.Path, src))
	case first:
		says.Title, says.Note = name, "before"
	default:
		says.Title, says.Note = name, "after"
	}
	says.Body = code
	made := b.render(says)
	if src != nil && made.body == src.text {
		made.bodyKey = src.key
	}
	return SectionBlock{made, -1, nil}
}

// ownLines joins texts so that each begins on a new line: otherwise a template without a final
// line break would turn a note's heading into text.
func ownLines(texts ...string) string {
	var b strings.Builder
	broken := true
	for _, t := range texts {
		if t == "" {
			continue
		}
		if !broken && t[0] != '\n' {
			b.WriteByte('\n')
		}
		b.WriteString(t)
		broken = t[len(t)-1] == '\n'
	}
	return b.String()
}

// Max warnings about one smart context.
const (
	linkedShown = 20 // total
	lostShown   = 5  // unresolved links
)

// linkedWarnings returns the warnings about missing and oversized files of a smart context.
// Unresolved links are common in notes and share one warning.
func (f *linkedFiles) linkedWarnings(name string, s smartcontext.Snapshot, stats smartcontext.Stats) []Warning {
	name = text.Escape(name)
	var lost []string
	s.Missing = slices.DeleteFunc(slices.Clone(s.Missing), func(p string) bool {
		nowhere := s.Reasons[p].Kind == smartcontext.Linked
		if nowhere {
			lost = append(lost, text.Escape(p))
		}
		return nowhere
	})
	said := f.warnings(s)
	for _, p := range stats.Unfit(s) {
		said = append(said, Warning{Path: p, Message: fmt.Sprintf("is excluded from the smart context %s: its templates do not fit the limit", name)})
	}
	for _, p := range stats.Truncated {
		said = append(said, Warning{Path: p, Message: fmt.Sprintf("is cut in the smart context %s: it does not fit the limit", name), Note: true})
	}
	if more := len(said) - linkedShown; more > 0 {
		said = append(said[:linkedShown:linkedShown], Warning{Message: fmt.Sprintf("the smart context %s has %d more files that are missing, excluded or cut; dossier links snapshot lists all", name, more)})
	}
	switch len(lost) {
	case 0:
		return said
	case 1:
		return append(said, Warning{Message: fmt.Sprintf("the smart context %s has a broken link: %s", name, lost[0]), Note: true})
	}
	return append(said, Warning{Message: fmt.Sprintf("the smart context %s has %d broken links: %s", name, len(lost), firstOf(lost, lostShown)), Note: true})
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
		if says := d.blocks[i].says; says.Group == name && says.Note == "" {
			out[says.Title] = i
		}
	}
	return out
}
