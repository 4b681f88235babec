/** The sessions of a principal, as clients see them in lists. */
import { JournalError } from '@acp-stack/journal';
import { RpcError } from '@acp-stack/rpc';
import {
  errorCodes,
  type ListSessionsRequest,
  type ListSessionsResponse,
  type SessionInfo,
} from '@acp-stack/schema/v2/unstable';

import type { Principal } from '../access/principal.ts';
import { roleOf } from '../access/roles.ts';
import type { SessionFilter } from '../store/hub-store.ts';
import type { SessionSummary } from '../store/records.ts';
import { hubKey } from './hub-meta.ts';
import type { HubParts } from './hub-parts.ts';
import { withReadTimeout } from './read-timeout.ts';

const pageSize = 50;

/** Which sessions each filter of the protocol includes; undefined means all. */
const archiveFilters: ReadonlyMap<string, boolean | undefined> = new Map([
  ['exclude', false],
  ['only', true],
  ['include', undefined],
]);

/** Lists the sessions that a principal is a member of; `isHubAware` adds what only a hub knows. */
export async function listSessions(
  { store, folders, clock }: Pick<HubParts, 'store' | 'folders' | 'clock'>,
  { cwd, cursor, archived }: ListSessionsRequest,
  { principal, isHubAware }: { readonly principal: Principal; readonly isHubAware: boolean },
): Promise<ListSessionsResponse> {
  const filter = archived ?? 'exclude';
  if (!archiveFilters.has(filter)) throw invalid('archived must be exclude, include or only.', { archived });
  const isArchived = archiveFilters.get(filter);
  const folder = typeof cwd === 'string' ? ((await folders.folder(cwd)) ?? cwd) : undefined;
  const query: SessionFilter = {
    principal: principal.name,
    limit: pageSize,
    ...(isArchived === undefined ? {} : { archived: isArchived }),
    ...(folder === undefined ? {} : { cwd: folder }),
    ...(typeof cursor === 'string' ? { cursor } : {}),
  };
  const { sessions, next } = await withReadTimeout(store.list(query), clock).catch((error: unknown) => {
    throw error instanceof JournalError && error.code === 'invalid'
      ? invalid('The cursor is unknown.', { cursor })
      : error;
  });
  const shown = sessions.flatMap((summary) => {
    const role = roleOf(principal, summary);
    return role === undefined ? [] : { ...infoOf(summary), ...(isHubAware ? { _meta: hubMeta(summary, role) } : {}) };
  });
  return { sessions: shown, ...(next === undefined ? {} : { nextCursor: next }) };
}

function infoOf({ sessionId, cwd, additionalDirectories, title, updatedAt, archived }: SessionSummary): SessionInfo {
  return {
    sessionId,
    cwd,
    ...(additionalDirectories.length === 0 ? {} : { additionalDirectories }),
    ...(title === null ? {} : { title }),
    updatedAt: new Date(updatedAt).toISOString(),
    archived,
  };
}

const hubMeta = ({ owner, agent, node, isBusy }: SessionSummary, role: string): Readonly<Record<string, unknown>> => ({
  [hubKey]: { role, owner, agent, isLive: node !== null, isBusy },
});

const invalid = (message: string, data: object): RpcError => new RpcError(errorCodes.invalid_params, message, { data });
