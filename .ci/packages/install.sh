#!/bin/sh
# Installs Dossier from this folder: ./install.sh [--uninstall] [--prefix DIR]. Without --prefix it is
# installed into /usr/local by root, and into ~/.local by anybody else. --uninstall removes what was
# installed, and nothing else.
set -eu

fail() {
	echo "install.sh: $*" >&2
	exit 1
}

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
prefix=""
uninstall=false
while [ $# -gt 0 ]; do
	case $1 in
	--uninstall) uninstall=true ;;
	--prefix)
		[ $# -gt 1 ] || fail "--prefix needs a folder"
		prefix=$2
		shift
		;;
	--prefix=*) prefix=${1#--prefix=} ;;
	-h | --help)
		sed -n '2,4s/^# //p' "$0"
		exit 0
		;;
	*) fail "unknown argument $1 (--help says more)" ;;
	esac
	shift
done
if [ -z "$prefix" ]; then
	if [ "$(id -u)" = 0 ]; then prefix=/usr/local; else prefix=${HOME:?}/.local; fi
fi
case $prefix in
/*) ;;
*) prefix=$(pwd)/$prefix ;;
esac

# What was installed: "f PATH" for each file and "d PATH" for each folder that was created for it,
# a folder before what is in it.
list=share/doc/dossier/installed

# make_folder PATH creates a folder below the prefix, and adds those that it created to the new list.
make_folder() {
	[ -d "$prefix/$1" ] && return
	case $1 in
	*/*) make_folder "${1%/*}" ;;
	esac
	mkdir "$prefix/$1"
	echo "d $1" >>"$new"
}

# remove_files LIST [KEEP] removes the files of a list that are not in the list KEEP.
remove_files() {
	while read -r kind path; do
		[ "$kind" = f ] || continue
		case /$path/ in
		*/../*) fail "$prefix/$list is not a list of install.sh" ;;
		esac
		if [ -n "${2:-}" ] && grep -qxF "f $path" "$2"; then continue; fi
		rm -f -- "$prefix/$path"
	done <"$1"
}

# refresh updates what desktops cache of the folders, where their tools are installed.
refresh() {
	if command -v update-desktop-database >/dev/null && [ -d "$prefix/share/applications" ]; then
		update-desktop-database -q "$prefix/share/applications" || true
	fi
	if command -v update-mime-database >/dev/null && [ -d "$prefix/share/mime/packages" ]; then
		update-mime-database "$prefix/share/mime" >/dev/null 2>&1 || true
	fi
	if command -v gtk-update-icon-cache >/dev/null && [ -d "$prefix/share/icons/hicolor" ]; then
		gtk-update-icon-cache -q -f -t "$prefix/share/icons/hicolor" || true
	fi
}

# created PATH reports whether a folder was created by install.sh.
created() {
	grep -qxF "d $1" "$old"
}

old=""
new=""
trap 'rm -f "$old" "$new"' EXIT
trap 'exit 130' INT TERM
old=$(mktemp)
new=$(mktemp)
[ ! -f "$prefix/$list" ] || cat "$prefix/$list" >"$old"

if $uninstall; then
	[ -s "$old" ] || fail "nothing is installed in $prefix: $prefix/$list is missing"
	remove_files "$old"
	rm -f "$prefix/$list"
	refresh
	# What the tools of desktops wrote into folders that exist only because of Dossier.
	! created share/applications || rm -f "$prefix/share/applications/mimeinfo.cache"
	! created share/icons/hicolor || rm -f "$prefix/share/icons/hicolor/icon-theme.cache"
	if created share/mime && [ -z "$(ls -A "$prefix/share/mime/packages")" ]; then
		rm -rf "$prefix/share/mime"
	fi
	sed -n 's/^d //p' "$old" | sort -r | while read -r path; do
		rmdir "$prefix/$path" 2>/dev/null || true # others may have put something there
	done
	echo "Dossier is removed from $prefix. Your settings and projects are where they were."
	exit 0
fi

[ -x "$here/bin/dossier" ] || fail "$here/bin/dossier is missing: run it from the unpacked folder"
mkdir -p "$prefix"
[ -w "$prefix" ] || fail "you may not write to $prefix: choose another --prefix"
sed -n '/^d /p' "$old" >"$new"
(cd "$here" && find bin share -type f | LC_ALL=C sort) >"$new.files"
trap 'rm -f "$old" "$new" "$new.files"' EXIT
while read -r path; do
	make_folder "${path%/*}"
	# A running program is replaced, not written into.
	cp "$here/$path" "$prefix/$path.new"
	case $path in
	bin/*) chmod 755 "$prefix/$path.new" ;;
	share/applications/*)
		# The folder of programs need not be on the PATH of a desktop.
		sed "s|^Exec=dossier|Exec=\"$prefix/bin/dossier\"|; s|^TryExec=dossier|TryExec=$prefix/bin/dossier|" \
			"$here/$path" >"$prefix/$path.new"
		chmod 644 "$prefix/$path.new"
		;;
	*) chmod 644 "$prefix/$path.new" ;;
	esac
	mv -f "$prefix/$path.new" "$prefix/$path"
	echo "f $path" >>"$new"
done <"$new.files"
remove_files "$old" "$new" # what an older version had, and this one does not have
cp "$new" "$prefix/$list"
chmod 644 "$prefix/$list"
refresh
echo "Dossier is installed in $prefix. $0 --uninstall --prefix $prefix removes it."
case :${PATH:-}: in
*:"$prefix/bin":*) ;;
*) echo "$prefix/bin is not on your PATH: add it, to type dossier alone." ;;
esac
