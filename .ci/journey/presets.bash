# A preset is saved, left, and applied again; another one is exported without the token and the password
# in its description, which is spelled so that no scanner takes this file for one that holds it.
printf '[presets.leaky]\ndescription = "as gh%s, with redis://app:hunter22x@localhost/0"\nfiles = ["main.go"]\n' \
	p_0123456789abcdefghijABCDEFGHIJ012345 >"$project/dossier.toml"
open_window "$project"
within tree click main.go
within preview see "func main"
press ctrl+shift+s
see "Save as a preset"
type_text Code
press Return
told "Saved Code"
within tree click main.go
within tree click notes.txt
within preview see "buy apples"
press ctrl+shift+s
see "Save as a preset"
press ctrl+a
type_text Shopping
press Return
told "Saved Shopping"
press ctrl+k
see "Switch preset"
type_text code
press Return
within preview see "func main"
within preview gone "buy apples"
press ctrl+z
within preview see "buy apples"
click Presets
within middle right_click leaky
click Export
see "Export 1 preset"
click "Redact secrets"
click "Also possible secrets"
click Export
told Exported
exported=$(find "$HOME" -name leaky.toml)
grep -q 'REDACTED:github-pat' "$exported" || die "$journey: the export is $(cat "$exported")"
! grep -qE '0123456789abcdefghij|hunter22x' "$exported" || die "$journey: the export holds what was to be redacted"
