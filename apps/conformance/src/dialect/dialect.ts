/** What differs on the wire between the versions, as data and small functions: the only place that knows both. */
import { packageVersion } from '@acp-stack/schema/package-version';
import { fieldsOf, isFields, type Fields } from '../conversation/message.ts';
import type { Version } from '../rules/rule.ts';

/** A version of the protocol that does not exist. */
export const noVersion = 65_535;

/** One version of the protocol, as a client speaks it. */
export interface Dialect {
  readonly version: Version;
  /** The params of `initialize` with these capabilities of the client. */
  readonly initialize: (capabilities: Fields) => Fields;
  /** Everything that a client of this version can offer. */
  readonly everything: Fields;
  /** The capabilities in the result of `initialize`. */
  readonly capabilitiesIn: (result: Fields) => Fields;
  /** The name and version of the agent in the result of `initialize`. */
  readonly infoIn: (result: Fields) => unknown;
  /** The capabilities of sessions among those of the agent. */
  readonly sessionCapabilities: (capabilities: Fields) => Fields;
  /** Whether the agent offers an optional method of sessions. */
  readonly offersSession: (capabilities: Fields, name: SessionFeature) => boolean;
  /** The method that logs in, and the one that logs out. */
  readonly login: string;
  readonly logout: string;
  /** The update that reports a tool call for the first time. */
  readonly toolCall: string;
  /** The tool call that a permission request is about; empty if it is about something else. */
  readonly toolCallIn: (question: Fields) => Fields;
  /** Whether an MCP server with this transport can be given to a session. */
  readonly offersMcp: (capabilities: Fields, transport: 'stdio' | 'http' | 'acp') => boolean;
  /** The request that opens a session again and replays it, if that is possible. */
  readonly reopen: (canLoad: boolean) => { readonly method: string; readonly params: Fields };
  /** A server of the client itself, as `session/new` takes it. */
  readonly ownMcpServer: (name: string) => Fields;
  /** A server that the agent starts, as `session/new` takes it. */
  readonly stdioServer: (server: Fields) => Fields;
  /** Whether `reopen` replays what was said in a session. */
  readonly canReplay: (capabilities: Fields) => boolean;
  /** The key of the id of a config option, and of an auth method. */
  readonly configIdKey: string;
  readonly authMethodIdKey: string;
  /** The value of a config option, as `session/set_config_option` takes it. */
  readonly configValue: (type: 'id' | 'boolean', value: unknown) => Fields;
  /** Whether logging out is offered to clients. */
  readonly offersLogout: (result: Fields) => boolean;
}

/** Optional methods of sessions, by the name of their capability. */
export type SessionFeature = 'load' | 'resume' | 'list' | 'close' | 'delete' | 'fork' | 'archive' | 'status' | 'title';

const info = { name: 'acp-conformance', title: 'ACP conformance suite', version: packageVersion };

const one: Dialect = {
  version: 1,
  initialize: (clientCapabilities) => ({ protocolVersion: 1, clientInfo: info, clientCapabilities }),
  everything: {
    fs: { readTextFile: true, writeTextFile: true },
    terminal: true,
    auth: { terminal: true },
    elicitation: { form: {}, url: {} },
    plan: {},
    subagents: {},
    session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
  },
  capabilitiesIn: (result) => fieldsOf(result['agentCapabilities']),
  infoIn: (result) => result['agentInfo'],
  sessionCapabilities: (capabilities) => fieldsOf(capabilities['sessionCapabilities']),
  offersSession: (capabilities, name) =>
    name === 'load'
      ? capabilities['loadSession'] === true
      : isFields(fieldsOf(capabilities['sessionCapabilities'])[name]),
  login: 'authenticate',
  logout: 'logout',
  toolCall: 'tool_call',
  toolCallIn: ({ toolCall }) => fieldsOf(toolCall),
  // Every agent of version 1 takes servers that it starts itself.
  offersMcp: (capabilities, transport) =>
    transport === 'stdio' || fieldsOf(capabilities['mcpCapabilities'])[transport] === true,
  reopen: (canLoad) => ({ method: canLoad ? 'session/load' : 'session/resume', params: {} }),
  ownMcpServer: (name) => ({ type: 'acp', name, id: name }),
  stdioServer: (server) => server,
  canReplay: (capabilities) => capabilities['loadSession'] === true,
  configIdKey: 'id',
  authMethodIdKey: 'id',
  configValue: (type, value) => (type === 'id' ? { value } : { type, value }),
  offersLogout: (result) => isFields(fieldsOf(fieldsOf(result['agentCapabilities'])['auth'])['logout']),
};

/** Methods that every agent of version 2 with sessions has. */
const always: ReadonlySet<SessionFeature> = new Set(['resume', 'list', 'close']);

const two: Dialect = {
  version: 2,
  initialize: (capabilities) => ({ protocolVersion: 2, info, capabilities }),
  everything: { auth: { terminal: {} }, elicitation: { form: {}, url: {} } },
  capabilitiesIn: (result) => fieldsOf(result['capabilities']),
  infoIn: (result) => result['info'],
  sessionCapabilities: (capabilities) => fieldsOf(capabilities['session']),
  offersSession: (capabilities, name) =>
    isFields(capabilities['session']) && (always.has(name) || isFields(fieldsOf(capabilities['session'])[name])),
  login: 'auth/login',
  logout: 'auth/logout',
  toolCall: 'tool_call_update',
  toolCallIn: ({ subject }) =>
    fieldsOf(subject)['type'] === 'tool_call' ? fieldsOf(fieldsOf(subject)['toolCall']) : {},
  offersMcp: (capabilities, transport) => isFields(fieldsOf(fieldsOf(capabilities['session'])['mcp'])[transport]),
  reopen: () => ({ method: 'session/resume', params: { replayFrom: { type: 'start' } } }),
  ownMcpServer: (name) => ({ type: 'acp', name, serverId: name }),
  stdioServer: (server) => ({ type: 'stdio', ...server }),
  canReplay: (capabilities) => isFields(capabilities['session']),
  configIdKey: 'configId',
  authMethodIdKey: 'methodId',
  configValue: (type, value) => ({ type, value }),
  offersLogout: (result) => Array.isArray(result['authMethods']) && result['authMethods'].length > 0,
};

/** The dialect of each version. */
export const dialects: Readonly<Record<Version, Dialect>> = { 1: one, 2: two };
