# Sourced by the scripts that look at the real window. Gives a screen in memory and a
# home of its own to each, and ends what it started when the script ends.
#
#   open_screen WIDTH HEIGHT   starts a screen; DISPLAY names it, and $work/Xvfb_screen0 holds its pixels
#   open_window ARGUMENT...    starts ./dossier there, as large as the screen
#   settle FILE                photographs the screen into FILE once it stands still
#   close_window               ends the program; its standard error is in $errors

work=$(mktemp -d)
screen=""
program=""
window=""
fits=0
alike=0
errors=$work/errors

finish() {
	# shellcheck disable=SC2086 # either may be empty
	kill $program $screen 2>/dev/null || true
	wait 2>/dev/null || true
	rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

# What Go keeps is in the home folder; it stays there.
caches="$(go env GOCACHE) $(go env GOMODCACHE)"
export GOCACHE=${caches% *} GOMODCACHE=${caches#* }

# Nothing of the person who runs this is read or written, and nothing depends on the
# locale or the graphics card. C.UTF-8 is what containers have; the program must be
# quiet in it too.
export HOME=$work/home XDG_CONFIG_HOME=$work/home/.config XDG_CACHE_HOME=$work/home/.cache
export XDG_DATA_HOME=$work/home/.local/share XDG_STATE_HOME=$work/home/.local/state
export XDG_RUNTIME_DIR=$work/run
export LANG=C.UTF-8 LIBGL_ALWAYS_SOFTWARE=1 FYNE_SCALE=1
unset LC_ALL LC_MESSAGES LANGUAGE FYNE_THEME WAYLAND_DISPLAY XAUTHORITY DBUS_SESSION_BUS_ADDRESS
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
	# A screen of another program that ends at this moment may take the way to this one
	# with it: they share a folder.
	local try
	for try in 1 2 3; do
		: >"$work/display"
		Xvfb -noreset -displayfd 3 -screen 0 "$1x$2x24" -fbdir "$work" -nolisten tcp 3>"$work/display" >"$work/screen.log" 2>&1 </dev/null &
		screen=$!
		wait_for 30 test -s "$work/display" || die "no screen in memory came up: $(cat "$work/screen.log")"
		DISPLAY=:$(head -n 1 "$work/display")
		export DISPLAY
		! wait_for 5 xdotool getdisplaygeometry >/dev/null 2>&1 || break
		kill "$screen" 2>/dev/null || true
		wait "$screen" 2>/dev/null || true
		[ "$try" -lt 3 ] || die "the screen in memory cannot be reached: $(cat "$work/screen.log")"
	done
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
	fits=0
	wait_for 60 seen || die "no window came up within 60 seconds (dossier $*)"
	wait_for 20 filled || die "the window does not take the size of the screen"
}

# There is no window manager, so the window is laid over the whole screen by hand. A
# program that is still starting may set its own size once more: hence twice in a row.
filled() {
	local size want
	want=$(xdotool getdisplaygeometry)
	size=$(xdotool getwindowgeometry --shell "$window" | sed -n 's/^WIDTH=//p; s/^HEIGHT=//p' | paste -sd ' ')
	if [ "$size" = "$want" ]; then
		fits=$((fits + 1))
	else
		fits=0
		# shellcheck disable=SC2086 # two numbers
		xdotool windowmove "$window" 0 0 windowsize "$window" $want
	fi
	[ "$fits" -ge 2 ]
}

settle() {
	# shellcheck disable=SC2046 # two numbers
	xdotool mousemove $(xdotool getdisplaygeometry) # a tooltip would hide what is beneath
	alike=0
	rm -f "$1"
	wait_for 60 still "$1" || die "the screen did not come to rest"
}

# Three photographs in a row that are the same, over a second.
still() {
	local before=""
	[ ! -s "$1" ] || before=$(identify -format '%#' "$1")
	import -silent -window root "$1" || return 1
	if [ "$(identify -format '%#' "$1")" = "$before" ]; then
		alike=$((alike + 1))
	else
		alike=0
	fi
	sleep 0.3
	[ "$alike" -ge 2 ]
}

# ended PROCESS reports whether it has ended, also before it is waited for.
ended() {
	case $(cut -d' ' -f3 "/proc/$1/stat" 2>/dev/null) in
	"" | Z) return 0 ;;
	esac
	return 1
}


close_window() {
	kill -0 "$program" 2>/dev/null || die "the program ended by itself"
	kill "$program"
	# One that does not end shows what it waits for, instead of stopping everything.
	if ! wait_for 120 ended "$program"; then
		echo "${0##*/}: the program did not end within two minutes; its goroutines:" >&2
		kill -QUIT "$program"
		wait_for 10 ended "$program" || kill -KILL "$program"
		cat "$errors" >&2
	fi
	wait "$program" 2>/dev/null || true
	program=""
	# What is typed while nothing has the focus is lost.
	! grep -q 'Failed to focus' "$errors" || die "something that is not shown was to have the focus"
}
