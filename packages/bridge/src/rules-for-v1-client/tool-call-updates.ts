/** The updates of a tool call for version 1: everything at first, then changes. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type { ToolCallUpdate } from '@acp-stack/schema/v2/unstable';

import { clearable, type ToolFields } from '../convert/tool-call.ts';
import { withoutNull } from '../values/has-only.ts';

/** An update of a tool call for the client. */
export type SentUpdate = v1.SessionUpdateVariants['tool_call' | 'tool_call_update'];

/** The first update of a tool call. */
export function announcement(fields: ToolFields, content: readonly v1.ToolCallContent[]): SentUpdate {
  const title = fields.title ?? fields.name ?? fields.kind ?? 'Tool call';
  return {
    sessionUpdate: 'tool_call',
    // Null says nothing in version 1, and is not allowed in the first update.
    ...(withoutNull(fields, clearable) as Omit<v1.ToolCall, 'title'>),
    title,
    ...(content.length === 0 ? undefined : { content }),
  };
}

/** Returns the update for a change; undefined if version 1 has no part of it. */
export function changed(
  fields: ToolFields,
  content: Pick<v1.ToolCallUpdate, 'content'> | undefined,
): SentUpdate | undefined {
  const hasNews = content !== undefined || Object.keys(fields).length > 1;
  return hasNews ? { sessionUpdate: 'tool_call_update', ...fields, ...content } : undefined;
}

/** The first update contains everything, so what it leaves out is cleared. */
export const firstUpdate = (update: ToolCallUpdate): ToolCallUpdate => withoutNull(update, withoutDefault);

/** The earlier fields, without those that are cleared now. */
export const withoutCleared = (fields: ToolFields, update: ToolCallUpdate): ToolFields =>
  Object.fromEntries(
    Object.entries(fields).filter(([key]) => !withoutDefault.has(key) || update[key as keyof ToolCallUpdate] !== null),
  ) as ToolFields;

/** Fields that null resets to a value of version 1. */
const hasDefault: ReadonlySet<string> = new Set(['kind', 'status', 'content', 'locations']);
const withoutDefault: ReadonlySet<string> = new Set([...clearable].filter((name) => !hasDefault.has(name)));

const ended: ReadonlySet<unknown> = new Set<ToolCallUpdate['status']>(['completed', 'failed', 'cancelled']);

export const hasEnded = ({ status }: ToolCallUpdate): boolean => ended.has(status);
