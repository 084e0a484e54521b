package words

import (
	"errors"
	"testing"
)

func TestErrorsBeginWithACapitalUnlessItIsAName(t *testing.T) {
	for said, want := range map[string]string{
		"there is no branch": "There is no branch", "über allem": "Über allem", "": "", "odd": "odd",
		"dossier.toml was not saved": "dossier.toml was not saved", "/p/a b": "/p/a b", "a.go: gone": "a.go: gone",
		`"nosuch" is no branch`: `"nosuch" is no branch`, "HEAD has no commit": "HEAD has no commit",
	} {
		if got := Sentence(errors.New(said)); got != want {
			t.Errorf("%q is shown as %q, want %q", said, got, want)
		}
	}
}
