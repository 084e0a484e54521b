package requests

// Extent is how much to include for a request for a single line.
type Extent string

// Extents. The zero value is [AroundSymbol].
const (
	AroundSymbol Extent = ""      // the symbol around it, or nearby lines if there is none
	OneLine      Extent = "line"  // only the line
	NearLines    Extent = "lines" // with [Near] lines before and after
	WholeFile    Extent = "file"
)

// Near is the number of lines before and after a line that [NearLines] includes.
const Near = 10

// Extend returns the request in the extent e if f is for a single line; otherwise it returns f unchanged.
func (f Found) Extend(e Extent) Found {
	if f.Start == 0 || f.Start != f.End || f.Symbol != "" || f.Lines == 0 {
		return f
	}
	f.Line = f.Start
	switch {
	case e == OneLine:
	case e == WholeFile:
		f.Start, f.End = 0, 0
	case e == AroundSymbol && f.Around.Symbol != "":
		f.Start, f.End = 0, 0
		f.define(f.Around)
	default:
		f.Start, f.End = max(1, f.Start-Near), min(f.Lines, f.End+Near)
	}
	return f
}
