/**
 * Starts agents in an empty home and checks that a client can log in to them (REG-06).
 *
 * Every distribution that this system can use is started, one after another: they are different programs.
 */
import { validators, type AgentManifest } from '@acp-stack/schema/v1';
import { AgentProcessError, type AgentCommand } from '@acp-stack/stdio';

import type { DistributionKind } from '../../contract/agents.ts';
import { printable } from '../../manifest/printable.ts';
import { packageCommand } from '../../manifest/start-command.ts';
import { currentSystem, type System } from '../../manifest/system.ts';
import { usableDistributions } from '../../manifest/usable-distributions.ts';
import { isCoverage } from '../folder/coverage.ts';
import type { Entry } from '../folder/read-folder.ts';
import type { HandshakeOptions } from '../report/check-options.ts';
import type { Problems, ReportProblem } from '../report/problems.ts';
import { askAgent, type AgentDescription } from './ask-agent.ts';
import { inheritedVariables, makeEmptyHome } from './empty-home.ts';

/** How agents are started. */
export interface CheckHandshakesOptions extends HandshakeOptions {
  readonly signal?: AbortSignal;
}

/** As long as the checks of the official registry wait; packages are downloaded in this time. */
const defaultTimeout = 60_000;
const acceptedTypes = ['agent', 'terminal'];

/** Starts the agents of `entries`; returns what was not checked, one sentence each. */
export async function checkHandshakes(
  entries: readonly Entry[],
  problems: Problems,
  options: CheckHandshakesOptions,
): Promise<readonly string[]> {
  const system = currentSystem();
  const unchecked: string[] = [];
  for (const { value, file, name, path } of entries) {
    options.signal?.throwIfAborted();
    if (!isUsable(value)) {
      unchecked.push(`${name} was not started, because its manifest has errors.`);
      continue;
    }
    const { distributions, notes } = usableDistributions(value, system);
    unchecked.push(...notes.map((note) => `${name}: ${note}`));
    for (const kind of distributions)
      await tryDistribution({ manifest: value, from: path, kind, system }, problems.of(file), options);
  }
  return unchecked;
}

/** Whether the manifest has everything that a start needs: builds for other systems are not needed. */
function isUsable(value: unknown): value is AgentManifest {
  const checked = validators.AgentManifest.check(value);
  return (checked.ok ? checked.repairs : checked.problems).every(isCoverage);
}

/** One way to start one agent. */
interface Trial {
  readonly manifest: AgentManifest;
  /** The folder of the manifest. */
  readonly from: string;
  readonly kind: DistributionKind;
  readonly system: System;
}

async function tryDistribution(trial: Trial, report: ReportProblem, options: CheckHandshakesOptions): Promise<void> {
  const { timeout = defaultTimeout, passEnv = [], signal, observe } = options;
  const path = `/distribution/${trial.kind}`;
  const home = await makeEmptyHome();
  try {
    const { command, args, env } = await commandOf(trial, home.downloads, signal);
    // The manifest must not choose another home.
    const full = { command, args, cwd: home.work, env: { ...env, ...home.env } };
    const limits = {
      timeout,
      passEnv: [...inheritedVariables, ...passEnv],
      ...(signal !== undefined && { signal }),
      ...(observe !== undefined && { observe }),
    };
    const { authMethods } = await askAgent(full, limits);
    checkAuthMethods(authMethods, path, report);
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    report('handshake-start', path, `The agent could not be started and asked: ${home.withoutPath(reasonOf(error))}`);
  } finally {
    await home.remove();
  }
}

async function commandOf(
  { manifest, from, kind, system }: Trial,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<Required<Pick<AgentCommand, 'command' | 'args' | 'env'>>> {
  if (kind === 'binary') {
    const { installBinary } = await import('./install-binary.ts');
    return installBinary({ manifest, from, folder, system, ...(signal !== undefined && { signal }) });
  }
  const command = packageCommand(manifest, kind);
  if (command === undefined) throw new Error(`The package of ${kind} is not the name of a package.`);
  return command;
}

function checkAuthMethods(methods: AgentDescription['authMethods'], path: string, report: ReportProblem): void {
  if (methods.some(({ type }) => acceptedTypes.includes(type))) return;
  const types = methods.map(({ type }) => printable(type)).join(', ');
  const found = methods.length === 0 ? 'it offers no auth methods' : `it offers only ${types}`;
  report('handshake-auth', path, `The agent needs an auth method of type agent or terminal, but ${found}.`);
}

/** One sentence, with the line of the agent's output that most likely says what is wrong. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
  const lines = error instanceof AgentProcessError ? error.lines.filter((line) => line.trim() !== '') : [];
  const printed = lines.findLast((line) => /error|cannot|not found|failed/iu.test(line)) ?? lines.at(-1);
  return printed === undefined ? text : `${text} It printed: ${printable(printed.trim())}`;
}
