package words

import (
	"errors"
	"testing"

	"dossier/ui/language"
	"dossier/ui/session/message"
)

// TestTermsAreTranslated: a word of the window among the fields of a message is in the user's language, and a name is as it is.
func TestTermsAreTranslated(t *testing.T) {
	german, err := Of(language.Of("de", ""))
	if err != nil {
		t.Fatal(err)
	}
	old := spoken.Load()
	defer spoken.Store(old)
	SetTexts(german)
	if got, want := Message(message.Chosen("strategy {{.Name}}", "summarize")), "Strategie Überblick"; got != want {
		t.Errorf("it is %q, want %q", got, want)
	}
	if got, want := Say("none|tree")+", "+Say("none"), "keiner, keine"; got != want {
		t.Errorf("the two senses are %q, want %q", got, want)
	}
	if got, want := Message(message.Named("add {{.Name}}", "summarize")), "summarize hinzufügen"; got != want {
		t.Errorf("it is %q, want %q", got, want)
	}
}

// TestAProblemAloneBeginsWithACapital: an error is a sentence of the window, and part of one in another message.
func TestAProblemAloneBeginsWithACapital(t *testing.T) {
	err := errors.New("the dossier was not written")
	if got, want := Message(message.Problem(err)), "The dossier was not written"; got != want {
		t.Errorf("it is %q, want %q", got, want)
	}
	if got, want := Message(message.New("Not copied: {{.Problem}}", map[string]any{"Problem": err.Error()})), "Not copied: the dossier was not written"; got != want {
		t.Errorf("it is %q, want %q", got, want)
	}
}
