/**
 * What may become of a field that the other side does not get under its own name.
 *
 * Everything in a message must be found again, or be listed here: under another name, inside a text, as something that
 * the other version implies, or as a loss that was reported under the named row.
 */
import type { RowId } from '@acp-stack/bridge';

export type Difference =
  /**
   * Its value is found under another name, or is part of the value there; `*` is any name, and `#` means that it is a
   * name itself.
   */
  | { readonly path: RegExp; readonly as: readonly string[]; readonly why: string }
  /** It says nothing that the other version does not take for granted. */
  | { readonly path: RegExp; readonly value?: (value: unknown) => boolean; readonly why: string }
  /** It is lost, and a report under one of these rows says so. */
  | {
      readonly path: RegExp;
      readonly rows: readonly RowId[];
      /** Only where the message as a whole was left out. */
      readonly when?: 'nothing told';
      readonly why: string;
    };

const is =
  (...values: unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);

/** The update of this tag was left out as a whole. */
const dropped = (tags: string, ...rows: RowId[]): Difference => ({
  path: new RegExp(`^session/update:(${tags})/`, 'u'),
  rows,
  when: 'nothing told',
  why: 'The update was left out.',
});

/** What is the same both ways. */
const both: readonly Difference[] = [
  {
    path: /./u,
    value: is(null),
    why: 'Null says no more than nothing; where it takes something back, that is in the tests of its row.',
  },
  { path: /_meta$/u, value: is('{}'), why: 'Nothing is in it.' },
  { path: /\/sessionUpdate$/u, why: 'The tag goes with what the update has become.' },
  { path: /^session\/update:[^/]*\/sessionId$/u, why: 'It says only what the rest is about.' },
  { path: /^[a-z_/]+(:result)?$/u, value: is('{}'), why: 'An empty question, or answer.' },
  {
    path: /^session\/update:[^/]*\/(?!update\/)/u,
    rows: ['custom methods'],
    why: 'Fields beside an update that version 1 does not have.',
  },
  { path: /protocolVersion$/u, why: 'Each side hears of its own version.' },
];

/** Content blocks, wherever they stand. */
const blocks: readonly Difference[] = [
  { path: /annotations\/audience\/\d+$/u, rows: ['unknown enum values'], why: 'Version 1 has two roles.' },
  { path: /icons\/\d+\//u, rows: ['content blocks'], why: 'Version 1 has no icons.' },
];

/** From version 2 to version 1. */
export const toV1: readonly Difference[] = [
  ...both,
  ...blocks,
  dropped('plan_update|plan_removed', 'plan'),
  dropped('(user|agent)_(message|thought)', 'whole messages', 'content blocks'),
  dropped('(user|agent)_(message|thought)_chunk', 'content blocks'),
  dropped('compaction_update|compaction_summary_chunk', 'notice and compaction', 'content blocks'),
  dropped('subagent_update|session_message|session_message_chunk', 'subagents and session messages', 'content blocks'),
  dropped('tool_call_content_chunk', 'tool calls', 'content blocks', 'diff content'),
  dropped('.*', 'unknown updates'),
  { path: /^session\/update:(user|agent)_(message|thought)\/update\/messageId$/u, why: 'A message without content.' },
  { path: /(content|summary)\/\d+\//u, rows: ['content blocks'], why: 'Blocks of unknown types.' },
  {
    path: /^session\/update:notice\/update\/severity$/u,
    value: is('info'),
    why: 'A plain message is no more than that.',
  },
  {
    path: /^session\/update:notice\/update\/(severity|title|description)$/u,
    as: ['text'],
    why: 'Row notice and compaction.',
  },
  { path: /^session\/update:plan_update\/update\/plan\/(planId|type)$/u, why: 'Version 1 has one plan, of one type.' },
  { path: /^session\/update:plan_update\/update\/plan\//u, rows: ['plan'], why: 'Row plan.' },
  { path: /^session\/update:plan_removed\/update\/planId$/u, why: 'There is no such plan.' },
  // ---- states and prompts
  {
    path: /^session\/update:state_update\/update\/stopReason$/u,
    value: is('error'),
    why: 'The prompt is answered with an error.',
  },
  { path: /^session\/prompt:result\/messageId$/u, why: 'The client knows what it said.' },
  { path: /^session\/prompt:result\//u, rows: ['session/prompt'], why: 'Version 1 has no answer at once.' },
  { path: /^session\/status:result\/state/u, rows: ['state_update'], why: 'Version 1 has no states.' },
  {
    path: /^session\/update:state_update\/update\/state$/u,
    value: is('idle', 'running', 'requires_action'),
    why: 'An answer says that the work is over, and no answer that it is not.',
  },
  {
    path: /^session\/update:state_update\/update\//u,
    rows: ['state_update', 'session/prompt'],
    why: 'Row state_update.',
  },
  // ---- terminals
  {
    path: /^session\/update:terminal_\w+\/update\/(terminalId|data|output\/data)$/u,
    why: 'It is shown in tool calls; of those that none shows, a report follows.',
  },
  { path: /^session\/update:terminal_\w+\/update\//u, rows: ['display terminals'], why: 'Row display terminals.' },
  // ---- questions
  { path: /^elicitation\/create\/.*\/format$/u, rows: ['unknown enum values'], why: 'Row elicitation.' },
  // ---- initialize
  {
    path: /^initialize:result\/capabilities\/auth$/u,
    value: is('{}'),
    why: 'It says more now: that the agent can log out.',
  },
  { path: /authMethods\/\d+\/env\/\d+\/name$/u, as: ['#'], why: 'A list becomes a map.' },
  { path: /authMethods\/\d+\/env\/\d+\/value$/u, as: ['*'], why: 'A list becomes a map.' },
  { path: /authMethods\/\d+\/methodId$/u, as: ['id'], why: 'Row authMethods.' },
  { path: /authMethods\/\d+\/type$/u, value: is('agent'), why: 'Version 1 takes it for granted.' },
  {
    path: /authMethods\/\d+\//u,
    rows: ['authMethods'],
    why: 'Methods of unknown types, and variables that are set twice.',
  },
  {
    path: /^initialize:result\/capabilities\/session\/inject/u,
    rows: ['initialize result'],
    why: 'Version 1 has no injection.',
  },
  {
    path: /^initialize:result\/capabilities\/session\/(prompt|mcp)\/\w+$/u,
    value: is('{}'),
    why: 'A flag takes the place of the marker.',
  },
  {
    path: /^initialize:result\/capabilities\/session\/(prompt|mcp)\/\w+\//u,
    rows: ['initialize result'],
    why: 'What a marker says beside being there.',
  },
  { path: /^initialize:result\/capabilities\/session$/u, value: is('{}'), why: 'Flags take the place of the marker.' },
  {
    path: /^initialize\/capabilities\/auth\/terminal$/u,
    value: is('{}'),
    why: 'A flag takes the place of the marker.',
  },
  {
    path: /^initialize\/capabilities\/(auth\/terminal|session|plan|subagents)/u,
    rows: ['initialize params'],
    why: 'What a marker says beside being there.',
  },
  { path: /mcpServers\/\d+\/type$/u, value: is('stdio'), why: 'Version 1 takes it for granted.' },
  {
    path: /^session\/list\//u,
    rows: [],
    when: 'nothing told',
    why: 'The bridge answers in place of an agent that cannot.',
  },
  // ---- settings and commands
  { path: /configId$/u, as: ['id'], why: 'Row session responses.' },
  { path: /groupId$/u, as: ['group'], why: 'Row session responses.' },
  { path: /configOptions\/\d+\//u, rows: ['session responses'], why: 'Options of unknown types, and booleans.' },
  {
    path: /availableCommands\/\d+\/(type|input\/type)$/u,
    value: is('command', 'text'),
    why: 'Version 1 has one type of each.',
  },
  { path: /availableCommands\/\d+\//u, rows: ['available_commands_update'], why: 'Unknown types.' },
  // ---- permissions
  {
    path: /^session\/request_permission\/subject\/type$/u,
    value: is('tool_call'),
    why: 'Version 1 asks about nothing else.',
  },
  {
    path: /^session\/request_permission\/(title|description|subject\/)/u,
    rows: ['request_permission'],
    why: 'Row request_permission.',
  },
  {
    path: /^session\/request_permission:result\/outcome\//u,
    rows: ['permission outcome'],
    why: 'Outcomes that are not known.',
  },
  { path: /^session\/resume\/replayFrom\/type$/u, value: is('start'), why: 'It is what loading means.' },
  { path: /^session\/resume\/replayFrom\//u, rows: ['session/load'], why: 'Row session/load.' },
  { path: /^session\/set_config_option\/type$/u, value: is('id'), why: 'A value without a type is of this one.' },
  { path: /^session\/request_permission\/options\//u, rows: ['unknown enum values'], why: 'Options of unknown kinds.' },
  // ---- tool calls
  {
    path: /^session\/update:tool_call_content_chunk\/update\/(?!content\/|toolCallId)/u,
    rows: ['tool_call_content_chunk'],
    why: 'What a piece says beside its content.',
  },
  {
    path: /content\/(\d+\/)?(terminalId|type)$/u,
    rows: ['terminal content', 'tool calls', 'diff content', 'content blocks'],
    why: 'Terminals, unknown types, and diffs become text, or nothing.',
  },
  {
    path: /content\/(\d+\/)?patch\/(text|format)$/u,
    why: 'The two texts say what a patch says; in the tests of its row.',
  },
  {
    path: /content\/(\d+\/)?changes\/\d+\/operation$/u,
    value: is('add', 'delete', 'modify'),
    why: 'So do they say what happened.',
  },
  { path: /content\/(\d+\/)?changes\/\d+\/fileType$/u, value: is('text'), why: 'Version 1 has nothing but texts.' },
  {
    path: /content\/(\d+\/)?(changes|patch|_meta|_vendor|an other|x-unknown)/u,
    rows: ['diff content'],
    why: 'Row diff content.',
  },
  {
    path: /content\/(\d+\/)?[^/]+/u,
    rows: ['terminal content', 'tool calls', 'content blocks'],
    why: 'What an item says that was left out or became text.',
  },
  {
    path: /(tool_call_update\/update|toolCall)\/(kind|status)$/u,
    rows: ['unknown enum values', 'tool calls'],
    why: 'Rows tool calls and unknown enum values.',
  },
  {
    path: /(toolCall|(tool_call|terminal)_update\/update)\/capabilities$/u,
    value: is('{}'),
    why: 'A tool call or a terminal without capabilities.',
  },
  {
    path: /toolCall\/capabilities|tool_call_update\/update\/capabilities/u,
    rows: ['tool calls'],
    why: 'Version 1 cancels no tool calls.',
  },
  {
    path: /^initialize:result\/capabilities\/session\/mcp$/u,
    as: ['mcpCapabilities'],
    why: 'Row initialize result.',
  },
  // ---- next edits
  { path: /suggestions\/\d+\/suggestionId$/u, as: ['id'], why: 'Row drafts.' },
  { path: /suggestions\/\d+\//u, rows: ['drafts'], why: 'Suggestions of unknown kinds.' },
];

/** From version 1 to version 2. */
export const toV2: readonly Difference[] = [
  ...both,
  dropped('[^_].*', 'unknown updates', 'current_mode_update'),
  // ---- initialize
  {
    path: /^initialize\/clientCapabilities\/elicitation$/u,
    value: is('{}'),
    why: 'It says more now: that the client shows forms (X-18).',
  },
  {
    path: /agentCapabilities\/(loadSession|sessionCapabilities\/(list|resume|close))$/u,
    value: is(true, '{}'),
    why: 'Version 2 takes it for granted.',
  },
  {
    path: /agentCapabilities\/(loadSession|\w+Capabilities\/\w+)$/u,
    value: is(false),
    why: 'What the agent cannot do goes without saying, or is reported.',
  },
  {
    path: /agentCapabilities\/(mcp|prompt)Capabilities\/(acp|http|image|audio|embeddedContext)$/u,
    value: is(true),
    why: 'A marker takes the place of the flag.',
  },
  { path: /agentCapabilities\/(mcp|prompt|session)Capabilities$/u, value: is('{}'), why: 'Nothing is in it.' },
  { path: /agentCapabilities\/auth\/logout$/u, value: is('{}'), why: 'Version 2 takes it for granted.' },
  {
    path: /agentCapabilities\/(mcpCapabilities\/sse|sessionCapabilities\/|auth\/logout\/)/u,
    rows: ['initialize result'],
    why: 'Row initialize result.',
  },
  { path: /authMethods\/\d+\/id$/u, as: ['methodId'], why: 'Row authMethods.' },
  { path: /authMethods\/\d+\/env$/u, value: is('{}'), why: 'Nothing is in it.' },
  { path: /authMethods\/\d+\/env\//u, as: ['value'], why: 'A map becomes a list.' },
  { path: /authMethods\/\d+\//u, rows: ['authMethods'], why: 'The draft type env_var.' },
  { path: /authMethods\/\d+\/type$/u, why: 'An unknown type counts as the type of agents.' },
  // ---- settings
  { path: /configOptions\/\d+\/id$/u, as: ['configId'], why: 'Row session responses.' },
  { path: /options\/\d+\/group$/u, as: ['groupId'], why: 'Row session responses.' },
  { path: /modes\/currentModeId$/u, as: ['currentValue'], why: 'Row session responses.' },
  { path: /current_mode_update\/update\/currentModeId$/u, as: ['currentValue'], why: 'Row current_mode_update.' },
  { path: /modes\/availableModes\/\d+\/id$/u, as: ['value'], why: 'Row session responses.' },
  { path: /modes\/(currentModeId|availableModes\/)/u, why: 'The agent has an option that says the same (MODE-02).' },
  { path: /(configOptions\/\d|modes)\//u, rows: ['session responses'], why: 'Selects and groups without values.' },
  // ---- tool calls and questions
  { path: /content\/\d+\/(oldText|newText)$/u, as: ['text'], why: 'Row diff content.' },
  {
    path: /content\/\d+\/(oldText|newText)$/u,
    rows: ['diff content'],
    why: 'The text of a file that is deleted, or has not changed.',
  },
  { path: /content\/\d+\/newText$/u, value: is(''), why: 'There is no text.' },
  { path: /content\/\d+\/deleted$/u, why: 'The operation says it.' },
  {
    path: /^session\/request_permission\//u,
    rows: ['request_permission'],
    when: 'nothing told',
    why: 'Questions without options.',
  },
  { path: /suggestions\/\d+\/id$/u, as: ['suggestionId'], why: 'Row drafts.' },
  { path: /mcpServers\/\d+\/type$/u, rows: ['session/new'], why: 'A server of an unknown type is a command.' },
  { path: /^session\/set_config_option\/type$/u, rows: ['set_config_option'], why: 'An unknown type.' },
  // ---- initialize
  {
    path: /^initialize\/clientCapabilities\/(fs\/\w+|terminal|auth\/terminal)$/u,
    value: is(false),
    why: 'What a client cannot do goes without saying.',
  },
  {
    path: /^initialize\/clientCapabilities\/(fs|terminal|session|plan|subagents)/u,
    rows: ['initialize params'],
    why: 'Row initialize params.',
  },
  {
    path: /^initialize\/clientCapabilities\/(session(\/\w+)*|plan|subagents|fs)$/u,
    value: is('{}'),
    why: 'Version 2 takes for granted that the client understands it.',
  },
  {
    path: /^initialize\/clientCapabilities\/auth\/terminal$/u,
    value: is(true),
    why: 'A marker takes the place of the flag.',
  },
];
