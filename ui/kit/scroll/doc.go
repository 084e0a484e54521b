// Package scroll is the part of a long column or row that is in view: [View] says what that
// is, [Tiles] keeps a drawing for each item in it from frame to frame, [Bar] is the scroll bar
// and [Edge] scrolls while a drag is held at an edge. Places are exact for 2^53 units.
package scroll
