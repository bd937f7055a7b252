//go:build !linux

package facts

import (
	"context"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// processTable knows nothing where there is no /proc.
type processTable struct{}

func (*processTable) find(context.Context, rule.ProcessQuery) rule.ProcessState {
	return rule.ProcessState{}
}
