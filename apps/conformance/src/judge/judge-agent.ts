/**
 * Judges an agent: both versions, all scenarios, in a fixed order.
 *
 * Versions are tried one after the other. Scenarios run in `jobs` workers, each with its own connections; the verdicts
 * are in the order of the rules whatever the order in which scenarios end. When the budget is used up, the scenarios
 * that are left are not tested.
 */
import { AgentFacts } from '../agent/agent-facts.ts';
import type { AgentScenario } from '../agent/agent-scenario.ts';
import { defaultPrompts, type Prompts } from '../agent/behaviour.ts';
import { checkLog } from '../check/check-log.ts';
import type { Finding } from '../check/finding.ts';
import { Conversation } from '../conversation/conversation.ts';
import { PeerEnded, PeerSilent } from '../conversation/failure.ts';
import { fieldsOf } from '../conversation/message.ts';
import { dialects } from '../dialect/dialect.ts';
import { rules } from '../rules/find-rule.ts';
import { isRequired, type Rule, type RuleSet, type Version } from '../rules/rule.ts';
import { decide } from '../verdict/decide.ts';
import type { Observation, Verdict } from '../verdict/verdict.ts';
import type { Address } from '../remote/address.ts';
import type { Connect } from '../wire/wire.ts';
import { runScenario } from './run-scenario.ts';

/** How an agent is judged. */
export interface JudgeOptions {
  /** Connects to the agent; each call is a new connection. */
  readonly connect: Connect;
  /** Where `connect` connects to, if that is an address; scenarios about transports need it. */
  readonly address?: Address;
  /** What is played, in this order. */
  readonly scenarios: readonly AgentScenario[];
  /** Both by default. */
  readonly versions?: readonly Version[];
  /** Stable by default. */
  readonly sets?: readonly RuleSet[];
  /** The words that ask for behaviours, if not the usual ones. */
  readonly prompts?: Partial<Prompts>;
  /** The login method that the suite may use; without it, the suite neither logs in nor out. */
  readonly login?: string;
  /** Milliseconds for each wait, 5,000 by default. */
  readonly limit?: number;
  /** Milliseconds for the response to the first `initialize`, 15,000 by default; the start of the program counts. */
  readonly startLimit?: number;
  /** Milliseconds for everything, 110,000 by default. */
  readonly budget?: number;
  /** Scenarios at the same time, 2 by default. */
  readonly jobs?: number;
  /** Stops at the first broken MUST. */
  readonly bail?: boolean;
  /** A clock in milliseconds. */
  readonly now?: () => number;
  /** Called when a scenario has ended. */
  readonly onProgress?: (progress: Progress) => void;
}

/** How far a run is. */
export interface Progress {
  /** The version of the protocol that is judged. */
  readonly version: Version;
  /** The scenario that has ended. */
  readonly scenario: string;
  /** How many scenarios of this version have ended. */
  readonly done: number;
  /** How many there are. */
  readonly total: number;
}

/** The result of a run. */
export interface Judgement {
  /** What was judged. */
  readonly side: 'agent' | 'client' | 'proxy';
  /** The name and version that the program gave, if any. */
  readonly name?: string;
  /** The versions of the protocol that it speaks. */
  readonly versions: readonly Version[];
  /** One for each rule and version, in the order of the rules. */
  readonly verdicts: readonly Verdict[];
}

/** Judges the agent that `connect` connects to. */
export async function judgeAgent(options: JudgeOptions): Promise<Judgement> {
  const { versions = [1, 2], sets = ['stable'], now = Date.now, budget = 110_000 } = options;
  const deadline = now() + budget;
  const verdicts: Verdict[] = [];
  const spoken: Version[] = [];
  let name: string | undefined;
  for (const version of versions) {
    const inSet = rules.filter((rule) => rule.versions.includes(version) && sets.includes(rule.set));
    const probe = await probeVersion(version, options);
    if (!(probe instanceof AgentFacts)) {
      verdicts.push(...inSet.map((rule) => unspoken(rule, version, probe)));
      continue;
    }
    spoken.push(version);
    name ??= nameOf(probe);
    const observations = await play(probe, options, deadline);
    verdicts.push(...inSet.map((rule) => decide(rule, version, observations, 'No scenario of the suite is about it.')));
  }
  return { side: 'agent', versions: spoken, verdicts, ...(name === undefined ? {} : { name }) };
}

/** Why an agent is not judged in a version: it refuses it, or it does not answer at all. */
interface Unspoken {
  readonly outcome: 'not-offered' | 'not-tested';
  readonly found: string;
  /** What is wrong with the messages that it did send. */
  readonly findings?: readonly Finding[];
}

const refused = (found: string): Unspoken => ({ outcome: 'not-offered', found });

/** The facts of the agent in one version, or why it does not speak it. */
async function probeVersion(version: Version, options: JudgeOptions): Promise<AgentFacts | Unspoken> {
  const dialect = dialects[version];
  const limit = options.startLimit ?? 15_000;
  const conversation = await Conversation.open(options.connect, { limit });
  const findings = (): readonly Finding[] =>
    checkLog(conversation.log, { version, isStdio: conversation.process !== undefined });
  try {
    const { result, error } = await conversation.request('initialize', dialect.initialize({}));
    if (error !== undefined) return refused(`It refuses initialize with version ${version}: ${error.message}`);
    const chosen = fieldsOf(result)['protocolVersion'];
    if (chosen === version) return new AgentFacts(dialect, fieldsOf(result), options.address);
    if (Number.isInteger(chosen))
      return refused(`It does not speak version ${version}; it answered with ${JSON.stringify(chosen)}.`);
    const found = `It answered initialize with the version ${JSON.stringify(chosen) ?? 'left out'}.`;
    return { outcome: 'not-tested', found, findings: findings() };
  } catch (failure) {
    if (failure instanceof PeerSilent || failure instanceof PeerEnded)
      return { outcome: 'not-tested', found: failure.message, findings: findings() };
    throw failure;
  } finally {
    await conversation.close();
  }
}

/** Plays all scenarios of one version. */
async function play(facts: AgentFacts, options: JudgeOptions, deadline: number): Promise<readonly Observation[]> {
  const { scenarios, jobs = 2, limit = 5000, now = Date.now, onProgress, bail = false, login } = options;
  const { version } = facts.dialect;
  const queue = scenarios.filter((scenario) => scenario.versions.includes(version));
  const results = new Map<AgentScenario, readonly Observation[]>();
  let done = 0;
  let isStopped = false;
  const work = async (waiting: AgentScenario[]): Promise<void> => {
    const pool = new Map<string, Conversation>();
    const prompts = { ...defaultPrompts, ...options.prompts };
    try {
      for (let scenario = waiting.shift(); scenario !== undefined && !isStopped; scenario = waiting.shift()) {
        const isLate = now() >= deadline;
        const found = isLate
          ? late(scenario)
          : await runScenario(scenario, {
              connect: options.connect,
              facts,
              prompts,
              limit,
              startLimit: options.startLimit ?? 15_000,
              pool,
              ...(login === undefined ? {} : { login }),
            });
        results.set(scenario, found);
        done += 1;
        onProgress?.({ version, scenario: scenario.name, done, total: queue.length });
        if (bail && found.some(({ kind }) => kind === 'broken')) isStopped = true;
      }
    } finally {
      await Promise.all([...pool.values()].map((conversation) => conversation.close()));
    }
  };
  const together = queue.filter(({ isAlone = false }) => !isAlone);
  await Promise.all(Array.from({ length: Math.max(1, jobs) }, () => work(together)));
  await work(queue.filter(({ isAlone = false }) => isAlone));
  return queue.flatMap((scenario) => results.get(scenario) ?? []);
}

const late = (scenario: AgentScenario): readonly Observation[] =>
  scenario.decides.map((rule) => ({
    rule,
    scenario: scenario.name,
    kind: 'not-tested',
    found: 'The time for the whole run was used up.',
    evidence: [],
  }));

/** An agent that does not answer `initialize` with a version breaks one rule; nothing can be said about the others. */
function unspoken(rule: Rule, version: Version, { outcome, found, findings = [] }: Unspoken): Verdict {
  const finding = findings.find((each) => each.rule === rule.id);
  if (finding !== undefined) return { ...finding, rule, version, outcome: isRequired(rule) ? 'failed' : 'warned' };
  const isBroken = outcome === 'not-tested' && rule.id === 'INIT-02';
  return { rule, version, outcome: isBroken ? 'failed' : outcome, found, evidence: [] };
}

function nameOf(facts: AgentFacts): string | undefined {
  const { name, version } = fieldsOf(facts.dialect.infoIn(facts.result));
  if (typeof name !== 'string') return undefined;
  return typeof version === 'string' ? `${name} ${version}` : name;
}
