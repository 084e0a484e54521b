package words

import "dossier/models"

// Table contains the words for an enumeration: the English text of each value, and "" for values
// without a text.
type Table[K comparable] map[K]string

// Say returns the text of a value in the user's language; "" for a value without a text.
func (t Table[K]) Say(value K) string {
	if text := t[value]; text != "" {
		return Say(text)
	}
	return ""
}

// Mode returns the display name of a view mode, the same in chips and menus. An unknown one is
// returned unchanged.
func Mode(mode models.ViewMode) string {
	if word := modes().Say(mode); word != "" {
		return word
	}
	return string(mode)
}

func modes() Table[models.ViewMode] {
	return Table[models.ViewMode]{
		models.Full: "full", models.Summary: "summary", models.Skeleton: "skeleton", models.Outline: "outline",
		models.Masked: "masked", models.Custom: "custom", models.None: "none",
	}
}
