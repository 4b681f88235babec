/**
 * Renders a trace as a self-contained HTML page: a column for each side, an arrow for each message, the message below
 * it.
 *
 * Everything from the trace is escaped, and the page must not load anything.
 */
import { prettyJson } from '../../json/json-text.ts';
import { formatDuration, type Exchange } from './exchanges.ts';
import type { TraceHeader } from '../../trace/trace-format.ts';

/** `omitted` is the number of further records that are not on the page. */
export function tracePage(header: TraceHeader, exchanges: readonly Exchange[], omitted = 0): string {
  const columns = sidesOf(exchanges, header.components);
  const title = `Trace${header.agent === undefined ? '' : ` of ${header.agent}`}`;
  const mistakes = exchanges.filter(({ mistake }) => mistake !== undefined).length;
  const allFacts = [
    header.at,
    `${exchanges.length} records`,
    omitted === 0 ? '' : `${omitted} more are left out; choose with --method or --session`,
    mistakes === 0 ? '' : `${mistakes} against the protocol`,
    `redaction: ${header.redaction}`,
  ];
  const facts = allFacts.filter((part) => part !== '').join(', ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escape(title)}</title>
<style>${style(columns.length)}</style>
</head>
<body>
<header>
<h1>${escape(title)}</h1>
<p>${escape(facts)}</p>
<input id="filter" type="search" placeholder="filter: a method, a session, any text" aria-label="filter" autofocus>
<div class="row columns"><span class="time"></span>${columns.map((side) => `<b>${escape(side)}</b>`).join('')}</div>
</header>
<main>
${exchanges.map((exchange) => row(exchange, columns)).join('\n')}
</main>
<script>${script}</script>
</body>
</html>
`;
}

const rank = (name: string): number => {
  if (/^client$/iu.test(name)) return -1;
  if (/^agent$/iu.test(name)) return Infinity;
  return Number(/\d+/u.exec(name)?.[0] ?? 0);
};

/** The sides from left to right: those of the chain in its order, or else the client, proxies by number, the agent. */
export function sidesOf(exchanges: readonly Exchange[], components: readonly string[] = []): readonly string[] {
  const names = new Set(exchanges.flatMap(({ from, to }) => [from, to]));
  if (components.some((each) => names.has(each))) {
    const known = new Set([...components, ...names]);
    return [...known].filter((each) => names.has(each));
  }
  return [...names].toSorted((left, right) => rank(left) - rank(right) || left.localeCompare(right));
}

function row(exchange: Exchange, columns: readonly string[]): string {
  const { ts, at, from, to, kind, method, id, took, preview, text, session, connection, mistake } = exchange;
  const fault = mistake === undefined ? '' : ` <em>✗ ${escape(mistake)}</em>`;
  const [start, end] = [columns.indexOf(from), columns.indexOf(to)];
  const [left, right] = [Math.min(start, end), Math.max(start, end)];
  const arrow = start === end ? 'here' : start < end ? 'right' : 'left';
  const label = `${method}${id === undefined ? '' : ` #${id}`}${took === undefined ? '' : `, ${formatDuration(took)}`}`;
  const time = `${connection === undefined ? '' : `(${connection}) `}${ts.toFixed(3)}`;
  const gridColumn = `grid-column:${left + 2}/${right + 3}`;
  return `<details class="${kind}${mistake === undefined ? '' : ' mistake'}"${session === undefined ? '' : ` data-session="${escape(session)}"`}><summary class="row"><span class="time" title="${escape(at ?? '')}">${escape(time)}</span><span class="arrow ${arrow}" style="${gridColumn}"><span class="label"><code>${escape(label)}</code> <small>${escape(preview)}</small>${fault}</span></span></summary><pre>${escape(prettyJson(text))}</pre></details>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, also in attributes. */
const escape = (text: string): string => text.replaceAll(/[&<>"']/gu, (found) => entities[found] ?? found);

/** Rows off the screen are not rendered, so a long trace is fast. */
const style = (columns: number): string => `
:root{color-scheme:light dark;font:14px/1.4 system-ui,sans-serif}
body{margin:0}
header{position:sticky;top:0;background:Canvas;padding:.5rem 1rem;border-bottom:1px solid #8886;z-index:1}
h1{font-size:1.1rem;margin:0}p{margin:.2rem 0;opacity:.7}input{width:min(40rem,100%);padding:.3rem}
.row{display:grid;grid-template-columns:5rem repeat(${columns},minmax(0,1fr));align-items:center;column-gap:.5rem}
.columns{margin-top:.5rem;text-align:center}
main{padding:0 1rem}
details{content-visibility:auto;contain-intrinsic-size:auto 2rem}
details[hidden]{display:none}
summary{list-style:none;cursor:pointer;padding:.1rem 0 .5rem}
summary:hover,summary:focus-visible{background:#8882}
.time{font-variant-numeric:tabular-nums;opacity:.6;text-align:right}
.arrow{border-bottom:2px solid currentcolor;margin:0 calc(50%/${columns} - 1rem);position:relative}
.label{display:block;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.left .label{padding-left:1rem}.right .label{padding-right:1rem}
.arrow.right::after{content:"▶";position:absolute;right:-2px;bottom:-.8em}
.arrow.left::after{content:"◀";position:absolute;left:-2px;bottom:-.8em}
.arrow.here{border-bottom-style:dotted}
.answer .arrow{border-bottom-style:dashed;color:#2a7}
.error .arrow,.problem .arrow{color:#d33}
.notification .arrow{color:#37b}
.stderr .arrow,.end .arrow{color:#888}
.component .arrow{color:#a70;font-weight:600}
.stdout .arrow,.mistake em{color:#d33}
.mistake em{font-style:normal}
small{opacity:.8}
pre{margin:.2rem 0 .6rem 5.5rem;padding:.5rem;background:#8881;overflow:auto;max-height:30rem}
`;

const script = `
const rows=[...document.querySelectorAll('details')];
document.getElementById('filter').addEventListener('input',(event)=>{
  const wanted=event.target.value.toLowerCase();
  for(const row of rows)row.hidden=wanted!==''&&!row.textContent.toLowerCase().includes(wanted)&&row.dataset.session!==event.target.value;
});
`;
