/** Agents for tests of the pool: each start is a raw peer that the test controls. */
import { memoryPair, type Channel } from '@acp-stack/rpc';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import type { AgentComponent, StartOptions } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';

import { RawPeer } from '../../../../test/support/raw-peer.ts';
import type { AgentEvents, AgentQuestion, AgentSessionSetup } from './agent-session.ts';

/**
 * An agent of version 2 that opens sessions `s1`, `s2` and so on, and answers everything that a session needs, except
 * `silent`.
 */
export function scripted(peer: RawPeer, silent: readonly string[] = []): void {
  let opened = 0;
  const answers: Readonly<Record<string, () => object>> = {
    initialize: () => ({
      protocolVersion: 2,
      info: { name: 'scripted', version: '1.0.0' },
      capabilities: { session: {} },
    }),
    'session/new': () => ({ sessionId: `s${(opened += 1)}` }),
    'session/prompt': () => ({}),
    'session/resume': () => ({}),
    'session/close': () => ({}),
  };
  for (const [method, answer] of Object.entries(answers)) if (!silent.includes(method)) peer.whenever(method, answer);
}

/** The same, but requests of `method` are refused. */
export function refusing(
  peer: RawPeer,
  method: string,
  error: { readonly code: number; readonly message: string },
): void {
  scripted(peer, [method]);
  peer.watch(() => {
    const last = peer.received.at(-1);
    if (last?.method === method) peer.send({ id: last.id, error });
  });
}

/** A component, and the agents that it has started. */
export class ScriptedAgents implements AgentComponent {
  readonly name = 'scripted';
  readonly role = 'agent';
  readonly started: RawPeer[] = [];
  readonly options: StartOptions[] = [];
  readonly #prepare: (peer: RawPeer) => void;

  constructor(
    prepare: (peer: RawPeer) => void = (peer) => {
      scripted(peer);
    },
  ) {
    this.#prepare = prepare;
  }

  start(options: StartOptions = {}): Channel {
    const [ours, theirs] = memoryPair();
    const peer = new RawPeer(theirs);
    const end = ours.end.bind(ours);
    // An agent ends when its input has ended.
    ours.end = async () => {
      await end();
      void theirs.end();
    };
    this.#prepare(peer);
    this.started.push(peer);
    this.options.push(options);
    options.signal?.addEventListener('abort', () => {
      ours.destroy();
    });
    return ours;
  }

  /** The agent that was started last. */
  get last(): RawPeer {
    const peer = this.started.at(-1);
    if (peer === undefined) throw new Error('No agent was started.');
    return peer;
  }
}

/** Keeps what happens in a session. */
export class RecordedEvents implements AgentEvents {
  readonly all: string[] = [];
  readonly questions: { readonly question: AgentQuestion; readonly signal: AbortSignal }[] = [];
  answer: (question: AgentQuestion) => Promise<unknown> = () => Promise.reject(new Error('No client is attached.'));
  /** What each update waits for. */
  gate: (text: string) => Promise<void> | undefined = () => undefined;

  readonly update = (update: SessionUpdate): void | Promise<void> => {
    const text = textOf(update);
    this.all.push(text);
    return this.gate(text);
  };

  readonly ask = (question: AgentQuestion, signal: AbortSignal): Promise<unknown> => {
    this.all.push(question.method);
    this.questions.push({ question, signal });
    return this.answer(question);
  };

  readonly lost = (reason: string): void => {
    this.all.push(`lost: ${reason}`);
  };
}

const textOf = (update: SessionUpdate): string =>
  update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
    ? update.content.text
    : update.sessionUpdate;

/** An update with this text. */
export const chunk = (text: string): object => ({
  sessionUpdate: 'agent_message_chunk',
  messageId: 'm',
  content: { type: 'text', text },
});

/** The setup of a session of `principal`. */
export const setupOf = (principal = 'ann'): AgentSessionSetup => ({
  cwd: '/work',
  additionalDirectories: [],
  mcpServers: [],
  principal,
});

/** Waits until `isTrue`. */
export async function until(isTrue: () => boolean): Promise<void> {
  for (let turn = 0; !isTrue(); turn += 1) {
    if (turn > 10_000) throw new Error('It did not happen.');
    await settled(1);
  }
}
