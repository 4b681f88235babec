/** Registering a handler advertises its capability; if handlers are missing, the agent does not start. */
import { describe, expect, test } from 'vitest';

import { memoryPair } from '@acp-stack/rpc';
import { methods } from '@acp-stack/schema/v2/unstable';
import { settled } from '@acp-stack/testing';

import { agent, type Agent } from '../agent/agent.ts';
import { client } from '../client/client.ts';
import { hasCapability } from './capability-gate.ts';
import type { MethodSpec } from './method-table.ts';

const info = { name: 'test', version: '1.0.0' };

interface Registrar {
  on(method: string, handler: () => unknown): unknown;
  onNotification(method: string, handler: () => unknown): unknown;
}

/** The methods that need a capability of `side`. */
const gated = (side: 'agent' | 'client'): MethodSpec[] =>
  (Object.values(methods) as MethodSpec[]).filter(
    ({ gate, direction }) =>
      gate?.kind === 'capability' && gate.side === side && (direction === 'both' || direction.endsWith(`>${side}`)),
  );

const isOpen = ({ gate }: MethodSpec, capabilities: object): boolean =>
  gate?.kind === 'capability' && gate.paths.some((path) => hasCapability(capabilities, path));

/** The capabilities that `app` advertises, or why it does not start. */
function started(app: Agent): object | string {
  try {
    app.connect(memoryPair()[0]).raw.destroy();
    return app.capabilities;
  } catch (error) {
    return (error as Error).message;
  }
}

/** An agent that manages its sessions itself. */
const ownSessions = (): Agent =>
  agent(info)
    .on('session/new', () => ({ sessionId: 'mine' }))
    .on('session/resume', () => ({}))
    .on('session/list', () => ({ sessions: [] }))
    .on('session/close', () => ({}))
    .on('session/prompt', ({ sessionId }, { connection, afterResponse }) => {
      afterResponse(() => {
        void connection.notify('session/update', {
          sessionId,
          update: { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' },
        });
      });
      return { messageId: 'm' };
    })
    .onNotification('session/cancel', () => undefined);

describe('a handler of an agent', () => {
  test.each(gated('agent').map((spec) => [spec.name, spec] as const))(
    'for %s alone is advertised, or the agent does not start',
    (name, spec) => {
      const app = agent(info);
      if (name === 'mcp/message') app.onPrompt(() => undefined);
      if (spec.kind === 'notification') (app as unknown as Registrar).onNotification(name, () => undefined);
      else (app as unknown as Registrar).on(name, () => ({}));
      const capabilities = started(app);
      if (typeof capabilities === 'string') expect(capabilities).toMatch(/without a handler: \w+\//u);
      else expect(isOpen(spec, capabilities)).toBe(true);
    },
  );

  test('for injected messages needs that the agent says how it takes them', () => {
    const app = agent(info)
      .onPrompt(() => undefined)
      .on('session/inject', () => ({ messageId: 'm' }));
    expect(started(app)).toBe('An agent that handles session/inject needs the option inject.');
  });
});

describe('an agent that keeps its sessions itself', () => {
  test('advertises sessions, and of the rest what it answers', () => {
    expect(ownSessions().capabilities).toEqual({ session: {} });
    const more = ownSessions()
      .on('session/fork', () => ({ sessionId: 'copy' }))
      .on('session/delete', () => ({}));
    expect(more.capabilities).toEqual({ session: { fork: {}, delete: {} } });
  });

  test('archives and brings back, or neither', () => {
    expect(started(ownSessions().on('session/archive', () => ({})))).toContain('without a handler: session/unarchive');
  });

  test('serves a client like any other', async () => {
    const [left, right] = memoryPair();
    ownSessions().connect(left, { checkOutgoing: true });
    const connection = await client(info).connect(right);
    const session = await connection.newSession({ cwd: '/' });
    expect(session.id).toBe('mine');
    expect(await session.prompt('hello')).toMatchObject({ stopReason: 'end_turn' });
    expect(session.supports('fork')).toBe(false);
    await connection.close();
  });
});

describe('a handler of a client', () => {
  test.each(gated('client').map((spec) => [spec.name, spec] as const))('for %s is advertised', async (name, spec) => {
    const [left, raw] = memoryPair();
    const received: { params?: { capabilities: object } }[] = [];
    raw.open({
      receive: (message) => void received.push(message as (typeof received)[number]),
      reject: () => undefined,
      ended: () => undefined,
    });
    const app = client(info);
    (app as unknown as Registrar).on(name, () => ({}));
    app.connect(left).catch(() => undefined);
    await settled();
    expect(isOpen(spec, received[0]?.params?.capabilities ?? {})).toBe(true);
    raw.destroy();
  });
});
