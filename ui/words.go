package ui

import "dossier/ui/words"

func say(text string) string { return words.Say(text) }

func sayWith(text string, fields map[string]any) string { return words.With(text, fields) }

func sayCount(text string, n int) string { return words.Count(text, n) }
