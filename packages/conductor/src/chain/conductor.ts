/**
 * One connection to a chain: starts the components with the first message, links them, and ends them with it.
 *
 * The first message is `initialize`, then the last component is the agent, or `proxy/initialize`, then the successor of
 * the last one is that of the chain, which is reached through the same connection. Everything else before that is
 * refused, and the connection goes on.
 */
import {
  describeError,
  RpcError,
  rpcCodes,
  systemClock,
  type Channel,
  type CloseReason,
  type ErrorObject,
} from '@acp-stack/rpc';
import type { JsonObject } from '@acp-stack/schema/json-object';
import type { Component, McpBridge } from '@acp-stack/sdk';

import { mcpBridged } from '../components/mcp-bridged.ts';
import { requireComponent } from '../components/require-component.ts';
import { current, initializeMethod, type Dialect } from '../envelope/dialect.ts';
import { RoutedCall } from '../envelope/routed-message.ts';
import { exitError } from '../life/exit-error.ts';
import { Member } from '../life/member.ts';
import { defaultRestartLimits } from '../life/restart-limits.ts';
import { checkPolicy, Supervisor } from '../life/supervisor.ts';
import { Connection, type Shared } from '../route/connection.ts';
import { errorObject } from '../route/error-response.ts';
import { Flow } from '../route/flow.ts';
import { FreshIds } from '../route/fresh-ids.ts';
import { HeldQueue } from '../route/held-queue.ts';
import { translateOlderMcp } from '../route/older-mcp.ts';
import type { Source, Target } from '../route/pending.ts';
import { Port, type End } from '../route/port.ts';
import { refuse } from '../route/refuse.ts';
import type { HandlerWrapper } from '../route/handler-wrapper.ts';
import { wrapStage } from '../route/wrap-stage.ts';
import { Link } from '../versions/link.ts';
import type { ChainOptions } from './chain-options.ts';
import { McpAdvertising } from './mcp-advertising.ts';

/** What a chain consists of, as far as it is known. */
export interface ChainPlan {
  /** Called with the lines that its components write besides their messages, each with the name of the component. */
  readonly onOutput?: ((line: string) => void) | undefined;
  readonly name: string;
  readonly role: 'agent' | 'proxy' | 'either';
  /** What gives the agent MCP over ACP; undefined if the chain advertises what its agent does. */
  readonly mcpBridge: McpBridge | undefined;
  /** Returns the components for a client that sent these `initialize` params. */
  readonly choose: (params: JsonObject) => readonly Component[] | Promise<readonly Component[]>;
}

type Mode = 'agent' | 'proxy';

/** A running chain on one connection. */
export class Conductor {
  /** Settles when the connection and all components have ended. */
  readonly closed: Promise<CloseReason>;
  readonly #plan: ChainPlan;
  readonly #options: ChainOptions;
  readonly #shared: Shared;
  readonly #upstream: Connection;
  readonly #gate: Target;
  readonly #supervisor: Supervisor;
  /** Components of a chain that could not be started, until nothing of them is left. */
  readonly #leaving = new Set<Promise<void>>();
  #members: Member[] = [];
  #isClosing = false;
  #settleClosed: (reason: CloseReason) => void = () => undefined;

  constructor(channel: Channel, plan: ChainPlan, options: ChainOptions) {
    this.#plan = plan;
    this.#options = options;
    const { onEvent: observe, observesMessages = true } = options;
    const observeMessage = observesMessages ? observe : undefined;
    this.#shared = { ids: new FreshIds(), flow: new Flow(), observe, observeMessage };
    this.#supervisor = new Supervisor({
      clock: options.clock ?? systemClock,
      limits: { ...defaultRestartLimits, ...options.restart },
      observe,
    });
    this.closed = new Promise((resolve) => (this.#settleClosed = resolve));
    this.#gate = new StartGate(this.#shared, (source, message) => {
      if (plan.role === 'proxy') refuse(source, message, hasNoAgent);
      else this.#begin('agent', source, message);
    });
    const place = {
      name: 'client',
      onEnded: (error: Error | undefined) => {
        void this.#upstreamEnded(error);
      },
      onProxyStart: (source: Source, message: RoutedCall, dialect: Dialect) => {
        this.#beginProxy(source, message, dialect);
      },
    };
    this.#upstream = new Connection(channel, place, this.#shared, this.#gate);
    this.#upstream.open();
  }

  /** Lets the components end, and stops those that have not ended after `grace` milliseconds. */
  async close({ grace = defaultGrace }: { readonly grace?: number } = {}): Promise<void> {
    await this.#stop(grace);
    await this.#upstream.channel.end().finally(() => {
      this.#settleClosed({ by: 'us', error: undefined });
    });
  }

  /** Stops everything at once. */
  destroy(error?: Error): void {
    this.#isClosing = true;
    this.#supervisor.stop();
    for (const member of this.#members) member.destroy();
    this.#upstream.channel.destroy(error);
    this.#settleClosed({ by: 'us', error });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  // -------------------------------------------------------------------------------------------- starting

  #beginProxy(source: Source, message: RoutedCall, dialect: Dialect): void {
    const renamed = RoutedCall.of({ ...message.fields, method: initializeMethod });
    const isRunning = this.#upstream.plain.target !== this.#gate;
    if (this.#plan.role === 'agent' || (isRunning && this.#upstream.wrapped === undefined)) {
      refuse(source, message, isRunning ? onlyConductor : expected);
      return;
    }
    this.#upstream.dialect = dialect;
    if (isRunning) this.#upstream.plain.target.request(source, renamed);
    else this.#begin('proxy', source, renamed);
  }

  #begin(mode: Mode, source: Source, message: RoutedCall): void {
    const start = (components: readonly Component[]): void => {
      if (this.#isClosing) throw new RpcError(closing.code, closing.message);
      this.#start(mode, components);
      this.#upstream.plain.target.request(source, message);
    };
    const failed = (error: unknown): void => {
      this.#reset();
      refuse(source, message, errorOf(error));
    };
    try {
      const chosen = this.#plan.choose((message.params ?? {}) as JsonObject);
      if (!isPromise(chosen)) {
        start(chosen);
        return;
      }
      const waiting = new HeldQueue(this.#plan.name);
      this.#upstream.plain.target = waiting;
      this.#upstream.channel.pause();
      void chosen
        .then(start)
        .catch(failed)
        .then(() => {
          waiting.flush(this.#upstream.plain.target);
          this.#upstream.channel.resume();
        });
    } catch (error) {
      failed(error);
    }
  }

  /** Starts all components at once, and links them in their order. */
  #start(mode: Mode, components: readonly Component[]): void {
    const last = components.length - 1;
    if (mode === 'agent' && last < 0) throw new RpcError(rpcCodes.internalError, 'The chain has no agent.');
    const upstream = this.#upstream;
    if (!Array.isArray(components)) throw new TypeError('chain.from must be given a function that returns an array.');
    components.forEach((component, index) => {
      requireComponent(component, `Component ${index + 1} of the chain`);
      checkPolicy(component);
    });
    this.#members = [];
    const { mcpBridge } = this.#plan;
    const places = components.map((component, index) => {
      if (isWrapping(component)) return component;
      const isProxy = mode === 'proxy' || index < last;
      const placed = isProxy || mcpBridge === undefined ? component : mcpBridged(component, mcpBridge);
      const member = this.#startMember(placed, isProxy);
      this.#members.push(member);
      return member;
    });
    upstream.wrapped = mode === 'proxy' ? new Port(upstream, true, this.#gate, 'successor') : undefined;
    let before: End = upstream.plain;
    const mcp = new McpAdvertising();
    for (const place of places) {
      if (place instanceof Member) {
        this.#link([before, place.connection.plain], place, mcp);
        before = place.connection.wrapped ?? before;
      } else {
        const { near, far } = wrapStage(place.name, place.wrapper, {
          target: this.#gate,
          flow: this.#shared.flow,
          observe: this.#shared.observe,
        });
        before.target = near;
        near.target = before;
        before = far;
      }
    }
    if (upstream.wrapped !== undefined) this.#link([before, upstream.wrapped], undefined, mcp);
    for (const { connection } of this.#members) connection.open();
  }

  /** Lets two neighbours talk to each other; `member` is the one after, undefined for the successor of the chain. */
  #link([before, after]: readonly [End, End], member: Member | undefined, mcp: McpAdvertising): void {
    const { observe } = this.#shared;
    const isProxy = this.#upstream.wrapped !== undefined;
    const isEnd = member === undefined || (!isProxy && member === this.#members.at(-1));
    const isFirst = member === this.#members[0];
    const isClient = isFirst && !isProxy;
    const link = new Link(before, after, {
      shared: this.#shared,
      clock: this.#options.clock,
      isClient,
      isSuccessor: member === undefined,
      hasForwarded: () => member?.handshake?.hasForwarded ?? false,
      corrected: (response) => mcp.corrected(response, { isForConductor: isFirst && isProxy, isEnd }),
      onVersion: (version, isBridged) => {
        const port = member?.connection.wrapped;
        if (port !== undefined && member?.connection.dialect !== current) translateOlderMcp(port);
        if (observe === undefined || member === undefined) return;
        const dialect = member.handshake === undefined ? {} : { dialect: member.connection.dialect.name };
        const details = { version, isBridged, ...dialect, ...(isEnd ? { mcp: mcp.support } : {}) };
        observe({ kind: 'life', component: member.name, step: 'initialized', details });
      },
    });
    link.connect();
  }

  #startMember(component: Component, isProxy: boolean): Member {
    try {
      return new Member(component, {
        shared: this.#shared,
        isProxy,
        target: this.#gate,
        onOutput: this.#plan.onOutput,
        onEnded: (member, error) => {
          this.#memberEnded(member, error);
        },
      });
    } catch (error) {
      const { name } = component;
      const reason = `The component ${name} could not be started: ${words(error)}`;
      this.#startFailed(name, reason);
      const data = { component: name, details: words(error) };
      throw new RpcError(rpcCodes.internalError, reason, { cause: error, data });
    }
  }

  // -------------------------------------------------------------------------------------------- ending

  #memberEnded(member: Member, error: Error | undefined): void {
    if (this.#isClosing || !this.#members.includes(member)) return;
    const failure = exitError(member.name, error, member.lastWords.lines);
    if (this.#members.every(({ isInitialized }) => isInitialized)) {
      this.#supervisor.ended(member, failure);
      return;
    }
    // The client may initialize again, and everything is started again then.
    this.#startFailed(member.name, failure.message);
    for (const { connection } of this.#members) {
      connection.abandonAll();
      connection.refuseAll(failure);
    }
    this.#reset();
  }

  #startFailed(component: string, reason: string): void {
    this.#shared.observe?.({ kind: 'life', component, step: 'failed', reason, details: { isStart: true } });
  }

  /** Ends the components of a chain that could not be started. */
  #reset(): void {
    const members = this.#members;
    this.#members = [];
    for (const member of members) {
      member.destroy();
      this.#leaving.add(member.gone());
    }
    this.#upstream.plain.target = this.#gate;
    this.#upstream.wrapped = undefined;
  }

  async #upstreamEnded(error: Error | undefined): Promise<void> {
    await this.#stop(defaultGrace);
    // A client that has gone does not care whether the other direction ends.
    await this.#upstream.channel.end().catch(() => undefined);
    this.#settleClosed({ by: 'them', error });
  }

  async #stop(grace: number): Promise<void> {
    this.#isClosing = true;
    this.#supervisor.stop();
    const clock = this.#options.clock ?? systemClock;
    for (const member of this.#members) member.end();
    const cancel = clock.schedule(grace, () => {
      for (const member of this.#members) member.destroy();
    });
    await Promise.all([...this.#leaving, ...this.#members.map((member) => member.gone())]);
    cancel();
    for (const { connection } of this.#members) connection.refuseAll(closing);
  }
}

/** Milliseconds that components have to end; a process has grace periods of its own before that. */
const defaultGrace = 10_000;

const closing = errorObject(rpcCodes.internalError, 'The chain is being closed.');
const expected = errorObject(
  rpcCodes.invalidRequest,
  'The first request of a connection must be initialize.',
  'expected `initialize` request',
);
const hasNoAgent = errorObject(
  rpcCodes.invalidRequest,
  'This chain has no agent, so only a conductor can start it, with proxy/initialize; put an agent at its end.',
  'expected `initialize` request',
);
const onlyConductor = errorObject(
  rpcCodes.invalidRequest,
  'Invalid request',
  'initialize/proxy requests are only sent by the conductor',
);

/** What arrives before the components are started. */
class StartGate implements Target {
  readonly #shared: Shared;
  readonly #begin: Target['request'];

  constructor(shared: Shared, begin: Target['request']) {
    this.#shared = shared;
    this.#begin = begin;
  }

  request(source: Source, message: RoutedCall): void {
    if (message.method === initializeMethod) this.#begin(source, message);
    else refuse(source, message, expected);
  }

  notify(source: Source, { fields: message }: RoutedCall): void {
    this.#shared.observe?.({ kind: 'refused', from: source.name, reason: expected.message, message });
  }
}

function errorOf(error: unknown): ErrorObject {
  if (error instanceof RpcError) return errorObject(error.code, error.message, error.data);
  return errorObject(rpcCodes.internalError, `The components of the chain could not be chosen: ${words(error)}`);
}

const words = (error: unknown): string => describeError(error);

/** Whether a component is run without a connection. */
const isWrapping = (component: Component): component is Component & { readonly wrapper: HandlerWrapper } =>
  'wrapper' in component;

const isPromise = <T>(value: T | Promise<T>): value is Promise<T> => value instanceof Promise;
