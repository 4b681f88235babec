import { memoryPair, RpcError, type Channel } from '@acp-stack/rpc';
import { agent, client, type ClientConnection, type ClientOptions } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { verifies } from '../../../../test/requirements/requirement.ts';
import type { EngineRequest, EngineSession, NesEngine, NesWorkspace } from '../suggestions/nes-engine.ts';
import type { Suggestion } from '../suggestions/suggestion.ts';
import { reportWords, type NesReport } from './nes-report.ts';
import { serveNes, type ServeNesOptions } from './serve-nes.ts';

const uri = 'file:///garden/rose.ts';
const info = { name: 'test', version: '1' };
const at = (line: number, character: number) => ({ line, character });
const insertion = (line: number, column: number, text: string) => ({
  span: { start: { line, column }, end: { line, column } },
  text,
});

/** An engine with scripted suggestions that records its calls. */
function scripted(suggest: EngineSession['suggest'] = () => [], parts: Partial<EngineSession> = {}) {
  const heard: unknown[] = [];
  const requests: EngineRequest[] = [];
  const workspaces: NesWorkspace[] = [];
  const engine: NesEngine = {
    context: { diagnostics: {} },
    open: (workspace) => {
      workspaces.push(workspace);
      return {
        opened: ({ uri: opened }) => void heard.push(['opened', opened]),
        changed: ({ version }) => void heard.push(['changed', version]),
        closed: (closed) => void heard.push(['closed', closed]),
        saved: ({ uri: saved }) => void heard.push(['saved', saved]),
        focused: ({ focus }) => void heard.push(['focused', focus?.position]),
        accepted: ({ kind }) => void heard.push(['accepted', kind]),
        rejected: ({ kind }, reason) => void heard.push(['rejected', kind, reason]),
        close: () => void heard.push('close'),
        suggest: (request) => {
          requests.push(request);
          return suggest(request);
        },
        ...parts,
      };
    },
  };
  return { engine, heard, requests, workspaces };
}

interface Met extends AsyncDisposable {
  readonly connection: ClientConnection;
  readonly reports: NesReport[];
}

async function meet(
  options: ServeNesOptions,
  { capabilities, onUpdate }: ClientOptions & { onUpdate?: (sessionId: string, update: unknown) => void } = {},
): Promise<Met> {
  const reports: NesReport[] = [];
  const [left, right]: [Channel, Channel] = memoryPair();
  const app = agent(info).onPrompt(() => Promise.resolve());
  serveNes(app, { onReport: (report) => reports.push(report), ...options }).connect(left, { checkOutgoing: true });
  const connection = await client(info, capabilities === undefined ? {} : { capabilities })
    .onUpdate((update, { sessionId }) => onUpdate?.(sessionId, update))
    .connect(right, { checkOutgoing: true });
  return { connection, reports, [Symbol.asyncDispose]: () => connection.close() };
}

/** A session with one document. */
async function started(connection: ClientConnection, text = 'one\ntwo\n'): Promise<string> {
  const { sessionId } = await connection.request('nes/start', {});
  await connection.notify('document/didOpen', { sessionId, uri, languageId: 'typescript', version: 1, text });
  return sessionId;
}

const ask = (connection: ClientConnection, sessionId: string, version = 1, signal?: AbortSignal) =>
  connection.request(
    'nes/suggest',
    { sessionId, uri, version, position: at(0, 0), triggerKind: 'automatic' },
    signal === undefined ? {} : { signal },
  );

describe('an agent that serves suggestions', () => {
  test('advertises them with what its engine wants', async () => {
    await using met = await meet(scripted(), { capabilities: { positionEncodings: ['utf-32', 'utf-8'] } });
    expect(met.connection.capabilities).toMatchObject({
      nes: {
        events: {
          document: { didOpen: {}, didChange: { syncKind: 'incremental' }, didClose: {}, didSave: {}, didFocus: {} },
        },
        context: { diagnostics: {} },
      },
      positionEncoding: 'utf-32',
    });
  });

  test('says nothing about positions to a client that does not either', async () => {
    await using met = await meet(scripted());
    expect(met.connection.capabilities).not.toHaveProperty('positionEncoding');
  });

  test('has sessions that are no conversations, several at a time', async () => {
    await using met = await meet(scripted());
    const { connection } = met;
    const ids = [await started(connection), await started(connection)];
    expect(new Set(ids).size).toBe(2);
    expect(connection.sessions).toEqual([]);
    await connection.request('nes/close', { sessionId: ids[0] ?? '' });
    await expect(ask(connection, ids[0] ?? '')).rejects.toMatchObject({ code: -32_002 });
    await expect(ask(connection, ids[1] ?? '')).resolves.toEqual({ suggestions: [] });
  });

  test('hands the workspace to the engine, whatever of it is known', async () => {
    const { engine, workspaces } = scripted();
    await using met = await meet({ engine });
    await met.connection.request('nes/start', {});
    const repository = { name: 'garden', owner: 'alice', remoteUrl: 'https://example.org/garden.git' };
    await met.connection.request('nes/start', { workspaceUri: 'file:///garden', repository });
    expect(workspaces).toEqual([{}, { workspaceUri: 'file:///garden', repository }]);
  });

  test('refuses more sessions than it holds', async () => {
    await using met = await meet({ ...scripted(), limits: { sessions: 1 } });
    await met.connection.request('nes/start', {});
    await expect(met.connection.request('nes/start', {})).rejects.toMatchObject({ code: -32_600 });
  });

  test('asks for a login when one is needed', async () => {
    let isLoggedIn = false;
    await using met = await meet({ ...scripted(), isLoggedIn: () => isLoggedIn });
    await expect(met.connection.request('nes/start', {})).rejects.toMatchObject({
      code: -32_000,
      data: { reason: 'auth_required' },
    });
    isLoggedIn = true;
    await expect(met.connection.request('nes/start', {})).resolves.toHaveProperty('sessionId');
  });

  test('ends its sessions with the connection', async () => {
    const { engine, heard } = scripted();
    const { connection } = await meet({ engine });
    await started(connection);
    await connection.close();
    await settled();
    expect(heard.at(-1)).toBe('close');
  });
});

describe('document events', () => {
  test('come before the request that follows them, and later ones do not', async () => {
    const seen: [number, string][] = [];
    const { engine } = scripted(({ document }) => {
      seen.push([document.version, String(document.text)]);
      return [];
    });
    await using met = await meet({ engine });
    const { connection } = met;
    const sessionId = await started(connection, '');
    const asked: Promise<unknown>[] = [];
    for (let version = 2; version < 50; version += 1) {
      const contentChanges = [{ range: { start: at(0, 0), end: at(0, 0) }, text: 'x' }];
      void connection.notify('document/didChange', { sessionId, uri, version, contentChanges });
      asked.push(ask(connection, sessionId, version));
    }
    await Promise.all(asked);
    expect(seen).toEqual(Array.from({ length: 48 }, (_, index) => [index + 2, 'x'.repeat(index + 1)]));
  });

  test('that the engine still works on hold the suggestions back, with the document as it was', async () => {
    let finish = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { engine, requests } = scripted(() => [], { changed: () => slow });
    await using met = await meet({ engine });
    const { connection } = met;
    const sessionId = await started(connection);
    const change = (version: number) =>
      connection.notify('document/didChange', { sessionId, uri, version, contentChanges: [{ text: `v${version}` }] });
    await change(2);
    const asked = ask(connection, sessionId, 2);
    await change(3);
    await settled();
    expect(requests).toEqual([]);
    finish();
    await asked;
    expect(String(requests[0]?.document.text)).toBe('v2');
  });

  test('are taken by their older names, for the latest session', async () => {
    const { engine, heard, requests } = scripted();
    await using met = await meet({ engine });
    const { connection } = met;
    await connection.request('nes/start', {});
    const { sessionId } = await connection.request('nes/start', {});
    const visibleRange = { start: at(0, 0), end: at(1, 0) };
    await connection.notify('nes/didOpen', { uri, languageId: 'x', version: 1, text: 'one\n' });
    await connection.notify('nes/didChange', { uri, version: 2, contentChanges: [{ text: 'two\n' }] });
    await connection.notify('nes/didFocus', { uri, version: 2, position: at(0, 1), visibleRange });
    await connection.notify('nes/didSave', { uri });
    await ask(connection, sessionId, 2);
    await connection.notify('nes/didClose', { uri });
    await settled();
    expect(String(requests[0]?.document.text)).toBe('two\n');
    expect(heard).toEqual([
      ['opened', uri],
      ['changed', 2],
      ['focused', { line: 0, column: 1 }],
      ['saved', uri],
      ['closed', uri],
    ]);
  });

  test('that make no sense leave the document without suggestions until it is whole again', async () => {
    const { engine, heard, requests } = scripted();
    await using met = await meet({ engine });
    const { connection, reports } = met;
    const sessionId = await started(connection);
    const range = { start: at(99, 0), end: at(99, 0) };
    await connection.notify('document/didChange', {
      sessionId,
      uri,
      version: 2,
      contentChanges: [{ range, text: '' }],
    });
    expect(await ask(connection, sessionId, 2)).toEqual({ suggestions: [] });
    expect(requests).toEqual([]);
    expect(reports).toMatchObject([
      { kind: 'stale-document', sessionId, uri, reason: 'out-of-range' },
      { kind: 'unknown-version', sessionId, uri, version: 2 },
    ]);
    expect(reports.map(reportWords)).toEqual([
      `There are no next edit suggestions for ${uri} until it is opened again or sent as a whole: a change was outside of its text.`,
      undefined,
    ]);
    await connection.notify('document/didChange', { sessionId, uri, version: 3, contentChanges: [{ text: 'new' }] });
    await ask(connection, sessionId, 3);
    expect(requests).toHaveLength(1);
    // To the engine it is a document that was opened, not a text that the user typed.
    expect(heard).toEqual([
      ['opened', uri],
      ['opened', uri],
    ]);
  });

  test('that make an engine fail are reported', async () => {
    const { engine } = scripted(() => [], { changed: () => Promise.reject(new Error('broken')) });
    await using met = await meet({ engine });
    const sessionId = await started(met.connection);
    await met.connection.notify('document/didChange', { sessionId, uri, version: 2, contentChanges: [{ text: '' }] });
    await ask(met.connection, sessionId, 2);
    expect(met.reports).toMatchObject([{ kind: 'engine-failed', error: { message: 'broken' } }]);
  });
});

describe('suggestions', () => {
  const smile = '\u{1F600}';
  const everything = (): Suggestion[] => [
    { kind: 'edit', uri, edits: [insertion(0, 3, '!')], cursor: { line: 0, column: 4 } },
    { kind: 'jump', uri, position: { line: 0, column: 3 } },
    { kind: 'rename', uri, position: { line: 1, column: 0 }, newName: 'second' },
    { kind: 'searchAndReplace', uri: 'file:///garden', search: 'a', replace: 'b' },
  ];

  test('are counted as was agreed', async () => {
    const positionEncodings = ['utf-8', 'utf-16'] as const;
    const capabilities = { positionEncodings, nes: { jump: {}, rename: {}, searchAndReplace: {} } };
    const { engine, requests } = scripted(everything);
    await using met = await meet({ engine }, { capabilities });
    const { connection } = met;
    const sessionId = await started(connection, `${smile}b\ntwo\n`);
    const { suggestions } = await connection.request('nes/suggest', {
      sessionId,
      uri,
      version: 1,
      position: at(0, 4),
      selection: { start: at(0, 0), end: at(0, 4) },
      triggerKind: 'manual',
    });
    expect(requests[0]).toMatchObject({
      position: { line: 0, column: 2 },
      selection: { start: { line: 0, column: 0 }, end: { line: 0, column: 2 } },
      trigger: 'manual',
    });
    const range = { start: at(0, 5), end: at(0, 5) };
    expect(suggestions).toMatchObject([
      { kind: 'edit', uri, edits: [{ range, newText: '!' }], cursorPosition: at(0, 6) },
      { kind: 'jump', uri, position: at(0, 5) },
      { kind: 'rename', uri, position: at(1, 0), newName: 'second' },
      { kind: 'searchAndReplace', uri: 'file:///garden', search: 'a', replace: 'b' },
    ]);
    const ids = suggestions.map(({ suggestionId }) => suggestionId);
    expect(new Set(ids).size).toBe(4);
  });

  test('of kinds that the client does not show are left out', async () => {
    await using met = await meet(scripted(everything), { capabilities: { nes: { rename: {} } } });
    const sessionId = await started(met.connection);
    const { suggestions } = await ask(met.connection, sessionId);
    expect(suggestions.map(({ kind }) => kind)).toEqual(['edit', 'rename']);
    expect(met.reports.map(({ kind }) => kind)).toEqual(['dropped-suggestion', 'dropped-suggestion']);
  });

  test.each([
    ['utf-16', 7],
    ['utf-8', 0],
  ] as const)('may jump to a document that is not open, counted in %s', async (encoding, character) => {
    const shed = 'file:///garden/shed.ts';
    const jump = (): Suggestion[] => [{ kind: 'jump', uri: shed, position: { line: 3, column: 7 } }];
    await using met = await meet(scripted(jump), {
      capabilities: { nes: { jump: {} }, positionEncodings: [encoding] },
    });
    const sessionId = await started(met.connection);
    const position = { line: 3, character };
    expect((await ask(met.connection, sessionId)).suggestions).toMatchObject([{ kind: 'jump', uri: shed, position }]);
    // One that was opened and is not known any more is another matter.
    const version = 1;
    await met.connection.notify('document/didOpen', { sessionId, uri: shed, languageId: 'x', version, text: '' });
    await met.connection.notify('document/didChange', { sessionId, uri: shed, version, contentChanges: [] });
    expect((await ask(met.connection, sessionId)).suggestions).toEqual([]);
  });

  test('that do not fit the document are left out', async () => {
    const wrong = (): Suggestion[] => [
      { kind: 'edit', uri, edits: [insertion(9, 0, 'x')] },
      { kind: 'edit', uri, edits: [] },
      { kind: 'edit', uri: 'file:///elsewhere', edits: [insertion(0, 0, 'x')] },
    ];
    await using met = await meet(scripted(wrong));
    const sessionId = await started(met.connection);
    expect(await ask(met.connection, sessionId)).toEqual({ suggestions: [] });
    expect(met.reports).toHaveLength(3);
  });

  test('are accepted and rejected once, with a reason or without', async () => {
    const { engine, heard } = scripted(everything);
    await using met = await meet({ engine }, { capabilities: { nes: { jump: {}, rename: {} } } });
    const { connection, reports } = met;
    const sessionId = await started(connection);
    const [edit, jump, rename] = (await ask(connection, sessionId)).suggestions.map((each) => each.suggestionId);
    await connection.notify('nes/accept', { sessionId, suggestionId: edit ?? '' });
    await connection.notify('nes/reject', { sessionId, suggestionId: jump ?? '', reason: 'ignored' });
    await connection.notify('nes/reject', { sessionId, suggestionId: rename ?? '' });
    await connection.notify('nes/accept', { sessionId, suggestionId: edit ?? '' });
    await settled();
    expect(heard.slice(1)).toEqual([
      ['accepted', 'edit'],
      ['rejected', 'jump', 'ignored'],
      ['rejected', 'rename', 'unspecified'],
    ]);
    expect(reports.at(-1)).toMatchObject({ kind: 'unknown-suggestion', suggestionId: edit });
  });

  const never = ({ signal }: EngineRequest): Promise<never> =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
    });

  test('end when the client gives them up', async () => {
    const { engine, requests } = scripted(never);
    await using met = await meet({ engine });
    const sessionId = await started(met.connection);
    const giveUp = new AbortController();
    const asked = ask(met.connection, sessionId, 1, giveUp.signal);
    await settled();
    giveUp.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    expect(requests[0]?.signal.aborted).toBe(true);
  });

  test('end when their session does, even if the engine does not listen', async () => {
    const { engine, requests, heard } = scripted(() => new Promise<never>(() => undefined));
    await using met = await meet({ engine });
    const sessionId = await started(met.connection);
    const asked = ask(met.connection, sessionId);
    await settled();
    await met.connection.request('nes/close', { sessionId });
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    expect([requests[0]?.signal.aborted, heard.at(-1)]).toEqual([true, 'close']);
  });

  test('know the problems at hand in places of the text', async () => {
    const { engine, requests } = scripted();
    await using met = await meet({ engine });
    const sessionId = await started(met.connection);
    const range = { start: at(1, 0), end: at(1, 3) };
    const problem = { uri, range, severity: 'error', message: 'No two.' } as const;
    const unknown = { ...problem, uri: 'file:///elsewhere' };
    const context = { diagnostics: [problem, unknown] };
    const request = { sessionId, uri, version: 1, position: at(0, 0), triggerKind: 'diagnostic', context } as const;
    await met.connection.request('nes/suggest', request);
    expect(requests[0]?.diagnostics).toEqual([
      {
        uri,
        span: { start: { line: 1, column: 0 }, end: { line: 1, column: 3 } },
        severity: 'error',
        message: 'No two.',
      },
    ]);
  });
});

describe('options of a session', () => {
  const option = {
    type: 'select',
    configId: 'eagerness',
    name: 'Eagerness',
    currentValue: 'calm',
    options: [
      { value: 'calm', name: 'Calm' },
      { value: 'eager', name: 'Eager' },
    ],
  } as const;

  test(verifies('NES-17', 'come with the answer, are set by its id, and reach the engine'), async () => {
    const { engine, requests } = scripted();
    await using met = await meet({ engine, configOptions: [option] });
    const { connection } = met;
    const begun = await connection.request('nes/start', {});
    expect(begun).toMatchObject({ configOptions: [option] });
    const { sessionId } = begun;
    const set = { sessionId, configId: 'eagerness', type: 'id', value: 'eager' } as const;
    const { configOptions } = await connection.request('session/set_config_option', set);
    expect(configOptions).toEqual([{ ...option, currentValue: 'eager' }]);
    await connection.notify('document/didOpen', { sessionId, uri, languageId: 'x', version: 1, text: '' });
    await ask(connection, sessionId);
    expect(requests[0]?.options).toEqual({ eagerness: 'eager' });
    const wrong = { ...set, value: 'frantic' };
    await expect(connection.request('session/set_config_option', wrong)).rejects.toMatchObject({ code: -32_602 });
  });

  test('that the program refuses stay as they were, and those that it changes are told', async () => {
    const updates: unknown[] = [];
    await using met = await meet(
      {
        ...scripted(),
        configOptions: [option],
        onConfigOption: (session, { value }) => {
          if (value === 'calm') throw new RpcError(-32_602, 'Never calm.');
          session.setConfigOptions([{ ...option, currentValue: 'eager', name: 'Very eager' }]);
        },
      },
      { onUpdate: (sessionId, update) => updates.push([sessionId, update]) },
    );
    const { sessionId } = await met.connection.request('nes/start', {});
    const set = { sessionId, configId: 'eagerness', type: 'id' } as const;
    const changed = [{ ...option, currentValue: 'eager', name: 'Very eager' }];
    expect(await met.connection.request('session/set_config_option', { ...set, value: 'eager' })).toEqual({
      configOptions: changed,
    });
    await settled();
    expect(updates).toEqual([[sessionId, { sessionUpdate: 'config_option_update', configOptions: changed }]]);
    await expect(met.connection.request('session/set_config_option', { ...set, value: 'calm' })).rejects.toThrow();
  });

  test('have the names of version 1 for a client of version 1', async () => {
    const { engine, requests } = scripted();
    const [left, right] = memoryPair();
    serveNes(agent(info), { engine, configOptions: [option] }).connect(left, { checkOutgoing: true });
    const waiting = new Map<unknown, (result: unknown) => void>();
    right.open({
      receive: (message) => {
        const { id, result } = message as { readonly id?: unknown; readonly result?: unknown };
        waiting.get(id)?.(result);
      },
      reject: () => undefined,
      ended: () => undefined,
    });
    const ask1 = (id: number, method: string, params: object): Promise<unknown> =>
      new Promise((resolve) => {
        waiting.set(id, resolve);
        right.send({ jsonrpc: '2.0', id, method, params });
      });
    await ask1(1, 'initialize', { protocolVersion: 1, clientCapabilities: {} });
    const { configId: id, ...others } = option;
    const begun = await ask1(2, 'nes/start', {});
    expect(begun).toEqual({ sessionId: expect.any(String) as string, configOptions: [{ id, ...others }] });
    const { sessionId } = begun as { readonly sessionId: string };
    const set = { sessionId, configId: 'eagerness', value: 'eager' };
    expect(await ask1(3, 'session/set_config_option', set)).toEqual({
      configOptions: [{ id, ...others, currentValue: 'eager' }],
    });
    right.send({
      jsonrpc: '2.0',
      method: 'document/didOpen',
      params: { sessionId, uri, languageId: 'x', version: 1, text: '' },
    });
    await ask1(4, 'nes/suggest', { sessionId, uri, version: 1, position: at(0, 0), triggerKind: 'manual' });
    expect(requests[0]?.options).toEqual({ eagerness: 'eager' });
    right.destroy();
  });
});
