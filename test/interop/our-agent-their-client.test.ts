/** Our agent with the official SDK's client, on version 2 of the protocol. */
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { client as stableClient } from '@agentclientprotocol/sdk/experimental/v2';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { RpcError } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';
import {
  agent,
  CapabilityError,
  memoryStore,
  text,
  type Agent,
  type AgentConnection,
  type AgentSession,
  type ConnectionReport,
  type SessionStore,
  type Turn,
} from '@acp-stack/sdk';
import { settled, VirtualClock } from '@acp-stack/testing';

import { verifies } from '../requirements/requirement.ts';
import { beginMeetings, endMeetings, meeting, takeComplaints, type Meeting } from './meeting.ts';
import { byteLink, links, type Link } from './official-stream.ts';
import type { WireMessage } from './traffic.ts';

const info = { name: 'gardener', title: 'The gardener', version: '1.0.0' };
const clientInfo = { name: 'official-client', version: '2.4.0' };

type TheirClient = official.ClientApp;
type Capabilities = NonNullable<official.InitializeRequest['capabilities']>;
type Update = { readonly sessionUpdate: string; readonly [key: string]: unknown };

interface Met extends Meeting {
  readonly ours: AgentConnection;
  readonly theirs: official.ClientConnection;
  /** The official SDK's way to call our agent. */
  readonly peer: official.ClientContext;
  /** What our agent has told about its sessions. */
  readonly updates: () => Update[];
}

/** Connects our agent and their client, who have not introduced themselves yet. */
function join(link: Link, app: Agent, theirClient: TheirClient = official.client()): Met {
  const reports: ConnectionReport[] = [];
  const ours = app.connect(link.channel, {
    checkOutgoing: true,
    clock: new VirtualClock(),
    onReport: (report) => void reports.push(report),
  });
  const theirs = theirClient.connect(link.stream);
  const made = meeting(link, reports, () => {
    theirs.close();
    ours.raw.destroy();
  });
  return {
    ...made,
    ours,
    theirs,
    peer: theirs.agent,
    updates: () => made.sent().flatMap(({ params }) => (params?.['update'] as Update | undefined) ?? []),
  };
}

/** Connects them, and lets them introduce themselves. */
async function meet(
  link: Link,
  app: Agent,
  theirClient?: TheirClient,
  capabilities: Capabilities = {},
): Promise<Met & { readonly introduction: official.InitializeResponse }> {
  const met = join(link, app, theirClient);
  const introduction = await met.peer.request('initialize', { protocolVersion: 2, info: clientInfo, capabilities });
  return { ...met, introduction };
}

interface Started extends Met {
  readonly introduction: official.InitializeResponse;
  readonly session: official.ActiveSession;
  readonly sessionId: string;
}

/** Connects them and opens a session. */
async function start(link: Link, app: Agent, theirClient?: TheirClient, capabilities?: Capabilities): Promise<Started> {
  const met = await meet(link, app, theirClient, capabilities);
  const session = await met.peer.buildSession('/garden').start();
  return { ...met, session, sessionId: session.sessionId };
}

/** Reads what the session says until its work has ended. */
async function untilIdle(session: official.ActiveSession): Promise<Update[]> {
  const updates: Update[] = [];
  for (;;) {
    const { kind, update } = await session.nextUpdate();
    updates.push(update);
    if (kind === 'stop') return updates;
  }
}

/** Reads what the session says until it says `sessionUpdate`. */
async function untilUpdate(session: official.ActiveSession, matches: (update: Update) => boolean): Promise<Update> {
  for (;;) {
    const { update } = await session.nextUpdate();
    if (matches(update)) return update;
  }
}

const kindsOf = (updates: readonly Update[]): unknown[] =>
  updates.map((update) => update['state'] ?? update.sessionUpdate);

const failure = (promise: Promise<unknown>): Promise<official.RequestError> =>
  promise.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) => error as official.RequestError,
  );

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });

const doing = (work: (turn: Turn) => unknown): Agent =>
  agent(info).onPrompt(async (turn) => {
    await work(turn);
  });

const hello = [{ type: 'text' as const, text: 'hello' }];
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

beforeEach(beginMeetings);
afterEach(endMeetings);

/** How a conversation is told again: each of its messages here was one chunk. */
const inWholeMessages = (said: readonly Update[]): readonly Update[] =>
  said.map((update) =>
    update.sessionUpdate === 'agent_message_chunk'
      ? { sessionUpdate: 'agent_message', messageId: update['messageId'], content: [update['content']] }
      : update,
  );

describe.each(links)('our agent with the official client, $name', ({ open }) => {
  describe('initialize', () => {
    test(verifies('INIT-02', 'answers with the version, its name and what it can do'), async () => {
      const app = agent(info, { accepts: ['image'], mcp: ['stdio'], additionalDirectories: true }).onPrompt(
        () => undefined,
      );
      const { introduction, ours, theirs } = await meet(open(), app, undefined, { elicitation: { form: {} } });
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
      const { ask, tell, peer, reports } = join(
        open(),
        doing(() => undefined),
      );
      expect((await ask('session/new', { cwd: '/garden' })).error?.code).toBe(-32_600);
      expect((await ask('_custom')).error?.code).toBe(-32_600);
      await tell({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 'nobody' } });
      expect(reports.splice(0)).toEqual([{ kind: 'early-notification', method: 'session/cancel' }]);
      await expect(peer.request('initialize', { protocolVersion: 2, info: clientInfo })).resolves.toBeDefined();
      await expect(peer.buildSession('/garden').start()).resolves.toBeDefined();
    });

    test(verifies('INIT-12', 'needs an integer as version, and can be tried again'), async () => {
      const { ask, peer } = join(
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
        const { ask, peer } = join(open(), agent(info));
        for (const wrong of [undefined, null, 'me', { name: 'nameless' }]) {
          expect((await ask('initialize', { protocolVersion: 2, info: wrong })).error?.code).toBe(-32_602);
        }
        const answer = await peer.request('initialize', { protocolVersion: 2, info: clientInfo });
        expect(answer.info).toEqual(info);
      },
    );

    test(verifies('INIT-06', 'answers an older version with -32022 and a newer one with its own'), async () => {
      const { ask } = join(open(), agent(info));
      expect((await ask('initialize', { protocolVersion: 0, info: clientInfo })).error).toMatchObject({
        code: -32_022,
        data: { requested: 0, supported: [1, 2] },
      });
      expect((await ask('initialize', { protocolVersion: 3, info: clientInfo })).result).toMatchObject({
        protocolVersion: 2,
      });
    });

    test(verifies('INIT-15', 'ignores what it cannot read in the introduction of a newer client'), async () => {
      const { ask, ours } = join(open(), agent(info));
      const params = { protocolVersion: 9, info: ['a', 'tuple'], capabilities: 'all' };
      expect((await ask('initialize', params)).result).toMatchObject({ protocolVersion: 2, info });
      expect(ours.clientInfo).toEqual({ name: 'unknown', version: 'unknown' });
      expect(ours.clientCapabilities).toEqual({});
    });

    test(
      verifies('INIT-14', 'is repeated only before other requests, and a failed repeat changes nothing'),
      async () => {
        const { ask, peer, ours } = await meet(
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
      const { ask } = await meet(
        open(),
        doing(() => undefined),
      );
      for (const method of ['session/load', 'session/set_mode', 'session/set_model', 'authenticate', 'logout']) {
        expect((await ask(method, { sessionId: 's', cwd: '/garden', mcpServers: [] })).error?.code).toBe(-32_601);
      }
    });

    test(verifies('INIT-19', 'offers no sessions when nobody answers prompts'), async () => {
      const { introduction, peer } = await meet(open(), agent(info));
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
            const { ours } = await meet(open(), agent(info), undefined, capabilities);
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

  describe('authentication', () => {
    /** An agent whose sessions are for those who have logged in. */
    const guarded = (): { app: Agent; calls: string[] } => {
      const calls: string[] = [];
      let isLoggedIn = false;
      const app = agent(info)
        .onPrompt(() => undefined)
        .onSession(() => {
          if (!isLoggedIn) throw new RpcError(errorCodes.authentication_required, 'Log in first.');
        })
        .onLogin([{ type: 'agent', methodId: 'key', name: 'The garden key' }], {
          login: ({ methodId }) => {
            calls.push(methodId);
            isLoggedIn = true;
          },
          logout: () => {
            calls.push('logout');
            isLoggedIn = false;
          },
        });
      return { app, calls };
    };

    test('refuses sessions with -32000 before the login and after the logout', async () => {
      const { app, calls } = guarded();
      const { peer, introduction } = await meet(open(), app);
      expect(introduction.authMethods).toEqual([{ type: 'agent', methodId: 'key', name: 'The garden key' }]);
      expect((await failure(peer.buildSession('/garden').start())).code).toBe(-32_000);
      await expect(peer.request('auth/login', { methodId: 'key' })).resolves.toEqual({});
      await expect(peer.buildSession('/garden').start()).resolves.toBeDefined();
      await expect(peer.request('auth/logout', {})).resolves.toEqual({});
      expect((await failure(peer.buildSession('/garden').start())).code).toBe(-32_000);
      expect(calls).toEqual(['key', 'logout']);
    });

    test('refuses a login that was not offered with -32602', async () => {
      const { app, calls } = guarded();
      const { peer } = await meet(open(), app);
      expect((await failure(peer.request('auth/login', { methodId: 'crowbar' }))).code).toBe(-32_602);
      expect(calls).toEqual([]);
    });

    test('lists no session that it has refused to open', async () => {
      const { peer } = await meet(open(), guarded().app);
      await failure(peer.buildSession('/garden').start());
      await expect(peer.request('session/list', {})).resolves.toEqual({ sessions: [] });
    });

    test('has neither login nor logout when it offers none', async () => {
      const { peer, introduction } = await meet(open(), agent(info));
      expect(introduction.authMethods).toBeUndefined();
      expect((await failure(peer.request('auth/login', { methodId: 'key' }))).code).toBe(-32_601);
      expect((await failure(peer.request('auth/logout', {}))).code).toBe(-32_601);
    });

    test('tells the status of the login', async () => {
      const app = agent(info).on('auth/status', () => ({ state: 'unauthenticated' as const }));
      const { peer, introduction } = await meet(open(), app);
      expect(introduction.capabilities?.auth).toEqual({ status: {} });
      await expect(peer.request('auth/status', {})).resolves.toEqual({ state: 'unauthenticated' });
    });
  });

  describe('a prompt', () => {
    test(
      verifies(
        'LIFE-01',
        verifies(
          'LIFE-02',
          verifies('LIFE-03', 'is answered when it was inserted, with the id of the message that is echoed'),
        ),
      ),
      async () => {
        let finish = (): void => undefined;
        const { session, sent } = await start(
          open(),
          doing(() => new Promise<void>((resolve) => (finish = resolve))),
        );
        const { messageId } = await session.prompt('hello');
        expect(await untilUpdate(session, (update) => update.sessionUpdate === 'user_message')).toMatchObject({
          messageId,
          content: hello,
        });
        await settled();
        expect(sent().filter((message) => message.params?.['update'] !== undefined)).toHaveLength(2);
        finish();
        await untilIdle(session);
      },
    );

    test(verifies('LIFE-04', verifies('LIFE-05', 'reports when work starts, and how it ended')), async () => {
      const { session } = await start(
        open(),
        doing((turn) => turn.message.append('Roses.')),
      );
      await session.prompt('hello');
      const updates = await untilIdle(session);
      expect(kindsOf(updates)).toEqual(['user_message', 'running', 'agent_message_chunk', 'idle']);
      expect(updates.at(-1)).toMatchObject({ stopReason: 'end_turn' });
    });

    test.each(['max_tokens', 'max_turn_requests', 'refusal'] as const)(
      'ends with %s when the agent says so',
      async (reason) => {
        const { session } = await start(
          open(),
          agent(info).onPrompt(() => reason),
        );
        await session.prompt('hello');
        expect((await untilIdle(session)).at(-1)).toMatchObject({ stopReason: reason });
      },
    );

    test(verifies('TURN-06', 'streams text and thoughts as messages with ids of their own'), async () => {
      const { session } = await start(
        open(),
        doing((turn) => {
          void turn.thought.append('They like ');
          void turn.message.append('Roses ');
          void turn.thought.append('roses.');
          void turn.message.append('and tulips.');
          void turn.newMessage().append('Anything else?');
        }),
      );
      await session.prompt('hello');
      const updates = await untilIdle(session);
      const chunks = updates.filter(({ sessionUpdate }) => sessionUpdate.endsWith('_chunk'));
      expect(chunks.map((chunk) => chunk.sessionUpdate)).toEqual([
        'agent_thought_chunk',
        'agent_message_chunk',
        'agent_thought_chunk',
        'agent_message_chunk',
        'agent_message_chunk',
      ]);
      const [thought, first, sameThought, same, second] = chunks.map((chunk) => chunk['messageId']);
      expect([sameThought, same]).toEqual([thought, first]);
      const user = updates.find((update) => update.sessionUpdate === 'user_message')?.['messageId'];
      expect(new Set([user, thought, first, second]).size).toBe(4);
    });

    test(verifies('LIFE-17', 'replaces a whole message, and goes on from there'), async () => {
      const { session } = await start(
        open(),
        doing((turn) => {
          void turn.message.append('Rosse');
          void turn.message.replace('Roses');
          void turn.message.append(' and tulips');
        }),
      );
      await session.prompt('hello');
      await expect(session.readTextUntilIdle()).resolves.toBe('Roses and tulips');
    });

    test(verifies('INIT-17', 'may hold text and links'), async () => {
      const prompts: unknown[] = [];
      const { session } = await start(
        open(),
        doing((turn) => void prompts.push(turn.prompt)),
      );
      const blocks = [...hello, { type: 'resource_link' as const, uri: 'file:///garden/plan.md', name: 'plan.md' }];
      await session.prompt(blocks);
      await untilIdle(session);
      expect(prompts).toEqual([blocks]);
    });

    test(verifies('LIFE-13', 'with content that the agent does not take is refused and leaves no trace'), async () => {
      const { session, updates } = await start(
        open(),
        doing(() => undefined),
      );
      const image = { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' };
      const { code, data } = await failure(session.prompt([...hello, image]));
      expect({ code, data }).toEqual({ code: -32_602, data: { type: 'image' } });
      expect(updates()).toEqual([]);
    });

    test(
      verifies('LIFE-11', 'that fails later was accepted all the same, and ends with an error that tells no secret'),
      async () => {
        const { session, reports } = await start(
          open(),
          doing(() => {
            throw new Error('the password is hunter2');
          }),
        );
        await expect(session.prompt('hello')).resolves.toMatchObject({ messageId: expect.any(String) as string });
        expect((await untilIdle(session)).at(-1)).toEqual({
          sessionUpdate: 'state_update',
          state: 'idle',
          stopReason: 'error',
          error: { code: -32_603, message: 'Internal error' },
        });
        expect(reports.splice(0)).toMatchObject([
          { kind: 'handler-failed', method: 'session/prompt', error: { message: 'the password is hunter2' } },
        ]);
        const unheard = await failure(session.prompt([{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }]));
        expect(unheard.code).toBe(-32_602);
      },
    );

    test(verifies('LIFE-12', 'while another is worked on waits, and is inserted in its turn'), async () => {
      const finish: (() => void)[] = [];
      const { session, updates } = await start(
        open(),
        doing(() => new Promise<void>((resolve) => void finish.push(resolve))),
      );
      const inserted: string[] = [];
      const prompt = async (words: string): Promise<void> => {
        await session.prompt(words);
        inserted.push(words);
      };
      const all = [prompt('first'), prompt('second'), prompt('third')];
      await settled();
      expect(inserted).toEqual(['first']);
      finish[0]?.();
      await untilUpdate(session, (update) => update['state'] === 'idle');
      await settled();
      expect(inserted).toEqual(['first', 'second']);
      finish[1]?.();
      await settled();
      finish[2]?.();
      await Promise.all(all);
      await settled();
      const words = updates().flatMap(({ sessionUpdate, content }) =>
        sessionUpdate === 'user_message' ? [content] : [],
      );
      expect(words).toEqual(['first', 'second', 'third'].map((each) => [text(each)]));
    });

    test(verifies('LIFE-08', 'leaves the session idle while background updates arrive'), async () => {
      let session: AgentSession | undefined;
      const { session: theirSession, updates } = await start(
        open(),
        doing((turn) => {
          ({ session } = turn);
        }),
      );
      await theirSession.prompt('hello');
      await untilIdle(theirSession);
      const before = updates().length;
      await session?.update({
        sessionUpdate: 'tool_call_update',
        toolCallId: 'late',
        title: 'Compost',
        status: 'in_progress',
      });
      await session?.update({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('By the way') });
      await untilUpdate(theirSession, (update) => update.sessionUpdate === 'agent_message_chunk');
      expect(kindsOf(updates().slice(before))).toEqual(['tool_call_update', 'agent_message_chunk']);
      expect(session?.stateSnapshot).toMatchObject({ state: 'idle' });
    });
  });

  describe('permission', () => {
    type Outcome = official.RequestPermissionResponse['outcome'];

    const water = (): { app: Agent; answers: (string | undefined)[] } => {
      const answers: (string | undefined)[] = [];
      const app = doing(async (turn) => {
        const call = turn.toolCall({ title: 'Water the roses', kind: 'execute', name: 'water' });
        const allowed = await turn.requestPermission({ title: 'Water?', description: 'They are dry.', subject: call });
        answers.push(allowed?.optionId);
        if (allowed === undefined) return call.cancel();
        await call.start();
        await call.append('splash');
        return call.complete({ rawOutput: { litres: 3 } });
      });
      return { app, answers };
    };

    const answering = (outcome: Outcome, requests: unknown[] = []): TheirClient =>
      official.client().onRequest('session/request_permission', ({ params }) => {
        requests.push(params);
        return { outcome };
      });

    test(
      verifies('PERM-01', verifies('TOOL-01', verifies('TOOL-08', 'that is given lets a tool call run to its end'))),
      async () => {
        const { app, answers } = water();
        const requests: unknown[] = [];
        const { session, sessionId } = await start(
          open(),
          app,
          answering({ outcome: 'selected', optionId: 'allow_once' }, requests),
        );
        await session.prompt('water them');
        const updates = await untilIdle(session);
        const calls = updates.filter((update) => 'toolCallId' in update);
        const [{ toolCallId } = { toolCallId: undefined }] = calls;
        expect(requests).toEqual([
          {
            sessionId,
            title: 'Water?',
            description: 'They are dry.',
            subject: { type: 'tool_call', toolCall: { toolCallId } },
            options: [
              { optionId: 'allow_once', name: 'Allow', kind: 'allow_once' },
              { optionId: 'allow_always', name: 'Always allow', kind: 'allow_always' },
              { optionId: 'reject_once', name: 'Reject', kind: 'reject_once' },
            ],
          },
        ]);
        expect(calls).toMatchObject([
          {
            sessionUpdate: 'tool_call_update',
            toolCallId,
            title: 'Water the roses',
            kind: 'execute',
            status: 'pending',
          },
          { sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' },
          {
            sessionUpdate: 'tool_call_content_chunk',
            toolCallId,
            content: { type: 'content', content: text('splash') },
          },
          { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', rawOutput: { litres: 3 } },
        ]);
        expect(answers).toEqual(['allow_once']);
      },
    );

    test(
      verifies('TOOL-06', verifies('TOOL-22', 'is asked for a tool call that was reported with its title and name')),
      async () => {
        const { app } = water();
        const { session, updates } = await start(open(), app, answering({ outcome: 'cancelled' }));
        await session.prompt('water them');
        await untilIdle(session);
        const first = updates().find((update) => update.sessionUpdate === 'tool_call_update');
        expect(first).toMatchObject({ title: 'Water the roses', name: 'water' });
      },
    );

    test.each([
      ['rejected', { outcome: 'selected', optionId: 'reject_once' }],
      ['cancelled', { outcome: 'cancelled' }],
      ['answered with an option that was not offered', { outcome: 'selected', optionId: 'allow_for_ever' }],
      ['answered with an outcome that nobody knows', { outcome: '_shrugged', shoulders: 2 }],
    ] as readonly (readonly [string, Outcome])[])(
      verifies('PERM-05', 'that is %s stops the tool call'),
      async (_, outcome) => {
        const { app, answers } = water();
        const { session } = await start(open(), app, answering(outcome));
        await session.prompt('water them');
        const updates = await untilIdle(session);
        expect(answers).toEqual([undefined]);
        expect(updates.filter((update) => 'toolCallId' in update).at(-1)).toMatchObject({ status: 'cancelled' });
        expect(updates.at(-1)).toMatchObject({ stopReason: 'end_turn' });
      },
    );

    test('that the client answers with -32800 counts as cancelled', async () => {
      const { app, answers } = water();
      const theirClient = official.client().onRequest('session/request_permission', () => {
        throw official.RequestError.requestCancelled();
      });
      const { session } = await start(open(), app, theirClient);
      await session.prompt('water them');
      expect((await untilIdle(session)).at(-1)).toMatchObject({ stopReason: 'end_turn' });
      expect(answers).toEqual([undefined]);
    });

    test(
      verifies('LIFE-06', verifies('LIFE-07', 'shows as requires_action until the last question is answered')),
      async () => {
        const waiting: (() => void)[] = [];
        const theirClient = official.client().onRequest(
          'session/request_permission',
          () =>
            new Promise((resolve) => {
              waiting.push(() => {
                resolve({ outcome: { outcome: 'cancelled' } });
              });
            }),
        );
        const { session, updates } = await start(
          open(),
          doing((turn) =>
            Promise.all([turn.requestPermission({ title: 'Dig?' }), turn.requestPermission({ title: 'Plant?' })]),
          ),
          theirClient,
        );
        await session.prompt('work');
        await settled();
        const states = (): unknown[] => updates().flatMap((update) => update['state'] ?? []);
        expect(states()).toEqual(['running', 'requires_action']);
        waiting[0]?.();
        await settled();
        expect(states()).toEqual(['running', 'requires_action']);
        waiting[1]?.();
        await untilIdle(session);
        expect(states()).toEqual(['running', 'requires_action', 'running', 'idle']);
      },
    );

    test(verifies('PERM-11', 'is not asked with two options of one id'), async () => {
      const requests: unknown[] = [];
      const option = { optionId: 'yes', name: 'Yes', kind: 'allow_once' } as const;
      const { session, reports } = await start(
        open(),
        doing((turn) =>
          turn.requestPermission({ title: 'Dig?', options: [option, { ...option, kind: 'reject_once' }] }),
        ),
        answering({ outcome: 'cancelled' }, requests),
      );
      await session.prompt('work');
      await untilIdle(session);
      expect(requests).toEqual([]);
      expect(reports.splice(0)).toMatchObject([{ kind: 'handler-failed', error: { name: 'TypeError' } }]);
    });

    test(verifies('PERM-09', 'can be about a command, or about nothing that is known'), async () => {
      const requests: unknown[] = [];
      const { session } = await start(
        open(),
        doing(async (turn) => {
          await turn.requestPermission({ title: 'Run?', subject: { command: 'make', cwd: '/garden' } });
          await turn.requestPermission({ title: 'Just so?' });
          await turn.requestPermission({ title: 'Paint?', subject: { type: '_colour', colour: 'green' } });
        }),
        answering({ outcome: 'cancelled' }, requests),
      );
      await session.prompt('work');
      await untilIdle(session);
      expect(requests).toMatchObject([
        { subject: { type: 'command', command: 'make', cwd: '/garden' } },
        { title: 'Just so?' },
        { subject: { type: '_colour', colour: 'green' } },
      ]);
    });
  });

  describe('tool calls', () => {
    test(
      verifies('TOOL-02', verifies('TOOL-07', 'have ids of their own, and content that grows and is replaced')),
      async () => {
        const { session } = await start(
          open(),
          doing((turn) => {
            const first = turn.toolCall({ title: 'Dig', kind: 'execute' });
            turn.toolCall({ title: 'Dig', kind: 'execute' });
            void first.append('one');
            void first.append(text('two'));
            void first.update({ content: [{ type: 'content', content: text('both') }] });
            void first.append('three');
          }),
        );
        await session.prompt('work');
        const updates = await untilIdle(session);
        const ids = new Set(updates.flatMap((update) => update['toolCallId'] ?? []));
        expect(ids.size).toBe(2);
        const [first] = ids;
        expect(updates.filter((update) => update['toolCallId'] === first).slice(1)).toEqual([
          {
            sessionUpdate: 'tool_call_content_chunk',
            toolCallId: first,
            content: { type: 'content', content: text('one') },
          },
          {
            sessionUpdate: 'tool_call_content_chunk',
            toolCallId: first,
            content: { type: 'content', content: text('two') },
          },
          {
            sessionUpdate: 'tool_call_update',
            toolCallId: first,
            content: [{ type: 'content', content: text('both') }],
          },
          {
            sessionUpdate: 'tool_call_content_chunk',
            toolCallId: first,
            content: { type: 'content', content: text('three') },
          },
        ]);
      },
    );

    test(verifies('TOOL-08', 'say that they failed'), async () => {
      const { session, updates } = await start(
        open(),
        doing(async (turn) => {
          const call = turn.toolCall({ title: 'Dig', kind: 'execute' });
          await call.start();
          await call.fail({ rawOutput: { stone: true } });
        }),
      );
      await session.prompt('work');
      await untilIdle(session);
      const statuses = updates().flatMap((update) => update['status'] ?? []);
      expect(statuses).toEqual(['pending', 'in_progress', 'failed']);
    });

    test(
      verifies(
        'TOOL-11',
        verifies('TOOL-12', verifies('TOOL-23', 'show changes of files and the places they work on')),
      ),
      async () => {
        const { session } = await start(
          open(),
          doing((turn) => {
            const call = turn.toolCall({ title: 'Move', kind: 'move' });
            void call.at({ path: '/garden/plan.md', line: 1 });
            void call.diff(
              [{ operation: 'move', oldPath: '/garden/plan.md', path: '/garden/old.md', fileType: 'text' }],
              'diff --git a/garden/plan.md b/garden/old.md\nrename from garden/plan.md\nrename to garden/old.md\n',
            );
          }),
        );
        await session.prompt('work');
        const updates = await untilIdle(session);
        expect(updates.slice(3, -1)).toMatchObject([
          { locations: [{ path: '/garden/plan.md', line: 1 }] },
          {
            content: {
              type: 'diff',
              changes: [{ operation: 'move', oldPath: '/garden/plan.md', path: '/garden/old.md' }],
              patch: { format: 'git_patch', text: expect.stringMatching(/^diff --git /u) as string },
            },
          },
        ]);
      },
    );

    test(verifies('GEN-04', verifies('TOOL-23', 'are not reported with paths that are not absolute')), async () => {
      const attempts: ((turn: Turn) => Promise<unknown>)[] = [
        (turn) => turn.toolCall({ title: 'Read' }).at({ path: 'plan.md' }),
        (turn) => turn.toolCall({ title: 'Edit' }).diff([{ operation: 'modify', path: 'plan.md', fileType: 'text' }]),
        (turn) => turn.requestPermission({ title: 'Run?', subject: { command: 'make', cwd: 'garden' } }),
        (turn) => turn.update({ sessionUpdate: 'terminal_update', terminalId: 't', cwd: 'garden' }),
      ];
      const errors: unknown[] = [];
      const { session, reports } = await start(
        open(),
        doing(async (turn) => {
          for (const attempt of attempts) await attempt(turn).catch((error: unknown) => errors.push(error));
        }),
        official.client().onRequest('session/request_permission', () => ({ outcome: { outcome: 'cancelled' } })),
      );
      await session.prompt('work');
      await untilIdle(session);
      expect(errors.map((error) => error instanceof TypeError)).toEqual([true, true, true, true]);
      // Updates need not be awaited, so what becomes of them is also reported.
      expect(reports.splice(0)).toMatchObject([0, 1, 3].map((index) => ({ error: errors[index] })));
    });

    test(verifies('TOOL-16', verifies('TOOL-17', 'show terminals, byte by byte, until they have exited')), async () => {
      const { session } = await start(
        open(),
        doing((turn) => {
          const terminal = turn.terminal({ command: 'make', cwd: '/garden', size: { cols: 80, rows: 24 } });
          turn.toolCall({ title: 'Build', content: [terminal.content] });
          void terminal.write('grün'.slice(0, 2));
          void terminal.write(new Uint8Array([0xc3]));
          void terminal.write(new Uint8Array([0xbc]));
          void terminal.write('n\n');
          void terminal.exit({ exitCode: 2 });
        }),
      );
      await session.prompt('work');
      const updates = await untilIdle(session);
      const bytes = updates.flatMap(({ sessionUpdate, data }) =>
        sessionUpdate === 'terminal_output_chunk' ? [...Buffer.from(String(data), 'base64')] : [],
      );
      expect(Buffer.from(bytes).toString('utf8')).toBe('grün\n');
      const terminals = updates.filter((update) => update.sessionUpdate === 'terminal_update');
      expect(terminals).toMatchObject([{ command: 'make', cwd: '/garden' }, { exitStatus: { exitCode: 2 } }]);
      const [{ terminalId } = { terminalId: undefined }] = terminals;
      expect(updates.find((update) => update['title'] === 'Build')).toMatchObject({
        content: [{ type: 'terminal', terminalId }],
      });
    });

    test(verifies('TOOL-15', 'and terminals never share an id'), async () => {
      const { session, updates } = await start(
        open(),
        doing((turn) => {
          for (let index = 0; index < 3; index += 1) {
            turn.toolCall({ title: 'Build', content: [turn.terminal({ command: 'make' }).content] });
          }
        }),
      );
      await session.prompt('work');
      await untilIdle(session);
      await session.prompt('work');
      await untilIdle(session);
      const ids = updates().flatMap((update) => update['terminalId'] ?? update['toolCallId'] ?? []);
      expect(ids).toHaveLength(12);
      expect(new Set(ids).size).toBe(12);
    });

    test(
      verifies('TOOL-19', verifies('TOOL-20', 'and terminals are cancelled one by one where they offer it')),
      async () => {
        const { session, peer, sessionId } = await start(
          open(),
          doing(
            (turn) =>
              new Promise<void>((resolve) => {
                turn.toolCall({ toolCallId: 'plain', title: 'Plain' });
                void turn.toolCall({ toolCallId: 'done', title: 'Done', onCancel: () => undefined }).complete();
                const terminal = turn.terminal({
                  command: 'sleep',
                  onCancel: () => {
                    void terminal.exit({ signal: 'SIGTERM' });
                    resolve();
                  },
                });
                const call = turn.toolCall({
                  toolCallId: 'long',
                  title: 'Long',
                  onCancel: () => {
                    queueMicrotask(() => void call.cancel());
                  },
                });
              }),
          ),
        );
        await session.prompt('work');
        const { terminalId } = await untilUpdate(session, (update) => update.sessionUpdate === 'terminal_update');
        await untilUpdate(session, (update) => update['toolCallId'] === 'long');
        expect([session.canCancelToolCall('long'), session.canCancelToolCall('plain')]).toEqual([true, false]);
        for (const toolCallId of ['plain', 'done', 'nobody']) {
          expect((await failure(peer.request('tool_call/cancel', { sessionId, toolCallId }))).code).toBe(-32_602);
        }
        await expect(session.cancelToolCall('long')).resolves.toEqual({});
        expect(await untilUpdate(session, (update) => update['toolCallId'] === 'long')).toMatchObject({
          status: 'cancelled',
        });
        await expect(session.cancelTerminal(terminalId as string)).resolves.toEqual({});
        expect(await untilUpdate(session, (update) => update['terminalId'] === terminalId)).toMatchObject({
          exitStatus: { signal: 'SIGTERM' },
        });
        const gone = peer.request('terminal/cancel', { sessionId, terminalId: terminalId as string });
        expect((await failure(gone)).code).toBe(-32_602);
      },
    );
  });

  describe('cancelling', () => {
    test(
      verifies(
        'CANCEL-04',
        verifies('CANCEL-06', 'a turn stops its work and ends it as cancelled, whatever it throws'),
      ),
      async () => {
        const { session, peer, sessionId } = await start(
          open(),
          doing(async (turn) => {
            const call = turn.toolCall({ title: 'Dig', status: 'in_progress' });
            await untilAborted(turn.signal).catch(async () => {
              await turn.message.append('I stop.');
              throw new Error(`digging failed: ${call.title}`);
            });
          }),
        );
        await session.prompt('dig');
        await untilUpdate(session, (update) => update['title'] === 'Dig');
        await peer.notify('session/cancel', { sessionId });
        const updates = await untilIdle(session);
        expect(updates).toMatchObject([
          { sessionUpdate: 'agent_message_chunk', content: text('I stop.') },
          { sessionUpdate: 'tool_call_update', status: 'cancelled' },
          { state: 'idle', stopReason: 'cancelled' },
        ]);
      },
    );

    test(verifies('CANCEL-11', verifies('CANCEL-18', 'a turn takes back the permission it asks for')), async () => {
      let signal: AbortSignal | undefined;
      let question: unknown;
      const theirClient = official.client().onRequest('session/request_permission', async (context) => {
        ({ signal, requestId: question } = context);
        await untilAborted(context.signal).catch(() => undefined);
        return { outcome: { outcome: 'cancelled' } };
      });
      const { session, peer, sessionId, sent } = await start(
        open(),
        doing((turn) => turn.requestPermission({ title: 'Dig?' })),
        theirClient,
      );
      await session.prompt('dig');
      await untilUpdate(session, (update) => update['state'] === 'requires_action');
      await settled();
      await peer.notify('session/cancel', { sessionId });
      expect((await untilIdle(session)).at(-1)).toMatchObject({ stopReason: 'cancelled' });
      await settled();
      expect(signal?.aborted).toBe(true);
      expect(sent().filter(({ method }) => method === '$/cancel_request')).toMatchObject([
        { params: { requestId: question } },
      ]);
    });

    test(verifies('LIFE-07', 'a turn that waits for the user ends it, without saying that it goes on'), async () => {
      const theirClient = official.client().onRequest('session/request_permission', async ({ signal }) => {
        await untilAborted(signal).catch(() => undefined);
        return { outcome: { outcome: 'cancelled' } };
      });
      const { session, peer, sessionId, updates } = await start(
        open(),
        doing((turn) => turn.requestPermission({ title: 'Dig?' })),
        theirClient,
      );
      await session.prompt('dig');
      await untilUpdate(session, (update) => update['state'] === 'requires_action');
      await peer.notify('session/cancel', { sessionId });
      await untilIdle(session);
      expect(updates().flatMap((update) => update['state'] ?? [])).toEqual(['running', 'requires_action', 'idle']);
    });

    test(verifies('CANCEL-09', 'answers the prompts that wait with -32800, and not the next one'), async () => {
      const { session, peer, sessionId } = await start(
        open(),
        doing((turn) => (turn.text === 'next' ? undefined : untilAborted(turn.signal))),
      );
      const inserted = session.prompt('first');
      const held = [failure(session.prompt('second')), failure(session.prompt('third'))];
      await expect(inserted).resolves.toBeDefined();
      await settled();
      await peer.notify('session/cancel', { sessionId });
      const next = session.prompt('next');
      expect((await Promise.all(held)).map(({ code }) => code)).toEqual([-32_800, -32_800]);
      await expect(next).resolves.toBeDefined();
      expect((await untilIdle(session)).at(-1)).toMatchObject({ stopReason: 'cancelled' });
      expect((await untilIdle(session)).at(-1)).toMatchObject({ stopReason: 'end_turn' });
    });

    test(
      verifies('CANCEL-17', verifies('CANCEL-01', 'is allowed at any time, and does nothing without work')),
      async () => {
        const { session, peer, sessionId, sent } = await start(
          open(),
          doing(() => undefined),
        );
        const before = sent().length;
        await peer.notify('session/cancel', { sessionId });
        await peer.notify('session/cancel', { sessionId: 'nobody' });
        await settled();
        expect(sent().slice(before)).toEqual([]);
        await session.prompt('work');
        expect((await untilIdle(session)).at(-1)).toMatchObject({ stopReason: 'end_turn' });
      },
    );

    test(verifies('CANCEL-13', 'a prompt that waits answers it with -32800'), async () => {
      let finish = (): void => undefined;
      const { session, updates } = await start(
        open(),
        doing(() => new Promise<void>((resolve) => (finish = resolve))),
      );
      await session.prompt('first');
      const controller = new AbortController();
      const held = failure(session.prompt('second', { cancellationSignal: controller.signal }));
      await settled();
      controller.abort();
      expect((await held).code).toBe(-32_800);
      finish();
      expect((await untilIdle(session)).at(-1)).toMatchObject({ stopReason: 'end_turn' });
      expect(updates().filter((update) => update.sessionUpdate === 'user_message')).toHaveLength(1);
    });

    const patient = (): Agent =>
      agent(info).on(
        '_garden/wait',
        (params) => params,
        async (params, context) => {
          if (params === 'nested') await context.request('_editor/wait', {});
          if (params === 'partial') return untilAborted(context.signal).catch(() => 'some of it');
          if (params === 'nothing') return 'done';
          return untilAborted(context.signal);
        },
      );

    test(verifies('CANCEL-16', 'a request that was answered changes nothing'), async () => {
      const { peer, tell } = await meet(open(), patient());
      const controller = new AbortController();
      await expect(peer.request('_garden/wait', 'nothing', { cancellationSignal: controller.signal })).resolves.toBe(
        'done',
      );
      controller.abort();
      await tell({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 1 } });
      await expect(peer.request('_garden/wait', 'nothing')).resolves.toBe('done');
    });

    test(verifies('CANCEL-12', 'a request reaches that request only, and unknown ids are ignored'), async () => {
      const { peer, tell, reports } = await meet(open(), patient());
      const [first, second] = [new AbortController(), new AbortController()];
      const answers = [first, second].map(({ signal }) =>
        failure(peer.request('_garden/wait', 'long', { cancellationSignal: signal })),
      );
      await settled();
      for (const requestId of [77, '1', '2', null, { id: 1 }]) {
        await tell({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId } });
      }
      await tell({ jsonrpc: '2.0', method: '$/cancel_request' });
      expect(reports.splice(0)).toEqual([{ kind: 'unknown-notification', method: '$/cancel_request' }]);
      second.abort();
      expect((await answers[1])?.code).toBe(-32_800);
      await expect(Promise.race([answers[0], settled().then(() => 'waiting')])).resolves.toBe('waiting');
      first.abort();
      expect((await answers[0])?.code).toBe(-32_800);
      const partial = new AbortController();
      const answer = peer.request('_garden/wait', 'partial', { cancellationSignal: partial.signal });
      partial.abort();
      await expect(answer).resolves.toBe('some of it');
    });

    test(verifies('CANCEL-14', 'a request cancels what was asked on its behalf'), async () => {
      let nested: AbortSignal | undefined;
      const theirClient = official.client().onRequest(
        '_editor/wait',
        (params: unknown) => params,
        ({ signal }) => {
          nested = signal;
          return untilAborted(signal);
        },
      );
      const { peer } = await meet(open(), patient(), theirClient);
      const controller = new AbortController();
      const answer = failure(peer.request('_garden/wait', 'nested', { cancellationSignal: controller.signal }));
      await settled();
      expect(nested?.aborted).toBe(false);
      controller.abort();
      expect((await answer).code).toBe(-32_800);
      expect(nested?.aborted).toBe(true);
    });
  });

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
      const second = await meet(open(), app, theirClient);
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

    test('are resumed without a replay when nobody asks for one', async () => {
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
        [{ sessionId: 'nobody' }, -32_002],
      ] as const) {
        const params = { sessionId, cwd: '/garden', ...change } as official.ResumeSessionRequest;
        expect((await failure(peer.request('session/resume', params))).code).toBe(code);
      }
    });

    test('are listed, page by page, and by directory', async () => {
      const { peer, ours } = await meet(open(), configured());
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
      const forever = await meet(
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
      expect((await failure(peer.request('session/fork', { sessionId: 'nobody', cwd: '/garden' }))).code).toBe(-32_002);
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
        expect((await failure(peer.request(method, { sessionId: 'nobody' }))).code).toBe(-32_002);
      }
    });
  });

  describe('elicitation', () => {
    const requestedSchema = {
      type: 'object',
      properties: { colour: { type: 'string', enum: ['red', 'white'] } },
      required: ['colour'],
    } as const;

    const eliciting = (answers: unknown[]): Agent =>
      doing(async (turn) => {
        answers.push(await turn.elicit({ mode: 'form', message: 'Which colour?', requestedSchema }));
        answers.push(
          await turn.elicit({ mode: 'url', message: 'Pay', elicitationId: 'pay-1', url: 'https://example.org/pay' }),
        );
        await turn.session.connection.notify('elicitation/complete', { elicitationId: 'pay-1' });
      });

    test('asks by a form and by a page, and says when the page is done', async () => {
      const requests: unknown[] = [];
      const theirClient = official
        .client()
        .onRequest('elicitation/create', ({ params }) => {
          requests.push(params);
          return params.mode === 'form' ? { action: 'accept', content: { colour: 'red' } } : { action: 'accept' };
        })
        .onNotification('elicitation/complete', ({ params }) => {
          requests.push(params);
        });
      const answers: unknown[] = [];
      const { session, sessionId } = await start(open(), eliciting(answers), theirClient, {
        elicitation: { form: {}, url: {} },
      });
      await session.prompt('plant');
      const updates = await untilIdle(session);
      expect(requests).toEqual([
        { sessionId, mode: 'form', message: 'Which colour?', requestedSchema },
        { sessionId, mode: 'url', message: 'Pay', elicitationId: 'pay-1', url: 'https://example.org/pay' },
        { elicitationId: 'pay-1' },
      ]);
      expect(answers).toEqual([{ action: 'accept', content: { colour: 'red' } }, { action: 'accept' }]);
      expect(kindsOf(updates).slice(1)).toEqual([
        'running',
        'requires_action',
        'running',
        'requires_action',
        'running',
        'idle',
      ]);
    });

    test('hears that the user declined or closed the question', async () => {
      const given: official.CreateElicitationResponse[] = [{ action: 'decline' }, { action: 'cancel' }];
      const theirClient = official
        .client()
        .onRequest('elicitation/create', () => given.shift() ?? { action: 'cancel' });
      const answers: unknown[] = [];
      const { session } = await start(open(), eliciting(answers), theirClient, { elicitation: { form: {}, url: {} } });
      await session.prompt('plant');
      await untilIdle(session);
      expect(answers).toEqual([{ action: 'decline' }, { action: 'cancel' }]);
    });

    test(verifies('INIT-09', verifies('INIT-10', 'is not asked of a client that did not offer it')), async () => {
      for (const capabilities of [{}, { elicitation: null }, { elicitation: { form: null } }] as Capabilities[]) {
        const errors: unknown[] = [];
        const app = doing(async (turn) => {
          await turn
            .elicit({ mode: 'form', message: 'Which?', requestedSchema })
            .catch((error: unknown) => errors.push(error));
        });
        const { session, sent } = await start(open(), app, undefined, capabilities);
        await session.prompt('plant');
        await untilIdle(session);
        expect(errors).toEqual([expect.any(CapabilityError)]);
        expect(sent().some(({ method }) => method === 'elicitation/create')).toBe(false);
      }
    });

    test('is not asked in a mode that the client did not offer', async () => {
      const errors: unknown[] = [];
      const app = doing(async (turn) => {
        await turn
          .elicit({ mode: 'url', message: 'Pay', elicitationId: 'p', url: 'https://example.org' })
          .catch((error: unknown) => errors.push(error));
      });
      const theirClient = official.client().onRequest('elicitation/create', () => ({ action: 'accept' }));
      const { session, sent } = await start(open(), app, theirClient, { elicitation: { form: {} } });
      await session.prompt('plant');
      await untilIdle(session);
      expect(errors).toEqual([expect.any(CapabilityError)]);
      expect(sent().some(({ method }) => method === 'elicitation/create')).toBe(false);
    });
  });

  describe('what else a session tells', () => {
    const chatter = (): Agent =>
      doing(async (turn) => {
        const { session } = turn;
        await turn.plan([{ content: 'Dig', priority: 'high', status: 'in_progress' }]);
        await turn.plan([{ content: 'Rest', priority: 'low', status: 'pending' }], 'evening');
        await turn.plan([{ content: 'Dig', priority: 'high', status: 'completed' }]);
        await turn.removePlan('evening');
        await session.usage({ used: 12, size: 100, cost: { amount: 0.5, currency: 'EUR' } });
        await session.notice('warning', 'Rain', 'From noon on.');
        await session.setTitle('A garden');
        session.setCommands([
          { type: 'command', name: 'dig', description: 'Digs.', input: { type: 'text', hint: 'where' } },
        ]);
        await turn.update({ sessionUpdate: 'compaction_update', compactionId: 'c', status: 'in_progress' });
        await turn.update({ sessionUpdate: 'compaction_summary_chunk', compactionId: 'c', content: text('Roses.') });
        await turn.update({ sessionUpdate: 'compaction_update', compactionId: 'c', status: 'completed' });
        await turn.update({ sessionUpdate: '_weather', sky: 'grey' });
        turn.usage({ inputTokens: 7, outputTokens: 5, totalTokens: 12 });
      });

    test(
      verifies('TURN-07', 'plans, usage, notices, commands, compaction and its own kinds arrive as they were sent'),
      async () => {
        const { session } = await start(open(), chatter());
        await session.prompt('hello');
        const updates = await untilIdle(session);
        expect(updates.slice(2)).toEqual([
          {
            sessionUpdate: 'plan_update',
            plan: {
              type: 'items',
              planId: 'main',
              entries: [{ content: 'Dig', priority: 'high', status: 'in_progress' }],
            },
          },
          {
            sessionUpdate: 'plan_update',
            plan: {
              type: 'items',
              planId: 'evening',
              entries: [{ content: 'Rest', priority: 'low', status: 'pending' }],
            },
          },
          {
            sessionUpdate: 'plan_update',
            plan: {
              type: 'items',
              planId: 'main',
              entries: [{ content: 'Dig', priority: 'high', status: 'completed' }],
            },
          },
          { sessionUpdate: 'plan_removed', planId: 'evening' },
          { sessionUpdate: 'usage_update', used: 12, size: 100, cost: { amount: 0.5, currency: 'EUR' } },
          { sessionUpdate: 'notice', severity: 'warning', title: 'Rain', description: 'From noon on.' },
          { sessionUpdate: 'session_info_update', title: 'A garden' },
          {
            sessionUpdate: 'available_commands_update',
            availableCommands: [
              { type: 'command', name: 'dig', description: 'Digs.', input: { type: 'text', hint: 'where' } },
            ],
          },
          { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'in_progress' },
          { sessionUpdate: 'compaction_summary_chunk', compactionId: 'c', content: { type: 'text', text: 'Roses.' } },
          { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'completed' },
          { sessionUpdate: '_weather', sky: 'grey' },
          {
            sessionUpdate: 'state_update',
            state: 'idle',
            stopReason: 'end_turn',
            usage: { inputTokens: 7, outputTokens: 5, totalTokens: 12 },
          },
        ]);
      },
    );

    test(verifies('TURN-07', 'holds usage only with what was used and what there is'), async () => {
      const errors: unknown[] = [];
      const { session, updates } = await start(
        open(),
        doing(async (turn) => {
          for (const usage of [
            { used: 1 },
            { size: 1 },
            { used: null, size: 1 },
            { used: 1, size: 1, cost: { amount: 1 } },
          ]) {
            await turn.session.usage(usage as never).catch((error: unknown) => errors.push(error));
          }
        }),
      );
      await session.prompt('hello');
      await untilIdle(session);
      expect(errors.map((error) => error instanceof TypeError)).toEqual([true, true, true, true]);
      expect(kindsOf(updates())).not.toContain('usage_update');
    });

    test(verifies('TURN-08', 'holds no usage when the agent reports none'), async () => {
      const { session, updates } = await start(
        open(),
        doing((turn) => turn.message.append('Roses')),
      );
      await session.prompt('hello');
      await untilIdle(session);
      expect(kindsOf(updates())).not.toContain('usage_update');
      expect(updates().at(-1)).not.toHaveProperty('usage');
    });

    test(verifies('EXT-01', 'holds no field that the official SDK does not know'), async () => {
      // The official SDK drops the fields it does not know, so what it hands over differs from what was sent when there are any.
      const { session, updates, introduction, sent } = await start(open(), chatter());
      const [initialized, opened] = sent();
      expect([introduction, session.newSessionResponse]).toEqual([initialized?.result, opened?.result]);
      await session.prompt('hello');
      expect(await untilIdle(session)).toEqual(updates());
    });

    test(verifies('GEN-22', 'keeps its own kinds for a replay, but not what is said once'), async () => {
      const { session, peer, sessionId, updates } = await start(open(), chatter());
      await session.prompt('hello');
      await untilIdle(session);
      await settled();
      const before = updates().length;
      await peer.request('session/resume', { sessionId, cwd: '/garden', replayFrom: { type: 'start' } });
      const replayed = updates().slice(before);
      expect(replayed).toContainEqual({ sessionUpdate: '_weather', sky: 'grey' });
      expect(kindsOf(replayed)).not.toContain('notice');
    });
  });

  describe('custom methods', () => {
    interface Rain {
      readonly mm: number;
    }
    const parseRain = (value: unknown): Rain => {
      if (isObject(value) && typeof value['mm'] === 'number') return { mm: value['mm'] };
      throw new RpcError(-32_602, 'Rain is measured in mm.', { data: value });
    };

    test(verifies('EXT-04', verifies('GEN-16', 'are answered both ways, and unknown ones are not found')), async () => {
      const app = agent(info).on('_garden/rain', parseRain, async ({ mm }, context) => ({
        mm,
        umbrella: await context.request('_editor/umbrella', { colour: 'red' }),
        other: await context.request('_editor/nothing').catch((error: unknown) => (error as RpcError).code),
      }));
      const theirClient = official.client().onRequest(
        '_editor/umbrella',
        (params: unknown) => params,
        ({ params }) => ({ open: params }),
      );
      const { peer, sent, received } = await meet(open(), app, theirClient);
      await expect(peer.request('_garden/rain', { mm: 3 })).resolves.toEqual({
        mm: 3,
        umbrella: { open: { colour: 'red' } },
        other: -32_601,
      });
      // Both sides count their own requests.
      const rain = received().find(({ method }) => method === '_garden/rain');
      expect(sent().find(({ method }) => method === '_editor/nothing')?.id).toBe(rain?.id);
      const { code, data } = await failure(peer.request('_garden/rain', { inches: 1 }));
      expect({ code, data }).toEqual({ code: -32_602, data: { inches: 1 } });
      expect((await failure(peer.request('_garden/snow', {}))).code).toBe(-32_601);
    });

    test(verifies('GEN-08', 'are taken as notifications both ways, and unknown ones are ignored'), async () => {
      const heard: unknown[] = [];
      const theirClient = official.client().onNotification(
        '_editor/note',
        (params: unknown) => params,
        ({ params }) => {
          heard.push(params);
        },
      );
      const { peer, ours, reports } = await meet(open(), agent(info), theirClient);
      ours.raw.onNotification('_garden/note', parseRain, ({ mm }) => {
        heard.push(mm);
      });
      await peer.notify('_garden/note', { mm: 4 });
      await peer.notify('_garden/unknown', { mm: 4 });
      await ours.raw.notify('_editor/note', 'hi');
      await ours.raw.notify('_editor/unknown', 'hi');
      await settled();
      expect(heard).toEqual([4, 'hi']);
      expect(reports.splice(0)).toEqual([{ kind: 'unknown-notification', method: '_garden/unknown' }]);
      await expect(peer.request('_garden/none')).rejects.toMatchObject({ code: -32_601 });
    });

    test(verifies('EXT-03', 'carry the trace of the request they are made for'), async () => {
      const trace = {
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        tracestate: 'a=1',
        baggage: 'b=2',
      };
      const seen: unknown[] = [];
      const theirClient = official.client().onRequest(
        '_editor/umbrella',
        (params: unknown) => params,
        ({ params }) => {
          seen.push(params);
          return {};
        },
      );
      const app = agent(info).on(
        '_garden/rain',
        (params) => params,
        (_, context) => context.request('_editor/umbrella', { a: 1 }),
      );
      const { peer } = await meet(open(), app, theirClient);
      await peer.request('_garden/rain', { _meta: { ...trace, other: 1 } });
      expect(seen).toEqual([{ a: 1, _meta: trace }]);
    });

    test(verifies('EXT-03', 'and permissions carry the trace of the prompt they belong to'), async () => {
      const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      const seen: unknown[] = [];
      const theirClient = official.client().onRequest('session/request_permission', ({ params }) => {
        seen.push(params._meta);
        return { outcome: { outcome: 'cancelled' } };
      });
      const { peer, session, sessionId } = await start(
        open(),
        doing((turn) => turn.requestPermission({ title: 'Dig?' })),
        theirClient,
      );
      await peer.request('session/prompt', { sessionId, prompt: hello, _meta: { traceparent } });
      await untilIdle(session);
      expect(seen).toEqual([{ traceparent }]);
    });
  });

  describe('errors', () => {
    const answered = ({ error }: WireMessage): number | undefined => error?.code;

    test(verifies('GEN-07', 'answers an unknown request with -32601'), async () => {
      const { peer, ask } = await meet(
        open(),
        doing(() => undefined),
      );
      expect((await failure(peer.request('garden/unheard_of', {}))).code).toBe(-32_601);
      for (const method of [
        'session/update',
        'session/request_permission',
        '$/unheard_of',
        '',
        '__proto__',
        'constructor',
      ]) {
        expect(answered(await ask(method, {}))).toBe(-32_601);
      }
    });

    test(verifies('GEN-03', verifies('GEN-09', 'never answers a notification')), async () => {
      const { tell, sent, reports, peer } = await meet(
        open(),
        doing(() => undefined),
      );
      const before = sent().length;
      for (const method of ['$/progress', 'garden/unheard_of', 'session/new', 'session/cancel']) {
        await tell({ jsonrpc: '2.0', method, params: { cwd: 5 } });
      }
      expect(sent().slice(before)).toEqual([]);
      expect(reports.splice(0)).toMatchObject([
        { kind: 'unknown-notification', method: '$/progress' },
        { kind: 'unknown-notification', method: 'garden/unheard_of' },
        { kind: 'unknown-notification', method: 'session/new' },
        { kind: 'handler-failed', method: 'session/cancel' },
      ]);
      await expect(peer.request('session/list', {})).resolves.toBeDefined();
    });

    test(verifies('GEN-04', 'answers paths that are not absolute, and other wrong params, with -32602'), async () => {
      const { ask, peer, sessionId } = await start(
        open(),
        agent(info, { additionalDirectories: true }).onPrompt(() => undefined),
      );
      for (const params of [
        { cwd: 'garden' },
        { cwd: '' },
        { cwd: '/garden', additionalDirectories: ['more'] },
        { cwd: '/garden', mcpServers: [{ type: 'stdio', name: 'm', command: 'm' }] },
        { cwd: 5 },
        {},
        [],
        null,
        'garden',
      ]) {
        expect(answered(await ask('session/new', params))).toBe(-32_602);
      }
      expect(answered(await ask('session/prompt', { sessionId, prompt: [] }))).toBe(-32_602);
      expect(answered(await ask('session/prompt', { sessionId, prompt: [{ type: 'text' }] }))).toBe(-32_602);
      expect((await failure(peer.request('session/list', { cwd: 'garden' }))).code).toBe(-32_602);
      await expect(peer.request('session/list', {})).resolves.toMatchObject({ sessions: [{ sessionId }] });
    });

    test('answers for an unknown session with -32002 and its id', async () => {
      const { peer } = await meet(
        open(),
        doing(() => undefined),
      );
      const sessionId = 'nobody';
      for (const call of [
        peer.request('session/prompt', { sessionId, prompt: hello }),
        peer.request('session/resume', { sessionId, cwd: '/garden' }),
        peer.request('session/set_config_option', { sessionId, configId: 'mode', type: 'id', value: 'ask' }),
        peer.request('session/set_title', { sessionId, title: 'A' }),
        peer.request('tool_call/cancel', { sessionId, toolCallId: 't' }),
      ]) {
        const { code, data } = await failure(call);
        expect({ code, data }).toEqual({ code: -32_002, data: { sessionId } });
      }
    });

    test('answers an accident with -32603 that tells nothing, and reports it', async () => {
      const app = agent(info).on(
        '_garden/fall',
        (params) => params,
        () => {
          throw new Error('/home/rose/.ssh/id_rsa');
        },
      );
      const { peer, reports } = await meet(open(), app);
      const { code, message, data } = await failure(peer.request('_garden/fall'));
      expect({ code, message, data }).toEqual({ code: -32_603, message: 'Internal error', data: undefined });
      expect(reports.splice(0)).toMatchObject([
        { kind: 'handler-failed', method: '_garden/fall', error: { message: '/home/rose/.ssh/id_rsa' } },
      ]);
    });

    test(verifies('GEN-02', verifies('GEN-12c', 'answers each request once, with a result or an error')), async () => {
      const { peer, sent } = await meet(
        open(),
        doing(() => undefined),
      );
      const calls = [
        peer.request('session/new', { cwd: '/garden' }),
        peer.request('session/list', {}),
        peer.request('session/prompt', { sessionId: 'nobody', prompt: hello }),
        peer.request('_unheard_of'),
      ];
      await Promise.allSettled(calls);
      expect(sent().some(Array.isArray)).toBe(false);
      const answers = sent().filter(({ method }) => method === undefined);
      expect(answers).toHaveLength(5);
      expect(new Set(answers.map(({ id }) => id)).size).toBe(5);
      for (const answer of answers) {
        expect('result' in answer).toBe(!('error' in answer));
        if (answer.error === undefined) continue;
        expect([typeof answer.error.code, typeof answer.error.message]).toEqual(['number', 'string']);
      }
    });

    test(verifies('GEN-24', 'repeats no credentials'), async () => {
      const { ask, sent } = await meet(
        open(),
        doing(() => undefined),
      );
      const server = { type: 'stdio', name: 'm', command: 'm' };
      for (const mcpServers of [
        [{ ...server, env: [{ name: 'KEY', value: 'hunter2' }] }],
        [{ ...server, env: ['KEY=hunter2'] }],
        [{ ...server, env: { KEY: 'hunter2' } }],
        [{ ...server, env: 'KEY=hunter2' }],
        [{ ...server, env: [{ name: 'KEY', value: ['hunter2'] }] }],
        [
          {
            type: 'http',
            name: 'm',
            url: 'https://example.org',
            headers: [{ name: 'Authorization', value: 'hunter2' }],
          },
        ],
        [{ type: 'http', name: 'm', url: 'https://example.org', headers: 'Authorization: hunter2' }],
        [{ type: 'http', name: 'm', url: 'https://example.org', headers: ['Authorization: hunter2'] }],
      ]) {
        expect(answered(await ask('session/new', { cwd: '/garden', mcpServers }))).toBe(-32_602);
      }
      expect(JSON.stringify(sent())).not.toContain('hunter2');
    });

    test(verifies('GEN-11', 'answers what is no message with -32600, and goes on'), async () => {
      const { tell, sent, reports, peer } = await meet(
        open(),
        doing(() => undefined),
      );
      const before = sent().length;
      const wrong = [
        { jsonrpc: '2.0' },
        { jsonrpc: '2.0', method: 5 },
        { jsonrpc: '1.0', method: 'session/list' },
        { method: 'session/list' },
        {},
      ];
      for (const message of wrong) await tell(message);
      expect(sent().slice(before)).toMatchObject(wrong.map(() => ({ id: null, error: { code: -32_600 } })));
      takeComplaints();
      expect(reports.splice(0)).toHaveLength(wrong.length);
      await expect(peer.request('session/list', {})).resolves.toBeDefined();
    });

    test(verifies('GEN-14', 'answers ids that are neither strings nor integers with -32600'), async () => {
      const { tell, sent, reports } = await meet(
        open(),
        doing(() => undefined),
      );
      const before = sent().length;
      for (const id of [null, 1.5, true, { a: 1 }, ['1']])
        await tell({ jsonrpc: '2.0', id, method: 'session/list', params: {} });
      expect(sent().slice(before)).toMatchObject(
        Array.from({ length: 5 }, () => ({ id: null, error: { code: -32_600 } })),
      );
      takeComplaints();
      reports.length = 0;
    });

    test(verifies('GEN-13', 'does not answer an answer that nobody waits for'), async () => {
      const { tell, sent, reports, peer } = await meet(
        open(),
        doing(() => undefined),
      );
      const before = sent().length;
      await tell({ jsonrpc: '2.0', id: 99, result: {} });
      await tell({ jsonrpc: '2.0', id: 98, error: { code: 1, message: 'no' } });
      await tell({ jsonrpc: '2.0', id: 97, result: {}, error: { code: 1, message: 'both' } });
      await tell({ jsonrpc: '2.0', id: 96, error: 'no' });
      await tell({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error' } });
      expect(sent().slice(before)).toEqual([]);
      expect(reports.splice(0)).toHaveLength(5);
      await expect(peer.request('session/list', {})).resolves.toBeDefined();
    });

    test(verifies('GEN-12b', 'processes batches by the rules of JSON-RPC'), async () => {
      const { tell, sent, reports } = await meet(
        open(),
        doing(() => undefined),
      );
      const list = (id: number): object => ({ jsonrpc: '2.0', id, method: 'session/list', params: {} });
      const note = { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 'nobody' } };
      const before = sent().length;
      await tell([]);
      await tell([list(101), note, 7, list(102), { jsonrpc: '2.0', id: 103, method: 'garden/unheard_of' }]);
      await tell([note, note]);
      const [empty, batch, ...rest] = sent().slice(before);
      expect(rest).toEqual([]);
      expect(empty).toMatchObject({ id: null, error: { code: -32_600 } });
      const answers = batch as unknown as WireMessage[];
      expect(answers).toHaveLength(4);
      expect(answers.find(({ id }) => id === 101)?.result).toEqual({ sessions: [] });
      expect(answers.find(({ id }) => id === 102)?.result).toEqual({ sessions: [] });
      expect(answers.find(({ id }) => id === 103)?.error?.code).toBe(-32_601);
      expect(answers.find(({ id }) => id === null)?.error?.code).toBe(-32_600);
      takeComplaints();
      reports.length = 0;
    });
  });
});

describe('our agent with the official client, on broken bytes', () => {
  test(verifies('GEN-10', 'answers what is not JSON with one -32700, and goes on'), async () => {
    const link = byteLink();
    const { sent, reports, peer } = await meet(
      link,
      doing(() => undefined),
    );
    for (const line of ['Starting the editor …', '{"jsonrpc":"2.0","id":1', '{"jsonrpc": 2.0}}']) {
      const before = sent().length;
      await link.injectText(`${line}\n`);
      await settled();
      expect(sent().slice(before)).toMatchObject([{ id: null, error: { code: -32_700 } }]);
    }
    takeComplaints();
    expect(reports.splice(0)).toHaveLength(3);
    await expect(peer.request('session/list', {})).resolves.toEqual({ sessions: [] });
  });

  test(verifies('GEN-01', 'writes and reads UTF-8, whatever the text'), async () => {
    const words = 'Grüße, 花園 🌹\u2028\u0000"\\';
    const { session } = await start(
      byteLink(),
      doing((turn) => turn.message.append(turn.text)),
    );
    await session.prompt(words);
    await expect(session.readTextUntilIdle()).resolves.toBe(words);
  });
});
