/**
 * What the page shows, in the fragment of its address: `#/new`, or `#/s/` and the ids of the sessions side by side.
 *
 * A column with a new session is `+`. Fragments that are not understood are the start of a new session.
 */

/** A column: the id of a session, or a new one. */
export type Column = { readonly sessionId: string } | 'new';

/** The columns from start to end; at least one. */
export interface Route {
  readonly columns: readonly Column[];
}

/** How many sessions can be side by side. */
const maxColumns = 4;

/** Reads a fragment. */
export function parseRoute(fragment: string): Route {
  const [, kind, ...parts] = fragment.replace(/^#/u, '').split('/');
  if (kind !== 's') return { columns: ['new'] };
  const columns = parts.filter((part) => part !== '').map(columnOf);
  return { columns: columns.length === 0 ? ['new'] : unique(columns).slice(0, maxColumns) };
}

/** Writes a fragment. */
export function formatRoute({ columns }: Route): string {
  if (columns.every((column) => column === 'new')) return '#/new';
  return `#/s/${columns.map((column) => (column === 'new' ? '+' : encodeURIComponent(column.sessionId))).join('/')}`;
}

/** The route with one session only. */
export const showOnly = (sessionId: string): Route => ({ columns: [{ sessionId }] });

/** The route with one more column at the end; if there are too many, it replaces the last one. */
export function showBeside({ columns }: Route, column: Column): Route {
  const others = columns.filter((each) => !isSame(each, column)).slice(0, maxColumns - 1);
  return { columns: [...others, column] };
}

/** The route with another column at `index`. */
export function replaceColumn({ columns }: Route, index: number, column: Column): Route {
  return { columns: unique(columns.map((each, at) => (at === index ? column : each))) };
}

/** The route without a column. */
export function closeColumn({ columns }: Route, index: number): Route {
  const left = columns.filter((_, at) => at !== index);
  return { columns: left.length === 0 ? ['new'] : left };
}

/** The route without a session. */
export function closeSession({ columns }: Route, sessionId: string): Route {
  const left = columns.filter((column) => column === 'new' || column.sessionId !== sessionId);
  return { columns: left.length === 0 ? ['new'] : left };
}

/** A text that differs between columns. */
export const columnKey = (column: Column): string => (column === 'new' ? '+' : column.sessionId);

const isSame = (one: Column, other: Column): boolean => columnKey(one) === columnKey(other);

const unique = (columns: readonly Column[]): readonly Column[] =>
  columns.filter((column, index) => columns.findIndex((each) => isSame(each, column)) === index);

function columnOf(part: string): Column {
  if (part === '+') return 'new';
  try {
    return { sessionId: decodeURIComponent(part) };
  } catch {
    return { sessionId: part };
  }
}
