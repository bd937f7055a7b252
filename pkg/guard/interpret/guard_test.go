package interpret_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func TestGuards(t *testing.T) {
	tests := []struct {
		text string
		set  bool // the operand of the last rm is surely not empty
	}{
		{`rm $1`, false},
		{`[ -n "$1" ] || exit 1; rm $1`, true},
		{`[ -n "$X" ] || exit 1; rm $X`, true},
		{`[ -z "$X" ] && exit 1; rm $X`, true},
		{`[ -z "$X" ] && echo usage && exit 1; rm $X`, true},
		{`[ -z "$X" ] && { echo usage; exit 1; }; rm $X`, true},
		{`if [ -z "$X" ]; then exit 1; fi; rm $X`, true},
		{`if [ -z "$X" ]; then echo empty; fi; rm $X`, false},
		{`if [ -z "$X" ]; then usage; fi; rm $X`, true},
		{`if [ -z "$X" ]; then X=/srv/a; fi; rm $X`, true},
		{`usage() { echo usage; exit 2; }; [ -n "$X" ] || usage; rm $X`, true},
		{`say() { echo usage; }; [ -n "$X" ] || say; rm $X`, false},
		{`[[ $1 ]] && rm $1`, true},
		{`[[ $1 ]] && echo yes; rm $1`, false},
		{`[[ -n $X && -d $X ]] || exit; rm $X`, true},
		{`[[ -z $X || ! -d $X ]] && exit; rm $X`, true},
		{`[[ -z $X && ! -d $X ]] && exit; rm $X`, false},
		{`test -d "$X" && rm $X`, true},
		{`test -d "$X" || rm $X`, false},
		{`if [ -d "$X" ]; then rm $X; fi`, true},
		{`if [ -d "$X" ]; then echo; else rm $X; fi`, false},
		{`if [ "$X" != "" ]; then rm $X; fi`, true},
		{`if [ "x$X" != "x" ]; then rm $X; fi`, true},
		{`if [ "x$X" = "x" ]; then exit; fi; rm $X`, true},
		{`if [ "$X" = "" ]; then rm $X; fi`, false},
		{`if [ ! -n "$X" ]; then exit; fi; rm $X`, true},
		{`[ -n "$X" -a -d "$X" ] || exit; rm $X`, true},
		{`if [ $# -lt 2 ]; then exit 1; fi; rm $2`, true},
		{`if [ $# -lt 1 ]; then exit 1; fi; rm $2`, false},
		{`[ $# -eq 0 ] && exit; rm $1`, true},
		{`(( $# < 1 )) && exit; rm $1`, true},
		{`[ $# -ge 2 ] || exit; shift; rm $2`, false},
		{`case $X in "") exit 1;; esac; rm $X`, true},
		{`case $X in /srv/*) ;; *) exit 1;; esac; rm $X`, true},
		{`case $X in /srv/*) rm $X;; esac`, true},
		{`case $X in *) rm $X;; esac`, false},
		{`X=$(cat f); rm $X`, false},
		{`set -e; X=$(cat f); rm $X`, true},
		{"#!/bin/sh -e\nX=$(cat f); rm $X", true},
		{`X=$(cat f) || exit 1; rm $X`, true},
		{`X=$(cat f | cut -f1) || exit 1; rm $X`, false},
		{`if X=$(cat f); then rm $X; fi`, true},
		{`set -u; rm $X`, true},
		{`set -eu; X=$(cat f | cut -f1); rm $X`, false},
		{`X=$1; [ -n "$X" ] || exit; rm $X`, true},
		{`[ -n "$X" ] || exit; X=$2; rm $X`, false},
		{`while [ -n "$X" ]; do rm $X; done`, true},
		{`f() { [ -n "$1" ] || return; rm $1; }`, true},
	}
	for _, tt := range tests {
		s := follow.Parse(tt.text, shell.Options{})
		var last *shell.Call
		for i := range s.Calls {
			if s.Calls[i].Program == "rm" {
				last = &s.Calls[i]
			}
		}
		if last == nil || len(last.Argv) < 2 {
			t.Errorf("%s: rm was not read", tt.text)
			continue
		}
		set := true
		for i := range s.Calls {
			if s.Calls[i].Program == "rm" {
				for _, p := range s.Calls[i].Argv[1].Parts {
					set = set && (p.Set || p.Kind != shell.Unknown)
				}
			}
		}
		if set != tt.set {
			t.Errorf("%s: surely set %v, want %v", tt.text, set, tt.set)
		}
	}
}
