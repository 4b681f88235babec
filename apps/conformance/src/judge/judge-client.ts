/**
 * Judges a client: both versions, all scenarios, in a fixed order.
 *
 * The client is started once for each scenario, and connects to the agent that the suite plays. Scenarios run in `jobs`
 * workers; the verdicts are in the order of the rules whatever the order in which scenarios end.
 */
import { agentDialects } from '../client/agent-dialect.ts';
import type { ClientDriver } from '../client/client-driver.ts';
import { ClientFacts } from '../client/client-facts.ts';
import type { ClientPlay } from '../client/client-play.ts';
import type { ClientScenario } from '../client/client-scenario.ts';
import { ClientStage, type ClientSettings } from '../client/client-stage.ts';
import { whyUntested } from '../client/untested.ts';
import { PeerEnded, PeerSilent, Unreachable } from '../conversation/failure.ts';
import { fieldsOf, type Fields } from '../conversation/message.ts';
import { rules } from '../rules/find-rule.ts';
import type { RuleSet, Version } from '../rules/rule.ts';
import { decide } from '../verdict/decide.ts';
import type { Observation, Verdict } from '../verdict/verdict.ts';
import type { Judgement, Progress } from './judge-agent.ts';
import { playScenarios, type PlayOptions } from './play-scenarios.ts';

/** How a client is judged. */
export interface JudgeClientOptions {
  /** Starts the client. */
  readonly driver: ClientDriver;
  /** What is played, in this order. */
  readonly scenarios: readonly ClientScenario[];
  /** Both by default. */
  readonly versions?: readonly Version[];
  /** Stable by default. */
  readonly sets?: readonly RuleSet[];
  /** The words of the prompt that the client is given. */
  readonly prompt?: string;
  /** Milliseconds for each wait, 5,000 by default. */
  readonly limit?: number;
  /** Milliseconds until the client has started the agent, 15,000 by default. */
  readonly startLimit?: number;
  /** Milliseconds to wait for what a client must not do, 300 by default. */
  readonly patience?: number;
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

type Settings = Omit<ClientSettings, 'facts'>;

/** Judges the client that `driver` starts. */
export async function judgeClient(options: JudgeClientOptions): Promise<Judgement> {
  const { versions = [1, 2], sets = ['stable'], now = Date.now, budget = 110_000 } = options;
  const deadline = now() + budget;
  const verdicts: Verdict[] = [];
  const spoken: Version[] = [];
  let name: string | undefined;
  for (const version of versions) {
    const inSet = rules.filter((rule) => rule.versions.includes(version) && sets.includes(rule.set));
    const probe = await probeVersion(version, options);
    if (!(probe instanceof ClientFacts)) {
      verdicts.push(...inSet.map((rule) => ({ rule, version, ...probe, evidence: [] })));
      continue;
    }
    spoken.push(version);
    name ??= nameOf(probe);
    const settings = { ...settingsOf(options), facts: probe };
    const observations = await playScenarios(
      options.scenarios,
      (scenario, isLate) => runClientScenario(scenario, settings, isLate),
      { ...pick(options), version, now, deadline },
    );
    verdicts.push(...inSet.map((rule) => decide(rule, version, observations, whyUntested(rule.id))));
  }
  return { side: 'client', versions: spoken, verdicts, ...(name === undefined ? {} : { name }) };
}

const pick = ({ jobs, bail, onProgress }: JudgeClientOptions): Pick<PlayOptions, 'jobs' | 'bail' | 'onProgress'> => ({
  jobs,
  bail,
  onProgress,
});

/** Why a client is not judged in a version. */
interface Unspoken {
  readonly outcome: 'not-offered' | 'not-tested';
  readonly found: string;
}

const settingsOf = (options: JudgeClientOptions): Settings => ({
  driver: options.driver,
  prompt: options.prompt ?? 'Say hello.',
  limit: options.limit ?? 5000,
  startLimit: options.startLimit ?? 15_000,
  patience: options.patience ?? 300,
});

/** The facts of the client in one version, or why it does not speak it: it is known once the client opens a session. */
async function probeVersion(version: Version, options: JudgeClientOptions): Promise<ClientFacts | Unspoken> {
  const dialect = agentDialects[version];
  const nothingYet = new ClientFacts(dialect, {}, false);
  const stage = new ClientStage({ name: 'probe', decides: [] }, { ...settingsOf(options), facts: nothingYet });
  try {
    const client = await stage.start();
    const params = await introduction(client);
    const { protocolVersion: asked } = params;
    const canInterrupt = client.run.interrupt !== undefined;
    // What it says is no initialize; the scenarios find out what is wrong with that.
    if (asked === undefined) return new ClientFacts(dialect, params, canInterrupt);
    if (typeof asked === 'number' && asked < version)
      return { outcome: 'not-offered', found: `It asks for version ${asked}, not for version ${version}.` };
    try {
      await client.called('session/new');
    } catch (error) {
      if (!(error instanceof PeerEnded)) throw error;
      return { outcome: 'not-offered', found: `It does not go on with an agent of version ${version}.` };
    }
    return new ClientFacts(dialect, params, canInterrupt);
  } catch (failure) {
    if (!isAboutPeer(failure)) throw failure;
    return { outcome: 'not-tested', found: failure.message };
  } finally {
    await stage.end();
  }
}

/** The params of its `initialize`; none if it sends something else. */
async function introduction(client: ClientPlay): Promise<Fields> {
  try {
    return fieldsOf((await client.called('initialize'))['params']);
  } catch (error) {
    if (error instanceof PeerSilent && client.conversation.received().length > 0) return {};
    throw error;
  }
}

/** The observations of `scenario`; a mistake of the suite itself is thrown. */
async function runClientScenario(
  scenario: ClientScenario,
  settings: ClientSettings,
  isLate: boolean,
): Promise<readonly Observation[]> {
  const stage = new ClientStage(scenario, settings);
  if (isLate) return stage.finish('The time for the whole run was used up.');
  const missing = scenario.needs?.(settings.facts);
  if (missing !== undefined) {
    for (const rule of scenario.decides) stage.notOffered(rule, missing);
    return stage.finish('');
  }
  let reason = 'The scenario did not reach it.';
  try {
    await scenario.run(stage);
  } catch (error) {
    if (!isAboutPeer(error)) throw error;
    reason = error.message;
  } finally {
    await stage.end();
  }
  return stage.finish(reason);
}

const isAboutPeer = (error: unknown): error is Error =>
  error instanceof PeerSilent || error instanceof PeerEnded || error instanceof Unreachable;

function nameOf({ dialect, params }: ClientFacts): string | undefined {
  const { name, version } = fieldsOf(dialect.infoIn(params));
  if (typeof name !== 'string') return undefined;
  return typeof version === 'string' ? `${name} ${version}` : name;
}
