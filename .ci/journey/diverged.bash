# Another program changes the applied preset while the window has unsaved changes: saving asks which version stays.
printf '[presets.Code]\nfiles = ["main.go"]\n' >"$project/dossier.toml"
open_window "$project"
within tree see main.go
press ctrl+k
see "Switch preset"
type_text code
press Return
within preview see "func main"
within tree click notes.txt
within preview see "buy apples"
printf '[presets.Code]\nfiles = ["guide.md"]\n' >"$project/dossier.toml"
told "has changed on the disk"
press ctrl+s
see "Another program changed the preset"
click Cancel
grep -q guide.md "$project/dossier.toml" || die "$journey: Cancel has saved"
press ctrl+s
see "Another program changed the preset"
click "Keep mine"
holds "$project/dossier.toml" notes.txt
! grep -q guide.md "$project/dossier.toml" || die "$journey: the other version is still there: $(cat "$project/dossier.toml")"
