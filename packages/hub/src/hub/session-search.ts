/**
 * Finds sessions by their title and by what was said in them.
 *
 * There is no index: sessions are read one after another, the last active first, and a call stops when it has enough
 * results, or has read as much as one call may read; its cursor goes on there. Each principal has one search at a time.
 */
import { JournalError } from '@acp-stack/journal';
import { RpcError } from '@acp-stack/rpc';
import { errorCodes, type SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { Principal } from '../access/principal.ts';
import { roleOf } from '../access/roles.ts';
import { scanUpdates, type ScanPlace } from '../history/scan-updates.ts';
import type { SessionHistory } from '../history/session-history.ts';
import type { HubStore } from '../store/hub-store.ts';
import type { SessionSummary } from '../store/records.ts';

/** What is looked for. */
export interface SearchParams {
  readonly query: string;
  readonly limit?: number;
  readonly cursor?: string;
}

/** A session that was found. */
export interface SearchResult {
  readonly sessionId: string;
  readonly title?: string;
  readonly archived?: true;
  /** The text around what was found. */
  readonly snippet: string;
  /** The id of the message or tool call; absent if the title was found. */
  readonly entryId?: string;
}

/** How much one call may read. */
export interface SearchLimits {
  readonly sessions: number;
  /** Characters of JSON. */
  readonly characters: number;
}

const defaultLimits: SearchLimits = { sessions: 200, characters: 16 * 1024 * 1024 };
const defaultResults = 20;
const maxResults = 100;
const longestQuery = 200;
/** How many characters of a snippet are before and after what was found. */
const around = 60;

/** Where a search goes on: in the list of sessions, and in the first session there. */
interface SearchPlace {
  /** The cursor of the page that begins with the session; absent for the first one. */
  readonly page?: string;
  readonly sessionId?: string;
  readonly scanned?: ScanPlace;
}

export class SessionSearch {
  readonly #parts: { readonly store: HubStore; readonly history: Pick<SessionHistory, 'mergedThrough'> };
  readonly #limits: SearchLimits;
  /** The last search of each principal that is under way. */
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(
    parts: { readonly store: HubStore; readonly history: Pick<SessionHistory, 'mergedThrough'> },
    limits: Partial<SearchLimits> = {},
  ) {
    this.#parts = parts;
    this.#limits = { ...defaultLimits, ...limits };
  }

  /** Searches the sessions that a principal is a member of; waits for its search before. */
  async search(
    principal: Principal,
    params: SearchParams,
    signal: AbortSignal,
  ): Promise<{ readonly results: readonly SearchResult[]; readonly nextCursor?: string }> {
    const { name } = principal;
    const pattern = patternOf(params.query);
    const from = placeOf(params.cursor);
    const limit = Math.min(Math.max(params.limit ?? defaultResults, 1), maxResults);
    const before = this.#running.get(name) ?? Promise.resolve();
    const running = before.then(() => this.#search({ principal, pattern, limit, signal }, from));
    const ended = running.catch(() => undefined);
    this.#running.set(name, ended);
    try {
      return await running;
    } finally {
      if (this.#running.get(name) === ended) this.#running.delete(name);
    }
  }

  async #search(
    { principal, pattern, limit, signal }: Search,
    from: SearchPlace,
  ): Promise<{ readonly results: readonly SearchResult[]; readonly nextCursor?: string }> {
    const { store } = this.#parts;
    const results: SearchResult[] = [];
    const reading = { left: this.#limits.characters, pattern, signal };
    let place = from;
    for (let count = 0; ; count += 1) {
      signal.throwIfAborted();
      if (results.length >= limit || count >= this.#limits.sessions || reading.left <= 0)
        return { results, nextCursor: cursorOf(place) };
      const { page } = place;
      const { sessions, next } = await listPage(store, principal, page);
      const [summary] = sessions;
      if (summary !== undefined && roleOf(principal, summary) !== undefined) {
        const scanned = place.sessionId === summary.sessionId ? place.scanned : undefined;
        const found = await this.#find(summary, scanned, reading);
        if (typeof found === 'string') results.push(resultOf(summary, { snippet: found }));
        else if ('snippet' in found) results.push(resultOf(summary, found));
        else if (found.scanned !== undefined) {
          const { sessionId } = summary;
          const rest = { ...(page === undefined ? {} : { page }), sessionId, scanned: found.scanned };
          return { results, nextCursor: cursorOf(rest) };
        }
      }
      if (next === undefined) return { results };
      place = { page: next };
    }
  }

  /** What was found in a session; where reading has stopped, if there was too much to read. */
  async #find(summary: SessionSummary, scanned: ScanPlace | undefined, reading: Reading): Promise<Found> {
    const { pattern, signal } = reading;
    const { title, sessionId } = summary;
    const inTitle = scanned === undefined && title !== null ? pattern.exec(title) : null;
    if (title !== null && inTitle !== null) return snippetOf(title, inTitle);
    try {
      for await (const { update, place } of scanUpdates(this.#parts, sessionId, scanned ?? { event: 0, record: 0 })) {
        signal.throwIfAborted();
        reading.left -= JSON.stringify(update).length;
        const { text, entryId } = textOf(update);
        const match = text === '' ? null : pattern.exec(text);
        if (match !== null) return { snippet: snippetOf(text, match), ...(entryId === undefined ? {} : { entryId }) };
        if (reading.left <= 0 && place !== undefined) return { scanned: place };
      }
    } catch (error) {
      // It was deleted meanwhile, or trimmed beyond the place where a search goes on.
      if (!(error instanceof JournalError && (error.code === 'missing' || error.code === 'trimmed'))) throw error;
    }
    return {};
  }
}

interface Search {
  readonly principal: Principal;
  readonly pattern: RegExp;
  readonly limit: number;
  readonly signal: AbortSignal;
}

interface Reading extends Pick<Search, 'pattern' | 'signal'> {
  /** How many characters may still be read. */
  left: number;
}

type Found = string | { readonly snippet: string; readonly entryId?: string } | { readonly scanned?: ScanPlace };

/** One session, and the cursor of the next. */
async function listPage(
  store: HubStore,
  { name }: Principal,
  cursor: string | undefined,
): Promise<Awaited<ReturnType<HubStore['list']>>> {
  try {
    return await store.list({ principal: name, limit: 1, ...(cursor === undefined ? {} : { cursor }) });
  } catch (error) {
    throw error instanceof JournalError && error.code === 'invalid' ? unknownCursor() : error;
  }
}

const resultOf = (
  { sessionId, title, archived }: SessionSummary,
  found: Pick<SearchResult, 'snippet' | 'entryId'>,
): SearchResult => ({
  sessionId,
  ...(title === null ? {} : { title }),
  ...(archived ? { archived } : {}),
  ...found,
});

/** Any white space stands for any other; upper and lower case are the same. */
function patternOf(query: string): RegExp {
  const words = query.trim().split(/\s+/u);
  if (words[0] === '' || query.length > longestQuery)
    throw new RpcError(errorCodes.invalid_params, `query must have 1 to ${longestQuery} characters.`);
  return new RegExp(
    words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)).join(String.raw`\s+`),
    'iu',
  );
}

/** What is said in an update by the user or the agent, or the title of a tool call. */
function textOf(update: SessionUpdate): { readonly text: string; readonly entryId?: string } {
  const fields = update as { readonly messageId?: unknown; readonly toolCallId?: unknown; readonly title?: unknown };
  if (update.sessionUpdate === 'tool_call_update')
    return { text: typeof fields.title === 'string' ? fields.title : '', ...idOf(fields.toolCallId) };
  if (!messageTags.has(update.sessionUpdate)) return { text: '' };
  const { content } = update as { readonly content?: unknown };
  const blocks = (Array.isArray(content) ? content : [content]) as readonly { readonly text?: unknown }[];
  const texts = blocks.flatMap((block) => (typeof block?.text === 'string' ? block.text : []));
  return { text: texts.join('\n'), ...idOf(fields.messageId) };
}

const messageTags: ReadonlySet<string> = new Set<SessionUpdate['sessionUpdate']>([
  'user_message',
  'user_message_chunk',
  'agent_message',
  'agent_message_chunk',
]);

const idOf = (id: unknown): { readonly entryId?: string } => (typeof id === 'string' ? { entryId: id } : {});

/** The text around a match, on one line. */
function snippetOf(text: string, match: RegExpExecArray): string {
  const end = match.index + match[0].length;
  const start = Math.max(0, match.index - around);
  const shown = text
    .slice(start, end + around)
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replaceAll(/\p{Surrogate}/gu, '');
  return `${start > 0 ? '…' : ''}${shown}${end + around < text.length ? '…' : ''}`;
}

const cursorOf = (place: SearchPlace): string => Buffer.from(JSON.stringify(place)).toString('base64url');

function placeOf(cursor: string | undefined): SearchPlace {
  if (cursor === undefined) return {};
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (typeof place !== 'object' || place === null) throw unknownCursor();
    const { page, sessionId, scanned } = place as Partial<Record<'page' | 'sessionId' | 'scanned', unknown>>;
    const { event, record } = Object(scanned ?? { event: 0, record: 0 }) as Record<string, unknown>;
    if (![page ?? '', sessionId ?? ''].every((text) => typeof text === 'string')) throw unknownCursor();
    if (![event, record].every((each) => Number.isSafeInteger(each) && (each as number) >= 0)) throw unknownCursor();
    return {
      ...(page === undefined ? {} : { page: page as string }),
      ...(sessionId === undefined ? {} : { sessionId: sessionId as string }),
      ...(scanned === undefined ? {} : { scanned: { event: event as number, record: record as number } }),
    };
  } catch {
    throw unknownCursor();
  }
}

const unknownCursor = (): RpcError => new RpcError(errorCodes.invalid_params, 'The cursor is unknown.');
