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
import { describe, expect } from 'vitest';

import { isOver, now, replying, type Stand } from './stand.ts';
import type { Fields, WireJudge } from './wire-judge.ts';
import { provesOnWire } from './wire-proof.ts';

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

/** Suggests to write the whole text once more, at the beginning: the judge sees what the agent has. */
const echo = ({ document }: EngineRequest): readonly Suggestion[] => [
  {
    kind: 'edit',
    uri: document.uri,
    edits: [{ span: { start, end: start }, text: `[${String(document.text)}]` }],
  },
];

/** An agent with suggestions, and the judge as its client. */
async function suggesting(stand: Stand, engine: NesEngine, capabilities: object = {}): Promise<WireJudge> {
  const judge = stand.agent(replying, { build: (app) => serveNes(app, { engine }) });
  await judge.introduce({ capabilities });
  return judge;
}

/** Starts a session and opens a document in it. */
async function begin(judge: WireJudge, text = 'one'): Promise<string> {
  const { result } = await judge.ask('nes/start', {});
  const sessionId = String(result?.['sessionId']);
  await judge.notify('document/didOpen', { sessionId, uri, languageId: 'x', version: 1, text });
  return sessionId;
}

async function suggestions(judge: WireJudge, sessionId: string, version = 1): Promise<readonly Fields[]> {
  const params = { sessionId, uri, version, position, triggerKind: 'manual' };
  const { result } = await judge.ask('nes/suggest', params);
  return (result?.['suggestions'] ?? []) as readonly Fields[];
}

/** What the agent has, as its suggestion shows. */
async function mirrored(judge: WireJudge, sessionId: string, version = 1): Promise<unknown> {
  const [suggestion] = await suggestions(judge, sessionId, version);
  const [edit] = (suggestion?.['edits'] ?? []) as readonly Fields[];
  return edit?.['newText'];
}

/** An editor, and the judge as its agent, which offers `nes`. */
async function editing(
  stand: Stand,
  {
    nes,
    positionEncoding,
    kinds = [],
    ...options
  }: {
    readonly nes: object;
    readonly positionEncoding?: string;
    readonly kinds?: readonly SuggestionKind[];
  } & Pick<NesClientOptions, 'onSuggestions'>,
): Promise<{ judge: WireJudge; nes: NesClient }> {
  const { judge, connection } = await stand.client({
    options: { capabilities: nesClientCapabilities(kinds) },
    capabilities: { session: {}, nes, ...(positionEncoding === undefined ? {} : { positionEncoding }) },
  });
  judge.whenever('nes/start', () => ({ sessionId: 'n1' }));
  const started = startNes(connection, { clock: stand.clock, now: () => 1, kinds, ...options });
  return { judge, nes: await now(started, 'the client starts no session') };
}

const events = (judge: WireJudge): readonly unknown[] =>
  judge.received.map(({ method }) => method).filter((method) => /^document\/|^nes\/did/.test(String(method)));

describe('what is offered and asked for', () => {
  provesOnWire('NES-01', {
    client: async (stand) => {
      const { judge, connection } = await stand.client({ options: { capabilities: nesClientCapabilities() } });
      const started = startNes(connection, { clock: stand.clock });
      started.catch(() => undefined);
      await isOver(started);
      expect(judge.received.map(({ method }) => method)).toEqual(['initialize']);
      await expect(started).rejects.toMatchObject({ name: 'CapabilityError' });
    },
  });

  provesOnWire('NES-02', {
    client: async (stand) => {
      const { judge, nes } = await editing(stand, { nes: { events: { document: { didOpen: {}, didSave: {} } } } });
      nes.open(uri, 'x', 'one');
      nes.change(uri, 'two');
      nes.focus(uri, start, screen);
      nes.save(uri);
      nes.close(uri);
      await settled();
      expect(events(judge)).toEqual(['document/didOpen', 'document/didSave']);
    },
  });

  provesOnWire('NES-03', {
    client: async (stand) => {
      const { judge, nes } = await editing(stand, { nes: { context: { editHistory: { maxCount: 1 } } } });
      nes.open(uri, 'x', 'one');
      nes.change(uri, 'two');
      nes.focus(uri, start, screen);
      nes.change(uri, 'three');
      nes.suggest(uri, start);
      await settled();
      const context = judge.last('nes/suggest').params?.['context'] as Fields;
      expect(Object.keys(context)).toEqual(['editHistory']);
      expect(context['editHistory']).toHaveLength(1);
    },
  });

  provesOnWire('NES-09', {
    agent: async (stand) => {
      const { engine } = scripted(() => [
        { kind: 'jump', uri, position: start },
        { kind: 'rename', uri, position: start, newName: 'tulip' },
        { kind: 'searchAndReplace', uri, search: 'a', replace: 'b' },
      ]);
      const judge = await suggesting(stand, engine, { nes: { rename: {} } });
      const kinds = (await suggestions(judge, await begin(judge))).map(({ kind }) => kind);
      expect(kinds).toEqual(['rename']);
    },
  });
});

describe('sessions', () => {
  provesOnWire('NES-04', {
    agent: async (stand) => {
      const judge = await suggesting(stand, scripted(echo).engine);
      const chat = await judge.ask('session/new', { cwd: '/work' });
      const [one, two] = [await begin(judge, 'one'), await begin(judge, 'two')];
      expect(new Set([one, two, chat.result?.['sessionId']]).size).toBe(3);
      expect([await mirrored(judge, one), await mirrored(judge, two)]).toEqual(['[one]', '[two]']);
      expect(await judge.prompt(String(chat.result?.['sessionId']))).toHaveProperty('result');
    },
  });

  provesOnWire('NES-05', {
    agent: async (stand) => {
      let signal: AbortSignal | undefined;
      const { engine } = scripted((request) => {
        ({ signal } = request);
        return new Promise<never>(() => undefined);
      });
      const judge = await suggesting(stand, engine);
      const sessionId = await begin(judge);
      const params = { sessionId, uri, version: 1, position, triggerKind: 'manual' };
      const asked = await judge.begin('nes/suggest', params);
      await judge.ask('nes/close', { sessionId });
      expect(signal?.aborted).toBe(true);
      expect(judge.answerTo(asked).error?.code).toBe(-32_800);
      expect((await judge.ask('nes/suggest', params)).error?.code).toBe(-32_002);
    },
  });

  provesOnWire('AUTH-22', {
    client: async (stand) => {
      const { judge, connection } = await stand.client({ capabilities: { session: {}, nes: {} } });
      const started = startNes(connection, { clock: stand.clock, onLogin: () => true });
      started.catch(() => undefined);
      await settled();
      const error = { code: -32_000, message: 'Authentication required', data: { reason: 'auth_required' } };
      await judge.send({ jsonrpc: '2.0', id: judge.last('nes/start').id, error });
      expect(judge.all('nes/start')).toHaveLength(2);
      await judge.reply(judge.last('nes/start'), { sessionId: 'n1' });
      expect((await now(started, 'the client starts no session')).sessionId).toBe('n1');
    },
  });

  provesOnWire('NES-15', {
    agent: async (stand) => {
      const judge = await suggesting(stand, scripted(() => []).engine);
      const { result } = await judge.ask('nes/start', {});
      expect(result).toMatchObject({ sessionId: expect.any(String) as unknown });
    },
  });
});

describe('documents', () => {
  provesOnWire('NES-06', {
    agent: async (stand) => {
      const judge = await suggesting(stand, scripted(echo).engine);
      const sessionId = await begin(judge, 'ab');
      const at = (character: number) => ({ line: 0, character });
      const contentChanges = [
        { range: { start: at(0), end: at(1) }, text: 'xyz' },
        { range: { start: at(1), end: at(2) }, text: '' },
      ];
      await judge.notify('document/didChange', { sessionId, uri, version: 2, contentChanges });
      expect(await mirrored(judge, sessionId, 2)).toBe('[xzb]');
    },
    client: async (stand) => {
      const whole = { events: { document: { didChange: { syncKind: 'full' } } } };
      const { judge, nes } = await editing(stand, { nes: whole });
      nes.open(uri, 'x', 'one');
      nes.change(uri, 'two');
      nes.change(uri, 'three');
      await settled();
      const changes = judge.all('document/didChange').map(({ params }) => params ?? {});
      expect(changes.map(({ contentChanges }) => contentChanges)).toEqual([[{ text: 'two' }], [{ text: 'three' }]]);
      const versions = changes.map(({ version }) => Number(version));
      expect(versions[1]).toBeGreaterThan(versions[0] ?? Number.NaN);
    },
  });

  provesOnWire('NES-07', {
    client: async (stand) => {
      const { judge, nes } = await editing(stand, { nes: { events: { document: everyEvent } } });
      nes.open(uri, 'x', 'one');
      nes.open('file:///b', 'x', 'two');
      for (const each of [uri, 'file:///b', uri]) nes.focus(each, start, screen);
      await settled();
      const focused = judge.all('document/didFocus').map(({ params }) => params);
      const visibleRange = { start: position, end: position };
      expect(focused).toEqual(
        [uri, 'file:///b', uri].map((each) => ({ sessionId: 'n1', uri: each, version: 1, position, visibleRange })),
      );
    },
  });

  provesOnWire('NES-08', {
    agent: async (stand) => {
      const { engine } = scripted(() => [
        {
          kind: 'edit',
          uri,
          edits: [{ span: { start: { line: 0, column: 2 }, end: { line: 0, column: 2 } }, text: '!' }],
        },
      ]);
      const judge = stand.agent(replying, { build: (app) => serveNes(app, { engine }) });
      const { result } = await judge.introduce({ capabilities: { positionEncodings: ['utf-32', 'utf-16'] } });
      expect(result?.['capabilities']).toMatchObject({ positionEncoding: 'utf-32' });
      const [suggestion] = await suggestions(judge, await begin(judge, '\u{1F600}'));
      const at = { line: 0, character: 1 };
      expect(suggestion?.['edits']).toEqual([{ range: { start: at, end: at }, newText: '!' }]);
    },
    client: async (stand) => {
      const nes = { events: { document: everyEvent } };
      const { judge, nes: editor } = await editing(stand, { nes, positionEncoding: 'utf-8' });
      expect(judge.last('initialize').params?.['capabilities']).toMatchObject({
        positionEncodings: ['utf-16', 'utf-8', 'utf-32'],
      });
      editor.open(uri, 'x', 'é');
      editor.focus(uri, { line: 0, column: 1 }, screen);
      await settled();
      expect(judge.last('document/didFocus').params?.['position']).toEqual({ line: 0, character: 2 });
    },
  });

  provesOnWire('NES-13', {
    agent: async (stand) => {
      const judge = await suggesting(stand, scripted(echo).engine);
      const { result } = await judge.ask('nes/start', {});
      await judge.notify('nes/didOpen', { uri, languageId: 'x', version: 1, text: 'one' });
      await judge.notify('nes/didChange', { uri, version: 2, contentChanges: [{ text: 'two' }] });
      expect(await mirrored(judge, String(result?.['sessionId']), 2)).toBe('[two]');
    },
    client: async (stand) => {
      const { judge, nes } = await editing(stand, { nes: { events: { document: everyEvent } } });
      nes.open(uri, 'x', 'one');
      nes.change(uri, 'two');
      await settled();
      expect(events(judge)).toEqual(['document/didOpen', 'document/didChange']);
    },
  });
});

describe('suggestions', () => {
  const two = (): readonly Suggestion[] =>
    ['a', 'b'].map((text) => ({ kind: 'edit', uri, edits: [{ span: screen, text }] }));

  provesOnWire('NES-10', {
    agent: async (stand) => {
      const { engine, ends } = scripted(two);
      const judge = await suggesting(stand, engine);
      const sessionId = await begin(judge);
      const ids = [...(await suggestions(judge, sessionId)), ...(await suggestions(judge, sessionId))].map(
        ({ suggestionId }) => suggestionId,
      );
      expect(new Set(ids).size).toBe(4);
      await judge.notify('nes/accept', { sessionId, suggestionId: ids[0] });
      await judge.notify('nes/reject', { sessionId, suggestionId: ids[3], reason: 'ignored' });
      expect(ends).toEqual([
        ['edit', 'accepted'],
        ['edit', 'ignored'],
      ]);
    },
  });

  provesOnWire('NES-11', {
    agent: async (stand) => {
      const { engine, ends } = scripted(two);
      const judge = await suggesting(stand, engine);
      const sessionId = await begin(judge);
      const [one, other] = await suggestions(judge, sessionId);
      await judge.notify('nes/reject', { sessionId, suggestionId: one?.['suggestionId'] });
      await judge.notify('nes/reject', { sessionId, suggestionId: other?.['suggestionId'], reason: 'replaced' });
      expect(ends).toEqual([
        ['edit', 'unspecified'],
        ['edit', 'replaced'],
      ]);
    },
  });

  provesOnWire('NES-12', {
    client: async (stand) => {
      const { judge, nes } = await editing(stand, { nes: {}, kinds: ['searchAndReplace'] });
      const folder = { kind: 'searchAndReplace', suggestionId: 's', uri: 'file:///garden', search: 'a.', replace: 'b' };
      judge.whenever('nes/suggest', () => ({ suggestions: [folder] }));
      nes.open(uri, 'x', 'one');
      nes.suggest(uri, start);
      await settled();
      expect(nes.offered.map(({ suggestion }) => suggestion)).toEqual([
        { kind: 'searchAndReplace', uri: 'file:///garden', search: 'a.', replace: 'b', isRegex: false },
      ]);
    },
  });

  provesOnWire('NES-14', {
    client: async (stand) => {
      const { judge, nes } = await editing(stand, { nes: {} });
      nes.open(uri, 'x', 'one');
      nes.suggest(uri, start);
      await settled();
      const first = judge.last('nes/suggest');
      nes.suggest(uri, { line: 0, column: 1 });
      await settled();
      expect(judge.all('$/cancel_request').map(({ params }) => params?.['requestId'])).toEqual([first.id]);
      const range = { start: position, end: position };
      await judge.reply(first, {
        suggestions: [{ kind: 'edit', suggestionId: 's', uri, edits: [{ range, newText: '!' }] }],
      });
      expect(judge.all('nes/reject').map(({ params }) => params)).toEqual([
        { sessionId: 'n1', suggestionId: 's', reason: 'cancelled' },
      ]);
      await judge.reply(judge.last('nes/suggest'), { suggestions: [] });
    },
  });
});
