# A preset is saved, left, and applied again.
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
