/**
 * Renders a trace as a self-contained HTML page: a column for each side, an arrow for each message, the message below
 * it, with a legend, filters, and jumps to errors.
 *
 * Everything from the trace is escaped, and the page must not load anything.
 */
import { type Exchange, formatDuration, type HopChange, hopChanges, shortId } from '@acp-stack/trace';
import type { TraceHeader } from '@acp-stack/trace/format';

import { escapeHtml as escape } from '../../document/html-text.ts';
import { prettyJson } from '../../json/json-text.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';

/** A row of the page: a record, or the chunks of one text, with the fields of the first. */
export type PageRow = Exchange & { readonly merged?: { readonly count: number; readonly text: string } };

/** How many records are on the page, and how many more are not. */
interface PageSize {
  readonly records: number;
  readonly omitted: number;
}

export function tracePage(
  header: TraceHeader,
  exchanges: readonly PageRow[],
  { records, omitted }: PageSize = { records: exchanges.length, omitted: 0 },
): string {
  const columns = sidesOf(exchanges, header.components);
  const isChain = columns.length > 2;
  const changes = isChain ? hopChanges(exchanges, header.components ?? columns) : new Map<number, HopChange>();
  const title = `Trace${header.agent === undefined ? '' : ` of ${header.agent}`}`;
  const mistakes = exchanges.filter(({ mistake }) => mistake !== undefined).length;
  const allFacts = [
    header.at,
    `${records} records`,
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
<style>${pageStyle(columns.length)}</style>
</head>
<body>
<header>
<h1>${escape(title)}</h1>
<p>${escape(facts)}</p>
<div class="tools">
<input id="filter" type="search" placeholder="filter: a method, a session, any text" aria-label="filter">
${isChain ? '<label><input id="changes" type="checkbox"> only hops where the message changed</label>' : ''}
<span class="jump"><button id="previous" title="previous error (p)">‹</button><output id="errors" aria-live="polite"></output><button id="next" title="next error (n)">›</button></span>
</div>
${legend(isChain)}
<div class="row columns"><span class="time"></span>${columns.map((side) => `<b>${escape(side)}</b>`).join('')}</div>
</header>
<main>
${exchanges.map((exchange) => row(exchange, columns, changes.get(exchange.index))).join('\n')}
</main>
<script>${pageScript}</script>
</body>
</html>
`;
}

const longestPreview = 200;

function shortened(text: string): string {
  const line = text.slice(0, longestPreview).replaceAll(/\s+/gu, ' ');
  return text.length > longestPreview ? `${line}…` : line;
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

const sample = (kind: string, arrow: string, words: string): string =>
  `<li class="${kind}"><span class="arrow ${arrow}"></span>${words}</li>`;

const key = (name: string, words: string): string => `<li><kbd>${name}</kbd>${words}</li>`;

const list = (items: readonly string[]): string => `<ul>${items.join('')}</ul>`;

/** What the lanes and signs mean, and which keys there are. */
function legend(isChain: boolean): string {
  const lanes = isChain
    ? 'A lane for each side: the client on the left, then the proxies in their order, the agent on the right. A message is drawn once for each hop, from a side to its neighbour.'
    : 'A lane for each side. A message is an arrow from its sender to its recipient.';
  const signs = [
    sample('request', 'right', 'request; its number follows the method'),
    sample('answer', 'left', 'response, with the time that it took'),
    sample('error', 'left', 'error response, or a line that is not a message'),
    sample('notification', 'left', 'notification'),
    sample('component', 'here', 'a step in the life of a component'),
    sample('stderr', 'here', 'a line on stderr, or the end of the connection'),
    '<li><em>✗</em>an error, or a message against the protocol</li>',
  ];
  const hops = [
    `<li><i>${signOf.changed}</i>${wordsOf.changed}</li>`,
    `<li><i>${signOf.made}</i>${wordsOf.made}</li>`,
    `<li><i>${signOf.kept}</i>${wordsOf.kept}</li>`,
    `<li><i>${signOf.converted}</i>${wordsOf.converted}</li>`,
    `<li><i>${bridgedSign[1]}</i>${bridgedSign[0]}</li>`,
  ];
  const keys = [
    key('n', 'next error'),
    key('p', 'previous error'),
    ...(isChain ? [key('c', 'only hops where the message changed')] : []),
    key('/', 'filter'),
    key('Esc', 'leave and clear the filter'),
    key('Enter', 'show the message of a row'),
    key('?', 'this legend'),
  ];
  return `<details id="legend"><summary>Legend and keys</summary><p>${lanes}</p><div>${list(signs)}${isChain ? list(hops) : ''}${list(keys)}</div></details>`;
}

const signOf: Readonly<Record<HopChange, string>> = { changed: '≠', made: '+', kept: '⊣', converted: '⇄' };
const wordsOf: Readonly<Record<HopChange, string>> = {
  changed: 'the sender changed the message that it had received',
  made: 'the sender made the message itself',
  kept: 'the recipient did not pass the message on',
  converted: 'a bridge between versions converted the message, or the sender changed it',
};

/** The sign of a hop with a bridge on which nothing is known to differ. */
const bridgedSign = [
  'a bridge between versions is on this hop, so one of the sides had the message in another form',
  '⇢',
];

function row(exchange: PageRow, columns: readonly string[], change: HopChange | undefined): string {
  const { ts, at, from, to, kind, method, id, took, preview, text, session, connection, mistake, isBridged, merged } =
    exchange;
  const isBad = mistake !== undefined || kind === 'error' || kind === 'problem';
  const fault = isBad ? ` <em>✗${mistake === undefined ? '' : ` ${escape(mistake)}`}</em>` : '';
  const sign = change === undefined ? undefined : [wordsOf[change], signOf[change]];
  const [words, mark] = sign ?? (isBridged === true ? bridgedSign : []);
  const hop = mark === undefined ? '' : `<i title="${words}">${mark}</i> `;
  const [start, end] = [columns.indexOf(from), columns.indexOf(to)];
  const [left, right] = [Math.min(start, end), Math.max(start, end)];
  const arrow = start === end ? 'here' : start < end ? 'right' : 'left';
  const idText =
    id === undefined
      ? ''
      : ` <span${shortId(id) === id ? '' : ` title="${escape(id)}"`}>#${escape(shortId(id))}</span>`;
  const times = merged === undefined ? '' : ` ×${merged.count}`;
  const label = `${escape(method)}${times}${idText}${took === undefined ? '' : `, ${formatDuration(took)}`}`;
  const time = `${connection === undefined ? '' : `(${connection}) `}${ts.toFixed(3)}`;
  // The script of the page indents it when the row is opened.
  const body =
    merged === undefined ? text : `${merged.text}\n\nThe first of ${merged.count} chunks:\n${prettyJson(text)}`;
  const gridColumn = `grid-column:${left + 2}/${right + 3}`;
  return `<details class="${kind}${mistake === undefined ? '' : ' mistake'}"${isBad ? ' data-bad' : ''}${change === undefined ? '' : ` data-change="${change}"`}${session === undefined ? '' : ` data-session="${escape(session)}"`}><summary class="row"><span class="time"${at === undefined ? '' : ` title="${escape(at)}"`}>${escape(time)}</span><span class="arrow ${arrow}" style="${gridColumn}"><span class="label">${hop}<code>${label}</code> <small>${escape(merged === undefined ? preview : shortened(merged.text))}</small>${fault}</span></span></summary><pre>${escape(body)}</pre></details>`;
}
