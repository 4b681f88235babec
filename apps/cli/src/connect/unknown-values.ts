/**
 * Finds values in the messages of an agent that its version of the protocol does not define, although it accepts any:
 * a kind of tool call, a status, a type of content. Values that begin with an underscore are extensions.
 *
 * Version 1 accepts no such values; its agents get a repair instead.
 */
import type { Problem } from '@acp-stack/schema';
import type {
  ContentBlockVariants,
  DiffChangeVariants,
  Extension,
  IdleStateUpdateVariants,
  PermissionOptionKind,
  PlanEntryPriority,
  PlanEntryStatus,
  PlanUpdateContentVariants,
  RequestPermissionSubjectVariants,
  SessionUpdateVariants,
  StateUpdateVariants,
  ToolCallContentVariants,
  ToolCallStatus,
  ToolKind,
} from '@acp-stack/schema/v2/unstable';

import { isJsonObject } from '../json/json-object.ts';

/** The values that are defined, or what is in the fields of an object or in each entry of a list. */
type Shape = ReadonlySet<string> | { readonly [field: string]: Shape } | readonly [Shape];

const defined = <Value extends string>(values: Readonly<Record<Exclude<Value, Extension>, true>>): Shape =>
  new Set(Object.keys(values));

const block: Shape = {
  type: defined<keyof ContentBlockVariants>({
    text: true,
    image: true,
    audio: true,
    resource_link: true,
    resource: true,
  }),
};
const operation = defined<keyof DiffChangeVariants>({ add: true, delete: true, modify: true, move: true, copy: true });
const toolCallContent: Shape = {
  type: defined<keyof ToolCallContentVariants>({ content: true, diff: true, terminal: true }),
  content: block,
  changes: [{ operation }],
};
const toolCall: Shape = {
  kind: defined<ToolKind>({
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
  }),
  status: defined<ToolCallStatus>({
    pending: true,
    in_progress: true,
    paused: true,
    completed: true,
    failed: true,
    cancelled: true,
  }),
  content: [toolCallContent],
};
const plan: Shape = {
  type: defined<keyof PlanUpdateContentVariants>({ items: true, file: true, markdown: true }),
  entries: [
    {
      priority: defined<PlanEntryPriority>({ high: true, medium: true, low: true }),
      status: defined<PlanEntryStatus>({ pending: true, in_progress: true, completed: true, cancelled: true }),
    },
  ],
};

/** The updates that can hold such a value. */
const updates: { readonly [Tag in keyof SessionUpdateVariants]?: Shape } = {
  user_message_chunk: { content: block },
  agent_message_chunk: { content: block },
  agent_thought_chunk: { content: block },
  user_message: { content: [block] },
  agent_message: { content: [block] },
  agent_thought: { content: [block] },
  tool_call_update: toolCall,
  tool_call_content_chunk: { content: toolCallContent },
  plan_update: { plan },
  state_update: {
    state: defined<keyof StateUpdateVariants>({ running: true, idle: true, requires_action: true, unknown: true }),
    stopReason: defined<keyof IdleStateUpdateVariants>({
      end_turn: true,
      max_tokens: true,
      max_turn_requests: true,
      refusal: true,
      cancelled: true,
      error: true,
    }),
  },
};
const permission: Shape = {
  subject: { type: defined<keyof RequestPermissionSubjectVariants>({ tool_call: true, command: true }), toolCall },
  options: [
    {
      kind: defined<PermissionOptionKind>({
        allow_once: true,
        allow_always: true,
        reject_once: true,
        reject_always: true,
      }),
    },
  ],
};
const updateShapes: ReadonlyMap<unknown, Shape> = new Map(Object.entries(updates));

/** Finds the unknown values in the params of a message, by the version of the agent. */
const finders: Readonly<Record<number, (method: string, params: unknown) => readonly Problem[]>> = {
  2: (method, params) => {
    if (!isJsonObject(params)) return [];
    const { update } = params;
    if (method === 'session/request_permission') return problemsIn(params, permission, '');
    if (method !== 'session/update' || !isJsonObject(update)) return [];
    return problemsIn(update, updateShapes.get(update['sessionUpdate']) ?? {}, '/update');
  },
};

/** The values in the params of an agent's message that its version accepts but does not define. */
export const unknownValues = (version: number, method: string, params: unknown): readonly Problem[] =>
  finders[version]?.(method, params) ?? [];

function problemsIn(value: unknown, shape: Shape, path: string): readonly Problem[] {
  if (shape instanceof Set) {
    if (typeof value !== 'string' || shape.has(value) || value.startsWith('_')) return [];
    return [{ path, expected: `one of ${[...shape].join(', ')}`, found: JSON.stringify(value.slice(0, 80)) }];
  }
  if (Array.isArray(shape)) {
    const [entry] = shape as readonly [Shape];
    return Array.isArray(value)
      ? value.flatMap((each: unknown, index) => problemsIn(each, entry, `${path}/${index}`))
      : [];
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(shape).flatMap(([field, inner]) =>
    Object.hasOwn(value, field) ? problemsIn(value[field], inner as Shape, `${path}/${field}`) : [],
  );
}
