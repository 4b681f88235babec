/** Our agent with the official SDK's client, on version 2: initialization. */
import { client as stableClient } from '@agentclientprotocol/sdk/experimental/v2';
import { describe, expect, test } from 'vitest';
import { agent } from '@acp-stack/sdk';
import { verifies } from '../../requirements/requirement.ts';
import { links } from '../official-stream.ts';
import {
  checkEachTest,
  clientInfo,
  doing,
  failure,
  hello,
  info,
  isObject,
  connectPair,
  connectAndInitialize,
  start,
  untilAborted,
  untilIdle,
  type TheirClient,
  type Capabilities,
} from './setup.ts';

checkEachTest();

describe.each(links)('our agent with the official client, $name', ({ open }) => {
  describe('initialize', () => {
    test(verifies('INIT-02', 'answers with the version, its name and what it can do'), async () => {
      const app = agent(info, { accepts: ['image'], mcp: ['stdio'], additionalDirectories: true }).onPrompt(
        () => undefined,
      );
      const { introduction, ours, theirs } = await connectAndInitialize(open(), app, undefined, {
        elicitation: { form: {} },
      });
      expect(introduction).toMatchObject({
        protocolVersion: 2,
        info,
        capabilities: { session: { prompt: { image: {} }, mcp: { stdio: {} }, additionalDirectories: {}, delete: {} } },
      });
      expect((await theirs.initialized).response).toEqual(introduction);
      expect(ours.clientInfo).toEqual(clientInfo);
      expect(ours.clientCapabilities).toEqual({ elicitation: { form: {} } });
    });

    test(verifies('INIT-13', 'comes before every other request, and notifications before it are ignored'), async () => {
      const { ask, tell, peer, reports } = connectPair(
        open(),
        doing(() => undefined),
      );
      expect((await ask('session/new', { cwd: '/garden' })).error?.code).toBe(-32_600);
      expect((await ask('_custom')).error?.code).toBe(-32_600);
      await tell({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 'unknown' } });
      expect(reports.splice(0)).toEqual([{ kind: 'early-notification', method: 'session/cancel' }]);
      await expect(peer.request('initialize', { protocolVersion: 2, info: clientInfo })).resolves.toBeDefined();
      await expect(peer.buildSession('/garden').start()).resolves.toBeDefined();
    });

    test(verifies('INIT-12', 'needs an integer as version, and can be tried again'), async () => {
      const { ask, peer } = connectPair(
        open(),
        doing(() => undefined),
      );
      for (const protocolVersion of [undefined, null, '2', 2.5, -1, 70_000]) {
        const { error } = await ask('initialize', { protocolVersion, info: clientInfo });
        expect(error?.code).toBe(-32_602);
      }
      expect((await ask('session/list', {})).error?.code).toBe(-32_600);
      await expect(peer.request('initialize', { protocolVersion: 2, info: clientInfo })).resolves.toBeDefined();
    });

    test(
      verifies('INIT-04', 'sends who the agent is, and refuses a client of this version that does not say who it is'),
      async () => {
        const { ask, peer } = connectPair(open(), agent(info));
        for (const wrong of [undefined, null, 'me', { name: 'nameless' }]) {
          expect((await ask('initialize', { protocolVersion: 2, info: wrong })).error?.code).toBe(-32_602);
        }
        const answer = await peer.request('initialize', { protocolVersion: 2, info: clientInfo });
        expect(answer.info).toEqual(info);
      },
    );

    test(verifies('INIT-05', 'answers version 0 and a newer version with its own'), async () => {
      for (const protocolVersion of [0, 3]) {
        const { ask } = connectPair(open(), agent(info));
        expect((await ask('initialize', { protocolVersion, info: clientInfo })).result).toMatchObject({
          protocolVersion: 2,
        });
      }
    });

    test(verifies('INIT-15', 'ignores what it cannot read in the introduction of a newer client'), async () => {
      const { ask, ours } = connectPair(open(), agent(info));
      const params = { protocolVersion: 9, info: ['a', 'tuple'], capabilities: 'all' };
      expect((await ask('initialize', params)).result).toMatchObject({ protocolVersion: 2, info });
      expect(ours.clientInfo).toEqual({ name: 'unknown', version: 'unknown' });
      expect(ours.clientCapabilities).toEqual({});
    });

    test(
      verifies('INIT-14', 'is repeated only before other requests, and a failed repeat changes nothing'),
      async () => {
        const { ask, peer, ours } = await connectAndInitialize(
          open(),
          doing(() => undefined),
        );
        const renamed = { ...clientInfo, name: 'renamed' };
        await peer.request('initialize', { protocolVersion: 2, info: renamed });
        expect(ours.clientInfo).toEqual(renamed);
        expect((await ask('initialize', { protocolVersion: 1, info: clientInfo })).error?.code).toBe(-32_600);
        expect((await ask('initialize', { protocolVersion: 2 })).error?.code).toBe(-32_602);
        expect(ours.clientInfo).toEqual(renamed);
        await peer.request('session/list', {});
        expect((await ask('initialize', { protocolVersion: 2, info: clientInfo })).error?.code).toBe(-32_600);
        expect(ours.clientInfo).toEqual(renamed);
      },
    );

    test(verifies('INIT-08', 'speaks version 2 and nothing else afterwards'), async () => {
      const { ask } = await connectAndInitialize(
        open(),
        doing(() => undefined),
      );
      for (const method of ['session/load', 'session/set_mode', 'session/set_model', 'authenticate', 'logout']) {
        expect((await ask(method, { sessionId: 's', cwd: '/garden', mcpServers: [] })).error?.code).toBe(-32_601);
      }
    });

    test(verifies('INIT-19', 'offers no sessions without a handler for prompts'), async () => {
      const { introduction, peer } = await connectAndInitialize(open(), agent(info));
      expect(introduction.capabilities).toEqual({});
      for (const method of ['session/new', 'session/list', 'session/prompt', 'session/fork'] as const) {
        const params = { sessionId: 's', cwd: '/garden', prompt: hello };
        expect((await failure(peer.request(method, params))).code).toBe(-32_601);
      }
    });

    test(verifies('INIT-18', 'keeps what advertising sessions promises'), async () => {
      const { peer, session, sessionId, updates } = await start(
        open(),
        doing((turn) => untilAborted(turn.signal)),
      );
      await expect(peer.request('session/list', {})).resolves.toMatchObject({ sessions: [{ sessionId }] });
      await session.prompt('work');
      await peer.notify('session/cancel', { sessionId });
      expect((await untilIdle(session)).at(-1)).toMatchObject({ state: 'idle', stopReason: 'cancelled' });
      expect(updates().length).toBeGreaterThan(0);
      await expect(peer.request('session/close', { sessionId })).resolves.toEqual({});
      await expect(peer.request('session/resume', { sessionId, cwd: '/garden' })).resolves.toEqual({});
    });

    test(verifies('INIT-11', 'gets along with every combination of capabilities of the client'), async () => {
      const markers = [undefined, null, {}] as const;
      for (const form of markers) {
        for (const url of markers) {
          for (const terminal of markers) {
            const capabilities = { elicitation: { form, url }, auth: { terminal } } as Capabilities;
            const { ours } = await connectAndInitialize(open(), agent(info), undefined, capabilities);
            // Who offers elicitation and names no mode can show forms (ELIC-17).
            const namesNone = form === undefined && url === undefined;
            expect([ours.raw.supports('elicitation.form'), ours.raw.supports('elicitation.url')]).toEqual([
              isObject(form) || namesNone,
              isObject(url),
            ]);
            expect(ours.raw.supports('auth.terminal')).toBe(isObject(terminal));
          }
        }
      }
    });

    test('serves the stable entry of the official SDK as well', async () => {
      const link = open();
      const { session, ours } = await start(
        link,
        doing((turn) => turn.message.append('Roses')),
        stableClient() as unknown as TheirClient,
      );
      await session.prompt('hello');
      await expect(session.readTextUntilIdle()).resolves.toBe('Roses');
      expect(ours.sessions).toHaveLength(1);
    });
  });
});
