package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// grammars is the module that contains the parsers generated from the grammars of others. It has
// no licence files of theirs.
const grammars = "github.com/smacker/go-tree-sitter"

// copied is C code in the module of the grammars: a package below it ("" is the module itself),
// where it comes from, its licence, and the copyright.
type copied struct{ folder, from, licence, holder string }

// copies are all packages of the module of the grammars that the program imports. A test fails for
// one without a line.
var copies = []copied{
	{"", "github.com/tree-sitter/tree-sitter", "MIT", "2018-2023 Max Brunsfeld"},
	{"", "ICU (umachine.h, utf*.h), www.unicode.org/copyright.html", "Unicode", "1991-2016 Unicode, Inc. and others"},
	{"c", "github.com/tree-sitter/tree-sitter-c", "MIT", "2014 Max Brunsfeld"},
	{"cpp", "github.com/tree-sitter/tree-sitter-cpp", "MIT", "2014 Max Brunsfeld"},
	{"csharp", "github.com/tree-sitter/tree-sitter-c-sharp", "MIT", "2014-2023 Max Brunsfeld, Damien Guard, Amaan Qureshi, and contributors"},
	{"cue", "github.com/eonpatapon/tree-sitter-cue", "MIT", "2018-2021 Jean-Philippe Braun, Amaan Qureshi"},
	{"elixir", "github.com/elixir-lang/tree-sitter-elixir", "Apache-2.0", "2021 The Elixir Team"},
	{"elm", "github.com/elm-tooling/tree-sitter-elm", "MIT", "2018 Kolja Lampe"},
	{"golang", "github.com/tree-sitter/tree-sitter-go", "MIT", "2014 Max Brunsfeld"},
	{"hcl", "github.com/MichaHoffmann/tree-sitter-hcl", "Apache-2.0", "Michael Hoffmann and contributors"},
	{"html", "github.com/tree-sitter/tree-sitter-html", "MIT", "2014 Max Brunsfeld"},
	{"java", "github.com/tree-sitter/tree-sitter-java", "MIT", "2017 Ayman Nadeem"},
	{"javascript", "github.com/tree-sitter/tree-sitter-javascript", "MIT", "2014 Max Brunsfeld"},
	{"kotlin", "github.com/fwcd/tree-sitter-kotlin", "MIT", "2018-2021 Max Brunsfeld, 2021 fwcd"},
	{"lua", "github.com/tjdevries/tree-sitter-lua", "MIT", "TJ DeVries and contributors"},
	{"ocaml", "github.com/tree-sitter/tree-sitter-ocaml", "MIT", "2020 Max Brunsfeld and Pieter Goetschalckx"},
	{"php", "github.com/tree-sitter/tree-sitter-php", "MIT", "2017 Josh Vera, GitHub; 2019 Max Brunsfeld, Amaan Qureshi, Christian Frøystad, Caleb White"},
	{"python", "github.com/tree-sitter/tree-sitter-python", "MIT", "2016 Max Brunsfeld"},
	{"ruby", "github.com/tree-sitter/tree-sitter-ruby", "MIT", "2016 Rob Rix"},
	{"rust", "github.com/tree-sitter/tree-sitter-rust", "MIT", "2017 Maxim Sokolov"},
	{"scala", "github.com/tree-sitter/tree-sitter-scala", "MIT", "2018 Max Brunsfeld and GitHub"},
	{"sql", "github.com/DerekStride/tree-sitter-sql", "MIT", "2021 Derek Stride"},
	{"swift", "github.com/alex-pinkus/tree-sitter-swift", "MIT", "2021 alex-pinkus"},
	{"toml", "github.com/ikatyang/tree-sitter-toml", "MIT", "Ika"},
	{"typescript/tsx", "github.com/tree-sitter/tree-sitter-typescript", "MIT", "2017 Max Brunsfeld"},
	{"typescript/typescript", "github.com/tree-sitter/tree-sitter-typescript", "MIT", "2017 Max Brunsfeld"},
}

// notice matches the names of files that a copy of a module must be accompanied by.
var notice = regexp.MustCompile(`(?i)^((un)?(licen[cs]e|copying)([-._].*)?|notice)$`)

// printNotices writes the notices of the program without its tests: of each module, of Go, of the
// grammars and of the embedded data. Equal texts are written once.
func printNotices(w io.Writer) error {
	modules, err := used("-tags=migrated_fynedo", ".")
	if err != nil {
		return err
	}
	var texts notices
	for _, m := range modules {
		if err := texts.addFolder(m.Path+" "+m.Version, m.Dir); err != nil {
			return fmt.Errorf("%s: %w", m.Path, err)
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	if err := texts.addFile("Go and its standard library", filepath.Join(strings.TrimSpace(string(root)), "LICENSE")); err != nil {
		return err
	}
	if err := texts.addFile("IBM Plex Mono", "assets/fonts/OFL.txt"); err != nil {
		return err
	}
	_, err = w.Write(texts.format())
	return err
}

// notices are texts in the order in which they were added, each with what it applies to.
type notices []struct {
	text string
	of   []string
}

// addFolder adds the notices of a module, including those in folders below it, where other code is
// copied into it. Those of tests and commands are skipped, because they are not part of the program.
func (n *notices) addFolder(name, dir string) error {
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && slices.Contains([]string{"cmd", "testdata", "fuzz", "_examples"}, e.Name()):
			return filepath.SkipDir
		case e.IsDir() || filepath.Ext(path) == ".go" || !notice.MatchString(e.Name()):
			return nil
		}
		below, err := filepath.Rel(dir, filepath.Dir(path))
		if err != nil {
			return err
		}
		if below != "." {
			return n.addFile(name+" ("+filepath.ToSlash(below)+")", path)
		}
		return n.addFile(name, path)
	})
}

func (n *notices) addFile(name, path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	text := strings.TrimSpace(strings.ReplaceAll(string(data), "\r\n", "\n"))
	same := func(other string) bool { return slices.Equal(strings.Fields(other), strings.Fields(text)) }
	for i := range *n {
		if same((*n)[i].text) {
			(*n)[i].of = append((*n)[i].of, name)
			return nil
		}
	}
	*n = append(*n, struct {
		text string
		of   []string
	}{text, []string{name}})
	return nil
}

// format returns the notices as one text.
func (n notices) format() []byte {
	var out bytes.Buffer
	line := strings.Repeat("=", 78) + "\n"
	out.WriteString("Dossier contains the following code and data of others.\n\n")
	fmt.Fprintf(&out, "%sThe parsers in %s, by package:\n%s\n", line, grammars, line)
	for _, c := range copies {
		name := c.folder
		if name == "" {
			name = "(the library)"
		}
		fmt.Fprintf(&out, "%s: %s\n    %s, copyright %s\n", name, c.from, c.licence, c.holder)
	}
	out.WriteString("\nThe texts of the licences MIT and Apache-2.0 are below.\n\n")
	fmt.Fprintf(&out, "%sThe vocabularies o200k and cl100k\n%s\nMIT, copyright 2022 OpenAI, Shantanu Jain\n\n", line, line)
	for _, t := range n {
		fmt.Fprintf(&out, "%s%s\n%s\n%s\n\n", line, strings.Join(t.of, "\n"), line, t.text)
	}
	return out.Bytes()
}
