// Package search searches a project for text in its files, and for files by name.
//
// Only listed text files of up to 8 MiB are searched, and only with certain secrets redacted, so
// that searching cannot reveal one; files whose names are secret are skipped. The calls are safe
// for concurrent use, end with their context, and start no goroutine that outlives them.
package search

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"dossier/aggregate"
	"dossier/aggregate/disk"
	"dossier/aggregate/extract"
	"dossier/aggregate/fuzzy"
	"dossier/aggregate/grep"
	"dossier/aggregate/parallel"
	"dossier/aggregate/secrets"
	"dossier/aggregate/text"
	"dossier/ui/project"
)

// MaxLines is the max number of matching lines of one search. After the batch of files in which
// it is reached, no more files are read.
const MaxLines = 10_000

// MaxContext is the max number of lines shown before and after each match.
const MaxContext = 10

// maxExcerpt is the max length of a shown line in bytes.
const maxExcerpt = 240

// Request is a search: what and where.
type Request struct {
	Query   grep.Query
	Under   []string // files and folders as given by the user; empty means the whole project
	Glob    string   // such as *.go or cmd/**/*.go; empty means all files
	Context int      // lines before and after each match, at most [MaxContext]
	Offset  int      // number of matching lines to skip, in report order
	Limit   int      // max number of reported matching lines; 0 means [MaxLines]
	// Order sorts the files in the order of search and report; nil means by path.
	Order func(files []string)
}

// Report contains matching lines, as JSON.
type Report struct {
	Files    []FileReport `json:"files"`    // in byte order of their paths, or that of [Request.Order]
	Matches  int          `json:"matches"`  // number of matching lines, including unreported ones
	InFiles  int          `json:"in_files"` // number of files with a matching line
	Searched int          `json:"searched"` // number of files that were read
	Withheld int          `json:"withheld"` // number of files that are not searched because their names are secret
	Stopped  bool         `json:"stopped"`  // at [MaxLines]: there may be more
	Next     int          `json:"next"`     // offset of the first unreported line; 0 if there is none
}

// FileReport contains the matching lines of one file.
type FileReport struct {
	Path    string       `json:"path"`
	Matches int          `json:"matches"` // in the file, including unreported ones
	Lines   []LineReport `json:"lines"`
}

// LineReport is a matching line, or one next to it.
type LineReport struct {
	Line  int    `json:"line"`          // from 1
	Match bool   `json:"match"`         // otherwise it is context
	Text  string `json:"text"`          // without line end; for a long line, the part around the match
	Start int    `json:"start"`         // of the first match, in bytes of Text
	End   int    `json:"end"`           // 0 for context
	Cut   bool   `json:"cut,omitempty"` // Text is a part of the line
}

// fileResult is the result for one file.
type fileResult struct {
	path     string
	text     string // redacted
	lines    []grep.Line
	searched bool
	withheld bool
}

// maxSpace is the max size in bytes of a buffer that is reused for the next file.
const maxSpace = 1 << 20

// maxFile is the max size of a searched file in bytes.
const maxFile = 8 << 20

// Files are searched in batches. After each one, the results so far are reported and the caller
// decides whether to continue. The first batches are small, so that the first lines appear
// immediately.
const (
	firstBatch = 4
	maxBatch   = 512
)

// Lines searches the files of a project for matching lines. It returns an error for an invalid
// request, or the context's error. progress is called from several goroutines with the number of
// files done; it may be nil.
func Lines(ctx context.Context, p *project.Project, r Request, progress func(done, all int)) (Report, error) {
	return stream(ctx, p, r, progress, nil)
}

// Stream is Lines that also calls soFar, on the caller's goroutine, with the report on the files
// searched so far, whenever it has grown. Reports share their files, so they must not be modified.
func Stream(ctx context.Context, p *project.Project, r Request, soFar func(Report)) (Report, error) {
	return stream(ctx, p, r, nil, soFar)
}

func stream(ctx context.Context, p *project.Project, r Request, progress func(done, all int), soFar func(Report)) (Report, error) {
	matcher, err := grep.Compile(r.Query)
	if err != nil {
		return Report{}, err
	}
	files, err := Files(ctx, p, r.Under, r.Glob)
	if err != nil {
		return Report{}, err
	}
	if r.Order != nil {
		files = slices.Clone(files)
		r.Order(files)
	}
	if r.Limit <= 0 {
		r.Limit = MaxLines
	}
	report := Report{Files: []FileReport{}}
	root := p.Reader()
	var done atomic.Int64
	var spaces sync.Pool // of *[]byte, for reading files
	batch := firstBatch
	for from := 0; from < len(files) && !report.Stopped; {
		part := files[from:min(from+batch, len(files))]
		hits := make([]fileResult, len(part))
		err := parallel.Each(ctx, len(part), func(i int) error {
			var err error
			space, _ := spaces.Get().(*[]byte)
			if space == nil {
				space = new([]byte)
			}
			hits[i], err = lines(ctx, p, root, space, matcher, part[i])
			spaces.Put(space)
			if n := done.Add(1); progress != nil {
				progress(int(n), len(files))
			}
			return err
		})
		if err != nil {
			return Report{}, err
		}
		before := report.Matches
		for _, f := range hits {
			report.add(f, r)
		}
		from += len(part)
		batch = min(2*batch, maxBatch)
		report.Stopped = report.Matches >= MaxLines && from < len(files)
		if soFar != nil && report.Matches > before {
			soFar(report)
		}
	}
	return report, nil
}

// Files returns the listed files below names that match a pattern, in byte order. Names are files
// and folders, relative to the project or absolute in it; none means all files.
func Files(ctx context.Context, p *project.Project, under []string, glob string) ([]string, error) {
	t, err := p.Tree(ctx)
	if err != nil {
		return nil, err
	}
	files := t.Files()
	if glob != "" {
		if !strings.Contains(glob, "/") {
			glob = "**/" + glob
		}
		if files, err = t.Glob(strings.TrimPrefix(glob, "/")); err != nil {
			return nil, fmt.Errorf("%q is not a file pattern: %w", glob, err)
		}
	}
	if len(under) == 0 {
		return files, nil
	}
	var within []string
	for _, name := range under {
		local, ok := p.Local(name)
		if !ok {
			return nil, fmt.Errorf("%s is outside the project; only files of the project are searched", project.Shown(name))
		}
		if local = path.Clean(local); local == "." {
			return files, nil
		} else if inside, _ := t.Folder(local); len(inside) > 0 { // an ignored folder has none
			within = append(within, inside...)
		} else if _, listed := slices.BinarySearch(t.Files(), local); listed {
			within = append(within, local)
		} else {
			return nil, fmt.Errorf("%s is not among the files of the project; dossier explain shows why", project.Shown(name))
		}
	}
	slices.Sort(within)
	within = slices.Compact(within)
	if glob == "" {
		return within, nil
	}
	return slices.DeleteFunc(within, func(f string) bool { _, ok := slices.BinarySearch(files, f); return !ok }), nil
}

// lines returns the matching lines of one file. It reads the file into space, which it replaces by
// a larger buffer, or sets to nil if the text shares it. Unreadable and binary files have no lines.
func lines(ctx context.Context, p *project.Project, root *disk.Root, space *[]byte, matcher *grep.Matcher, name string) (fileResult, error) {
	f := fileResult{path: name}
	texts := p.Texts()
	limit := int64(maxFile)
	file, err := root.ReadInto(ctx, *space, name, texts.Limit(name, limit))
	if err != nil {
		return f, ctx.Err()
	}
	f.searched = true
	if texts.Kind(name) == extract.Plain && plain(file.Data) {
		if cap(file.Data) <= maxSpace {
			*space = file.Data
		}
	} else {
		*space = nil
		decoded, err := texts.DecodeWithin(ctx, name, file.Data, limit)
		if err != nil {
			f.searched = false
			return f, ctx.Err()
		}
		file.Data = []byte(decoded.Text)
	}
	secret := secrets.Name(name) // withheld whether it matches or not: that would reveal what it contains
	if !secret && !matcher.May(file.Data) {
		return f, nil
	}
	*space = nil // a decoded text shares it
	decoded, err := text.Decode(file.Data)
	if err != nil {
		return f, nil
	}
	if !secret {
		matches := false
		matcher.Lines(decoded.Text, func(grep.Line) bool { matches = true; return false })
		if !matches {
			return f, nil
		}
	}
	f.text, err = p.Redacting(ctx).File(ctx, name, decoded.Text)
	if errors.As(err, new(*aggregate.WithheldError)) {
		f.searched, f.withheld = false, true
		return f, nil
	}
	if err != nil {
		return f, err
	}
	matcher.Lines(f.text, func(l grep.Line) bool {
		f.lines = append(f.lines, l)
		return len(f.lines) < MaxLines
	})
	return f, nil
}

// plain reports whether bytes can be searched for words without decoding.
func plain(data []byte) bool {
	head := data[:min(len(data), 1<<10)]
	return !slices.Contains(head, 0) && (len(head) == 0 || head[0] < 0xef)
}

// add adds the result of the next file.
func (r *Report) add(f fileResult, q Request) {
	if f.searched {
		r.Searched++
	}
	if f.withheld {
		r.Withheld++
	}
	if len(f.lines) == 0 {
		return
	}
	r.InFiles++
	first := max(q.Offset-r.Matches, 0)
	last := min(q.Offset+q.Limit-r.Matches, len(f.lines))
	r.Matches += len(f.lines)
	if last < len(f.lines) && r.Next == 0 && first <= len(f.lines) {
		r.Next = q.Offset + q.Limit
	}
	if first < last {
		r.Files = append(r.Files, FileReport{f.path, len(f.lines), withContext(f.text, f.lines[first:last], min(max(q.Context, 0), MaxContext))})
	}
}

// withContext returns lines with context, without duplicates.
func withContext(src string, matches []grep.Line, around int) []LineReport {
	var out []LineReport
	var starts []int
	if around > 0 {
		starts = text.LineStarts(src) // one more than the number of lines
	}
	until := 0 // the last line in out
	for i, m := range matches {
		for n := max(m.Number-around, until+1); n < m.Number; n++ {
			out = append(out, contextLine(src, starts, n))
		}
		out = append(out, excerpt(m))
		until = m.Number
		next := len(starts)
		if i+1 < len(matches) {
			next = matches[i+1].Number
		}
		for n := m.Number + 1; n <= m.Number+around && n < next; n++ {
			out = append(out, contextLine(src, starts, n))
			until = n
		}
	}
	return out
}

func contextLine(src string, starts []int, n int) LineReport {
	line := excerpt(grep.Line{Number: n, Text: strings.TrimRight(src[starts[n-1]:min(starts[n], len(src))], "\r\n")})
	line.Match = false
	return line
}

// excerpt returns a line, or for a long one the part around its match.
func excerpt(l grep.Line) LineReport {
	r := LineReport{Line: l.Number, Match: true, Text: l.Text, Start: l.Start, End: l.End}
	if len(l.Text) <= maxExcerpt {
		return r
	}
	from := max(0, min(l.Start-maxExcerpt/4, len(l.Text)-maxExcerpt))
	for from > 0 && !utf8.RuneStart(l.Text[from]) {
		from--
	}
	to := min(len(l.Text), from+maxExcerpt)
	for to < len(l.Text) && !utf8.RuneStart(l.Text[to]) {
		to++
	}
	r.Text, r.Start, r.End, r.Cut = l.Text[from:to], l.Start-from, min(l.End, to)-from, true
	return r
}

// NamesReport contains the files whose paths match a query, as JSON.
type NamesReport struct {
	Files []string `json:"files"` // the best first
	Found int      `json:"found"` // including unreported ones
	Next  int      `json:"next"`  // offset of the first unreported file; 0 if there is none
}

// Names returns the files whose paths match a query by the rules of package fuzzy, the best
// first: at most limit after the first offset ones; a limit of 0 means no limit.
func Names(ctx context.Context, p *project.Project, query string, under []string, offset, limit int) (NamesReport, error) {
	files, err := Files(ctx, p, under, "")
	if err != nil {
		return NamesReport{}, err
	}
	all := fuzzy.Find(query, files, 0)
	r := NamesReport{Files: []string{}, Found: len(all)}
	all = all[min(max(offset, 0), len(all)):]
	if limit > 0 && len(all) > limit {
		all, r.Next = all[:limit], max(offset, 0)+limit
	}
	for _, f := range all {
		r.Files = append(r.Files, f.Path)
	}
	return r, ctx.Err()
}
