/** Chooses the rows that a list shows. */
import type { WireRow } from './wire-row.ts';

/** What the rows have to be; an absent field allows all. */
export interface RowFilter {
  /** Only these runs. */
  readonly runs?: readonly number[];
  /** Only this session. */
  readonly session?: string;
  /** Only methods with this text in their name. */
  readonly method?: string;
  /** Only messages of this side. */
  readonly from?: string;
  /** Only messages to this side. */
  readonly to?: string;
  /** Only these kinds. */
  readonly kinds?: readonly WireRow['kind'][];
  /** Only errors, problems and rows with a finding that is no note. */
  readonly onlyErrors?: boolean;
  /** Only rows with this text in the method, the summary, the session or a finding, whatever the capitals. */
  readonly text?: string;
}

/** Whether a row is chosen; `found` are the indexes of messages with the text inside, if they were searched. */
export function isMatch(row: WireRow, filter: RowFilter, found?: ReadonlySet<number>): boolean {
  const { runs, session, method, from, to, kinds, onlyErrors, text } = filter;
  if (runs !== undefined && !runs.includes(row.run)) return false;
  if (session !== undefined && row.session !== session) return false;
  if (method !== undefined && !row.method.includes(method)) return false;
  if (from !== undefined && row.from !== from) return false;
  if (to !== undefined && row.to !== to) return false;
  if (kinds !== undefined && !kinds.includes(row.kind)) return false;
  if (onlyErrors === true && !isError(row)) return false;
  return text === undefined || text === '' || found?.has(row.index) === true || hasText(row, text.toLowerCase());
}

const isError = ({ kind, findings = [] }: WireRow): boolean =>
  kind === 'error' || kind === 'problem' || kind === 'stdout' || findings.some(({ severity }) => severity !== 'note');

const hasText = ({ method, preview, session = '', findings = [], chunk }: WireRow, text: string): boolean =>
  [method, preview, session, chunk?.text ?? '', ...findings.map((finding) => finding.text)].some((each) =>
    each.toLowerCase().includes(text),
  );
