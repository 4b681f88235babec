/** One start of a chain for a check: what its components answer, and what goes wrong. */
import { managed, type ChainEvent } from '@acp-stack/conductor';
import { describeError, RpcError, wrapChannel, type Channel } from '@acp-stack/rpc';
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';
import { mcpSupportOf } from '@acp-stack/schema/mcp-support';
import { client, type AgentComponent, type ProxyComponent } from '@acp-stack/sdk';

import { failureSentence, isComponentFailure } from '../../chain/component-failure.ts';
import { lacksMcpOverAcp, runChain } from '../../chain/running-chain.ts';
import { agentAdvice, isAgentRefusal, proxyAdvice } from '../../connect/explain-failure.ts';
import { exitCodes } from '../../errors/command-error.ts';
import type { Log } from '../../log/log.ts';
import type { TraceWriter } from '../../trace/trace-writer.ts';

/** What is known of one component. */
export interface Checked {
  readonly name: string;
  readonly role: 'proxy' | 'agent';
  /** What is started or connected to. */
  readonly runs: string;
  /** The version of the protocol in its answer to `initialize`. */
  version?: number;
  /** Which messages start and wrap it: `proxy/*`, or the older `_proxy/*`. */
  dialect?: string;
  /** The capabilities that it answered, in the form of its version. */
  capabilities?: JsonObject;
  /** Whether messages between it and its successor are converted. */
  isBridged?: boolean;
  /** Whether it takes MCP servers, but not those of the client and of proxies. */
  lacksMcpOverAcp?: boolean;
  /** Whether a bridge gives it the MCP servers of the client and of proxies. */
  hasMcpBridge?: boolean;
  /** What went wrong. */
  problem?: string;
  /** Whether it was sent `initialize` and has not answered. */
  isAsked?: boolean;
}

export interface AttemptOptions {
  readonly proxies: readonly ProxyComponent[];
  readonly agent: AgentComponent | undefined;
  readonly log: Log;
  readonly trace: TraceWriter | undefined;
  readonly version: string;
  /** Milliseconds for the whole chain to answer. */
  readonly timeout: number;
  /** Returns what a component runs, by its index. */
  readonly runs: (index: number) => string;
  /** Called with the components as they are known, before the chain is started. */
  readonly onBegin?: (checked: readonly Checked[]) => void;
}

export interface Attempt {
  readonly checked: readonly Checked[];
  /** Why the chain could not be started. */
  readonly failure?: string;
  readonly exitCode: number;
}

/** Starts a chain, lets it answer `initialize`, and ends it. */
export async function attempt(options: AttemptOptions): Promise<Attempt> {
  const { proxies, agent, log, trace, timeout, version, runs, onBegin } = options;
  const checked: Checked[] = [];
  let isNative: boolean | undefined;
  const watched = agent === undefined ? undefined : beforeBridge(agent, (acp) => (isNative = acp));
  const onEvent = (event: ChainEvent): void => note(event, checked);
  const chain = runChain({ proxies, agent: watched, log, trace, onEvent, isToldByResponse: true });
  chain.sides.slice(1).forEach((name, index) => {
    checked.push({ name, role: index < proxies.length ? 'proxy' : 'agent', runs: runs(index) });
  });
  onBegin?.(checked);
  let failed: Omit<Attempt, 'checked'> = { exitCode: 0 };
  try {
    const made = client({ name: 'acp', title: 'acp-stack', version });
    const connection = await made.connect(chain.channel, { timeout });
    await connection.close({ grace: 1000 }).catch(() => undefined);
  } catch (error) {
    failed = failureOf(error, { checked, refusedBy: chain.refusedBy(), timeout });
  }
  await chain.conductor.close({ grace: 2000 });
  const last = checked.at(-1);
  if (isNative === false && last?.role === 'agent' && last.lacksMcpOverAcp !== true && kindsOf(last).includes('acp'))
    last.hasMcpBridge = true;
  return { checked, ...failed };
}

function failureOf(
  error: unknown,
  { checked, refusedBy, timeout }: { checked: readonly Checked[]; refusedBy: string | undefined; timeout: number },
): Omit<Attempt, 'checked'> {
  const slow = slowest(checked);
  if (slow !== undefined && checked.every(({ problem }) => problem === undefined) && !(error instanceof RpcError)) {
    const role = slow.role === 'proxy' ? 'a proxy' : 'an agent';
    const failure = `${slow.name} has not answered within ${timeout / 1000} seconds; is it ${role}? --timeout allows more`;
    slow.problem = failure;
    return { failure, exitCode: exitCodes.failed };
  }
  if (isComponentFailure(error) && !isAgentRefusal(error))
    return { failure: failureSentence(error.message), exitCode: exitCodes.notStarted };
  const failure = refusalWords(error, refusedBy, checked);
  const refusing = checked.find(({ name }) => name === refusedBy);
  if (refusing !== undefined) refusing.problem ??= failure;
  return { failure, exitCode: exitCodes.failed };
}

function refusalWords(error: unknown, name: string | undefined, checked: readonly Checked[]): string {
  const words = describeError(error);
  if (name === undefined) return words;
  if (error instanceof RpcError && isAgentRefusal(error)) return agentAdvice(name);
  const isProxy = checked.find((each) => each.name === name)?.role === 'proxy';
  const advice = isProxy && error instanceof RpcError ? proxyAdvice(error.code) : '';
  return `${name} rejected initialize: ${words.replace(/\.$/u, '')}${advice === '' ? '' : `; ${advice}`}`;
}

/** The component that others wait for: the last one that was asked and has not answered. */
export const slowest = (checked: readonly Checked[]): Checked | undefined => checked.findLast(({ isAsked }) => isAsked);

/** Takes what an event says about a component. */
function note(event: ChainEvent, checked: readonly Checked[]): void {
  const of = (name: string): Checked | undefined => checked.find((each) => each.name === name);
  if (event.kind === 'life') {
    const about = of(event.component);
    if (about === undefined) return;
    const { version, isBridged, dialect } = event.details ?? {};
    if (typeof version === 'number') about.version = version;
    if (isBridged === true) about.isBridged = true;
    if (lacksMcpOverAcp(event)) about.lacksMcpOverAcp = true;
    if (typeof dialect === 'string') about.dialect = dialect;
    if (event.step === 'failed' || event.step === 'ended') about.problem = event.reason ?? event.step;
  }
  if (event.kind !== 'message') return;
  const { result, method, id } = event.message;
  const asked = of(event.to);
  if (asked !== undefined && id !== undefined && typeof method === 'string' && /(?:^|\/)initialize$/u.test(method))
    asked.isAsked = true;
  const about = of(event.from);
  if (about === undefined || !isJsonObject(result) || typeof result['protocolVersion'] !== 'number') return;
  about.isAsked = false;
  about.version ??= result['protocolVersion'];
  const capabilities = result['capabilities'] ?? result['agentCapabilities'];
  if (isJsonObject(capabilities)) about.capabilities ??= capabilities;
}

/** The kinds of MCP servers that a component takes, in either version; one of version 1 always takes programs. */
export function kindsOf({ version, capabilities = {} }: Checked): readonly string[] {
  const session = capabilities['session'];
  const kinds = capabilities['mcpCapabilities'] ?? (isJsonObject(session) ? session['mcp'] : undefined);
  const named = isJsonObject(kinds) ? Object.keys(kinds).filter((kind) => isTaken(kinds[kind])) : [];
  return version === 1 && !named.includes('stdio') ? ['stdio', ...named] : named;
}

const isTaken = (value: unknown): boolean => value !== false && value !== null;

/** The agent, and a look at what it says itself of MCP over ACP, before a bridge adds to that. */
function beforeBridge(agent: AgentComponent, see: (acp: boolean) => void): AgentComponent {
  const look = (channel: Channel): Channel => {
    const seen = wrapChannel(channel, {
      receive: (message, text, receiver) => {
        const result = isJsonObject(message) ? message['result'] : undefined;
        if (isJsonObject(result) && result['protocolVersion'] !== undefined) see(mcpSupportOf(result).acp);
        receiver.receive(message, text);
      },
    });
    if (!isDisposable(channel)) return seen;
    return Object.assign(seen, { [Symbol.asyncDispose]: () => channel[Symbol.asyncDispose]() });
  };
  const plain = managed(agent, {});
  if (plain.withMcpBridge === undefined) return { ...plain, start: (options) => look(plain.start(options)) };
  return { ...plain, withMcpBridge: (bridge) => plain.withMcpBridge?.((channel) => bridge(look(channel))) ?? plain };
}

const isDisposable = (value: object): value is AsyncDisposable => Symbol.asyncDispose in value;
