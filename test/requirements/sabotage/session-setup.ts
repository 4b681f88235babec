/** Sabotages of the rules about opening sessions, and about their directories. */
import { assumeSessionCapabilities, changeInitializeResponse } from './change-initialize.ts';
import {
  changeSentRequests,
  either,
  changeReceivedRequests,
  refuseRequests,
  changeResults,
} from './change-requests.ts';
import { incoming, outgoing, type Break, type Sabotages } from './sabotage.ts';
import { changeSentUpdates } from './change-updates.ts';
import {
  fieldsOf,
  isErrorResponse,
  isRequest,
  isSuccess,
  paramsOf,
  sessionUpdate,
  without,
  type WireFields,
} from './wire-message.ts';

const invalidParams = -32_602;
const notFound = -32_002;

const opening = ['session/new', 'session/resume', 'session/fork'];
const resume = ['session/resume'];

const withoutKey =
  (key: string) =>
  (params: WireFields): WireFields =>
    key in params ? without(params, key) : params;

/** The resume requests that are pending. */
const replayed = (change: (update: WireFields) => WireFields | undefined, ...kinds: readonly string[]): Break =>
  changeSentUpdates(kinds, (update, wire) =>
    wire.open('in').some(({ method }) => method === 'session/resume') ? change(update) : update,
  );

/** Resumes or forks a session with the params of the last new one. */
const remembering = (
  key: string,
  change: (params: WireFields, before: unknown) => WireFields,
  methods: readonly string[] = resume,
): Break =>
  incoming((message, wire) => {
    const before = wire.memory(() => ({ value: undefined as unknown }));
    const params = paramsOf(message);
    if (isRequest(message, 'session/new')) before.value = params[key] ?? before.value;
    if (!isRequest(message, ...methods) || before.value === undefined) return undefined;
    return [{ ...message, params: change(params, before.value) }];
  });

const isSse = (server: unknown): boolean => fieldsOf(server)['type'] === 'sse';
const isPath = (value: unknown): boolean => typeof value === 'string' && value.startsWith('/');

/** The sabotages of the rules about session setup. */
const setupSabotages: Sabotages = {
  'SETUP-01': {
    text: 'gives every new session the same id',
    side: 'agent',
    break: changeResults(['session/new'], (result) => ({ ...result, sessionId: 'the-session' })),
  },
  'SETUP-02': {
    text: 'treats a relative directory as an absolute one',
    side: 'agent',
    break: changeReceivedRequests(opening, (params) =>
      isPath(params['cwd']) ? params : { ...params, cwd: `/${String(params['cwd'])}` },
    ),
  },
  'SETUP-03': {
    text: 'works where it was started',
    side: 'agent',
    break: changeReceivedRequests(opening, (params) =>
      isPath(params['cwd']) ? { ...params, cwd: '/started/here' } : params,
    ),
  },
  'SETUP-04': {
    text: 'treats the whole disk as its own',
    side: 'agent',
    break: changeReceivedRequests(opening, (params) => ({ ...params, additionalDirectories: ['/'] })),
  },
  'SETUP-07': {
    text: 'offers and takes MCP servers on transports that the agent does not have',
    side: 'both',
    break: either(
      assumeSessionCapabilities({ mcp: { stdio: {}, http: {} } }),
      changeReceivedRequests(opening, withoutKey('mcpServers')),
    ),
  },
  'SETUP-08': {
    text: 'connects to the first MCP server only',
    side: 'agent',
    break: changeReceivedRequests(opening, (params) =>
      Array.isArray(params['mcpServers'])
        ? { ...params, mcpServers: params['mcpServers'].slice(0, 1) as unknown[] }
        : params,
    ),
  },
  'SETUP-14': {
    text: 'replays although that was not requested',
    side: 'agent',
    break: changeReceivedRequests(resume, (params) =>
      'replayFrom' in params ? params : { ...params, replayFrom: { type: 'start' } },
    ),
  },
  'SETUP-15': {
    text: 'replays nothing',
    side: 'agent',
    break: changeReceivedRequests(resume, withoutKey('replayFrom')),
  },
  'SETUP-16': {
    text: 'treats any cursor as the start',
    side: 'agent',
    break: changeReceivedRequests(resume, (params) =>
      params['replayFrom'] === undefined ? params : { ...params, replayFrom: { type: 'start' } },
    ),
  },
  'SETUP-17': {
    text: 'replays messages under new ids',
    side: 'agent',
    break: replayed(
      (update) => ({ ...update, messageId: 'another' }),
      'user_message',
      'agent_message',
      'agent_message_chunk',
    ),
  },
  'SETUP-28': {
    text: 'replays what comes after the cursor',
    side: 'agent',
    break: changeSentUpdates(['user_message', 'agent_message'], (update, wire) => {
      const resuming = wire.open('in').find(({ method }) => method === 'session/resume');
      const begun = wire.memory(() => new Set<unknown>());
      if (resuming === undefined || begun.has(resuming.id)) return update;
      begun.add(resuming.id);
      return undefined;
    }),
  },
  'SETUP-18': {
    text: 'does not say what a resumed session is doing',
    side: 'agent',
    break: replayed(() => undefined, 'state_update'),
  },
  'SETUP-19': {
    text: 'treats a new session as idle, whatever it heard before',
    side: 'client',
    break: incoming((message, wire) => {
      if (!isSuccess(message) || wire.request?.method !== 'session/new') return undefined;
      const { sessionId } = fieldsOf(message['result']);
      return [message, sessionUpdate(String(sessionId), { sessionUpdate: 'state_update', state: 'idle' })];
    }),
  },
  'SETUP-20': {
    text: 'resumes a session in its own directory, whichever it was asked for',
    side: 'agent',
    break: remembering('cwd', (params, cwd) => ({ ...params, cwd })),
  },
  'SETUP-21': {
    text: 'connects to the MCP servers of earlier requests again',
    side: 'agent',
    break: remembering('mcpServers', (params, mcpServers) => ({ ...params, mcpServers })),
  },
  'SETUP-22': {
    text: 'does not say which session it does not know',
    side: 'agent',
    break: outgoing((message) =>
      isErrorResponse(message, notFound)
        ? [{ ...message, error: without(fieldsOf(message['error']), 'data') }]
        : undefined,
    ),
  },
  'SETUP-23': {
    text: 'whether options and commands come with the response that opens a session',
    side: 'agent',
    unprovable: 'It is optional, so nothing breaks it.',
  },
  'SETUP-24': {
    text: 'refuses lists that are null',
    side: 'agent',
    break: refuseRequests(
      invalidParams,
      (message) => isRequest(message, ...opening) && paramsOf(message)['mcpServers'] === null,
    ),
  },
  'SETUP-25': {
    text: 'gives instructions to agents that take none, and ignores those that it cannot take',
    side: 'both',
    break: either(
      assumeSessionCapabilities({ systemPrompt: { mode: { override: {} } } }),
      changeReceivedRequests(opening, withoutKey('systemPrompt')),
    ),
  },
  'SETUP-27': {
    text: 'offers MCP servers of type sse in version 2, and opens sessions that ask for one',
    side: 'agent',
    break: either(
      outgoing(
        changeInitializeResponse((result) => {
          const { session, ...others } = fieldsOf(result['capabilities']);
          const mcp = { ...fieldsOf(fieldsOf(session)['mcp']), sse: {} };
          return { ...result, capabilities: { ...others, session: { ...fieldsOf(session), mcp } } };
        }),
      ),
      changeReceivedRequests(opening, (params) => {
        const { mcpServers: servers } = params;
        if (!Array.isArray(servers) || !servers.some(isSse)) return params;
        return { ...params, mcpServers: servers.filter((server) => !isSse(server)) };
      }),
    ),
  },
};

/** The sabotages of the rules about additional directories. */
const directorySabotages: Sabotages = {
  'DIRS-01': {
    text: 'gives more directories to agents that take only one',
    side: 'client',
    break: assumeSessionCapabilities({ additionalDirectories: {} }),
  },
  'DIRS-02': {
    text: 'leaves malformed directories out instead of refusing them',
    side: 'agent',
    break: changeReceivedRequests(opening, (params) => {
      const { additionalDirectories: roots } = params;
      if (roots === undefined) return params;
      return { ...params, additionalDirectories: Array.isArray(roots) ? roots.filter(isPath) : [] };
    }),
  },
  'DIRS-03': {
    text: 'adds directories that were not requested',
    side: 'agent',
    break: changeReceivedRequests(opening, (params) =>
      [params['additionalDirectories'] ?? []].flat().length > 0
        ? params
        : { ...params, additionalDirectories: ['/assumed'] },
    ),
  },
  'DIRS-04': {
    text: 'takes the directories of earlier requests up again',
    side: 'agent',
    break: remembering('additionalDirectories', (params, additionalDirectories) => ({
      ...params,
      additionalDirectories,
    })),
  },
  'DIRS-05': {
    text: 'keeps to the directories that it was given first',
    side: 'agent',
    break: remembering('additionalDirectories', (params, additionalDirectories) =>
      'additionalDirectories' in params ? { ...params, additionalDirectories } : params,
    ),
  },
  'DIRS-06': {
    text: 'looks for relative paths in the last of its directories',
    side: 'agent',
    break: changeReceivedRequests(opening, (params) => {
      const { additionalDirectories: roots, cwd } = params;
      if (!Array.isArray(roots)) return params;
      return {
        ...params,
        cwd: roots.at(-1) as unknown,
        additionalDirectories: [...(roots.slice(0, -1) as unknown[]), cwd],
      };
    }),
  },
  'DIRS-07': {
    text: 'leaves directories out that it does not support',
    side: 'agent',
    break: changeReceivedRequests(opening, withoutKey('additionalDirectories')),
  },
  'DIRS-08': {
    text: 'names directories twice',
    side: 'client',
    break: changeSentRequests(opening, (params) => {
      const { additionalDirectories: roots, cwd } = params;
      return Array.isArray(roots)
        ? { ...params, additionalDirectories: [cwd, ...(roots as unknown[]), roots[0]] }
        : params;
    }),
  },
  'DIRS-09': {
    text: 'lists only the first of the directories of a session',
    side: 'agent',
    break: changeResults(['session/list'], (result) => ({
      ...result,
      sessions: [result['sessions']].flat().map((session) => {
        const { additionalDirectories: roots, ...rest } = fieldsOf(session);
        return Array.isArray(roots) ? { ...rest, additionalDirectories: roots.slice(0, 1) as unknown[] } : rest;
      }),
    })),
  },
  'DIRS-11': {
    text: 'puts the last of its directories first',
    side: 'agent',
    break: changeReceivedRequests(opening, (params) =>
      Array.isArray(params['additionalDirectories'])
        ? { ...params, additionalDirectories: (params['additionalDirectories'] as unknown[]).toReversed() }
        : params,
    ),
  },
  'DIRS-12': {
    text: 'gives a copy the directories of its source',
    side: 'agent',
    break: remembering(
      'additionalDirectories',
      (params, additionalDirectories) => ({ additionalDirectories, ...params }),
      ['session/fork'],
    ),
  },
  'DIRS-13': {
    text: 'looks for instructions in the working directory alone',
    side: 'agent',
    break: changeReceivedRequests(opening, withoutKey('additionalDirectories')),
  },
};

/** The sabotages of the rules about session setup and additional directories. */
export const sessionSetupSabotages: Sabotages = { ...setupSabotages, ...directorySabotages };
