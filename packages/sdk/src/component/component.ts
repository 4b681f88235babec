/**
 * What can stand in a chain: an agent, a proxy, a command, a remote address, another chain.
 *
 * Each `start` makes a connection of its own. The channel that it returns is our end: opening it begins the exchange,
 * ending it lets the component end, and when the component ends by itself the channel says so.
 */
import { memoryPair, type Channel } from '@acp-stack/rpc';

/** What a component may be told when it is started. */
export interface StartOptions {
  /** Stops the component at once. */
  readonly signal?: AbortSignal;
  /** Called with each line that the component writes besides its messages, such as stderr of a process. */
  readonly onOutput?: (line: string, from?: 'stderr' | 'stdout') => void;
}

/** Puts MCP over ACP before an agent that may lack it: wraps the channel to the agent. */
export type McpBridge = (agent: Channel) => Channel;

/** What becomes of a chain when a component of it has ended by itself. */
export type ExitPolicy = 'restart' | 'fail' | 'bypass';

/** Anything that can stand in a chain. */
export interface Component {
  /** The name in errors, traces and lists. */
  readonly name: string;
  /** What a chain does when the component has ended by itself; `restart` when absent. */
  readonly onExit?: ExitPolicy;
  /**
   * Whether messages may pass the component by once it has failed; never, when absent. Only for components that
   * protect nothing: it is what `bypass` needs.
   */
  readonly mayBypass?: boolean;
  /** Starts the component and returns our end of the connection to it; a new one each time. */
  start(options?: StartOptions): Channel;
  /**
   * Returns the component with `bridge` before its agent, or as it is, if it decides about that itself. Only for
   * components that know a better place than the channel that `start` returns: a chain has its agent inside.
   */
  withMcpBridge?(bridge: McpBridge): Component;
}

/** A component that can be the end of a chain. `either` is one whose role is not known before it runs. */
export interface AgentComponent extends Component {
  /** `agent` if it cannot have a successor. */
  readonly role: 'agent' | 'either';
}

/** A component that can stand before another one. `either` is one whose role is not known before it runs. */
export interface ProxyComponent extends Component {
  /** `proxy` if it needs a successor. */
  readonly role: 'proxy' | 'either';
}

/** Starts a component in this process: `connect` serves the other end of the channel that is returned. */
export function startInProcess(connect: (channel: Channel) => unknown, { signal }: StartOptions = {}): Channel {
  signal?.throwIfAborted();
  const [ours, theirs] = memoryPair();
  connect(theirs);
  signal?.addEventListener(
    'abort',
    () => {
      ours.destroy(signal.reason instanceof Error ? signal.reason : undefined);
    },
    { once: true },
  );
  return ours;
}

/** Returns the channel to `target`, which is started if it is a component. */
export function channelTo(target: Channel | AgentComponent, options?: StartOptions): Channel {
  requireAgent(target);
  return 'start' in target ? target.start(options) : target;
}

/** Plain JavaScript has no types that refuse what is neither a channel nor an agent. */
function requireAgent(target: unknown): void {
  const what = 'an agent(), a chain() that ends with an agent, or a channel such as spawnAgent([program, ...args])';
  const { start, role, name, send } = Object(target) as Partial<Record<'start' | 'role' | 'name' | 'send', unknown>>;
  if (role === 'proxy')
    throw new TypeError(`${String(name)} is a proxy without an agent; connect to chain(${String(name)}, myAgent).`);
  if (typeof start !== 'function' && typeof send !== 'function')
    throw new TypeError(`A client connects to ${what}, not to ${describe(target)}.`);
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object that is neither' : typeof value;
}
