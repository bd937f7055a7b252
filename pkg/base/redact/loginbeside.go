package redact

import "strings"

// This file finds passwords and keys that stand beside who has them: as code behind a user,
// before a known account, or behind what they belong to.

// inCode notes the password at from, where a line about an account has it and a user that ends
// at i, each as code: login: `me` / `x`.
func (sc *scanner) inCode(i, from int) {
	in := sc.in
	before := in[max(0, i-lookBehind) : i-1]
	start := strings.LastIndexAny(before, "`\n") + 1
	to := from + strings.IndexByte(in[from:min(len(in), from+longestName)], '`')
	if start == 0 || before[start-1] != '`' || to < from || !speaksOfLogin(before[:start]) {
		return
	}
	user, word := before[start:], in[from:to]
	if !isUser(user) || strings.ToLower(user) != user || len(word) < shortestTyped || speaks(word) || isFile(word) || strings.ContainsAny(word, "/ ") {
		return
	}
	if hasDigit(word) || strings.ToLower(word) != word && strings.ContainsAny(word, "-._"+marks) {
		sc.mask(from, to)
	}
}

// beforeUser notes the password that ends at i, where a known account follows at from: creds:
// x / admin.
func (sc *scanner) beforeUser(i, from int) {
	in := sc.in
	before := in[max(0, i-lookBehind):i]
	start := 1 + strings.LastIndexAny(before, " \t\n([*")
	if isKnownAccount(in[from:min(wordEnd(in, from), from+longestName)]) && mayBePassword(before[start:]) && speaksOfLogin(before[:start]) {
		sc.password(i-len(before)+start, likely)
	}
}

// possessed notes the key at i+1 that belongs to what is named before it: my key's x, the API
// key, it's x.
func (sc *scanner) possessed(i int) {
	in := sc.in
	to := wordEnd(in, i+1)
	word := strings.TrimRight(in[i+1:to], ".,;:)")
	if to-i > longest || !isHexKey(word) && (len(word) < shortestApart || lookOf(word) < lookMixed || isUUID(word)) {
		return
	}
	owner := strings.ToLower(in[max(0, i-lookBehind) : i-len("'s")])
	owner = owner[1+strings.LastIndexAny(owner, "\n.;"):]
	it := strings.HasSuffix(owner, " it")
	for _, name := range [...]string{"key", "token", "secret"} {
		if strings.HasSuffix(owner, name) || it && strings.Contains(owner, name) {
			sc.mask(i+1, i+1+len(word))
			return
		}
	}
}
