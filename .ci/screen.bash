# Sourced after display.bash by the scripts that use the window as a person does: they
# read the words on the screen and put the pointer on them, for the toolkit tells nobody
# what it shows.
#
#   see WORDS          waits until the screen shows the words, next to each other in a line
#   told WORDS         the same for a message that goes away by itself
#   gone WORDS         waits until it does not show them any more
#   click WORDS        waits for the words and clicks on them
#   right_click WORDS  the same with the other button
#   scroll WORDS       turns the wheel over the words, down to the end of what is there
#   drag X Y X Y       presses at one point, goes to another and lets go there
#   press KEY...       presses keys, as xdotool names them
#   type_text TEXT     types
#   copied             prints what the clipboard holds
#   holds FILE TEXT    waits until a file holds a text
#   within AREA ...    does one of the above with only a part of the screen in view:
#                      tree, middle, preview, top or bottom
#
# Only letters and digits count, in lower case, and those that look alike are one: what
# is read from a screen is a little uncertain. Words that stand alone are preferred to the
# same words in a longer text, so that `click Open` finds the button beneath the title
# "Open a folder"; then those further down are.

area=0,0,1,1 # left, top, right and bottom in view, as parts of the screen
patience=60  # seconds until something must be seen
enlarged=250 # percent at which the screen is read

# The reader, and what it has read: journeys that run beside each other share both.
if [ -z "${READER:-}" ]; then
	export READER=$work/reader
	mkdir -p "$READER/known"
	go build -o "$READER/reader" ./.ci/reader
fi

within() {
	local area
	case $1 in
	tree) area=0,0.05,0.22,0.95 ;;
	middle) area=0.22,0.05,0.625,0.95 ;;
	preview) area=0.625,0.05,1,0.95 ;;
	top) area=0,0,1,0.05 ;;
	bottom) area=0,0.9,1,1 ;;
	*) die "there is no area $1" ;;
	esac
	shift
	"$@"
}

# photograph FILE keeps what the screen shows as a PPM, which takes less time than a PNG.
photograph() {
	import -silent -window root -depth 8 "ppm:$1"
}

# read_screen [PICTURE] lists the words in view, or on a photograph of the screen, one a
# line: left, top, right, bottom and the word.
read_screen() {
	local picture=${1:-$work/screen.ppm}
	[ $# -gt 0 ] || photograph "$picture" || return 1
	"$READER/reader" -known "$READER/known" "$picture" "$area" "$enlarged"
}

# place WORDS prints the middle of where the words stand in what read_screen listed, and 1
# after it when nothing stands beside them; it fails when they are not there.
place() {
	awk -v area="$area" -v screen="$(xdotool getdisplaygeometry)" -v wanted="$*" '
		function letters(s) {
			s = tolower(s)
			gsub(/[^a-z0-9]/, "", s)
			gsub(/[i1]/, "l", s)
			gsub(/0/, "o", s)
			return s
		}
		function found(i, j, alone) {
			if (alone < best) return
			best = alone
			x = (left[i] + right[j]) / 2
			y = (top[i] + bottom[i]) / 2
			there = 1
		}
		BEGIN {
			wanted = letters(wanted)
			split(area, part, ",")
			split(screen, size, " ")
		}
		{
			middle = ($2 + $4) / 2
			text = letters($5)
			if (text == "" || $1 < part[1] * size[1] || $3 > part[3] * size[1] ||
				middle < part[2] * size[2] || middle > part[4] * size[2]) next
			left[++n] = $1; top[n] = $2; right[n] = $3; bottom[n] = $4; word[n] = text
			centre[n] = middle
		}
		END {
			# What follows a word is the nearest one to its right in about the same height.
			for (i = 1; i <= n; i++)
				for (j = 1; j <= n; j++)
					if (j != i && left[j] > left[i] && left[j] - right[i] <= 14 &&
						centre[j] - centre[i] <= 6 && centre[i] - centre[j] <= 6 &&
						(!next_to[i] || left[j] < left[next_to[i]])) next_to[i] = j
			for (i = 1; i <= n; i++) if (next_to[i]) follows[next_to[i]] = 1
			# The last word may be the beginning of a longer one.
			for (i = 1; i <= n; i++) {
				s = ""
				for (j = last = i; j && length(s) < length(wanted); j = next_to[j]) {
					s = s word[j]
					last = j
				}
				if (index(s, wanted) == 1) found(i, last, s == wanted && !follows[i] && !next_to[last])
			}
			if (!there) exit 1
			printf "%d %d %d\n", x, y, best
		}' "$work/words"
}

# look WORDS reads the screen once; the middle of where the words stand is in $spot then,
# and $alone is 1 when nothing stands beside them.
look() {
	read_screen >"$work/words" && find_place "$@"
}

find_place() {
	local found
	found=$(place "$@") || return 1
	alone=${found##* }
	spot=${found% *}
}

# look_for_place is look for words that are clicked on: those that are a part of a longer
# text count only once they were seen three times, for a button beneath may still appear.
look_for_place() {
	look "$@" || return 1
	[ "$alone" = 1 ] || [ $((parts += 1)) -ge 3 ]
}

# lost reads the screen in two ways, because words that are there may be misread in one.
lost() {
	! look "$@" && ! enlarged=300 look "$@"
}

see() {
	wait_screen look "$@" || die "$journey: the screen does not show \"$*\""
}

# Reading takes longer than some messages stay, so that photographs are taken meanwhile: each
# that differs from the one before, until the words are seen.
told() {
	local i=0 enlarged camera until=$((SECONDS + patience))
	rm -f "$work"/told*
	photograph_changes "$work/told" &
	camera=$!
	while [ "$SECONDS" -lt "$until" ] || [ -e "$work/told$i.xwd" ]; do
		[ "$SECONDS" -lt "$until" ] || end_camera "$camera" # what was photographed by then is read
		if ! [ -e "$work/told$i.xwd" ]; then
			sleep 0.1
			continue
		fi
		convert "xwd:$work/told$i.xwd" -strip -depth 8 "ppm:$work/told.ppm"
		rm "$work/told$i.xwd"
		for enlarged in 300 250; do
			read_screen "$work/told.ppm" >"$work/words"
			if find_place "$@"; then
				end_camera "$camera"
				return
			fi
		done
		i=$((i + 1))
	done
	end_camera "$camera"
	keep_screen "$work/told.ppm"
	die "$journey: the window did not say \"$*\""
}

# photograph_changes BASE keeps BASE0.xwd, BASE1.xwd...: what the screen shows, again whenever it has changed.
# It copies the screen's memory, which is fast enough for messages that disappear, on a loaded machine too.
photograph_changes() {
	local i=0
	while sleep 0.2; do
		if ! cmp -s "$1.before" "$work/Xvfb_screen0"; then
			cp "$work/Xvfb_screen0" "$1.before"
			cp "$1.before" "$1.next"
			mv "$1.next" "$1$i.xwd"
			i=$((i + 1))
		fi
	done
}

end_camera() {
	kill "$1" 2>/dev/null || true
	wait "$1" 2>/dev/null || true
}

gone() {
	wait_screen lost "$@" || die "$journey: the screen still shows \"$*\""
}

# A tip beside the pointer may hide what is looked for, so that the pointer leaves. Words that are
# misread in one size are read in another with each try. It reads again when the screen has changed, and at
# the latest after a second.
wait_screen() {
	local until=$((SECONDS + patience)) tries=0 enlarged=250
	until "$@"; do
		[ $((tries += 1)) -ne 2 ] || leave
		wait_for 1 changed || true
		case $((tries % 5)) in
		1) enlarged=250 ;;
		2) enlarged=300 ;;
		3) enlarged=200 ;;
		4) enlarged=275 ;;
		0) enlarged=350 ;;
		esac
		if [ "$SECONDS" -ge "$until" ] && [ "$tries" -ge 10 ]; then # each size twice, however slow the machine is
			keep_screen "$work/screen.ppm"
			return 1
		fi
	done
}

# changed tells whether the screen shows something else than what was read.
changed() {
	photograph "$work/now.ppm" && ! cmp -s "$work/now.ppm" "$work/screen.ppm"
}

# keep_screen PICTURE prints the words of the whole screen on which a journey ends, and keeps its picture.
keep_screen() {
	area=0,0,1,1 read_screen "$1" >"$work/words" || true
	printf 'The screen shows:\n%s\n' "$(cut -d' ' -f5 "$work/words" | paste -sd ' ' | fold -sw 120 | sed 's/^/  /')" >&2
	[ -n "${JOURNEYS_KEEP:-}" ] || return 0
	mkdir -p "$JOURNEYS_KEEP"
	convert "$1" "$JOURNEYS_KEEP/$journey.png"
}

# leave moves the pointer to where nothing is.
leave() {
	# shellcheck disable=SC2046 # two numbers
	xdotool mousemove $(xdotool getdisplaygeometry)
}

# point moves to the words, and a little within them, so that what follows the pointer
# notices.
point() {
	parts=0
	wait_screen look_for_place "$@" || die "$journey: the screen does not show \"$*\""
	# shellcheck disable=SC2086 # two numbers
	xdotool mousemove $spot mousemove_relative 1 1
	sleep 0.1
}

click() {
	point "$@"
	xdotool click 1
}

right_click() {
	point "$@"
	xdotool click 3
}

scroll() {
	point "$@"
	xdotool click --repeat 40 --delay 10 5
}

drag() {
	xdotool mousemove "$1" "$2" mousedown 1 mousemove "$3" "$4"
	sleep 0.2
	xdotool mousemove_relative 1 1 mouseup 1
}

press() {
	local key
	for key in "$@"; do
		xdotool key "$key"
		sleep 0.15
	done
}

type_text() {
	xdotool type --delay 20 "$1"
}

copied() {
	xclip -o -selection clipboard
}

holds() {
	wait_for "$patience" grep -qF -- "$2" "$1" || die "$journey: $1 does not hold \"$2\""
}
