/** Our client with the official SDK's agent, on version 2: sessions. */
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';
import { settled } from '@acp-stack/testing';
import { verifies } from '../../requirements/requirement.ts';
import { officialAgent, theirInfo } from '../official-agent.ts';
import { links } from '../official-stream.ts';
import { checkEachTest, failure, heard, kindsOf, connectAndInitialize, start, type Update } from './setup.ts';

checkEachTest();

describe.each(links)('our client with the official agent, $name', ({ open }) => {
  describe('sessions', () => {
    const mode: official.SessionConfigOption = {
      configId: 'mode',
      name: 'Mode',
      category: 'mode',
      type: 'select',
      currentValue: 'ask',
      options: [
        { value: 'ask', name: 'Ask' },
        { value: 'dig', name: 'Dig' },
      ],
    };
    const commands: official.AvailableCommand[] = [{ type: 'command', name: 'dig', description: 'Digs.' }];

    test('know their options and commands, and change them', async () => {
      const configurable = officialAgent(undefined, {
        opened: { configOptions: [mode], availableCommands: commands },
      }).onRequest('session/set_config_option', ({ params }) => {
        if (params.value !== 'dig') throw official.RequestError.invalidParams({ configId: params.configId });
        return { configOptions: [{ ...mode, currentValue: 'dig' }] };
      });
      const { session, theirs } = await start(open(), configurable);
      expect(session.configOptions).toEqual([mode]);
      expect(session.availableCommands).toEqual(commands);
      await expect(session.setConfigOption('mode', 'dig')).resolves.toMatchObject([{ currentValue: 'dig' }]);
      expect(session.configOptions).toMatchObject([{ currentValue: 'dig' }]);
      const { code, data } = await failure(session.setConfigOption('mode', 'sleep'));
      expect({ code, data }).toEqual({ code: -32_602, data: { configId: 'mode' } });
      expect(session.configOptions).toMatchObject([{ currentValue: 'dig' }]);
      const told = heard(session, (update) => update.sessionUpdate === 'config_option_update');
      const update = { sessionUpdate: 'config_option_update' as const, configOptions: [mode] };
      await theirs.client.notify('session/update', { sessionId: session.id, update });
      await told;
      expect(session.configOptions).toEqual([mode]);
    });

    test(verifies('GEN-23', 'hear what came before the answer that opened them'), async () => {
      const theirAgent = official
        .agent()
        .onRequest('initialize', () => ({ protocolVersion: 2, info: theirInfo, capabilities: { session: {} } }))
        .onRequest('session/new', async ({ client: peer }) => {
          const say = (update: official.SessionUpdate): Promise<void> =>
            peer.notify('session/update', { sessionId: 's', update });
          await say({ sessionUpdate: 'state_update', state: 'running' });
          await say({ sessionUpdate: 'available_commands_update', availableCommands: commands });
          await say({ sessionUpdate: 'agent_message', messageId: 'm', content: [{ type: 'text', text: 'Welcome' }] });
          return { sessionId: 's' };
        });
      const { connection } = await connectAndInitialize(open(), theirAgent);
      const early: Update[] = [];
      const session = await connection.newSession(
        { cwd: '/garden' },
        { onUpdate: (update) => void early.push(update as Update) },
      );
      expect(kindsOf(early)).toEqual(['running', 'available_commands_update', 'agent_message']);
      expect([session.isBusy, session.availableCommands]).toEqual([true, commands]);
    });

    const storing = (): official.AgentApp =>
      officialAgent(undefined, {
        capabilities: { session: { delete: {}, fork: {}, archive: {}, status: {}, title: {} } },
      })
        .onRequest('session/resume', async ({ params, client: peer }) => {
          const { sessionId, replayFrom, cwd } = params;
          if (sessionId === 'unknown') throw official.RequestError.sessionNotFound(sessionId);
          if (cwd !== '/garden') throw official.RequestError.invalidParams({ cwd });
          const say = (update: official.SessionUpdate): Promise<void> =>
            peer.notify('session/update', { sessionId, update });
          if (official.ReplayFrom.isStart(replayFrom ?? ({ type: 'none' } as unknown as official.ReplayFrom))) {
            await say({ sessionUpdate: 'user_message', messageId: 'u', content: [{ type: 'text', text: 'Hello' }] });
            await say({ sessionUpdate: 'agent_message', messageId: 'a', content: [{ type: 'text', text: 'Roses' }] });
          }
          await say({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
          return { availableCommands: commands };
        })
        .onRequest('session/list', ({ params }) => {
          if (params.cursor === 'bad') throw official.RequestError.invalidParams();
          const page = Number(params.cursor ?? 0);
          const sessions = [{ sessionId: `s${page}`, cwd: '/garden', title: `Page ${page}`, archived: false }];
          return page === 2 ? { sessions } : { sessions, nextCursor: String(page + 1) };
        })
        .onRequest('session/close', ({ params }) => {
          if (params.sessionId === 'unknown') throw official.RequestError.sessionNotFound(params.sessionId);
        })
        .onRequest('session/delete', () => undefined)
        .onRequest('session/fork', ({ params }) => ({
          sessionId: `${params.sessionId}-copy`,
          availableCommands: commands,
        }))
        .onRequest('session/archive', () => undefined)
        .onRequest('session/unarchive', () => undefined)
        .onRequest('session/status', () => ({ status: 'open', state: { state: 'idle' } }))
        .onRequest('session/set_title', ({ params }) => ({ title: params.title.trim() }));

    test('are loaded with everything that was said, before they are open', async () => {
      const { connection, sent } = await connectAndInitialize(open(), storing());
      const told: Update[] = [];
      const session = await connection.load(
        { sessionId: 's', cwd: '/garden' },
        { onUpdate: (update) => void told.push(update as Update) },
      );
      expect(sent().at(-1)?.params).toEqual({ sessionId: 's', cwd: '/garden', replayFrom: { type: 'start' } });
      expect(kindsOf(told)).toEqual(['user_message', 'agent_message', 'idle']);
      expect(session.availableCommands).toEqual(commands);
    });

    test('are resumed without what was said', async () => {
      const { connection } = await connectAndInitialize(open(), storing());
      const told: Update[] = [];
      await connection.resume(
        { sessionId: 's', cwd: '/garden' },
        { onUpdate: (update) => void told.push(update as Update) },
      );
      expect(kindsOf(told)).toEqual(['idle']);
      const unknown = await failure(connection.resume({ sessionId: 'unknown', cwd: '/garden' }));
      expect([unknown.code, unknown.data]).toEqual([-32_002, { sessionId: 'unknown' }]);
      expect((await failure(connection.resume({ sessionId: 's', cwd: '/elsewhere' }))).code).toBe(-32_602);
      expect(connection.sessions.map(({ id }) => id)).toEqual(['s']);
    });

    test('are listed page by page', async () => {
      const { connection, sent } = await connectAndInitialize(open(), storing());
      const titles: unknown[] = [];
      for await (const { title } of connection.list({ cwd: '/garden' })) titles.push(title);
      expect(titles).toEqual(['Page 0', 'Page 1', 'Page 2']);
      expect(
        sent()
          .slice(1)
          .map(({ params }) => params),
      ).toEqual([{ cwd: '/garden' }, { cwd: '/garden', cursor: '1' }, { cwd: '/garden', cursor: '2' }]);
      expect((await failure(connection.listPage({ cursor: 'bad' }))).code).toBe(-32_602);
    });

    test('are closed, also when the agent does not know them, and deleted', async () => {
      const { connection, session, reports } = await start(open(), storing());
      const run = session.prompt('hello');
      await heard(session, (update) => update['state'] === 'running');
      await session.close();
      expect([session.isClosed, connection.sessions]).toEqual([true, []]);
      await expect(run).resolves.toBeDefined();
      await expect(session.prompt('again')).rejects.toThrow('closed');
      await connection.closeSession('unknown');
      await connection.delete(session.id);
      await settled();
      // This agent did not cancel the work, and says so after the session was closed.
      expect(reports.splice(0)).toMatchObject([{ kind: 'unclaimed-update', update: { state: 'idle' } }]);
    });

    test('are forked, archived, named, and asked for their status', async () => {
      const { connection, session, sent } = await start(open(), storing());
      const copy = await session.fork();
      expect([copy.id, copy.cwd, copy.availableCommands]).toEqual([`${session.id}-copy`, '/garden', commands]);
      await expect(session.setTitle(' Roses ')).resolves.toBe('Roses');
      await expect(session.status()).resolves.toEqual({ status: 'open', state: { state: 'idle' } });
      await connection.archive(session.id);
      await connection.unarchive(session.id);
      expect(session.isClosed).toBe(true);
      expect(
        sent()
          .slice(-5)
          .map(({ method }) => method),
      ).toEqual(['session/fork', 'session/set_title', 'session/status', 'session/archive', 'session/unarchive']);
    });

    test(verifies('GEN-04', 'are never asked for with a path that is not absolute'), async () => {
      const capabilities = { session: { additionalDirectories: {} } };
      const { connection, sent } = await connectAndInitialize(open(), officialAgent(undefined, { capabilities }));
      await expect(connection.newSession({ cwd: 'garden' })).rejects.toThrow('absolute');
      await expect(connection.newSession({ cwd: '/garden', additionalDirectories: ['more'] })).rejects.toThrow(
        'absolute',
      );
      expect(sent()).toHaveLength(1);
    });
  });
});
