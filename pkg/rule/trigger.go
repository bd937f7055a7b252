package rule

// Trigger is what a rule may fire on: a call, or a problem of the text.
type Trigger struct {
	Program string       // of a call, "" when it could not be told
	Model   string       // the name of its model; "" none
	Effects []EffectKind // of its effects
	Problem string       // the kind of a problem; a call has none
}
