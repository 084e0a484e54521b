package main

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// draw makes a photograph of letters: w is white, k black, g a light gray, b blue.
func draw(rows ...string) []byte {
	colours := map[rune]string{'w': "\xff\xff\xff", 'k': "\x00\x00\x00", 'g': "\xdd\xdd\xdd", 'b': "\x20\x60\xc0"}
	data := fmt.Appendf(nil, "P6\n%d %d\n255\n", len(rows[0]), len(rows))
	for _, row := range rows {
		for _, c := range row {
			data = append(data, colours[c]...)
		}
	}
	return data
}

func prepared(t *testing.T, photograph []byte) gray {
	t.Helper()
	width, height, pixels, err := parsePPM(photograph)
	if err != nil {
		t.Fatal(err)
	}
	return legible(pixels, width, 0, 0, width, height)
}

func TestParsePPM(t *testing.T) {
	whole := draw("wk", "bg")
	if width, height, pixels, err := parsePPM(whole); err != nil || width != 2 || height != 2 || !bytes.HasPrefix(pixels, []byte("\xff\xff\xff\x00")) {
		t.Errorf("%d by %d, %q, %v", width, height, pixels, err)
	}
	deep := bytes.Replace(whole, []byte("255"), []byte("65535"), 1)
	for _, data := range [][]byte{nil, []byte("P5\n2 2\n255\n1234"), whole[:len(whole)-1], deep} {
		if _, _, _, err := parsePPM(data); err == nil {
			t.Errorf("%q is a photograph", data)
		}
	}
}

// A letter stays, on white and in a box; the lines of the box and a shade go.
func TestBoxesAndShadesGo(t *testing.T) {
	const width, height = 64, 40
	row := func(c string) string { return strings.Repeat(c, width) }
	with := func(row, part string, at int) string { return row[:at] + part + row[at+len(part):] }
	rows := make([]string, height)
	for y := range rows {
		rows[y] = row("w")
		if y >= 2 && y <= 36 {
			rows[y] = with(with(rows[y], "k", 2), "k", 60)
		}
		if y == 2 || y == 36 {
			rows[y] = with(rows[y], strings.Repeat("k", 59), 2)
		}
		if y > 20 && y < 30 {
			rows[y] = with(rows[y], strings.Repeat("g", 57), 3)
		}
		if y > 8 && y < 16 {
			rows[y] = with(rows[y], "kk", 30)
		}
	}
	g := prepared(t, draw(rows...))
	for y := range height {
		for x := range width {
			letter := y > 8 && y < 16 && (x == 30 || x == 31)
			if got := g.pixels[y*width+x]; letter && got != 0 || !letter && got != 255 {
				t.Fatalf("at %d,%d is %d", x, y, got)
			}
		}
	}
}

// The light letter of a blue button is dark on white.
func TestAButtonIsTurnedOver(t *testing.T) {
	rows := make([]string, 48)
	for y := range rows {
		rows[y] = strings.Repeat("b", 64)
		if y > 20 && y < 28 {
			rows[y] = strings.Repeat("b", 30) + "ww" + strings.Repeat("b", 32)
		}
	}
	g := prepared(t, draw(rows...))
	letter, button := g.pixels[24*64+30], g.pixels[24*64+20]
	if button != 255 || letter > 120 {
		t.Errorf("the letter is %d and the button %d", letter, button)
	}
}

func TestEnlarged(t *testing.T) {
	half := gray{8, 8, bytes.Repeat([]byte{0, 0, 0, 0, 255, 255, 255, 255}, 8)}
	e := half.enlarged(250)
	if e.width != 20 || e.height != 20 {
		t.Fatalf("%d by %d", e.width, e.height)
	}
	for y := range e.height {
		row := e.pixels[y*e.width:][:e.width]
		if row[0] != 0 || row[5] != 0 || row[14] != 255 || row[19] != 255 || row[9] == 0 || row[9] > row[10] || row[10] == 255 {
			t.Fatalf("line %d is %v", y, row)
		}
	}
}

// columns is how tesseract's tables begin.
const columns = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"

func TestParseTable(t *testing.T) {
	table := columns + "4\t1\t1\t1\t1\t0\t25\t50\t100\t25\t-1\t\n" +
		"5\t1\t1\t1\t1\t1\t25\t50\t100\t25\t96.5\tCopy\n" +
		"5\t1\t1\t1\t1\t2\t150\t50\t10\t25\t20\t©\n" +
		"5\t1\t1\t1\t1\t3\t150\t50\t10\t25\t90\t \n"
	got, err := parseTable([]byte(table), 250)
	if want := (word{10, 20, 50, 30, "Copy"}); err != nil || len(got) != 1 || got[0] != want {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
	for _, wrong := range []string{"5\t1\n", "5\t1\t1\t1\t1\t1\tx\t50\t100\t25\t96\tCopy\n"} {
		if _, err := parseTable([]byte(columns+wrong), 100); err == nil {
			t.Errorf("%q is a table", wrong)
		}
	}
}

// mark draws a black rectangle on a picture.
func (g gray) mark(r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		copy(g.pixels[y*g.width+r.Min.X:y*g.width+r.Max.X], bytes.Repeat([]byte{0}, r.Dx()))
	}
}

func white(width, height int) gray {
	return gray{width, height, bytes.Repeat([]byte{255}, width*height)}
}

// Cells are what wide white separates: words beside each other are one, columns with lines of other heights are not.
func TestCells(t *testing.T) {
	g := white(200, 60)
	for _, r := range []image.Rectangle{
		image.Rect(4, 4, 30, 10), image.Rect(36, 4, 60, 12), // two words
		image.Rect(4, 13, 10, 15), // the dots of one of them
		image.Rect(100, 2, 120, 22), image.Rect(100, 26, 130, 40),
		image.Rect(4, 50, 8, 60), // to the edge
	} {
		g.mark(r)
	}
	want := []image.Rectangle{
		image.Rect(98, 0, 122, 24), image.Rect(2, 2, 62, 17), image.Rect(98, 24, 132, 42), image.Rect(2, 48, 10, 60),
	}
	got := g.cells()
	if !slices.Equal(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	s, places := g.stacked(got)
	for i, place := range places {
		if place.Size() != got[i].Size() || place.Min.X != got[i].Min.X || s.key(place, 250) != g.key(got[i], 250) {
			t.Errorf("%v is at %v", got[i], place)
		}
		for _, other := range places[:i] {
			if place.Overlaps(other) {
				t.Errorf("%v and %v overlap", place, other)
			}
		}
	}
	if cells := white(10, 10).cells(); len(cells) != 0 {
		t.Errorf("white has %v", cells)
	}
}

// What was read is kept: other pixels and another size are read again, the same ones at another place are not.
func TestACellIsReadOnce(t *testing.T) {
	dir, known := t.TempDir(), t.TempDir()
	runs := filepath.Join(dir, "runs")
	// 14 pixels from the left and 16 from the top: in the first cell of each picture.
	script := "#!/bin/sh\necho run >>'" + runs + "'\ncat >/dev/null\nprintf '" + columns + "5\t1\t1\t1\t1\t1\t25\t25\t20\t30\t96\tCopy\\n'\n"
	if err := os.WriteFile(filepath.Join(dir, "tesseract"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	photograph := func(name string, marks ...image.Rectangle) string {
		g := white(64, 64)
		for _, m := range marks {
			g.mark(m)
		}
		data := []byte("P6\n64 64\n255\n")
		for _, p := range g.pixels {
			data = append(data, p, p, p)
		}
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	label := image.Rect(10, 12, 20, 18)
	blank := photograph("blank")
	one := photograph("one", label)
	lower := photograph("lower", label.Add(image.Pt(0, 32)))
	larger := photograph("larger", image.Rect(10, 12, 20, 19))
	both := photograph("both", label, image.Rect(10, 40, 20, 44))
	for _, step := range []struct {
		known, picture, area, enlarged string
		runs                           int
		words                          string
	}{
		{known, blank, "0,0,1,1", "250", 0, ""},
		{known, one, "0,0,1,1", "250", 1, "10.0 8.0 18.0 20.0 Copy\n"},
		{known, one, "0,0,1,1", "250", 1, "10.0 8.0 18.0 20.0 Copy\n"},
		{known, lower, "0,0,1,1", "250", 1, "10.0 40.0 18.0 52.0 Copy\n"},
		{known, lower, "0,0.5,1,1", "250", 1, "10.0 40.0 18.0 52.0 Copy\n"},
		{known, lower, "0,0,1,0.5", "250", 1, ""},
		{known, lower, "0,0,1,0.75", "250", 1, "10.0 40.0 18.0 52.0 Copy\n"}, // the edge cuts through it
		{known, one, "0,0,1,1", "200", 2, "12.5 10.5 22.5 25.5 Copy\n"},
		{known, larger, "0,0,1,1", "250", 3, "10.0 8.0 18.0 20.0 Copy\n"},
		{known, both, "0,0,1,1", "250", 4, "10.0 8.0 18.0 20.0 Copy\n10.0 36.0 18.0 48.0 Copy\n"}, // only what is new in it
		{"", one, "0,0,1,1", "250", 5, "10.0 8.0 18.0 20.0 Copy\n"},
	} {
		words, err := read(step.known, step.picture, step.area, step.enlarged)
		if err != nil || string(words) != step.words {
			t.Errorf("%+v: %q, %v", step, words, err)
		}
		done, err := os.ReadFile(runs)
		if err != nil && !errors.Is(err, os.ErrNotExist) || bytes.Count(done, []byte("run\n")) != step.runs {
			t.Errorf("%+v: read %d times, %v", step, bytes.Count(done, []byte("run\n")), err)
		}
	}
}

func TestErrors(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "p.ppm")
	if err := os.WriteFile(picture, draw("wwwwwwww", "wwwwwwww"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][3]string{
		{picture + "x", "0,0,1,1", "250"},
		{picture, "0,0,1,1", "250"}, // less than a block
		{picture, "0,0,1", "250"},
		{picture, "0,0,2,1", "250"},
		{picture, "0,0,1,1", "much"},
	} {
		if _, err := read("", args[0], args[1], args[2]); err == nil {
			t.Errorf("%q has words", args)
		}
	}
}
