package requests

// Extent says how much a line means that is asked for alone.
type Extent string

// The extents. The zero value is [AroundSymbol].
const (
	AroundSymbol Extent = ""      // the symbol around it, or the lines near it where there is none
	OneLine      Extent = "line"  // it alone
	NearLines    Extent = "lines" // with [Near] lines before and after it
	WholeFile    Extent = "file"
)

// Near is the number of lines before and after a line that [NearLines] includes.
const Near = 10

// Extend returns the request in the extent of e if f is a single line; otherwise f unchanged.
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
