/** Random sessions of version 2, within what version 1 can express. */
import type { ErrorObject } from '@acp-stack/rpc';
import type * as v1 from '@acp-stack/schema/v1/unstable';
import { isSessionUpdate } from '@acp-stack/schema/v2/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';
import * as fc from 'fast-check';

import { configOptionsToV2 } from '../../../packages/bridge/src/convert/config-options.ts';
import { diffToV2 } from '../../../packages/bridge/src/convert/diff.ts';
import { schemaValues, tamed } from './schema-values.ts';
import { elicitation, offer, withTexts } from './v1-script.ts';
import { block, subset, toolCall } from './v2-subset.ts';

type Variants = v2.SessionUpdateVariants;

export type Step =
  | {
      readonly do: 'prompt';
      readonly prompt: readonly v2.ContentBlock[];
      /** When the agent answers: before it repeats the message and begins, or after. */
      readonly order: readonly ('answer' | 'echo' | 'begin')[];
      readonly echoesInChunks: boolean;
    }
  | { readonly do: 'update'; readonly update: v2.SessionUpdate }
  | { readonly do: 'ask permission'; readonly request: PermissionRequest; readonly pick?: number | undefined }
  | { readonly do: 'answer'; readonly pick: number }
  | { readonly do: 'elicit'; readonly request: object; readonly answer: v2.CreateElicitationResponse }
  | { readonly do: 'custom'; readonly from: 'client' | 'agent'; readonly params: object; readonly isRequest: boolean }
  | { readonly do: 'stop'; readonly idle: object }
  | { readonly do: 'cancel' }
  | { readonly do: 'report options' | 'set option'; readonly pick: number; readonly value: number }
  | { readonly do: 'resume'; readonly replay: readonly v2.SessionUpdate[] }
  | { readonly do: 'wait'; readonly ms: number };

interface PermissionRequest {
  readonly toolCall: v2.ToolCallUpdate;
  readonly options: readonly v2.PermissionOption[];
}

export interface Script {
  readonly options: readonly v2.SessionConfigOption[] | undefined;
  readonly commands: readonly v2.AvailableCommand[] | undefined;
  readonly steps: readonly Step[];
}

const of = schemaValues(2);
const values = <T>(definition: string): fc.Arbitrary<T> => of<T>(definition).map(tamed);
const ofV1 = schemaValues(1);
const pick = fc.nat({ max: 20 });
const blocks = fc.array(values<v2.ContentBlock>('ContentBlock').map(block), { minLength: 1, maxLength: 3 });

const unreachable = {
  lose: (_: string, reason: string): never => {
    throw new Error(reason);
  },
  omit: (_: string, reason: string): never => {
    throw new Error(reason);
  },
};

/** A diff whose patch holds both texts, as version 1 has them. */
const diff = ofV1<v1.ToolCallContent>('Diff')
  .map((made) => tamed(withTexts({ ...made, type: 'diff' } as v1.ToolCallContent)) as v1.Diff)
  .map((made) => diffToV2(made, { cwd: '/work', losses: unreachable }));

const item: fc.Arbitrary<v2.ToolCallContent> = fc.oneof(
  values<v2.ContentBlock>('ContentBlock').map((content) => ({ type: 'content' as const, content: block(content) })),
  diff,
);

const toolCallId = fc.nat({ max: 2 }).map((index) => `call-${index}`);

/** Tool calls with content of every kind that version 1 has. */
const call = fc
  .tuple(values<v2.ToolCallUpdate>('ToolCallUpdate'), toolCallId, fc.array(item, { maxLength: 2 }))
  .map(([update, id, content]) => {
    const narrowed = toolCall({ ...update, toolCallId: id });
    return Array.isArray(narrowed.content) ? { ...narrowed, content } : narrowed;
  });

const told: fc.Arbitrary<v2.SessionUpdate> = values<v2.SessionUpdate>('SessionUpdate')
  .map((update): v2.SessionUpdate | undefined => {
    // Row 'unknown updates': version 1 has a closed list.
    if (!isSessionUpdate.known(update)) return undefined;
    const { narrow = (same: never) => same } = subset[update.sessionUpdate] as {
      readonly narrow?: (told: never) => unknown;
    };
    return narrow(update as never) as v2.SessionUpdate | undefined;
  })
  .filter((update) => update !== undefined)
  .map(withBlocks);

/** Blocks that version 1 has too, wherever an update holds some. */
function withBlocks(update: v2.SessionUpdate): v2.SessionUpdate {
  const { content, summary } = update as { readonly content?: unknown; readonly summary?: unknown };
  if (update.sessionUpdate.startsWith('tool_call')) return update;
  return {
    ...update,
    ...(content === undefined ? {} : { content: blocksIn(content) }),
    ...(summary === undefined ? {} : { summary: blocksIn(summary) }),
  } as v2.SessionUpdate;
}

function blocksIn(value: unknown): unknown {
  if (Array.isArray(value)) return (value as v2.ContentBlock[]).map(block);
  return typeof value === 'object' && value !== null ? block(value as v2.ContentBlock) : value;
}

const update: fc.Arbitrary<v2.SessionUpdate> = fc.oneof(
  { weight: 5, arbitrary: told },
  { weight: 3, arbitrary: call.map((made) => ({ ...made, sessionUpdate: 'tool_call_update' as const })) },
  {
    weight: 2,
    arbitrary: fc.record({
      sessionUpdate: fc.constant('tool_call_content_chunk' as const),
      toolCallId,
      content: item,
    }),
  },
);

const failure: fc.Arbitrary<ErrorObject> = fc.record({
  code: fc.constantFrom(-32_603, -32_000, 7),
  message: fc.string({ maxLength: 8 }),
});

/** Row 'session/prompt': unknown reasons; a work that ends without one is taken for `end_turn` (LIFE-05). */
const idle = fc.oneof(
  fc.record({ stopReason: fc.constantFrom('end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled') }),
  fc.record({ stopReason: fc.constant('end_turn'), usage: values<v2.Usage>('Usage') }),
  fc.record({ stopReason: fc.constant('error'), error: failure }),
);

/** Row 'request_permission': the description, other subjects; row 'unknown enum values': kinds of options. */
const permission = fc.record({
  toolCall: call,
  options: fc.uniqueArray(
    values<v2.PermissionOption>('PermissionOption').map((option) => ({ ...option, kind: 'allow_once' as const })),
    { minLength: 1, maxLength: 3, selector: ({ optionId }) => optionId },
  ),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('update' as const), update }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('prompt' as const),
      prompt: blocks,
      order: fc.constantFrom(
        ['answer', 'echo', 'begin'] as const,
        ['echo', 'answer', 'begin'] as const,
        ['echo', 'begin', 'answer'] as const,
      ),
      echoesInChunks: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('stop' as const), idle }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('ask permission' as const),
      request: permission,
      pick: fc.option(pick, { nil: undefined }),
    }),
  },
  fc.record({ do: fc.constant('answer' as const), pick }),
  fc.record({
    do: fc.constant('elicit' as const),
    request: elicitation.map((request) => withSchema(request)),
    answer: ofV1<v2.CreateElicitationResponse>('CreateElicitationResponse'),
  }),
  fc.record({
    do: fc.constant('custom' as const),
    from: fc.constantFrom('client' as const, 'agent' as const),
    params: fc.dictionary(fc.constantFrom('a', 'sessionId'), fc.string({ maxLength: 2 }), { noNullPrototype: true }),
    isRequest: fc.boolean(),
  }),
  fc.record({ do: fc.constant('cancel' as const) }),
  fc.record({ do: fc.constantFrom('report options' as const, 'set option' as const), pick, value: pick }),
  fc.record({ do: fc.constant('resume' as const), replay: fc.array(update, { maxLength: 5 }) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(60, 200, 1500) }),
);

/** What version 2 spells out. */
function withSchema(request: object): object {
  const { requestedSchema } = request as { readonly requestedSchema?: object };
  return requestedSchema === undefined
    ? request
    : { ...request, requestedSchema: { type: 'object', properties: {}, ...requestedSchema } };
}

export const script: fc.Arbitrary<Script> = fc.record({
  options: offer.map(({ options }) => configOptionsToV2(options, unreachable)),
  commands: fc.option(
    values<Variants['available_commands_update']>('AvailableCommandsUpdate').map(
      (made) => subset.available_commands_update.narrow?.(made)?.availableCommands,
    ),
    { nil: undefined },
  ),
  steps: fc.array(step, { maxLength: 30, size: 'max' }),
});
