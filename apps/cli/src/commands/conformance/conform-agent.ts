/** `acp conformance agent`: judges an agent, and writes a report. */
import {
  addressConnect,
  agentScenarios,
  defaultPrompts,
  judgeAgent,
  modelEnvironment,
  processConnect,
  reportOf,
  startModelService,
  transportScenarios,
  type Address,
  type AgentScenario,
  type Connect,
  type ConformanceReport,
  type Prompts,
  type Target,
} from '@acp-stack/conformance';
import { isJsonObject } from '@acp-stack/schema/json-object';

import { quoteWord } from '../../text/shell-words.ts';
import { parseSettings } from '../../config/json-file.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { headersWithToken } from '../../token/bearer-token.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { chooseScenarios, type ChosenScenarios } from './choose-scenarios.ts';
import type { ConformanceFlags } from './conformance-flags.ts';
import { checkFinishFlags, finishRun } from './finish-run.ts';
import { commandTarget, judgeSettings, reachable } from './judge-settings.ts';
import { readNamedFile } from './named-files.ts';
import { RunProgress } from './run-progress.ts';
import { RunningPrograms } from './running-programs.ts';
import { RunTrace } from './run-trace.ts';
import { scenarioList } from './scenario-list.ts';

export interface ConformCommand {
  readonly flags: ConformanceFlags;
  /** The words after `--`. */
  readonly command: readonly string[] | undefined;
}

/** Returns 0 if no MUST is broken and 1 otherwise; throws a `UsageError`, which is 2, if it cannot run. */
export async function conformAgent({ flags, command }: ConformCommand, terminal: Terminal): Promise<number> {
  const all = [...agentScenarios, ...transportScenarios];
  const chosen = chooseScenarios(flags, { all, drafts: flags.url === undefined ? [] : transportScenarios });
  if (flags.list === true) {
    await terminal.stdout.write(scenarioList(chosen.scenarios));
    return 0;
  }
  checkFinishFlags(flags);
  const target = targetOf(flags, command, terminal);
  return finishRun(await judged({ flags, target, chosen }, terminal), flags, terminal);
}

/** The program under test: how to connect to it, and how to name it. */
interface TestTarget extends Target {
  readonly connect: (env: Readonly<Record<string, string>>) => Connect;
  readonly address?: Address;
}

function targetOf({ url }: ConformanceFlags, command: readonly string[] = [], { env }: Terminal): TestTarget {
  const [program, ...args] = command;
  if (url !== undefined && program !== undefined) throw new UsageError('name --url or a command after --, not both');
  if (url !== undefined) {
    if (!/^(?:ws|http)s?:\/\/./u.test(url) || !URL.canParse(url))
      throw new UsageError(`--url ${url} is not a ws:, wss:, http: or https: address`);
    const address = { url, headers: { ...headersWithToken({ url, headers: {} }, undefined, env) } };
    return { kind: 'address', words: url, address, connect: () => addressConnect(address) };
  }
  if (program === undefined)
    throw new UsageError('missing agent; write it as: acp conformance agent -- command, or name its --url');
  return { ...commandTarget(command), connect: (more) => processConnect({ command: program, args, env: more }) };
}

interface Run {
  readonly flags: ConformanceFlags;
  readonly target: TestTarget;
  readonly chosen: ChosenScenarios<AgentScenario>;
}

async function judged({ flags, target, chosen }: Run, terminal: Terminal): Promise<ConformanceReport> {
  const { sets, scenarios, rules, ifBroken } = chosen;
  const prompts = promptsIn(flags.prompts);
  const trace = await RunTrace.open(flags, target.words, terminal);
  const progress = new RunProgress(terminal);
  const programs = new RunningPrograms();
  // An agent at an address has its own environment.
  const model = target.kind === 'command' && flags.model !== false ? await startModelService() : undefined;
  const connect = target.connect(model === undefined ? {} : modelEnvironment(model.url));
  const options = {
    ...judgeSettings(flags, progress),
    connect: programs.ofConnect(trace.ofConnect(connect)),
    ...(target.address === undefined ? {} : { address: target.address }),
    ...(flags.login === undefined ? {} : { login: flags.login }),
    scenarios,
    sets,
    prompts,
  };
  try {
    const judgement = await programs.untilStopped(async () => reachable(judgeAgent(options)));
    const needed = { options: neededOptions(flags), usesModel: model !== undefined && model.requests.length > 0 };
    return reportOf(judgement, { target: { ...target, ...needed }, sets, rules, ifBroken });
  } finally {
    await model?.close();
    await progress.clear();
    trace.close();
  }
}

/** The options without which a scenario would show something else. */
const neededOptions = ({ prompts, login, model, timeout }: ConformanceFlags): string =>
  [
    model === false ? ['--no-model'] : [],
    prompts === undefined ? [] : ['--prompts', prompts],
    login === undefined ? [] : ['--login', login],
    timeout === undefined ? [] : ['--timeout', String(timeout)],
  ]
    .flat()
    .map(quoteWord)
    .join(' ');

function promptsIn(path: string | undefined): Partial<Prompts> {
  if (path === undefined) return {};
  const value = parseSettings(readNamedFile(path), path);
  if (!isJsonObject(value) || !Object.values(value).every((text) => typeof text === 'string'))
    throw new UsageError(`${path} must be an object with a text for each behaviour, such as {"say": "Say hello."}`);
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(defaultPrompts, name));
  if (unknown === undefined) return value;
  throw new UsageError(`${path}: unknown behaviour ${unknown}; they are ${Object.keys(defaultPrompts).join(', ')}`);
}
