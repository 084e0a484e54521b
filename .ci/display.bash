# Sourced by the scripts that look at the real window. Gives a screen in memory and a
# home of its own to each, and ends what it started when the script ends.
#
#   open_screen WIDTH HEIGHT   starts a screen; DISPLAY names it
#   open_window ARGUMENT...    starts ./dossier there; $window is what xdotool calls it
#   settle FILE                photographs the screen into FILE once it stands still
#   close_window               ends the program; its standard error is in $errors

work=$(mktemp -d)
screen=""
program=""
window=""
errors=$work/errors

finish() {
	# shellcheck disable=SC2086 # either may be empty
	kill $program $screen 2>/dev/null || true
	wait 2>/dev/null || true
	rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

# Nothing of the person who runs this is read or written, and nothing depends on the
# locale or the graphics card.
export HOME=$work/home XDG_CONFIG_HOME=$work/home/.config XDG_CACHE_HOME=$work/home/.cache
export XDG_DATA_HOME=$work/home/.local/share XDG_STATE_HOME=$work/home/.local/state
export XDG_RUNTIME_DIR=$work/run
export LANG=en_US.UTF-8 LC_ALL=C.UTF-8 LIBGL_ALWAYS_SOFTWARE=1 FYNE_SCALE=1
unset WAYLAND_DISPLAY XAUTHORITY DBUS_SESSION_BUS_ADDRESS
mkdir -p "$XDG_CONFIG_HOME" "$XDG_CACHE_HOME" "$XDG_DATA_HOME" "$XDG_STATE_HOME"
mkdir -m 700 "$XDG_RUNTIME_DIR"

die() {
	echo "${0##*/}: $*" >&2
	if [ -s "$errors" ]; then
		echo "The program's standard error was:" >&2
		sed 's/^/  /' "$errors" >&2
	fi
	exit 1
}

# wait_for SECONDS COMMAND... tries the command five times a second until it succeeds.
wait_for() {
	local tries=$(($1 * 5))
	shift
	until "$@"; do
		tries=$((tries - 1))
		[ "$tries" -gt 0 ] || return 1
		sleep 0.2
	done
}

open_screen() {
	if [ -n "$screen" ]; then
		kill "$screen" 2>/dev/null || true
		wait "$screen" 2>/dev/null || true
	fi
	: >"$work/display"
	Xvfb -displayfd 3 -screen 0 "$1x$2x24" -nolisten tcp 3>"$work/display" >"$work/screen.log" 2>&1 </dev/null &
	screen=$!
	wait_for 30 test -s "$work/display" || die "no screen in memory came up: $(cat "$work/screen.log")"
	DISPLAY=:$(head -n 1 "$work/display")
	export DISPLAY
}

# The window, once the program has mapped one.
seen() {
	kill -0 "$program" 2>/dev/null || die "the program ended before its window came up"
	window=$(xdotool search --onlyvisible --name Dossier 2>/dev/null | head -n 1)
	[ -n "$window" ]
}

open_window() {
	./dossier "$@" >"$work/output" 2>"$errors" </dev/null &
	program=$!
	wait_for 60 seen || die "no window came up within 60 seconds (dossier $*)"
}

# Two photographs in a row that are the same.
still() {
	mv -f "$1" "$work/before.png" 2>/dev/null || true
	import -silent -window root "$1" || return 1
	sleep 0.3
	[ -s "$work/before.png" ] && [ "$(signature "$1")" = "$(signature "$work/before.png")" ]
}

signature() { identify -format '%#' "$1"; }

settle() {
	rm -f "$work/before.png"
	wait_for 60 still "$1" || die "the screen did not come to rest within a minute"
}

close_window() {
	kill -0 "$program" 2>/dev/null || die "the program ended by itself"
	kill "$program"
	wait "$program" 2>/dev/null || true
	program=""
}
