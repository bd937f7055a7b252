#!/bin/sh
# Installs ctxhook, registers it with the agent in the project of the current
# directory, and lets doctor prove that it works:
#
#	cd your-project && sh /path/to/ctxhook/install.sh
#
# In a checkout it builds the program there and installs it where "go install"
# does. Elsewhere, or with --release, it takes a release, checks it and installs
# it in ~/.local/bin; where no release is to be had it builds one with Go.
#
#	--release VERSION   take this release: v1.2.3, or latest
#	--dir DIRECTORY     where the program goes
#	--from URL          take releases from there, such as a mirror
#	--no-init           install the program only
#	--fleet             install only ctxhook-fleet, the program for teams
#	--check             only say which release is the latest, and what is installed
#
# Other options are those of "ctxhook init": --project, --local, --user. Without
# one the project's shared settings are used, or, while the directory of
# installed programs is not on PATH, its local ones, which need no PATH.
#
# A release is refused if its checksum differs or is missing, and, where cosign
# is installed, if it is not signed by the workflow that makes releases.
set -eu

repository=https://github.com/ctxhook/ctxhook
releases=$repository/releases
work=

say() { echo "install.sh: $*" >&2; }

fail() {
	say "$@"
	exit 1
}

# help shows the head of this file.
help() {
	cat <<-'END'
		Install ctxhook, register it with the agent in the project of the current directory,
		and let doctor prove that it works: cd your-project && sh /path/to/install.sh [OPTION]..

		  --user, --local, --project   as of ctxhook init: for all your projects, for this one on
		                               this machine only, or in its shared settings (default)
		  --release VERSION            take this release: v1.2.3, or latest
		  --dir DIRECTORY              where the program goes
		  --from URL                   take releases from there, such as a mirror
		  --no-init                    install the program only
		  --fleet                      install only ctxhook-fleet, the program for teams
		  --check                      only say which release is the latest, and what is installed

		Other options are those of ctxhook init.
	END
}

main() {
	release='' dir='' init=yes check=no name=ctxhook
	count=$#
	while [ "$count" -gt 0 ]; do
		option=$1
		shift
		count=$((count - 1))
		case $option in
		--release | --dir | --from)
			[ "$count" -gt 0 ] || fail "$option needs a value"
			case $option in
			--release) release=$1 ;;
			--dir) dir=$1 ;;
			--from) releases=${1%/} ;;
			esac
			shift
			count=$((count - 1))
			;;
		--no-init) init=no ;;
		--fleet) init=no name=ctxhook-fleet ;;
		--check) check=yes ;;
		--help | -h)
			help
			return
			;;
		*) set -- "$@" "$option" ;; # for init
		esac
	done

	source=
	case $0 in
	*install.sh) source=$(cd "$(dirname "$0")" && pwd) ;;
	esac
	# Only in a checkout the sources lie beside the script.
	[ -n "$source" ] && [ -f "$source/cmd/release/main.go" ] || source=
	[ -n "$source" ] || release=${release:-latest}
	release=${release#v}
	case $release in
	*[!0-9A-Za-z.+-]*) fail "not a version: $release" ;;
	esac

	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	trap 'exit 1' HUP INT TERM

	if [ "$check" = yes ]; then
		latest
		return
	fi
	if [ -z "$release" ]; then
		build
	elif ! take; then
		source= # what is checked out is another version
		build
	fi
	put

	# Shared settings start ctxhook from PATH; local ones name the file.
	case ":$PATH:" in
	*":$dir:"*) ;;
	*)
		say "$dir is not on PATH; to type ctxhook, add it where your shell starts:"
		echo "  export PATH=\"\$PATH:$dir\"" >&2
		[ $# -gt 0 ] || set -- --local
		PATH=$dir:$PATH
		;;
	esac
	[ "$init" = yes ] || return 0
	echo
	"$dir/$program" init "$@"
	echo
	"$dir/$program" doctor
}

# build makes the program from the checkout, or, without one, from the sources of
# the release, whose checksum Go compares with the public database.
build() {
	command -v go >/dev/null 2>&1 || fail "go is needed to build ctxhook: https://go.dev/dl"
	if [ -z "$dir" ]; then
		dir=$(go env GOBIN)
		if [ -z "$dir" ]; then
			gopath=$(go env GOPATH)
			dir=${gopath%%:*}/bin
		fi
	fi
	program=$name$(go env GOEXE)
	echo "building $name"
	package=
	[ "$name" = ctxhook ] || package=/cmd/$name
	if [ -n "$source" ]; then
		(cd "$source" && CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o "$work/$program" ".$package")
		return
	fi
	[ "$release" = latest ] || release=v$release
	CGO_ENABLED=0 GOBIN=$work go install -trimpath -ldflags='-s -w' "github.com/ctxhook/ctxhook$package@$release"
}

# take downloads the release and checks it. It fails where there is none for this
# machine, and ends the script where there is one that must not be used. As a
# condition it goes on after a failed command: each has its own end.
take() {
	os=$(uname -s) arch=$(uname -m) program=$name ending=tar.gz
	case $os in
	Linux) os=linux ;;
	Darwin) os=darwin ;;
	MINGW* | MSYS*) os=windows program=$name.exe ending=zip ;;
	*) none "there is no release for $os" || return ;;
	esac
	case $arch in
	x86_64 | amd64) arch=amd64 ;;
	aarch64 | arm64) arch=arm64 ;;
	*) none "there is no release for $arch" || return ;;
	esac

	place=$releases/download/v$release
	[ "$release" != latest ] || place=$releases/latest/download
	download "$place/checksums.txt" "$work/checksums.txt" || none "no release was found: $place/checksums.txt" || return
	[ "$release" != latest ] || {
		release=$(sed -n "s/^.* [*]\{0,1\}${name}_\(.*\)_${os}_$arch\.$ending\$/\1/p" "$work/checksums.txt")
		[ -n "$release" ] || fail "checksums.txt has no checksum for $os $arch"
		place=$releases/download/v$release
	}
	archive=${name}_${release}_${os}_$arch.$ending
	signature
	want=$(sed -n "s/^\([0-9a-f]\{64\}\) [ *]$archive\$/\1/p" "$work/checksums.txt")
	[ -n "$want" ] || fail "checksums.txt has no checksum for $archive: nothing is installed"
	download "$place/$archive" "$work/$archive" || fail "cannot download $place/$archive"
	got=$(checksum "$work/$archive") || exit 1
	[ "$got" = "$want" ] || fail "$archive was changed: its checksum is $got, not $want: nothing is installed"
	if [ "$ending" = zip ]; then
		unzip -q "$work/$archive" "$program" -d "$work"
	else
		tar -xzf "$work/$archive" -C "$work" "$program"
	fi || fail "cannot unpack $archive"
	dir=${dir:-$HOME/.local/bin}
	echo "$name $release for $os $arch: the checksum is right"
}

# none says why there is no release to take.
none() {
	say "$1"
	command -v go >/dev/null 2>&1 && say 'building it instead'
	return 1
}

# signature checks who wrote checksums.txt.
signature() {
	command -v cosign >/dev/null 2>&1 || {
		say 'cosign is not installed: the signature is not checked'
		return 0
	}
	bundle=$work/checksums.txt.sigstore.json
	download "$place/checksums.txt.sigstore.json" "$bundle" || fail "release $release is not signed: nothing is installed"
	cosign verify-blob --bundle "$bundle" \
		--certificate-identity "$repository/.github/workflows/release.yml@refs/tags/v$release" \
		--certificate-oidc-issuer https://token.actions.githubusercontent.com \
		"$work/checksums.txt" >&2 || fail "the signature of release $release is wrong: nothing is installed"
}

# download URL FILE. What was asked for by https stays on https.
download() {
	protocols='=http,https'
	case $1 in
	https:*) protocols='=https' ;;
	esac
	if command -v curl >/dev/null 2>&1; then
		curl --proto "$protocols" --proto-redir "$protocols" --fail --silent --show-error --location --output "$2" "$1"
	elif command -v wget >/dev/null 2>&1; then
		wget -q -O "$2" "$1"
	else
		fail 'curl or wget is needed to download a release'
	fi
}

checksum() {
	if command -v sha256sum >/dev/null 2>&1; then
		sum=$(sha256sum <"$1")
	elif command -v shasum >/dev/null 2>&1; then
		sum=$(shasum -a 256 <"$1")
	else
		fail 'sha256sum or shasum is needed to check a release'
	fi
	echo "${sum%% *}"
}

# put installs the program by one large write, and then in one step. Written in
# small pieces, as linkers and archivers do, the file is kept in memory in small
# pages, and every start takes up to half as long again.
put() {
	mkdir -p "$dir"
	dir=$(cd "$dir" && pwd)
	dd if="$work/$program" of="$dir/.$program.$$" bs=67108864 2>/dev/null
	chmod 755 "$dir/.$program.$$"
	mv -f "$dir/.$program.$$" "$dir/$program"
	echo "installed $dir/$program"
}

# latest says what could be installed.
latest() {
	download "$releases/latest/download/checksums.txt" "$work/checksums.txt" || fail 'no release was found'
	echo "latest release: $(sed -n 's/^.* [*]\{0,1\}ctxhook_\(.*\)_linux_amd64\.tar\.gz$/\1/p' "$work/checksums.txt")"
	if command -v "$name" >/dev/null 2>&1; then
		echo "installed: $("$name" --version)"
	else
		echo 'installed: none'
	fi
}

main "$@"
