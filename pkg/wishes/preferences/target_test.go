package preferences_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/rules"
)

// TestWriting shows which commands write to an address, or take away what is there.
func TestWriting(t *testing.T) {
	rule := memory.PreferenceRule{Form: memory.FormPlace, Place: memory.PlaceRule{Target: "s3://lake", Deed: memory.ToWrite}}
	for command, writes := range map[string]bool{
		"aws s3 rm s3://lake/x --recursive":     true,
		"aws s3 cp out.parquet s3://lake/2024/": true,
		"aws s3 mv s3://lake/x .":               true,
		"aws s3 cp s3://lake/x .":               false,
		"aws s3 sync s3://lake/x s3://silver/x": false,
		"aws s3 ls s3://lake":                   false,
		"aws s3 cp out.parquet s3://lakeside/x": false,
		"gsutil -m cp -r out s3://lake":         true,
		"echo aws s3 rm s3://lake/x":            false,
	} {
		if hits := preferences.FindReaching(rules.Knowledge(), &rule, parse(command)); (len(hits) > 0) != writes {
			t.Errorf("%s: %v, want %v", command, hits, writes)
		}
	}
}

// TestHosts shows that an address is not part of a longer one.
func TestHosts(t *testing.T) {
	rule := memory.PreferenceRule{Form: memory.FormPlace, Place: memory.PlaceRule{Target: "192.168.1.1"}}
	for command, reaches := range map[string]bool{"ssh root@192.168.1.1 ls": true, "ping 192.168.1.1": true, "ping -c 3 192.168.1.10": false, "ssh 192.168.1.12 ls": false} {
		if hits := preferences.FindReaching(rules.Knowledge(), &rule, parse(command)); (len(hits) > 0) != reaches {
			t.Errorf("%s: %v, want %v", command, hits, reaches)
		}
	}
}
