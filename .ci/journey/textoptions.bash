# Comments are left out and lines get numbers, each with what it saves or costs before the click; one
# file keeps its comments.
printf '[files]\nitems = ["main.go", "guide.md"]\n' >"$project/dossier.toml"
sed -i 's|^func greet|// Not for everyone.\nfunc greet|; s|^\treturn|\t// warm\n\treturn|' "$project/main.go"
open_window "$project"
within middle click "format: Markdown"
click "Text of the files"
see "Line numbers"
see "no difference"
click "Without comments"
see "Without documentation"
click "Without documentation"
press Escape
within middle see "2 options"
press ctrl+shift+c
told "Copied 2 files"
copied | grep -q '^### `main.go` (without comments, without documentation)$' || die "$journey: the heading does not say it: $(copied | head -5)"
copied | grep -q "warm" && die "$journey: a comment was copied"
within middle right_click main.go
click "Text options"
see "As all files"
click "As all files"
click "Without comments"
press Escape
within preview see "warm"
press ctrl+s
holds "$project/dossier.toml" 'text = ["without-comments", "without-documentation"]'
holds "$project/dossier.toml" 'text = ["without-documentation"]'
press ctrl+shift+c
told "Copied 2 files"
copied >"$work/copied.md"
same_document "$work/copied.md"
