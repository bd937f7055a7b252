package accident

import (
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// The rules about a file as a whole. Conditions over one call cannot say what these do.
var (
	mirrorRule = rule.Rule{
		ID: "accident/mirror-of-nothing", Title: "Mirror of a directory that may be the wrong one or empty", Risk: policy.High,
		Why:        "rsync --delete makes the copy equal to the source. A source that is empty, or another directory, empties the copy.",
		Mitigation: "Stop when the cd or the mount fails: || exit. Test for a file that must be in the source.",
	}
	ontoRootRule = rule.Rule{
		ID: "accident/mirror-onto-root", Title: "Mirror onto the root of a machine if a variable is empty", Risk: policy.High,
		Why:        "\"$dir/\" is / where dir is empty, and rsync --delete deletes everything there that the source does not have.",
		Mitigation: "Write \"${dir:?}/\", and a default branch that stops in the case that sets it.",
	}
	unmadeRule = rule.Rule{
		ID: "accident/no-temporary-directory", Title: "Deletion below a temporary directory that may not have been made", Risk: policy.High,
		Why:        "Where mktemp fails, as on a full disk, it prints nothing: \"$tmp\"/* is /*, and cd stays where it is or goes home.",
		Mitigation: "Write: tmp=$(mktemp -d) || exit 1",
	}
	namesRule = rule.Rule{
		ID: "accident/cut-names", Title: "Recursive deletion by names that are cut at blanks", Risk: policy.High,
		Why:        "A name with a blank in it becomes two, and the second may be another directory.",
		Mitigation: "Use find -print0 with xargs -0, or for f in dir/*, and quote the variable.",
	}
	diskRule = rule.Rule{
		ID: "accident/some-disk", Title: "Overwriting a disk that was picked from a list", Risk: policy.High,
		Why:        "The first or last of lsblk is another disk on the next machine, maybe the one with the data.",
		Mitigation: "Take the disk from the user or from /dev/disk/by-id, show it with lsblk, and ask before it is overwritten.",
	}
	lockedOutRule = rule.Rule{
		ID: "accident/locked-out", Title: "Firewall closed before a rule lets logins in", Risk: policy.High,
		Why:        "Over ssh the connection ends there. If the script stops before the rule that opens the port, nobody comes in again.",
		Mitigation: "Accept established connections and the port of ssh first, then set the policy.",
	}
	killRule = rule.Rule{
		ID: "accident/kill-all", Title: "Signal to every process if a number is 1 or -1", Risk: policy.High,
		Why:        "kill -- -1 is every process that the user may signal; as root, the machine.",
		Mitigation: "Test it first: [ \"$pid\" -gt 1 ] || exit",
	}
	tooMuchRule = rule.Rule{
		ID: "accident/too-much", Title: "Deletion of more than is meant", Risk: policy.High,
		Why:        "A filter that is empty selects everything, and a test that is always true guards nothing.",
		Mitigation: "Stop where a value is empty (${x:?}), and list what is selected before it is deleted.",
	}
	elsewhereRule = rule.Rule{
		ID: "accident/other-place", Title: "Deletion in another place than is meant", Risk: policy.High,
		Why:        "What a failed command should have selected, unmounted or set is what it was before, and that is deleted.",
		Mitigation: "Stop where the command before fails (|| exit 1), or name the place in the command itself.",
	}
	sourceRule = rule.Rule{
		ID: "accident/source-first", Title: "Data deleted before the copy is proven", Risk: policy.High,
		Why:        "Where the copy fails, as on a full disk, and nothing notices, what is deleted was the only one.",
		Mitigation: "Join the two with &&, and set -o pipefail where the copy goes through a pipe.",
	}
	outsidersRule = rule.Rule{
		ID: "accident/text-as-code", Title: "Text of outsiders that becomes code", Risk: policy.High,
		Why:        "A name or a title may hold $(..), ; or a quote. The second shell, or the database, reads that as a command.",
		Mitigation: "Hand it on as an argument or a parameter, not inside of code, or let only some characters pass.",
	}
	unprovenRule = rule.Rule{
		ID: "remote-code/unproven", Title: "Program fetched where anyone on the way can change it, and run", Risk: policy.High,
		Why:        "Without encryption, or with certificates unchecked, whoever sits between decides what is run.",
		Mitigation: "Use https with certificates checked, and compare a checksum or a signature before it is run.",
	}
	tracedRule = rule.Rule{
		ID: "accident/secret-traced", Title: "Secret printed by set -x", Risk: policy.High,
		Why:        "set -x prints each command with the values of its variables, into the log.",
		Mitigation: "Write set +x before commands that are given a secret.",
	}
)

// Rules returns the rules that only this package uses.
func Rules() []*rule.Rule {
	return []*rule.Rule{&mirrorRule, &ontoRootRule, &unmadeRule, &namesRule, &diskRule, &lockedOutRule, &killRule, &tooMuchRule, &elsewhereRule, &sourceRule, &outsidersRule, &unprovenRule, &tracedRule, &windowsRule, &writeAllRule, &leavesRule, &layerRule, &plainAddRule}
}

var windowsRule = rule.Rule{
	ID: "accident/windows-delete", Title: "Deletion of a drive or of another directory on Windows", Risk: policy.High,
	Why:        "An empty variable makes \"$dir\\*\" the root of the drive, and a change of directory that fails leaves the script where it is.",
	Mitigation: "Test the variable and the directory first, and stop if they are not there.",
}

// The rules about what stands around commands.
var (
	writeAllRule = rule.Rule{
		ID: "ci/write-all", Title: "Every right for an action that others can change", Risk: policy.High,
		Why:        "write-all lets the token push, publish and change workflows. An action named by a tag or a branch is whatever its owner puts there.",
		Mitigation: "Give only the rights that the jobs need, and name actions of others by commit.",
	}
	leavesRule = rule.Rule{
		ID: "ci/secret-leaves", Title: "Secret that leaves its step", Risk: policy.High,
		Why:        "Outputs, summaries and artifacts are read by other jobs and people, and are not masked as the log is.",
		Mitigation: "Give the secret to each step that needs it in env:, and keep it out of files that are uploaded.",
	}
	layerRule = rule.Rule{
		ID: "secret/image-layer", Title: "Secret that stays in an image", Risk: policy.High,
		Why:        "docker history and each layer show it, also where a later instruction deletes it.",
		Mitigation: "Use RUN --mount=type=secret, or an earlier stage that is not shipped.",
	}
	plainAddRule = rule.Rule{
		ID: "remote-code/plain-add", Title: "File over plain HTTP in an image", Risk: policy.High,
		Why:        "Anyone between can put another file there, and it becomes part of every container.",
		Mitigation: "Use https and --checksum.",
	}
)
