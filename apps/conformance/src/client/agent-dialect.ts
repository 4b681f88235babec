/** What an agent says in each version, as the suite plays it: the only place of the client suite that knows both. */
import { packageVersion } from '@acp-stack/schema/package-version';
import { methods as methodsOfVersion1 } from '@acp-stack/schema/v1/unstable';
import { methods as methodsOfVersion2 } from '@acp-stack/schema/v2/unstable';
import type { MethodSpec } from '@acp-stack/schema';

import { fieldsOf, isFields, type Fields } from '../conversation/message.ts';
import type { Version } from '../rules/rule.ts';

/** The method tables of a version, without the types of each method. */
type Methods = Readonly<Record<string, MethodSpec | undefined>>;

/** One version of the protocol, as an agent speaks it. */
export interface AgentDialect {
  readonly version: Version;
  readonly methods: Methods;
  /** The result of `initialize`. */
  readonly initialized: (capabilities: Fields, more: Fields) => Fields;
  /** An agent that offers nothing but sessions, one whose markers are null, and one that offers everything. */
  readonly nothing: Fields;
  readonly nulls: Fields;
  readonly everything: Fields;
  /** The capabilities, and the name, in the params of `initialize`. */
  readonly capabilitiesIn: (params: Fields) => Fields;
  readonly infoIn: (params: Fields) => unknown;
  /** Whether a marker of the client says that it has something. */
  readonly isOffered: (marker: unknown) => boolean;
  readonly login: string;
  /** The login methods of an agent: one that the agent does itself, and one of a type that no client knows. */
  readonly authMethods: readonly Fields[];
  /** A login that runs in a terminal, for clients that offer one. */
  readonly terminalLogin: Fields;
  /** What a session with modes says besides, in the version that has them. */
  readonly openedWith: (modes: Fields) => Fields;
  /** The cursor that is an empty string, in the version that allows it. */
  readonly emptyCursor: readonly string[];
  /** A request for permission; `subject` is about a tool call unless something else is said. */
  readonly permission: (more?: Fields) => Fields;
  /** Config options, one of them of a type and category that no client knows. */
  readonly configOptions: readonly Fields[];
  /** An update of a kind, and others with values, that a later version may define. */
  readonly unknownUpdates: readonly Fields[];
  /** A message of the agent. */
  readonly message: (text: string) => Fields;
}

const info = { name: 'acp-conformance', title: 'ACP conformance suite', version: packageVersion };

const options = [
  { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];
const toolCall = { toolCallId: 'tool-1', title: 'Look at the notes', kind: 'read', status: 'pending' };

const select = (key: string, more: Fields = {}): Fields => ({
  [key]: 'level',
  name: 'Level',
  type: 'select',
  currentValue: 'low',
  options: [
    { value: 'low', name: 'Low' },
    { value: 'high', name: 'High' },
  ],
  ...more,
});

const nullMarkers = (names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, null]));
const markers = (names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, {}]));

const sessionFeatures = ['delete', 'fork', 'archive', 'status', 'title', 'additionalDirectories', 'runtimeContext'];
const nes = { events: { document: { didOpen: {} } } };

const one: AgentDialect = {
  version: 1,
  methods: methodsOfVersion1,
  initialized: (agentCapabilities, more) => ({ protocolVersion: 1, agentInfo: info, agentCapabilities, ...more }),
  nothing: {},
  nulls: {
    sessionCapabilities: nullMarkers(['list', 'resume', 'close', ...sessionFeatures, 'systemPrompt']),
    auth: nullMarkers(['logout', 'status']),
    providers: null,
    nes: null,
  },
  everything: {
    loadSession: true,
    promptCapabilities: { image: true, audio: true, embeddedContext: true },
    mcpCapabilities: { http: true, sse: true, acp: true },
    sessionCapabilities: { ...markers(['list', 'resume', 'close', ...sessionFeatures]), systemPrompt: {} },
    auth: { logout: {}, status: {} },
    providers: {},
    nes,
  },
  capabilitiesIn: (params) => fieldsOf(params['clientCapabilities'] ?? params['capabilities']),
  infoIn: (params) => params['clientInfo'] ?? params['info'],
  isOffered: (marker) => marker === true || isFields(marker),
  login: 'authenticate',
  authMethods: [{ id: 'conformance', name: 'Conformance' }],
  terminalLogin: { type: 'terminal', id: 'terminal', name: 'Terminal', args: ['--login'] },
  openedWith: (modes) => ({ modes }),
  emptyCursor: [],
  permission: (more = {}) => ({ toolCall, options, ...more }),
  configOptions: [
    select('id', { category: '_conformance' }),
    { id: 'colour', name: 'Colour', type: 'colour', category: 'colours', currentValue: '#fff' },
  ],
  unknownUpdates: [],
  message: (text) => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }),
};

const two: AgentDialect = {
  version: 2,
  methods: methodsOfVersion2,
  initialized: (capabilities, more) => ({ protocolVersion: 2, info, capabilities, ...more }),
  nothing: { session: {} },
  nulls: {
    session: nullMarkers([...sessionFeatures, 'systemPrompt', 'prompt', 'mcp', 'inject']),
    auth: nullMarkers(['status']),
    providers: null,
    nes: null,
  },
  everything: {
    session: {
      ...markers(sessionFeatures),
      systemPrompt: { mode: { override: {} } },
      prompt: markers(['image', 'audio', 'embeddedContext']),
      mcp: markers(['stdio', 'http', 'acp']),
      inject: { modes: ['queue'], pending: { replace: {} } },
    },
    auth: { status: {} },
    providers: {},
    nes,
  },
  capabilitiesIn: (params) => fieldsOf(params['capabilities']),
  infoIn: (params) => params['info'],
  isOffered: isFields,
  login: 'auth/login',
  authMethods: [
    { type: 'agent', methodId: 'conformance', name: 'Conformance' },
    { type: '_conformance', methodId: 'unknown', name: 'Something new' },
  ],
  terminalLogin: { type: 'terminal', methodId: 'terminal', name: 'Terminal', args: ['--login'] },
  openedWith: () => ({}),
  emptyCursor: [''],
  permission: (more = {}) => ({
    title: 'May it look at the notes?',
    subject: { type: 'tool_call', toolCall },
    options,
    ...more,
  }),
  configOptions: [
    select('configId', { category: '_conformance' }),
    { configId: 'colour', name: 'Colour', type: '_colour', category: 'colours', currentValue: '#fff' },
  ],
  unknownUpdates: [
    { sessionUpdate: '_conformance_update', value: 1 },
    { sessionUpdate: 'update_of_a_later_version', value: 1 },
    { sessionUpdate: 'tool_call_update', toolCallId: 'tool-2', title: 'Something new', status: '_waiting' },
    { sessionUpdate: 'tool_call_update', toolCallId: 'tool-3', title: 'Something new', kind: '_dream' },
    { sessionUpdate: 'plan_update', plan: { type: '_drawing', planId: 'plan-1', drawing: 'o' } },
    {
      sessionUpdate: 'available_commands_update',
      availableCommands: [{ type: '_macro', name: 'later', description: 'Something new' }],
    },
    { sessionUpdate: 'agent_message_chunk', messageId: 'message-9', content: { type: '_drawing', drawing: 'o' } },
  ],
  message: (text) => ({
    sessionUpdate: 'agent_message_chunk',
    messageId: 'message-1',
    content: { type: 'text', text },
  }),
};

/** The dialect of each version. */
export const agentDialects: Readonly<Record<Version, AgentDialect>> = { 1: one, 2: two };
