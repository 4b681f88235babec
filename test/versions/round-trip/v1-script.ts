/**
 * Random sessions of version 1: what an agent sends and asks, what a client does, in any order.
 *
 * The values come from the schema. What the versions cannot share is left out, each with its row of the conversion
 * table; ids come from small sets, so that several updates are about the same thing.
 */
import type { ErrorObject } from '@acp-stack/rpc';
import { isSessionUpdate } from '@acp-stack/schema/v1/unstable';
import type * as v1 from '@acp-stack/schema/v1/unstable';
import * as fc from 'fast-check';

import { schemaValues, tamed } from './schema-values.ts';
import { madeName, modesOf } from './v1-settings.ts';

type Select = Extract<v1.SessionConfigOption, { readonly type: 'select' }>;

export type Step = { readonly in: 0 | 1 } & (
  | { readonly do: 'prompt'; readonly prompt: readonly v1.ContentBlock[]; readonly echoes: boolean }
  | { readonly do: 'update'; readonly update: v1.SessionUpdate }
  | {
      readonly do: 'ask permission';
      readonly request: Omit<v1.RequestPermissionRequest, 'sessionId'>;
      /** The option that the user picks; if it is absent, the request is not answered at once. */
      readonly pick?: number | undefined;
    }
  | { readonly do: 'answer'; readonly pick: number }
  | { readonly do: 'elicit'; readonly request: object; readonly answer: v1.CreateElicitationResponse }
  | { readonly do: 'read'; readonly request: object; readonly answer: v1.ReadTextFileResponse }
  | { readonly do: 'write'; readonly request: object }
  | { readonly do: 'run'; readonly request: object }
  | { readonly do: 'look'; readonly answer: v1.TerminalOutputResponse }
  | { readonly do: 'wait for exit'; readonly answer: v1.WaitForTerminalExitResponse }
  | { readonly do: 'kill' | 'release' }
  | { readonly do: 'custom'; readonly from: 'client' | 'agent'; readonly params: object; readonly isRequest: boolean }
  | { readonly do: 'stop'; readonly end: { readonly result: v1.PromptResponse } | { readonly error: ErrorObject } }
  | { readonly do: 'cancel' }
  | { readonly do: 'enter mode' | 'set mode' | 'report options'; readonly pick: number }
  | { readonly do: 'set option'; readonly pick: number; readonly value: number }
  | { readonly do: 'load'; readonly replay: readonly v1.SessionUpdate[] }
  | { readonly do: 'wait'; readonly ms: number }
);

/** What a session offers to be set, and how the agent says so. */
export interface Offer {
  readonly modes: v1.SessionModeState | undefined;
  readonly options: readonly v1.SessionConfigOption[] | undefined;
  /** What else the answer to the opening says. */
  readonly others: object;
}

export interface Script {
  /** What the client has opened its gates for. */
  readonly gates: Readonly<Record<'plan' | 'notices' | 'compaction' | 'subagents' | 'booleans', boolean>>;
  /** Whether files and terminals of the client cross. */
  readonly extras: boolean;
  readonly offers: readonly [Offer, Offer];
  /** What the agent tells before the session is open. */
  readonly early: readonly v1.SessionUpdate[];
  readonly steps: readonly Step[];
}

const of = schemaValues(1);
const values = <T>(definition: string): fc.Arbitrary<T> => of<T>(definition).map(tamed);
const pick = fc.nat({ max: 20 });
const session = fc.constantFrom(0 as const, 1 as const);

const block = values<v1.ContentBlock>('ContentBlock');
const fromPool = (prefix: string, size: number): fc.Arbitrary<string> =>
  fc.nat({ max: size - 1 }).map((index) => `${prefix}${index}`);

/**
 * A tool call as agents send it.
 *
 * Row 'terminal content': unknown terminals are left out; those of the client are put in if the session has some. Row
 * 'tool calls': version 1 accepts the status `cancelled` and never sends it. Row 'diff content': the old text of
 * a deleted file has to be known, and a diff without a difference has no patch.
 */
function sendable<T extends Partial<Pick<v1.ToolCallUpdate, 'content' | 'status'>>>(call: T): T {
  const { content, status } = call;
  return {
    ...call,
    ...(status === ('cancelled' as string) ? { status: 'failed' } : {}),
    ...(Array.isArray(content)
      ? { content: (content as v1.ToolCallContent[]).filter(({ type }) => type !== 'terminal').map(withTexts) }
      : {}),
  };
}

export function withTexts(item: v1.ToolCallContent): v1.ToolCallContent {
  if (item.type !== 'diff') return item;
  if (item.deleted === true) return { ...item, oldText: item.oldText ?? 'gone\n', newText: '' };
  return item.oldText === item.newText ? { ...item, newText: `${item.newText}more` } : item;
}

const chunk = fc
  .tuple(
    fc.constantFrom('user_message_chunk' as const, 'agent_message_chunk' as const, 'agent_thought_chunk' as const),
    values<v1.ContentChunk>('ContentChunk'),
    fc.nat({ max: 1 }),
  )
  // TURN-06: an id belongs to one message.
  .map(([sessionUpdate, content, index]) => ({
    ...content,
    ...(typeof content.messageId === 'string' ? { messageId: `${sessionUpdate}-${index}` } : {}),
    sessionUpdate,
  }));

/** TOOL-02: ids are unique, so only the play says whether a report is the first one of its tool call. */
const toolCall = fc.oneof(
  fc
    .tuple(values<v1.ToolCall>('ToolCall'), fromPool('call-', 3))
    .map(([call, toolCallId]) => ({ ...sendable(call), sessionUpdate: 'tool_call' as const, toolCallId })),
  fc.tuple(values<v1.ToolCallUpdate>('ToolCallUpdate'), fromPool('call-', 3)).map(([call, toolCallId]) => ({
    ...sendable(call),
    sessionUpdate: 'tool_call_update' as const,
    toolCallId,
  })),
);

/**
 * All other updates of an agent; those about settings depend on the session.
 *
 * Row 'unknown updates': version 1 has a closed list.
 */
const others = values<v1.SessionUpdate>('SessionUpdate')
  .filter(({ sessionUpdate }) => !/^(user|agent)_|^tool_call|^current_mode|^config_option/u.test(sessionUpdate))
  .filter((told): boolean => isSessionUpdate.known(told));

const update = fc.oneof(
  { weight: 3, arbitrary: chunk },
  { weight: 3, arbitrary: toolCall },
  { weight: 4, arbitrary: others },
);

const permission = fc
  .record({
    toolCall: fc.tuple(values<v1.ToolCallUpdate>('ToolCallUpdate'), fromPool('call-', 3)),
    options: fc.uniqueArray(values<v1.PermissionOption>('PermissionOption'), {
      // Row 'request_permission': a question without options is answered with `cancelled`.
      minLength: 1,
      maxLength: 3,
      // PERM-11.
      selector: ({ optionId }) => optionId,
    }),
  })
  .map(({ toolCall: [call, toolCallId], options }) => ({
    toolCall: { ...sendable(call), toolCallId },
    options,
  }));

/** Row 'elicitation': a choice without values, and what a question of a request belongs to. */
export const elicitation: fc.Arbitrary<object> = fc
  .tuple(values<Record<string, unknown>>('CreateElicitationRequest'), fc.string({ maxLength: 4 }))
  .filter(([request]) => !JSON.stringify(request).includes('[]'))
  .map(([request, id]) => {
    const { sessionId: _, requestId: __, toolCallId: ___, ...rest } = request;
    return rest['mode'] === 'url' ? { ...rest, elicitationId: `elicitation-${id}` } : rest;
  });

const failure: fc.Arbitrary<ErrorObject> = fc.record({
  // Row 'session/prompt': -32800 is how version 2 says that a prompt was cancelled.
  code: fc.constantFrom(-32_603, -32_000, -32_002, 7),
  message: fc.string({ maxLength: 8 }),
});

const step: fc.Arbitrary<Step> = fc
  .tuple(
    session,
    fc.oneof(
      { weight: 12, arbitrary: fc.record({ do: fc.constant('update' as const), update }) },
      {
        weight: 4,
        arbitrary: fc.record({
          do: fc.constant('prompt' as const),
          // LIFE-14: version 2 has no empty prompts.
          prompt: fc.array(block, { minLength: 1, maxLength: 3 }),
          echoes: fc.boolean(),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constant('stop' as const),
          end: fc.oneof(
            { weight: 3, arbitrary: values<v1.PromptResponse>('PromptResponse').map((result) => ({ result })) },
            { weight: 1, arbitrary: failure.map((error) => ({ error })) },
          ),
        }),
      },
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
        request: elicitation,
        answer: values<v1.CreateElicitationResponse>('CreateElicitationResponse'),
      }),
      fc.record({
        do: fc.constant('read' as const),
        request: values<object>('ReadTextFileRequest'),
        answer: values<v1.ReadTextFileResponse>('ReadTextFileResponse'),
      }),
      fc.record({ do: fc.constant('write' as const), request: values<object>('WriteTextFileRequest') }),
      fc.record({ do: fc.constant('run' as const), request: values<object>('CreateTerminalRequest') }),
      fc.record({
        do: fc.constant('look' as const),
        answer: values<v1.TerminalOutputResponse>('TerminalOutputResponse'),
      }),
      fc.record({
        do: fc.constant('wait for exit' as const),
        answer: values<v1.WaitForTerminalExitResponse>('WaitForTerminalExitResponse'),
      }),
      fc.record({ do: fc.constantFrom('kill' as const, 'release' as const) }),
      fc.record({
        do: fc.constant('custom' as const),
        from: fc.constantFrom('client' as const, 'agent' as const),
        params: fc.dictionary(fc.constantFrom('a', 'sessionId'), fc.string({ maxLength: 2 }), {
          noNullPrototype: true,
        }),
        isRequest: fc.boolean(),
      }),
      fc.record({ do: fc.constant('cancel' as const) }),
      fc.record({
        do: fc.constantFrom('enter mode' as const, 'set mode' as const, 'report options' as const),
        pick,
      }),
      fc.record({ do: fc.constant('set option' as const), pick, value: pick }),
      fc.record({ do: fc.constant('load' as const), replay: fc.array(update, { maxLength: 5 }) }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(60, 200, 1500) }),
    ),
  )
  .map(([where, what]) => ({ in: where, ...what }));

/** Values of a select that differ, one of which is the current one; row 'session responses': a select has values. */
const select = fc
  .tuple(
    values<Select>('SessionConfigOption').filter(({ type }) => type === 'select'),
    fc.array(values<v1.SessionConfigSelectOption>('SessionConfigSelectOption'), { minLength: 1, maxLength: 3 }),
    fc.array(values<v1.SessionConfigSelectGroup>('SessionConfigSelectGroup'), { minLength: 1, maxLength: 2 }),
    fc.boolean(),
  )
  .map(([option, plain, groups, isGrouped]): Select => {
    const named = plain.map((value, index) => ({ ...value, value: `value-${index}` }));
    return {
      ...option,
      currentValue: 'value-0',
      options: isGrouped
        ? groups.map((group, index) => ({
            ...group,
            group: `group-${index}`,
            options: index === 0 ? named : [{ value: `other-${index}`, name: 'Other' }],
          }))
        : named,
    };
  });

const boolean = values<v1.SessionConfigOption>('SessionConfigOption').filter(({ type }) => type === 'boolean');

/** An option is about modes only where the script says so, and is not taken for the one that the bridges make up. */
const named = (option: v1.SessionConfigOption, id: string, isMode: boolean): v1.SessionConfigOption => {
  const { category, ...rest } = option;
  const about = isMode ? 'mode' : category === 'mode' ? 'model' : category;
  return {
    ...rest,
    id,
    name: rest.name === madeName ? 'Another' : rest.name,
    ...(about === undefined ? {} : { category: about }),
  };
};

const modes = fc
  .tuple(fc.array(values<v1.SessionMode>('SessionMode'), { minLength: 1, maxLength: 3 }))
  .map(([available]): v1.SessionModeState => ({
    currentModeId: 'mode-0',
    availableModes: available.map((mode, index) => ({ ...mode, id: `mode-${index}` })),
  }));

export const offer: fc.Arbitrary<Offer> = fc
  .record({
    hasOptions: fc.boolean(),
    options: fc.array(fc.oneof(select, boolean), { maxLength: 2 }),
    modeOption: fc.option(select, { nil: undefined }),
    modes: fc.option(modes, { nil: undefined }),
    says: fc.boolean(),
    others: values<object>('ResumeSessionResponse'),
  })
  .map(({ hasOptions, options, modeOption, modes: own, says, others: rest }): Offer => {
    const { modes: _, configOptions: __, ...response } = rest as Record<string, unknown>;
    const about = modeOption === undefined ? undefined : (named(modeOption, 'how', true) as Select);
    const all = [
      ...options.map((option, index) => named(option, `option-${index}`, false)),
      ...(about === undefined ? [] : [about]),
    ];
    return {
      // MODE-02: an agent that has both keeps them in step.
      modes: about === undefined ? own : says ? modesOf(about) : undefined,
      options: hasOptions || about !== undefined ? all : undefined,
      others: response,
    };
  });

export const script: fc.Arbitrary<Script> = fc.record({
  gates: fc.record({
    plan: fc.boolean(),
    notices: fc.boolean(),
    compaction: fc.boolean(),
    subagents: fc.boolean(),
    booleans: fc.boolean(),
  }),
  extras: fc.boolean(),
  offers: fc.tuple(offer, offer),
  early: fc.array(update, { maxLength: 2 }),
  steps: fc.array(step, { maxLength: 30, size: 'max' }),
});
