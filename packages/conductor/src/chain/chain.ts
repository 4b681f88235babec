/**
 * A chain of components as one component.
 *
 * A chain that ends with an agent is an agent; one that consists of proxies is a proxy, which passes on to its own
 * successor. If the last component can be either, the first message decides: `initialize` makes the chain an agent,
 * `proxy/initialize` a proxy. Nothing is started before that message.
 *
 * A chain advertises MCP over ACP to its client and to its proxies if its agent does. `chain` of the door `node`, which
 * can open ports and start programs, bridges for agents that do not.
 */
import { memoryPair, type Channel, type CloseReason } from '@acp-stack/rpc';
import type { JsonObject } from '@acp-stack/schema/json-object';
import type {
  AgentComponent,
  ChannelWrapper,
  Component,
  McpBridge,
  ProxyComponent,
  StartOptions,
} from '@acp-stack/sdk';

import { requireComponent } from '../components/require-component.ts';
import { checkPolicy } from '../life/supervisor.ts';
import type { ChainOptions } from './chain-options.ts';
import { Conductor, type ChainPlan } from './conductor.ts';

/** What a chain can be: an agent, a proxy, or either. */
export type ChainRole = 'agent' | 'proxy' | 'either';

type Agent = Component & { readonly role: 'agent' };
type Proxy = Component & { readonly role: 'proxy' };
type Either = Component & { readonly role: 'either' };

/** Chooses the components of a chain for a client, by the params of its `initialize`. */
export type ChooseComponents = (
  params: Readonly<Record<string, unknown>>,
) => readonly Component[] | Promise<readonly Component[]>;

/** A chain of components, which is a component itself. */
export class Chain<Role extends ChainRole = ChainRole> implements Component {
  /** The role in a chain around this one. */
  readonly role: Role;
  /** The name in errors, traces and lists. */
  readonly name: string;
  readonly #plan: ChainPlan;
  readonly #options: ChainOptions;

  /** Made by `chain`. */
  constructor(role: Role, choose: ChainPlan['choose'], options: ChainOptions, mcpBridge?: McpBridge) {
    this.role = role;
    this.name = options.name ?? 'chain';
    this.#plan = { name: this.name, role, choose, mcpBridge };
    this.#options = options;
  }

  /**
   * Returns the chain with `wrap` around the channel to its client, or to its conductor, for instance to observe it.
   */
  wrapChannel(wrap: ChannelWrapper): Chain<Role> {
    const { choose, mcpBridge } = this.#plan;
    const { wrapChannel: inner } = this.#options;
    const wrapChannel: ChannelWrapper = (channel) => wrap(inner === undefined ? channel : inner(channel));
    return new Chain(this.role, choose, { ...this.#options, wrapChannel }, mcpBridge);
  }

  /** Serves one client, or one conductor; returns at once, and starts nothing before the first message. */
  connect(channel: Channel): Conductor {
    return this.#run(channel, this.#plan);
  }

  /** Serves one client, or one conductor; resolves when the connection and all components have ended. */
  serve(channel: Channel): Promise<CloseReason> {
    return this.connect(channel).closed;
  }

  /** Serves one connection in this process; returns the other end of it. */
  start({ signal, onOutput }: StartOptions = {}): Channel {
    signal?.throwIfAborted();
    const [ours, theirs] = memoryPair();
    const running = this.#run(theirs, { ...this.#plan, onOutput });
    const stop = (): void => {
      running.destroy();
    };
    signal?.addEventListener('abort', stop, { once: true });
    void running.closed.then(() => {
      signal?.removeEventListener('abort', stop);
    });
    return ours;
  }

  #run(channel: Channel, plan: ChainPlan): Conductor {
    const { wrapChannel } = this.#options;
    return new Conductor(wrapChannel === undefined ? channel : wrapChannel(channel), plan, this.#options);
  }

  /** Returns the chain with `bridge` before its agent, or the chain itself if it was made with one. */
  withMcpBridge(bridge: McpBridge): Chain<Role> {
    const { choose, mcpBridge } = this.#plan;
    return mcpBridge === undefined ? new Chain(this.role, choose, this.#options, bridge) : this;
  }
}

/** Makes chains; the types know which component may stand where. */
export interface MakeChain {
  /** Makes a chain without components, which passes everything on. */
  (): Chain<'proxy'>;
  /** Makes a chain that is an agent. */
  (...components: readonly [...ProxyComponent[], Agent]): Chain<'agent'>;
  /** Makes a chain that is a proxy. */
  (...components: readonly [...ProxyComponent[], Proxy]): Chain<'proxy'>;
  /** Makes a chain that is an agent or a proxy, as its first message says. */
  (...components: readonly [...ProxyComponent[], Either]): Chain<'either'>;
}

/** Makes chains, with or without options. */
export interface ChainFactory<Options extends ChainOptions = ChainOptions> extends MakeChain {
  /** Returns `chain` with options. */
  readonly with: (options: Options) => MakeChain;
  /** Makes a chain whose components are chosen when a client sends `initialize`. */
  readonly from: (choose: ChooseComponents, options?: Options) => Chain<'either'>;
}

/** Returns the function that makes chains. `bridgeOf` returns the MCP bridge that the options ask for, if any. */
export function chainFactory<Options extends ChainOptions>(
  none: Options,
  bridgeOf: (options: Options) => McpBridge | undefined,
): ChainFactory<Options> {
  const make =
    (options: Options): MakeChain =>
    (...components: readonly (AgentComponent | ProxyComponent)[]) =>
      new Chain(roleOf(components), () => components, options, bridgeOf(options)) as never;
  return Object.assign(make(none), {
    with: make,
    from: (choose: ChooseComponents, options: Options = none): Chain<'either'> => {
      if (typeof choose !== 'function')
        throw new TypeError('chain.from takes a function that returns the components, as in chain.from(() => [mine]).');
      return new Chain('either', (params: JsonObject) => choose(params), options, bridgeOf(options));
    },
  });
}

function roleOf(components: readonly (AgentComponent | ProxyComponent)[]): ChainRole {
  components.forEach((component, index) => {
    requireComponent(component, `Component ${index + 1} of the chain`);
  });
  const misplaced = components.slice(0, -1).find(({ role }) => role === 'agent');
  if (misplaced !== undefined) {
    throw new TypeError(`${misplaced.name} is an agent and has no successor; put it at the end of the chain.`);
  }
  for (const component of components) checkPolicy(component);
  return components.at(-1)?.role ?? 'proxy';
}

/**
 * Makes a chain of components, in any runtime. It advertises MCP over ACP if its agent does; `chain` of
 * `@acp-stack/conductor/node` bridges for agents that do not.
 */
export const chain: ChainFactory = chainFactory<ChainOptions>({}, () => undefined);
