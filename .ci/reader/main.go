// Command reader prints the words on a photograph of the screen, one a line: left, top, right, bottom
// and the word.
//
//	reader [-known folder] photograph.ppm 0.22,0.05,0.625,0.95 250
//
// It reads the part of the screen between left, top, right and bottom, enlarged to a percentage,
// by tesseract. In the folder it keeps what it has read: pictures with the same pixels are read once.
package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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
	picture := legible(pixels, width, x, y, w, h).enlarged(percent).pgm()

	kept := filepath.Join(known, fmt.Sprintf("%x", sha256.Sum256(picture)))
	table, err := os.ReadFile(kept)
	if known == "" || errors.Is(err, os.ErrNotExist) {
		if table, err = recognize(picture); err == nil && known != "" {
			err = keep(kept, table)
		}
	}
	if err != nil {
		return nil, err
	}
	return list(table, x, y, percent)
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

// list turns a table of tesseract's into words with their places on the screen. Of those of which it
// is not sure at all most are icons.
func list(table []byte, left, top, percent int) ([]byte, error) {
	var words []byte
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
		if word := strings.TrimSpace(fields[11]); sure > 20 && word != "" {
			x, y := place[0]+float64(left), place[1]+float64(top)
			words = fmt.Appendf(words, "%.1f %.1f %.1f %.1f %s\n", x, y, x+place[2], y+place[3], word)
		}
	}
	return words, nil
}
