package cmd

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/config"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// patience is how long a command of people waits for the hooks that write.
const patience = 5 * time.Second

// storeOf are the options to open what is remembered.
func (e *Env) storeOf(h here) store.Options {
	c, _ := e.settings(h, false)
	return e.options(h, &c)
}

func (e *Env) options(h here, c *config.Config) store.Options {
	return store.Options{Path: c.Database(h.places), Schema: e.Schema, Wait: patience}
}
