package words

import "dossier/models"

// Table has the words of an enumeration: the English text of each of its values, and "" for
// those that nothing is said of.
type Table[K comparable] map[K]string

// Say returns the words of a value in the user's language, and nothing for a value that
// has none.
func (t Table[K]) Say(value K) string {
	if text := t[value]; text != "" {
		return Say(text)
	}
	return ""
}

// Mode is the display name of a view mode, the same in chips and menus. An unknown one is shown as
// it is written.
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
