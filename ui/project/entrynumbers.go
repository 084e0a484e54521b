package project

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"dossier/models"
)

// EntryRows parses the user's references to entries: numbers from 1, the word last, and ranges
// such as 3-last. It returns a [*NumberError] for anything else.
func EntryRows(d models.Discussion, args ...string) ([]int, error) {
	var rows []int
	for _, arg := range args {
		from, to, ranged := strings.Cut(arg, "-")
		if !ranged {
			to = from
		}
		first, err := entryNumber(d, from)
		if err != nil {
			return nil, err
		}
		last, err := entryNumber(d, to)
		if err != nil {
			return nil, err
		}
		for i := first; i <= last; i++ {
			rows = append(rows, i)
		}
	}
	return rows, nil
}

// entryNumber parses an entry number, or the word last, to an index.
func entryNumber(d models.Discussion, s string) (int, error) {
	n, err := strconv.Atoi(s)
	if s == "last" {
		n, err = len(d.History), nil
	}
	switch {
	case err != nil:
		return 0, &NumberError{s}
	case d.Name == "":
		return 0, errors.New("there is no discussion yet; dossier discussion add creates one")
	case n < 1 || n > len(d.History):
		return 0, fmt.Errorf("the discussion %q has no entry %s; it has %s", d.Name, s, EntryCount(len(d.History)))
	}
	return n - 1, nil
}

// NumberError reports an invalid entry number.
type NumberError struct{ Text string }

func (e *NumberError) Error() string { return fmt.Sprintf("%q is not the number of an entry", e.Text) }

// EntryCount returns a number of entries in English.
func EntryCount(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}

// Find returns the named discussion. The empty name means the active one, which is empty if there is none.
func (d Discussions) Find(name string) (models.Discussion, error) {
	all := d.All()
	if name == "" {
		active, _ := all.Current()
		return active, nil
	}
	if _, err := all.Activate(name); err != nil {
		return models.Discussion{}, err
	}
	found, _ := all.Find(name)
	return found, nil
}
