/**
 * Queries on a transcript.
 *
 * Lists of entries are computed once for each change of the entries, in one pass; everything else costs the same at any
 * length.
 */
import type {
  BackgroundWork,
  ContentBlock,
  SessionConfigOption,
  SessionConfigSelectOption,
} from '@acp-stack/schema/v2/unstable';

import {
  entryId,
  isFinished,
  type Entry,
  type EntryTypes,
  type MessageEntry,
  type NamedEntryType,
  type ToolCallEntry,
} from './entry.ts';
import type { List } from '../collections/list.ts';
import type { Table } from '../collections/table.ts';
import type { Plan, Terminal, Transcript } from './transcript.ts';

/** Finds an entry by its id of the protocol, such as a tool call by its `toolCallId`. */
export function findEntry<Type extends NamedEntryType>(
  transcript: Transcript,
  type: Type,
  id: string,
): EntryTypes[Type] | undefined {
  return transcript.entries.get(entryId(type, id)) as EntryTypes[Type] | undefined;
}

const listed = new WeakMap<Table<Entry>, Map<string, readonly Entry[]>>();

/** Returns the entries of these types; the same array until the entries change. */
export function entriesOf<Type extends keyof EntryTypes>(
  { entries }: Transcript,
  ...types: readonly Type[]
): readonly EntryTypes[Type][] {
  const lists = listed.get(entries) ?? new Map<string, readonly Entry[]>();
  listed.set(entries, lists);
  const key = types.join();
  const known = lists.get(key) ?? entries.toArray().filter(({ type }) => (types as readonly string[]).includes(type));
  lists.set(key, known);
  return known as readonly EntryTypes[Type][];
}

/** Returns the messages of the user and the agent, without thoughts. */
export function messages(transcript: Transcript): readonly MessageEntry[] {
  return entriesOf(transcript, 'user_message', 'agent_message');
}

/** Returns the text of content blocks, without blocks of other types. */
export function textOf(content: List<ContentBlock>): string {
  return content
    .toArray()
    .map((block) => blockText(block) ?? '')
    .join('');
}

/** Returns the text of one content block; undefined if it has another type. */
export function blockText(block: ContentBlock): string | undefined {
  return block.type === 'text' && typeof block.text === 'string' ? block.text : undefined;
}

// -------------------------------------------------------------------------------------------- tool calls

/** Returns the tool calls that have not ended, in the order in which they last started. */
export function unfinishedToolCalls({ entries, unfinished }: Transcript): readonly ToolCallEntry[] {
  return unfinished.toArray().flatMap(({ id }) => (entries.get(id) as ToolCallEntry | undefined) ?? []);
}

/** Returns the tool calls with a pending permission request, then those with a pending elicitation; oldest first. */
export function waitingToolCalls(transcript: Transcript): readonly ToolCallEntry[] {
  const waiting = [
    ...transcript.permissions.toArray().map(({ request: { subject } }) => {
      if (subject?.type === 'tool_call') return subject.toolCall.toolCallId;
      return subject?.type === 'command' ? subject.toolCallId : undefined;
    }),
    ...transcript.elicitations
      .toArray()
      .map(({ request }) => ('toolCallId' in request ? request.toolCallId : undefined)),
  ];
  const ids = new Set(waiting.filter((id) => typeof id === 'string'));
  return [...ids].flatMap((id) => findEntry(transcript, 'tool_call', id) ?? []);
}

/** Returns the terminals that a tool call shows, if they are known. */
export function terminalsOf({ terminals }: Transcript, { content }: ToolCallEntry): readonly Terminal[] {
  return content.toArray().flatMap((item) => (item.type === 'terminal' ? (terminals.get(item.terminalId) ?? []) : []));
}

/** Whether the agent allows a tool call or a terminal to be cancelled now. */
export function canCancel(work: ToolCallEntry | Terminal): boolean {
  const isOver = 'status' in work ? isFinished(work) : work.exitStatus !== undefined;
  return !isOver && work.capabilities?.cancel !== undefined && work.capabilities.cancel !== null;
}

// -------------------------------------------------------------------------------------------- the session

/** Whether the agent works or waits for the user. Unknown states count as busy. */
export function isBusy({ state }: Transcript): boolean {
  return state !== undefined && state.state !== 'idle';
}

/** Returns why the last work failed, in the words of the agent; undefined if it did not fail, or gave no reason. */
export function failureText({ state }: Transcript): string | undefined {
  const { stopReason, error } = (state ?? {}) as { readonly stopReason?: unknown; readonly error?: unknown };
  const { message } = Object(error) as { readonly message?: unknown };
  return stopReason === 'error' && typeof message === 'string' && message !== '' ? message : undefined;
}

/** Returns the background work; undefined if the agent does not report it. */
export function backgroundWork({ state }: Transcript): readonly BackgroundWork[] | undefined {
  const background: unknown = state?.background;
  return Array.isArray(background) ? (background as readonly BackgroundWork[]) : undefined;
}

/** Returns the plan that was updated last, or the last one that is left. */
export function lastPlan({ plans, lastPlanId }: Transcript): Plan | undefined {
  return (lastPlanId === undefined ? undefined : plans.get(lastPlanId)) ?? plans.at(-1);
}

/** Returns the option of a category: of several the one with the same id, else the first, which the agent prefers. */
export function configOption({ configOptions }: Transcript, category: string): SessionConfigOption | undefined {
  const options = configOptions?.filter((option) => option.category === category) ?? [];
  return options.find(({ configId }) => configId === category) ?? options[0];
}

/** Returns the current value of an option with its name; undefined if the option is not a selection. */
export function currentChoice(option: SessionConfigOption | undefined): SessionConfigSelectOption | undefined {
  if (option?.type !== 'select') return undefined;
  const choices = (option.options as readonly object[]).flatMap((each) => ('options' in each ? each.options : [each]));
  return (choices as readonly SessionConfigSelectOption[]).find(({ value }) => value === option.currentValue);
}

/** Returns the current mode of the session. */
export function currentMode(transcript: Transcript): SessionConfigSelectOption | undefined {
  return currentChoice(configOption(transcript, 'mode'));
}
