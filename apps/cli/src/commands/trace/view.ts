/** `acp trace view`: shows the messages of a trace in order, in the terminal or as an HTML page. */
import {
  type Exchange,
  ExchangeReader,
  formatDuration,
  shortId,
  TraceReader,
  withoutConnection,
} from '@acp-stack/trace';
import { ChunkMerger } from '@acp-stack/trace/inspect';

import type { Paint, Palette } from '../../terminal/palette.ts';
import { createPalette } from '../../terminal/palette.ts';
import { stripControls } from '../../text/strip-control-characters.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { traceRecords } from './read-trace.ts';
import { tracePage, type PageRow } from './trace-page.ts';
import { saveOutput } from '../../files/output-file.ts';
import { prettyJson } from '../../json/json-text.ts';
import { schemaOf } from '../../protocol-schema/load-schema.ts';

export interface ViewFlags {
  readonly html?: string;
  readonly method?: string;
  readonly session?: string;
  readonly full?: boolean;
}

export interface ViewCommand {
  readonly path: string;
  readonly flags: ViewFlags;
  /** Rows of a page; a browser shows no more than 50,000 in reasonable time. */
  readonly maxPageRows?: number;
}

/** Rows from which the layout is chosen, before anything is printed. */
const layoutRows = 1000;
/** Characters that are written at once. */
const fullBuffer = 64 * 1024;

/** Records are read one at a time, so that a trace may be larger than the memory. */
export async function view({ path, flags, maxPageRows = 50_000 }: ViewCommand, terminal: Terminal): Promise<number> {
  const trace = new TraceReader();
  const reader = new ExchangeReader(schemaOf);
  const isChain = (): boolean => trace.header.components !== undefined;
  const sink = flags.html === undefined ? new Listing(flags, terminal) : new PageRows(maxPageRows, isChain);
  // The sides of a chain name the connection already.
  const namesConnections = (): boolean => reader.hasSeveral && !isChain();
  const counts = { all: 0, shown: 0, mistakes: 0 };
  for await (const record of traceRecords(path, terminal, trace)) {
    const exchange = reader.read(record);
    counts.all += 1;
    if (!isWanted(exchange, flags)) continue;
    counts.shown += 1;
    if (exchange.mistake !== undefined) counts.mistakes += 1;
    await sink.add(exchange, namesConnections());
  }
  await sink.end(namesConnections());
  if (counts.shown === 0) await terminal.stderr.tryWrite(`${noMatchText(counts.all, flags)}\n`);
  if (sink instanceof PageRows && flags.html !== undefined)
    await saveOutput(
      flags.html,
      tracePage(trace.header, sink.rows, { records: sink.count, omitted: counts.shown - sink.count }),
      terminal,
    );
  if (counts.mistakes > 0) await terminal.stderr.tryWrite(`${mistakesText(counts.mistakes)}\n`);
  return 0;
}

const mistakesText = (count: number): string =>
  `${count === 1 ? '1 record is' : `${count} records are`} against the protocol, marked with ✗`;

/** Collects the rows of a page; the chunks of one text are one row, except in a chain, where each hop is compared. */
class PageRows {
  readonly #max: number;
  readonly #isChain: () => boolean;
  readonly #merger = new ChunkMerger<Exchange>();
  #count = 0;
  #namesConnections = false;

  constructor(max: number, isChain: () => boolean) {
    this.#max = max;
    this.#isChain = isChain;
  }

  /** The number of records in the rows. */
  get count(): number {
    return this.#count;
  }

  get rows(): readonly PageRow[] {
    return this.#merger.items.map(({ row, rows, text }) => {
      const first = this.#namesConnections ? row : withoutConnection(row);
      return rows.length === 1 ? first : { ...first, merged: { count: rows.length, text: text ?? '' } };
    });
  }

  async add(exchange: Exchange): Promise<void> {
    if (this.#merger.items.length >= this.#max) return;
    const { chunk: _, ...whole } = exchange;
    this.#merger.push(exchange.mistake !== undefined || this.#isChain() ? whole : exchange);
    this.#count += 1;
  }

  async end(namesConnections: boolean): Promise<void> {
    this.#namesConnections = namesConnections;
  }
}

/** Prints rows; the width of the names is that of the first ones. */
class Listing {
  readonly #terminal: Terminal;
  readonly #palette: Palette;
  readonly #isFull: boolean;
  #waiting: Exchange[] | undefined = [];
  #width = 12;
  #wayWidth = 15;
  #buffer = '';

  constructor({ full = false }: ViewFlags, terminal: Terminal) {
    this.#terminal = terminal;
    this.#palette = createPalette(terminal.stdout, terminal.env);
    this.#isFull = full;
  }

  async add(exchange: Exchange, namesConnections: boolean): Promise<void> {
    if (this.#waiting === undefined) return this.#print(exchange, namesConnections);
    this.#waiting.push(exchange);
    if (this.#waiting.length >= layoutRows) await this.#begin(namesConnections);
  }

  async end(namesConnections: boolean): Promise<void> {
    await this.#begin(namesConnections);
    await this.#flush();
  }

  async #begin(namesConnections: boolean): Promise<void> {
    const rows = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const each of rows) {
      this.#width = Math.max(this.#width, nameOf(each.method, each.id).length);
      this.#wayWidth = Math.max(this.#wayWidth, wayOf(each).length);
    }
    for (const each of rows) await this.#print(each, namesConnections);
  }

  async #print(exchange: Exchange, namesConnections: boolean): Promise<void> {
    const row = namesConnections ? exchange : withoutConnection(exchange);
    this.#buffer += `${line(row, this.#palette, { name: Math.min(this.#width, 42), way: Math.min(this.#wayWidth, 60) })}\n`;
    if (this.#isFull) this.#buffer += `${indented(exchange.text)}\n`;
    if (this.#buffer.length >= fullBuffer) await this.#flush();
  }

  async #flush(): Promise<void> {
    const text = this.#buffer;
    this.#buffer = '';
    await this.#terminal.stdout.write(text);
  }
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
  stdout: { mark: '#', paint: 'red' },
  component: { mark: '*', paint: 'yellow' },
  end: { mark: '.', paint: 'dim' },
  problem: { mark: '!', paint: 'red' },
};

function line(exchange: Exchange, palette: Palette, width: { readonly name: number; readonly way: number }): string {
  const { ts, kind, method, id, took, preview, connection, mistake } = exchange;
  const { mark, paint } = looks[kind];
  const coloured: Paint = palette[paint];
  const time = `${ts.toFixed(3).padStart(9)}${connection === undefined ? '' : ` (${connection})`}`;
  const elapsed = took === undefined ? '' : palette.yellow(` ${formatDuration(took)}`);
  const name = coloured(nameOf(method, id).padEnd(width.name));
  const fault = mistake === undefined ? '' : ` ${palette.red(`✗ ${mistake}`)}`;
  return `${palette.dim(time)} ${mark} ${wayOf(exchange).padEnd(width.way)} ${name}${elapsed} ${preview}${fault}`.trimEnd();
}

/** The sides of a row; the arrow is another one where a bridge between versions is on the hop. */
const wayOf = ({ from, to, isBridged }: Exchange): string =>
  from === to ? from : `${from} ${isBridged === true ? '⇢' : '→'} ${to}`;

const nameOf = (method: string, id: string | undefined): string =>
  id === undefined ? method : `${method} #${shortId(id)}`;

function indented(text: string): string {
  return stripControls(prettyJson(text))
    .split('\n')
    .map((each) => `            ${each}`)
    .join('\n');
}
