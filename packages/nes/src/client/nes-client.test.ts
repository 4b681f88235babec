import { memoryPair, RpcError } from '@acp-stack/rpc';
import type { NesCapabilities, NesRejectReason, NesSuggestion, SuggestNesRequest } from '@acp-stack/schema/v2/unstable';
import { agent, client, type ClientConnection } from '@acp-stack/sdk';
import { settled, VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import type { SuggestionKind } from '../suggestions/suggestion.ts';
import type { Replacement } from '../text/text-position.ts';
import type { NesClient, NesClientOptions } from './nes-client.ts';
import { nesClientCapabilities, startNes } from './start-nes.ts';

const uri = 'file:///garden/rose.ts';
const other = 'file:///garden/tulip.ts';
const info = { name: 'test', version: '1' };
const insert = (line: number, column: number, text: string): Replacement[] => [
  { span: { start: { line, column }, end: { line, column } }, text },
];
const screen = { start: { line: 0, column: 0 }, end: { line: 1, column: 0 } };
const start = { line: 0, column: 0 };

type Event = readonly [method: string, params: unknown];

/** An agent that records what it receives, and responds as the test wants. */
function listening(
  nes: NesCapabilities,
  answer: (request: SuggestNesRequest, signal: AbortSignal) => unknown = () => [],
) {
  const events: Event[] = [];
  const requests: SuggestNesRequest[] = [];
  const ends: [id: string, end: string][] = [];
  const app = agent(info);
  const { document = {} } = nes.events ?? {};
  const hear = (method: string) => (params: unknown) => void events.push([method, params]);
  if (document?.didOpen) app.onNotification('document/didOpen', hear('didOpen'));
  if (document?.didChange) app.onNotification('document/didChange', hear('didChange'));
  if (document?.didClose) app.onNotification('document/didClose', hear('didClose'));
  if (document?.didSave) app.onNotification('document/didSave', hear('didSave'));
  if (document?.didFocus) app.onNotification('document/didFocus', hear('didFocus'));
  const { didChange } = document ?? {};
  app
    .offerNes({
      ...(nes.context ? { context: nes.context } : {}),
      ...(didChange ? { syncKind: didChange.syncKind } : {}),
      positionEncodings: ['utf-8'],
    })
    .on('nes/start', () => ({ sessionId: 'n1' }))
    .on('nes/suggest', async (request, { signal }) => {
      requests.push(request as SuggestNesRequest);
      return { suggestions: (await answer(request as SuggestNesRequest, signal)) as NesSuggestion[] };
    })
    .on('nes/close', () => {
      events.push(['close', {}]);
      return {};
    })
    .onNotification('nes/accept', ({ suggestionId }) => void ends.push([suggestionId, 'accepted']))
    .onNotification('nes/reject', ({ suggestionId, reason }) => void ends.push([suggestionId, reason ?? '']));
  return { app, events, requests, ends };
}

const everyEvent: NesCapabilities = {
  events: {
    document: { didOpen: {}, didChange: { syncKind: 'incremental' }, didClose: {}, didSave: {}, didFocus: {} },
  },
};

async function connect(
  app: ReturnType<typeof agent>,
  kinds: readonly SuggestionKind[] = [],
): Promise<ClientConnection> {
  const [left, right] = memoryPair();
  app.connect(left, { checkOutgoing: true });
  return client(info, { capabilities: nesClientCapabilities(kinds) }).connect(right, { checkOutgoing: true });
}

interface Editor extends AsyncDisposable {
  readonly nes: NesClient;
  readonly clock: VirtualClock;
  readonly shown: string[][];
  readonly errors: unknown[];
}

async function edit(app: ReturnType<typeof agent>, options: NesClientOptions = {}): Promise<Editor> {
  const clock = new VirtualClock();
  const shown: string[][] = [];
  const errors: unknown[] = [];
  const connection = await connect(app, options.kinds);
  const nes = await startNes(connection, {
    clock,
    now: () => 1000 + clock.now(),
    onSuggestions: (offered) => shown.push(offered.map(({ id }) => id)),
    onError: (error) => errors.push(error),
    ...options,
  });
  return {
    nes,
    clock,
    shown,
    errors,
    [Symbol.asyncDispose]: async () => {
      await nes[Symbol.asyncDispose]();
      await connection.close();
    },
  };
}

/** An edit that inserts `text` at a position. */
const proposal = (suggestionId: string, line: number, character: number, newText: string): NesSuggestion => ({
  kind: 'edit',
  suggestionId,
  uri,
  edits: [{ range: { start: { line, character }, end: { line, character } }, newText }],
});

describe('what an editor does', () => {
  test('reaches the agent as events, counted as agreed', async () => {
    const { app, events } = listening(everyEvent);
    await using editor = await edit(app);
    const { nes } = editor;
    nes.open(uri, 'typescript', 'é\n');
    nes.change(uri, insert(0, 1, 'x'));
    nes.change(uri, 'éxy\nz\n');
    nes.focus(uri, { line: 0, column: 1 }, screen);
    nes.focus(uri, { line: 0, column: 1 }, screen);
    nes.save(uri);
    nes.close(uri);
    await settled();
    const at = (line: number, character: number) => ({ line, character });
    expect(events).toEqual([
      ['didOpen', { sessionId: 'n1', uri, languageId: 'typescript', version: 1, text: 'é\n' }],
      [
        'didChange',
        {
          sessionId: 'n1',
          uri,
          version: 2,
          contentChanges: [{ range: { start: at(0, 2), end: at(0, 2) }, text: 'x' }],
        },
      ],
      [
        'didChange',
        {
          sessionId: 'n1',
          uri,
          version: 3,
          contentChanges: [{ range: { start: at(0, 3), end: at(0, 3) }, text: 'y\nz' }],
        },
      ],
      ...[1, 2].map(() => [
        'didFocus',
        { sessionId: 'n1', uri, version: 3, position: at(0, 2), visibleRange: { start: at(0, 0), end: at(1, 0) } },
      ]),
      ['didSave', { sessionId: 'n1', uri }],
      ['didClose', { sessionId: 'n1', uri }],
    ]);
  });

  test('is told whole to an agent that wants it so, and not at all to one that does not', async () => {
    const whole = listening({ events: { document: { didChange: { syncKind: 'full' } } } });
    const deaf = listening({});
    for (const { app } of [whole, deaf]) {
      await using editor = await edit(app);
      editor.nes.open(uri, 'typescript', 'a');
      editor.nes.change(uri, insert(0, 1, 'b'));
      editor.nes.focus(uri, start, { start, end: start });
      await settled();
    }
    expect(whole.events[0]).toEqual([
      'didChange',
      { sessionId: 'n1', uri, version: 2, contentChanges: [{ text: 'ab' }] },
    ]);
    expect([whole.events.length, deaf.events.length]).toEqual([2, 1]);
  });
});

describe('the context of a request', () => {
  const ask = async (context: NesCapabilities['context'], act: (editor: Editor) => void) => {
    const { app, requests } = listening({ ...everyEvent, ...(context ? { context } : {}) });
    const snippet = { uri: other, excerpts: [{ startLine: 0, endLine: 0, text: 'x\n' }] };
    await using editor = await edit(app, { relatedSnippets: () => [snippet] });
    const { nes, clock } = editor;
    nes.open(other, 'typescript', 'tulip\n');
    nes.open(uri, 'typescript', 'rose\n');
    act(editor);
    nes.suggest(uri, start);
    await clock.advance(0);
    return requests.at(-1)?.context;
  };

  test('is nothing when nothing is asked for', async () => {
    expect(await ask(undefined, () => undefined)).toBeUndefined();
    expect(await ask({}, () => undefined)).toBeUndefined();
  });

  test('is what is asked for', async () => {
    const everything = {
      recentFiles: {},
      relatedSnippets: {},
      editHistory: {},
      userActions: {},
      openFiles: {},
      diagnostics: {},
    };
    const context = await ask(everything, ({ nes }) => {
      nes.focus(uri, start, { start, end: { line: 1, column: 0 } });
      nes.change(uri, insert(0, 0, 'a '));
      nes.setDiagnostics(uri, [
        { span: { start, end: { line: 0, column: 1 } }, severity: 'error', message: 'No article.' },
      ]);
    });
    const at = (line: number, character: number) => ({ line, character });
    expect(context).toEqual({
      recentFiles: [{ uri: other, languageId: 'typescript', text: 'tulip\n' }],
      relatedSnippets: [{ uri: other, excerpts: [{ startLine: 0, endLine: 0, text: 'x\n' }] }],
      editHistory: [{ uri, diff: '--- a/garden/rose.ts\n+++ b/garden/rose.ts\n@@ -1,1 +1,1 @@\n-rose\n+a rose' }],
      userActions: [{ action: 'insertChar', uri, position: at(0, 2), timestampMs: 1000 }],
      openFiles: [
        {
          uri,
          languageId: 'typescript',
          visibleRange: { start: at(0, 0), end: at(1, 0) },
          lastFocusedMs: 1000,
        },
        { uri: other, languageId: 'typescript' },
      ],
      diagnostics: [{ uri, range: { start: at(0, 0), end: at(0, 1) }, severity: 'error', message: 'No article.' }],
    });
  });

  test('keeps the limits of the agent', async () => {
    const context = await ask(
      { recentFiles: { maxCount: 1 }, editHistory: { maxCount: 2 }, userActions: { maxCount: 3 } },
      ({ nes }) => {
        nes.open('file:///c', 'c', '');
        for (let index = 0; index < 9; index += 1) {
          nes.change(uri, insert(0, 0, 'x'));
          nes.focus(uri, start, { start, end: start });
        }
        nes.change(other, insert(0, 0, 'x'));
      },
    );
    expect([context?.recentFiles, context?.editHistory, context?.userActions].map((part) => part?.length)).toEqual([
      1, 2, 3,
    ]);
    expect(context?.recentFiles?.[0]?.uri).toBe(other);
    expect(Object.keys(context ?? {})).toEqual(['recentFiles', 'editHistory', 'userActions']);
  });
});

describe('requests', () => {
  test('wait for a pause, and keep apart', async () => {
    const { app, requests } = listening(everyEvent);
    await using editor = await edit(app);
    const { nes, clock } = editor;
    nes.open(uri, 'typescript', '');
    nes.change(uri, insert(0, 0, 'a'));
    await clock.advance(74);
    nes.change(uri, insert(0, 1, 'b'));
    await clock.advance(74);
    expect(requests).toHaveLength(0);
    await clock.advance(1);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ version: 3, position: { line: 0, character: 2 }, triggerKind: 'automatic' });
    nes.change(uri, insert(0, 2, 'c'));
    await clock.advance(299);
    expect(requests).toHaveLength(1);
    await clock.advance(1);
    expect(requests).toHaveLength(2);
  });

  test('go at once when the user wants one, with the selection', async () => {
    const { app, requests } = listening(everyEvent);
    await using editor = await edit(app);
    editor.nes.open(uri, 'typescript', 'rose');
    editor.nes.suggest(uri, start, { start, end: { line: 0, column: 4 } });
    await settled();
    expect(requests[0]).toMatchObject({
      triggerKind: 'manual',
      selection: { start: { line: 0, character: 0 }, end: { line: 0, character: 4 } },
    });
  });

  test('are not made after undo and redo, nor with a selection', async () => {
    const { app, requests } = listening(everyEvent);
    await using editor = await edit(app);
    const { nes, clock } = editor;
    nes.open(uri, 'typescript', 'rose');
    nes.change(uri, insert(0, 0, 'a'), { cause: 'undo' });
    nes.change(uri, insert(0, 0, 'a'), { cause: 'redo' });
    nes.moveCursor(uri, start, { start, end: { line: 0, column: 2 } });
    await clock.advance(1000);
    expect(requests).toEqual([]);
    nes.moveCursor(uri, start);
    await clock.advance(1000);
    expect(requests).toHaveLength(1);
  });

  test('that are out of date are cancelled, and what comes all the same is rejected as cancelled', async () => {
    const signals: AbortSignal[] = [];
    const answers: (() => void)[] = [];
    const { app, requests, ends } = listening(everyEvent, (_, signal) => {
      signals.push(signal);
      return new Promise((resolve) => {
        answers.push(() => {
          resolve([proposal(`s${answers.length}`, 0, 0, 'x')]);
        });
      });
    });
    await using editor = await edit(app);
    const { nes, clock, shown } = editor;
    nes.open(uri, 'typescript', '');
    nes.suggest(uri, start);
    await settled();
    answers[0]?.();
    await settled();
    expect(shown).toEqual([['s1']]);
    nes.suggest(uri, start);
    await settled();
    nes.suggest(uri, start);
    await clock.advance(0);
    expect([requests.length, signals[1]?.aborted, signals[2]?.aborted]).toEqual([3, true, false]);
    answers[1]?.();
    await settled();
    expect(ends).toEqual([['s3', 'cancelled']]);
    expect(shown).toEqual([['s1']]);
    answers[2]?.();
  });

  test('are made once for one question', async () => {
    const { app, requests } = listening(everyEvent);
    await using editor = await edit(app);
    const { nes, clock } = editor;
    nes.open(uri, 'typescript', 'rose');
    for (const column of [0, 1, 0, 1]) {
      nes.moveCursor(uri, { line: 0, column });
      await clock.advance(1000);
    }
    expect(requests).toHaveLength(2);
    nes.change(uri, insert(0, 0, 'x'));
    await clock.advance(1000);
    nes.change(uri, [{ span: { start, end: { line: 0, column: 1 } }, text: '' }]);
    await clock.advance(1000);
    expect(requests).toHaveLength(3);
  });

  test('that fail are told, and nothing is shown', async () => {
    const { app } = listening(everyEvent, () => {
      throw new RpcError(-32_002, 'No model.');
    });
    await using editor = await edit(app);
    editor.nes.open(uri, 'typescript', 'rose');
    editor.nes.suggest(uri, start);
    await settled();
    expect([editor.errors, editor.shown]).toMatchObject([[{ message: 'No model.' }], []]);
  });
});

describe('suggestions', () => {
  /** Shows one suggestion after another, whenever asked. */
  async function offering(make: (count: number) => unknown, options: NesClientOptions = {}) {
    let count = 0;
    const heard = listening(everyEvent, () => {
      count += 1;
      return make(count);
    });
    const editor = await edit(heard.app, options);
    editor.nes.open(uri, 'typescript', 'rose\n');
    editor.nes.suggest(uri, start);
    await settled();
    return { ...heard, ...editor };
  }

  test('are accepted once, and the next one is asked for at once', async () => {
    await using editor = await offering((count) => [proposal(`s${count}`, 0, 4, `${count}`)]);
    const { nes, ends, requests } = editor;
    const accepted = nes.accept('s1');
    expect(accepted).toMatchObject({ kind: 'edit', edits: [{ text: '1' }] });
    if (accepted?.kind === 'edit') nes.change(uri, accepted.edits);
    await settled();
    expect(requests).toHaveLength(2);
    expect(nes.accept('s1')).toBeUndefined();
    expect(ends).toEqual([['s1', 'accepted']]);
    expect(nes.offered.map(({ id }) => id)).toEqual(['s2']);
  });

  test('are dismissed, do not come back, and leave the user in peace for a while', async () => {
    await using editor = await offering((count) => [proposal(`s${count}`, 0, 4, ' red')]);
    const { nes, ends, requests, clock, shown } = editor;
    nes.dismiss();
    nes.change(uri, insert(1, 0, 'x'));
    await clock.advance(4000);
    expect(requests).toHaveLength(1);
    await clock.advance(1000);
    nes.change(uri, insert(1, 0, 'x'));
    await clock.advance(1000);
    expect(requests).toHaveLength(2);
    expect(ends).toEqual([
      ['s1', 'rejected'],
      ['s2', 'rejected'],
    ]);
    expect(shown).toEqual([['s1'], []]);
  });

  test('shrink while they are typed, without another request', async () => {
    await using editor = await offering((count) => [proposal(`s${count}`, 0, 4, ' red')]);
    const { nes, clock, requests, ends } = editor;
    nes.change(uri, insert(0, 4, ' r'));
    await clock.advance(1000);
    expect(nes.offered).toMatchObject([{ id: 's1', suggestion: { edits: [{ text: 'ed' }] } }]);
    expect([requests.length, ends]).toEqual([1, []]);
  });

  test('are ignored when the user types something else there', async () => {
    await using editor = await offering((count) => (count === 1 ? [proposal('s1', 0, 4, ' red')] : []));
    const { nes, shown, ends } = editor;
    nes.change(uri, insert(0, 4, '!'));
    await settled();
    expect(ends).toEqual([['s1', 'ignored']]);
    expect(shown).toEqual([['s1'], []]);
  });

  test('are replaced by newer ones', async () => {
    await using editor = await offering((count) => [proposal(`s${count}`, 0, 4, `${count}`)]);
    const { nes, clock, ends } = editor;
    nes.change(uri, insert(1, 0, 'x'));
    await clock.advance(1000);
    expect(ends).toEqual([['s1', 'replaced']]);
    expect(nes.offered.map(({ id }) => id)).toEqual(['s2']);
  });

  test('fit the document even if the user typed on before they came', async () => {
    let answer: (suggestions: unknown) => void = () => undefined;
    await using editor = await offering(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const { nes, ends } = editor;
    nes.change(uri, insert(0, 0, 'a\n'));
    await settled();
    answer([proposal('s1', 0, 4, ' red'), proposal('s2', 0, 0, 'zzz')]);
    await settled();
    expect(nes.offered).toMatchObject([
      { id: 's1', suggestion: { edits: [{ span: { start: { line: 1, column: 4 } }, text: ' red' }] } },
    ]);
    expect(ends).toEqual([['s2', 'cancelled']]);
  });

  test('that make no sense, or that the editor cannot show, are rejected', async () => {
    const position = { line: 0, character: 0 };
    const made = [
      proposal('outside', 9, 0, 'x'),
      proposal('nothing', 0, 0, ''),
      { kind: 'jump', suggestionId: 'jump', uri, position },
      { kind: 'rename', suggestionId: 'rename', uri, position, newName: 'tulip' },
      { kind: '_teleport', suggestionId: 'teleport' },
    ];
    await using editor = await offering((count) => (count === 1 ? made : []), { kinds: ['rename'] });
    await settled();
    expect(editor.nes.offered).toMatchObject([{ id: 'rename', suggestion: { kind: 'rename', newName: 'tulip' } }]);
    expect(editor.ends).toEqual(
      ['outside', 'nothing', 'jump', 'teleport'].map((id) => [id, 'rejected' satisfies NesRejectReason]),
    );
  });

  test('about a document that is closed, or opened again with another text, are ignored', async () => {
    await using editor = await offering((count) => [proposal(`s${count}`, 0, 4, `${count}`)]);
    const { nes, shown, ends } = editor;
    nes.open(uri, 'typescript', 'another\n');
    await settled();
    expect(ends).toEqual([['s1', 'ignored']]);
    nes.suggest(uri, start);
    nes.close(uri);
    await settled();
    expect([nes.offered, shown.at(-1)]).toEqual([[], []]);
  });

  test('that are still shown at the end are ignored, and the session is closed', async () => {
    const editor = await offering((count) => [proposal(`s${count}`, 0, 4, 'x')]);
    await editor[Symbol.asyncDispose]();
    expect(editor.ends).toEqual([['s1', 'ignored']]);
    expect(editor.events.at(-1)).toEqual(['close', {}]);
  });
});

describe('a session', () => {
  const option = { type: 'boolean', configId: 'eager', name: 'Eager', currentValue: false } as const;

  /** An agent that wants a login, and has an option. */
  function guarded() {
    let isLoggedIn = false;
    const app = agent(info)
      .onConfigurable((sessionId) =>
        sessionId === 'n1'
          ? { configOptions: [{ ...option, currentValue: true }], configure: () => undefined }
          : undefined,
      )
      .on('nes/start', (_, { connection, afterResponse }) => {
        if (!isLoggedIn) throw new RpcError(-32_000, 'Authentication required', { data: { reason: 'auth_required' } });
        const update = { sessionUpdate: 'config_option_update', configOptions: [] } as const;
        afterResponse(() => void connection.notify('session/update', { sessionId: 'n1', update }));
        const started = { sessionId: 'n1', configOptions: [option] };
        return started;
      })
      .on('nes/suggest', () => ({ suggestions: [] }))
      .on('nes/close', () => ({}))
      .onLogin([{ methodId: 'key', name: 'Key', type: 'agent' }], {
        login: () => {
          isLoggedIn = true;
        },
        logout: () => undefined,
      });
    return app;
  }

  test('begins after a login, when the agent wants one', async () => {
    const connection = await connect(guarded());
    await expect(startNes(connection)).rejects.toMatchObject({ code: -32_000 });
    await expect(startNes(connection, { onLogin: () => false })).rejects.toMatchObject({ code: -32_000 });
    await using nes = await startNes(connection, {
      onLogin: async ([method]) => {
        await connection.login(method?.methodId ?? '');
        return true;
      },
    });
    expect(nes.sessionId).toBe('n1');
    await connection.close();
  });

  test('has the options of the agent, and sets them', async () => {
    const heard: unknown[] = [];
    const connection = await connect(guarded());
    await connection.login('key');
    await using nes = await startNes(connection, { onConfigOptions: (options) => heard.push(options) });
    expect(nes.configOptions).toEqual([option]);
    await nes.setConfigOption('eager', true);
    await settled();
    expect(nes.configOptions).toEqual([{ ...option, currentValue: true }]);
    expect(heard).toEqual([[], [{ ...option, currentValue: true }]]);
    await connection.close();
  });

  test('has the options of an agent of version 1 by their names in version 2', async () => {
    const [left, right] = memoryPair();
    const { configId: id, ...others } = option;
    const told = { sessionUpdate: 'config_option_update', configOptions: [{ id, ...others, name: 'Told' }] };
    const answers: Readonly<Record<string, unknown>> = {
      initialize: { protocolVersion: 1, agentCapabilities: { nes: {} }, agentInfo: info },
      'nes/start': { sessionId: 'n1', configOptions: [{ id, ...others }] },
      'session/set_config_option': { configOptions: [{ id, ...others, currentValue: true }] },
      'nes/close': {},
    };
    const sets: unknown[] = [];
    left.open({
      receive: (message) => {
        const { id: asked, method, params } = message as { id?: unknown; method: string; params: unknown };
        if (method === 'session/set_config_option') {
          sets.push(params);
          left.send({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 'n1', update: told } });
        }
        left.send({ jsonrpc: '2.0', id: asked, result: answers[method] });
      },
      reject: () => undefined,
      ended: () => undefined,
    });
    const heard: unknown[] = [];
    const connection = await client(info).connect(right);
    await using nes = await startNes(connection, { onConfigOptions: (options) => heard.push(options) });
    expect(nes.configOptions).toEqual([option]);
    await nes.setConfigOption('eager', true);
    expect(sets).toEqual([{ sessionId: 'n1', configId: 'eager', type: 'boolean', value: true }]);
    expect(heard).toEqual([[{ ...option, name: 'Told' }], [{ ...option, currentValue: true }]]);
  });

  test('survives the end of its connection quietly', async () => {
    const { app } = listening(everyEvent);
    const connection = await connect(app);
    const nes = await startNes(connection);
    nes.open(uri, 'typescript', '');
    await connection.close();
    nes.change(uri, insert(0, 0, 'x'));
    nes.suggest(uri, start);
    await nes[Symbol.asyncDispose]();
  });
});
