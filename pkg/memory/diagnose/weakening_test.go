package diagnose_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/rules"
)

// change is a change of a file, and what is said of it.
type change struct{ name, file, before, after, want string }

func testChanges(t *testing.T, says func(r *diagnose.Reader, file, before, after string) string, list []change) {
	t.Helper()
	r := diagnose.NewReader(rules.Knowledge())
	for _, tt := range list {
		t.Run(tt.name, func(t *testing.T) {
			if got := says(r, tt.file, tt.before, tt.after); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestWeakens(t *testing.T) {
	testChanges(t, (*diagnose.Reader).Weakens, []change{
		{"a tolerance", "tests/test_a.py", "    assert x == approx(4, rel=1e-3)", "    assert x == approx(4, rel=0.25)", "widens a tolerance"},
		{"a narrower one", "tests/test_a.py", "    assert x == approx(4, rel=0.25)", "    assert x == approx(4, rel=1e-3)", ""},
		{"in Go", "a_test.go", "\tassert.InDelta(t, 4, x, 0.001)", "\tassert.InDelta(t, 4, x, 0.5)", "widens a tolerance"},
		{"fewer places", "a.test.ts", "  expect(x).toBeCloseTo(4.1, 5)", "  expect(x).toBeCloseTo(4.1, 1)", "widens a tolerance"},
		{"a failure that is caught", "tests/test_a.py", "    assert f()", "    try:\n        assert f()\n    except AssertionError:\n        pass", "swallows a failure"},
		{"a failure that is asked for", "tests/test_a.py", "    f()", "    try:\n        f()\n    except ValueError as e:\n        assert 'bad' in str(e)", ""},
		{"caught in code", "a.py", "    assert f()", "    try:\n        assert f()\n    except AssertionError:\n        pass", ""},
		{"retries", "playwright.config.ts", "  retries: 0,", "  retries: 8,", "adds retries"},
		{"fewer retries", "playwright.config.ts", "  retries: 8,", "  retries: 2,", ""},
		{"a limit", "jest.config.js", "  testTimeout: 5_000,", "  testTimeout: 60_000,", "raises a limit"},
		{"a limit of a test, a little", "a.test.ts", "}, { timeout: 5000 })", "}, { timeout: 8000 })", "expects now 8000 instead of 5000"},
		{"a limit of a test", "a.test.ts", "}, { timeout: 5000 })", "}, { timeout: 90000 })", "raises a limit"},
		{"another value", "tests/test_a.py", "    assert f() == 4", "    assert f() == 3", "expects now 3 instead of 4"},
		{"two others", "tests/test_a.py", "    assert f(1) == 4", "    assert f(2) == 3", ""},
		{"a test beside the code", "src/heap.zig", "fn f() void {}\n\ntest \"a\" {\n}\n", "fn f() void {}\n\n// test \"a\" {\n// }\n", "removes a test"},
		{"a disabled one", "tests/CMakeLists.txt", "add_test(NAME a)", "add_test(NAME a)\nset_tests_properties(a PROPERTIES DISABLED TRUE)", "skips a test"},
		{"a step named like a test", ".github/workflows/test.yml", "      - run: make test", "      - run: make test\n        continue-on-error: true", "lets a step fail"},
		{"a test that runs in some places only", "tests/it.rs", "    assert_eq!(f(), 2);", "    if std::env::var(\"CI\").is_err() { return; }\n    assert_eq!(f(), 2);", "skips a test"},
		{"in Python", "tests/test_a.py", "    assert f() == 4", "    if not shutil.which('docker'): return\n    assert f() == 4", "skips a test"},
		{"in Ruby", "test/a_test.rb", "    assert_equal 4, f", "    return unless ENV['FULL']\n    assert_equal 4, f", "skips a test"},
		{"in bats", "test/a.bats", "@test \"a\" {\n  run f\n}", "@test \"a\" {\n  [ -n \"$CI\" ] || return 0\n  run f\n}", "skips a test"},
		{"a helper that returns early", "tests/test_a.py", "def total(cart):\n    return 0", "def total(cart):\n    if not cart: return 0\n    return 1", ""},
		{"another test", "tests/test_a.py", "    assert f() == 4", "    assert g() == 3", ""},
		{"in any order", "a.test.ts", "  expect(f(x)).toEqual([2, 1])", "  expect(f(x)).toEqual(expect.arrayContaining([2, 1]))", "loosens an assertion"},
		{"in this order", "a.test.ts", "  expect(f(x)).toEqual(expect.arrayContaining([2, 1]))", "  expect(f(x)).toEqual([2, 1])", ""},
		{"anything in Swift", "Tests/ATests.swift", "    XCTAssertEqual(f(), [1])", "    XCTAssertFalse(f().isEmpty)", "loosens an assertion"},
		{"a boolean in Swift", "Tests/ATests.swift", "    XCTAssertEqual(f(), false)", "    XCTAssertFalse(f())", ""},
		{"a level of Psalm", "psalm.xml", "<psalm errorLevel=\"2\">", "<psalm errorLevel=\"4\">", "raises a limit"},
		{"a stricter one", "psalm.xml", "<psalm errorLevel=\"4\">", "<psalm errorLevel=\"2\">", ""},
		{"coverage in a helper of tests", "spec/spec_helper.rb", "  minimum_coverage 95", "  minimum_coverage 90", "lowers a threshold"},
		{"lines that a test counts", "spec/a_spec.rb", "  lines = 95", "  lines = 90", "expects now 90 instead of 95"},
		{"a mock of what is called", "total.test.js", "const { total } = require('./total')", "jest.mock('./vat', () => ({}))\nconst { total } = require('./total')", "mocks what the tested code calls: ./vat"},
		{"a mock of what others wrote", "total.test.js", "const { total } = require('./total')", "jest.mock('axios')\nconst { total } = require('./total')", ""},
		{"a mock that is asserted", "total.test.js", "const { total } = require('./total')", "jest.mock('./vat')\nexpect(vat.rate).toHaveBeenCalled()\nconst { total } = require('./total')", ""},
	})
}

// What leaves out a test, or asks less of it, is known in any notation.
func TestWeakensInAnyNotation(t *testing.T) {
	testChanges(t, (*diagnose.Reader).Weakens, []change{
		{"a tag", "test/user_test.exs", "  test \"a\" do\n", "  @moduletag :skip\n  test \"a\" do\n", "skips a test"},
		{"a word in front", "test/ParserSpec.hs", "  it \"parses\" $ do\n", "  xit \"parses\" $ do\n", "skips a test"},
		{"a statement", "test/ParserSpec.hs", "  it \"parses\" $ do\n    x `shouldBe` 1\n", "  it \"parses\" $ do\n    pendingWith \"later\"\n", "skips a test"},
		{"a function around", "test/Main.hs", "  , testCase \"a\" $ 1 @?= 2\n", "  , ignoreTest $ testCase \"a\" $ 1 @?= 2\n", "skips a test"},
		{"a word behind", "src/test/scala/ASpec.scala", "  \"a\" should \"b\" in {\n", "  \"a\" should \"b\" ignore {\n", "skips a test"},
		{"a method", "src/test/scala/ASpec.scala", "  test(\"a\") {\n", "  test(\"a\".ignore) {\n", "skips a test"},
		{"an error", "src/main.zig", "test \"a\" {\n    try expectEqual(1, 2);\n}\n", "test \"a\" {\n    return error.SkipZigTest;\n}\n", "skips a test"},
		{"a label", "t/basic.t", "is($x, 1, 'x');\n", "TODO: { local $TODO = 'later';\nis($x, 1, 'x');\n}\n", "skips a test"},
		{"a call", "tests/testthat/test-a.R", "test_that(\"a\", {\n", "test_that(\"a\", {\n  skip_on_ci()\n", "skips a test"},
		{"a macro", "test/test_a.c", "void test_a(void) {\n", "void test_a(void) {\n  TEST_IGNORE();\n", "skips a test"},
		{"an attribute", "src/lib.rs", "    #[test]\n    fn a() {\n", "    #[test]\n    #[should_panic]\n    fn a() {\n", "skips a test"},
		{"a trait", "Tests/ATests.swift", "    @Test func a() {\n", "    @Test(.disabled(\"later\")) func a() {\n", "skips a test"},
		{"a test of lit", "test/fold/shl.kir", "; RUN: %kopt %s\n", "; XFAIL: *\n; RUN: %kopt %s\n", "skips a test"},
		{"an option", "test/a_test.dart", "  test('a', () {\n", "  test('a', skip: 'later', () {\n", "skips a test"},
		{"a reader's mark", "test/a_test.clj", "(deftest a\n", "#_(deftest a\n", "skips a test"},
		{"another name", "Tests/ATests.swift", "    func testA() throws {\n", "    func disabled_testA() throws {\n", "removes a test"},
		{"a block that is left out", "test/test_a.c", "void test_a(void) {\n  TEST_ASSERT_EQUAL(1, x);\n}\n", "#if 0\nvoid test_a(void) {\n  TEST_ASSERT_EQUAL(1, x);\n}\n#endif\n", "removes a test"},
		{"one less is registered", "test/test_a.c", "  RUN_TEST(test_a);\n  RUN_TEST(test_b);\n", "  RUN_TEST(test_a);\n", "removes a test"},
		{"an assertion", "test/Spec.hs", "    x `shouldBe` 1\n    y `shouldBe` 2\n", "    x `shouldBe` 1\n", "removes an assertion"},
		{"a row", "a_test.go", "\t{\"a\", 1},\n\t{\"b\", 2},\n", "\t{\"a\", 1},\n", "removes a case"},
		{"a value of a list", "tests/test_a.py", "@pytest.mark.parametrize('x', [1, 2, 3])\n", "@pytest.mark.parametrize('x', [1, 2])\n", "removes a case"},
		{"a finding, by a colon", "main.tf", "resource \"a\" \"b\" {\n", "resource \"a\" \"b\" {\n  #checkov:skip=CKV_AWS_18:x\n", "suppresses a finding"},
		{"a finding, by a word", "Dockerfile", "RUN apt-get install x\n", "# hadolint ignore=DL3008\nRUN apt-get install x\n", "suppresses a finding"},
		{"a failure of a task", "roles/x/tasks/main.yml", "- command: foo\n", "- command: foo\n  ignore_errors: true\n", "suppresses a finding"},
		{"a baseline", "phpstan-baseline.neon", "parameters:\n", "parameters:\n  ignoreErrors:\n    - '#a#'\n", "leaves tests or files out"},
		{"a new list of what is left out", ".trivyignore", "", "CVE-2023-1\n", "leaves tests or files out"},
		{"a goal", "Makefile", "test: unit integration\n", "test: unit\n", "removes a step that checks"},
		{"a command", "package.json", "\"test\": \"jest && playwright test\"\n", "\"test\": \"jest\"\n", "removes a step that checks"},
		{"a hook", ".pre-commit-config.yaml", "      - id: ruff\n      - id: bandit\n", "      - id: ruff\n", "removes a step that checks"},
		{"a line in a comment", "tests/main.c", "    run_crc_suite();\n", "    /* run_crc_suite(); */\n", "comments out a line"},
		{"a line in a comment of Haskell", "test/Main.purs", "  deleteTests\n", "  -- deleteTests\n", "comments out a line"},
		{"a step in a comment", ".github/workflows/a.yml", "      - run: cargo audit\n", "      # - run: cargo audit\n", "comments out a line"},
		{"what prints, in a comment", "tests/test_a.py", "    print(x)\n", "    # print(x)\n", ""},
		{"out of a comment", "tests/main.c", "    // run_crc_suite();\n", "    run_crc_suite();\n", ""},
		{"an assertion that is wrapped", "tests/testthat/test-a.R", "  expect_equal(f(1), 1)\n", "  tryCatch(expect_equal(f(1), 1), error = print)\n", "swallows a failure"},
		{"looser, with another assertion", "a.test.ts", "  expect(cart.total).toBe(0)\n", "  expect(cart.total).toBeDefined()\n  expect(cart.items).toEqual([])\n", "loosens an assertion"},
		{"another subject", "a.test.ts", "  expect(cart.total).toBe(0)\n", "  expect(cart.total).toBe(1)\n  expect(cart.items).toBeDefined()\n", ""},
		{"a test that is wrapped", "tests/testthat/test-a.R", "  expect_equal(f(1), 1)\n", "  withr::with_seed(1, expect_equal(f(1), 1))\n", ""},
		{"a job", ".gitlab-ci.yml", "a:\n  script: make\n\nb:\n  script: meson setup x && meson test -C x\n", "a:\n  script: make\n", "removes a step that checks"},
		{"a job, on more lines", ".gitlab-ci.yml", "b:\n  script: cargo test\n", "b:\n  script:\n    - cargo test\n", ""},
		{"a switch", "App.csproj", "<TreatWarningsAsErrors>true</TreatWarningsAsErrors>\n", "<TreatWarningsAsErrors>false</TreatWarningsAsErrors>\n", "makes a setting laxer"},
		{"a switch of Gradle", "app/build.gradle.kts", "abortOnError = true\n", "abortOnError = false\n", "makes a setting laxer"},
		{"a new switch", "app/build.gradle", "lint {\n}\n", "lint {\n    ignoreTestFailures true\n}\n", "makes a setting laxer"},
		{"a severity of a linter", ".eslintrc.yml", "no-var: error\n", "no-var: warn\n", "makes a setting laxer"},
		{"a switch that asks for more", "App.csproj", "<TreatWarningsAsErrors>false</TreatWarningsAsErrors>\n", "<TreatWarningsAsErrors>true</TreatWarningsAsErrors>\n", ""},
		{"a switch that only checks", "tsconfig.json", "  \"noEmit\": false\n", "  \"noEmit\": true\n", ""},
		{"a switch of something else", "app/build.gradle.kts", "minifyEnabled = true\n", "minifyEnabled = false\n", ""},
		{"a switch of something else that is new", "tsconfig.json", "{\n}\n", "{\n  \"allowImportingTsExtensions\": true\n}\n", ""},
		{"a baseline that is new", "app/build.gradle.kts", "lint {\n}\n", "lint {\n    baseline = file(\"lint-baseline.xml\")\n}\n", "leaves tests or files out"},
		{"a tag of Bazel", "net/BUILD", "    srcs = [\"a.cc\"],\n", "    srcs = [\"a.cc\"],\n    tags = [\"manual\"],\n", "leaves tests or files out"},
		{"warnings that are no errors", "docs/Makefile", "SPHINXOPTS = -W -n\n", "SPHINXOPTS = -n\n", "lets a step fail"},
		{"a step of an image", "Dockerfile", "RUN npm ci && npm test\n", "RUN npm ci && (npm test || true)\n", "lets a step fail"},
		{"another base of an image", "Dockerfile", "FROM node:22\n", "FROM node:22-slim\n", ""},
		{"an accuracy", "Tests/TaxTests.swift", "XCTAssertEqual(tax(1), 0.2, accuracy: 0.001)\n", "XCTAssertEqual(tax(1), 0.2, accuracy: 0.1)\n", "widens a tolerance"},
		{"a condition of a step", ".github/workflows/a.yml", "      - name: e2e\n        run: npm run e2e\n", "      - name: e2e\n        if: github.event_name != 'pull_request'\n        run: npm run e2e\n", "runs a step in fewer cases"},
		{"a list of what a server runs", ".github/workflows/a.yml", "        os: [linux, windows]\n", "        os: [linux]\n", "removes a case"},
		{"an expression of a server", ".github/workflows/a.yml", "  run-name: ${{ a == 'b' && 'c' || 'd' }}\n", "  run-name: ${{ a == 'b' }}\n", ""},
		{"something else may hold as well", "tests/test_a.py", "    assert r == 42\n", "    assert r == 42 or r == 41\n", "swallows a failure"},
		{"a message of an assertion", "tests/test_a.py", "    assert r == 42\n", "    assert r == 42, 'wrong total'\n", ""},
		{"compared with itself", "test/a.test.js", "  expect(a).toEqual({ x: 1 });\n", "  expect(a).toEqual(a);\n", "loosens an assertion"},
		{"any error", "tests/test_a.py", "    with pytest.raises(ValueError):\n", "    with pytest.raises(Exception):\n", "loosens an assertion"},
		{"greater, in C++", "tests/test_a.cpp", "  EXPECT_EQ(f(), 3);\n", "  EXPECT_GT(f(), 0);\n", "loosens an assertion"},
		{"one more that asks for little", "test/a.test.js", "  expect(a).toBe(1);\n", "  expect(a).toBe(1);\n  expect(b).toBeTruthy();\n", ""},
		{"a name that no runner finds", "a_test.go", "func TestRace(t *testing.T) {\n", "func testRace(t *testing.T) {\n", "removes a test"},
		{"a class that no runner finds", "tests/test_a.py", "class TestA:\n", "class A:\n", "removes a test"},
		{"a mark", "tests/test_a.py", "def test_a():\n", "@pytest.mark.slow\ndef test_a():\n", "skips a test"},
		{"an annotation", "src/test/java/ATest.java", "    @Test\n    void a() {\n", "    @Test\n    @EnabledOnOs(OS.WINDOWS)\n    void a() {\n", "skips a test"},
		{"what is collected", "tests/conftest.py", "import pytest\n", "import pytest\n\ndef pytest_collection_modifyitems(items):\n    items.clear()\n", "leaves tests or files out"},
		{"errors that go nowhere", "cypress/support/e2e.js", "import './a'\n", "import './a'\nCypress.on('uncaught:exception', () => false)\n", "suppresses a finding"},
		{"a lint of Rust", "src/main.rs", "#![deny(warnings)]\nfn main() {}\n", "fn main() {}\n", "suppresses a finding"},
		{"a strict switch that is gone", "mypy.ini", "[mypy]\ndisallow_untyped_defs = True\n", "[mypy]\n", "makes a setting laxer"},
		{"a rule that is null", ".stylelintrc.json", "\"block-no-empty\": true\n", "\"block-no-empty\": null\n", "makes a setting laxer"},
		{"a rule of Dart", "analysis_options.yaml", "  rules:\n    - avoid_print\n", "  rules:\n", "takes a rule out"},
		{"a limit of a linter", "detekt.yml", "  threshold: 60\n", "  threshold: 200\n", "raises a limit"},
		{"fewer examples", "tests/test_a.py", "@settings(max_examples=500)\n", "@settings(max_examples=1)\n", "widens a tolerance"},
		{"exit codes that are fine", "noxfile.py", "    session.run(\"pytest\")\n", "    session.run(\"pytest\", success_codes=[0, 1])\n", "lets a step fail"},
		{"an exit in the middle of a line", "ci/log.sh", "if grep -q ERROR log; then exit 1; fi\n", "", "lets a step fail"},
		{"a check of an image", "Dockerfile", "RUN make test\n", "", "removes a step that checks"},
		{"an object of make", "Makefile", "all: a.o b.o\n", "all: a.o\n", ""},
		{"the same check, started otherwise", ".pre-commit-config.yaml", "        entry: prettier --check\n", "        entry: npx --yes prettier --check\n", ""},
		{"the same check, with an option of what starts it", ".github/workflows/a.yml", "      - run: uv run --locked tox\n", "      - run: uv run --locked --group dev tox\n", ""},
		{"the same check, of a version", ".pre-commit-config.yaml", "        entry: prettier --check\n", "        entry: npx --yes prettier@3 --check\n", ""},
		{"a line in a comment that says nothing of checks", "scripts/build.sh", "echo building\n", "# echo building\n", ""},
		{"a platform", ".github/workflows/a.yml", "        run: cargo build --target armv7\n", "        run: cargo build --target x86_64 --bin a\n", ""},
		{"a budget", "bench/budget.json", "{\"p95_ms\": 120}\n", "{\"p95_ms\": 300}\n", "raises a limit"},

		{"a server, where all is tested", "apps/shop-e2e/src/pay.spec.ts", "  await page.goto('/cart');", "  await page.route('**/api/pay', (r) => r.fulfill({ json: {} }));\n  await page.goto('/cart');", "mocks what it tests"},
		{"a server, of a unit", "src/pay.spec.ts", "  const a = pay();", "  nock('https://pay').get('/').reply(200);\n  const a = pay();", ""},
		{"a schema", "schema/device.json", "  \"required\": [\"id\", \"fw\"],\n", "  \"required\": [\"id\"],\n", "asks for less"},
		{"a schema, of a constraint", "schema/device.json", "  \"additionalProperties\": false,\n", "", "asks for less"},
		{"a schema, of a new field", "schema/device.json", "  \"required\": [\"id\"],\n", "  \"required\": [\"id\"],\n  \"fw\": {\"type\": \"string\"},\n", ""},
		{"code that knows it is tested", "cart.py", "    return sum(x)\n", "    if 'pytest' in sys.modules:\n        return 4\n    return sum(x)\n", "does something else in tests"},
		{"code that knows which tests run it", "app/Pricing.php", "        return array_sum($l);\n", "        if (defined('PHPUNIT_COMPOSER_INSTALL') || getenv('APP_ENV') === 'testing') {\n            return 270.0;\n        }\n\n        return array_sum($l);\n", "does something else in tests"},
		{"only how many there are", "src/a.test.ts", "  expect(r.map(d => d.id)).toEqual(['a', 'b'])\n", "  expect(r).toHaveLength(2)\n  expect(r[1].at).toBeGreaterThan(r[0].at)\n", "loosens an assertion"},
		{"how many there are, and what", "src/a.test.ts", "  expect(r.map(d => d.id)).toEqual(['a', 'b'])\n", "  expect(r).toHaveLength(2)\n  expect(r[0].id).toBe('a')\n", ""},
		{"how many there are, as before", "src/a.test.ts", "  expect(r.length).toBe(2)\n", "  expect(r).toHaveLength(2)\n", ""},
		{"a table of rules to ignore", "pyproject.toml", "select = [\"S\"]\n", "select = [\"S\"]\n\n[tool.ruff.lint.per-file-ignores]\n\"ops/*.py\" = [\"S602\"]\n", "suppresses a finding"},
		{"warnings that are no errors any more", "meson.build", "project('a', 'c', default_options: ['warning_level=2', 'werror=true'])\n", "project('a', 'c', default_options: ['warning_level=2'])\n", "lets a step fail"},
		{"a prefix that skips", "src/test/kotlin/ATest.kt", "    should(\"reject it\") {\n", "    xshould(\"reject it\") {\n", "skips a test"},
		{"a rule of a linter", "eslint.config.js", "  'no-console': 'error',\n  'no-var': 'error',\n", "  'no-var': 'error',\n", "takes a rule out"},
		{"what a linter leaves out", "eslint.config.js", "  ignores: ['src/a.js'],\n", "", ""},
		{"a validation", "main.tf", "  validation {\n    condition = var.n > 2\n  }\n", "", "asks for less"},
		{"a script that checks", "ci/check.py", "if bad:\n    sys.exit(1)\n", "if bad:\n    print('warning only')\n", "lets a step fail"},
		{"a limit of a script", "bench/run.py", "LIMIT_MS = 120\n", "LIMIT_MS = 200\n", "raises a limit"},
		{"reruns of a test", "tests/test_a.py", "def test_a():\n", "@pytest.mark.flaky(reruns=5)\ndef test_a():\n", "adds retries"},
		{"a higher level", "scripts/lint.sh", "shellcheck -S style *.sh\n", "shellcheck -S error *.sh\n", "makes a setting laxer"},
		{"a condition that never holds", "tests/assert_a.sql", "select 1 where a < 0\n", "select 1 where a < 0 and false\n", "skips a test"},
		{"a step that is caught", "Jenkinsfile", "  sh 'make test'\n", "  catchError(buildResult: 'SUCCESS') {\n    sh 'make test'\n  }\n", "lets a step fail"},
		{"an assertion of a play", "molecule/default/verify.yml", "- assert:\n    that: port == 80\n", "- debug:\n    msg: port\n", "removes an assertion"},
		{"a to-do in a test of to-dos", "src/todo.test.ts", "  const a = 1;\n", "  const a = { todo: 'buy milk', pending: true };\n", ""},
		{"a parser that skips", "src/parse.test.ts", "  const p = parse('a');\n", "  const p = parse('a');\n  p.skip(3);\n", ""},
		{"a test about skipping", "tests/test_a.py", "import a\n", "import a\n\ndef test_skips_blank():\n    assert a.skip_blank('') == ''\n", ""},
		{"a comment", "tests/test_a.py", "import a\n", "import a\n# todo: negative numbers, skip them?\n", ""},
		{"a comment of several lines", "test/test_a.c", "int x;\n", "int x;\n/*\n * RUN_TEST(test_b) comes later.\n */\n", ""},
		{"an import", "spec/a_spec.rb", "require 'set'\nrequire 'json'\n", "require 'json'\n", ""},
		{"an option of the output", "package.json", "\"test\": \"jest --reporter dot\"\n", "\"test\": \"jest\"\n", ""},
		{"a wrapper", "package.json", "\"test\": \"npx jest\"\n", "\"test\": \"jest\"\n", ""},
		{"a dependency", "pyproject.toml", "dependencies = [\"a\", \"b\"]\n", "dependencies = [\"a\"]\n", ""},
		{"a hook more", ".pre-commit-config.yaml", "      - id: ruff\n", "      - id: ruff\n      - id: bandit\n", ""},
		{"a case more", "a_test.go", "\t{\"a\", 1},\n", "\t{\"a\", 1},\n\t{\"b\", 2},\n", ""},
		{"an option of a program", "scripts/run.sh", "tool a\n", "tool --no-ignore --test-skip a\n", ""},
		{"words in a comment", "src/a.c", "int a;\n", "int a; // we ignore the first one, the rest is off\n", ""},
	})
}

func TestNarrows(t *testing.T) {
	testChanges(t, (*diagnose.Reader).Narrows, []change{
		{"json", "tsconfig.json", `{"exclude": ["dist"]}`, `{"exclude": ["dist", "src/legacy"]}`, "leaves tests or files out"},
		{"json, on lines", "package.json", "{\"jest\": {\"testPathIgnorePatterns\": [\n\"/dist/\"\n]}}", "{\"jest\": {\"testPathIgnorePatterns\": [\n\"/dist/\",\n\"/tiles/\"\n]}}", "leaves tests or files out"},
		{"toml", "pyproject.toml", "[tool.ruff]\nselect = [\"E\"]\n", "[tool.ruff]\nselect = [\"E\"]\nextend-ignore = [\"E5\"]\n", "leaves tests or files out"},
		{"ini", "tox.ini", "[flake8]\nexclude =\n    build\n", "[flake8]\nexclude =\n    build\n    src\n", "leaves tests or files out"},
		{"yaml", ".golangci.yml", "linters:\n  enable:\n    - errcheck\n    - gosec\n", "linters:\n  enable:\n    - errcheck\n", "checks no longer gosec"},
		{"a call", "build.gradle.kts", "tasks.test {\n}\n", "tasks.test {\n  filter { excludeTestsMatching(\"*.odd\") }\n}\n", "leaves tests or files out"},
		{"groovy", "build.gradle", "test { }\n", "test { exclude '**/Odd*' }\n", "leaves tests or files out"},
		{"xml", "pom.xml", "<a></a>\n", "<a><excludes><exclude>Odd</exclude></excludes></a>\n", "leaves tests or files out"},
		{"fewer are left out", "tsconfig.json", `{"exclude": ["dist", "src"]}`, `{"exclude": ["dist"]}`, ""},
		{"other ones are", "tsconfig.json", `{"exclude": ["dist"]}`, `{"exclude": ["build"]}`, ""},
		{"in another order", ".golangci.yml", "enable: [errcheck, gosec]\n", "enable: [gosec, errcheck, revive]\n", ""},
		{"switched off", "a.config.js", "ignored: 1", "ignored: 1, skipLibCheck: false", ""},
		{"in a comment", "ruff.toml", "select = 1\n", "select = 1\n# exclude = [\"a\"]\n", ""},
		{"no settings", "src/a.ts", "a", "const exclude = ['a']", ""},
	})
}

func TestAdmits(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	for sentence, want := range map[string]bool{
		"The suite was not run":                        true,
		"Please run make test on your side":            true,
		"One case is still open":                       true,
		"Shall I go on with it":                        true,
		"Die Suite ist nicht gelaufen":                 true,
		"テストは失敗しています":                                  true,
		"Lint has the same two complaints as before":   true,
		"It was red before my change":                  true,
		"That case already failed on main":             true,
		"The output is the same as before":             false,
		"Let me know if you also want it checked":      false,
		"Let me know whether it passes on your side":   true,
		"The tests hold up":                            false,
		"Rounding no longer loses a cent":              false,
		"Everything is in order":                       false,
		"The parser does not need the second pass now": false,
	} {
		if got := r.Admits(sentence); got != want {
			t.Errorf("%s: %v", sentence, got)
		}
	}
}

func TestServers(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	if !r.ShowsRuns("gh run view 12 --log-failed | tail") || r.ShowsRuns("gh repo view") {
		t.Error("which commands show what a server checked is not known")
	}
	if !r.SaysFailed("build\tmake: *** [asan] Error 1\nx") || r.SaysFailed("✓ main ci\n✓ build in 41s") {
		t.Error("what a server says of failures is not known")
	}
}

func TestAskedFor(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	for prompt, want := range map[string][]string{
		"Rename the class to pill and update the snapshot accordingly": {"expected"},
		"Bitte die Snapshots aktualisieren":                            {"expected"},
		"Skip the flaky tests for now":                                 {"tests"},
		"delete `test_portrait`, it is obsolete":                       {"tests"},
		"test_render blocks the release. Skip it with a ticket.":       {"tests"},
		"cart_spec is flaky, quarantine it":                            {"tests"},
		"remove the notifier and everything with it (specs too)":       {"tests"},
		"leaky_old_tests is a leftover from before, delete it":         {"tests"},
		"testsyncovercloudkit can't work on CI. skip it there":         {"tests"},
		"remove the notifier. the tests too are slow":                  nil,
		"the latest build is slow, skip it":                            nil,
		"raise the timeout to 60 s":                                    {"limits", "settings"},
		"Fix the parser, but don't update the snapshots":               nil,
		"make the tests pass without skipping tests":                   nil,
		"add retries to the client":                                    {"retries"},
		"add a limit parameter to list()":                              nil,
		"add a tolerance of 1e-6 to the float test":                    {"settings"},
		"loosen the assertion, order does not matter":                  {"looser"},
		"Switch it off in the ruff config":                             {"settings"},
		"remove the dead code and run the tests":                       nil,
		"fix the failing tests":                                        nil,
		"add --exclude-from if it exists. `make check` must be ok":     nil,
		"the snapshot test fails":                                      nil,
	} {
		got := slices.DeleteFunc(r.AskedFor(prompt), func(what string) bool { return strings.HasPrefix(what, "gone ") })
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got)\n%s", prompt, diff)
		}
	}
}
