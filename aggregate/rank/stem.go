package rank

import "github.com/kljensen/snowball/english"

func stem(word string) string { return english.Stem(word, true) }
