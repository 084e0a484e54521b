// Command reader prints the words on a photograph of the screen, one a line: left, top, right, bottom
// and the word, from top to bottom.
//
//	reader [-known folder] photograph.ppm 0.22,0.05,0.625,0.95 250
//
// It reads the part of the screen between left, top, right and bottom, enlarged to a percentage,
// by tesseract. In the folder it keeps what it has read: labels and lines with the same pixels are read
// once, wherever they are.
package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

func main() {
	known := flag.String("known", "", "the folder with what was read before")
	flag.Parse()
	if flag.NArg() != 3 {
		flag.Usage()
		os.Exit(2)
	}
	words, err := read(*known, flag.Arg(0), flag.Arg(1), flag.Arg(2))
	if err != nil {
		fmt.Fprintln(os.Stderr, "reader:", err)
		os.Exit(1)
	}
	os.Stdout.Write(words)
}

// read lists the words in an area of a photograph.
func read(known, photograph, area, enlarged string) ([]byte, error) {
	data, err := os.ReadFile(photograph)
	if err != nil {
		return nil, err
	}
	width, height, pixels, err := parsePPM(data)
	if err != nil {
		return nil, err
	}
	percent, err := strconv.Atoi(enlarged)
	if err != nil || percent < 100 {
		return nil, fmt.Errorf("%q is no percentage from 100 on", enlarged)
	}
	var left, top, right, bottom float64
	if _, err := fmt.Sscanf(area, "%g,%g,%g,%g", &left, &top, &right, &bottom); err != nil {
		return nil, fmt.Errorf("%q is no area: %w", area, err)
	}
	if left < 0 || top < 0 || right > 1 || bottom > 1 {
		return nil, fmt.Errorf("the area %q is not within the screen", area)
	}
	// Whole blocks, so that a block that is coloured is the same in each area.
	part := func(share float64, of int) int { return block * int(share*float64(of)/block) }
	x, y := part(left, width), part(top, height)
	w, h := part(right, width)-x, part(bottom, height)-y
	if w <= 0 || h <= 0 {
		return nil, fmt.Errorf("nothing is in the area %q", area)
	}
	// What the edge of the area cuts through is read as a whole.
	const margin = 4 * block
	view := image.Rect(x, y, x+w, y+h)
	r := view.Inset(-margin).Intersect(image.Rect(0, 0, width, height))
	list, err := readCells(known, legible(pixels, width, r.Min.X, r.Min.Y, r.Dx(), r.Dy()), view.Sub(r.Min), percent)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, func(a, b word) int { return cmp.Or(cmp.Compare(a.top, b.top), cmp.Compare(a.left, b.left)) })
	var words []byte
	for _, word := range list {
		words = append(words, word.moved(r.Min.X, r.Min.Y).line()...)
	}
	return words, nil
}

// readCells returns the words of the cells that a part of a picture shows. Cells that are in the folder are not read again.
func readCells(known string, picture gray, view image.Rectangle, percent int) ([]word, error) {
	var list []word
	var unread []image.Rectangle
	for _, cell := range picture.cells() {
		if !cell.Overlaps(view) {
			continue
		}
		words, err := readWords(known, picture.key(cell, percent))
		if errors.Is(err, os.ErrNotExist) {
			unread = append(unread, cell)
		} else if err != nil {
			return nil, err
		}
		for _, word := range words {
			list = append(list, word.moved(cell.Min.X, cell.Min.Y))
		}
	}
	if len(unread) == 0 {
		return list, nil
	}
	stack, places := picture.stacked(unread)
	table, err := recognize(stack.enlarged(percent).pgm())
	if err != nil {
		return nil, err
	}
	words, err := parseTable(table, percent)
	if err != nil {
		return nil, err
	}
	for i, cell := range unread {
		var lines []byte
		for _, word := range words {
			if word.middle().In(places[i]) {
				lines = append(lines, word.moved(-places[i].Min.X, -places[i].Min.Y).line()...)
				list = append(list, word.moved(0, cell.Min.Y-places[i].Min.Y))
			}
		}
		if known == "" {
			continue
		}
		if err := keep(filepath.Join(known, picture.key(cell, percent)), lines); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// word is a word and its place, in pixels.
type word struct {
	left, top, right, bottom float64
	text                     string // without spaces
}

func (w word) moved(x, y int) word {
	return word{w.left + float64(x), w.top + float64(y), w.right + float64(x), w.bottom + float64(y), w.text}
}

func (w word) middle() image.Point { return image.Pt(int(w.left+w.right)/2, int(w.top+w.bottom)/2) }

func (w word) line() string {
	return fmt.Sprintf("%.1f %.1f %.1f %.1f %s\n", w.left, w.top, w.right, w.bottom, w.text)
}

// readWords returns what was kept of a cell; [os.ErrNotExist] if nothing was.
func readWords(known, key string) ([]word, error) {
	if known == "" {
		return nil, os.ErrNotExist
	}
	data, err := os.ReadFile(filepath.Join(known, key))
	if err != nil {
		return nil, err
	}
	var list []word
	for line := range strings.Lines(string(data)) {
		var w word
		if _, err := fmt.Sscanf(line, "%g %g %g %g %s\n", &w.left, &w.top, &w.right, &w.bottom, &w.text); err != nil {
			return nil, fmt.Errorf("what was kept of a cell: %w", err)
		}
		list = append(list, w)
	}
	return list, nil
}

// keep writes a file as a whole: other journeys read it at any time.
func keep(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "new")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// recognize has tesseract read a picture that has dark text only, as words anywhere.
func recognize(picture []byte) ([]byte, error) {
	cmd := exec.Command("tesseract", "-", "-", "--psm", "11", "-c", "tessedit_do_invert=0", "tsv")
	cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
	cmd.Stdin = bytes.NewReader(picture)
	var complaint strings.Builder
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("tesseract: %w: %s", err, complaint.String())
	}
	return out, nil
}

// parseTable returns the words in a table of tesseract's, with their places before the picture was enlarged. It omits those
// of which tesseract is not sure at all: most are icons.
func parseTable(table []byte, percent int) ([]word, error) {
	var words []word
	for i, line := range strings.Split(strings.TrimRight(string(table), "\n"), "\n") {
		fields := strings.Split(line, "\t")
		if i == 0 {
			continue // the names of the columns
		}
		if len(fields) != 12 {
			return nil, fmt.Errorf("tesseract printed a line of %d fields", len(fields))
		}
		var place [4]float64 // left, top, width, height
		for i, field := range fields[6:10] {
			n, err := strconv.Atoi(field)
			if err != nil {
				return nil, fmt.Errorf("tesseract: %w", err)
			}
			place[i] = float64(n) * 100 / float64(percent)
		}
		sure, err := strconv.ParseFloat(fields[10], 64)
		if err != nil {
			return nil, fmt.Errorf("tesseract: %w", err)
		}
		if text := strings.Join(strings.Fields(fields[11]), ""); sure > 20 && text != "" {
			words = append(words, word{place[0], place[1], place[0] + place[2], place[1] + place[3], text})
		}
	}
	return words, nil
}
