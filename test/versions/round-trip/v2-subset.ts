/**
 * The part of version 2 that version 1 can express, according to the conversion table.
 *
 * An update whose row is exact or stateful belongs to it as a whole. If the row is lossy, `narrow` removes what the row
 * says is lost.
 */
import { conversionTable, type RowId } from '@acp-stack/bridge/conversion-table';
import { isContentBlock, isPlanUpdateContent, isToolCallContent } from '@acp-stack/schema/v2/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

type Variants = v2.SessionUpdateVariants;
type Narrow<T> = (update: T) => T | undefined;

interface Part<T> {
  /** Absent where both versions are alike. */
  readonly row?: RowId;
  readonly narrow?: Narrow<T>;
}

/** Whether nothing is lost on the way to version 1. */
export const isKept = (row: RowId | undefined): boolean =>
  row === undefined || ['exact', 'stateful'].includes(conversionTable[row].toV1.fidelity);

const nothing = (): undefined => undefined;
/** What is lost concerns clients that did not ask for it. */
const all = <T>(update: T): T => update;

/**
 * Changes of what the client has, which only the run of the script knows; messages without content; and other fields of
 * a message, which a chunk cannot carry.
 */
const whole = <T extends { readonly messageId: string; readonly content?: readonly v2.ContentBlock[] | null }>(
  update: T & { readonly sessionUpdate: string },
): T | undefined => {
  const { sessionUpdate, messageId, content } = update;
  if (content === undefined || content === null || content.length === 0) return undefined;
  return { sessionUpdate, messageId, content } as unknown as T;
};

/** The part of version 2 that comes back as it was, by the tags of its updates. */
export const subset: { readonly [K in keyof Variants]: Part<Variants[K]> } = {
  user_message_chunk: { row: 'message chunks' },
  agent_message_chunk: { row: 'message chunks' },
  agent_thought_chunk: { row: 'message chunks' },
  user_message: { row: 'whole messages', narrow: whole },
  agent_message: { row: 'whole messages', narrow: whole },
  agent_thought: { row: 'whole messages', narrow: whole },
  // Background work, and states outside of prompts; those of prompts come from the play.
  state_update: { row: 'state_update', narrow: nothing },
  tool_call_update: { row: 'tool calls', narrow: toolCall },
  // What a chunk says beside its content has no place in a list of content.
  tool_call_content_chunk: {
    row: 'tool_call_content_chunk',
    narrow: ({ sessionUpdate, toolCallId, content }) => {
      const [item] = items([content]);
      return item === undefined ? undefined : { sessionUpdate, toolCallId, content: item };
    },
  },
  terminal_update: { row: 'display terminals', narrow: nothing },
  terminal_output_chunk: { row: 'display terminals', narrow: nothing },
  plan_update: { row: 'plan', narrow: plan },
  plan_removed: { row: 'plan', narrow: all },
  available_commands_update: { row: 'available_commands_update', narrow: commands },
  config_option_update: { row: 'session responses', narrow: nothing },
  session_info_update: {},
  usage_update: {},
  notice: { row: 'notice and compaction', narrow: all },
  compaction_update: { row: 'notice and compaction', narrow: all },
  compaction_summary_chunk: { row: 'notice and compaction', narrow: all },
  subagent_update: { row: 'subagents and session messages', narrow: all },
  session_message: { row: 'subagents and session messages', narrow: all },
  session_message_chunk: { row: 'subagents and session messages', narrow: all },
};

const statuses: ReadonlySet<unknown> = new Set([null, 'pending', 'in_progress', 'completed', 'failed']);
const kinds: ReadonlySet<unknown> = new Set([
  null,
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
]);

/**
 * Cleared titles, names and raw values; statuses and kinds that version 1 lacks; content of unknown types;
 * capabilities.
 */
export function toolCall<T extends v2.ToolCallUpdate>(update: T): T {
  const { capabilities: _, content, status, kind, ...others } = update;
  const kept = Object.entries(others).filter(([key, value]) => value !== null || key === 'locations');
  return {
    ...Object.fromEntries(kept),
    ...(statuses.has(status) ? { status } : {}),
    ...(kinds.has(kind) ? { kind } : {}),
    ...(content === undefined ? {} : { content: content === null ? null : items(content) }),
  } as T;
}

/** Row 'terminal content': terminals become text. Row 'diff content': the script adds diffs that hold their texts. */
function items(content: readonly v2.ToolCallContent[]): readonly v2.ToolCallContent[] {
  return content.filter(isToolCallContent.content).map((item) => ({ ...item, content: block(item.content) }));
}

/** The status `cancelled`, unknown priorities, and plans of unknown types. */
function plan(update: Variants['plan_update']): Variants['plan_update'] | undefined {
  const { plan: content } = update;
  if (!isPlanUpdateContent.known(content)) return undefined;
  if (!isPlanUpdateContent.items(content)) return update;
  const entries = content.entries.filter(
    ({ priority, status }) =>
      ['high', 'medium', 'low'].includes(priority) && ['pending', 'in_progress', 'completed'].includes(status),
  );
  return { ...update, plan: { ...content, entries } };
}

/** Commands and inputs of unknown types. */
function commands(update: Variants['available_commands_update']): Variants['available_commands_update'] {
  const known = update.availableCommands.filter(
    (command) =>
      command.type === 'command' &&
      (command.input === undefined || command.input === null || (command.input as { type: string }).type === 'text'),
  );
  return { ...update, availableCommands: known };
}

/**
 * A content block that version 1 has too, or a text in its place.
 *
 * Row 'content blocks': blocks of unknown types, and icons. Row 'unknown enum values': roles.
 */
export function block(given: v2.ContentBlock): v2.ContentBlock {
  if (!isContentBlock.known(given)) return { type: 'text', text: given.type };
  const { annotations, ...rest } = given;
  const { icons: _, ...others } = rest as typeof rest & { readonly icons?: unknown };
  const audience = annotations?.audience?.filter((role) => role === 'user' || role === 'assistant');
  return {
    ...others,
    ...(annotations === undefined
      ? {}
      : { annotations: audience === undefined ? annotations : { ...annotations, audience } }),
  };
}
