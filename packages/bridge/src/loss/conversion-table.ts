/**
 * The conversion table: what becomes of each part of the protocol in the other version.
 *
 * The tests are named after its rows, and docs/concepts/versions.md is generated from it.
 */
import type { Row, RowId } from './row.ts';

const same = { fidelity: 'exact', text: 'the same' } as const;
const absent = { fidelity: 'none', text: 'no such thing' } as const;

/** Every row: `toV2` is what a version 2 side receives, `toV1` what a version 1 side receives. */
export const conversionTable: Readonly<Record<RowId, Row>> = {
  'initialize params': {
    item: '`initialize`, what the client offers',
    toV2: {
      fidelity: 'lossy',
      text: '`clientInfo` becomes `info`, flags become markers; `session`, `plan` and `subagents` are implied',
      loss: '`fs` and `terminal`: version 2 has neither; with `extras` they stay; what markers contain',
    },
    toV1: {
      fidelity: 'lossy',
      text: '`info` becomes `clientInfo`, markers become flags; what version 2 implies is added: boolean options, notices, compaction, plans, subagents',
      loss: 'what markers contain',
    },
  },
  'initialize result': {
    item: '`initialize`, what the agent offers',
    toV2: {
      fidelity: 'lossy',
      text: 'flags become markers below `session`, `mcp.stdio` is added; `sse` is left out unless `extras` allow it',
      loss: 'that the agent cannot list, resume, load or close: the bridge fills in, and strict mode leaves out `session`; `sse` without `extras`; what markers contain',
    },
    toV1: {
      fidelity: 'lossy',
      text: '`session` becomes `loadSession`, `list`, `resume` and `close`; auth methods imply `auth.logout`',
      loss: '`inject`; what markers contain',
    },
  },
  authMethods: {
    item: 'ways to log in',
    toV2: {
      fidelity: 'lossy',
      text: '`id` becomes `methodId`, a missing type `agent`, an environment a list',
      loss: 'the draft type `env_var`, except for programs that ask for what only version 1 has',
    },
    toV1: {
      fidelity: 'lossy',
      text: '`methodId` becomes `id`, an environment a map',
      loss: 'methods of unknown types, variables that are set twice, and other fields of variables',
    },
  },
  'authenticate and logout': {
    item: '`authenticate`, `logout`',
    toV2: { fidelity: 'exact', text: 'become `auth/login` and `auth/logout`' },
    toV1: {
      fidelity: 'exact',
      text: '`auth/login` and `auth/logout` become these; a logout that the agent does not offer is refused with -32601',
    },
  },
  'session/new': {
    item: '`session/new` and its MCP servers',
    toV2: {
      fidelity: 'fails',
      text: 'servers without a type get `stdio`; servers of type `sse` are refused, unless `extras` allow them; so is `stdio` by agents that start none',
    },
    toV1: {
      fidelity: 'fails',
      text: 'the type `stdio` and missing lists are adapted; unknown types of servers are refused, and `sse` unless `extras` allow it',
      loss: 'updates before the response, beyond a limit: they wait for it',
    },
  },
  'session/load': {
    item: '`session/load`',
    toV2: { fidelity: 'exact', text: 'becomes `session/resume` with a replay from the start' },
    toV1: {
      fidelity: 'fails',
      text: '`session/resume` from the start becomes `session/load`, without replay it stays `session/resume`; other starting points are refused',
      loss: 'other fields of the starting point',
    },
  },
  'session/list': {
    item: '`session/list`',
    toV2: same,
    toV1: {
      fidelity: 'lossy',
      text: 'the same; for an agent without it, the bridge lists the sessions of this connection',
      loss: 'the sessions of other connections, if the agent has no list',
    },
  },
  'session/close': {
    item: '`session/close`',
    toV2: same,
    toV1: {
      fidelity: 'lossy',
      text: 'the same; for an agent without it, the work is cancelled, and the session is forgotten after its last updates',
      loss: 'what the agent keeps of the session, if it cannot close',
    },
  },
  'session responses': {
    item: 'options, modes and commands of a session',
    toV2: {
      fidelity: 'lossy',
      text: '`id` and `group` become `configId` and `groupId`; modes, and the older `models`, become a config option if there is none for them',
      loss: 'selects and groups without values',
    },
    toV1: {
      fidelity: 'lossy',
      text: 'the names the other way round; the options of category `mode` and `model` become modes and `models` too; commands follow as an update',
      loss: 'options of unknown types, and booleans for clients that do not support them',
    },
  },
  'session/prompt': {
    item: '`session/prompt`',
    toV2: {
      fidelity: 'stateful',
      text: 'an agent of version 1 responds at the end: the bridge responds with a `messageId` once work begins, reports the user message and the states, and turns the response into an idle state',
    },
    toV1: {
      fidelity: 'lossy',
      text: 'an agent of version 2 responds at once: the bridge responds when the session is idle; the stop reason `error` becomes an error; an empty prompt is refused',
      loss: 'unknown stop reasons, which become `end_turn`; other fields of an error, of the response, and of the echo of a prompt',
    },
  },
  'session/cancel': {
    item: '`session/cancel`',
    toV2: same,
    toV1: { fidelity: 'stateful', text: 'the same; the prompt ends with `cancelled` when the session is idle' },
  },
  'session/set_mode': {
    item: '`session/set_mode`',
    toV2: {
      fidelity: 'stateful',
      text: 'sets the config option for modes; without such an option it is refused with -32601',
    },
    toV1: { fidelity: 'stateful', text: 'setting the option that stands for modes becomes `session/set_mode`' },
  },
  set_config_option: {
    item: '`session/set_config_option`',
    toV2: {
      fidelity: 'lossy',
      text: 'a value without a type gets `id`; the older `session/set_model` sets the option for models',
      loss: 'a type that version 1 does not have',
    },
    toV1: {
      fidelity: 'fails',
      text: 'the type `id` is left out; values of unknown types are refused; setting the option that stands for the older `models` becomes `session/set_model`',
    },
  },
  current_mode_update: {
    item: '`current_mode_update`',
    toV2: {
      fidelity: 'lossy',
      text: 'becomes a `config_option_update` with all options',
      loss: 'a mode that no option offers',
    },
    toV1: { fidelity: 'stateful', text: 'follows a `config_option_update` with another mode' },
  },
  'message chunks': {
    item: '`user_message_chunk`, `agent_message_chunk`, `agent_thought_chunk`',
    toV2: {
      fidelity: 'stateful',
      text: 'a chunk without `messageId` gets one: a new one if the kind of message changes, and after a new tool call',
    },
    toV1: same,
  },
  'whole messages': {
    item: '`user_message`, `agent_message`, `agent_thought`',
    toV2: absent,
    toV1: {
      fidelity: 'lossy',
      text: 'one chunk for each block that the client does not have',
      loss: 'changes of what the client has already; a message without content, such as one that clears it or changes only `_meta`',
    },
  },
  'tool calls': {
    item: '`tool_call`, `tool_call_update`',
    toV2: {
      fidelity: 'lossy',
      text: 'both become `tool_call_update`; null changes nothing in version 1 and is left out; strict mode leaves out a field that cannot be kept, and the status always arrives',
      loss: 'lines numbered 0',
    },
    toV1: {
      fidelity: 'lossy',
      text: 'the first becomes `tool_call`; cleared lists become empty; strict mode leaves out a field that cannot be kept, and the status always arrives',
      loss: 'cleared titles, names and raw values; `paused` becomes `in_progress`, `cancelled` becomes `failed`; content of unknown types; that a tool call can be cancelled',
    },
  },
  tool_call_content_chunk: {
    item: '`tool_call_content_chunk`',
    toV2: absent,
    toV1: {
      fidelity: 'lossy',
      text: 'is joined with the content before it, and all of it is sent again; if that is too much for now, or beyond a limit, the first item refers to what an earlier update contained, as text and under `_acp-stack.dev/earlier` in its `_meta`',
      loss: 'the beginning of long content, beyond a limit: it is referred to; other fields of a chunk',
    },
  },
  'diff content': {
    item: 'diffs',
    toV2: {
      fidelity: 'lossy',
      text: 'become a change with a git patch, which holds the whole file up to 64 KiB',
      loss: 'the text of a file that has not changed, or of a deleted file',
    },
    toV1: {
      fidelity: 'lossy',
      text: 'become old and new text if the patch holds the whole file or the old text is known',
      loss: 'other patches, moves, copies and binary files: they become plain text; types and modes of files',
    },
  },
  'terminal content': {
    item: 'terminals in tool calls',
    toV2: {
      fidelity: 'lossy',
      text: 'the bridge runs or observes the terminal and shows it as a display terminal',
      loss: 'unknown terminals',
    },
    toV1: {
      fidelity: 'lossy',
      text: 'become text; stay terminals for a client that says `_meta.terminal_output`',
      loss: 'as text: colours, cursor movements and the link to a live terminal; the beginning of long output',
    },
  },
  'display terminals': {
    item: '`terminal_update`, `terminal_output_chunk`, `terminal/cancel`, `tool_call/cancel`',
    toV2: { fidelity: 'stateful', text: 'made from the terminals that the bridge runs or observes' },
    toV1: {
      fidelity: 'lossy',
      text: 'are collected and shown in the tool calls that name them; `_meta` of these for a client that says `_meta.terminal_output`',
      loss: 'terminals that no tool call names; everything except the output, such as commands; directories and exit statuses if terminals become text; cancelling',
    },
  },
  'fs and terminal requests': {
    item: '`fs/*`, `terminal/*`',
    toV2: {
      fidelity: 'fails',
      text: 'refused with -32601; with `extras` they are passed on unchanged, and with a terminal runner the bridge runs the terminals',
    },
    toV1: absent,
  },
  request_permission: {
    item: '`session/request_permission`',
    toV2: {
      fidelity: 'lossy',
      text: 'the tool call becomes the subject, its title the title of the request',
      loss: 'requests without options, which are answered with `cancelled`',
    },
    toV1: {
      fidelity: 'lossy',
      text: 'the subject becomes the tool call',
      loss: 'the title if the tool call has one of its own, and the description; for other subjects a tool call is created',
    },
  },
  'permission outcome': {
    item: 'the answer to a permission request',
    toV2: same,
    toV1: {
      fidelity: 'lossy',
      text: 'the same',
      loss: 'unknown outcomes, which become `cancelled` and never approval',
    },
  },
  plan: {
    item: '`plan`, `plan_update`, `plan_removed`',
    toV2: { fidelity: 'exact', text: '`plan` becomes a `plan_update` of the plan `main`' },
    toV1: {
      fidelity: 'lossy',
      text: '`plan_update` for clients that support it; for others a single plan of entries becomes `plan`',
      loss: 'other plans, the status `cancelled`, unknown priorities, and other fields of a plan',
    },
  },
  state_update: {
    item: '`state_update`',
    toV2: {
      fidelity: 'stateful',
      text: 'made from the beginning and the end of prompts and from waiting permission requests',
    },
    toV1: { fidelity: 'lossy', text: 'ends the prompt', loss: 'background work, and states outside of prompts' },
  },
  usage: {
    item: 'token usage of a prompt',
    toV2: { fidelity: 'exact', text: 'moves to the idle state' },
    toV1: { fidelity: 'exact', text: 'moves to the response' },
  },
  available_commands_update: {
    item: '`available_commands_update`',
    toV2: { fidelity: 'exact', text: 'commands and inputs get their types' },
    toV1: {
      fidelity: 'lossy',
      text: 'the types are left out',
      loss: 'unknown types: such a command becomes a plain one, such an input is left out',
    },
  },
  'notice and compaction': {
    item: '`notice`, `compaction_update`, `compaction_summary_chunk`',
    toV2: same,
    toV1: {
      fidelity: 'lossy',
      text: 'the same for clients that support them; otherwise a notice becomes an agent message',
      loss: 'compactions for clients that do not support them',
    },
  },
  'subagents and session messages': {
    item: '`subagent_update`, `session_message`, `session_message_chunk`',
    toV2: same,
    toV1: {
      fidelity: 'lossy',
      text: 'the same for clients that support subagents',
      loss: 'all of it for the others',
    },
  },
  'content blocks': {
    item: 'content blocks',
    toV2: { fidelity: 'lossy', text: 'the same', loss: 'priorities outside of 0 to 1, which are limited' },
    toV1: {
      fidelity: 'lossy',
      text: 'the same; a prompt with a block of an unknown type is refused',
      loss: 'blocks of unknown types in updates, and icons',
    },
  },
  'resource_link.size': {
    item: 'the size of a resource link',
    toV2: { fidelity: 'lossy', text: 'the same', loss: 'negative sizes' },
    toV1: same,
  },
  'unknown enum values': {
    item: 'values that only a later version knows',
    toV2: absent,
    toV1: { fidelity: 'lossy', text: 'the closest known value, or left out', loss: 'the value itself' },
  },
  'unknown updates': {
    item: 'updates of an unknown kind',
    toV2: {
      fidelity: 'lossy',
      text: 'passed on unchanged',
      loss: 'updates that only version 2 knows, which may have another meaning there',
    },
    toV1: {
      fidelity: 'lossy',
      text: 'dropped: clients of version 1 know a closed list',
      loss: 'all of it',
    },
  },
  'custom methods': {
    item: 'methods that begin with `_`, and `_meta`',
    toV2: { fidelity: 'exact', text: 'passed on unchanged' },
    toV1: {
      fidelity: 'lossy',
      text: 'passed on unchanged',
      loss: '`_meta` beside an update that has no counterpart',
    },
  },
  'request ids': {
    item: 'request ids',
    toV2: {
      fidelity: 'stateful',
      text: 'the same; `null` and ids in use are replaced, and put back in the response',
    },
    toV1: { fidelity: 'stateful', text: 'the same; ids in use are replaced, and put back in the response' },
  },
  elicitation: {
    item: '`elicitation/create`, `elicitation/complete`',
    toV2: {
      fidelity: 'lossy',
      text: 'the defaults of a form are filled in; a choice without values is refused',
      loss: 'the request of an elicitation that also belongs to a session',
    },
    toV1: { fidelity: 'lossy', text: 'the same', loss: 'unknown formats of text fields' },
  },
  errors: {
    item: 'errors',
    toV2: { fidelity: 'exact', text: 'passed on with code, message and data' },
    toV1: { fidelity: 'exact', text: 'passed on with code, message and data' },
  },
  paths: {
    item: 'paths',
    toV2: {
      fidelity: 'lossy',
      text: 'relative ones are relative to the directory of the session; those of `additionalDirectories` are passed on unchanged, for the agent to refuse',
      loss: 'nothing, but a relative path of unknown origin, and a command of an MCP server without a path, are passed on unchanged although version 2 forbids it',
    },
    toV1: same,
  },
  drafts: {
    item: 'next edits, documents, editor state, MCP over ACP, providers and other drafts of both versions',
    toV2: {
      fidelity: 'lossy',
      text: 'passed on unchanged, apart from names that differ; messages of proxies to their successors are converted inside `proxy/successor`',
      loss: '`_meta` of the envelopes of proxies',
    },
    toV1: {
      fidelity: 'fails',
      text: 'passed on unchanged, apart from names that differ; messages of proxies to their successors are converted inside `proxy/successor`; `session/inject` and other methods that version 1 lacks are refused with -32601',
      loss: 'suggestions of unknown kinds, notifications that version 1 lacks, and `_meta` of the envelopes of proxies',
    },
  },
};
