package notes

// FormatReport is notes as the document shows them, as JSON.
type FormatReport struct {
	Markdown string `json:"markdown"`
}
