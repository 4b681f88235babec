/**
 * Applies one session update to a transcript.
 *
 * A fold is pure: it returns a new transcript, or the same object if the update changes nothing. Updates must be valid;
 * only terminal output that is not base64 is detected and ignored.
 */
import { decodeBase64 } from '@acp-stack/schema/base64';
import type {
  ContentBlock,
  ContentChunk,
  SessionUpdate,
  SessionUpdateVariants,
  StateUpdate,
  TerminalUpdate,
  ToolCallContentChunk,
  ToolCallUpdate,
  UserMessage,
} from '@acp-stack/schema/v2/unstable';

import { appendBlock, plainText, replaceItems } from './message-content.ts';
import {
  entryId,
  isFinished,
  type CompactionEntry,
  type Entry,
  type EntryTypes,
  type MessageEntry,
  type NamedEntryType,
  type SessionMessageEntry,
  type SubagentEntry,
  type ToolCallEntry,
} from '../state/entry.ts';
import { nextPart, partId, partsOf, withNewEntry, withPart } from '../state/message-parts.ts';
import { List } from '../collections/list.ts';
import { Table } from '../collections/table.ts';
import { patched, type PatchRules } from './upsert-patch.ts';
import { isEqualJson } from './equal-json.ts';
import { TerminalOutput } from '../state/terminal-output.ts';
import { defaultTranscriptLimits, type Terminal, type Transcript, type TranscriptLimits } from '../state/transcript.ts';

type Fold<Update> = (transcript: Transcript, update: Update, limits: TranscriptLimits) => Transcript;
type Folds = { readonly [Tag in keyof SessionUpdateVariants]: Fold<SessionUpdateVariants[Tag]> };

/** Returns the transcript after `update`; the same object if nothing changes. */
export function fold(
  transcript: Transcript,
  update: SessionUpdate,
  limits: TranscriptLimits = defaultTranscriptLimits,
): Transcript {
  const foldKnown = foldsByTag.get(update.sessionUpdate);
  if (foldKnown === undefined) return addNumbered(transcript, (id) => ({ id, type: 'unknown', update }));
  return foldKnown(transcript, update as never, limits);
}

/** The fields of an update without its discriminator. */
function untagged<Update extends { readonly sessionUpdate: string }>(update: Update): Omit<Update, 'sessionUpdate'> {
  const { sessionUpdate: _, ...fields } = update;
  return fields;
}

// -------------------------------------------------------------------------------------------- entries

/** Fields of an entry that no update may set. */
const ownFields = ['sessionUpdate', 'id', 'type'];

const entryOf = <Type extends NamedEntryType>(
  { entries }: Transcript,
  type: Type,
  id: string,
): EntryTypes[Type] | undefined => entries.get(entryId(type, id)) as EntryTypes[Type] | undefined;

function put(transcript: Transcript, entry: Entry): Transcript {
  const entries = transcript.entries.put(entry);
  if (entries === transcript.entries) return transcript;
  if (entries.size === transcript.entries.size) return { ...transcript, entries };
  return { ...transcript, entries, messageParts: withNewEntry(transcript.messageParts, entry) };
}

/** Adds an entry that has no id in the protocol. */
function addNumbered(transcript: Transcript, make: (id: string) => Entry): Transcript {
  const entry = make('');
  const id = `${entry.type}:${transcript.numbered}`;
  return put({ ...transcript, numbered: transcript.numbered + 1 }, { ...entry, id });
}

// -------------------------------------------------------------------------------------------- messages

const messageRules: PatchRules = { except: new Set([...ownFields, 'content']) };

function newMessage(type: MessageEntry['type'], messageId: string, part = 1): MessageEntry {
  const place = part === 1 ? {} : { part };
  return { id: partId(type, messageId, part), type, messageId, content: List.empty(), ...place };
}

/** Puts a message, or a part of it, which is the last one from now on. */
function putMessage(transcript: Transcript, entry: MessageEntry): Transcript {
  const after = put(transcript, entry);
  const messageParts = withPart(after.messageParts, entry, entry.part ?? 1);
  return messageParts === after.messageParts ? after : { ...after, messageParts };
}

/** A message update replaces the whole content, including earlier chunks (LIFE-17). */
const replaceMessage =
  (type: MessageEntry['type']): Fold<UserMessage> =>
  (transcript, update) => {
    const { messageId, content } = update;
    const before = entryOf(transcript, type, messageId) ?? newMessage(type, messageId);
    const named = patched(before, update, messageRules);
    const parts = partsOf(transcript.messageParts, type, messageId);
    if (parts <= 1) return putMessage(transcript, withContent(named, content));
    if (content === undefined) return put(transcript, named);
    return replaceParts(put(transcript, named), { type, messageId, parts }, content ?? []);
  };

/**
 * Replaces the content of a message that fell into parts. If it only repeats or continues the text so far, the parts
 * stay where they are; otherwise the message is whole again, at the position of its first part.
 */
function replaceParts(
  transcript: Transcript,
  {
    type,
    messageId,
    parts,
  }: { readonly type: MessageEntry['type']; readonly messageId: string; readonly parts: number },
  content: readonly ContentBlock[],
): Transcript {
  const ids = Array.from({ length: parts }, (_, index) => partId(type, messageId, index + 1));
  // The first parts of a long transcript may have been left out.
  const entries = ids.flatMap((id) => (transcript.entries.get(id) as MessageEntry | undefined) ?? []);
  const first = entries[0] ?? newMessage(type, messageId);
  const last = entries.at(-1) ?? first;
  const text = plainText(content);
  const texts = entries.slice(0, -1).map((entry) => plainText(entry.content));
  const isWhole = entries.length === parts && !texts.includes(undefined);
  const before = isWhole ? texts.join('') : undefined;
  if (text !== undefined && before !== undefined && text.length > before.length && text.startsWith(before)) {
    return put(
      transcript,
      withContent<MessageEntry, ContentBlock>(last, [{ type: 'text', text: text.slice(before.length) }]),
    );
  }
  const obsolete = new Set(ids.filter((id) => id !== first.id));
  // Rebuilt, because a table with holes is slow to read by position.
  const kept = Table.from(transcript.entries.toArray().filter(({ id }) => !obsolete.has(id)));
  const whole = { ...transcript, entries: kept };
  return putMessage(whole, withContent(first, content));
}

/** A chunk adds to the content; its metadata are not merged into the entry (EXT-07). */
const appendToMessage =
  (type: MessageEntry['type']): Fold<ContentChunk> =>
  (transcript, { messageId, content }) => {
    const part = nextPart(transcript.messageParts, type, messageId);
    const before = transcript.entries.get(partId(type, messageId, part)) as MessageEntry | undefined;
    if (before === undefined && part > 1 && plainText([content]) === '') return transcript;
    return putMessage(transcript, withAppended(before ?? newMessage(type, messageId, part), content));
  };

function newSessionMessage(messageId: string): SessionMessageEntry {
  return { id: entryId('session_message', messageId), type: 'session_message', messageId, content: List.empty() };
}

function withContent<E extends { readonly content: List<T> }, T>(entry: E, items: readonly T[] | null | undefined): E {
  const content = replaceItems(entry.content, items);
  return content === entry.content ? entry : { ...entry, content };
}

function withAppended<E extends { readonly content: List<ContentBlock> }>(entry: E, block: ContentBlock): E {
  const content = appendBlock(entry.content, block);
  return content === entry.content ? entry : { ...entry, content };
}

// -------------------------------------------------------------------------------------------- tool calls

const callRules: PatchRules = {
  defaults: { kind: 'other', status: 'pending', locations: [] },
  except: new Set([...ownFields, 'content']),
};

function newCall(toolCallId: string): ToolCallEntry {
  return {
    id: entryId('tool_call', toolCallId),
    type: 'tool_call',
    toolCallId,
    kind: 'other',
    status: 'pending',
    content: List.empty(),
    locations: [],
  };
}

/** Applies an update of a tool call; the subject of a permission request has the same form (PERM-08). */
export function foldToolCall(transcript: Transcript, update: ToolCallUpdate): Transcript {
  const before = entryOf(transcript, 'tool_call', update.toolCallId) ?? newCall(update.toolCallId);
  return putCall(transcript, withContent(patched(before, update, callRules), update.content));
}

function appendToCall(transcript: Transcript, { toolCallId, content }: ToolCallContentChunk): Transcript {
  const before = entryOf(transcript, 'tool_call', toolCallId) ?? newCall(toolCallId);
  return putCall(transcript, { ...before, content: before.content.push(content) });
}

function putCall(transcript: Transcript, call: ToolCallEntry): Transcript {
  const after = put(transcript, call);
  const isUnfinished = after.unfinished.has(call.id);
  if (isFinished(call) !== isUnfinished) return after;
  const { id } = call;
  return { ...after, unfinished: isUnfinished ? after.unfinished.delete(id) : after.unfinished.put({ id }) };
}

// -------------------------------------------------------------------------------- compactions and subagents

const compactionRules: PatchRules = { except: new Set([...ownFields, 'summary']) };
const childRules: PatchRules = { except: new Set(ownFields) };

/** A compaction whose first update is a chunk of its summary is in progress (COMP-03). */
function newCompaction(compactionId: string): CompactionEntry {
  return {
    id: entryId('compaction', compactionId),
    type: 'compaction',
    compactionId,
    status: 'in_progress',
    summary: List.empty(),
  };
}

function withSummary(entry: CompactionEntry, summary: List<ContentBlock>): CompactionEntry {
  return summary === entry.summary ? entry : { ...entry, summary };
}

function newChild(sessionId: string): SubagentEntry {
  return { id: entryId('subagent', sessionId), type: 'subagent', sessionId };
}

// -------------------------------------------------------------------------------------------- terminals

const terminalRules: PatchRules = { except: new Set([...ownFields, 'output']) };

function terminalOf({ terminals }: Transcript, terminalId: string): Terminal {
  return terminals.get(terminalId) ?? { id: terminalId, terminalId, output: TerminalOutput.empty };
}

function putTerminal(transcript: Transcript, terminal: Terminal): Transcript {
  const terminals = transcript.terminals.put(terminal);
  return terminals === transcript.terminals ? transcript : { ...transcript, terminals };
}

const maxBytesOf = ({ terminalBytes = defaultTranscriptLimits.terminalBytes }: TranscriptLimits): number =>
  terminalBytes;

/** The bytes of a snapshot replace all earlier ones (TOOL-16). */
function updateTerminal(transcript: Transcript, update: TerminalUpdate, limits: TranscriptLimits): Transcript {
  const terminal = patched(terminalOf(transcript, update.terminalId), update, terminalRules);
  if (update.output === undefined) return putTerminal(transcript, terminal);
  const bytes = decodeBase64(update.output?.data ?? '');
  if (bytes === undefined) return putTerminal(transcript, terminal);
  const output = TerminalOutput.of(bytes, maxBytesOf(limits));
  return putTerminal(transcript, output.isSame(terminal.output) ? terminal : { ...terminal, output });
}

// -------------------------------------------------------------------------------------------- the session itself

const infoRules: PatchRules = { except: new Set(['sessionUpdate']) };

/** Replaces the usage, except that an absent cost keeps the earlier one. */
function updateUsage(transcript: Transcript, update: SessionUpdateVariants['usage_update']): Transcript {
  const { cost, ...figures } = untagged(update);
  const newCost = cost === undefined ? transcript.usage?.cost : (cost ?? undefined);
  const usage = { ...figures, ...(newCost === undefined ? {} : { cost: newCost }) } as NonNullable<Transcript['usage']>;
  return isEqualJson(usage, transcript.usage) ? transcript : { ...transcript, usage };
}

function replace<Field extends 'state' | 'configOptions' | 'availableCommands'>(
  transcript: Transcript,
  field: Field,
  value: Transcript[Field],
): Transcript {
  return isEqualJson(transcript[field], value) ? transcript : { ...transcript, [field]: value };
}

const folds: Folds = {
  user_message: replaceMessage('user_message'),
  agent_message: replaceMessage('agent_message'),
  agent_thought: replaceMessage('agent_thought'),
  user_message_chunk: appendToMessage('user_message'),
  agent_message_chunk: appendToMessage('agent_message'),
  agent_thought_chunk: appendToMessage('agent_thought'),
  session_message: (transcript, update) => {
    const before = entryOf(transcript, 'session_message', update.messageId) ?? newSessionMessage(update.messageId);
    return put(transcript, withContent(patched(before, update, messageRules), update.content));
  },
  session_message_chunk: (transcript, { messageId, content }) =>
    put(
      transcript,
      withAppended(entryOf(transcript, 'session_message', messageId) ?? newSessionMessage(messageId), content),
    ),
  tool_call_update: foldToolCall,
  tool_call_content_chunk: appendToCall,
  terminal_update: updateTerminal,
  terminal_output_chunk: (transcript, { terminalId, data }, limits) => {
    const bytes = decodeBase64(data);
    if (bytes === undefined) return transcript;
    const terminal = terminalOf(transcript, terminalId);
    const output = terminal.output.append(bytes, maxBytesOf(limits));
    return putTerminal(transcript, output === terminal.output ? terminal : { ...terminal, output });
  },
  compaction_update: (transcript, update) => {
    const { compactionId, summary } = update;
    const before = entryOf(transcript, 'compaction', compactionId) ?? newCompaction(compactionId);
    const after = patched(before, update, compactionRules);
    return put(transcript, withSummary(after, replaceItems(after.summary, summary)));
  },
  compaction_summary_chunk: (transcript, { compactionId, content }) => {
    const before = entryOf(transcript, 'compaction', compactionId) ?? newCompaction(compactionId);
    return put(transcript, withSummary(before, appendBlock(before.summary, content)));
  },
  subagent_update: (transcript, update) => {
    const before = entryOf(transcript, 'subagent', update.sessionId) ?? newChild(update.sessionId);
    return put(transcript, patched(before, update, childRules));
  },
  notice: (transcript, update) => addNumbered(transcript, (id) => ({ id, type: 'notice', notice: untagged(update) })),
  plan_update: (transcript, { plan, _meta }) => {
    const { planId } = plan;
    const next = { id: planId, plan, ...(_meta === undefined || _meta === null ? {} : { _meta }) };
    const plans = isEqualJson(transcript.plans.get(planId), next) ? transcript.plans : transcript.plans.put(next);
    if (plans === transcript.plans && transcript.lastPlanId === planId) return transcript;
    return { ...transcript, plans, lastPlanId: planId };
  },
  plan_removed: (transcript, { planId }) => {
    const plans = transcript.plans.delete(planId);
    if (plans === transcript.plans) return transcript;
    return { ...transcript, plans, lastPlanId: transcript.lastPlanId === planId ? undefined : transcript.lastPlanId };
  },
  state_update: (transcript, update) => replace(transcript, 'state', untagged(update) as StateUpdate),
  config_option_update: (transcript, { configOptions }) => replace(transcript, 'configOptions', configOptions),
  available_commands_update: (transcript, { availableCommands }) =>
    replace(transcript, 'availableCommands', availableCommands),
  session_info_update: (transcript, update) => {
    const info = patched(transcript.info, update, infoRules);
    return info === transcript.info ? transcript : { ...transcript, info };
  },
  usage_update: updateUsage,
};

const foldsByTag = new Map<string, Fold<never>>(Object.entries(folds));
