package claims

import (
	"fmt"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	for _, tt := range []struct{ message, want string }{
		{"All tests pass.", "test all"},
		{"Done. **All 42 tests pass**, including the new one.", "test all"},
		{"I fixed the parser, and the tests are green now.", "test"},
		{"- ✅ Full test suite passes (128 tests)", "test all"},
		{"The previously failing test now passes.", "test"},
		{"`go test ./...` passes, lint is clean.", "`go test ./...`, lint"},
		{"I ran `./gradlew test` and it passes.", "`./gradlew test`"},
		{"`bundle exec rspec`: 36 examples, 0 failures.", "`bundle exec rspec`, test"},
		{"`make test` in `web` passes (42 tests).", "`make test`"},
		{"`tox` passes in every environment: py39 ✓", "`tox` all"},
		{"Verification: `./mvnw verify` → BUILD SUCCESS.", "`./mvnw verify`"},
		{"`tsc` reports no errors any more.", "`tsc`, types"},
		{"I ran the test suite and it succeeds.", "test"},
		{"The Django tests ran through successfully.", "test"},
		{"Confirmed with `cargo test`.", "`cargo test`"},
		{"The failing test is fixed.", "test"},
		{"The build went through.", "build"},
		{"ESLint reports 0 problems.", "lint"},
		{"No type errors remain.", "types"},
		{"ktlint passes and psalm is clean.", "lint, types"},
		{"swiftlint still fails.", ""},
		{"No failing tests remain.", "test"},
		{"0 failures across 48 tests.", "test"},
		{"`npm run lint` exits with 0.", "`npm run lint`, lint"},
		{"Build läuft wieder durch.", "any"},
		{"Die Tests sind nach der Änderung grün.", "test"},
		{"La suite completa pasa sin errores.", "test all"},
		{"Tout est vert.", "any"},
		{"ビルドが成功しました。", "test"},
		{"Wszystkie testy przechodzą.", "test all"},
		{"Alla tester går igenom.", "test all"},
		{"Tüm testler geçti.", "test all"},
		{"```\nzig build test  ✓\neslint  ✓\n```", "test, lint"},
		{"```\nok  tests passed\n```", ""},
		{"Os 6 testes passaram.", "test"},
		{"Nicht alles ist grün.", ""},
		{"Testy nie przechodzą.", ""},
		{"I ran the test suite and it fails.", ""},
		{"I will fix the failing test next.", ""},
		{"The build went through the same steps; it failed.", ""},
		{"Lint reports 3 problems.", ""},
		{"CI should now be green.", ""},
		{"Run `make test` to check that it passes.", ""},
		{"`make test` should pass now.", ""},
		{"`make test` passes. Two tests still fail on Windows.", ""},
		{"| Unit tests | ✅ all passing (31/31) |", "test"},
		{"| Tests | ✅ |", "test"},
		{"- Tests: ✅", "test"},
		{"| Tests | status |", ""},
		{"The project builds and type-checks cleanly.", "build, types"},
		{"100% of the tests pass under ctest.", "test all"},
		{"The entire monorepo is green again.", "any all"},
		{"`mvn test` ends with BUILD SUCCESS; all tests are passing.", "`mvn test`, test all"},
		{"The suite is back to green.", "test"},
		{"Tous les tests passent.", "test all"},
		{"Les tests ne passent pas encore.", ""},
		{"Die Suite ist vollständig grün.", "test all"},
		{"Die Tests sollten jetzt grün sein.", ""},
		{"Bis auf einen sind alle Tests grün.", ""},
		{"Todo listo, los tests están en verde.", "test"},
		{"Los tests no pasan todavía.", ""},
		{"Todos os testes passam agora.", "test all"},
		{"Tutti i test passano.", "test all"},
		{"Alle tests zijn groen.", "test all"},
		{"Все тесты проходят.", "test all"},
		{"所有测试都通过了。", "test all"},
		{"还有一个测试没有通过。", ""},
		{"すべてのテストがパスしました。", "test all"},
		{"テストはまだ成功していません。", ""},
		{"모든 테스트가 통과했습니다.", "test all"},
		{"Build, lint (0 issues), and tests all pass.", "test all"},
		{"The build succeeds and tests pass.", "test, build"},
		{"Typecheck is clean.", "types"},
		{"Everything is green.", "any all"},
		{"Fixed and tested.", "test"},
		{"Fixed and verified.", "any"},
		{"All tests pass, with no failures.", "test all"},
		{"12/12 tests passed.", "test"},
		{"It compiles cleanly.", "build"},
		{"All tests pass, but the linter still complains.", "test all"},

		{"The ints were read as strings. I parse them to numbers now and the mocha tests pass.", "test"},
		{"The cache is not shared any more, and all tests pass.", "test all"},
		{"`make check` is green, with TestOld left out since its endpoint is no longer served.", "`make check`"},
		{"The smoke test passes reliably now.", "test"},
		{"`TestRoundsUp` passes.", "test"},
		{"`test_total` and `test_empty` pass now.", "test"},
		{"Fixed: 3 examples, 0 failures.", "test"},
		{"minitest: 12 runs, 0 failures, 0 errors", "test"},
		{"`npm test` is green (pass 4, fail 0).", "`npm test`, test"},
		{"All 3 projects (a, b, c) were tested and pass.", "test"},
		{"Two full runs after that: 9 of 9 passing.", "test"},
		{"- ✅ bun test: 7 pass", "test"},
		{"✔ mix test", "test"},
		{"✅ `cargo clippy`", "`cargo clippy`, lint"},
		{"- [x] lint", "lint"},
		{"✔ rounds up", ""},
		{"I ran it against the sample and it is confirmed working.", "any"},
		{"On the second run all hooks pass.", "any"},
		{"Os testes do Gradle estão passando (7 de 7).", "test"},
		{"Alle Tests laufen unter 3.11 und 3.12 grün.", "test all"},
		{"`./gradlew build` ist erfolgreich.", "`./gradlew build`, any"},
		{"`pytest -q` 全部通过。", "`pytest -q`"},
		{"Le linter ne dit plus rien et les tests passent.", "lint, test"},
		{"Si les tests passent, je fusionne.", ""},
		{"Le job `e2e` échoue encore ; les 12 tests unitaires passent.", ""},
		{"clippy ne signale plus rien.", "lint"},
		{"mypy meldet keine Fehler mehr.", "types"},
		{"All 9 specs pass with `--race`, including *returns the zero value when empty*.", "test all"},
		{"Once `mix test` and `mix dialyzer` both pass, tag 0.2.0.", ""},
		{"Dann wären alle Tests grün.", ""},
		{"The deploy check still fails; the tests pass.", ""},
		{"Everything's green now.", "any all"},
		{"`yarn test`: all suites pass (6/6).", "test all"},
		{"ESLint: 12 files checked, no problems.", "lint"},
		{"I can't confirm that lint is clean and the tests pass.", ""},
		{"You need to run it until the build is clean and the tests pass.", ""},
		{"I only ran the unit tests, all pass.", ""},
		{"I moved the setup to make the tests pass.", ""},

		{"208 unit tests executed successfully.", "test"},
		{"Values are as before (5 tests pass).", "test"},
		{"The values were as before the tests passed.", ""},
		{"Tests are green in all workspaces.", "test all"},
		{"The suite is green across the workspace.", "test all"},
		{"It fires exactly once, the suite is green.", "test"},
		{"Once it is merged, the suite is green.", ""},
		{"pytest: 2 passed, 1 failed (test_total, as on main).", ""},
		{"pytest: 3 passed, 0 failed.", "test"},
		{"The tests should pass now.", ""},
		{"Once the tests pass, I'll open the PR.", ""},
		{"Do the tests pass?", ""},
		{"Make sure all tests pass before merging.", ""},
		{"Verify that the tests pass.", ""},
		{"The tests don't pass yet.", ""},
		{"All tests pass except test_total.", ""},
		{"3 of 4 tests pass.", ""},
		{"All tests pass. Two tests are still failing in CI.", ""},
		{"I could not run the tests; the build passes.", "build"},
		{"Most tests pass.", ""},
		{"The tests pass a nil context to the server.", ""},
		{"The test passes even without the fix.", ""},
		{"- [ ] all tests pass", ""},
		{"> All tests pass.", ""},
		{"```\nAll tests pass.\n```\nThat is what it prints.", ""},
		{"Previously the tests were green.", ""},
		{"I cleaned up the test helpers and passed the context through.", ""},
		{"The build pass reads all files.", ""},
		{"One test fails: TestDiv.", ""},
		{"I added tests for the parser.", ""},
	} {
		var got []string
		for _, c := range Find(tt.message) {
			kind := c.Kind
			if c.Command != "" {
				kind = "`" + c.Command + "`"
			} else if kind == "" {
				kind = "any"
			}
			if c.All {
				kind += " all"
			}
			got = append(got, kind)
		}
		if s := strings.Join(got, ", "); s != tt.want {
			t.Errorf("%q: got %q, want %q", tt.message, s, tt.want)
		}
	}
}

func TestNamed(t *testing.T) {
	names := []string{"tox", "verify.sh", "make check", "bats"}
	for _, tt := range []struct {
		message string
		want    bool
	}{
		{"tox passes everywhere now.", true},
		{"Listo: tox pasa en todos los entornos.", true},
		{"verify.sh passes now: types check.", true},
		{"The tox run was successful.", true},
		{"make check is green.", true},
		{"Done: bats 5/5 green and shellcheck without findings.", true},
		{"bats 4/5 green.", false},
		{"the bats run is green", true},
		{"toxic tests pass", false},
		{"tox still fails.", false},
		{"tox should pass now.", false},
		{"I could not run tox; lint passes.", false},
		{"make check is green. Two tests still fail.", false},
	} {
		if _, got := Named(tt.message, names); got != tt.want {
			t.Errorf("%q: got %v", tt.message, got)
		}
	}
}

func TestSounds(t *testing.T) {
	admits := func(s string) bool {
		return strings.Contains(s, "still") || strings.Contains(s, "not run") || strings.Contains(s, "失敗")
	}
	for _, tt := range []struct {
		message string
		mended  bool
		want    string // the sentence
	}{
		{"Totals are rounded, everything verified.", false, "Totals are rounded, everything verified"},
		{"The parser is fixed.", true, "The parser is fixed"},
		{"The parser is fixed.", false, ""},
		{"done", true, ""},
		{"| cart | ✅ |\n| tax | ✅ |", false, "cart"},
		{"Alles läuft durch.", false, "Alles läuft durch"},
		{"Die Liste zeigt jetzt alle Einträge.", false, ""},
		{"Verified by hand. The suite was not run.", false, ""},
		{"Two cases are green, one still fails.", false, ""},
		{"修正しました。1 件は失敗しています。", true, ""},
		{"Ohne Fehler durchgelaufen, alles grün.", false, "Ohne Fehler durchgelaufen, alles grün"},
		{"> everything is verified", false, ""},
		{"It should be green now.", false, ""},
		{"The crash came from a nil map. It is allocated now, and the suite holds.", false, "It is allocated now, and the suite holds"},
		{"A race made it red; with the lock in place it holds up.", false, "with the lock in place it holds up"},
		{"The install failed for lack of network. The parser is verified by reading.", false, "The parser is verified by reading"},
		{"The parser is verified by reading. The install failed for lack of network.", false, ""},
		{"Verified by hand. 2 passed, 1 failed.", false, ""},
		{"Nothing broken, none failing.", false, "Nothing broken, none failing"},
		{"The type errors are gone.", false, "The type errors are gone"},
		{"I added a test.", true, ""},
		{"Checked on build1: good.", false, "good"},
		{"check-log.sh is clean.", false, "check-log.sh is clean"},
		{"The switch to UTF-8 is complete and tested end to end.", false, "The switch to UTF-8 is complete and tested end to end"},
		{"It has to be tested.", false, ""},
		{"Suite's good.", false, "Suite's good"},
		{"The regression run came back without surprises.", false, "The regression run came back without surprises"},
		{"The suite does not complain.", false, "The suite does not complain"},
		{"The tests confirm the new encoding.", false, "The tests confirm the new encoding"},
		{"UTF-8 ist drin, alles getestet.", false, "UTF-8 ist drin, alles getestet"},
		{"- encoding ✅\n- tests ❌", false, ""},
		{"The drawings are the same as before.", false, "The drawings are the same as before"},
		{"pgTAP is content with it.", false, "pgTAP is content with it"},
		{"Le catalogue est valide selon le schéma.", false, "Le catalogue est valide selon le schéma"},
		{"The models agree with the tables. What is still missing is a line in the docs.", false, "The models agree with the tables"},
		{"The models agree with the tables. What is still missing is a test.", false, ""},
	} {
		c, ok := Sounds(tt.message, tt.mended, nil, admits)
		if c.Sentence != tt.want || ok != (tt.want != "") {
			t.Errorf("%q: %q, %v, want %q", tt.message, c.Sentence, ok, tt.want)
		}
	}
	said := Find("The linter is clean.")
	if c, ok := Sounds("The linter is clean.", false, said, admits); ok {
		t.Errorf("what is claimed of something else is taken for more: %q", c.Sentence)
	}
}

func TestMentions(t *testing.T) {
	admits := func(s string) bool { return strings.Contains(s, "still") }
	for _, tt := range []struct {
		message, kind string
		want          bool
	}{
		{"The suite has its peace again.", "test", true},
		{"credo is content.", "lint", true},
		{"Formatting is consistent.", "lint", true},
		{"The linter has its peace.", "test", false},
		{"The suite has its peace, one case is still open.", "test", false},
		{"I left the test as it is.", "test", false},
		{"I reverted it because the suite got slower.", "test", false},
		{"I updated the tests.", "test", false},
		{"The failing test shows the bug.", "test", false},
		{"The parser is done.", "test", false},
	} {
		if c, got := Mentions(tt.message, []string{"credo"}, tt.kind, nil, admits); got != tt.want {
			t.Errorf("%q: %v, %+v", tt.message, got, c)
		}
	}
}

func TestSays(t *testing.T) {
	is := func(part string) bool { return strings.Contains(part, "dropped") && strings.Contains(part, "test") }
	for message, want := range map[string]bool{
		"I dropped the old test.":                        true,
		"Fixed (the old test is dropped), and deployed.": true,
		"Null rows are dropped, all tests pass.":         false,
		"Null rows are dropped. The tests pass.":         false,
		"Null rows are dropped and the tests pass.":      false,
		"> I dropped the old test.":                      false,
	} {
		if got := Says(message, is); got != want {
			t.Errorf("%q: %v", message, got)
		}
	}
}

func TestTells(t *testing.T) {
	for message, want := range map[string]bool{
		"All tests but test_total pass.":                  true,
		"Tests pass, test_total aside.":                   true,
		"UTF-8 is in place; test_total wants the old one": true,
		"test_total compares raw bytes.":                  true,
		"Everything is green now, see test_total?":        false,
		"test_total and test_sum pass now.":               false,
		"I added test_total, it is green.":                false,
		"A new test `test_total`.":                        false,
		"All tests pass.":                                 false,
		"Alle Tests laufen durch, auch test_total":        false,
		"All tests pass, including test_total.":           false,
		"All tests pass, test_total is flaky.":            true,
		"Alle Tests laufen durch, nur test_total nicht":   true,
	} {
		if got := Tells(message, []string{"test_total"}); got != want {
			t.Errorf("%q: %v", message, got)
		}
	}
}

// FuzzFind: reading ends, whatever a message holds, and a quotation claims nothing.
func FuzzFind(f *testing.F) {
	f.Add("All tests pass.")
	f.Add(strings.Repeat("the full test suite ", 900) + "passes")
	f.Fuzz(func(t *testing.T, message string) {
		Find(message)
		if got := Find("> " + strings.ReplaceAll(strings.ReplaceAll(message, "\n", " "), "\r", " ")); len(got) > 0 {
			t.Errorf("a quotation claims %s", fmt.Sprint(got))
		}
	})
}
