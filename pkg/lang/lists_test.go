package lang

import "testing"

func TestLisp(t *testing.T) {
	runExamples(t, "lisp", []example{
		{"shell", `(progn (shell-command "rm -rf a") (message "%s" (shell-command-to-string (concat "ls " d))))`, []string{"shell| rm -rf a", "shell| ls <d>"}},
		{"processes", `(call-process "rm" nil nil nil "-rf" "a") (start-process "x" nil "rm" "b") (system* "rm" "c")`, []string{"rm -rf a", "rm b", "rm c"}},
		{"files", `(delete-directory (expand-file-name "~/x") t) (setq f "y") (delete-file f) (write-region "" nil "z")`, []string{"rm -r <home>/x", "rm y", "tee z"}},
		{"clojure", `(require '[clojure.java.shell :as s]) (clojure.java.shell/sh "rm" "-rf" "a")`, []string{"rm -rf a"}},
		{"lists in a row", `(uiop:run-program '("rm" "a"))`, []string{"rm a"}},
		{"data", `(message "(shell-command \"x\")") ; (shell-command "y")`, nil},
	})
}

func TestTcl(t *testing.T) {
	runExamples(t, "tcl", []example{
		{"commands", "exec rm -rf a\nset out [exec ls b]; if {$x} { exec rm c }", []string{"rm -rf a", "ls b", "rm c"}},
		{"files", "set d $env(HOME)/x\nfile delete -force -- $d y\nset f [open z w]", []string{"rm -r <home>/x y", "tee z"}},
		{"pipes", `set p [open "|rm a" r]`, []string{"shell| rm a"}},
		{"expect", "spawn ssh bob@host\nexpect \"password:\"\nsystem \"id\"", []string{"ssh bob@host", "shell| id"}},
		{"data", "# exec rm a\nputs {exec_rm b}\nputs \"exec rm c\"", nil},
	})
}

func TestMarks(t *testing.T) {
	runExamples(t, "m4", []example{
		{"commands", "define(x, y)\nsyscmd(`rm -rf a')\nesyscmd(echo (b))", []string{"shell| rm -rf a", "shell| echo (b)"}},
		{"not closed", "syscmd(rm a", []string{"shell| rm a"}},
	})
	runExamples(t, "tex", []example{
		{"commands", `\documentclass{x}\immediate\write18{rm -rf {a}}\directlua{os.execute("id")}`, []string{"shell| rm -rf {a}", `lua| os.execute("id")`}},
		{"data", `\write{rm -rf a}`, nil},
	})
	runExamples(t, "rpm", []example{
		{"commands", `%(rm -rf a) %{lua:os.execute("id")} %{name}`, []string{"shell| rm -rf a", `lua| os.execute("id")`}},
	})
}
