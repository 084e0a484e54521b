# The guide is opened at the active tab, searched and left by keys; what is new is a page; a report is copied; shortcuts have a
# list of their own; high contrast and reduced motion are settings.
open_window "$project"
within tree click notes.txt
within preview see "buy apples"
press alt+2 F1
within preview see "Save an error message"
press ctrl+f
type_text "cache provider"
within preview see "Order the files"
press Down Right Return
within preview see "beginning"
press BackSpace
within preview see "Order the files"
press Escape
within preview see "buy apples"
press ctrl+shift+a
type_text "what is new"
press Return
within preview see "Changelog"
press ctrl+shift+a
type_text "report a problem"
press Return
told Copied version
copied | grep -q '^Dossier [0-9]' || die "$journey: the report does not name the version"
! copied | grep -q "$HOME" || die "$journey: the report names a path"
press ctrl+F1
see "Name or key"
press Escape
within preview click Contents
within preview see "First steps"
press ctrl+comma
see "Reduce motion"
click High contrast
click Reduce motion
click Save
holds "$XDG_CONFIG_HOME/dossier/dossier.toml" 'high_contrast = true'
holds "$XDG_CONFIG_HOME/dossier/dossier.toml" 'reduce_motion = true'
