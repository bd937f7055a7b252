package rule

// Case is what a rule says of some of the calls that it finds. A sentence must be true of
// each call that it is said of: "shrinks a volume" is not of one that is removed.
type Case struct {
	When       When   // on the call, and on each effect that fires the rule
	Say        string // in place of the rule's own; without it the next case may say it
	Why        string // the same, of what is lost and why it cannot be had back
	Mitigation string // the same, of the advice
}

func (k *Case) fields(c *codec) {
	k.When.fields(c)
	c.text('a', &k.Say)
	c.text('y', &k.Why)
	c.text('m', &k.Mitigation)
	c.end()
}
