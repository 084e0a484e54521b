package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
)

// gray is a picture of one byte for each pixel, line by line: 0 is black.
type gray struct {
	width, height int
	pixels        []byte
}

// parsePPM reads a photograph of three bytes for each pixel: the format P6 with 255 as its brightest
// value, without comments, which is what import writes.
func parsePPM(data []byte) (width, height int, pixels []byte, err error) {
	var brightest int
	if _, err := fmt.Sscanf(string(data[:min(len(data), 40)]), "P6\n%d %d\n%d", &width, &height, &brightest); err != nil {
		return 0, 0, nil, fmt.Errorf("the photograph is no PPM: %w", err)
	}
	head := bytes.Join(bytes.SplitAfterN(data, []byte("\n"), 4)[:3], nil)
	pixels = data[len(head):]
	if brightest != 255 || width < 1 || height < 1 || len(pixels) < 3*width*height {
		return 0, 0, nil, errors.New("the photograph has not all its pixels")
	}
	return width, height, pixels, nil
}

// block is the size of the squares that are turned over together.
const block = 8

// legible prepares the part of a photograph for the reader of characters, which takes boxes and
// shades for pictures and skips what is in them: the button that is the first choice, whose text is
// light, is turned over where its colour fills a block; then whatever is darker than white over 31
// pixels across or 25 down is made white.
func legible(pixels []byte, stride, left, top, width, height int) gray {
	g := gray{width, height, make([]byte, width*height)}
	saturation := make([]float64, width*height)
	for y := range height {
		for x := range width {
			p := pixels[3*((top+y)*stride+left+x):]
			if p[0] == p[1] && p[1] == p[2] { // most are gray
				g.pixels[y*width+x] = p[0]
				continue
			}
			red, green, blue := float64(p[0]), float64(p[1]), float64(p[2])
			g.pixels[y*width+x] = byte(math.Round(0.2126*red + 0.7152*green + 0.0722*blue))
			if most := max(red, green, blue); most > 0 {
				saturation[y*width+x] = 1 - min(red, green, blue)/most
			}
		}
	}
	g.turnOver(saturation)
	across, down := g, g.transposed()
	across = across.closed(31)
	down = down.closed(25).transposed()
	for i, p := range g.pixels {
		g.pixels[i] = byte(min(255, int(p)+255-int(min(across.pixels[i], down.pixels[i]))))
	}
	return g
}

// turnOver makes dark what is light, and light what is dark, in each block that is coloured.
func (g gray) turnOver(saturation []float64) {
	for top := 0; top < g.height; top += block {
		for left := 0; left < g.width; left += block {
			sum, n := 0.0, 0
			for y := top; y < min(top+block, g.height); y++ {
				for x := left; x < min(left+block, g.width); x++ {
					sum += saturation[y*g.width+x]
					n++
				}
			}
			if sum <= 0.4*float64(n) {
				continue
			}
			for y := top; y < min(top+block, g.height); y++ {
				for x := left; x < min(left+block, g.width); x++ {
					g.pixels[y*g.width+x] = 255 - g.pixels[y*g.width+x]
				}
			}
		}
	}
}

func (g gray) transposed() gray {
	t := gray{g.height, g.width, make([]byte, len(g.pixels))}
	for y := range g.height {
		for x := range g.width {
			t.pixels[x*g.height+y] = g.pixels[y*g.width+x]
		}
	}
	return t
}

// closed returns the picture without what is dark over fewer than size pixels of a line; size is odd.
func (g gray) closed(size int) gray {
	return g.spread(size).inverted().spread(size).inverted()
}

func (g gray) inverted() gray {
	i := gray{g.width, g.height, make([]byte, len(g.pixels))}
	for at, p := range g.pixels {
		i.pixels[at] = 255 - p
	}
	return i
}

// spread gives each pixel the brightest value of the size pixels around it in its line.
func (g gray) spread(size int) gray {
	s := gray{g.width, g.height, make([]byte, len(g.pixels))}
	half := size / 2
	candidates := make([]int, g.width) // places of values that are less and less
	for y := range g.height {
		from, to := g.pixels[y*g.width:(y+1)*g.width], s.pixels[y*g.width:(y+1)*g.width]
		first, n := 0, 0
		for i := range g.width + half {
			if i < g.width {
				for n > first && from[candidates[n-1]] <= from[i] {
					n--
				}
				candidates[n] = i
				n++
			}
			if at := i - half; at >= 0 {
				if candidates[first] < at-half {
					first++
				}
				to[at] = from[candidates[first]]
			}
		}
	}
	return s
}

// enlarged returns the picture at a percentage of its size, smoothed by Mitchell's filter.
func (g gray) enlarged(percent int) gray {
	down := taps(g.height, percent)
	tall := gray{g.width, len(down), make([]byte, g.width*len(down))}
	for y, t := range down {
		to := tall.pixels[y*g.width : (y+1)*g.width]
		var from [4][]byte
		for i := range from {
			from[i] = g.pixels[t[i].at*g.width:][:len(to)]
		}
		for x := range to {
			to[x] = t.mix(from[0][x], from[1][x], from[2][x], from[3][x])
		}
	}
	across := taps(g.width, percent)
	e := gray{len(across), tall.height, make([]byte, len(across)*tall.height)}
	for y := range e.height {
		from, to := tall.pixels[y*g.width:(y+1)*g.width], e.pixels[y*e.width:(y+1)*e.width]
		for x := range to {
			t := &across[x]
			to[x] = t.mix(from[t[0].at], from[t[1].at], from[t[2].at], from[t[3].at])
		}
	}
	return e
}

// filter says of which four pixels of a line a new pixel is made, and how much each counts.
type filter [4]struct {
	at     int
	weight float32
}

func (f *filter) mix(a, b, c, d byte) byte {
	value := float32(a)*f[0].weight + float32(b)*f[1].weight + float32(c)*f[2].weight + float32(d)*f[3].weight
	return byte(min(max(value+0.5, 0), 255))
}

// taps returns the filters that make a percentage of a line of n pixels.
func taps(n, percent int) []filter {
	scale := float64(percent) / 100
	made := make([]filter, int(math.Round(float64(n)*scale)))
	for x := range made {
		centre := (float64(x)+0.5)/scale - 0.5
		first := int(math.Floor(centre)) - 1
		for i := range made[x] {
			made[x][i].at = min(max(first+i, 0), n-1)
			made[x][i].weight = float32(mitchell(centre - float64(first+i)))
		}
	}
	return made
}

// mitchell is the cubic filter of Mitchell and Netravali with B and C of a third.
func mitchell(x float64) float64 {
	x = math.Abs(x)
	switch {
	case x < 1:
		return (7*x*x*x - 12*x*x + 16.0/3) / 6
	case x < 2:
		return (-7.0/3*x*x*x + 12*x*x - 20*x + 32.0/3) / 6
	}
	return 0
}

// pgm is the picture as a file in the format P5.
func (g gray) pgm() []byte {
	return append(fmt.Appendf(nil, "P5\n%d %d\n255\n", g.width, g.height), g.pixels...)
}
