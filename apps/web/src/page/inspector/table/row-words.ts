/** The words of a row: times, sizes and directions. */
import type { Methods } from '@acp-stack/schema/v2/unstable';
import type { MergedRow, WireRow } from '@acp-stack/trace/inspect';

/** Seconds since the recording started. */
export const shownTime = (seconds: number): string => seconds.toFixed(3);

/** How long an answer took. */
export function shownLatency(seconds: number | undefined): string {
  if (seconds === undefined) return '';
  if (seconds < 0.001) return `${Math.round(seconds * 1e6)} µs`;
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(2)} s`;
}

/** A number of characters. */
export function shownSize(characters: number): string {
  if (characters < 1000) return String(characters);
  return characters < 1_000_000 ? `${(characters / 1000).toFixed(1)} k` : `${(characters / 1_000_000).toFixed(1)} M`;
}

/** What a row is, in a word. */
const kindWords: Readonly<Record<WireRow['kind'], string>> = {
  request: 'request',
  answer: 'answer',
  error: 'error',
  notification: 'notification',
  stderr: 'stderr',
  stdout: 'stdout',
  component: 'component',
  end: 'end',
  problem: 'not a message',
};

/** The name of a row: its method, or what it is; answers say so. */
export function nameOf({ method, kind }: Pick<WireRow, 'method' | 'kind'>): string {
  if (method === '' || method === kind) return kindWords[kind];
  return kind === 'request' || kind === 'notification' ? method : `${method} ${kindWords[kind]}`;
}

/** Whether a row has two sides; a line on stderr, or the end of a component, has one. */
export const hasReceiver = ({ from, to }: Pick<WireRow, 'from' | 'to'>): boolean => to !== '' && to !== from;

/** A finding in a few words: without the path, which is the same for most of them. */
export const shortFinding = ({ path, text }: { readonly path: string; readonly text: string }): string =>
  path !== '' && text.startsWith(path)
    ? text.slice(path.length).replace(/^:?\s*/u, `${path.split('/').at(-1)} `)
    : text;

/** The worst finding of the rows of an item. */
export function severityOf({ rows }: Pick<MergedRow<WireRow>, 'rows'>): 'error' | 'warning' | 'note' | undefined {
  const all = rows.flatMap(({ findings = [] }) => findings.map(({ severity }) => severity));
  if (all.length === 0) return undefined;
  return all.includes('error') ? 'error' : all.includes('warning') ? 'warning' : 'note';
}

/** What an item says: the kind and the merged text of chunks, or the summary of its row. */
export const summaryOf = ({ text, row }: Pick<MergedRow<WireRow>, 'text' | 'row'>): string =>
  text === undefined ? row.preview : `${kindOfUpdate(row)} ${text}`.replaceAll(/\s+/gu, ' ').slice(0, 300);

/** The kind of an update, with which its summary begins. */
const kindOfUpdate = ({ preview }: Pick<WireRow, 'preview'>): string => preview.split(' ', 1)[0] ?? '';

/** Whether a row is named by what it says: there are so many updates that their method says little. */
export const isUpdate = ({ method, kind }: Pick<WireRow, 'method' | 'kind'>): boolean =>
  kind === 'notification' && method === updateMethod;

const updateMethod: keyof Methods = 'session/update';
