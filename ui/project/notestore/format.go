package notestore

// FormatReport contains notes in the form of the document, as JSON.
type FormatReport struct {
	Markdown string `json:"markdown"`
}
