package redact

import (
	"encoding/base64"
	"strings"
)

// shape is the form of an issuer's tokens: a prefix, how many characters must
// follow, and what sets them apart from ordinary words.
type shape struct {
	prefix string
	least  int
	kind   kind
}

type kind uint8

const (
	plain  kind = iota // the prefix does not occur by chance
	mixed              // a digit must follow, and no kebab-case of small letters
	dotted             // dots belong to the token
)

// The shapes by first letter, so that each word is compared with few.
var (
	shapesA = [...]shape{
		{"AKIA", 16, plain}, {"ASIA", 16, plain}, {"ABIA", 16, plain}, {"ACCA", 16, plain}, {"AIza", 30, plain},
		{"AGE-SECRET-KEY-1", 20, plain}, {"ATATT3", 30, plain}, {"atlasv1.", 20, mixed},
	}
	shapesB = [...]shape{
		{"bkua_", 20, plain},
	}
	shapesC = [...]shape{
		{"CCIPAT_", 20, plain}, {"CFPAT-", 30, plain},
	}
	shapesD = [...]shape{
		{"dop_v1_", 20, plain}, {"doo_v1_", 20, plain}, {"dor_v1_", 20, plain}, {"dckr_pat_", 16, plain},
		{"dapi", 32, mixed}, {"dp.pt.", 30, plain}, {"dp.st.", 30, dotted},
	}
	shapesF = [...]shape{
		{"figd_", 20, plain}, {"fo1_", 20, plain}, {"fm2_", 40, mixed},
	}
	shapesG = [...]shape{
		{"ghp_", 20, plain}, {"gho_", 20, plain}, {"ghu_", 20, plain}, {"ghs_", 20, plain}, {"ghr_", 20, plain},
		{"github_pat_", 20, plain}, {"glpat-", 16, dotted}, {"gldt-", 16, plain}, {"glrt-", 16, dotted},
		{"glcbt-", 16, plain}, {"glptt-", 16, plain}, {"glft-", 16, plain}, {"glsoat-", 16, plain},
		{"glimt-", 16, plain}, {"gloas-", 16, plain}, {"glagent-", 16, plain}, {"GOCSPX-", 16, plain},
		{"gsk_", 30, mixed}, {"glc_", 30, mixed}, {"glsa_", 28, mixed},
	}
	shapesH = [...]shape{
		{"hf_", 30, plain}, {"hvs.", 20, mixed}, {"hvb.", 20, mixed}, {"HRKU-", 20, plain},
	}
	shapesL = [...]shape{
		{"lin_api_", 20, plain},
	}
	shapesN = [...]shape{
		{"npm_", 30, mixed}, {"NRAK-", 20, plain}, {"ntn_", 30, mixed}, {"nfp_", 30, mixed},
	}
	shapesO = [...]shape{
		{"ops_eyJ", 20, plain},
	}
	shapesP = [...]shape{
		{"pypi-AgE", 30, plain}, {"PMAK-", 20, plain}, {"pplx-", 32, mixed}, {"pscale_tkn_", 20, plain},
		{"pscale_pw_", 20, plain}, {"pscale_oauth_", 20, plain}, {"pul-", 40, mixed},
	}
	shapesR = [...]shape{
		{"rk_live_", 10, plain}, {"rk_test_", 10, plain}, {"rubygems_", 30, mixed}, {"r8_", 30, mixed},
	}
	shapesS = [...]shape{
		{"sk_live_", 10, plain}, {"sk_test_", 10, plain}, {"sk-ant-", 16, plain}, {"sk-proj-", 16, plain},
		{"sk-svcacct-", 16, plain}, {"sk-or-v1-", 20, mixed}, {"sk-", 20, mixed}, {"SK", 32, mixed},
		{"shpat_", 20, mixed}, {"shpss_", 20, mixed}, {"shpca_", 20, mixed}, {"shppa_", 20, mixed},
		{"sq0atp-", 16, plain}, {"sq0csp-", 16, plain}, {"SG.", 40, dotted}, {"sntrys_", 30, mixed},
		{"sbp_", 30, mixed}, {"secret_", 40, mixed},
	}
	shapesT = [...]shape{
		{"tskey-", 16, mixed},
	}
	shapesW = [...]shape{
		{"whsec_", 20, mixed},
	}
	shapesX = [...]shape{
		{"xoxb-", 16, mixed}, {"xoxp-", 16, mixed}, {"xoxa-", 16, mixed}, {"xoxr-", 16, mixed},
		{"xoxs-", 16, mixed}, {"xoxe-", 16, mixed}, {"xoxe.xox", 16, mixed}, {"xapp-", 16, mixed},
		{"xai-", 40, mixed},
	}
	shapesY = [...]shape{
		{"ya29.", 20, dotted},
	}
)

func shapes(first byte) []shape {
	switch first | 0x20 {
	case 'a':
		return shapesA[:]
	case 'b':
		return shapesB[:]
	case 'c':
		return shapesC[:]
	case 'd':
		return shapesD[:]
	case 'f':
		return shapesF[:]
	case 'g':
		return shapesG[:]
	case 'h':
		return shapesH[:]
	case 'l':
		return shapesL[:]
	case 'n':
		return shapesN[:]
	case 'o':
		return shapesO[:]
	case 'p':
		return shapesP[:]
	case 'r':
		return shapesR[:]
	case 's':
		return shapesS[:]
	case 't':
		return shapesT[:]
	case 'w':
		return shapesW[:]
	case 'x':
		return shapesX[:]
	case 'y':
		return shapesY[:]
	}
	return nil
}

// token finds a token at in[start:], where a run of word characters ends at
// end, and returns the part of it to mask: the prefix stays, because it names
// the issuer.
func token(in string, start, end int) (from, to int, ok bool) {
	if end-start < shortest && strings.IndexByte(".:~\n\r\\", charAt(in, end)) < 0 {
		return 0, 0, false
	}
	start = behindEscape(in, start, end)
	if from, to, ok := jwt(in, start, end); ok {
		return from, to, true
	}
	if from, to, ok := numbered(in, start, end); ok {
		return from, to, true
	}
	if to, ok := encodedKey(in, start, end); ok {
		return start, to, true
	}
	for _, sh := range shapes(in[start]) {
		if !strings.HasPrefix(in[start:], sh.prefix) {
			continue
		}
		from := start + len(sh.prefix)
		to := max(from, end)
		if from > end || sh.kind == dotted || strings.HasSuffix(sh.prefix, ".") {
			to = bodyEnd(in, from, sh.kind == dotted)
		}
		if all, ok := joined(in, from, to, wholeLength(sh.prefix)); ok {
			return from, all, true
		}
		if to-from < sh.least {
			continue
		}
		if sh.kind == mixed && !looksMixed(in[from:to]) {
			continue
		}
		return from, withTail(in, to), true
	}
	return inName(in, start, end)
}

// maxToken bounds how much of a token in a name is read: a name may be long
// and hold many prefixes.
const maxToken = 64

// inName finds a token at the end of a name, as of a test or a file:
// test_ghp_.. It knows only prefixes that do not occur in names by chance.
func inName(in string, start, end int) (from, to int, ok bool) {
	for i := start + 1; end-i >= shortest; i++ {
		if isAlnum(in[i-1]) || !isAlpha(in[i]) {
			continue
		}
		for _, sh := range shapes(in[i]) {
			from := i + len(sh.prefix)
			if sh.kind == plain && end-from >= sh.least && strings.HasPrefix(in[i:], sh.prefix) && looksMixed(in[from:min(end, from+maxToken)]) {
				return from, end, true
			}
		}
	}
	return 0, 0, false
}

// behindEscape returns where a word begins: after an escaped line break, as in
// JSON, without the n.
func behindEscape(in string, start, end int) int {
	if start > 0 && in[start-1] == '\\' && start+1 < end {
		switch in[start] {
		case 'n', 'r', 't':
			return start + 1
		}
	}
	return start
}

func bodyEnd(in string, i int, dots bool) int {
	for i < len(in) && (isWord(in[i]) || in[i] == '-' || dots && in[i] == '.' && i+1 < len(in) && isWord(in[i+1])) {
		i++
	}
	return i
}

// looksMixed reports whether text is a token, and not a name such as
// sk-loading-indicator-2.
func looksMixed(body string) bool {
	digit, upper, dash := false, false, false
	for i := range len(body) {
		digit = digit || isDigit(body[i])
		upper = upper || isUpper(body[i])
		dash = dash || body[i] == '-'
	}
	return digit && (upper || !dash)
}

// jwt finds a JSON web token: base64 of {" with at least one more part.
func jwt(in string, start, end int) (from, to int, ok bool) {
	const head = "eyJ"
	if end-start < 10 || !strings.HasPrefix(in[start:], head) || !at(in, end, '.') {
		return 0, 0, false
	}
	to = bodyEnd(in, end, true)
	if to-end < 10 {
		return 0, 0, false
	}
	return start + len(head), withTail(in, to), true
}

// encodedKey finds a private key as a cluster's files hold it: base64 of
// -----BEGIN PRIVATE KEY-----, or of one with an algorithm before PRIVATE.
func encodedKey(in string, start, end int) (to int, ok bool) {
	const begin, head = "LS0tLS1CRUdJTi", 48
	if end-start < head || !strings.HasPrefix(in[start:], begin) {
		return 0, false
	}
	name, err := base64.StdEncoding.DecodeString(in[start : start+head])
	if err != nil || !strings.Contains(string(name), " PRIVATE") {
		return 0, false
	}
	for to = end; to < len(in) && isBase64(in[to]); {
		to++
	}
	return to, true
}

// numbered finds tokens that begin with an account: Telegram bots
// (110201543:AAHdq..), and Azure client secrets (abc8Q~..).
func numbered(in string, start, end int) (from, to int, ok bool) {
	n := end - start
	switch {
	case n >= 8 && n <= 10 && strings.HasPrefix(in[end:], ":AA") && isDigit(in[start]),
		n >= 11 && n <= 13 && strings.HasPrefix(in[end:], ":AA") && strings.HasPrefix(in[start:], "bot") && isDigit(in[start+3]): // in an address
		from = end + 1
	case n == 5 && in[end-1] == 'Q' && isDigit(in[end-2]) && at(in, end, '~'):
		from = end + 1
	default:
		return 0, 0, false
	}
	to = from
	for to < len(in) && (isWord(in[to]) || in[to] == '-' || in[to] == '~' || in[to] == '.') {
		to++
	}
	return from, to, to-from >= 30
}
