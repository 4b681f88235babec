/** The rules of next edit suggestions and of document events, proved on the wire. */
import {
  nesClientCapabilities,
  serveNes,
  startNes,
  type EngineRequest,
  type NesClient,
  type NesClientOptions,
  type NesEngine,
  type Suggestion,
  type SuggestionKind,
} from '@acp-stack/nes';
import { settled } from '@acp-stack/testing';
import { readRepositoryOrigin } from '@acp-stack/workspace';
import { beforeAll, describe, expect } from 'vitest';

import { folderOf } from './bundled-agent.ts';
import { isOver, now, replying, type ProgramFixture } from './program-fixture.ts';
import type { Fields, WireTester } from './wire-tester.ts';
import { provesOnWire } from './wire-proof.ts';

// It is loaded when the first peer of version 1 is met, which takes longer than a check waits.
beforeAll(() => import('@acp-stack/bridge'));

const uri = 'file:///garden/rose.ts';
const start = { line: 0, column: 0 };
const position = { line: 0, character: 0 };
const screen = { start, end: start };
const everyEvent = { didOpen: {}, didChange: { syncKind: 'incremental' }, didClose: {}, didSave: {}, didFocus: {} };

/** An engine that answers as it is told, and remembers what became of it. */
function scripted(suggest: (request: EngineRequest) => readonly Suggestion[] | Promise<readonly Suggestion[]>): {
  engine: NesEngine;
  ends: unknown[];
} {
  const ends: unknown[] = [];
  const engine: NesEngine = {
    open: () => ({
      suggest,
      accepted: ({ kind }) => void ends.push([kind, 'accepted']),
      rejected: ({ kind }, reason) => void ends.push([kind, reason]),
    }),
  };
  return { engine, ends };
}

/** Suggests to write the whole text once more, at the beginning: the tester sees what the agent has. */
const echo = ({ document }: EngineRequest): readonly Suggestion[] => [
  {
    kind: 'edit',
    uri: document.uri,
    edits: [{ span: { start, end: start }, text: `[${String(document.text)}]` }],
  },
];

/** An agent with suggestions, and the tester as its client. */
async function suggesting(fixture: ProgramFixture, engine: NesEngine, capabilities: object = {}): Promise<WireTester> {
  const tester = fixture.agent(replying, { build: (app) => serveNes(app, { engine }) });
  await tester.introduce({ capabilities });
  return tester;
}

/** Starts a session and opens a document in it. */
async function begin(tester: WireTester, text = 'one'): Promise<string> {
  const { result } = await tester.ask('nes/start', {});
  const sessionId = String(result?.['sessionId']);
  await tester.notify('document/didOpen', { sessionId, uri, languageId: 'x', version: 1, text });
  return sessionId;
}

async function suggestions(tester: WireTester, sessionId: string, version = 1): Promise<readonly Fields[]> {
  const params = { sessionId, uri, version, position, triggerKind: 'manual' };
  const { result } = await tester.ask('nes/suggest', params);
  return (result?.['suggestions'] ?? []) as readonly Fields[];
}

/** What the agent has, as its suggestion shows. */
async function mirrored(tester: WireTester, sessionId: string, version = 1): Promise<unknown> {
  const [suggestion] = await suggestions(tester, sessionId, version);
  const [edit] = (suggestion?.['edits'] ?? []) as readonly Fields[];
  return edit?.['newText'];
}

/** An editor, and the tester as its agent, which offers `nes`. */
async function editing(
  fixture: ProgramFixture,
  {
    nes,
    positionEncoding,
    kinds = [],
    ...options
  }: {
    readonly nes: object;
    readonly positionEncoding?: string;
    readonly kinds?: readonly SuggestionKind[];
  } & Pick<NesClientOptions, 'onSuggestions' | 'workspace'>,
): Promise<{ tester: WireTester; nes: NesClient }> {
  const { tester, connection } = await fixture.client({
    options: { capabilities: nesClientCapabilities(kinds) },
    capabilities: { session: {}, nes, ...(positionEncoding === undefined ? {} : { positionEncoding }) },
  });
  tester.whenever('nes/start', () => ({ sessionId: 'n1' }));
  const started = startNes(connection, { clock: fixture.clock, now: () => 1, kinds, ...options });
  return { tester, nes: await now(started, 'the client starts no session') };
}

const events = (tester: WireTester): readonly unknown[] =>
  tester.received.map(({ method }) => method).filter((method) => /^document\/|^nes\/did/.test(String(method)));

describe('what is offered and asked for', () => {
  provesOnWire('NES-01', {
    client: async (fixture) => {
      const { tester, connection } = await fixture.client({ options: { capabilities: nesClientCapabilities() } });
      const started = startNes(connection, { clock: fixture.clock });
      started.catch(() => undefined);
      await isOver(started);
      expect(tester.received.map(({ method }) => method)).toEqual(['initialize']);
      await expect(started).rejects.toMatchObject({ name: 'CapabilityError' });
    },
  });

  provesOnWire('NES-02', {
    client: async (fixture) => {
      const { tester, nes } = await editing(fixture, { nes: { events: { document: { didOpen: {}, didSave: {} } } } });
      nes.open(uri, 'x', 'one');
      nes.change(uri, 'two');
      nes.focus(uri, start, screen);
      nes.save(uri);
      nes.close(uri);
      await settled();
      expect(events(tester)).toEqual(['document/didOpen', 'document/didSave']);
    },
  });

  provesOnWire('NES-03', {
    client: async (fixture) => {
      const { tester, nes } = await editing(fixture, { nes: { context: { editHistory: { maxCount: 1 } } } });
      nes.open(uri, 'x', 'one');
      nes.change(uri, 'two');
      nes.focus(uri, start, screen);
      nes.change(uri, 'three');
      nes.suggest(uri, start);
      await settled();
      const context = tester.last('nes/suggest').params?.['context'] as Fields;
      expect(Object.keys(context)).toEqual(['editHistory']);
      expect(context['editHistory']).toHaveLength(1);
    },
  });

  provesOnWire('NES-16', {
    client: async (fixture) => {
      const remoteUrl = 'https://example.org/ann/garden.git';
      using garden = folderOf({
        '.git/HEAD': 'ref: refs/heads/main\n',
        '.git/config': `[remote "origin"]\n\turl = ${remoteUrl}\n`,
        '.git/objects/kept': '',
      });
      const repository = await readRepositoryOrigin(garden.path);
      const workspace = { workspaceUri: 'file:///garden', ...(repository === undefined ? {} : { repository }) };
      const { tester } = await editing(fixture, { nes: {}, workspace });
      expect(tester.last('nes/start').params?.['repository']).toEqual({ name: 'garden', owner: 'ann', remoteUrl });
    },
  });

  provesOnWire('NES-09', {
    agent: async (fixture) => {
      const { engine } = scripted(() => [
        { kind: 'jump', uri, position: start },
        { kind: 'rename', uri, position: start, newName: 'tulip' },
        { kind: 'searchAndReplace', uri, search: 'a', replace: 'b' },
      ]);
      const tester = await suggesting(fixture, engine, { nes: { rename: {} } });
      const kinds = (await suggestions(tester, await begin(tester))).map(({ kind }) => kind);
      expect(kinds).toEqual(['rename']);
    },
  });
});

describe('sessions', () => {
  provesOnWire('NES-04', {
    agent: async (fixture) => {
      const tester = await suggesting(fixture, scripted(echo).engine);
      const chat = await tester.ask('session/new', { cwd: '/work' });
      const [one, two] = [await begin(tester, 'one'), await begin(tester, 'two')];
      expect(new Set([one, two, chat.result?.['sessionId']]).size).toBe(3);
      expect([await mirrored(tester, one), await mirrored(tester, two)]).toEqual(['[one]', '[two]']);
      expect(await tester.prompt(String(chat.result?.['sessionId']))).toHaveProperty('result');
    },
  });

  provesOnWire('NES-05', {
    agent: async (fixture) => {
      let signal: AbortSignal | undefined;
      const { engine } = scripted((request) => {
        ({ signal } = request);
        return new Promise<never>(() => undefined);
      });
      const tester = await suggesting(fixture, engine);
      const sessionId = await begin(tester);
      const params = { sessionId, uri, version: 1, position, triggerKind: 'manual' };
      const asked = await tester.begin('nes/suggest', params);
      await tester.ask('nes/close', { sessionId });
      expect(signal?.aborted).toBe(true);
      expect(tester.answerTo(asked).error?.code).toBe(-32_800);
      expect((await tester.ask('nes/suggest', params)).error?.code).toBe(-32_002);
    },
  });

  provesOnWire('AUTH-22', {
    client: async (fixture) => {
      const { tester, connection } = await fixture.client({ capabilities: { session: {}, nes: {} } });
      const started = startNes(connection, { clock: fixture.clock, onLogin: () => true });
      started.catch(() => undefined);
      await settled();
      const error = { code: -32_000, message: 'Authentication required', data: { reason: 'auth_required' } };
      await tester.send({ jsonrpc: '2.0', id: tester.last('nes/start').id, error });
      expect(tester.all('nes/start')).toHaveLength(2);
      await tester.reply(tester.last('nes/start'), { sessionId: 'n1' });
      expect((await now(started, 'the client starts no session')).sessionId).toBe('n1');
    },
  });

  provesOnWire('NES-15', {
    agent: async (fixture) => {
      const tester = await suggesting(fixture, scripted(() => []).engine);
      const { result } = await tester.ask('nes/start', {});
      expect(result).toMatchObject({ sessionId: expect.any(String) as unknown });
    },
  });

  provesOnWire('NES-18', {
    agent: async (fixture) => {
      const { engine } = scripted(() => [{ kind: 'rename', uri, position: start, newName: 'tulip' }]);
      const tester = fixture.agent(replying, { build: (app) => serveNes(app, { engine }) });
      const clientCapabilities = { nes: { ideActions: { rename: {} } } };
      await tester.ask('initialize', { protocolVersion: 1, clientCapabilities });
      const [suggestion] = await suggestions(tester, await begin(tester));
      expect(suggestion).toMatchObject({ kind: 'action', actionId: 'rename', arguments: { newName: 'tulip' } });
    },
  });
});

describe('documents', () => {
  provesOnWire('NES-06', {
    agent: async (fixture) => {
      const tester = await suggesting(fixture, scripted(echo).engine);
      const sessionId = await begin(tester, 'ab');
      const at = (character: number) => ({ line: 0, character });
      const contentChanges = [
        { range: { start: at(0), end: at(1) }, text: 'xyz' },
        { range: { start: at(1), end: at(2) }, text: '' },
      ];
      await tester.notify('document/didChange', { sessionId, uri, version: 2, contentChanges });
      expect(await mirrored(tester, sessionId, 2)).toBe('[xzb]');
    },
    client: async (fixture) => {
      const whole = { events: { document: { didChange: { syncKind: 'full' } } } };
      const { tester, nes } = await editing(fixture, { nes: whole });
      nes.open(uri, 'x', 'one');
      nes.change(uri, 'two');
      nes.change(uri, 'three');
      await settled();
      const changes = tester.all('document/didChange').map(({ params }) => params ?? {});
      expect(changes.map(({ contentChanges }) => contentChanges)).toEqual([[{ text: 'two' }], [{ text: 'three' }]]);
      const versions = changes.map(({ version }) => Number(version));
      expect(versions[1]).toBeGreaterThan(versions[0] ?? Number.NaN);
    },
  });

  provesOnWire('NES-07', {
    client: async (fixture) => {
      const { tester, nes } = await editing(fixture, { nes: { events: { document: everyEvent } } });
      nes.open(uri, 'x', 'one');
      nes.open('file:///b', 'x', 'two');
      for (const each of [uri, 'file:///b', uri]) nes.focus(each, start, screen);
      await settled();
      const focused = tester.all('document/didFocus').map(({ params }) => params);
      const visibleRange = { start: position, end: position };
      expect(focused).toEqual(
        [uri, 'file:///b', uri].map((each) => ({ sessionId: 'n1', uri: each, version: 1, position, visibleRange })),
      );
    },
  });

  provesOnWire('NES-08', {
    agent: async (fixture) => {
      const { engine } = scripted(() => [
        {
          kind: 'edit',
          uri,
          edits: [{ span: { start: { line: 0, column: 2 }, end: { line: 0, column: 2 } }, text: '!' }],
        },
      ]);
      const tester = fixture.agent(replying, { build: (app) => serveNes(app, { engine }) });
      const { result } = await tester.introduce({ capabilities: { positionEncodings: ['utf-32', 'utf-16'] } });
      expect(result?.['capabilities']).toMatchObject({ positionEncoding: 'utf-32' });
      const [suggestion] = await suggestions(tester, await begin(tester, '\u{1F600}'));
      const at = { line: 0, character: 1 };
      expect(suggestion?.['edits']).toEqual([{ range: { start: at, end: at }, newText: '!' }]);
    },
    client: async (fixture) => {
      const nes = { events: { document: everyEvent } };
      const { tester, nes: editor } = await editing(fixture, { nes, positionEncoding: 'utf-8' });
      expect(tester.last('initialize').params?.['capabilities']).toMatchObject({
        positionEncodings: ['utf-16', 'utf-8', 'utf-32'],
      });
      editor.open(uri, 'x', 'é');
      editor.focus(uri, { line: 0, column: 1 }, screen);
      await settled();
      expect(tester.last('document/didFocus').params?.['position']).toEqual({ line: 0, character: 2 });
    },
  });

  provesOnWire('NES-13', {
    agent: async (fixture) => {
      const tester = await suggesting(fixture, scripted(echo).engine);
      const { result } = await tester.ask('nes/start', {});
      await tester.notify('nes/didOpen', { uri, languageId: 'x', version: 1, text: 'one' });
      await tester.notify('nes/didChange', { uri, version: 2, contentChanges: [{ text: 'two' }] });
      expect(await mirrored(tester, String(result?.['sessionId']), 2)).toBe('[two]');
    },
    client: async (fixture) => {
      const { tester, nes } = await editing(fixture, { nes: { events: { document: everyEvent } } });
      nes.open(uri, 'x', 'one');
      nes.change(uri, 'two');
      await settled();
      expect(events(tester)).toEqual(['document/didOpen', 'document/didChange']);
    },
  });
});

describe('suggestions', () => {
  const two = (): readonly Suggestion[] =>
    ['a', 'b'].map((text) => ({ kind: 'edit', uri, edits: [{ span: screen, text }] }));

  provesOnWire('NES-10', {
    agent: async (fixture) => {
      const { engine, ends } = scripted(two);
      const tester = await suggesting(fixture, engine);
      const sessionId = await begin(tester);
      const ids = [...(await suggestions(tester, sessionId)), ...(await suggestions(tester, sessionId))].map(
        ({ suggestionId }) => suggestionId,
      );
      expect(new Set(ids).size).toBe(4);
      await tester.notify('nes/accept', { sessionId, suggestionId: ids[0] });
      await tester.notify('nes/reject', { sessionId, suggestionId: ids[3], reason: 'ignored' });
      expect(ends).toEqual([
        ['edit', 'accepted'],
        ['edit', 'ignored'],
      ]);
    },
  });

  provesOnWire('NES-11', {
    agent: async (fixture) => {
      const { engine, ends } = scripted(two);
      const tester = await suggesting(fixture, engine);
      const sessionId = await begin(tester);
      const [one, other] = await suggestions(tester, sessionId);
      await tester.notify('nes/reject', { sessionId, suggestionId: one?.['suggestionId'] });
      await tester.notify('nes/reject', { sessionId, suggestionId: other?.['suggestionId'], reason: 'replaced' });
      expect(ends).toEqual([
        ['edit', 'unspecified'],
        ['edit', 'replaced'],
      ]);
    },
  });

  provesOnWire('NES-12', {
    client: async (fixture) => {
      const { tester, nes } = await editing(fixture, { nes: {}, kinds: ['searchAndReplace'] });
      const folder = { kind: 'searchAndReplace', suggestionId: 's', uri: 'file:///garden', search: 'a.', replace: 'b' };
      tester.whenever('nes/suggest', () => ({ suggestions: [folder] }));
      nes.open(uri, 'x', 'one');
      nes.suggest(uri, start);
      await settled();
      expect(nes.offered.map(({ suggestion }) => suggestion)).toEqual([
        { kind: 'searchAndReplace', uri: 'file:///garden', search: 'a.', replace: 'b', isRegex: false },
      ]);
    },
  });

  provesOnWire('NES-14', {
    client: async (fixture) => {
      const { tester, nes } = await editing(fixture, { nes: {} });
      nes.open(uri, 'x', 'one');
      nes.suggest(uri, start);
      await settled();
      const first = tester.last('nes/suggest');
      nes.suggest(uri, { line: 0, column: 1 });
      await settled();
      expect(tester.all('$/cancel_request').map(({ params }) => params?.['requestId'])).toEqual([first.id]);
      const range = { start: position, end: position };
      await tester.reply(first, {
        suggestions: [{ kind: 'edit', suggestionId: 's', uri, edits: [{ range, newText: '!' }] }],
      });
      expect(tester.all('nes/reject').map(({ params }) => params)).toEqual([
        { sessionId: 'n1', suggestionId: 's', reason: 'cancelled' },
      ]);
      await tester.reply(tester.last('nes/suggest'), { suggestions: [] });
    },
  });
});
