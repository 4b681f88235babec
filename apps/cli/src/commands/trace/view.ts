/** `acp trace view`: shows the messages of a trace in order, in the terminal or as an HTML page. */
import type { Paint, Palette } from '../../terminal/palette.ts';
import { createPalette } from '../../terminal/palette.ts';
import { stripControls } from '../../text/strip-control-characters.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { formatDuration, exchangesOf, type Exchange } from './exchanges.ts';
import { readTrace } from './read-trace.ts';
import { tracePage } from './trace-page.ts';
import { saveOutput } from '../../files/output-file.ts';

export interface ViewFlags {
  readonly html?: string;
  readonly method?: string;
  readonly session?: string;
  readonly full?: boolean;
}

export interface ViewCommand {
  readonly path: string;
  readonly flags: ViewFlags;
}

export async function view({ path, flags }: ViewCommand, terminal: Terminal): Promise<number> {
  const { header, records } = await readTrace(path, terminal);
  const all = exchangesOf(records);
  const exchanges = all.filter((exchange) => isWanted(exchange, flags));
  if (exchanges.length === 0) await terminal.stderr.tryWrite(`${noMatchText(all.length, flags)}\n`);
  if (flags.html !== undefined) {
    await saveOutput(flags.html, tracePage(header, exchanges), terminal);
    return 0;
  }
  const palette = createPalette(terminal.stdout, terminal.env);
  const width = Math.max(12, ...exchanges.map(({ method, id }) => nameOf(method, id).length));
  for (const exchange of exchanges) {
    await terminal.stdout.write(`${line(exchange, palette, Math.min(width, 42))}\n`);
    if (flags.full === true) await terminal.stdout.write(`${indented(exchange.text)}\n`);
  }
  return 0;
}

function noMatchText(count: number, { method, session }: ViewFlags): string {
  if (count === 0) return 'the trace is empty';
  const wanted = [
    ...(method === undefined ? [] : [`--method ${method}`]),
    ...(session === undefined ? [] : [`--session ${session}`]),
  ].join(' and ');
  return stripControls(`nothing in the trace matches ${wanted}; omit it to see all ${count} lines`);
}

function isWanted({ method, session }: Exchange, flags: ViewFlags): boolean {
  if (flags.method !== undefined && !method.includes(flags.method)) return false;
  return flags.session === undefined || session === flags.session;
}

/** The mark and the colour of each kind. */
const looks: Readonly<Record<Exchange['kind'], { readonly mark: string; readonly paint: keyof Palette }>> = {
  request: { mark: '?', paint: 'bold' },
  answer: { mark: '=', paint: 'green' },
  error: { mark: '!', paint: 'red' },
  notification: { mark: ' ', paint: 'cyan' },
  stderr: { mark: '#', paint: 'dim' },
  end: { mark: '.', paint: 'dim' },
  problem: { mark: '!', paint: 'red' },
};

function line(exchange: Exchange, palette: Palette, width: number): string {
  const { ts, from, to, kind, method, id, took, preview, connection } = exchange;
  const { mark, paint } = looks[kind];
  const coloured: Paint = palette[paint];
  const way = from === to ? from : `${from} → ${to}`;
  const time = `${ts.toFixed(3).padStart(9)}${connection === undefined ? '' : ` (${connection})`}`;
  const elapsed = took === undefined ? '' : palette.yellow(` ${formatDuration(took)}`);
  const name = coloured(nameOf(method, id).padEnd(width));
  return `${palette.dim(time)} ${mark} ${way.padEnd(15)} ${name}${elapsed} ${preview}`.trimEnd();
}

const nameOf = (method: string, id: string | undefined): string => (id === undefined ? method : `${method} #${id}`);

function indented(text: string): string {
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    // Not JSON: shown as it is.
  }
  return stripControls(shown)
    .split('\n')
    .map((each) => `            ${each}`)
    .join('\n');
}
