/** Our client with the official SDK's agent, on version 2 of the protocol. */
import { agent as versionOneAgent } from '@agentclientprotocol/sdk';
import { agent as stableAgent, type SessionUpdate as StableUpdate } from '@agentclientprotocol/sdk/experimental/v2';
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { ConnectionError, isAbortError, RpcError } from '@acp-stack/rpc';
import {
  CapabilityError,
  client,
  Connection,
  ProtocolVersionError,
  text,
  type Client,
  type ClientConnection,
  type ClientReport,
  type ClientSession,
  type ConnectOptions,
  type PermissionHandler,
  type PromptRun,
} from '@acp-stack/sdk';
import { settled, VirtualClock } from '@acp-stack/testing';

import { verifies } from '../requirements/requirement.ts';
import { beginMeetings, endMeetings, meeting, takeComplaints, type Meeting } from './meeting.ts';
import { officialAgent, theirInfo, untilAborted, type TheirTurn } from './official-agent.ts';
import { byteLink, links, referenceLink, type Link } from './official-stream.ts';

const info = { name: 'our-client', version: '1.0.0' };

type Update = { readonly sessionUpdate: string; readonly [key: string]: unknown };

interface Met extends Meeting {
  readonly connection: ClientConnection;
  readonly theirs: official.AgentConnection;
  readonly clock: VirtualClock;
}

/** Connects their agent and our client, who introduce themselves. */
async function meet(
  link: Link,
  theirAgent: official.AgentApp,
  ourClient: Client = client(info),
  options: ConnectOptions = {},
): Promise<Met> {
  const reports: ClientReport[] = [];
  const clock = new VirtualClock();
  const theirs = theirAgent.connect(link.stream);
  let connection: ClientConnection | undefined;
  const made = meeting(link, reports, () => {
    connection?.destroy();
    theirs.close();
  });
  connection = await ourClient.connect(link.channel, {
    checkOutgoing: true,
    clock,
    onReport: (report) => void reports.push(report),
    ...options,
  });
  return { ...made, connection, theirs, clock };
}

/** Connects them and opens a session. */
async function start(
  link: Link,
  theirAgent: official.AgentApp,
  ourClient?: Client,
): Promise<Met & { readonly session: ClientSession }> {
  const met = await meet(link, theirAgent, ourClient);
  return { ...met, session: await met.connection.newSession({ cwd: '/garden' }) };
}

async function collect(run: PromptRun): Promise<Update[]> {
  const updates: Update[] = [];
  for await (const update of run) updates.push(update as Update);
  return updates;
}

const kindsOf = (updates: readonly Update[]): unknown[] =>
  updates.map((update) => update['state'] ?? update.sessionUpdate);

const failure = <E = RpcError>(promise: PromiseLike<unknown>): Promise<E> =>
  Promise.resolve(promise).then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) => error as E,
  );

/** Resolves when `matches` holds for an update of the session. */
const heard = (session: ClientSession, matches: (update: Update) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const listening = session.onUpdate((update) => {
      if (!matches(update as Update)) return;
      listening[Symbol.dispose]();
      resolve();
    });
  });

const options: official.PermissionOption[] = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

beforeEach(beginMeetings);
afterEach(endMeetings);

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
      const { connection, sent } = await meet(open(), theirAgent, ourClient);
      expect(sent()).toMatchObject([{ method: 'initialize' }]);
      expect(request).toEqual({
        protocolVersion: 2,
        info,
        capabilities: { auth: { terminal: {} }, elicitation: { form: {} } },
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
      const error = await failure<ProtocolVersionError>(meet(open(), theirAgent));
      expect(error).toBeInstanceOf(ProtocolVersionError);
      expect(error).toMatchObject({ requested: 2, supported: [3, 4], cause: { code: -32_022 } });
    });

    test('asked for an older version is refused by the official agent with -32022', async () => {
      const link = open();
      const theirs = officialAgent().connect(link.stream);
      const raw = new Connection('client', link.channel, { checkOutgoing: true });
      meeting(link, [], () => {
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
      const { ask, tell } = meeting(link, reports, () => {
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
        const { connection, sent } = await meet(open(), officialAgent(undefined, { capabilities }));
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

  describe('authentication', () => {
    const authMethods: official.AuthMethod[] = [
      { type: 'agent', methodId: 'key', name: 'The garden key' },
      { type: 'terminal', methodId: 'shed', name: 'In the shed', args: ['login'] },
    ];

    const guarded = (): official.AgentApp => {
      let isLoggedIn = false;
      return official
        .agent()
        .onRequest('initialize', () => ({
          protocolVersion: 2,
          info: theirInfo,
          capabilities: { session: {} },
          authMethods,
        }))
        .onRequest('auth/login', () => {
          isLoggedIn = true;
        })
        .onRequest('auth/logout', () => {
          isLoggedIn = false;
        })
        .onRequest('session/new', () => {
          if (!isLoggedIn) throw official.RequestError.authRequired({ reason: 'auth_required' });
          return { sessionId: 's' };
        });
    };

    test('meets -32000 before the login and after the logout', async () => {
      const { connection } = await meet(open(), guarded());
      expect(connection.authMethods).toEqual(authMethods);
      const { code, data } = await failure(connection.newSession({ cwd: '/garden' }));
      expect({ code, data }).toEqual({ code: -32_000, data: { reason: 'auth_required' } });
      await connection.login('key');
      await expect(connection.newSession({ cwd: '/garden' })).resolves.toMatchObject({ id: 's' });
      await connection.logout();
      expect((await failure(connection.newSession({ cwd: '/garden' }))).code).toBe(-32_000);
    });

    test('never sends a method that was not offered, or that belongs into a terminal', async () => {
      const { connection, sent } = await meet(open(), guarded());
      await expect(connection.login('crowbar')).rejects.toThrow('it offers key, shed');
      await expect(connection.login('shed')).rejects.toThrow('terminal');
      expect(sent().map(({ method }) => method)).toEqual(['initialize']);
    });
  });

  describe('a prompt', () => {
    test(verifies('LIFE-09', 'is over when the agent says idle, not when it answers'), async () => {
      let finish = (): void => undefined;
      const { session } = await start(
        open(),
        officialAgent(() => new Promise<void>((resolve) => (finish = resolve))),
      );
      const run = session.prompt('hello');
      let isOver = false;
      void run.then(() => (isOver = true));
      await settled();
      expect(run.messageId).toBe('message-2');
      expect([isOver, session.isBusy, session.state.state]).toEqual([false, true, 'running']);
      finish();
      await expect(run).resolves.toEqual({ kind: 'ended', stopReason: 'end_turn', messageId: 'message-2' });
      expect(session.isBusy).toBe(false);
    });

    test('streams everything that the agent says, in order', async () => {
      const { session } = await start(
        open(),
        officialAgent(async ({ say, text: speak }) => {
          await say({ sessionUpdate: 'agent_thought_chunk', messageId: 't', content: { type: 'text', text: 'Hm.' } });
          for (let index = 0; index < 200; index += 1) await speak(`${index} `);
        }),
      );
      const run = session.prompt('count');
      const updates = await collect(run);
      expect(kindsOf(updates).slice(0, 3)).toEqual(['user_message', 'running', 'agent_thought_chunk']);
      const words = updates.flatMap(({ sessionUpdate, content }) =>
        sessionUpdate === 'agent_message_chunk' ? [(content as { text: string }).text] : [],
      );
      expect(words).toEqual(Array.from({ length: 200 }, (_, index) => `${index} `));
      expect(updates.at(-1)).toMatchObject({ state: 'idle' });
      await expect(run).resolves.toMatchObject({ stopReason: 'end_turn' });
    });

    test('without awaiting, sent at once by the agent, arrives whole and in order as well', async () => {
      const { session } = await start(
        open(),
        officialAgent(({ text: speak }) => {
          for (let index = 0; index < 2000; index += 1) void speak(String(index));
        }),
      );
      const updates = await collect(session.prompt('count'));
      expect(updates.filter((update) => update.sessionUpdate === 'agent_message_chunk')).toHaveLength(2000);
    });

    test(verifies('LIFE-21', 'ends with usage, and with the error of work that failed'), async () => {
      const usage = { inputTokens: 7, outputTokens: 5, totalTokens: 12 };
      const { session } = await start(
        open(),
        officialAgent(async ({ say, words }) => {
          if (words === 'fail') throw new Error('no');
          await say({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'max_tokens', usage });
        }),
      );
      await expect(session.prompt('use')).resolves.toMatchObject({ kind: 'ended', stopReason: 'max_tokens', usage });
      await settled();
      await expect(session.prompt('fail')).resolves.toMatchObject({
        kind: 'ended',
        stopReason: 'error',
        error: { code: -32_603, message: 'The work failed.' },
      });
    });

    test(verifies('LIFE-10', 'is not ended by a snapshot that repeats an earlier end'), async () => {
      let finish = (): void => undefined;
      const idle = { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' } as const;
      const { session, theirs } = await start(
        open(),
        officialAgent(({ words }) =>
          words === 'first' ? undefined : new Promise<void>((resolve) => (finish = resolve)),
        ),
      );
      await session.prompt('first');
      const run = session.prompt('second');
      let isOver = false;
      void run.then(() => (isOver = true));
      // The snapshot reaches us before the agent has heard of the prompt.
      await theirs.client.notify('session/update', { sessionId: session.id, update: idle });
      await settled();
      expect(isOver).toBe(false);
      finish();
      await expect(run).resolves.toMatchObject({ messageId: 'message-3' });
    });

    test(verifies('LIFE-12', 'that the agent holds is over when its own work is'), async () => {
      const finish: (() => void)[] = [];
      let before: Promise<unknown> = Promise.resolve();
      let count = 0;
      const theirAgent = official
        .agent()
        .onRequest('initialize', () => ({ protocolVersion: 2, info: theirInfo, capabilities: { session: {} } }))
        .onRequest('session/new', () => ({ sessionId: 's' }))
        .onRequest('session/prompt', async ({ params: { sessionId, prompt }, client: peer }) => {
          const say = (update: official.SessionUpdate): Promise<void> =>
            peer.notify('session/update', { sessionId, update });
          const turn = before;
          let release = (): void => undefined;
          before = new Promise<void>((resolve) => (release = resolve));
          await turn;
          count += 1;
          const messageId = `m${count}`;
          await say({ sessionUpdate: 'user_message', messageId, content: prompt });
          await say({ sessionUpdate: 'state_update', state: 'running' });
          finish.push(() => {
            void say({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' }).then(release);
          });
          return { messageId };
        });
      const { session } = await start(open(), theirAgent);
      const [first, second] = [session.prompt('first'), session.prompt('second')];
      const over: unknown[] = [];
      void first.then(({ messageId }) => over.push(messageId));
      void second.then(({ messageId }) => over.push(messageId));
      await settled();
      expect([first.messageId, second.messageId, over]).toEqual(['m1', undefined, []]);
      finish[0]?.();
      await settled();
      expect([first.messageId, second.messageId, over]).toEqual(['m1', 'm2', ['m1']]);
      finish[1]?.();
      await settled();
      expect(over).toEqual(['m1', 'm2']);
      expect(kindsOf(await collect(second))).toEqual(['user_message', 'running', 'idle']);
    });

    test('of an agent that does not say which message it became takes the id of the echo', async () => {
      const theirAgent = official
        .agent()
        .onRequest('initialize', () => ({ protocolVersion: 2, info: theirInfo, capabilities: { session: {} } }))
        .onRequest('session/new', () => ({ sessionId: 's' }))
        .onRequest('session/prompt', async ({ params: { sessionId, prompt }, client: peer }) => {
          const say = (update: official.SessionUpdate): Promise<void> =>
            peer.notify('session/update', { sessionId, update });
          await say({ sessionUpdate: 'user_message', messageId: 'echoed', content: prompt });
          await say({ sessionUpdate: 'state_update', state: 'running' });
          await say({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
          return {} as official.PromptResponse;
        });
      const { session } = await start(open(), theirAgent);
      await expect(session.prompt('hello')).resolves.toEqual({
        kind: 'ended',
        stopReason: 'end_turn',
        messageId: 'echoed',
      });
    });

    test('of an agent that works before it answers, and does not echo it, is over when no echo follows that work', async () => {
      const theirAgent = official
        .agent()
        .onRequest('initialize', () => ({ protocolVersion: 2, info: theirInfo, capabilities: { session: {} } }))
        .onRequest('session/new', () => ({ sessionId: 's' }))
        .onRequest('session/prompt', async ({ params: { sessionId }, client: peer }) => {
          const say = (update: official.SessionUpdate): Promise<void> =>
            peer.notify('session/update', { sessionId, update });
          await say({ sessionUpdate: 'state_update', state: 'running' });
          await say({ sessionUpdate: 'agent_message_chunk', messageId: 'r', content: { type: 'text', text: 'Roses' } });
          await say({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
          return { messageId: 'm' };
        });
      const { session, clock } = await start(open(), theirAgent);
      let outcome: unknown;
      void session.prompt('hello').then(
        (ended) => (outcome = ended),
        () => undefined,
      );
      await clock.advance(999);
      expect(outcome).toBeUndefined();
      await clock.advance(1);
      expect(outcome).toEqual({ kind: 'ended', stopReason: 'end_turn', messageId: 'm' });
    });

    test(verifies('LIFE-16', 'is not needed for the agent to work'), async () => {
      const { session, theirs } = await start(open(), officialAgent());
      const say = async (update: official.SessionUpdate): Promise<void> => {
        const told = heard(session, () => true);
        await theirs.client.notify('session/update', { sessionId: session.id, update });
        await told;
      };
      await say({ sessionUpdate: 'state_update', state: 'running' });
      expect(session.isBusy).toBe(true);
      await say({ sessionUpdate: 'state_update', state: 'requires_action' });
      expect(session.isBusy).toBe(true);
      await say({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
      expect(session.isBusy).toBe(false);
      await expect(session.prompt('hello')).resolves.toMatchObject({ messageId: 'message-2' });
    });

    test(verifies('LIFE-14', 'is never empty'), async () => {
      const { session, sent } = await start(open(), officialAgent());
      const before = sent().length;
      await expect(session.prompt([])).rejects.toThrow('at least one');
      expect(sent()).toHaveLength(before);
    });

    test(verifies('LIFE-15', 'leaves the session busy in a state that nobody knows'), async () => {
      const { session } = await start(
        open(),
        officialAgent(async ({ say, signal }) => {
          await say({ sessionUpdate: 'state_update', state: '_pondering' } as unknown as official.SessionUpdate);
          await untilAborted(signal);
        }),
      );
      const run = session.prompt('think');
      await heard(session, (update) => update['state'] === '_pondering');
      expect(session.isBusy).toBe(true);
      session.cancel();
      await expect(run).resolves.toMatchObject({ stopReason: 'cancelled' });
    });

    test(verifies('LIFE-08', 'that is over leaves the session idle while background updates arrive'), async () => {
      const { session, theirs } = await start(open(), officialAgent());
      await session.prompt('hello');
      const late = heard(session, (update) => update.sessionUpdate === 'agent_message_chunk');
      const { client: peer } = theirs;
      const sessionId = session.id;
      await peer.notify('session/update', {
        sessionId,
        update: { sessionUpdate: 'tool_call_update', toolCallId: 'late', title: 'Compost', status: 'in_progress' },
      });
      await peer.notify('session/update', {
        sessionId,
        update: { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text: 'By the way' } },
      });
      await late;
      expect([session.isBusy, session.toolCalls.get('late')?.status]).toEqual([false, 'in_progress']);
    });

    test(verifies('LIFE-19', 'tells apart no background work, none reported, and some'), async () => {
      const { session, theirs, reports } = await start(open(), officialAgent());
      const seen: unknown[] = [];
      for (const background of [undefined, [], [{ type: 'tool_call', toolCallId: 't' }], null, 'lots']) {
        const told = heard(session, (update) => update.sessionUpdate === 'state_update');
        const update = {
          sessionUpdate: 'state_update',
          state: 'idle',
          ...(background === undefined ? {} : { background }),
        };
        await theirs.client.notify('session/update', {
          sessionId: session.id,
          update: update as official.SessionUpdate,
        });
        await told;
        seen.push(session.background);
      }
      expect(seen).toEqual([undefined, [], [{ type: 'tool_call', toolCallId: 't' }], undefined, undefined]);
      expect(reports.splice(0)).toMatchObject([{ kind: 'repaired', repairs: [{ path: '/update/background' }] }]);
    });

    test('that is refused rejects with the error of the agent', async () => {
      const theirAgent = official
        .agent()
        .onRequest('initialize', () => ({ protocolVersion: 2, info: theirInfo, capabilities: { session: {} } }))
        .onRequest('session/new', () => ({ sessionId: 's' }))
        .onRequest('session/prompt', ({ params }) => {
          throw official.RequestError.sessionNotFound(params.sessionId);
        });
      const { session } = await start(open(), theirAgent);
      const run = session.prompt('hello');
      expect(await failure(run)).toMatchObject({ code: -32_002, data: { sessionId: 's' } });
      await expect(collect(run)).rejects.toMatchObject({ code: -32_002 });
    });
  });

  describe('permission', () => {
    const asking = (
      outcomes: unknown[],
      subject?: (turn: TheirTurn) => official.RequestPermissionSubject,
    ): official.AgentApp =>
      officialAgent(async (turn) => {
        const { client: peer, sessionId, say } = turn;
        await say({ sessionUpdate: 'tool_call_update', toolCallId: 'water', title: 'Water', status: 'pending' });
        const { outcome } = await peer.request('session/request_permission', {
          sessionId,
          title: 'Water the roses?',
          description: 'They are dry.',
          options,
          subject: subject?.(turn) ?? { type: 'tool_call', toolCall: { toolCallId: 'water', kind: 'execute' } },
        });
        outcomes.push(outcome);
        const isAllowed = outcome.outcome === 'selected' && outcome['optionId'] === 'yes';
        await say({
          sessionUpdate: 'tool_call_update',
          toolCallId: 'water',
          status: isAllowed ? 'completed' : 'cancelled',
        });
      });

    test.each([
      ['given', () => 'yes', { outcome: 'selected', optionId: 'yes' }],
      ['rejected', () => 'no', { outcome: 'selected', optionId: 'no' }],
      ['dismissed', () => 'cancelled', { outcome: 'cancelled' }],
      [
        'answered in full',
        () => ({ outcome: 'selected', optionId: 'yes' }) as const,
        { outcome: 'selected', optionId: 'yes' },
      ],
    ] as readonly (readonly [string, PermissionHandler, object])[])(
      verifies('PERM-02', verifies('PERM-03', 'that is %s is answered so')),
      async (_, handler, outcome) => {
        const outcomes: unknown[] = [];
        const { session } = await start(open(), asking(outcomes), client(info).onPermission(handler));
        await session.prompt('water them');
        expect(outcomes).toEqual([outcome]);
        expect(session.toolCalls.get('water')?.status).toBe(
          'optionId' in outcome && outcome.optionId === 'yes' ? 'completed' : 'cancelled',
        );
      },
    );

    test('that nobody decides about is cancelled', async () => {
      const outcomes: unknown[] = [];
      const { session } = await start(open(), asking(outcomes));
      await session.prompt('water them');
      expect(outcomes).toEqual([{ outcome: 'cancelled' }]);
    });

    test(
      verifies('PERM-05', 'is never given by an option that was not offered, or by a handler that fails'),
      async () => {
        const outcomes: unknown[] = [];
        const { session, reports } = await start(
          open(),
          asking(outcomes),
          client(info).onPermission(() => 'for ever'),
        );
        await session.prompt('water them');
        session.onPermission(() => {
          throw new Error('no pencil');
        });
        await session.prompt('water them');
        expect(outcomes).toEqual([{ outcome: 'cancelled' }, { outcome: 'cancelled' }]);
        expect(reports.splice(0)).toMatchObject([
          { kind: 'option-not-offered', optionId: 'for ever' },
          { kind: 'handler-failed', method: 'session/request_permission' },
        ]);
      },
    );

    test(
      verifies(
        'PERM-07',
        verifies('PERM-08', 'applies its subject before it is asked, and leaves the title of the tool call alone'),
      ),
      async () => {
        const seen: unknown[] = [];
        const { session } = await start(
          open(),
          asking([], () => ({
            type: 'tool_call',
            toolCall: { toolCallId: 'fresh', title: 'Fetch water', status: 'pending' },
          })),
          client(info).onPermission((request, { session: asked }) => {
            seen.push([request.title, asked?.toolCalls.get('fresh')?.title, asked?.toolCalls.get('water')?.title]);
            return 'yes';
          }),
        );
        await session.prompt('water them');
        expect(seen).toEqual([['Water the roses?', 'Fetch water', 'Water']]);
        expect(session.toolCalls.get('fresh')?.title).toBe('Fetch water');
      },
    );

    test(verifies('PERM-10', 'can be about a command, about nothing, or about what nobody knows'), async () => {
      const subjects: unknown[] = [];
      const each: (official.RequestPermissionSubject | null)[] = [
        { type: 'command', command: 'make', cwd: '/garden' },
        null,
        { type: '_colour', colour: 'green' } as unknown as official.RequestPermissionSubject,
        { type: 'dig', depth: 3 } as unknown as official.RequestPermissionSubject,
      ];
      const { session } = await start(
        open(),
        officialAgent(async ({ client: peer, sessionId }) => {
          for (const subject of each) {
            await peer.request('session/request_permission', { sessionId, title: 'May I?', options, subject });
          }
        }),
        client(info).onPermission((request) => {
          subjects.push(request.subject);
          return 'no';
        }),
      );
      await session.prompt('work');
      expect(subjects).toEqual(each);
    });
  });

  describe('tool calls', () => {
    test(
      verifies(
        'TOOL-05',
        verifies('TOOL-21', 'are patched field by field, and count as running in a status that nobody knows'),
      ),
      async () => {
        const patches: object[] = [
          { title: 'Dig', status: 'in_progress', capabilities: { cancel: {} } },
          { kind: 'execute' },
          { status: '_resting' },
          { title: null, capabilities: null },
          { status: null },
        ];
        const seen: unknown[] = [];
        const { session } = await start(
          open(),
          officialAgent(async ({ say }) => {
            for (const patch of patches) {
              await say({ sessionUpdate: 'tool_call_update', toolCallId: 'dig', ...patch });
            }
          }),
        );
        session.onUpdate((update) => {
          if (update.sessionUpdate === 'tool_call_update') seen.push(session.toolCalls.get('dig'));
        });
        await session.prompt('dig');
        expect(seen).toMatchObject([
          { title: 'Dig', status: 'in_progress', canCancel: true },
          { title: 'Dig', status: 'in_progress', canCancel: true },
          { title: 'Dig', status: '_resting', canCancel: true },
          { title: undefined, status: '_resting', canCancel: false },
          { title: undefined, status: 'pending', canCancel: false },
        ]);
      },
    );

    test(
      verifies(
        'TOOL-14',
        verifies(
          'TOOL-18',
          verifies(
            'TOOL-19',
            verifies(
              'TOOL-20',
              'and terminals are cancelled where they offer it, and have ended when the agent says so',
            ),
          ),
        ),
      ),
      async () => {
        let stop = (): void => undefined;
        const theirAgent = officialAgent(
          ({ say }) =>
            new Promise<void>((resolve) => {
              stop = resolve;
              void say({ sessionUpdate: 'tool_call_update', toolCallId: 'plain', title: 'Plain' });
              void say({
                sessionUpdate: 'tool_call_update',
                toolCallId: 'long',
                title: 'Long',
                status: 'in_progress',
                capabilities: { cancel: {} },
                content: [{ type: 'terminal', terminalId: 'shell' }],
              });
              void say({ sessionUpdate: 'terminal_update', terminalId: 'bare', command: 'ls' });
              void say({
                sessionUpdate: 'terminal_update',
                terminalId: 'shell',
                command: 'sleep',
                capabilities: { cancel: {} },
              });
            }),
        )
          .onRequest('tool_call/cancel', async ({ params, client: peer }) => {
            const { sessionId, toolCallId } = params;
            await peer.notify('session/update', {
              sessionId,
              update: { sessionUpdate: 'tool_call_update', toolCallId, status: 'cancelled' },
            });
          })
          .onRequest('terminal/cancel', async ({ params, client: peer }) => {
            const { sessionId, terminalId } = params;
            await peer.notify('session/update', {
              sessionId,
              update: { sessionUpdate: 'terminal_update', terminalId, exitStatus: { signal: 'SIGTERM' } },
            });
          });
        const { session, sent } = await start(open(), theirAgent);
        const ready = heard(session, (update) => update['terminalId'] === 'shell');
        const run = session.prompt('work');
        await ready;
        const before = sent().length;
        for (const call of [
          session.cancelToolCall('plain'),
          session.cancelToolCall('nobody'),
          session.cancelTerminal('bare'),
        ]) {
          expect(await failure<CapabilityError>(call)).toBeInstanceOf(CapabilityError);
        }
        expect(sent()).toHaveLength(before);
        await session.cancelToolCall('long');
        expect(session.toolCalls.get('long')).toMatchObject({ status: 'cancelled', terminalIds: ['shell'] });
        await session.cancelTerminal('shell');
        expect(await failure<CapabilityError>(session.cancelTerminal('shell'))).toBeInstanceOf(CapabilityError);
        stop();
        await run;
      },
    );
  });

  describe('cancelling', () => {
    test(
      verifies(
        'CANCEL-02',
        verifies('CANCEL-08', verifies('TOOL-21', 'marks what has not finished, and still hears what the agent says')),
      ),
      async () => {
        const { session } = await start(
          open(),
          officialAgent(async ({ say, text: speak, signal }) => {
            await say({ sessionUpdate: 'tool_call_update', toolCallId: 'done', title: 'Done', status: 'completed' });
            await say({ sessionUpdate: 'tool_call_update', toolCallId: 'rest', title: 'Rest', status: '_resting' });
            await say({ sessionUpdate: 'tool_call_update', toolCallId: 'dig', title: 'Dig', status: 'in_progress' });
            await untilAborted(signal).catch(() => undefined);
            await speak('I stop.');
            await say({ sessionUpdate: 'tool_call_update', toolCallId: 'dig', status: 'failed' });
          }),
        );
        const ready = heard(session, (update) => update['toolCallId'] === 'dig');
        const run = session.prompt('dig');
        await ready;
        session.cancel();
        expect([...session.toolCalls.values()].map(({ status }) => status)).toEqual([
          'completed',
          'cancelled',
          'cancelled',
        ]);
        const updates = await collect(run);
        expect(kindsOf(updates).slice(-3)).toEqual(['agent_message_chunk', 'tool_call_update', 'idle']);
        await expect(run).resolves.toMatchObject({ kind: 'ended', stopReason: 'cancelled' });
        expect(session.toolCalls.get('dig')?.status).toBe('failed');
      },
    );

    test(verifies('CANCEL-11', 'during a permission answers it as cancelled'), async () => {
      const outcomes: unknown[] = [];
      let signal: AbortSignal | undefined;
      let ask = (): void => undefined;
      const asked = new Promise<void>((resolve) => (ask = resolve));
      const { session } = await start(
        open(),
        officialAgent(async ({ client: peer, sessionId, signal: cancelled }) => {
          outcomes.push(await peer.request('session/request_permission', { sessionId, title: 'Dig?', options }));
          // The official SDK hands over the answer before the cancel that was sent before it.
          if (!cancelled.aborted) await untilAborted(cancelled);
        }),
        client(info).onPermission((_, context) => {
          ({ signal } = context);
          ask();
          return untilAborted(context.signal);
        }),
      );
      const run = session.prompt('dig');
      await asked;
      session.cancel();
      await expect(run).resolves.toMatchObject({ stopReason: 'cancelled' });
      expect(outcomes).toEqual([{ outcome: { outcome: 'cancelled' } }]);
      expect(signal?.aborted).toBe(true);
    });

    test(
      verifies('CANCEL-11', 'a permission that the agent takes back is answered with the cancelled outcome'),
      async () => {
        const answers: unknown[] = [];
        let ask = (): void => undefined;
        const asked = new Promise<void>((resolve) => (ask = resolve));
        const { session } = await start(
          open(),
          officialAgent(async ({ client: peer, sessionId }) => {
            const controller = new AbortController();
            void asked.then(() => {
              controller.abort();
            });
            answers.push(
              await peer.request(
                'session/request_permission',
                { sessionId, title: 'Dig?', options },
                { cancellationSignal: controller.signal },
              ),
            );
          }),
          client(info).onPermission((_, { signal }) => {
            ask();
            return untilAborted(signal);
          }),
        );
        await session.prompt('dig');
        expect(answers).toEqual([{ outcome: { outcome: 'cancelled' } }]);
      },
    );

    test(verifies('CANCEL-10', 'leaves background work and its permissions alone'), async () => {
      let answer: (option: string) => void = () => undefined;
      let ask = (): void => undefined;
      const asked = new Promise<void>((resolve) => (ask = resolve));
      const outcomes: unknown[] = [];
      const background = [{ type: 'tool_call' as const, toolCallId: 'compost' }];
      const { session } = await start(
        open(),
        officialAgent(async ({ say, client: peer, sessionId, signal }) => {
          await say({
            sessionUpdate: 'tool_call_update',
            toolCallId: 'compost',
            title: 'Compost',
            status: 'in_progress',
          });
          await say({ sessionUpdate: 'tool_call_update', toolCallId: 'dig', title: 'Dig', status: 'in_progress' });
          await say({ sessionUpdate: 'state_update', state: 'running', background });
          const subject = { type: 'tool_call' as const, toolCall: { toolCallId: 'compost' } };
          void peer
            .request('session/request_permission', { sessionId, title: 'Turn it?', options, subject })
            .then(({ outcome }) => outcomes.push(outcome));
          await untilAborted(signal);
        }),
        client(info).onPermission(
          () =>
            new Promise((resolve) => {
              answer = resolve;
              ask();
            }),
        ),
      );
      const run = session.prompt('work');
      await asked;
      session.cancel();
      await expect(run).resolves.toMatchObject({ stopReason: 'cancelled' });
      expect([session.toolCalls.get('compost')?.status, session.toolCalls.get('dig')?.status]).toEqual([
        'in_progress',
        'cancelled',
      ]);
      expect(outcomes).toEqual([]);
      answer('yes');
      await settled();
      expect(outcomes).toEqual([{ outcome: 'selected', optionId: 'yes' }]);
    });

    test('an agent that never says how it ended has an unknown outcome after the grace period', async () => {
      const { session, clock } = await start(
        open(),
        officialAgent(() => new Promise(() => undefined)),
      );
      const run = session.prompt('dig');
      await heard(session, (update) => update['state'] === 'running');
      session.cancel({ grace: 1000 });
      await clock.advance(999);
      let isOver = false;
      void run.then(() => (isOver = true));
      await settled();
      expect(isOver).toBe(false);
      await clock.advance(1);
      await expect(run).resolves.toMatchObject({ kind: 'unknown', stopReason: undefined });
    });

    test(verifies('CANCEL-09', 'a prompt that the agent held, and answers with -32800, was cancelled'), async () => {
      let drop = (): void => undefined;
      const theirAgent = official
        .agent()
        .onRequest('initialize', () => ({ protocolVersion: 2, info: theirInfo, capabilities: { session: {} } }))
        .onRequest('session/new', () => ({ sessionId: 's' }))
        .onRequest(
          'session/prompt',
          ({ signal }) =>
            new Promise<never>((_, reject) => {
              drop = () => {
                reject(official.RequestError.requestCancelled());
              };
              signal.addEventListener('abort', drop);
            }),
        )
        .onNotification('session/cancel', () => {
          drop();
        });
      const { session, sent } = await start(open(), theirAgent);
      const held = session.prompt('dig');
      await settled();
      session.cancel();
      await expect(held).resolves.toEqual({ kind: 'ended', stopReason: 'cancelled', messageId: undefined });
      const controller = new AbortController();
      const withdrawn = session.prompt('dig', { signal: controller.signal });
      await settled();
      controller.abort();
      await expect(withdrawn).resolves.toMatchObject({ stopReason: 'cancelled' });
      expect(sent().at(-1)).toMatchObject({ method: '$/cancel_request' });
    });
  });

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
      const { connection } = await meet(open(), theirAgent);
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
          if (sessionId === 'nobody') throw official.RequestError.sessionNotFound(sessionId);
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
          if (params.sessionId === 'nobody') throw official.RequestError.sessionNotFound(params.sessionId);
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
      const { connection, sent } = await meet(open(), storing());
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
      const { connection } = await meet(open(), storing());
      const told: Update[] = [];
      await connection.resume(
        { sessionId: 's', cwd: '/garden' },
        { onUpdate: (update) => void told.push(update as Update) },
      );
      expect(kindsOf(told)).toEqual(['idle']);
      const unknown = await failure(connection.resume({ sessionId: 'nobody', cwd: '/garden' }));
      expect([unknown.code, unknown.data]).toEqual([-32_002, { sessionId: 'nobody' }]);
      expect((await failure(connection.resume({ sessionId: 's', cwd: '/elsewhere' }))).code).toBe(-32_602);
      expect(connection.sessions.map(({ id }) => id)).toEqual(['s']);
    });

    test('are listed page by page', async () => {
      const { connection, sent } = await meet(open(), storing());
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
      await connection.closeSession('nobody');
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
      const { connection, sent } = await meet(open(), officialAgent(undefined, { capabilities }));
      await expect(connection.newSession({ cwd: 'garden' })).rejects.toThrow('absolute');
      await expect(connection.newSession({ cwd: '/garden', additionalDirectories: ['more'] })).rejects.toThrow(
        'absolute',
      );
      expect(sent()).toHaveLength(1);
    });
  });

  describe('elicitation', () => {
    const eliciting = (answers: unknown[]): official.AgentApp =>
      officialAgent(async ({ client: peer, sessionId }) => {
        const ask = async (params: object): Promise<void> => {
          answers.push(
            await peer
              .request('elicitation/create', {
                sessionId,
                message: 'Tell me',
                ...params,
              } as official.CreateElicitationRequest)
              .catch((error: unknown) => (error as official.RequestError).code),
          );
        };
        await ask({ mode: 'form', requestedSchema: { type: 'object', properties: { colour: { type: 'string' } } } });
        await ask({ mode: 'url', elicitationId: 'pay', url: 'https://example.org/pay' });
        await ask({ mode: '_voice' });
        await peer.notify('elicitation/complete', { elicitationId: 'pay' });
        await peer.notify('elicitation/complete', { elicitationId: 'pay' });
        await peer.notify('elicitation/complete', { elicitationId: 'nobody' });
      });

    test('answers forms and pages, and hears once that a page is done', async () => {
      const answers: unknown[] = [];
      const asked: unknown[] = [];
      const { session } = await start(
        open(),
        eliciting(answers),
        client(info).onElicitation({
          form: ({ message, requestedSchema }) => {
            asked.push([message, requestedSchema.properties]);
            return { action: 'accept', content: { colour: 'red' } };
          },
          url: ({ url }) => {
            asked.push(url);
            return { action: 'accept' };
          },
          complete: (elicitationId) => void asked.push(elicitationId),
        }),
      );
      await session.prompt('plant');
      expect(answers).toEqual([{ action: 'accept', content: { colour: 'red' } }, { action: 'accept' }, -32_602]);
      expect(asked).toEqual([['Tell me', { colour: { type: 'string' } }], 'https://example.org/pay', 'pay']);
    });

    test('says that the user declined or closed the question, and refuses modes it does not offer', async () => {
      const answers: unknown[] = [];
      const { session, reports } = await start(
        open(),
        eliciting(answers),
        client(info).onElicitation({ form: () => 'decline' }),
      );
      await session.prompt('plant');
      session.onPermission(() => 'no');
      expect(answers).toEqual([{ action: 'decline' }, -32_602, -32_602]);
      expect(reports.splice(0).map((report) => (report as ClientReport).kind)).toEqual(
        Array.from({ length: 3 }, () => 'unknown-notification'),
      );
    });

    test('is not found at a client without it', async () => {
      const answers: unknown[] = [];
      const { session, reports } = await start(open(), eliciting(answers));
      await session.prompt('plant');
      expect(answers).toEqual([-32_601, -32_601, -32_601]);
      reports.length = 0;
    });
  });

  describe('what else a session tells', () => {
    test(
      verifies('GEN-17', 'plans, usage, notices, compaction and kinds that nobody knows arrive as they were sent'),
      async () => {
        const told: Update[] = [
          {
            sessionUpdate: 'plan_update',
            plan: { type: 'items', planId: 'main', entries: [{ content: 'Dig', priority: 'high', status: 'pending' }] },
          },
          { sessionUpdate: 'plan_update', plan: { type: '_map', planId: 'map', north: 'up' } },
          { sessionUpdate: 'plan_removed', planId: 'main' },
          { sessionUpdate: 'usage_update', used: 12, size: 100, cost: { amount: 0.5, currency: 'EUR' } },
          { sessionUpdate: 'notice', severity: 'warning', title: 'Rain' },
          { sessionUpdate: 'session_info_update', title: 'A garden' },
          { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'completed' },
          { sessionUpdate: 'subagent_update', sessionId: 'child', title: 'Helper' },
          { sessionUpdate: '_weather', sky: 'grey', later: { nested: [1, null] } },
          { sessionUpdate: 'weather', sky: 'grey' },
          {
            sessionUpdate: 'agent_message_chunk',
            messageId: 'm',
            content: { type: 'text', text: 'a', later: true },
            later: 1,
          },
        ];
        const { session } = await start(
          open(),
          officialAgent(async ({ say }) => {
            for (const update of told) await say(update as unknown as official.SessionUpdate);
          }),
        );
        const updates = await collect(session.prompt('hello'));
        expect(updates.slice(2, -1)).toEqual(told);
        expect(session.usage).toEqual({ used: 12, size: 100, cost: { amount: 0.5, currency: 'EUR' } });
        expect(session.info.title).toBe('A garden');
      },
    );
  });

  describe('custom methods', () => {
    test(verifies('EXT-04', 'are answered both ways, and unknown ones are not found'), async () => {
      const parse = (value: unknown): number => {
        if (typeof value === 'number') return value;
        throw new RpcError(-32_602, 'A number, please.');
      };
      const theirAgent = officialAgent().onRequest(
        '_garden/rain',
        (params: unknown) => params,
        async ({ params, client: peer }) => [
          params,
          await peer.request('_editor/double', 21),
          await peer.request('_editor/double', 'x').catch((error: unknown) => (error as official.RequestError).code),
          await peer.request('_editor/none').catch((error: unknown) => (error as official.RequestError).code),
        ],
      );
      const ourClient = client(info).on('_editor/double', parse, (value) => value * 2);
      const { connection } = await meet(open(), theirAgent, ourClient);
      await expect(connection.request('_garden/rain', { mm: 3 })).resolves.toEqual([{ mm: 3 }, 42, -32_602, -32_601]);
      expect((await failure(connection.request('_garden/snow'))).code).toBe(-32_601);
    });

    test(verifies('GEN-08', 'are taken as notifications both ways, and unknown ones are ignored'), async () => {
      const notes: unknown[] = [];
      const theirAgent = officialAgent().onNotification(
        '_garden/note',
        (params: unknown) => params,
        ({ params }) => {
          notes.push(params);
        },
      );
      const ourClient = client(info).onNotification(
        '_editor/note',
        (params) => params,
        (params) => {
          notes.push(params);
        },
      );
      const { connection, theirs, reports } = await meet(open(), theirAgent, ourClient);
      await connection.notify('_garden/note', 'dry');
      await connection.notify('_garden/unknown', 'dry');
      await theirs.client.notify('_editor/note', 'wet');
      await theirs.client.notify('_editor/unknown', 'wet');
      await settled();
      expect(notes).toEqual(['dry', 'wet']);
      expect(reports.splice(0)).toEqual([{ kind: 'unknown-notification', method: '_editor/unknown' }]);
    });

    test(
      verifies('EXT-01', 'are the only ones of our own: requests hold no field that the official SDK does not know'),
      async () => {
        // The official SDK drops the fields it does not know, so what it hands over differs from what was sent when there are any.
        const taken: unknown[] = [];
        const theirAgent = official
          .agent()
          .onRequest('initialize', ({ params }) => {
            taken.push(params);
            return { protocolVersion: 2, info: theirInfo, capabilities: { session: { additionalDirectories: {} } } };
          })
          .onRequest('session/new', ({ params }) => {
            taken.push(params);
            return { sessionId: 's' };
          })
          .onRequest('session/prompt', async ({ params, client: peer }) => {
            taken.push(params);
            const { sessionId } = params;
            taken.push(await peer.request('session/request_permission', { sessionId, title: 'Dig?', options }));
            return { messageId: 'm' };
          });
        const ourClient = client(info).onPermission(() => 'yes');
        const { connection, sent } = await meet(open(), theirAgent, ourClient);
        const session = await connection.newSession({ cwd: '/garden', additionalDirectories: ['/more'] });
        void session.prompt(['Look', text('here')]);
        await settled();
        // What an agent of version 1 would read is the only thing that this one does not know.
        const [{ clientInfo: _info, clientCapabilities: _capabilities, ...introduction }, ...rest] = sent().map(
          ({ params, result }) => (params ?? result) as Readonly<Record<string, unknown>>,
        ) as [Readonly<Record<string, unknown>>, ...unknown[]];
        expect([introduction, ...rest]).toEqual(taken);
        expect(taken).toHaveLength(4);
      },
    );

    test(verifies('EXT-05', 'are advertised in the _meta of capabilities'), async () => {
      const _meta = { 'example.org': { rain: true } };
      const capabilities: official.AgentCapabilities = { session: {}, _meta };
      const { connection, theirs } = await meet(
        open(),
        officialAgent(undefined, { capabilities }),
        client(info, { capabilities: { _meta } }),
      );
      expect((await theirs.initialized).request.capabilities?._meta).toEqual(_meta);
      expect(connection.capabilities._meta).toEqual(_meta);
    });
  });

  describe('errors', () => {
    test('of the agent arrive with code, message and data', async () => {
      const theirAgent = officialAgent(undefined, {
        authMethods: [{ type: 'agent', methodId: 'key', name: 'Key' }],
      }).onRequest(
        '_fail',
        (params: unknown) => params as number,
        ({ params }) => {
          throw new official.RequestError(params, 'as asked', { code: params });
        },
      );
      const { connection } = await meet(open(), theirAgent);
      for (const code of [-32_601, -32_602, -32_603, -32_600, -32_002, -32_000, -32_022, -33_001, 1]) {
        const error = await failure(connection.request('_fail', code));
        expect(error).toBeInstanceOf(RpcError);
        expect(error).toMatchObject({ code, message: 'as asked', data: { code } });
      }
      expect((await failure(connection.login('key'))).code).toBe(-32_601);
      expect((await failure(connection.listPage())).code).toBe(-32_601);
    });

    test(verifies('CANCEL-13', 'of a cancelled request are an AbortError with -32800 as its cause'), async () => {
      const theirAgent = officialAgent().onRequest(
        '_wait',
        (params: unknown) => params,
        ({ signal }) => untilAborted(signal),
      );
      const { connection } = await meet(open(), theirAgent);
      const controller = new AbortController();
      const answer = failure<Error>(connection.request('_wait', {}, { signal: controller.signal }));
      await settled();
      controller.abort();
      const error = await answer;
      expect(isAbortError(error)).toBe(true);
      expect(error.cause).toMatchObject({ code: -32_800 });
    });

    test('in the answers of the agent are said to be malformed', async () => {
      const theirAgent = official
        .agent()
        .onRequest('initialize', () => ({ protocolVersion: 2, info: theirInfo, capabilities: { session: {} } }))
        .onRequest('session/new', () => ({}) as official.NewSessionResponse);
      const { connection } = await meet(open(), theirAgent);
      const error = await failure<ConnectionError>(connection.newSession({ cwd: '/garden' }));
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error.code).toBe('malformed');
      expect(connection.sessions).toEqual([]);
    });

    test(verifies('GEN-20', 'in an update lose that update and nothing else'), async () => {
      const { session, reports } = await start(
        open(),
        officialAgent(async ({ say, text: speak }) => {
          await speak('before');
          await say({
            sessionUpdate: 'agent_message_chunk',
            content: { type: 'text', text: 'no id' },
          } as unknown as official.SessionUpdate);
          await say({ sessionUpdate: 'plan', entries: [] } as unknown as official.SessionUpdate);
          await speak('after');
        }),
      );
      const updates = await collect(session.prompt('hello'));
      expect(updates.slice(2, -1).map(({ content }) => (content as { text: string }).text)).toEqual([
        'before',
        'after',
      ]);
      expect(reports.splice(0)).toMatchObject([
        { kind: 'handler-failed', method: 'session/update', error: { code: -32_602 } },
        { kind: 'handler-failed', method: 'session/update', error: { code: -32_602 } },
      ]);
    });

    test(verifies('GEN-18', 'in an optional field lose that field, which is reported'), async () => {
      const { session, reports } = await start(
        open(),
        officialAgent(async ({ say }) => {
          await say({
            sessionUpdate: 'tool_call_update',
            toolCallId: 't',
            title: 5,
            status: 'completed',
          } as unknown as official.SessionUpdate);
        }),
      );
      await session.prompt('hello');
      expect(session.toolCalls.get('t')).toMatchObject({ title: undefined, status: 'completed' });
      expect(reports.splice(0)).toMatchObject([{ kind: 'repaired', method: 'session/update' }]);
    });

    test(verifies('GEN-07', 'are -32601 for what this client does not do'), async () => {
      const { ask, theirs } = await meet(open(), officialAgent());
      for (const method of [
        'fs/read_text_file',
        'fs/write_text_file',
        'terminal/create',
        'session/new',
        'workspace/open_documents',
        '_x',
      ]) {
        expect((await ask(method, { sessionId: 's', path: '/garden/plan.md' })).error?.code).toBe(-32_601);
      }
      await expect(theirs.client.request('_editor/none')).rejects.toMatchObject({ code: -32_601 });
    });

    test('are -32602 for wrong params of the agent', async () => {
      const { ask } = await meet(
        open(),
        officialAgent(),
        client(info).onPermission(() => 'yes'),
      );
      for (const params of [
        undefined,
        {},
        { sessionId: 's', title: 'Dig?', options: [] },
        { sessionId: 5, title: 'Dig?', options },
      ]) {
        expect((await ask('session/request_permission', params)).error?.code).toBe(-32_602);
      }
    });

    test('of a handler tell the agent nothing', async () => {
      const answers: unknown[] = [];
      const theirAgent = officialAgent(async ({ client: peer }) => {
        answers.push(await peer.request('_fall').catch((error: unknown) => error));
      });
      const { session, reports } = await start(
        open(),
        theirAgent,
        client(info).on(
          '_fall',
          (params) => params,
          () => {
            throw new Error('/home/rose/.ssh/id_rsa');
          },
        ),
      );
      await session.prompt('hello');
      expect(answers).toMatchObject([{ code: -32_603, message: 'Internal error', data: undefined }]);
      expect(reports.splice(0)).toMatchObject([{ kind: 'handler-failed', method: '_fall' }]);
    });
  });

  describe('the end', () => {
    test('of the connection reaches the agent when we close', async () => {
      const { connection, theirs, clock } = await meet(open(), officialAgent());
      const closing = connection.close({ grace: 10 });
      await theirs.closed;
      await clock.advance(10);
      await closing;
      await expect(connection.listPage()).rejects.toBeInstanceOf(ConnectionError);
    });

    test('of the agent rejects what waits for it', async () => {
      const link = open();
      const { connection, session } = await start(
        link,
        officialAgent(() => new Promise(() => undefined)).onRequest(
          '_wait',
          (params: unknown) => params,
          () => new Promise(() => undefined),
        ),
      );
      const run = session.prompt('dig');
      await heard(session, (update) => update['state'] === 'running');
      const call = failure<ConnectionError>(connection.request('_wait'));
      await link.hangUp();
      expect(await call).toMatchObject({ name: 'ConnectionError', code: 'closed' });
      expect(await failure<ConnectionError>(run)).toMatchObject({ name: 'ConnectionError', code: 'closed' });
      await expect(connection.closed).resolves.toEqual({ by: 'them', error: undefined });
    });
  });
});

describe('our client with the official agent, on broken bytes', () => {
  test(verifies('GEN-10', 'answers what is not JSON with -32700, and goes on'), async () => {
    const link = byteLink();
    const { connection, sent, reports } = await meet(
      link,
      officialAgent().onRequest(
        '_ping',
        (params: unknown) => params,
        () => 'pong',
      ),
    );
    await link.injectText('Debugger attached.\n');
    await settled();
    expect(sent().at(-1)).toMatchObject({ id: null, error: { code: -32_700 } });
    takeComplaints();
    expect(reports.splice(0)).toMatchObject([{ kind: 'invalid-message' }]);
    await expect(connection.request('_ping')).resolves.toBe('pong');
  });

  test('the low level alone can talk to the official agent', async () => {
    const link = referenceLink();
    const theirs = officialAgent(({ text: speak }) => speak('Roses')).connect(link.stream);
    const raw = new Connection('client', link.channel, { checkOutgoing: true });
    meeting(link, [], () => {
      raw.destroy();
      theirs.close();
    });
    const updates: Update[] = [];
    raw.onNotification('session/update', ({ update }) => void updates.push(update as Update));
    const { capabilities = {}, ...rest } = await raw.request('initialize', { protocolVersion: 2, info });
    expect(rest).toEqual({ protocolVersion: 2, info: theirInfo });
    raw.setAdvertised({ capabilities });
    const { sessionId } = await raw.request('session/new', { cwd: '/garden' });
    const { messageId } = await raw.request('session/prompt', { sessionId, prompt: [text('hello')] });
    await settled();
    expect(messageId).toBe('message-2');
    expect(kindsOf(updates)).toEqual(['user_message', 'running', 'agent_message_chunk', 'idle']);
  });
});
