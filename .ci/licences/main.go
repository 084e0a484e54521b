// Command licences checks that all modules used by the program and its tests have a licence in a
// list; -list prints them. With -notices it prints the notices that a package of the program must
// contain instead. It reads the licence files in the module cache, which the build has filled, and
// does not use the network.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// allowed are the permitted licences, each with a phrase that is only in its text. They require
// no more than preserving the notice.
var allowed = []struct{ name, says string }{
	{"Apache-2.0", "Apache License Version 2.0, January 2004"},
	{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files"},
	{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy of this software and/or associated documentation files"},
	{"ISC", "Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted"},
	{"ISC", "Permission to use, copy, modify, and distribute this software for any purpose with or without fee is hereby granted"},
	{"BSD", "Redistribution and use in source and binary forms, with or without modification, are permitted"},
	{"Unlicense", "This is free and unencumbered software released into the public domain"},
	{"CC0-1.0", "CC0 1.0 Universal"},
	// It applies to modified files, of which there are none.
	{"MPL-2.0", "Mozilla Public License Version 2.0"},
}

// refused are phrases of licences that require more. They are checked first, because a file may
// contain several licences.
var refused = []string{"GNU AFFERO GENERAL PUBLIC LICENSE", "GNU GENERAL PUBLIC LICENSE", "GNU LESSER GENERAL PUBLIC LICENSE", "Server Side Public License", "Business Source License"}

// file matches the names of licence files.
var file = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying)([-._].*)?$`)

type module struct {
	Path, Version, Dir string
	Main               bool
}

func main() {
	list := flag.Bool("list", false, "print the licences of each module")
	notices := flag.Bool("notices", false, "print the notices of what is part of the program")
	flag.Parse()
	run := func() error { return check(*list) }
	if *notices {
		run = func() error { return printNotices(os.Stdout) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

// check checks the modules of the program, its tests and its tools.
func check(list bool) error {
	modules, err := used("-test", "./...", "tool")
	if err != nil {
		return err
	}
	var wrong []error
	for _, m := range modules {
		names, err := licencesOf(m.Dir)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s %s: %w", m.Path, m.Version, err))
			continue
		}
		if list {
			fmt.Printf("%-12s %s %s\n", strings.Join(names, ", "), m.Path, m.Version)
		}
	}
	if len(wrong) > 0 {
		return errors.Join(wrong...)
	}
	fmt.Printf("licences: the %d modules of the build have one that is allowed\n", len(modules))
	return nil
}

// used returns the modules of packages and of everything that they import, sorted by path.
func used(packages ...string) ([]module, error) {
	out, err := exec.Command("go", append([]string{"list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}"}, packages...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	paths := strings.Fields(string(out))
	slices.Sort(paths)
	out, err = exec.Command("go", append([]string{"list", "-m", "-json"}, slices.Compact(paths)...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list -m: %w", err)
	}
	var list []module
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var m module
		if err := decoder.Decode(&m); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		if !m.Main {
			list = append(list, m)
		}
	}
}

// licencesOf returns the names of the licences of a module.
func licencesOf(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.IsDir() || !file.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		name, err := licence(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s %w", e.Name(), err)
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return nil, errors.New("no file names its licence")
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// licence identifies the licence in a text.
func licence(text string) (string, error) {
	text = strings.Join(strings.Fields(text), " ")
	for _, words := range refused {
		// Other licences mention these names; their own texts begin with them.
		if at := strings.Index(strings.ToUpper(text), strings.ToUpper(words)); at >= 0 && at < 200 {
			return "", fmt.Errorf("is the %s, which is not allowed", words)
		}
	}
	for _, l := range allowed {
		if strings.Contains(strings.ToLower(text), strings.ToLower(l.says)) {
			return l.name, nil
		}
	}
	return "", errors.New("has an unknown licence: read it, and add it to .ci/licences if it is allowed")
}
