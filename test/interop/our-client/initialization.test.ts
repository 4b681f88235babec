/** Our client with the official SDK's agent, on version 2: initialization. */
import { agent as versionOneAgent } from '@agentclientprotocol/sdk';
import { agent as stableAgent, type SessionUpdate as StableUpdate } from '@agentclientprotocol/sdk/experimental/v2';
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';
import {
  CapabilityError,
  client,
  Connection,
  ProtocolVersionError,
  text,
  type ClientReport,
  type ClientSession,
} from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { verifies } from '../../requirements/requirement.ts';
import { trackPair } from '../connected-pair.ts';
import { officialAgent, theirInfo } from '../official-agent.ts';
import { links } from '../official-stream.ts';
import { checkEachTest, collect, failure, info, kindsOf, connectAndInitialize, options, start } from './setup.ts';

checkEachTest();

describe.each(links)('our client with the official agent, $name', ({ open }) => {
  describe('initialize', () => {
    test(verifies('INIT-01', 'comes first, with version 2, who we are and what our handlers can do'), async () => {
      let request: official.InitializeRequest | undefined;
      const theirAgent = official.agent().onRequest('initialize', ({ params }) => {
        request = params;
        return { protocolVersion: 2, info: theirInfo, capabilities: {} };
      });
      const ourClient = client(info, { capabilities: { auth: { terminal: {} } } }).onElicitation({
        form: () => 'cancel',
      });
      const { connection, sent } = await connectAndInitialize(open(), theirAgent, ourClient);
      expect(sent()).toMatchObject([{ method: 'initialize' }]);
      expect(request).toEqual({
        protocolVersion: 2,
        info,
        capabilities: {
          auth: { terminal: {} },
          elicitation: { form: {} },
          _meta: { 'acp-stack.dev/sessionLost': {} },
        },
      });
      expect(connection.agentInfo).toEqual(theirInfo);
      expect(connection.version).toBe(2);
    });

    test(
      verifies(
        'INIT-07',
        'that speaks version 2 alone closes the connection to an agent of version 1 and says what to do',
      ),
      async () => {
        const link = open();
        const theirs = versionOneAgent()
          .onRequest('initialize', () => ({ protocolVersion: 1, agentCapabilities: {} }))
          .connect(link.stream);
        const error = await failure<ProtocolVersionError>(
          client(info).connect(link.channel, { checkOutgoing: true, versions: [2] }),
        );
        expect(error).toBeInstanceOf(ProtocolVersionError);
        expect(error).toMatchObject({
          requested: 2,
          supported: [1],
          message: expect.stringMatching(/bridge|Update/u) as string,
        });
        await theirs.closed;
      },
    );

    test('with an agent that refuses every version hears which it speaks, from -32022', async () => {
      const theirAgent = official.agent().onRequest('initialize', () => {
        throw official.RequestError.unsupportedProtocolVersion(2, [3, 4]);
      });
      const error = await failure<ProtocolVersionError>(connectAndInitialize(open(), theirAgent));
      expect(error).toBeInstanceOf(ProtocolVersionError);
      expect(error).toMatchObject({ requested: 2, supported: [3, 4], cause: { code: -32_022 } });
    });

    test('asked for an older version is refused by the official agent with -32022', async () => {
      const link = open();
      const theirs = officialAgent().connect(link.stream);
      const raw = new Connection('client', link.channel, { checkOutgoing: true });
      trackPair(link, [], () => {
        raw.destroy();
        theirs.close();
      });
      const { code, data } = await failure(raw.requestRaw('initialize', { protocolVersion: 1, info }));
      expect({ code, data }).toEqual({ code: -32_022, data: { requested: 1, supported: [2] } });
      expect((await failure(raw.requestRaw('session/new', { cwd: '/garden' }))).code).toBe(-32_600);
    });

    test(verifies('INIT-13', 'refuses what the agent asks before it is over, and ignores what it tells'), async () => {
      const link = open();
      const reports: ClientReport[] = [];
      let finish: (answer: official.InitializeResponse) => void = () => undefined;
      const theirs = official
        .agent()
        .onRequest('initialize', () => new Promise((resolve) => (finish = resolve)))
        .connect(link.stream);
      const heardUpdates: unknown[] = [];
      const connecting = client(info)
        .onUpdate((update) => void heardUpdates.push(update))
        .onPermission(() => 'yes')
        .connect(link.channel, { checkOutgoing: true, onReport: (report) => void reports.push(report) });
      const { ask, tell } = trackPair(link, reports, () => {
        theirs.close();
      });
      await settled();
      const question = { sessionId: 's', title: 'Dig?', options };
      expect((await ask('session/request_permission', question)).error?.code).toBe(-32_600);
      const update = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('early') };
      await tell({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } });
      expect(reports.splice(0)).toEqual([{ kind: 'early-notification', method: 'session/update' }]);
      finish({ protocolVersion: 2, info: theirInfo, capabilities: {} });
      const connection = await connecting;
      expect(heardUpdates).toEqual([]);
      expect((await ask('session/request_permission', question)).result).toMatchObject({
        outcome: { optionId: 'yes' },
      });
      connection.destroy();
    });

    test(verifies('INIT-19', 'with an agent without sessions sends nothing about sessions'), async () => {
      for (const capabilities of [{}, { session: null }] as official.AgentCapabilities[]) {
        const { connection, sent } = await connectAndInitialize(open(), officialAgent(undefined, { capabilities }));
        const calls = [
          connection.newSession({ cwd: '/garden' }),
          connection.load({ sessionId: 's', cwd: '/garden' }),
          connection.listPage(),
          connection.closeSession('s'),
          connection.delete('s'),
          connection.fork({ sessionId: 's', cwd: '/garden' }),
          connection.request('session/prompt', { sessionId: 's', prompt: [text('hello')] }),
        ];
        for (const call of calls) expect(await failure<CapabilityError>(call)).toBeInstanceOf(CapabilityError);
        expect(sent()).toHaveLength(1);
      }
    });

    test(
      verifies('INIT-09', verifies('INIT-10', 'reads omitted and null as unsupported, and {} as supported')),
      async () => {
        const capabilities: official.AgentCapabilities = {
          session: {
            delete: null,
            fork: {},
            prompt: { image: {}, audio: null },
            additionalDirectories: { _meta: { a: 1 } },
          },
        };
        const { connection, session, sent } = await start(open(), officialAgent(undefined, { capabilities }));
        expect(
          [
            'delete',
            'fork',
            'archive',
            'prompt.image',
            'prompt.audio',
            'prompt.embeddedContext',
            'additionalDirectories',
            'mcp.stdio',
          ].filter((feature) => session.supports(feature as Parameters<ClientSession['supports']>[0])),
        ).toEqual(['fork', 'prompt.image', 'additionalDirectories']);
        const before = sent().length;
        const server = { type: 'stdio' as const, name: 'm', command: '/m' };
        const refused = await Promise.all([
          failure<CapabilityError>(connection.delete(session.id)),
          failure<CapabilityError>(connection.archive(session.id)),
          failure<CapabilityError>(session.setTitle('Roses')),
          failure<CapabilityError>(session.setConfigOption('mode', 'dig')),
          failure<CapabilityError>(session.cancelToolCall('t')),
          failure<CapabilityError>(connection.login('key')),
          failure<CapabilityError>(connection.newSession({ cwd: '/garden', mcpServers: [server] })),
          failure<CapabilityError>(session.prompt([{ type: 'audio', data: '', mimeType: 'audio/wav' }])),
        ]);
        expect(refused.map((error) => (error instanceof CapabilityError ? error.capability : error))).toEqual([
          'session.delete',
          'session.archive',
          'session.title',
          'configOptions of the session',
          'cancel of the tool call t',
          'authMethods',
          'session.mcp.stdio',
          'session.prompt.audio',
        ]);
        expect(sent()).toHaveLength(before);
      },
    );

    test(verifies('INIT-11', 'gets along with every combination of capabilities of the agent'), async () => {
      const markers = [undefined, null, {}] as const;
      const combinations = markers.flatMap((fork) =>
        markers.flatMap((image) =>
          markers.map((status) => ({ session: { fork, prompt: { image } }, auth: { status } })),
        ),
      );
      for (const capabilities of combinations) {
        const theirAgent = officialAgent(undefined, {
          capabilities: capabilities as unknown as official.AgentCapabilities,
        });
        const { connection, session } = await start(open(), theirAgent);
        const { fork, prompt } = capabilities.session;
        expect([
          session.supports('fork'),
          session.supports('prompt.image'),
          connection.supports('auth.status'),
        ]).toEqual(
          [fork, prompt.image, capabilities.auth.status].map((marker) => marker !== undefined && marker !== null),
        );
      }
    });

    test('works with the stable entry of the official SDK as well', async () => {
      const theirAgent = stableAgent()
        .onRequest('initialize', () => ({ protocolVersion: 2, info: theirInfo, capabilities: { session: {} } }))
        .onRequest('session/new', () => ({ sessionId: 's' }))
        .onRequest('session/prompt', async ({ params: { sessionId }, client: peer }) => {
          const say = (update: StableUpdate): Promise<void> => peer.notify('session/update', { sessionId, update });
          await say({ sessionUpdate: 'user_message', messageId: 'm', content: [{ type: 'text', text: 'hello' }] });
          await say({ sessionUpdate: 'state_update', state: 'running' });
          await say({ sessionUpdate: 'agent_message', messageId: 'r', content: [{ type: 'text', text: 'Roses' }] });
          await say({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
          return { messageId: 'm' };
        });
      const { session } = await start(open(), theirAgent as unknown as official.AgentApp);
      const run = session.prompt('hello');
      expect(kindsOf(await collect(run))).toEqual(['user_message', 'running', 'agent_message', 'idle']);
      await expect(run).resolves.toMatchObject({ kind: 'ended', stopReason: 'end_turn', messageId: 'm' });
    });
  });
});
