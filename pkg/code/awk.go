package code

func readAwk(s string) []Step         { return nil }
func readSed(s string) []Step         { return nil }
func readSQL(s string) []Step         { return nil }
func readVim(s string) []Step         { return nil }
func readPowerShell(s string) []Step  { return nil }
func readCmd(s string) []Step         { return nil }
func readAppleScript(s string) []Step { return nil }
func looksLikeSQL(s string) bool      { return false }
