# Sourced by .ci/tests. Tests make thousands of files and remove them again, which
# on some disks takes more time of the processor than all that is tested (ext4 without a journal looks through the
# inodes that were removed lately). Where the system has a folder in memory with room for them, from which programs can
# be run, $memory becomes one in it, and in_memory the arguments with which `go test` puts the tests' temporary folders
# there; what Go links stays on the disk. (Since Go 1.26 tests prefer GOTMPDIR to TMPDIR, so that setting both for
# `go test` is no way to do this.) The script removes $memory at its end.

find_memory() {
	local room=/dev/shm least=$((4 * 1024 * 1024)) # KiB
	[ -d "$room" ] && [ -w "$room" ] && [ -r /proc/meminfo ] || return 0
	[ "$(df -Pk "$room" | awk 'NR == 2 { print $4 }')" -ge "$least" ] || return 0
	[ "$(awk '$1 == "MemAvailable:" { print $2 }' /proc/meminfo)" -ge $((2 * least)) ] || return 0
	memory=$(mktemp -d "$room/dossier-XXXXXX") || return 0
	printf '#!/bin/sh\n' >"$memory/try"
	chmod +x "$memory/try"
	if ! "$memory/try" 2>/dev/null; then # mounted without the right to run programs
		rm -rf "$memory"
		memory=""
		return 0
	fi
	rm "$memory/try"
	chmod 711 "$memory" # some tests become another user
	in_memory=(-exec "env -u GOTMPDIR TMPDIR=$memory")
}

memory=""
in_memory=()
find_memory
