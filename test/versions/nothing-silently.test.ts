/**
 * Nothing is lost silently: every leaf of every message is found again on the other side, or accounted for.
 *
 * The messages are made from the schema. What may become of a leaf is data, in `leaves/accounts.ts`.
 */
import type * as v2 from '@acp-stack/schema/v2/unstable';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { writeGitPatch } from '@acp-stack/bridge/git-patch';
import type { Role } from '@acp-stack/bridge';
import { toV1, toV2, type Difference } from './fields/expected-differences.ts';
import { DirectBridge, type Outcome } from './fields/direct-bridge.ts';
import { branded, fieldsOf, type MessageField } from './fields/message-fields.ts';
import { schemaValues, tamed } from './round-trip/schema-values.ts';
import type { Version } from './round-trip/wire.ts';

const isLong = process.env['ACP_LONG'] === '1';
const runs = isLong ? { numRuns: 20_000 } : { numRuns: 1000, seed: 11 };
const timeout = isLong ? 1_800_000 : 300_000;

/** Something that is said, and by whom. */
interface Said {
  readonly by: Role;
  /** How it is called in accounts: the method, with `:result` where it is an answer. */
  readonly about: string;
  readonly value: object;
  readonly outcome: Outcome;
}

let marks = 0;
const mark = (): string => {
  marks += 1;
  return `‹${marks}›`;
};

/** What is said and neither found nor accounted for. */
function unaccounted({ by, about, value, outcome }: Said, accounts: readonly Difference[]): string[] {
  const { sent, reports } = outcome;
  // What is malformed is not converted, and what is refused is not lost.
  if (reports.some(({ kind }) => kind === 'malformed' || kind === 'repaired-by-bridge')) return [];
  if (sent[by].some(({ error }) => error !== undefined)) return [];
  const told = sent[by === 'client' ? 'agent' : 'client'].length > 0;
  const rows = new Set(reports.flatMap((report) => (report.kind === 'loss' ? [report.row] : [])));
  const found = new Map<string, unknown[]>();
  for (const leaf of fieldsOf(sent[by === 'client' ? 'agent' : 'client'])) {
    for (const key of [leaf.key, '*']) found.set(key, [...(found.get(key) ?? []), leaf.value]);
    found.set('#', [...(found.get('#') ?? []), leaf.path]);
  }
  const isAt = (key: string, leaf: MessageField): boolean =>
    (found.get(key) ?? []).some((each) => each === leaf.value) || isPartOf(leaf.value, found.get(key));
  return fieldsOf(value, about)
    .filter((leaf) => !(found.get(leaf.key) ?? []).includes(leaf.value))
    .filter(
      (leaf) =>
        !accounts.some((account) => {
          if (!account.path.test(leaf.path)) return false;
          if ('when' in account && account.when === 'nothing told' && told) return false;
          if ('as' in account) return account.as.some((key) => isAt(key, leaf));
          if ('rows' in account) return account.rows.length === 0 || account.rows.some((row) => rows.has(row));
          return account.value?.(leaf.value) ?? true;
        }),
    )
    .map(({ path, value: lost }) => `${path} = ${JSON.stringify(lost)}`);
}

/** Whether a text is part of another. */
const isPartOf = (value: unknown, values: readonly unknown[] = []): boolean =>
  typeof value === 'string' && values.some((each) => typeof each === 'string' && each.includes(value));

function expectAll(said: readonly Said[], accounts: readonly Difference[]): void {
  for (const each of said) {
    const lost = unaccounted(each, accounts);
    expect({ lost, ...(lost.length === 0 ? {} : { said: each.value, outcome: each.outcome }) }).toEqual({ lost: [] });
  }
}

const info = { name: 'tester', version: '1' };
const other = (role: Role): Role => (role === 'client' ? 'agent' : 'client');

/** A value of a version, in which all strings differ. */
const valuesOf = (version: Version): (<T extends object>(definition: string) => fc.Arbitrary<T>) => {
  const values = schemaValues(version);
  return (definition) => values<never>(definition).map((value) => branded(tamed(value), mark));
};

/** Initializes both sides and opens the session `s`. */
function opened(client: Version, gates: object): DirectBridge {
  const crossing = new DirectBridge(client, false);
  const { askedAs } = crossing.ask(
    'client',
    'initialize',
    client === 1
      ? { protocolVersion: 1, clientCapabilities: gates }
      : { protocolVersion: 2, info, capabilities: gates },
  );
  const able = { loadSession: true, sessionCapabilities: { list: {}, resume: {}, close: {}, fork: {} } };
  crossing.answer(
    'agent',
    askedAs,
    client === 1
      ? { protocolVersion: 2, info, capabilities: { session: { mcp: { stdio: {} } } } }
      : { protocolVersion: 1, agentCapabilities: able },
  );
  const opening = crossing.ask('client', 'session/new', client === 1 ? { cwd: '/w', mcpServers: [] } : { cwd: '/w' });
  crossing.answer('agent', opening.askedAs, { sessionId: 's' });
  return crossing;
}

const gates = fc.constantFrom<object>(
  {},
  { session: { notices: {}, compaction: {}, configOptions: { boolean: {} } }, plan: {}, subagents: {} },
);
const fewIds = fc.constantFrom('t', 'u');

/** A step of a conversation. */
type Step = (crossing: DirectBridge) => Said[];

/** Diffs whose patches fit, as far as they say which files they change. */
function withPatches(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPatches);
  if (typeof value !== 'object' || value === null) return value;
  const { type, changes, patch } = value as { type?: unknown; changes?: unknown; patch?: object | null };
  const [change] = (Array.isArray(changes) ? changes : []) as { operation: string; path: string }[];
  if (type !== 'diff' || change === undefined || patch === undefined || patch === null)
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withPatches(field)]));
  const oldText = change.operation === 'add' ? undefined : 'before\n';
  const newText = change.operation === 'delete' ? undefined : 'after\n';
  const text = writeGitPatch({ path: change.path, oldText, newText });
  return { ...value, patch: { ...patch, format: 'git_patch', text } };
}

const of1 = valuesOf(1);
const of2 = valuesOf(2);

/** One piece of news about the session. */
const told = (values: typeof of1): fc.Arbitrary<Step> =>
  fc.tuple(values<v2.SessionNotification>('SessionNotification'), fewIds, fc.boolean()).map(([made, id, isPatched]) => {
    const update = ('toolCallId' in made.update ? { ...made.update, toolCallId: id } : made.update) as object;
    const value = { ...made, sessionId: 's', update: (isPatched ? withPatches(update) : update) as object };
    return (crossing) => [
      {
        by: 'agent',
        about: `session/update:${String((update as { sessionUpdate: unknown }).sessionUpdate)}`,
        value,
        outcome: crossing.notify('agent', 'session/update', value),
      },
    ];
  });

interface Question {
  readonly by: Role;
  readonly method: string;
  readonly params: fc.Arbitrary<object>;
  readonly result: fc.Arbitrary<object>;
  /** Under which name the other side answers. */
  readonly answeredAs?: string;
}

/** A question and its answer. */
const asked = ({ by, method, params, result, answeredAs = method }: Question): fc.Arbitrary<Step> =>
  fc.tuple(params, result).map(([question, answer]) => (crossing) => {
    const value = 'sessionId' in question ? { ...question, sessionId: 's' } : question;
    const outcome = crossing.ask(by, method, value);
    const said: Said[] = [{ by, about: method, value, outcome }];
    if (outcome.askedAs === undefined) return said;
    const back = crossing.answer(other(by), outcome.askedAs, answer);
    return [...said, { by: other(by), about: `${answeredAs}:result`, value: answer, outcome: back }];
  });

const only = (said: readonly Said[], by: Role): Said[] => said.filter((each) => each.by === by);

/** A prompt, the answer to it, and how it ends. */
const prompted: fc.Arbitrary<Step> = fc
  .tuple(of1<object>('PromptRequest'), of2<object>('PromptResponse'), of2<object>('IdleStateUpdate'))
  .map(([params, answer, idle]) => (crossing) => {
    const value = { ...params, sessionId: 's' };
    const outcome = crossing.ask('client', 'session/prompt', value);
    const said: Said[] = [{ by: 'client', about: 'session/prompt', value, outcome }];
    if (outcome.askedAs === undefined) return said;
    const back = crossing.answer('agent', outcome.askedAs, answer);
    crossing.notify('agent', 'session/update', {
      sessionId: 's',
      update: { sessionUpdate: 'state_update', state: 'running' },
    });
    const end = { sessionId: 's', update: { ...idle, sessionUpdate: 'state_update', state: 'idle' } };
    return [
      ...said,
      { by: 'agent', about: 'session/prompt:result', value: answer, outcome: back },
      {
        by: 'agent',
        about: 'session/update:state_update',
        value: end,
        outcome: crossing.notify('agent', 'session/update', end),
      },
    ];
  });

describe('a client of version 1 and an agent of version 2', () => {
  const question = (
    by: Role,
    method: string,
    params: string,
    result: string,
    answeredAs?: string,
  ): fc.Arbitrary<Step> =>
    asked({
      by,
      method,
      params: (by === 'client' ? of1 : of2)<object>(params),
      result: (by === 'client' ? of2 : of1)<object>(result),
      ...(answeredAs === undefined ? {} : { answeredAs }),
    });
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 12, arbitrary: told(of2) },
    question('agent', 'session/request_permission', 'RequestPermissionRequest', 'RequestPermissionResponse'),
    question('agent', 'elicitation/create', 'CreateElicitationRequest', 'CreateElicitationResponse'),
    question('client', 'session/set_config_option', 'SetSessionConfigOptionRequest', 'SetSessionConfigOptionResponse'),
    question('client', 'session/load', 'LoadSessionRequest', 'ResumeSessionResponse', 'session/resume'),
    question('client', 'session/resume', 'ResumeSessionRequest', 'ResumeSessionResponse'),
    question('client', 'session/list', 'ListSessionsRequest', 'ListSessionsResponse'),
    question('client', 'session/status', 'SessionStatusRequest', 'SessionStatusResponse'),
    question('client', 'authenticate', 'AuthenticateRequest', 'LoginAuthResponse', 'auth/login'),
    question('client', 'nes/suggest', 'SuggestNesRequest', 'SuggestNesResponse'),
    asked({
      by: 'client',
      method: 'initialize',
      params: of1<object>('InitializeRequest').map((params) => ({ ...params, protocolVersion: 1 })),
      result: of2<object>('InitializeResponse').map((result) => ({ ...result, protocolVersion: 2 })),
    }),
    prompted,
  );

  test(
    'say nothing to each other that is lost silently',
    () => {
      fc.assert(
        fc.property(gates, fc.array(step, { minLength: 1, maxLength: 6 }), (offered, steps) => {
          const crossing = opened(1, offered);
          for (const each of steps) {
            const said = each(crossing);
            expectAll(only(said, 'agent'), toV1);
            expectAll(only(said, 'client'), toV2);
          }
        }),
        runs,
      );
    },
    timeout,
  );
});

describe('a client of version 2 and an agent of version 1', () => {
  const question = (
    by: Role,
    method: string,
    params: string,
    result: string,
    answeredAs?: string,
  ): fc.Arbitrary<Step> =>
    asked({
      by,
      method,
      params: (by === 'client' ? of2 : of1)<object>(params),
      result: (by === 'client' ? of1 : of2)<object>(result),
      ...(answeredAs === undefined ? {} : { answeredAs }),
    });
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 12, arbitrary: told(of1) },
    question('agent', 'session/request_permission', 'RequestPermissionRequest', 'RequestPermissionResponse'),
    question('agent', 'elicitation/create', 'CreateElicitationRequest', 'CreateElicitationResponse'),
    question('client', 'session/set_config_option', 'SetSessionConfigOptionRequest', 'SetSessionConfigOptionResponse'),
    question('client', 'session/new', 'NewSessionRequest', 'NewSessionResponse'),
    question('client', 'session/fork', 'ForkSessionRequest', 'ForkSessionResponse'),
    question('client', 'session/resume', 'ResumeSessionRequest', 'LoadSessionResponse'),
    question('client', 'session/list', 'ListSessionsRequest', 'ListSessionsResponse'),
    question('client', 'session/prompt', 'PromptRequest', 'PromptResponse'),
    question('client', 'auth/login', 'LoginAuthRequest', 'AuthenticateResponse', 'authenticate'),
    question('client', 'nes/suggest', 'SuggestNesRequest', 'SuggestNesResponse'),
    asked({
      by: 'client',
      method: 'initialize',
      params: of2<object>('InitializeRequest').map((params) => ({ ...params, protocolVersion: 2 })),
      result: of1<object>('InitializeResponse').map((result) => ({ ...result, protocolVersion: 1 })),
    }),
  );

  test(
    'say nothing to each other that is lost silently',
    () => {
      fc.assert(
        fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
          const crossing = opened(2, {});
          for (const each of steps) {
            const said = each(crossing);
            expectAll(only(said, 'agent'), toV2);
            expectAll(only(said, 'client'), toV1);
          }
        }),
        runs,
      );
    },
    timeout,
  );
});
