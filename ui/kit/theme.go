package kit

import (
	"image/color"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Measures of the window, in units: one pixel at scale 1.
const (
	TextSize    float32 = 13 // interface, code and numbers
	SmallSize   float32 = 11 // line numbers and the reason of a disabled row; the smallest size
	HeadingSize float32 = 15

	RowHeight     float32 = 24  // a row of a list or a menu
	CodeRowHeight float32 = 18  // a line of a document
	ControlHeight float32 = 28  // a button, an entry, a drop-down
	FindWidth     float32 = 240 // a search box next to other controls, if there is space
	ChipHeight    float32 = 20  // a drop-down in a row
	HeadHeight    float32 = 32  // the header of a pane
	BarHeight     float32 = 36  // a bar with controls
	StatusHeight  float32 = 24

	Gap      float32 = 4  // between related controls
	Inset    float32 = 6  // inside a control
	Group    float32 = 12 // around a group
	Hairline float32 = 1
	Radius   float32 = 4 // of a control's corners
	Indent   float32 = 14

	GlyphSize      float32 = 16 // the square of a glyph
	BoxSize        float32 = 14 // a check box or a radio circle
	strokeWidth    float32 = 1.5
	FocusWidth     float32 = 1.5
	ScrollBarWidth float32 = 10 // the active band of a scroll bar
	ThumbWidth     float32 = 4
	ThumbMin       float32 = 24
	Underline      float32 = 2 // a line that marks a position or shows progress
	digitGap       float32 = 3 // between groups of three monospaced digits
	separatorSize  float32 = 9
	reasonSize     float32 = 16 // the second line of a row of a menu
	arrowSize      float32 = 16 // at the end of a menu that can scroll
	menuMinWidth   float32 = 140
	menuMaxWidth   float32 = 640
	badgeHeight    float32 = 16
	markSize       float32 = 9 // a square of a legend
	budgetWidth    float32 = 160
	budgetHeight   float32 = 8
	toastWidth     float32 = 640 // maximum width of a toast's text
	MinTarget      float32 = 24  // minimum side of what can be clicked (WCAG 2.2, 2.5.8)
	MinSide        float32 = 32  // minimum side of objects that can be clipped
)

// The colours of the window by theme names.
const (
	ColorGround   fyne.ThemeColorName = "kitGround"   // lists and documents
	ColorPanel    fyne.ThemeColorName = "kitPanel"    // side panes and bars
	ColorRaised   fyne.ThemeColorName = "kitRaised"   // menus, cards, dialogs, buttons
	ColorHairline fyne.ThemeColorName = "kitHairline" // dividers: never the only indication of anything
	ColorLink     fyne.ThemeColorName = "kitLink"     // a link between nodes
	ColorOutline  fyne.ThemeColorName = "kitOutline"  // the edge of a check box or text field
	ColorText     fyne.ThemeColorName = "kitText"
	ColorMuted    fyne.ThemeColorName = "kitMuted" // secondary lines, inactive numbers
	ColorFaint    fyne.ThemeColorName = "kitFaint" // disabled controls
	ColorAccent   fyne.ThemeColorName = "kitAccent"
	ColorOnAccent fyne.ThemeColorName = "kitOnAccent" // text and icons on the accent
	ColorGood     fyne.ThemeColorName = "kitGood"
	ColorWarn     fyne.ThemeColorName = "kitWarn"
	ColorBad      fyne.ThemeColorName = "kitBad"

	ColorHover     fyne.ThemeColorName = "kitHover"     // the row or button under the pointer
	ColorSelection fyne.ThemeColorName = "kitSelection" // selected rows
	ColorCursor    fyne.ThemeColorName = "kitCursor"    // the cursor's row, if it is not selected
	ColorChip      fyne.ThemeColorName = "kitChip"      // a drop-down in a row
	ColorChipHover fyne.ThemeColorName = "kitChipHover"
	// Backgrounds of chips with one of several values: one hue per value.
	ColorChip1 fyne.ThemeColorName = "kitChip1" // blue
	ColorChip2 fyne.ThemeColorName = "kitChip2" // cyan
	ColorChip3 fyne.ThemeColorName = "kitChip3" // green
	ColorChip4 fyne.ThemeColorName = "kitChip4" // yellow
	ColorChip5 fyne.ThemeColorName = "kitChip5" // violet
	ColorChip6 fyne.ThemeColorName = "kitChip6" // red
	ColorChip7 fyne.ThemeColorName = "kitChip7" // grey

	ColorMatch       fyne.ThemeColorName = "kitMatch"   // behind search matches; the current match also has an outline
	ColorAdded       fyne.ThemeColorName = "kitAdded"   // behind an added line
	ColorRemoved     fyne.ThemeColorName = "kitRemoved" // behind a removed line
	ColorAddedWord   fyne.ThemeColorName = "kitCame"    // behind new words in an added line
	ColorRemovedWord fyne.ThemeColorName = "kitGone"    // behind deleted words in a removed line
	ColorTrack       fyne.ThemeColorName = "kitTrack"   // the empty part of a bar
	ColorThumb       fyne.ThemeColorName = "kitThumb"   // the handle of a scroll bar

	// Colours of kinds of files, in addition to the shape of their icons.
	ColorFolder fyne.ThemeColorName = "kitFolder"
	ColorCode   fyne.ThemeColorName = "kitCode"
	ColorProse  fyne.ThemeColorName = "kitProse"
	ColorData   fyne.ThemeColorName = "kitData"
	ColorImage  fyne.ThemeColorName = "kitImage"

	ColorKeyword  fyne.ThemeColorName = "kitKeyword"
	ColorString   fyne.ThemeColorName = "kitString"
	ColorComment  fyne.ThemeColorName = "kitComment"
	ColorNumber   fyne.ThemeColorName = "kitNumber"
	ColorTypeName fyne.ThemeColorName = "kitTypeName"
	ColorFunction fyne.ThemeColorName = "kitFunction"

	// Parts of a budget bar, from the most stable section to the least stable.
	ColorPart1 fyne.ThemeColorName = "kitPart1"
	ColorPart2 fyne.ThemeColorName = "kitPart2"
	ColorPart3 fyne.ThemeColorName = "kitPart3"
	ColorPart4 fyne.ThemeColorName = "kitPart4"
	ColorPart5 fyne.ThemeColorName = "kitPart5"
	ColorPart6 fyne.ThemeColorName = "kitPart6"
)

// tone is a colour in the light and the dark theme, and in both with high contrast, as 0xRRGGBB.
type tone struct{ light, dark, strongLight, strongDark uint32 }

// tones are the colours of this package.
var tones = map[fyne.ThemeColorName]tone{
	ColorGround:   {0xFFFFFF, 0x16181D, 0xFFFFFF, 0x000000},
	ColorPanel:    {0xF5F6F8, 0x1C1F26, 0xFFFFFF, 0x000000},
	ColorRaised:   {0xFFFFFF, 0x252933, 0xFFFFFF, 0x0A0A0A},
	ColorHairline: {0xDDE0E6, 0x2E333E, 0x6E6E6E, 0x8A8A8A},
	ColorLink:     {0x8B93A1, 0x626B7B, 0x4A4A4A, 0xB0B0B0},
	ColorOutline:  {0x788190, 0x7E8798, 0x000000, 0xFFFFFF},
	ColorText:     {0x1B1F27, 0xE6E9EF, 0x000000, 0xFFFFFF},
	ColorMuted:    {0x5D6675, 0x9AA4B5, 0x2E2E2E, 0xE0E0E0},
	ColorFaint:    {0x7B8391, 0x808999, 0x595959, 0xB4B4B4},
	ColorAccent:   {0x2863C8, 0x6AA2FF, 0x003D99, 0x6FE3FF},
	ColorOnAccent: {0xFFFFFF, 0x10131A, 0xFFFFFF, 0x000000},
	ColorGood:     {0x1A7247, 0x59C48C, 0x00491F, 0x7DFFAE},
	ColorWarn:     {0x8A5A00, 0xE0B050, 0x5A3600, 0xFFDD57},
	ColorBad:      {0xC0362C, 0xFF8A80, 0x8B0000, 0xFFBDB8},

	ColorHover:     {0xEEF0F4, 0x22262F, 0xEDEDED, 0x262626},
	ColorSelection: {0xE0EAFB, 0x24324C, 0xCFE3FF, 0x00334F},
	ColorCursor:    {0xE7EAEF, 0x2A2F3A, 0xE2E2E2, 0x303030},

	ColorChip:      {0xEDF2FB, 0x222B3C, 0xF4F4F4, 0x1C1C1C},
	ColorChipHover: {0xD9E4F8, 0x2D3A52, 0xE0E0E0, 0x303030},
	ColorChip1:     {0xE4EBFB, 0x222C42, 0xDCE6FF, 0x101F45},
	ColorChip2:     {0xDBF2F1, 0x193236, 0xD2F2F2, 0x002B30},
	ColorChip3:     {0xE4F3E8, 0x1D3327, 0xDDF3E1, 0x0B2E14},
	ColorChip4:     {0xF6F0D9, 0x35311D, 0xF7EFC8, 0x332B00},
	ColorChip5:     {0xF0E6FA, 0x2E2742, 0xEEDFFC, 0x2A1640},
	ColorChip6:     {0xFBE9E3, 0x3C2922, 0xFFE2D8, 0x401A0C},
	ColorChip7:     {0xECEEF1, 0x2A2E37, 0xE6E6E6, 0x262626},

	ColorFolder: {0x6B84AE, 0x8AA3CC, 0x2F4A7C, 0xBFD4FF},
	ColorCode:   {0x3F79BF, 0x7FA9DE, 0x1E4E8C, 0x9CCBFF},
	ColorProse:  {0x6E7885, 0x98A2B1, 0x4A4A4A, 0xD9D9D9},
	ColorData:   {0x94722A, 0xC2A560, 0x6B4A00, 0xFFDD8A},
	ColorImage:  {0x8A63A8, 0xB193CE, 0x5B2E7D, 0xE3C2FF},

	ColorMatch:       {0xFFF0B8, 0x3A3218, 0xFFEB99, 0x453800},
	ColorAdded:       {0xE2F4E9, 0x1B3328, 0xD6F5E0, 0x00331A},
	ColorRemoved:     {0xFCE8E6, 0x3D2426, 0xFFDEDB, 0x470F0F},
	ColorAddedWord:   {0xB9E4C9, 0x2B5A41, 0x9FE3B8, 0x00522A},
	ColorRemovedWord: {0xF7C4BF, 0x6B3438, 0xFFB9B3, 0x781818},
	ColorTrack:       {0xE3E6EB, 0x323846, 0xD9D9D9, 0x303030},
	ColorThumb:       {0x788190, 0x7E8798, 0x333333, 0xFFFFFF},

	ColorKeyword:  {0x2A5FC0, 0x7CACFF, 0x003A99, 0xAFD0FF},
	ColorString:   {0x1A7247, 0x6CC99A, 0x00491F, 0x8CFFBA},
	ColorComment:  {0x5E6776, 0x97A2B4, 0x3A3A3A, 0xDADADA},
	ColorNumber:   {0x8A5A00, 0xE0B050, 0x5A3600, 0xFFDD57},
	ColorTypeName: {0x7A3FA0, 0xC6A0F0, 0x5A1A85, 0xE6C4FF},
	ColorFunction: {0x0F6E7C, 0x6CC5D4, 0x004552, 0x8FEDF8},

	ColorPart1: {0x2A66CC, 0x6AA2FF, 0x0047B3, 0x8AB8FF},
	ColorPart2: {0x1E7F4F, 0x59C48C, 0x005226, 0x7DFFAE},
	ColorPart3: {0x8A5A00, 0xE0B050, 0x6B4300, 0xFFDD57},
	ColorPart4: {0x7A3FA0, 0xC6A0F0, 0x6A2A94, 0xE6C4FF},
	ColorPart5: {0x0F6E7C, 0x6CC5D4, 0x00566B, 0x8FEDF8},
	ColorPart6: {0x69717F, 0x9AA4B5, 0x505050, 0xD0D0D0},
}

// toolkitColors maps the colours that Fyne's own widgets use to those of this package.
var toolkitColors = map[fyne.ThemeColorName]fyne.ThemeColorName{
	theme.ColorNameBackground:          ColorGround,
	theme.ColorNameHeaderBackground:    ColorPanel,
	theme.ColorNameMenuBackground:      ColorRaised,
	theme.ColorNameOverlayBackground:   ColorRaised,
	theme.ColorNameButton:              ColorRaised,
	theme.ColorNameInputBackground:     ColorGround,
	theme.ColorNameSeparator:           ColorHairline,
	theme.ColorNameDisabledButton:      ColorHairline,
	theme.ColorNameInputBorder:         ColorOutline,
	theme.ColorNameForeground:          ColorText,
	theme.ColorNamePlaceHolder:         ColorMuted,
	theme.ColorNameDisabled:            ColorFaint,
	theme.ColorNamePrimary:             ColorAccent,
	theme.ColorNameFocus:               ColorAccent,
	theme.ColorNameHyperlink:           ColorAccent,
	theme.ColorNameForegroundOnPrimary: ColorOnAccent,
	theme.ColorNameForegroundOnError:   ColorOnAccent,
	theme.ColorNameForegroundOnSuccess: ColorOnAccent,
	theme.ColorNameForegroundOnWarning: ColorOnAccent,
	theme.ColorNameSuccess:             ColorGood,
	theme.ColorNameWarning:             ColorWarn,
	theme.ColorNameError:               ColorBad,
	theme.ColorNameHover:               ColorHover,
	theme.ColorNameSelection:           ColorSelection,
	theme.ColorNamePressed:             ColorCursor,
	theme.ColorNameScrollBar:           ColorThumb,
	theme.ColorNameScrollBarBackground: ColorPanel,
}

// toneOf returns the colour for a name of this package or of Fyne; ok is false for names that are
// in neither table.
func toneOf(name fyne.ThemeColorName) (t tone, ok bool) {
	if own, is := toolkitColors[name]; is {
		name = own
	}
	t, ok = tones[name]
	return t, ok
}

func (t tone) in(v fyne.ThemeVariant, strong bool) color.Color {
	light, hex := t.light, t.dark
	if strong {
		light, hex = t.strongLight, t.strongDark
	}
	if v == theme.VariantLight {
		hex = light
	}
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xFF}
}

// Variant selects a light or dark theme, and whether it has high contrast.
type Variant int

// The zero Variant follows the system.
const (
	Auto Variant = iota
	Light
	Dark
	// HighContrast is added to one of the others, as in Dark|HighContrast: black on white or white on black, with text of at
	// least 7:1.
	HighContrast Variant = 1 << 8
)

// Theme is the window's theme. It is an immutable value for Settings.SetTheme; a change of
// variant or font is a new Theme.
type Theme struct {
	variant        Variant
	mono, monoBold fyne.Resource
	fallback       string // a font family of the system, for East Asian characters
	boldElsewhere  bool   // the toolkit selects bold ones

	mu   sync.Mutex
	sole map[fyne.TextStyle]*soleFont
}

var _ fyne.Theme = (*Theme)(nil)

// NewTheme returns the theme in the given variant. The fonts are the bytes of TrueType or
// OpenType files for monospaced text; nil means Fyne's own. Interface text always uses Fyne's own
// font.
func NewTheme(v Variant, mono, monoBold []byte) *Theme {
	t := &Theme{variant: v}
	if mono != nil {
		t.mono = fyne.NewStaticResource("mono.ttf", mono)
	}
	if monoBold != nil {
		t.monoBold = fyne.NewStaticResource("mono-bold.ttf", monoBold)
	}
	return t
}

// WithFallback returns the theme with a font family of the system for Chinese and Japanese characters, which
// none of its own fonts has. Without one the toolkit takes any font that has them; but a character can look
// different in each of these languages. A named family has one weight. With boldElsewhere, the toolkit
// selects bold fonts, which it finds for some languages of the system, but not by family.
func (t *Theme) WithFallback(family string, boldElsewhere bool) *Theme {
	return &Theme{variant: t.variant, mono: t.mono, monoBold: t.monoBold, fallback: family, boldElsewhere: boldElsewhere}
}

// Color returns the named colour of this package or of Fyne.
func (t *Theme) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	switch t.variant &^ HighContrast {
	case Light:
		v = theme.VariantLight
	case Dark:
		v = theme.VariantDark
	}
	if name == theme.ColorNameShadow {
		return shade(v)
	}
	if c, ok := toneOf(name); ok {
		return c.in(v, t.variant&HighContrast != 0)
	}
	return theme.DefaultTheme().Color(name, v)
}

// shade returns the translucent colour that Fyne uses over the window below a dialog, and at the
// edges of scrolling content.
func shade(v fyne.ThemeVariant) color.Color {
	if v == theme.VariantLight {
		return color.NRGBA{R: 0x1B, G: 0x1F, B: 0x27, A: 0x50}
	}
	return color.NRGBA{A: 0x80}
}

// Font returns the font of a text style. Monospaced italics are upright.
func (t *Theme) Font(style fyne.TextStyle) fyne.Resource {
	if style.Monospace {
		if style.Bold && t.monoBold != nil {
			return t.monoBold
		}
		if t.mono != nil {
			return t.mono
		}
	}
	return theme.DefaultTheme().Font(style)
}

// Icon returns Fyne's icon of that name; this package draws its own glyphs.
func (t *Theme) Icon(name fyne.ThemeIconName) fyne.Resource {
	return theme.DefaultTheme().Icon(name)
}

// toolkitSizes are the sizes that Fyne's own widgets use.
var toolkitSizes = map[fyne.ThemeSizeName]float32{
	theme.SizeNameText:               TextSize,
	theme.SizeNameHeadingText:        HeadingSize,
	theme.SizeNameSubHeadingText:     HeadingSize,
	theme.SizeNameCaptionText:        SmallSize,
	theme.SizeNamePadding:            Gap,
	theme.SizeNameInnerPadding:       Inset - 1, // so that a line of an entry fits ControlHeight
	theme.SizeNameLineSpacing:        Gap,
	theme.SizeNameInlineIcon:         GlyphSize,
	theme.SizeNameSeparatorThickness: Hairline,
	theme.SizeNameInputBorder:        Hairline,
	theme.SizeNameInputRadius:        Radius,
	theme.SizeNameSelectionRadius:    Radius,
	theme.SizeNameScrollBar:          ScrollBarWidth,
	theme.SizeNameScrollBarSmall:     ThumbWidth,
	theme.SizeNameScrollBarRadius:    ThumbWidth / 2,
}

// Size returns a size that Fyne's own widgets use.
func (t *Theme) Size(name fyne.ThemeSizeName) float32 {
	if size, ok := toolkitSizes[name]; ok {
		return size
	}
	return theme.DefaultTheme().Size(name)
}

// ColorFor returns a colour under a theme. If the theme is not a [Theme], this package's own
// names have the colours of [Auto].
func ColorFor(th fyne.Theme, name fyne.ThemeColorName) color.Color {
	v := fyne.CurrentApp().Settings().ThemeVariant()
	if _, own := th.(*Theme); !own {
		if c, ok := toneOf(name); ok {
			return c.in(v, false)
		}
	}
	return th.Color(name, v)
}
