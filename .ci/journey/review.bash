# A change is reviewed: what goes with it is proposed, the budget is moved, and it is taken in one step; the document has the
# difference. Undo takes all of it back.
cat >"$project/shout.go" <<'END'
package main

import "strings"

func shout(name string) string {
	return strings.ToUpper(greet(name))
}
END
git -C "$project" init -q -b main
git -C "$project" add .
git -C "$project" -c user.name=Ada -c user.email=ada@example.com commit -q -m "The first commit"
sed -i 's/greet/welcome/' "$project/main.go"
both() { copied | grep -q '^+func welcome' && copied | grep -q 'ToUpper'; }

open_window "$project"
within tree see main.go
press alt+r
see "Review a change"
see shout.go
see "names that are removed"
press ctrl+Return
told "added"
within preview see "Git Changes"
press ctrl+shift+c
told Copied
wait_for 20 both || die "$journey: the change or what goes with it is not in what is copied"
press ctrl+z
within preview gone "Git Changes"
