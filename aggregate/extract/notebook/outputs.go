package notebook

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"dossier/aggregate/images"
	"dossier/aggregate/lazyregexp"
	"dossier/aggregate/secrets"
	"dossier/aggregate/text"
)

// output is an output of any version of the format. Before nbformat 4, its data is stored under separate keys.
type output struct {
	Kind      lenient[string]                     `json:"output_type"`
	Stream    lenient[string]                     `json:"name"`
	Old       lenient[string]                     `json:"stream"` // stream name
	Text      lines                               `json:"text"`
	Data      lenient[map[string]json.RawMessage] `json:"data"`
	Error     lenient[string]                     `json:"ename"`
	Value     lenient[string]                     `json:"evalue"`
	Traceback lenient[[]string]                   `json:"traceback"`

	PNG  json.RawMessage `json:"png"`
	JPEG json.RawMessage `json:"jpeg"`
	SVG  json.RawMessage `json:"svg"`
	HTML json.RawMessage `json:"html"`
}

// outputs writes the outputs of a code cell. Consecutive parts of a stream are one output.
func (w *writer) outputs(list json.RawMessage) {
	if len(list) == 0 || list[0] != '[' {
		return
	}
	var stream string
	var printed strings.Builder
	n := 0
	flush := func() {
		if printed.Len() > 0 {
			if n++; n <= maxOutputs {
				w.output(stream, printed.String(), false)
			}
			printed.Reset()
		}
	}
	_ = each(list, func(data json.RawMessage) error { // the notebook is valid JSON
		var o output
		if n >= maxOutputs && printed.Len() == 0 { // the others are only counted, each part of a stream separately
			n++
			return nil
		}
		if json.Unmarshal(data, &o) != nil {
			return nil
		}
		if o.Kind.value == "stream" {
			if name := o.Stream.value + o.Old.value; stream != name {
				flush()
				stream = name
			}
			printed.WriteString(string(o.Text))
			return nil
		}
		flush()
		if n++; n <= maxOutputs {
			w.addOutput(o)
		}
		return nil
	})
	flush()
	if n > maxOutputs {
		w.paragraph(fmt.Sprintf("%s: %d more", OutputStart, n-maxOutputs))
	}
}

// addOutput writes an output other than a stream.
func (w *writer) addOutput(o output) {
	if o.Kind.value == "error" || o.Kind.value == "pyerr" {
		cause := strings.Trim(o.Error.value+": "+o.Value.value, ": ")
		w.output("error", cause+"\n"+strings.Join(o.Traceback.value, "\n"), true)
		return
	}
	data := o.Data.value
	if data == nil {
		data = map[string]json.RawMessage{}
	}
	for kind, old := range map[string]json.RawMessage{"image/png": o.PNG, "image/jpeg": o.JPEG, "image/svg+xml": o.SVG, "text/html": o.HTML} {
		if len(old) > 0 {
			data[kind] = old
		}
	}
	plain := string(o.Text)
	for _, kind := range []string{"text/plain", "text/markdown", "text/latex"} {
		var s lines
		if plain == "" && json.Unmarshal(data[kind], &s) == nil {
			plain = string(s)
		}
	}
	isImage := func(kind string) bool { return strings.HasPrefix(kind, "image/") }
	kinds := slices.Sorted(maps.Keys(data))
	if images := slices.DeleteFunc(slices.Clone(kinds), func(k string) bool { return !isImage(k) }); len(images) > 0 {
		for _, kind := range images[:min(len(images), maxNamed)] { // their plain text says only that there is a figure
			w.paragraph(OutputStart + ": " + describe(kind, data[kind]))
		}
		return
	}
	if strings.TrimSpace(plain) != "" {
		w.output("", plain, false)
		return
	}
	for _, kind := range kinds[:min(len(kinds), maxNamed)] {
		w.paragraph(OutputStart + ": " + describe(kind, data[kind]))
	}
}

// ansi matches the control sequences of terminals.
var ansi = lazyregexp.New("\x1b(?:\\[[0-9;?]*[ -/]*[@-~]|\\][^\x07\x1b]*(?:\x07|\x1b\\\\)?|[@-Z\\\\-_])")

// output writes some lines of an output: the first lines, or the first and last
// lines of an error, whose cause is at its end.
func (w *writer) output(name, s string, isError bool) {
	s = trimmed(ansi().ReplaceAllString(s, ""))
	if s == "" {
		return
	}
	list := strings.Split(s, "\n")
	head, all := OutputStart, len(list)
	if name != "" && name != "stdout" {
		head += " (" + oneLine(name) + ")"
	}
	first, last := all, 0
	switch {
	case all <= maxLines+fewLines:
	case isError:
		first, last = 1, maxLines-1
		head += fmt.Sprintf(", line 1 and the last %d of %d", last, all)
	default:
		first = maxLines
		head += fmt.Sprintf(", first %d of %d lines", first, all)
	}
	list = append(shownLines(list, 0, first), shownLines(list, all-last, all)...)
	w.paragraph(head + ":")
	w.fenced("text", strings.Join(list, "\n"))
}

// finalLine returns a line as a terminal shows it in the end: a carriage return, as in progress bars, restarts
// the line.
func finalLine(s string) string {
	s = strings.TrimRight(s, " \t\r")
	return withoutData(s[strings.LastIndexByte(s, '\r')+1:])
}

// Limits of the text around the shown lines in which secrets are looked for.
const (
	linesBefore = 200  // more than most keys have
	linesAfter  = 10   // enough to recognize the beginning of a key
	nearWidth   = 2000 // bytes of a line
)

// shownLines returns the lines [start, end), truncated to [maxWidth]. A secret of which only a part is shown is
// replaced, because nothing would recognize that part as one.
func shownLines(list []string, start, end int) []string {
	if start == end {
		return nil
	}
	from, to := max(0, start-linesBefore), min(len(list), end+linesAfter)
	near := make([]string, to-from)
	for i, line := range list[from:to] {
		near[i] = finalLine(line)
	}
	start, end = start-from, end-from
	shown := slices.Clone(near[start:end])
	if len(shown) < len(list) || slices.ContainsFunc(shown, func(line string) bool { return shownLength(line) < len(line) }) {
		for i, line := range near {
			near[i] = strings.ToValidUTF8(line[:min(len(line), nearWidth)], "")
		}
		for i, line := range withoutCutSecrets(near, start, end) {
			if line != near[start+i] {
				shown[i] = line
			}
		}
	}
	for i, line := range shown {
		if n := shownLength(line); n < len(line) {
			shown[i] = fmt.Sprintf("%s… (%d more characters)", line[:n], utf8.RuneCountInString(line[n:]))
		}
	}
	return shown
}

// shownLength returns the length in bytes of the part of a line that is shown.
func shownLength(line string) int {
	n := 0
	for i := range line {
		if n++; n > maxWidth {
			return i
		}
	}
	return len(line)
}

// withoutCutSecrets returns the lines [start, end) of a list, with the certain secrets replaced that are not
// completely in their shown parts.
func withoutCutSecrets(list []string, start, end int) []string {
	src := strings.Join(list, "\n")
	found, _ := secrets.Default().Scan(context.Background(), "", src) // the context does not end
	var cuts []secrets.Cut
	for _, f := range found {
		if f.Class != secrets.Certain || f.Allowed || shows(list, start, end, f) {
			continue
		}
		if last := len(cuts) - 1; last >= 0 && f.Start < cuts[last].End {
			cuts[last].End = max(cuts[last].End, f.End)
			continue
		}
		cuts = append(cuts, secrets.Cut{Start: f.Start, End: f.End, Rule: f.Rule, Placeholder: "[REDACTED:" + f.Rule + "]"})
	}
	return strings.Split(secrets.Apply(src, cuts), "\n")[start:end]
}

// shows reports whether a finding in the text of a list is completely in the shown parts of the lines [start, end).
func shows(list []string, start, end int, f secrets.Finding) bool {
	at := 0
	for i, line := range list {
		next := at + len(line) + 1
		if f.Start < next && f.End > at && (i < start || i >= end || f.End > at+shownLength(line) && shownLength(line) < len(line)) {
			return false
		}
		at = next
	}
	return true
}

// describe describes data by type and size: image/png, 640 × 480, 34 KB.
func describe(kind string, data json.RawMessage) string {
	var s lines
	if json.Unmarshal(data, &s) != nil || s == "" {
		return oneLine(kind) + ", " + sizeOf(len(data))
	}
	if !strings.HasPrefix(kind, "image/") || strings.Contains(kind, "xml") {
		return oneLine(kind) + ", " + sizeOf(len(s))
	}
	return oneLine(kind) + imageSize(string(s)) + ", " + sizeOf(base64.StdEncoding.DecodedLen(len(strings.TrimSpace(string(s)))))
}

// imageSize returns the size of a base64 image for use in a list; "" if it is unknown.
func imageSize(data string) string {
	const head = 64 << 10 // characters, which include the size in any usual file
	data = strings.NewReplacer("\n", "", "\r", "").Replace(data[:min(len(data), head)])
	raw, _ := base64.StdEncoding.DecodeString(data[:len(data)/4*4])
	info, err := images.Parse(raw)
	if err != nil || info.Width <= 0 || info.Height <= 0 {
		return ""
	}
	return fmt.Sprintf(", %d × %d", info.Width, info.Height)
}

func sizeOf(n int) string {
	switch {
	case n < 1<<10:
		return text.Counted(n, "byte")
	case n < 1<<20:
		return fmt.Sprintf("%d KB", (n+1<<9)>>10)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
}

// attachments lists the images that are stored in a text cell.
func (w *writer) attachments(list map[string]map[string]json.RawMessage) {
	names := slices.Sorted(maps.Keys(list))
	for _, name := range names[:min(len(names), maxNamed)] {
		for _, kind := range slices.Sorted(maps.Keys(list[name])) {
			w.paragraph(fmt.Sprintf("Attachment: %s, %s", oneLine(name), describe(kind, list[name][kind])))
		}
	}
	if len(names) > maxNamed {
		w.paragraph(fmt.Sprintf("Attachment: %d more", len(names)-maxNamed))
	}
}

// shortData matches data URIs that are too long to show.
var shortData = lazyregexp.New(`data:[\w.+-]+/[\w.+-]+(?:;[\w=.+-]+)*;base64,[A-Za-z0-9+/=%_-]{100,}`)

// withoutData returns a text with the data of long data URIs replaced by its size.
func withoutData(s string) string {
	if !strings.Contains(s, ";base64,") {
		return s
	}
	return shortData().ReplaceAllStringFunc(s, func(data string) string {
		head, body, _ := strings.Cut(data, ",")
		return head + "," + omittedData(len(body))
	})
}

func omittedData(characters int) string {
	return "…(" + sizeOf(base64.StdEncoding.DecodedLen(characters)) + ")"
}

var lineBreaks = regexp.MustCompile(`[\r\n\x00]+`)

// oneLine returns a name on one line of limited length.
func oneLine(s string) string {
	s = lineBreaks.ReplaceAllString(s, " ")
	if runes := []rune(s); len(runes) > 80 {
		return string(runes[:80]) + "…"
	}
	return s
}
