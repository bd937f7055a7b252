package lang_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/lang/langtest"
)

// What a program assembles is followed to the text that it runs: by methods of strings and
// lists, by functions that decode, and by those that format.

func TestAssembledPython(t *testing.T) {
	langtest.Run(t, in("python"),
		langtest.Of("replace", `os.system("rX x".replace("X", "m"))`, "shell| rm x"),
		langtest.Of("replace by what is not known", `os.system("rX x".replace("X", y))`, `shell| <"rX x".replace("X", y)>`),
		langtest.Of("case", `os.system("RM X".lower())`, "shell| rm x"),
		langtest.Of("white space", `os.system("  id ".strip())`, "shell|   id "),
		langtest.Of("split", `subprocess.run("rm -rf /srv/x".split())`, "rm -rf /srv/x"),
		langtest.Of("split at a sign", `subprocess.run("rm:-rf:/srv/x".split(":"))`, "rm -rf /srv/x"),
		langtest.Of("joined again", `os.system(" ".join("rm:-rf:x".split(":")))`, "shell| rm -rf x"),
		langtest.Of("shlex", `subprocess.run(shlex.split("rm -rf /srv/x"))`, "rm -rf /srv/x"),
		langtest.Of("enumerated", "for i, d in enumerate(['/srv/a', '/srv/b']):\n  shutil.rmtree(d)", "rm -r /srv/a", "rm -r /srv/b"),
		langtest.Of("a list that grows", "args = ['rm', '-r']\nargs = args + ['x']\nsubprocess.run(args)", "rm -r x"),
	)
}

func TestAssembledJavaScript(t *testing.T) {
	langtest.Run(t, in("javascript"),
		langtest.Of("percent escapes", `require("child_process").execSync(decodeURIComponent("rm%20-rf%20x"))`, "shell| rm -rf x"),
		langtest.Of("a list joined", `require("child_process").execSync(["rm", "-rf", "x"].join(" "))`, "shell| rm -rf x"),
		langtest.Of("a list turned around", `require("child_process").execSync(["x", "rm"].reverse().join(" "))`, "shell| rm x"),
		langtest.Of("concat", `require("child_process").execSync("rm".concat(" ", "x"))`, "shell| rm x"),
		langtest.Of("split and joined", `require("child_process").execSync("r.m x".split(".").join(""))`, "shell| rm x"),
		langtest.Of("base64", `require("child_process").execSync(Buffer.from("cm0geA==", "base64").toString())`, "shell| rm x"),
		langtest.Of("hexadecimal", `require("child_process").execSync(Buffer.from("726d2078", "hex").toString())`, "shell| rm x"),
		langtest.Of("character codes", `require("child_process").execSync(String.fromCharCode(105, 100))`, "shell| id"),
		langtest.Of("each of a list", `["a", "b"].forEach(f => require("fs").rmSync(f))`, "rm a", "rm b"),
	)
}

func TestAssembledPerl(t *testing.T) {
	langtest.Run(t, in("perl"),
		langtest.Of("join", `system(join(" ", "rm", "-rf", "x"))`, "shell| rm -rf x"),
		langtest.Of("a loop behind what it repeats", `$_ = "z"; unlink($_) for ("a", "b"); system("rm", $_) foreach @c;`, "rm a", "rm b", "rm <@c>"),
		langtest.Of("join of a list", `@a = ("rm", "x"); system(join(" ", @a))`, "shell| rm x"),
		langtest.Of("pack", `system(pack("H*", "6964"))`, "shell| id"),
		langtest.Of("sprintf", `system(sprintf("rm %s", "x"))`, "shell| rm x"),
		langtest.Of("sprintf of what is not known", `system(sprintf("rm %s", $x))`, "shell| rm <$x>"),
	)
}

func TestAssembledRuby(t *testing.T) {
	langtest.Run(t, in("ruby"),
		langtest.Of("gsub", `system("rX x".gsub("X", "m"))`, "shell| rm x"),
		langtest.Of("unpack", `system("cm0geA==".unpack1("m"))`, "shell| rm x"),
		langtest.Of("a list of words", `system(*%w[rm -rf x])`, "rm -rf x"),
		langtest.Of("a list joined", `system(%w[rm x].join(" "))`, "shell| rm x"),
		langtest.Of("each of a list", `["a", "b"].each { |f| File.delete(f) }`, "rm a", "rm b"),
	)
}

func TestAssembledLua(t *testing.T) {
	langtest.Run(t, in("lua"),
		langtest.Of("format", `os.execute(string.format("rm %s", "x"))`, "shell| rm x"),
		langtest.Of("concatenated", `os.execute("rm" .. " " .. "x")`, "shell| rm x"),
	)
}

func TestAssembledPHP(t *testing.T) {
	langtest.Run(t, in("php"),
		langtest.Of("implode", `<?php system(implode(" ", ["rm", "x"]));`, "shell| rm x"),
		langtest.Of("base64", `<?php system(base64_decode("cm0geA=="));`, "shell| rm x"),
		langtest.Of("strrev", `<?php system(strrev("di"));`, "shell| id"),
		langtest.Of("sprintf", `<?php system(sprintf("rm %s", "x"));`, "shell| rm x"),
		langtest.Of("hexadecimal", `<?php system(hex2bin("6964"));`, "shell| id"),
	)
}
