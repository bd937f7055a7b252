package preferences

import "github.com/ctxhook/ctxhook/pkg/memory"

// Standing is how far its evidence carries a preference.
type Standing struct {
	Confidence float64 // over the distinct layers
	Sightings  int
	Sessions   int     // in which it was seen
	Asked      bool    // the user asked for it to be kept: "from now on", "remember:"
	Deeds      float64 // the confidence of LayerBehaviour alone
}

// What evidence counts.
const (
	// proven is the confidence at which a preference is promoted, where the
	// settings say nothing else.
	proven = 0.9
	// enough is the number of sightings that promotes it.
	enough = 3
	// habitual is how often the same has to be done before it says anything.
	habitual = 5
	// cluster is how many corrections with similar words are needed.
	cluster = 3
)

// Explicit is the confidence of words that ask for something to be kept. No
// other evidence has it.
const Explicit = 1.0

// Hearsay is the confidence of what an agent says that the user wants: it is
// proposed to the user, and never enough without the user's own word.
const Hearsay = 0.5

// Weigh returns how far evidence carries. Within a layer the surest sighting
// counts, since ten weak ones of a kind are wrong together; distinct layers
// confirm each other. What sounds alike counts by its number.
func Weigh(list []memory.Evidence) Standing {
	s := Standing{Sightings: sightings(list)}
	var sure [memory.LayerCluster + 1]float64
	alike := 0
	sessions := make(map[string]bool)
	for i := range list {
		e := &list[i]
		if e.Layer < memory.LayerExplicit || e.Layer > memory.LayerCluster {
			continue
		}
		sure[e.Layer] = max(sure[e.Layer], e.Confidence)
		if e.Layer == memory.LayerCluster {
			alike++
		}
		sessions[e.Session] = true
		s.Asked = s.Asked || e.Layer == memory.LayerExplicit && e.Confidence >= Explicit
	}
	delete(sessions, "")
	s.Sessions = len(sessions)
	sure[memory.LayerCluster] = alikeConfidence(alike)
	s.Deeds = sure[memory.LayerBehaviour]
	doubt := 1.0
	for _, c := range sure {
		doubt *= 1 - min(c, 1)
	}
	s.Confidence = 1 - doubt
	return s
}

// Habit returns the confidence of LayerBehaviour for what was done n times: 0
// before that is a habit.
func Habit(n int) float64 {
	if n < habitual {
		return 0
	}
	return min(0.5+0.05*float64(n), 0.8)
}

// alikeConfidence returns the confidence of n corrections with similar words.
func alikeConfidence(n int) float64 {
	if n < cluster {
		return 0
	}
	return min(0.5+0.05*float64(n-cluster), 0.7)
}

// Promoted reports whether a preference is to be proposed to the user, or kept.
// least is the confidence that is asked for, 0 for the default; sessions is in how
// many sessions it has to be seen: one user may repeat a wish for one task three
// times.
func (s Standing) Promoted(least float64, sessions int) bool {
	if least == 0 {
		least = proven
	}
	return s.Asked || s.Confidence >= least && s.Sightings >= enough && s.Sessions >= sessions
}

// WorthAsking reports whether the user is to be asked about a preference: where
// it is promoted, or where deeds alone show it, which never prove it.
func WorthAsking(p *memory.Preference, least float64, sessions int) bool {
	s := Weigh(p.Evidence)
	return s.Asked || Worth(p) >= proposal && (s.Promoted(least, sessions) || s.Deeds > 0)
}

// Overruled reports whether opposite evidence puts an end to a preference. What
// the user confirmed ends by another rule that the user asks to be kept, or by two
// sightings of the opposite since it was last seen; anything less by one.
func Overruled(p *memory.Preference, opposite []memory.Evidence) bool {
	last := p.First
	for i := range p.Evidence {
		if t := p.Evidence[i].Time; t.After(last) {
			last = t
		}
	}
	against := 0
	for i := range opposite {
		e := &opposite[i]
		if !e.Time.After(last) || e.Layer > memory.LayerRejection || e.Layer == memory.LayerExplicit && e.Confidence <= Hearsay {
			continue
		}
		if e.Layer == memory.LayerExplicit && e.Confidence >= Explicit {
			return true
		}
		against++
	}
	if p.State == memory.Active {
		return against >= 2
	}
	return against >= 1
}

// For how many days what the user has not confirmed is kept without being seen.
const (
	candidateDays = 60
	proposedDays  = 90
)

// Outlived reports whether a preference that was not seen for some days says
// nothing any more. What the user confirmed does not end by itself.
func Outlived(state memory.PreferenceState, days int) bool {
	return state == memory.Candidate && days > candidateDays || state == memory.Proposed && days > proposedDays
}
