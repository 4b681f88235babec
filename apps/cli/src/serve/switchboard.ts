/**
 * Lets several clients talk to one agent that knows of one client only.
 *
 * The ids of clients' requests are replaced, because two clients use the same ones. What the agent says about a session goes to the
 * client that opened, loaded or resumed it last; what it says about none goes to everybody, and what it asks about none is refused.
 * The agent is introduced once: whoever comes later gets the same answer.
 */
import { rpcCodes, type Channel } from '@acp-stack/rpc';
import type { MethodName as MethodName1 } from '@acp-stack/schema/v1';
import type { MethodName as MethodName2 } from '@acp-stack/schema/v2';

import { Caller } from './caller.ts';

type Fields = Readonly<Record<string, unknown>>;
type Method = MethodName1 | MethodName2;

const methods = {
  initialize: 'initialize',
  prompt: 'session/prompt',
  cancel: 'session/cancel',
} as const satisfies Readonly<Record<string, Method>>;

/** Methods after which a session is somebody else's. */
const takesOver: ReadonlySet<string> = new Set<Method>(['session/load', 'session/resume']);

/** A client's request that the agent has not answered. */
interface Asked {
  readonly caller: Caller;
  readonly id: unknown;
  readonly method: string;
  readonly sessionId: string | undefined;
}

/** Messages about one session that wait until it is known whose it is. */
const mostWaiting = 1000;
const sessionGone = 'The client of this session is gone.';

export class Switchboard {
  readonly #agent: Channel;
  readonly #callers = new Set<Caller>();
  readonly #asked = new Map<string, Asked>();
  /** Requests of the agent, and who has to answer them. */
  readonly #asking = new Map<unknown, Caller>();
  readonly #owners = new Map<string, Caller>();
  readonly #waiting = new Map<string, Fields[]>();
  /** The answer to `initialize`, and who waits for it. */
  #introduction: Fields | undefined;
  #introducing: { readonly caller: Caller; readonly id: unknown }[] | undefined;
  #count = 0;
  #hasEnded = false;

  constructor(agent: Channel) {
    this.#agent = agent;
    agent.open({
      receive: (message) => {
        this.#fromAgent(message as Fields);
      },
      reject: () => undefined,
      ended: (error) => {
        this.#hasEnded = true;
        for (const caller of this.#callers) caller.hangUp(error);
      },
    });
  }

  /** Takes a client; resolves when it, or the agent, has ended. */
  join(channel: Channel): Promise<void> {
    return new Promise((resolve) => {
      const caller = new Caller(channel, this.#agent);
      this.#callers.add(caller);
      if (this.#hasEnded) caller.hangUp();
      channel.open({
        receive: (message) => {
          this.#fromClient(caller, message as Fields);
        },
        reject: ({ message }) => {
          caller.send({ jsonrpc: '2.0', id: null, error: { code: rpcCodes.parseError, message } });
        },
        ended: () => {
          this.#left(caller);
          resolve();
        },
      });
    });
  }

  #fromClient(caller: Caller, message: Fields): void {
    const { id, method } = message;
    if (typeof method !== 'string') this.#answered(caller, message);
    else if (!('id' in message)) this.#toAgent(caller, this.#renamed(caller, message));
    else if (method === methods.initialize) this.#introduce(caller, message);
    else {
      this.#count += 1;
      const own = `${this.#count}`;
      this.#asked.set(own, { caller, id, method, sessionId: sessionIdOf(message['params']) });
      this.#toAgent(caller, { ...message, id: own });
    }
  }

  /** A client answers a request of the agent; only the one who was asked may. */
  #answered(caller: Caller, message: Fields): void {
    if (this.#asking.get(message['id']) !== caller) return;
    this.#asking.delete(message['id']);
    this.#toAgent(caller, message);
  }

  #introduce(caller: Caller, message: Fields): void {
    const { id } = message;
    if (this.#introduction !== undefined) {
      caller.send({ ...this.#introduction, id });
      return;
    }
    const isFirst = this.#introducing === undefined;
    this.#introducing ??= [];
    this.#introducing.push({ caller, id });
    if (isFirst) this.#toAgent(caller, { ...message, id: methods.initialize });
  }

  #introduced(answer: Fields): void {
    // An agent that refused is asked again by the next client.
    if ('result' in answer) this.#introduction = answer;
    for (const { caller, id } of this.#introducing ?? []) caller.send({ ...answer, id });
    this.#introducing = undefined;
  }

  /** A notification that names a request of the client (to cancel it) names it as the agent knows it. */
  #renamed(caller: Caller, message: Fields): Fields {
    const params = fieldsOf(message['params']);
    if (!('requestId' in params)) return message;
    for (const [own, asked] of this.#asked) {
      if (asked.caller === caller && asked.id === params['requestId']) {
        return { ...message, params: { ...params, requestId: own } };
      }
    }
    return message;
  }

  #toAgent(caller: Caller, message: Fields): void {
    try {
      if (!this.#agent.send(message)) caller.waitForAgent();
    } catch {
      // The agent has ended, and everybody is told.
    }
  }

  #fromAgent(message: Fields): void {
    if (typeof message['method'] === 'string') this.#route(message);
    else if (message['id'] === methods.initialize) this.#introduced(message);
    else this.#settle(message);
  }

  /** The agent answers a request. */
  #settle(answer: Fields): void {
    const asked = this.#asked.get(String(answer['id']));
    if (asked === undefined) return;
    this.#asked.delete(String(answer['id']));
    const opened = sessionIdOf(answer['result']);
    asked.caller.send({ ...answer, id: asked.id });
    if (!('result' in answer)) return;
    if (opened !== undefined) this.#own(opened, asked.caller);
    // Whoever loads or resumes a session is told about it from now on.
    if (asked.sessionId !== undefined && takesOver.has(asked.method)) this.#own(asked.sessionId, asked.caller);
  }

  #route(message: Fields): void {
    const params = fieldsOf(message['params']);
    const sessionId = sessionIdOf(params);
    const asked = this.#asked.get(String(params['requestId']));
    const caller =
      (sessionId === undefined ? undefined : this.#ownerOf(sessionId)) ??
      asked?.caller ??
      this.#asking.get(params['requestId']);
    if (caller !== undefined) {
      const named = asked === undefined ? message : { ...message, params: { ...params, requestId: asked.id } };
      if ('id' in message) this.#asking.set(message['id'], caller);
      caller.send(named);
    } else if (sessionId !== undefined) this.#hold(sessionId, message);
    else if ('id' in message)
      this.#refuse(message['id'], 'Several clients share this agent; say which session it is about.');
    else for (const each of this.#callers) each.send(message);
  }

  /** Whose session it is; one that is being loaded belongs to whoever loads it, so that it gets what is replayed. */
  #ownerOf(sessionId: string): Caller | undefined {
    for (const asked of this.#asked.values()) {
      if (asked.sessionId === sessionId && takesOver.has(asked.method)) return asked.caller;
    }
    return this.#owners.get(sessionId);
  }

  #own(sessionId: string, caller: Caller): void {
    if (!this.#callers.has(caller)) return;
    this.#owners.set(sessionId, caller);
    const waiting = this.#waiting.get(sessionId) ?? [];
    this.#waiting.delete(sessionId);
    for (const message of waiting) this.#route(message);
  }

  /** An agent may speak about a session before it has answered with its id. */
  #hold(sessionId: string, message: Fields): void {
    const isOpening = [...this.#asked.values()].some((asked) => asked.sessionId === undefined);
    const waiting = this.#waiting.get(sessionId) ?? [];
    if (isOpening && waiting.length < mostWaiting) this.#waiting.set(sessionId, [...waiting, message]);
    else if ('id' in message) this.#refuse(message['id'], sessionGone);
  }

  #refuse(id: unknown, message: string): void {
    try {
      this.#agent.send({ jsonrpc: '2.0', id, error: { code: rpcCodes.internalError, message } });
    } catch {
      // It does not wait for an answer any more.
    }
  }

  /** A client is gone: its work is cancelled, and what it was asked is refused. */
  #left(caller: Caller): void {
    this.#callers.delete(caller);
    caller.hangUp();
    for (const [id, asked] of this.#asking) {
      if (asked !== caller) continue;
      this.#asking.delete(id);
      this.#refuse(id, sessionGone);
    }
    for (const { caller: owner, method, sessionId } of this.#asked.values()) {
      if (owner !== caller || method !== methods.prompt) continue;
      this.#toAgent(caller, { jsonrpc: '2.0', method: methods.cancel, params: { sessionId } });
    }
    for (const [sessionId, owner] of this.#owners) if (owner === caller) this.#owners.delete(sessionId);
  }
}

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

function sessionIdOf(value: unknown): string | undefined {
  const { sessionId } = fieldsOf(value);
  return typeof sessionId === 'string' ? sessionId : undefined;
}
