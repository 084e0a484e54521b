// Package scroll implements the visible part of a long column or row: [View] computes it, [Tiles]
// retains a drawing for each visible item from frame to frame, [Bar] is the scroll bar and [Edge]
// scrolls while a drag is held at an edge. Positions are exact up to 2^53 units.
package scroll
