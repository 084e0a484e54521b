# A stored prompt is switched on, one is added in the dialog, and both come before the instruction.
holds_both() { copied | grep -q "experienced maintainer" && copied | grep -q "Answer in one sentence"; }

open_window "$project"
within tree click main.go
within preview see "package main"
click "prompts none"
within middle click review
within preview see "experienced maintainer"
click "prompts review"
click "Edit prompts"
see "All my projects"
click New
press ctrl+a
type_text terse
press Tab
press Tab
type_text "Answer in one sentence."
press ctrl+Return
gone "All my projects"
click "prompts review"
click terse
within preview see "one sentence"
press ctrl+shift+c
told Copied
wait_for 20 holds_both || die "$journey: a prompt is not in what is copied"
