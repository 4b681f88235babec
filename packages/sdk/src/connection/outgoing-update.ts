/**
 * Checks an update before it is sent, so that the program learns of a mistake where it was made: a client drops what it
 * cannot read and says nothing.
 *
 * Receivers keep unknown kinds and statuses, because a later version may have them. Here such a value is a mistake,
 * unless it begins with an underscore and is custom.
 */
import {
  isSessionUpdate,
  isToolCallContent,
  validators,
  type PlanEntryPriority,
  type PlanEntryStatus,
  type SessionUpdate,
  type ToolCallContent,
  type ToolCallStatus,
  type ToolKind,
} from '@acp-stack/schema/v2/unstable';

import { requireAbsolutePathsInUpdate } from './outgoing-paths.ts';
import { faultOf } from './problem-summary.ts';

/** The values that this version defines; the compiler checks that none is missing. */
type Known<T extends string> = Readonly<Record<Exclude<T, `_${string}`>, true>>;

const toolKinds: Known<ToolKind> = {
  read: true,
  edit: true,
  delete: true,
  move: true,
  search: true,
  execute: true,
  think: true,
  fetch: true,
  switch_mode: true,
  other: true,
};
const toolStatuses: Known<ToolCallStatus> = {
  pending: true,
  in_progress: true,
  paused: true,
  completed: true,
  failed: true,
  cancelled: true,
};
const planStatuses: Known<PlanEntryStatus> = { pending: true, in_progress: true, completed: true, cancelled: true };
const planPriorities: Known<PlanEntryPriority> = { high: true, medium: true, low: true };

/** Throws a `TypeError` that names the first field of `update` that is wrong. */
export function requireValidUpdate(update: SessionUpdate): void {
  if (isPlainText(update)) return;
  const { sessionUpdate } = update;
  if (!isSessionUpdate.known(update)) {
    if (typeof sessionUpdate === 'string' && sessionUpdate.startsWith('_')) return;
    throw new TypeError(
      `There is no update ${JSON.stringify(sessionUpdate)}; custom updates begin with an underscore.`,
    );
  }
  if (!validators.SessionUpdate.is(update)) {
    const fault = faultOf(validators.SessionUpdate.check(update));
    if (fault !== undefined) throw new TypeError(`${sessionUpdate} is malformed: ${fault}`);
  }
  if (isSessionUpdate.tool_call_update(update)) {
    requireKnown(sessionUpdate, '/kind', update.kind, toolKinds);
    requireKnown(sessionUpdate, '/status', update.status, toolStatuses);
    for (const [index, content] of (update.content ?? []).entries()) requireContent(`/content/${index}`, content);
  } else if (isSessionUpdate.tool_call_content_chunk(update)) requireContent('/content', update.content);
  else if (isSessionUpdate.plan_update(update) && update.plan.type === 'items') requireEntries(update.plan.entries);
  requireAbsolutePathsInUpdate(update);
}

/** Most updates are pieces of text, and there may be thousands a second. */
function isPlainText(update: SessionUpdate): boolean {
  const { sessionUpdate } = update;
  if (sessionUpdate !== 'agent_message_chunk' && sessionUpdate !== 'agent_thought_chunk') return false;
  const { messageId, content } = update as { readonly messageId?: unknown; readonly content?: unknown };
  const { type, text, ...others } = Object(content) as Readonly<Record<string, unknown>>;
  return (
    type === 'text' && typeof text === 'string' && typeof messageId === 'string' && Object.keys(others).length === 0
  );
}

type Entries = Extract<Extract<SessionUpdate, { sessionUpdate: 'plan_update' }>['plan'], { type: 'items' }>['entries'];

function requireEntries(entries: Entries): void {
  for (const [index, { status, priority }] of entries.entries()) {
    requireKnown('plan_update', `/plan/entries/${index}/status`, status, planStatuses);
    requireKnown('plan_update', `/plan/entries/${index}/priority`, priority, planPriorities);
  }
}

function requireContent(path: string, content: ToolCallContent): void {
  const { type } = content;
  if (!isToolCallContent.known(content) && !type.startsWith('_'))
    throw new TypeError(`${path}/type is ${JSON.stringify(type)}, which is not content, diff or terminal.`);
}

function requireKnown(what: string, path: string, value: unknown, known: Readonly<Record<string, true>>): void {
  if (typeof value !== 'string' || Object.hasOwn(known, value) || value.startsWith('_')) return;
  const names = Object.keys(known);
  throw new TypeError(
    `${what} is malformed: ${path} is ${JSON.stringify(value)}, which is not one of ${names.join(', ')}; custom values begin with an underscore.`,
  );
}
