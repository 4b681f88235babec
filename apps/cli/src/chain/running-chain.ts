/** Runs a chain in this process. */
import { managed, type Chain, type ChainEvent, type ChainOptions, type Conductor } from '@acp-stack/conductor';
import { chain } from '@acp-stack/conductor/node';
import { memoryPair, type Channel } from '@acp-stack/rpc';
import type { McpSupport } from '@acp-stack/schema/mcp-support';
import type { AgentComponent, ProxyComponent } from '@acp-stack/sdk';
import { clientSide } from '@acp-stack/trace/format';

import type { Log } from '../log/log.ts';
import type { ProgramTelemetry } from '../telemetry/open-telemetry.ts';
import type { TraceSink } from '../trace/trace-writer.ts';
import { recordOf } from './chain-recording.ts';
import { failureSentence } from './component-failure.ts';
import { RefusalFinder } from './refusal-finder.ts';
import { distinctNames } from './components.ts';

export interface ChainRunOptions {
  readonly proxies: readonly ProxyComponent[];
  /** Undefined for a chain that is itself a proxy. */
  readonly agent: AgentComponent | undefined;
  readonly log: Log;
  readonly trace?: TraceSink | undefined;
  /** Whether this program explains the response to `initialize`, so that a failed start is not logged besides. */
  readonly isToldByResponse?: boolean;
  /** Gives the chain spans and metrics. */
  readonly telemetry?: Pick<ProgramTelemetry, 'observe'> | undefined;
  /** Called with every event; with messages only if `isToldByResponse`. */
  readonly onEvent?: (event: ChainEvent) => void;
}

export interface RunningChain {
  /** The client's end. */
  readonly channel: Channel;
  readonly conductor: Conductor;
  /** The names of the sides, from the client to the agent. */
  readonly sides: readonly string[];
  /** The component that has refused `initialize`, if one has. */
  readonly refusedBy: () => string | undefined;
}

/** Starts a chain; its components are started with the first message. */
export function runChain({
  proxies,
  agent,
  log,
  trace,
  telemetry,
  onEvent,
  isToldByResponse = false,
}: ChainRunOptions): RunningChain {
  const components = distinctNames([...proxies, ...(agent === undefined ? [] : [agent])]);
  const sides = [clientSide, ...components.map(({ name }) => name)];
  trace?.nameSides(sides);
  const [ours, theirs] = memoryPair();
  const refusals = new RefusalFinder();
  const observe = (event: ChainEvent): void => {
    trace?.write(recordOf(event), log);
    refusals.observe(event);
    report(event, log, isToldByResponse);
    onEvent?.(event);
  };
  const made = makeChain(components, agent === undefined ? 'proxy' : 'agent', {
    onEvent: observe,
    // Messages that nothing looks at are not parsed.
    observesMessages: isToldByResponse || trace !== undefined,
  });
  return {
    channel: ours,
    conductor: (telemetry?.observe(made) ?? made).connect(theirs),
    sides,
    refusedBy: () => refusals.refusedBy,
  };
}

/** A command could be a proxy or an agent; the place of the last one says which it is. */
function makeChain(
  components: readonly (AgentComponent | ProxyComponent)[],
  role: 'proxy' | 'agent',
  options: ChainOptions,
): Chain {
  const make = chain.with(options);
  const last = components.at(-1);
  if (last === undefined) return make();
  const before = components.slice(0, -1) as readonly ProxyComponent[];
  const end = managed(last, {});
  return role === 'agent' ? make(...before, { ...end, role }) : make(...before, { ...end, role });
}

/** What an operator should hear without asking, after the reason of the step. */
const notable: Readonly<Record<string, string>> = {
  restarting: '; it is started again',
  failed: '',
  bypassed: '; messages pass it by from now on',
};

function report(event: ChainEvent, log: Log, isToldByResponse: boolean): void {
  if (event.kind === 'output') log.info(`${event.component}: ${event.line}`);
  else if (event.kind === 'refused') {
    // What the conductor itself could not send follows from an end that is reported already.
    if (event.from === 'conductor') log.debug(event.reason);
    else log.warn(`${event.from}: ${event.reason}`);
  } else if (event.kind === 'life') {
    const { component, step, reason, details } = event;
    const advice = notable[step];
    const isTold = isToldByResponse && details?.['isStart'] === true;
    if (advice === undefined || reason === undefined || isTold) log.info(`${component} ${step}`);
    else log.warn(`${failureSentence(reason)}${advice}`);
    if (lacksMcpOverAcp(event)) log.warn(`${component} ${noMcpOverAcp}`);
  }
}

/** What is said of an agent that gets no MCP servers over ACP. */
export const noMcpOverAcp =
  'gets no tools of the client and of proxies: it has no MCP over ACP, and a bridge reaches only agents on this machine';

/** Whether an event says that the agent takes MCP servers, but none over ACP: then nothing could be bridged for it. */
export function lacksMcpOverAcp(event: ChainEvent): boolean {
  if (event.kind !== 'life' || event.step !== 'initialized') return false;
  const { acp, http, stdio } = Object(event.details?.['mcp']) as Partial<McpSupport>;
  return acp === false && (http === true || stdio === true);
}
