/** Values of version 1 as its programs send them: valid without repairs, with `_meta` and unknown fields. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import * as fc from 'fast-check';

/** Leaves out what is undefined, as JSON does. */
const present = <T extends object>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  arbitrary.map((value) => Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T);

const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });
const nullable = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.oneof(arbitrary, fc.constant(null), fc.constant(undefined));

const word = fc.string({ minLength: 1, maxLength: 8 });
const meta = optional(fc.dictionary(word, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }));
/** A field that no version knows. */
const unknown = { future: optional(fc.integer()), _meta: meta };
const marker = nullable(fc.constant({}));
const on = optional(fc.constant(true));

const record = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<never> =>
  present(fc.record({ ...fields, ...unknown }) as fc.Arbitrary<object>) as fc.Arbitrary<never>;

const annotations = nullable(
  record({
    audience: nullable(fc.array(fc.constantFrom('assistant', 'user'), { maxLength: 2 })),
    lastModified: nullable(word),
    priority: nullable(fc.double({ min: 0, max: 1, noNaN: true })),
  }),
);

export const contentBlock: fc.Arbitrary<v1.ContentBlock> = fc.oneof(
  record({ type: fc.constant('text'), text: fc.string(), annotations }),
  record({
    type: fc.constant('image'),
    data: fc.base64String(),
    mimeType: fc.constant('image/png'),
    uri: nullable(fc.webUrl()),
    annotations,
  }),
  record({ type: fc.constant('audio'), data: fc.base64String(), mimeType: fc.constant('audio/wav'), annotations }),
  record({
    type: fc.constant('resource_link'),
    uri: fc.webUrl(),
    name: word,
    title: nullable(word),
    size: nullable(fc.nat()),
    annotations,
  }),
  record({
    type: fc.constant('resource'),
    resource: fc.oneof(
      record({ uri: fc.webUrl(), text: fc.string() }),
      record({ uri: fc.webUrl(), blob: fc.base64String() }),
    ),
    annotations,
  }),
);

const selectValue = record({ value: word, name: word, description: nullable(word) });

export const configOption: fc.Arbitrary<v1.SessionConfigOption> = fc.oneof(
  record({
    id: word,
    name: word,
    category: nullable(fc.constantFrom('mode', 'model', '_custom')),
    type: fc.constant('select'),
    currentValue: word,
    options: fc.oneof(
      fc.array(selectValue, { minLength: 1, maxLength: 3 }),
      fc.array(record({ group: word, name: word, options: fc.array(selectValue, { minLength: 1, maxLength: 3 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
    ),
  }),
  record({ id: word, name: word, type: fc.constant('boolean'), currentValue: fc.boolean() }),
);

export const modes: fc.Arbitrary<v1.SessionModeState> = fc.record({
  currentModeId: word,
  availableModes: fc.array(record({ id: word, name: word, description: nullable(word) }), {
    minLength: 1,
    maxLength: 4,
  }),
});

export const command: fc.Arbitrary<v1.AvailableCommand> = record({
  name: word,
  description: word,
  input: nullable(record({ hint: word })),
});

export const authMethod: fc.Arbitrary<v1.AuthMethod> = fc.oneof(
  record({ id: word, name: word, description: nullable(word) }),
  record({
    type: fc.constant('terminal'),
    id: word,
    name: word,
    args: optional(fc.array(word, { maxLength: 2 })),
    env: optional(fc.dictionary(word, word, { maxKeys: 3 })),
  }),
);

const pairs = fc.array(record({ name: word, value: word }), { maxLength: 2 });

export const mcpServer: fc.Arbitrary<v1.McpServer> = fc.oneof(
  record({
    name: word,
    command: word.map((name) => `/usr/bin/${name}`),
    args: fc.array(word, { maxLength: 2 }),
    env: pairs,
  }),
  record({ type: fc.constantFrom('http', 'sse'), name: word, url: fc.webUrl(), headers: pairs }),
  // With both spellings of the id, as everything that the bridge sends.
  fc.tuple(word, word).map(([name, id]) => ({ type: 'acp', name, serverId: id, id }) as never),
);

export const planEntry: fc.Arbitrary<v1.PlanEntry> = record({
  content: fc.string(),
  priority: fc.constantFrom('high', 'medium', 'low'),
  status: fc.constantFrom('pending', 'in_progress', 'completed'),
});

export const clientCapabilities: fc.Arbitrary<v1.ClientCapabilities> = record({
  fs: optional(record({ readTextFile: on, writeTextFile: on })),
  terminal: on,
  session: nullable(record({ notices: marker, compaction: marker })),
  plan: marker,
  subagents: marker,
  auth: optional(record({ terminal: on })),
  elicitation: nullable(record({ form: marker, url: marker })),
  workspace: nullable(record({ openDocuments: marker })),
  positionEncodings: optional(fc.constant(['utf-8'])),
});

/** An agent that has everything version 2 takes for granted. */
export const agentCapabilities: fc.Arbitrary<v1.AgentCapabilities> = record({
  loadSession: fc.constant(true),
  promptCapabilities: optional(record({ image: on, audio: on, embeddedContext: on })),
  mcpCapabilities: record({ http: on, sse: on, acp: on }),
  sessionCapabilities: record({
    list: fc.constant({}),
    resume: fc.constant({}),
    close: fc.constant({}),
    delete: marker,
    fork: marker,
    runtimeContext: marker,
  }),
  auth: optional(record({ status: marker })),
  providers: marker,
  nes: nullable(record({})),
});

export const implementation: fc.Arbitrary<v1.Implementation> = record({
  name: word,
  version: word,
  title: nullable(word),
});

export const promptResponse: fc.Arbitrary<v1.PromptResponse> = record({
  stopReason: fc.constantFrom('end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'),
  usage: nullable(record({ totalTokens: fc.nat(), inputTokens: fc.nat(), outputTokens: fc.nat() })),
});

/** A tool call without nulls, which mean the same as nothing in version 1. */
export const toolCall: fc.Arbitrary<v1.ToolCallUpdate> = record({
  toolCallId: word,
  title: optional(word),
  name: optional(word),
  kind: optional(fc.constantFrom('read', 'edit', 'execute', 'switch_mode', 'other')),
  status: optional(fc.constantFrom('pending', 'in_progress', 'completed', 'failed')),
  locations: optional(
    fc.array(record({ path: word.map((name) => `/${name}`), line: nullable(fc.integer({ min: 1, max: 9999 })) }), {
      maxLength: 2,
    }),
  ),
  rawInput: optional(fc.oneof(fc.string(), fc.constant({ a: [1] }))),
});

/** Texts whose lines repeat, with all the line ends there are. */
export const text: fc.Arbitrary<string> = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        '',
        'a',
        'b',
        ' c',
        '-d',
        '+e',
        '\\ No newline',
        '-- f',
        '++ g',
        'diff --git a b',
        '@@ -1 +1 @@',
        'index abcd..ef01',
        'é',
      ),
      fc.constantFrom('\n', '\r\n', ''),
    ),
    {
      maxLength: 30,
    },
  )
  .map((parts) => parts.map(([line, end]) => line + end).join(''));
