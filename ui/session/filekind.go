package session

import (
	"path"
	"slices"
	"strings"

	"dossier/aggregate/images"
	"dossier/aggregate/text"
)

// FileKind is the kind of a file according to its name.
type FileKind int

// The kinds of files.
const (
	OtherFile FileKind = iota // everything else, such as archives
	CodeFile
	ProseFile // documents and notes
	DataFile  // data, settings and lists
	ImageFile
)

// KindOf returns the kind of a file with this name. It reads no file.
func KindOf(name string) FileKind {
	ext := strings.TrimPrefix(strings.ToLower(path.Ext(name)), ".")
	language := text.Language(name, "")
	switch {
	case images.Named(name) || slices.Contains(drawings, ext):
		return ImageFile
	case slices.Contains(prose, language) || slices.Contains(wordDocuments, ext):
		return ProseFile
	case slices.Contains(data, language):
		return DataFile
	case language != text.PlainText:
		return CodeFile
	case text.FindLanguage(ext) == text.PlainText || ext == "" && !strings.HasPrefix(path.Base(name), "."):
		return ProseFile // notes.txt, LICENSE
	case strings.TrimPrefix(path.Base(name), ".") == ext:
		return DataFile // .nvmrc
	}
	return OtherFile
}

// drawings are the extensions of images that are not sent as images.
var drawings = []string{"svg", "ico", "icns", "tif", "tiff", "avif", "heic", "psd", "xcf", "drawio"}

// wordDocuments are the extensions of documents that are not text.
var wordDocuments = []string{"docx", "odt", "pdf"}

// prose and data are the languages of documents, and of files that are data for programs.
var (
	prose = []string{"asciidoc", "bibtex", "markdown", "mdx", "org", "rst", "tex", "typst"}
	data  = []string{
		"apacheconf", "csv", "desktop", "diff", "dotenv", "editorconfig", "gitignore", "go-checksums", "go-module", "ini", "json", "jsonl",
		"nginx", "properties", "requirements", "systemd", "toml", "tsv", "xml", "yaml",
	}
)
