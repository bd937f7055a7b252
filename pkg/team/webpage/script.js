(() => {
'use strict';
const SVG = 'http://www.w3.org/2000/svg', FIRST = 20, NEXT = 100;
const live = document.getElementById('live');
document.documentElement.classList.add('js');

const make = (name, props, ...kids) => {
  const e = document.createElement(name);
  for (const [k, v] of Object.entries(props || {})) k in e ? e[k] = v : e.setAttribute(k, v);
  e.append(...kids);
  return e;
};
const say = words => { live.textContent = ''; setTimeout(() => { live.textContent = words; }, 50); };
const words = new Intl.Collator('en', {numeric: true});
const many = n => n.toLocaleString('en');

let steps;
const lanes = () => steps || (steps = JSON.parse(document.getElementById('steps').textContent));

// stepsOf returns the steps of a lane, undefined when they are not in the page.
const stepsOf = number => {
  const all = lanes(), lane = all.lanes[number];
  if (!lane) return undefined;
  if (!lane.list) {
    lane.list = [];
    for (let i = 0, at = lane.at; i < lane.ids.length; i++) {
      const [kind, since, took, text, note] = lane.steps.slice(5 * i, 5 * i + 5);
      at += since;
      lane.list.push({at, took, kind: all.kinds[kind], tone: all.tones[kind], text: all.texts[text], note: all.texts[note], id: lane.ids[i]});
    }
  }
  return lane;
};

// strip draws the steps of a lane along its time, as so many bars at most.
const strip = (svg, lane, most) => {
  const list = lane.list;
  if (!list.length) return;
  const first = list[0].at, whole = Math.max(1, list[list.length - 1].at - first);
  const rank = {calm: 0, good: 0, still: 1, care: 2, bad: 3}, bins = new Map();
  for (const s of list) {
    const x = Math.round((most - 1) * (s.at - first) / whole), old = bins.get(x);
    const tone = s.tone === 'good' ? 'calm' : s.tone;
    if (old === undefined || rank[tone] > rank[old]) bins.set(x, tone);
  }
  const paths = {};
  for (const [x, tone] of bins) paths[tone] = (paths[tone] || '') + `M${1000 / most * x} 0h${800 / most}v10h-${800 / most}z`;
  for (const tone in paths) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('class', tone);
    path.setAttribute('d', paths[tone]);
    svg.append(path);
  }
};

const newStrip = () => {
  const svg = document.createElementNS(SVG, 'svg');
  for (const [k, v] of [['class', 'strip'], ['viewBox', '0 0 1000 10'], ['preserveAspectRatio', 'none'], ['aria-hidden', 'true']]) svg.setAttribute(k, v);
  return svg;
};

const lasting = ms => ms < 1000 ? ms + ' ms' : ms < 60000 ? (ms / 1000).toFixed(1) + ' s' : Math.round(ms / 60000) + ' min';

const has = (text, wanted) => wanted.every(w => text.includes(w));

// detail returns the row below a lane's row, with its steps.
const detail = (row, columns, wanted) => {
  const lane = stepsOf(+row.dataset.lane), cell = make('td', {colSpan: columns});
  const below = make('tr', {className: 'detail', id: 'steps-' + row.dataset.lane}, cell);
  below.setAttribute('role', 'row');
  cell.setAttribute('role', 'cell');
  if (!lane || !lane.list.length) {
    cell.append(make('p', {className: 'rest'}, lane ? 'No step of it is kept.' : 'What was done in it has no room in this page.'));
    return below;
  }
  const svg = newStrip(), list = make('ol', {className: 'steps'});
  strip(svg, lane, 200);
  cell.append(make('p', {className: 'rest'}, lane.name), svg);
  if (lane.left) cell.append(make('p', {className: 'rest'}, many(lane.left) + ' earlier steps are not in this page.'));
  cell.append(list);
  let shown = 0, day = '';
  const more = make('button', {className: 'more', type: 'button'});
  const add = () => {
    let first;
    for (const s of lane.list.slice(shown, shown + NEXT)) {
      const at = new Date(1000 * s.at).toISOString();
      if (at.slice(0, 10) !== day) list.append(make('li', {className: 'day'}, day = at.slice(0, 10)));
      const what = make('div', {className: 'what'}, make('code', {dir: 'ltr'}, s.text));
      if (s.note) what.append(make('small', {}, s.note));
      if (s.id) what.append(make('small', {className: 'id'}, s.id));
      const li = make('li', {}, make('time', {}, at.slice(11, 19)), make('span', {className: 'mark ' + s.tone}, s.kind), what,
        make('span', {className: 'took'}, s.took ? lasting(s.took) : ''));
      if (wanted.length && has((s.text + ' ' + s.note + ' ' + s.kind).toLowerCase(), wanted)) li.classList.add('found');
      list.append(li);
      first = first || li;
    }
    const moved = shown > 0;
    shown = Math.min(shown + NEXT, lane.list.length);
    more.hidden = shown === lane.list.length;
    more.textContent = 'Show more, ' + many(lane.list.length - shown) + ' left';
    if (moved) { first.tabIndex = -1; first.focus(); }
  };
  more.onclick = add;
  add();
  cell.append(more);
  return below;
};

const enhance = table => {
  const body = table.tBodies[0], rows = [...body.rows], heads = [...table.tHead.rows[0].cells];
  const thing = table.dataset.of, caption = table.caption.textContent;
  let order = rows, wanted = [], limit = FIRST;

  // On a phone rows are laid out as blocks; they stay rows of a table.
  table.setAttribute('role', 'table');
  for (const part of [table.tHead, body]) part.setAttribute('role', 'rowgroup');
  table.tHead.rows[0].setAttribute('role', 'row');

  // prepare completes a row before it is shown first.
  const prepare = row => {
    if (row.ready) return;
    row.ready = true;
    row.setAttribute('role', 'row');
    [...row.cells].forEach((c, i) => {
      c.setAttribute('role', i ? 'cell' : 'rowheader');
      if (i) c.dataset.l = heads[i].textContent;
    });
    if (!row.dataset.lane) return;
    const lane = stepsOf(+row.dataset.lane);
    if (lane) strip(row.querySelector('.strip'), lane, 50);
    const code = row.cells[0].querySelector('code'), button = make('button', {className: 'open', type: 'button'});
    code.before(button);
    button.append(code);
    button.setAttribute('aria-expanded', 'false');
    button.onclick = () => {
      const open = button.getAttribute('aria-expanded') !== 'true';
      button.setAttribute('aria-expanded', open);
      row.below = open ? detail(row, heads.length, wanted) : null;
      open ? button.setAttribute('aria-controls', row.below.id) : button.removeAttribute('aria-controls');
      draw();
      button.focus();
    };
  };

  const haystack = row => {
    if (row.text === undefined) {
      row.text = [...row.cells].map(c => c.textContent).join(' ').toLowerCase();
      const lane = row.dataset.lane && stepsOf(+row.dataset.lane);
      if (lane) row.text += ' ' + lane.name + ' ' + lane.list.map(s => s.kind + ' ' + s.text + ' ' + s.note).join('\n').toLowerCase();
    }
    return row.text;
  };

  const count = make('span', {className: 'count'});
  const more = make('button', {className: 'more', type: 'button'});
  const draw = () => {
    const match = wanted.length ? order.filter(r => has(haystack(r), wanted)) : order;
    const shown = match.slice(0, limit);
    shown.forEach(prepare);
    body.replaceChildren(...shown.flatMap(r => r.below ? [r, r.below] : [r]));
    more.hidden = shown.length === match.length;
    more.textContent = 'Show more, ' + many(match.length - shown.length) + ' left';
    count.textContent = wanted.length ? many(match.length) + ' of ' + many(rows.length) + ' ' + thing : many(rows.length) + ' ' + thing;
    return match.length;
  };

  const value = (row, i) => row.cells[i].dataset.o; // of numbers, times and plots
  const sort = (i, direction) => {
    const sign = direction === 'descending' ? -1 : 1;
    order = [...order].sort(value(rows[0], i) !== undefined
      ? (a, b) => sign * (value(a, i) - value(b, i))
      : (a, b) => sign * words.compare(a.cells[i].textContent, b.cells[i].textContent));
    heads.forEach((h, j) => j === i ? h.setAttribute('aria-sort', direction) : h.removeAttribute('aria-sort'));
    draw();
    say(caption + ', sorted by ' + heads[i].textContent + ', ' + direction);
  };
  heads.forEach((h, i) => {
    h.setAttribute('role', 'columnheader');
    if (h.querySelector('.hidden') || rows.length < 2 || h.className === 'p' && rows.every(r => value(r, i) === undefined)) return;
    const button = make('button', {className: 'sort', type: 'button'}, h.textContent);
    button.onclick = () => {
      const old = h.getAttribute('aria-sort'), numbers = value(rows[0], i) !== undefined;
      sort(i, old ? old === 'ascending' ? 'descending' : 'ascending' : numbers ? 'descending' : 'ascending');
    };
    h.replaceChildren(button);
  });

  if (rows.length > 8) {
    const input = make('input', {type: 'search', autocomplete: 'off', spellcheck: false});
    input.setAttribute('aria-controls', table.id);
    let timer;
    input.oninput = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
        limit = FIRST;
        const n = draw();
        say(many(n) + ' of ' + many(rows.length) + ' ' + thing);
      }, 120);
    };
    table.parentNode.before(make('div', {className: 'tools'}, make('strong', {'aria-hidden': 'true'}, table.caption.className ? '' : caption), count, make('label', {}, 'Filter ' + thing, input)));
    table.caption.className = 'hidden';
  }
  more.onclick = () => {
    const first = limit;
    limit += NEXT;
    draw();
    const head = [...body.rows].filter(r => r.className !== 'detail')[first].cells[0];
    head.tabIndex = -1;
    head.focus();
  };
  table.parentNode.after(more);
  draw();
};

document.querySelectorAll('table[data-of]').forEach(enhance);
})();
