# A question and a budget propose files: the budget is moved, a filter is set and removed, a row is
# left out and its tokens go to others, the rest is applied in one step, and undone. What is more than the model's window
# is made to fit, with no file left out.
mkdir -p "$XDG_CONFIG_HOME/dossier"
printf 'schema = 1\n[settings]\nmodel = "custom"\ncustom_window = 1500\n' >"$XDG_CONFIG_HOME/dossier/dossier.toml"
open_window "$project"
within tree see main.go
press ctrl+shift+p
see "Fit files to a question"
type_text "how does the shop work"
see guide.md
local y
look Budget
y=${spot#* }
drag 600 "$y" 900 "$y"
see "of 1 700 tokens"
type_text ", and who says hello?"
see main.go
click Filter
click Markdown
gone main.go
see guide.md
click "Filter Markdown"
click "No filter"
see main.go
click Refill
look main.go
xdotool mousemove 12 "${spot#* }" click 1
press ctrl+Return
told "added"
within preview see "How the shop works"
within middle gone main.go
press ctrl+z
within preview gone "How the shop works"
local i
{
	printf 'package main\n'
	for i in {1..40}; do
		printf '\n// stock%d counts what is left.\nfunc stock%d(sold int) int {\n\tif sold > %d {\n\t\tpanic("there was not so much")\n\t}\n\treturn %d - sold\n}\n' "$i" "$i" "$i" "$i"
	done
} >"$project/stock.go"
within tree click stock.go
within preview see "package main"
see "over the context window"
press ctrl+shift+h
see "Make it fit"
see "Apply"
press ctrl+Return
told "changed"
gone "over the context window"
within middle see stock.go
