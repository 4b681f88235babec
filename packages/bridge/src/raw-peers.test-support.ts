/**
 * A bridge between two raw peers, for the tests of the conversions.
 *
 * A peer sends plain messages and collects what it receives. Everything that leaves the bridge is checked against the
 * version of the peer that receives it; a message that this version does not allow fails the test.
 */
import { memoryPair, type Channel, type ErrorObject, type RequestId } from '@acp-stack/rpc';
import { formatProblem } from '@acp-stack/schema';
import { settled, VirtualClock } from '@acp-stack/testing';

import { setModelMethod } from './extensions/legacy-models.ts';
import { bridge } from './bridge.ts';
import { specs, type Version } from './protocol/methods.ts';
import type { BridgeOptions } from './options/bridge-options.ts';
import type { BridgeReport, Loss } from './loss/report.ts';
import type { Role } from './protocol/role.ts';

/** A message as it is on the wire. */
export interface WireMessage {
  readonly jsonrpc: '2.0';
  readonly id?: RequestId;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: ErrorObject;
}

export interface RawPeersOptions extends Omit<BridgeOptions, 'peer' | 'speaks' | 'onReport' | 'clock'> {
  /** The version of the client; the agent speaks the other one. */
  readonly client: Version;
  /** Which of the two is at the far end of the bridged channel; the other one opens it. */
  readonly peer?: Role;
}

/** One of the two ends. */
export class RawPeer {
  readonly role: Role;
  readonly version: Version;
  /** Everything that arrived. */
  readonly received: WireMessage[] = [];
  /** Why a message should not have arrived. */
  readonly problems: string[] = [];
  isEnded = false;
  readonly #channel: Channel;
  readonly #asked = new Map<RequestId, string>();
  #taken = 0;
  #ids = 0;

  constructor(role: Role, version: Version, channel: Channel) {
    this.role = role;
    this.version = version;
    this.#channel = channel;
    channel.open({
      receive: (message) => {
        // As it would be after the wire: what is undefined does not exist.
        const wire = JSON.parse(JSON.stringify(message)) as WireMessage;
        this.#check(wire);
        this.received.push(wire);
      },
      reject: (problem) => {
        this.problems.push(problem.message);
      },
      ended: () => {
        this.isEnded = true;
      },
    });
  }

  /** Sends anything. */
  send(message: unknown): void {
    this.#channel.send(message);
  }

  /** Sends a request and answers with its id. */
  request(method: string, params: unknown, id: RequestId = this.#nextId()): RequestId {
    this.#asked.set(id, method);
    this.send({ jsonrpc: '2.0', id, method, params });
    return id;
  }

  notify(method: string, params: unknown): void {
    this.send({ jsonrpc: '2.0', method, params });
  }

  /** Tells one piece of news about a session. */
  update(sessionId: string, update: object): void {
    this.notify('session/update', { sessionId, update });
  }

  answer(id: RequestId | undefined, result: unknown): void {
    this.send({ jsonrpc: '2.0', id, result });
  }

  refuse(id: RequestId | undefined, error: ErrorObject): void {
    this.send({ jsonrpc: '2.0', id, error });
  }

  /** What arrived since this was called last. */
  take(): WireMessage[] {
    const taken = this.received.slice(this.#taken);
    this.#taken = this.received.length;
    return taken;
  }

  /** The only message that arrived since `take` was called last. */
  takeOne(): WireMessage {
    const taken = this.take();
    const [only] = taken;
    if (only === undefined || taken.length > 1) {
      throw new Error(`The ${this.role} got ${taken.length} messages in place of one: ${JSON.stringify(taken)}`);
    }
    return only;
  }

  /** The updates of a session, in the order of their arrival. */
  updates(sessionId?: string): unknown[] {
    return this.received.flatMap(({ method, params }) => {
      if (method !== 'session/update') return [];
      const notification = params as { readonly sessionId: string; readonly update: unknown };
      return sessionId === undefined || notification.sessionId === sessionId ? [notification.update] : [];
    });
  }

  close(): void {
    this.#channel.destroy();
  }

  #nextId(): string {
    this.#ids += 1;
    return `${this.role}-${this.#ids}`;
  }

  #check(message: WireMessage): void {
    const { id, method, params } = message;
    if (method === undefined) {
      const asked = this.#asked.get(id ?? null);
      if (asked === undefined) {
        this.problems.push(`an answer that was not asked for: ${JSON.stringify(message)}`);
        return;
      }
      this.#asked.delete(id ?? null);
      if (message.error === undefined) this.#validate(asked, 'result', message.result);
      return;
    }
    this.#validate(method, 'params', params);
  }

  #validate(method: string, part: 'params' | 'result', value: unknown): void {
    if (method.startsWith('_') || method === '$/cancel_request' || method === setModelMethod) return;
    // What only version 1 has is passed on unchanged if the other side understands it.
    const spec =
      specs[this.version].get(method) ?? (/^(fs|terminal)\//.test(method) ? specs[1].get(method) : undefined);
    if (spec === undefined) {
      this.problems.push(`version ${this.version} has no ${method}`);
      return;
    }
    const validator = spec[part];
    if (validator === undefined || validator.is(value)) return;
    const checked = validator.check(value);
    const words = checked.ok ? 'it had to be mended' : checked.problems.map(formatProblem).join('; ');
    this.problems.push(`${method} ${part}: ${words}: ${JSON.stringify(value)}`);
  }
}

/** Two raw ends with a bridge between them. */
export class RawPeers implements AsyncDisposable {
  readonly client: RawPeer;
  readonly agent: RawPeer;
  readonly clock: VirtualClock = new VirtualClock();
  readonly reports: BridgeReport[] = [];

  constructor({ client, peer = 'client', ...options }: RawPeersOptions) {
    const [far, near] = memoryPair();
    const versions = { client, agent: client === 1 ? 2 : 1 } as const;
    const bridged = bridge(near, {
      ...options,
      peer,
      speaks: versions[peer],
      clock: this.clock,
      onReport: (report) => this.reports.push(report),
    });
    this.client = new RawPeer('client', versions.client, peer === 'client' ? far : bridged);
    this.agent = new RawPeer('agent', versions.agent, peer === 'agent' ? far : bridged);
  }

  /** What was lost, in the order of its losing. */
  get losses(): Loss[] {
    return this.reports.filter((report) => report.kind === 'loss');
  }

  /** The rows of what was lost. */
  get lostRows(): string[] {
    return this.losses.map(({ row }) => row);
  }

  /** Waits until what was sent has arrived; fails when something arrived that should not have. */
  async settle(): Promise<void> {
    await settled(1);
    this.#expectHealth();
  }

  /** Lets `ms` pass. */
  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms);
    this.#expectHealth();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.settle();
    this.client.close();
    this.agent.close();
  }

  #expectHealth(): void {
    const problems = [this.client, this.agent].flatMap(({ role, problems: found }) =>
      found.map((each) => `the ${role} got ${each}`),
    );
    const failed = this.reports.filter((report) => report.kind === 'bridge-failed');
    if (problems.length > 0) throw new Error(problems.join('\n'));
    if (failed[0] !== undefined)
      throw new Error(`The bridge failed on ${failed[0].method}.`, { cause: failed[0].error });
  }
}
