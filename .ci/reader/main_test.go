package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
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

func TestList(t *testing.T) {
	table := columns + "4\t1\t1\t1\t1\t0\t25\t50\t100\t25\t-1\t\n" +
		"5\t1\t1\t1\t1\t1\t25\t50\t100\t25\t96.5\tCopy\n" +
		"5\t1\t1\t1\t1\t2\t150\t50\t10\t25\t20\t©\n" +
		"5\t1\t1\t1\t1\t3\t150\t50\t10\t25\t90\t \n"
	got, err := list([]byte(table), 280, 40, 250)
	if want := "290.0 60.0 330.0 70.0 Copy\n"; err != nil || string(got) != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
	for _, wrong := range []string{"5\t1\n", "5\t1\t1\t1\t1\t1\tx\t50\t100\t25\t96\tCopy\n"} {
		if _, err := list([]byte(columns+wrong), 0, 0, 100); err == nil {
			t.Errorf("%q is a table", wrong)
		}
	}
}

// What was read is kept: only other pixels, another size or another folder are read again.
func TestAPictureIsReadOnce(t *testing.T) {
	dir, known := t.TempDir(), t.TempDir()
	runs := filepath.Join(dir, "runs")
	script := "#!/bin/sh\necho run >>'" + runs + "'\ncat >/dev/null\nprintf '" + columns + "5\t1\t1\t1\t1\t1\t25\t50\t100\t25\t96\tCopy\\n'\n"
	if err := os.WriteFile(filepath.Join(dir, "tesseract"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	blank := make([]string, 32)
	for y := range blank {
		blank[y] = strings.Repeat("w", 32)
	}
	one := filepath.Join(dir, "one.ppm")
	two := filepath.Join(dir, "two.ppm")
	first := draw(blank...)
	blank[1] = "k" + blank[1][1:]
	second := draw(blank...)
	if err := os.WriteFile(one, first, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(two, second, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		known, picture, area, enlarged string
		runs                           int
	}{
		{known, one, "0,0,1,1", "250", 1},
		{known, one, "0,0,1,1", "250", 1},
		{known, two, "0,0,1,1", "250", 2},
		{known, one, "0,0,1,1", "300", 3},
		{known, two, "0,0.5,1,1", "250", 4},
		{known, one, "0,0.5,1,1", "250", 4}, // where they differ is not in view
		{"", one, "0,0,1,1", "250", 5},
	} {
		words, err := read(step.known, step.picture, step.area, step.enlarged)
		if err != nil || !bytes.HasSuffix(words, []byte(" Copy\n")) {
			t.Fatalf("%+v: %q, %v", step, words, err)
		}
		done, err := os.ReadFile(runs)
		if err != nil || bytes.Count(done, []byte("run\n")) != step.runs {
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
