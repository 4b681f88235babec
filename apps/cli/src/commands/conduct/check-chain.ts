/** `acp conduct --check`: starts a chain, and shows what its components are and can do. */
import type { ChainEvent } from '@acp-stack/conductor';
import { describeError, RpcError } from '@acp-stack/rpc';
import { client, type AgentComponent, type ProxyComponent } from '@acp-stack/sdk';

import type { ChainSpec } from '../../chain/chain-file.ts';
import type { ComponentSpec } from '../../chain/component-spec.ts';
import { failureSentence, isComponentFailure } from '../../chain/component-failure.ts';
import { lacksMcpOverAcp, noMcpOverAcp, runChain } from '../../chain/running-chain.ts';
import { proxyAdvice } from '../../connect/explain-failure.ts';
import { exitCodes } from '../../errors/command-error.ts';
import { isJsonObject, type JsonObject } from '../../json/json-object.ts';
import type { Log } from '../../log/log.ts';
import { layOut, type Cell } from '../../terminal/columns.ts';
import { createPalette } from '../../terminal/palette.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { quoteWord } from '../../text/shell-words.ts';
import { inOneLine } from '../../text/strip-control-characters.ts';
import type { TraceWriter } from '../../trace/trace-writer.ts';
import { withoutPeriod } from '../../text/without-period.ts';

export interface CheckOptions {
  readonly spec: ChainSpec;
  readonly proxies: readonly ProxyComponent[];
  readonly agent: AgentComponent | undefined;
  readonly log: Log;
  readonly trace: TraceWriter | undefined;
  readonly format: 'text' | 'json' | undefined;
  readonly version: string;
  /** Milliseconds for the whole chain to answer. */
  readonly timeout: number;
}

/** What is known of one component. */
interface Checked {
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
  /** What went wrong. */
  problem?: string;
  /** Whether it was sent `initialize` and has not answered. */
  isAsked?: boolean;
}

/** Milliseconds after which a check that waits says for what. */
const quiet = 1000;

export async function checkChain(options: CheckOptions, terminal: Terminal): Promise<number> {
  const { spec, proxies, agent, log, trace, timeout } = options;
  const specs = [...spec.proxies, ...(spec.agent === undefined ? [] : [spec.agent])];
  const checked: Checked[] = [];
  const watch = (event: ChainEvent): void => {
    note(event, checked);
  };
  const { channel, conductor, sides, refusedBy } = runChain({
    proxies,
    agent,
    log,
    trace,
    onEvent: watch,
    isToldByResponse: true,
  });
  sides.slice(1).forEach((name, index) => {
    const role = index < proxies.length ? 'proxy' : 'agent';
    checked.push({ name, role, runs: wordsOf(specs[index]) });
  });
  let failure: string | undefined;
  let exitCode = 0;
  const timer = setTimeout(() => {
    const name = slowest(checked);
    if (name !== undefined) void terminal.stderr.tryWrite(`acp conduct: waiting for ${inOneLine(name)} …\n`);
  }, quiet);
  try {
    const connection = await client({ name: 'acp', title: 'acp-stack', version: options.version }).connect(channel, {
      timeout,
    });
    await connection.close({ grace: 1000 }).catch(() => undefined);
  } catch (error) {
    const name = slowest(checked);
    const isSlow = name !== undefined && checked.every(({ problem }) => problem === undefined);
    const isDead = isComponentFailure(error);
    exitCode = isDead ? exitCodes.notStarted : exitCodes.failed;
    if (isSlow)
      failure = `${name} has not answered within ${timeout / 1000} seconds; is it ${roleOf(name, checked)}? --timeout allows more`;
    else failure = isDead ? failureSentence(error.message) : refusalWords(error, refusedBy(), checked);
  } finally {
    clearTimeout(timer);
  }
  await conductor.close({ grace: 2000 });
  const components = checked.map((each) => ({ ...each, isAsked: undefined }));
  if (options.format === 'json') await terminal.stdout.writeJson(JSON.stringify({ components, failure }));
  else await terminal.stdout.write(`${table(checked, terminal, failure).join('\n')}\n`);
  if (failure !== undefined) await terminal.stderr.tryWrite(`acp conduct: ${inOneLine(failure)}\n`);
  return exitCode;
}

function refusalWords(error: unknown, name: string | undefined, checked: readonly Checked[]): string {
  const words = describeError(error);
  if (name === undefined) return words;
  const isProxy = checked.find((each) => each.name === name)?.role === 'proxy';
  const advice = isProxy && error instanceof RpcError ? proxyAdvice(error.code) : '';
  return `${name} rejected initialize: ${withoutPeriod(words)}${advice === '' ? '' : `; ${advice}`}`;
}

const roleOf = (name: string, checked: readonly Checked[]): string =>
  checked.find((each) => each.name === name)?.role === 'proxy' ? 'a proxy' : 'an agent';

/** The component that others wait for: the last one that was asked and has not answered. */
const slowest = (checked: readonly Checked[]): string | undefined => checked.findLast(({ isAsked }) => isAsked)?.name;

function wordsOf(spec: ComponentSpec | undefined): string {
  if (spec === undefined) return '';
  if (spec.kind === 'command') return spec.command.map((word) => quoteWord(word)).join(' ');
  return spec.kind === 'address' ? spec.url : `${spec.proxy}, of acp`;
}

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

function table(checked: readonly Checked[], terminal: Terminal, failure: string | undefined): readonly string[] {
  const { bold, dim, red, yellow } = createPalette(terminal.stdout, terminal.env);
  const rows: Cell[][] = [
    ['component', 'role', 'protocol', 'MCP servers', 'runs'].map((text) => ({ text, paint: dim })),
    ...checked.map((each) => [
      { text: inOneLine(each.name), paint: bold },
      { text: each.role },
      { text: each.version === undefined ? (each.problem === undefined ? '?' : 'failed') : `version ${each.version}` },
      { text: mcpOf(each.capabilities).join(', ') || '-' },
      { text: inOneLine(each.runs) },
    ]),
  ];
  const notes = checked.flatMap(({ name, isBridged, lacksMcpOverAcp: isWithoutTools, problem }) => [
    ...(isBridged === true ? [yellow(`${inOneLine(name)}: its messages are converted between versions 1 and 2`)] : []),
    ...(isWithoutTools === true ? [yellow(`${inOneLine(name)} ${noMcpOverAcp}`)] : []),
    // What the command fails with is said once, on stderr.
    ...(problem === undefined || failureSentence(problem) === failure
      ? []
      : [red(`${inOneLine(name)}: ${inOneLine(problem)}`)]),
  ]);
  return [...layOut(rows, { width: terminal.stdout.columns ?? 100, indent: 0 }), ...notes];
}

/** The kinds of MCP servers that a component takes, in either version. */
function mcpOf(capabilities: JsonObject = {}): readonly string[] {
  const session = capabilities['session'];
  const kinds = capabilities['mcpCapabilities'] ?? (isJsonObject(session) ? session['mcp'] : undefined);
  if (!isJsonObject(kinds)) return [];
  return Object.keys(kinds).filter((kind) => kinds[kind] !== false && kinds[kind] !== null);
}
