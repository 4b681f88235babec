/** Our agent with the official SDK's client, on version 2: sessions. */
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';
import { agent, memoryStore, type Agent, type SessionStore } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { verifies } from '../../requirements/requirement.ts';
import { links } from '../official-stream.ts';
import {
  checkEachTest,
  doing,
  failure,
  hello,
  inWholeMessages,
  info,
  kindsOf,
  connectAndInitialize,
  start,
  untilAborted,
  untilIdle,
  untilUpdate,
  type Update,
} from './setup.ts';

checkEachTest();

describe.each(links)('our agent with the official client, $name', ({ open }) => {
  describe('sessions', () => {
    const configured = (): Agent =>
      agent(info)
        .onPrompt((turn) => {
          void turn.message.append(`${turn.session.cwd}: ${turn.text}`);
        })
        .onSession((session, origin) => {
          session.setConfigOptions(
            [
              {
                configId: 'mode',
                name: 'Mode',
                category: 'mode',
                type: 'select',
                currentValue: 'ask',
                options: [
                  { value: 'ask', name: 'Ask' },
                  { value: 'dig', name: 'Dig' },
                ],
              },
              { configId: 'fast', name: 'Fast', type: 'boolean', currentValue: false },
            ],
            { silently: true },
          );
          session.setCommands([{ type: 'command', name: origin, description: 'How it was opened.' }], {
            silently: true,
          });
        })
        .onConfigOption((session, { configId, value }) => {
          if (configId !== 'fast' || value !== true) return;
          session.setConfigOptions(
            session.configOptions.filter((option) => option.configId === 'fast'),
            { silently: true },
          );
        });

    test('come with their options and commands', async () => {
      const { session } = await start(open(), configured());
      expect(session.configOptions).toMatchObject([
        { configId: 'mode', currentValue: 'ask' },
        { configId: 'fast', currentValue: false },
      ]);
      expect(session.newSessionResponse.availableCommands).toEqual([
        { type: 'command', name: 'new', description: 'How it was opened.' },
      ]);
    });

    test('change their options, which may change others', async () => {
      const { session, ours } = await start(open(), configured());
      await session.setConfigOption({ configId: 'mode', type: 'id', value: 'dig' });
      expect(session.configOptions).toMatchObject([{ currentValue: 'dig' }, { currentValue: false }]);
      await session.setConfigOption({ configId: 'fast', type: 'boolean', value: true });
      expect(session.configOptions).toEqual([{ configId: 'fast', name: 'Fast', type: 'boolean', currentValue: true }]);
      ours.sessions[0]?.setConfigOptions([]);
      await untilUpdate(session, (update) => update.sessionUpdate === 'config_option_update');
      expect(session.configOptions).toEqual([]);
    });

    test.each([
      { configId: 'colour', type: 'id', value: 'red' },
      { configId: 'mode', type: 'id', value: 'sleep' },
      { configId: 'mode', type: 'boolean', value: true },
      { configId: 'fast', type: '_level', value: 3 },
    ])('refuse to set %j with -32602 and stay as they are', async (change) => {
      const { session, ours } = await start(open(), configured());
      const refused = session.setConfigOption(change as official.ActiveSessionSetConfigOptionRequest);
      expect((await failure(refused)).code).toBe(-32_602);
      expect(ours.sessions[0]?.configOptions).toMatchObject([{ currentValue: 'ask' }, { currentValue: false }]);
    });

    test('are resumed on another connection with everything that was said, and the state', async () => {
      const app = configured();
      const first = await start(open(), app);
      const { messageId } = await first.session.prompt('roses');
      await untilIdle(first.session);
      await first.session.prompt('tulips');
      await untilIdle(first.session);
      const said = first.updates().filter((update) => update.sessionUpdate !== 'state_update');
      first.theirs.close();
      const heard: Update[] = [];
      const theirClient = official.client().onNotification('session/update', ({ params }) => {
        heard.push(params.update);
      });
      const second = await connectAndInitialize(open(), app, theirClient);
      const { sessionId } = first;
      const response = await second.peer.request('session/resume', {
        sessionId,
        cwd: '/garden',
        replayFrom: { type: 'start' },
      });
      expect(response).toMatchObject({ availableCommands: [{ name: 'resumed' }] });
      expect(second.updates()).toEqual([...inWholeMessages(said), { sessionUpdate: 'state_update', state: 'idle' }]);
      expect(said[0]?.['messageId']).toBe(messageId);
      const order = second.sent().map((message) => (message.method === undefined ? 'answer' : 'update'));
      expect(order.at(-1)).toBe('answer');
      await settled();
      expect(heard).toEqual(second.updates());
    });

    test('are told again whole by a slow store', async () => {
      const kept = memoryStore();
      const store = {
        ...kept,
        append: async (...said: Parameters<typeof kept.append>): Promise<void> => {
          await settled(1);
          await kept.append(...said);
        },
      };
      const app = agent(info, { store }).onPrompt((turn) => {
        void turn.message.append('Roses');
        void turn.newMessage().append('Tulips');
      });
      const { session, peer, sessionId, updates } = await start(open(), app);
      await session.prompt('hello');
      const said = (await untilIdle(session)).filter((update) => update.sessionUpdate !== 'state_update');
      const before = updates().length;
      await peer.request('session/resume', { sessionId, cwd: '/garden', replayFrom: { type: 'start' } });
      expect(updates().slice(before, -1)).toEqual(inWholeMessages(said));
    });

    test('are resumed without a replay unless one is asked for', async () => {
      const { session, peer, sessionId, updates } = await start(open(), configured());
      await session.prompt('roses');
      await untilIdle(session);
      const before = updates().length;
      await peer.request('session/resume', { sessionId, cwd: '/garden', replayFrom: null });
      expect(kindsOf(updates().slice(before))).toEqual(['idle']);
      for (const [change, code] of [
        [{ replayFrom: { type: '_message' } }, -32_602],
        [{ replayFrom: { type: 'end' } }, -32_602],
        [{ cwd: '/elsewhere' }, -32_602],
        [{ sessionId: 'unknown' }, -32_002],
      ] as const) {
        const params = { sessionId, cwd: '/garden', ...change } as official.ResumeSessionRequest;
        expect((await failure(peer.request('session/resume', params))).code).toBe(code);
      }
    });

    test('are listed, page by page, and by directory', async () => {
      const { peer, ours } = await connectAndInitialize(open(), configured());
      await expect(peer.request('session/list', {})).resolves.toEqual({ sessions: [] });
      for (let index = 0; index < 60; index += 1) await peer.request('session/new', { cwd: `/garden/${index % 2}` });
      const { sessions, nextCursor } = await peer.request('session/list', {});
      expect(sessions).toHaveLength(50);
      const rest = await peer.request('session/list', { cursor: nextCursor ?? null });
      expect(rest.sessions).toHaveLength(10);
      expect(rest.nextCursor).toBeUndefined();
      const ids = [...sessions, ...rest.sessions].map(({ sessionId }) => sessionId);
      expect(new Set(ids)).toEqual(new Set(ours.sessions.map(({ id }) => id)));
      const even = await peer.request('session/list', { cwd: '/garden/0' });
      expect(even.sessions.map(({ cwd }) => cwd)).toEqual(Array.from({ length: 30 }, () => '/garden/0'));
      expect((await failure(peer.request('session/list', { cursor: 'made up' }))).code).toBe(-32_602);
      await expect(peer.request('session/list', { cwd: '/nowhere' })).resolves.toEqual({ sessions: [] });
    });

    test(verifies('CANCEL-15', 'that are closed cancel their work first, and say nothing afterwards'), async () => {
      const { session, peer, sessionId, sent } = await start(
        open(),
        doing((turn) => untilAborted(turn.signal)),
      );
      await session.prompt('work');
      const held = failure(session.prompt('more'));
      await settled();
      const before = sent().length;
      await expect(peer.request('session/close', { sessionId })).resolves.toEqual({});
      expect((await held).code).toBe(-32_800);
      expect(sent().slice(before)).toMatchObject([
        { error: { code: -32_800 } },
        { params: { update: { state: 'idle', stopReason: 'cancelled' } } },
        { result: {} },
      ]);
      expect((await failure(session.prompt('again'))).code).toBe(-32_002);
      await expect(peer.request('session/close', { sessionId })).resolves.toEqual({});
    });

    test('that are closed take back what they ask the user', async () => {
      const signals: AbortSignal[] = [];
      const waiting = async (signal: AbortSignal): Promise<void> => {
        signals.push(signal);
        await untilAborted(signal).catch(() => undefined);
      };
      const theirClient = official
        .client()
        .onRequest('session/request_permission', async ({ signal }) => {
          await waiting(signal);
          return { outcome: { outcome: 'cancelled' } };
        })
        .onRequest('elicitation/create', async ({ signal }) => {
          await waiting(signal);
          return { action: 'cancel' };
        });
      const { session, peer, sessionId } = await start(
        open(),
        doing((turn) =>
          Promise.all([
            turn.requestPermission({ title: 'Dig?' }),
            turn.elicit({ mode: 'form', message: 'Where?', requestedSchema: { type: 'object', properties: {} } }),
          ]),
        ),
        theirClient,
        { elicitation: { form: {} } },
      );
      await session.prompt('work');
      await untilUpdate(session, (update) => update['state'] === 'requires_action');
      await settled();
      expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
      await peer.request('session/close', { sessionId });
      await settled();
      expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
      expect((await untilIdle(session)).at(-1)).toMatchObject({ stopReason: 'cancelled' });
    });

    test('are resumed while they work, and say so', async () => {
      let finish = (): void => undefined;
      const { session, peer, sessionId, updates } = await start(
        open(),
        doing(() => new Promise<void>((resolve) => (finish = resolve))),
      );
      await session.prompt('work');
      await settled();
      await peer.request('session/resume', { sessionId, cwd: '/garden' });
      expect(updates().at(-1)).toEqual({ sessionUpdate: 'state_update', state: 'running' });
      finish();
      expect((await untilIdle(session)).at(-1)).toMatchObject({ stopReason: 'end_turn' });
    });

    test('are deleted, and deleting them again succeeds', async () => {
      const { peer, sessionId } = await start(open(), configured());
      await expect(peer.request('session/delete', { sessionId })).resolves.toEqual({});
      await expect(peer.request('session/delete', { sessionId })).resolves.toEqual({});
      await expect(peer.request('session/list', {})).resolves.toEqual({ sessions: [] });
      const entries = Object.entries(memoryStore()).filter(([name]) => name !== 'delete');
      const store = Object.fromEntries(entries) as unknown as SessionStore;
      const forever = await connectAndInitialize(
        open(),
        agent(info, { store }).onPrompt(() => undefined),
      );
      expect(forever.introduction.capabilities?.session?.delete).toBeUndefined();
      expect((await failure(forever.peer.request('session/delete', { sessionId }))).code).toBe(-32_601);
    });

    test('are forked with what was said, and go their own way', async () => {
      const { peer, session, sessionId, updates } = await start(open(), configured());
      await session.prompt('roses');
      await untilIdle(session);
      const said = updates().filter((update) => update.sessionUpdate !== 'state_update');
      const fork = await peer.request('session/fork', { sessionId, cwd: '/garden' });
      expect(fork.sessionId).not.toBe(sessionId);
      expect(fork).toMatchObject({ availableCommands: [{ name: 'forked' }] });
      const before = updates().length;
      const replay = { cwd: '/garden', replayFrom: { type: 'start' as const } };
      await peer.request('session/resume', { sessionId: fork.sessionId, ...replay });
      expect(updates().slice(before, -1)).toEqual(inWholeMessages(said));
      await peer.request('session/prompt', { sessionId: fork.sessionId, prompt: hello });
      await settled();
      const later = updates().length;
      await peer.request('session/resume', { sessionId, ...replay });
      expect(updates().slice(later, -1)).toEqual(inWholeMessages(said));
      expect((await failure(peer.request('session/fork', { sessionId: 'unknown', cwd: '/garden' }))).code).toBe(
        -32_002,
      );
    });

    test('are archived, named, and asked for their status', async () => {
      const { peer, sessionId, session } = await start(open(), configured());
      await expect(peer.request('session/set_title', { sessionId, title: ' Roses ' })).resolves.toEqual({
        title: 'Roses',
      });
      expect(await untilUpdate(session, (update) => update.sessionUpdate === 'session_info_update')).toMatchObject({
        title: 'Roses',
      });
      await expect(peer.request('session/status', { sessionId })).resolves.toMatchObject({ status: 'open' });
      await peer.request('session/archive', { sessionId });
      await expect(peer.request('session/status', { sessionId })).resolves.toMatchObject({ status: 'saved' });
      await expect(peer.request('session/list', {})).resolves.toEqual({ sessions: [] });
      await expect(peer.request('session/list', { archived: 'only' })).resolves.toMatchObject({
        sessions: [{ sessionId, title: 'Roses', archived: true, cwd: '/garden' }],
      });
      await peer.request('session/unarchive', { sessionId });
      await expect(peer.request('session/list', {})).resolves.toMatchObject({ sessions: [{ archived: false }] });
      for (const method of ['session/archive', 'session/unarchive', 'session/status'] as const) {
        expect((await failure(peer.request(method, { sessionId: 'unknown' }))).code).toBe(-32_002);
      }
    });
  });
});
