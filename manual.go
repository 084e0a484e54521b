package main

import "embed"

// manual are the files of the guide that the window shows, under their paths in the repository, so that their links lead to
// the same places as on the web.
//
//go:embed CHANGELOG.md docs/*.md docs/guide
var manual embed.FS
