package effect

// forTests reports whether the call works on the test database, which
// frameworks fill again: RAILS_ENV=test rails db:drop.
func (r *collector) forTests() bool {
	name := r.environment()
	return name == "test" || name == "testing"
}

// environment returns the name of the environment that the call works in, as
// frameworks are told it: RAILS_ENV=production; "" where it is not said.
func (r *collector) environment() string {
	for c := r.call; c.Where == r.call.Where; c = &r.script.Calls[c.Via] { // bundle exec passes the variables on
		for _, a := range c.Assigns {
			switch a.Name {
			case "RAILS_ENV", "RACK_ENV", "MIX_ENV", "APP_ENV", "NODE_ENV", "HANAMI_ENV":
				name, _ := a.Value.Literal()
				return name
			}
		}
		if c.Via < 0 {
			break
		}
	}
	for _, v := range r.call.Args.Operands {
		if v.Is("RAILS_ENV=test") {
			return "test"
		}
		if v.Is("RAILS_ENV=production") {
			return "production"
		}
	}
	if r.call.Args.Has("--env") && r.call.Args.Flag("--env").Value != nil {
		name, _ := r.call.Args.Flag("--env").Value.Literal()
		return name
	}
	return ""
}
