/**
 * `acp conduct --check`: starts a chain, and shows what its components are and can do.
 *
 * If the chain cannot be started, each component that has not answered is started alone, a proxy before an agent that
 * does nothing, so that one check says everything that is wrong.
 */
import { packageVersion } from '@acp-stack/schema/package-version';
import { managed } from '@acp-stack/conductor';
import { agent as agentApp, type AgentComponent, type ProxyComponent } from '@acp-stack/sdk';

import type { ChainSpec } from '../../chain/chain-file.ts';
import type { ComponentSpec } from '../../chain/component-spec.ts';
import { failureSentence } from '../../chain/component-failure.ts';
import { noMcpOverAcp } from '../../chain/running-chain.ts';
import { agentAdvice } from '../../connect/explain-failure.ts';
import { Log } from '../../log/log.ts';
import { layOut, type Cell } from '../../terminal/columns.ts';
import { createPalette } from '../../terminal/palette.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { quoteWord } from '../../text/shell-words.ts';
import { inOneLine } from '../../text/strip-control-characters.ts';
import type { TraceWriter } from '../../trace/trace-writer.ts';
import { attempt, kindsOf, slowest, type Attempt, type Checked } from './attempt.ts';

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

/** Milliseconds after which a check that waits says for what. */
const quiet = 1000;

export async function checkChain(options: CheckOptions, terminal: Terminal): Promise<number> {
  const { spec, proxies, agent, log, trace, timeout, version } = options;
  const specs = [...spec.proxies, ...(spec.agent === undefined ? [] : [spec.agent])];
  let checked: readonly Checked[] = [];
  const timer = setTimeout(() => {
    const name = slowest(checked)?.name;
    if (name !== undefined) void terminal.stderr.tryWrite(`acp conduct: waiting for ${inOneLine(name)} …\n`);
  }, quiet);
  const onBegin = (begun: readonly Checked[]): void => void (checked = begun);
  const runs = (index: number): string => wordsOf(specs[index]);
  const tried = await attempt({ proxies, agent, log, trace, version, timeout, runs, onBegin });
  clearTimeout(timer);
  const failure = tried.failure === undefined ? undefined : await explained(tried, options, terminal);
  const components = checked.map((each) => ({ ...each, isAsked: undefined }));
  if (options.format === 'json') await terminal.stdout.writeJson(JSON.stringify({ components, failure }));
  else await terminal.stdout.write(`${table(checked, terminal, failure).join('\n')}\n`);
  if (failure !== undefined) await terminal.stderr.tryWrite(`acp conduct: ${inOneLine(failure)}\n`);
  return tried.exitCode;
}

/** Asks each component alone that has not answered in the chain; returns the failure of the chain in the best words. */
async function explained(
  { checked, failure = '' }: Attempt,
  options: CheckOptions,
  terminal: Terminal,
): Promise<string> {
  const { proxies, agent, version, timeout } = options;
  const components = [...proxies, ...(agent === undefined ? [] : [agent])];
  const log = new Log(terminal, 'error', 'acp conduct');
  const alone = (
    each: Checked,
    role: Checked['role'],
    component: ProxyComponent | AgentComponent,
  ): Promise<Attempt> => {
    const named = managed(component, { name: each.name });
    const common = { log, trace: undefined, version, timeout, runs: () => each.runs };
    return role === 'agent'
      ? attempt({ ...common, proxies: [], agent: named as AgentComponent })
      : attempt({ ...common, proxies: [named as ProxyComponent], agent: standIn });
  };
  let words = failure;
  const ask = async (each: Checked, component: ProxyComponent | AgentComponent): Promise<void> => {
    if (each.version !== undefined && each.problem === undefined) return;
    if (each.problem === undefined) {
      const result = await alone(each, each.role, component);
      const [found] = result.checked;
      const problem = found?.problem ?? result.failure;
      Object.assign(each, { ...found, name: each.name, role: each.role, isAsked: false });
      // A proxy says what its successor can do, which is none of this chain here.
      if (each.role === 'proxy') delete each.capabilities;
      if (problem !== undefined) each.problem = problem;
    }
    if (each.problem === undefined || each.role === 'agent') return;
    const isToldAlready = each.problem === agentAdvice(each.name);
    if (!isToldAlready && (await alone(each, 'agent', component)).failure !== undefined) return;
    if (failureSentence(each.problem) === failureSentence(failure)) words = agentAdvice(each.name);
    each.problem = agentAdvice(each.name);
  };
  await Promise.all(
    checked.map(async (each, index) => {
      const component = components[index];
      if (component !== undefined) await ask(each, component);
    }),
  );
  return words;
}

/** What stands behind a proxy that is asked alone. */
const standIn: AgentComponent = agentApp({ name: 'acp-check', version: packageVersion }).onPrompt(() => undefined);

function wordsOf(spec: ComponentSpec | undefined): string {
  if (spec === undefined) return '';
  if (spec.kind === 'command') return spec.command.map((word) => quoteWord(word)).join(' ');
  return spec.kind === 'address' ? spec.url : `${spec.proxy}, of acp`;
}

function table(checked: readonly Checked[], terminal: Terminal, failure: string | undefined): readonly string[] {
  const { bold, dim, red, yellow } = createPalette(terminal.stdout, terminal.env);
  const bridged = checked.find(({ hasMcpBridge }) => hasMcpBridge)?.name;
  // What the proxies say of MCP over ACP is what the agent gets from the bridge.
  const marked = (kind: string): string => (kind === 'acp' && bridged !== undefined ? 'acp*' : kind);
  const rows: Cell[][] = [
    ['component', 'role', 'protocol', 'MCP servers', 'runs'].map((text) => ({ text, paint: dim })),
    ...checked.map((each) => [
      { text: inOneLine(each.name), paint: bold },
      { text: each.role },
      { text: each.problem !== undefined ? 'failed' : each.version === undefined ? '?' : `version ${each.version}` },
      { text: (each.problem === undefined ? kindsOf(each).map(marked).join(', ') : '') || '-' },
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
  const legend =
    bridged === undefined ? [] : [dim(`* by a bridge of acp: ${inOneLine(bridged)} itself has no MCP over ACP`)];
  return [...layOut(rows, { width: terminal.stdout.columns ?? 100, indent: 0 }), ...legend, ...notes];
}
