/**
 * `load-from-resume`: gives `session/load` and `session/list` to agents that can only resume.
 *
 * The updates of sessions that begin here are recorded in a journal. When a client asks for the history of one of them,
 * the agent resumes the session silently, the recorded updates are sent again, and what the agent says meanwhile waits.
 * Sessions that the journal does not have are left to the agent.
 */
import type { Journal } from '@acp-stack/journal';
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { proxy, type AcpProxy, type ProxyComponent, type SessionUpdate } from '@acp-stack/sdk';
import type { ListSessionsResponse } from '@acp-stack/schema/v2/unstable';

import { infoOf, perConnection } from './per-connection.ts';
import { SessionJournal } from './session-journal.ts';
import { callable, readSettings, withMethods, type Settings } from './settings.ts';

/** Where sessions are recorded. */
export interface LoadFromResumeOptions {
  /** Keeps the updates: `await sqliteJournal(path)`, or `memoryJournal()`, of `@acp-stack/journal`. */
  readonly journal: Journal;
  /** Called once, with a sentence, if a session could not be recorded. */
  readonly warn?: (problem: string) => void;
}

const settings: Settings<LoadFromResumeOptions> = {
  journal: withMethods('a journal, such as memoryJournal()', 'create', 'append', 'read', 'get', 'list'),
  warn: callable(),
};

/**
 * Gives loading and listing of sessions to agents that can only resume them; throws a `TypeError` if an option is
 * wrong.
 */
export function loadFromResume(options: LoadFromResumeOptions): ProxyComponent {
  const { journal, warn = () => undefined } = readSettings('load-from-resume', options, {
    settings,
    required: ['journal'],
  });
  return perConnection('load-from-resume', () => makeProxy(new SessionJournal(journal, warn)), { mayBypass: true });
}

function makeProxy(recorded: SessionJournal): AcpProxy {
  /** The sessions whose history is being sent, with the updates of the agent that wait for the end of it. */
  const replaying = new Map<string, SessionUpdate[]>();
  return proxy(infoOf('load-from-resume'), { adds: ['session/load', 'session/list'] })
    .onClientRequest('initialize', async (_, next) => {
      const result = await next();
      recorded.agent = result.info.name;
      return result;
    })
    .onClientRequest('session/new', async (params, next) => {
      const result = await next();
      recorded.begin(result.sessionId, directoriesOf(params));
      return result;
    })
    .onClientRequest('session/fork', async (params, next) => {
      const result = await next();
      await recorded.fork(params.sessionId, result.sessionId, directoriesOf(params));
      return result;
    })
    .onClientRequest('session/resume', async (params, next, { client }) => {
      const { replayFrom, ...silent } = params;
      const { sessionId } = params;
      const isRecorded = await recorded.reopen(sessionId);
      if (!isRecorded || replayFrom?.type !== 'start') return next();
      const show = (update: SessionUpdate): Promise<void> => client.notify('session/update', { sessionId, update });
      const held: SessionUpdate[] = [];
      replaying.set(sessionId, held);
      try {
        const result = await next(silent);
        for await (const update of recorded.replay(sessionId)) await show(update);
        await show({ sessionUpdate: 'state_update', state: 'idle' });
        return result;
      } finally {
        for (let update = held.shift(); update !== undefined; update = held.shift()) {
          await recorded.record(sessionId, update);
          await show(update);
        }
        replaying.delete(sessionId);
      }
    })
    .onClientRequest('session/list', async ({ cwd, cursor, ...params }, next) => {
      // First the recorded sessions, then those that only the agent has; the cursor says where the list is.
      const place = cursor ?? ours;
      if (place.startsWith(ours)) {
        const page = await recorded.list(cwd ?? undefined, place.slice(ours.length) || undefined);
        const nextCursor = page.next === undefined ? theirs : `${ours}${page.next}`;
        return { sessions: page.sessions, nextCursor };
      }
      const from = place.slice(theirs.length);
      const more = { ...params, ...(cwd === undefined ? {} : { cwd }), ...(from === '' ? {} : { cursor: from }) };
      const page = await next(more).catch(noList);
      const isOther = await Promise.all(page.sessions.map(async ({ sessionId }) => !(await recorded.has(sessionId))));
      const sessions = page.sessions.filter((_, index) => isOther[index]);
      const after = page.nextCursor;
      return { sessions, ...(after === undefined || after === null ? {} : { nextCursor: `${theirs}${after}` }) };
    })
    .onClientRequest('session/close', async ({ sessionId }, next) => {
      const result = await next();
      await recorded.close(sessionId);
      return result;
    })
    .onClientRequest('session/delete', async ({ sessionId }, next) => {
      const result = await next();
      await recorded.delete(sessionId);
      return result;
    })
    .onAgentNotification('session/update', async ({ sessionId, update }, next) => {
      const held = replaying.get(sessionId);
      // It cannot just wait: the response that ends the waiting comes after it.
      if (held !== undefined) {
        held.push(update);
        return;
      }
      await recorded.record(sessionId, update);
      await next();
    });
}

const ours = 'journal:';
const theirs = 'agent:';

/** An agent that cannot list has no other sessions to list. */
function noList(error: unknown): ListSessionsResponse {
  if (error instanceof RpcError && error.code === rpcCodes.methodNotFound) return { sessions: [] };
  throw error;
}

const directoriesOf = ({
  cwd,
  additionalDirectories = [],
}: {
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[] | null;
}): { readonly cwd: string; readonly additionalDirectories: readonly string[] } => ({
  cwd,
  additionalDirectories: additionalDirectories ?? [],
});
