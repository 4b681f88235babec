/** The one call that gives a program spans and metrics. */
import type { Channel } from '@acp-stack/rpc';
import type { Agent, ChannelWrapper, Client, Component, StartOptions } from '@acp-stack/sdk';
import { context, trace } from '@opentelemetry/api';

import { parentOf } from '../trace/trace-parent.ts';
import type { SideOptions } from './observed-side.ts';
import { observedChannel } from './observed-channel.ts';
import { telemetry, type ObserveOptions, type Telemetry } from './telemetry.ts';

export type { ObserveOptions };

/** Wraps the channels of a hub. */
export interface HubObserver {
  /** Wraps the channel of a client. */
  readonly client: ChannelWrapper;
  /** Wraps the channel to an agent. */
  readonly agent: ChannelWrapper;
}

/** Options of a hub, as `openHub` takes them. */
export interface ObservableHubOptions {
  /** Its agents; what has them and no `start` is taken for the options of a hub. */
  readonly agents: Readonly<Record<string, unknown>>;
  /** What `observe` sets. */
  readonly observer?: HubObserver;
}

/** A chain, or whatever else serves clients and says what wraps their channels. */
interface WrappableComponent extends Component {
  wrapChannel(wrap: ChannelWrapper): WrappableComponent;
}

/** What can be observed: an agent, a client, a chain or another component, or the options of a hub. */
export type Observable = Agent | Client | Component | ObservableHubOptions;

const sides = {
  client: { role: 'client', prompts: 'out', countsWork: true },
  agent: { role: 'agent', prompts: 'in', countsWork: true },
  conductor: { role: 'conductor', prompts: 'in', countsWork: true },
  hubClients: { role: 'hub', prompts: 'in', countsWork: false },
  hubAgents: { role: 'hub', prompts: 'out', countsWork: true },
} as const satisfies Readonly<Record<string, SideOptions>>;

/**
 * Gives a program OpenTelemetry spans and metrics: an `agent()`, a `client()`, a chain, a command or an address, or the
 * options of `openHub`. Returns what stands in its place; an agent and a client are returned themselves.
 *
 * A connection is observed if spans or metrics have a provider when it begins.
 */
export function observe<T extends Observable>(program: T, options: ObserveOptions = {}): T {
  const current = telemetry(options);
  const wrap =
    (side: SideOptions): ChannelWrapper =>
    (channel) =>
      observedChannel(channel, current(), side);
  return observed(program, wrap, current) as T;
}

function observed(
  program: Observable,
  wrap: (side: SideOptions) => ChannelWrapper,
  current: () => Telemetry | undefined,
): Observable {
  if (isAgent(program)) return program.wrapChannel(wrap(sides.agent)).wrapPrompt(inTurn(current));
  if (isClient(program)) return program.wrapChannel(wrap(sides.client));
  if (isComponent(program)) {
    if (serves(program)) return program.wrapChannel(wrap(sides.conductor));
    return startedWith(program, wrap(sides.client));
  }
  if (isHub(program)) return { ...program, observer: { client: wrap(sides.hubClients), agent: wrap(sides.hubAgents) } };
  throw new TypeError(
    'observe() takes an agent(), a client(), a chain(), a command or an address, or the options of openHub().',
  );
}

/** Runs the handler of a prompt in the context of its turn, so that spans of models and tools belong to the turn. */
function inTurn(current: () => Telemetry | undefined): Parameters<Agent['wrapPrompt']>[0] {
  return (handler) => (turn) => {
    const parent = parentOf({ _meta: turn.trace });
    const span = parent === undefined ? undefined : current()?.turns.get(parent.spanId);
    if (span === undefined) return handler(turn);
    return context.with(trace.setSpan(context.active(), span), () => handler(turn));
  };
}

/** The component, with the channel to it observed. */
function startedWith(component: Component, wrap: ChannelWrapper): Component {
  const { role } = component as { readonly role?: unknown };
  const { name, onExit, mayBypass } = component;
  const wrapped = {
    role,
    name,
    ...(onExit === undefined ? {} : { onExit }),
    ...(mayBypass === undefined ? {} : { mayBypass }),
    start: (options?: StartOptions): Channel => wrap(component.start(options)),
    ...(component.withMcpBridge === undefined
      ? {}
      : {
          withMcpBridge: (...bridge: Parameters<NonNullable<Component['withMcpBridge']>>) =>
            startedWith(component.withMcpBridge?.(...bridge) ?? component, wrap),
        }),
  };
  return wrapped;
}

const has = (value: unknown, method: string): boolean => typeof Reflect.get(Object(value), method) === 'function';

const isAgent = (program: Observable): program is Agent => has(program, 'wrapPrompt') && has(program, 'wrapChannel');
const isClient = (program: Observable): program is Client =>
  has(program, 'onPermission') && has(program, 'wrapChannel');
const isComponent = (program: Observable): program is Component => has(program, 'start');
const serves = (component: Component): component is WrappableComponent => has(component, 'wrapChannel');
const isHub = (program: Observable): program is ObservableHubOptions =>
  'agents' in program && typeof program.agents === 'object';
