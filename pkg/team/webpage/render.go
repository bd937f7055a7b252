package webpage

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"slices"
	"time"
)

//go:embed style.css
var style string

//go:embed script.js
var script string

// policy forbids the page everything but its own style and script.
func policy() string {
	return "default-src 'none'; style-src " + source(style) + "; script-src " + source(script) + "; base-uri 'none'; form-action 'none'"
}

// source allows a text by its hash.
func source(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// section is a part of a page, with its place in the contents.
type section struct {
	id, title string
	write     func(*markup, *Page)
}

var sections = []section{
	{"waits", "What waits for you", (*markup).waits},
	{"overview", "Overview", (*markup).overview},
	{"guard", "Stopped and asked", (*markup).guard},
	{"checks", "Checks", (*markup).checks},
	{"lessons", "Lessons", (*markup).lessons},
	{"preferences", "Preferences", (*markup).preferences},
	{"commands", "Failing commands", (*markup).commands},
	{"projects", "Projects", (*markup).projects},
	{"lanes", "", (*markup).lanes}, // its title is what a lane is
}

// heading returns the title of a section.
func (s *section) heading(p *Page) string {
	if s.title == "" {
		return upper(p.Who.Many)
	}
	return s.title
}

// HTML returns a page as a file.
func HTML(p *Page) []byte {
	m := new(markup)
	m.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
	m.open("meta", "http-equiv", "Content-Security-Policy", "content", policy())
	m.WriteString("\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
		"<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"color-scheme\" content=\"light dark\">\n")
	m.leaf("title", p.Title+": "+cut(p.Scope, shortText))
	m.WriteString("\n<style>" + style + "</style>\n</head>\n<body>\n")
	m.WriteString(`<a class="skip" href="#main">Skip to the content</a>` + "\n")
	m.head(p)
	if p.empty() {
		m.WriteString(`<main id="main" tabindex="-1"><p class="nothing">Nothing is recorded here yet.</p>` +
			`<p class="lede">Once its hooks are installed, ctxhook records the commands that agents run. To install them: <code>ctxhook init</code></p></main>` + "\n")
	} else {
		m.body(p)
	}
	m.foot(p)
	m.WriteString("<script>" + script + "</script>\n</body>\n</html>\n")
	return m.Bytes()
}

// empty reports whether nothing is known.
func (p *Page) empty() bool {
	return p.Totals == Totals{} && len(p.Waits)+len(p.Lessons)+len(p.Preferences)+len(p.Checks)+len(p.Lanes) == 0
}

func (m *markup) head(p *Page) {
	m.WriteString("<header>\n")
	m.leaf("p", p.Title, "class", "brand")
	m.leaf("h1", cut(p.Scope, shortText))
	m.open("p", "class", "period")
	m.text(p.period())
	m.close("p")
	m.WriteString("</header>\n")
}

// period says in words which time a page is about.
func (p *Page) period() string {
	first := p.Since
	if first.IsZero() && len(p.Hours) > 0 {
		first = p.Hours[0].Hour
	}
	if first.IsZero() {
		return day(p.Made)
	}
	if day(first) == day(p.Made) {
		return day(p.Made) + ", from " + first.Format("15:04")
	}
	return day(first) + " to " + day(p.Made)
}

func (m *markup) body(p *Page) {
	m.WriteString(`<nav aria-label="Contents"><ul>` + "\n")
	list := slices.DeleteFunc(slices.Clone(sections), func(s section) bool { return slices.Contains(p.Without, s.id) })
	for i := range list {
		m.WriteString("<li>")
		m.leaf("a", list[i].heading(p), "href", "#"+list[i].id)
		m.WriteString("</li>\n")
	}
	m.WriteString("</ul></nav>\n<main id=\"main\" tabindex=\"-1\">\n")
	for i := range list {
		s := &list[i]
		m.open("section", "id", s.id, "aria-labelledby", s.id+"-heading")
		m.leaf("h2", s.heading(p), "id", s.id+"-heading")
		m.WriteString("\n")
		s.write(m, p)
		m.WriteString("</section>\n")
	}
	m.WriteString("</main>\n")
	m.open("p", "id", "live", "class", "hidden", "role", "status")
	m.close("p")
}

func (m *markup) foot(p *Page) {
	m.WriteString("<footer>\n")
	m.open("p")
	m.text("Made by ctxhook ")
	m.text(p.Version)
	m.text(" on " + day(p.Made) + " at ")
	m.leaf("time", p.Made.Format("15:04"), "datetime", p.Made.UTC().Format(time.RFC3339))
	m.text("; times are " + p.Made.Format("MST (-07:00)") + ". Secrets were masked before anything was stored. This file loads nothing from elsewhere.")
	m.close("p")
	m.WriteString("</footer>\n")
}

// lede writes the sentence that a section begins with, unless the page has another.
func (m *markup) lede(p *Page, id, sentence string) {
	m.leaf("p", cmp.Or(p.Ledes[id], sentence), "class", "lede")
	m.WriteString("\n")
}
