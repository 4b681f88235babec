/**
 * Judges a proxy: both versions, all scenarios, in a fixed order.
 *
 * The suite is the conductor of the chain: it speaks as the client before the proxy, and as the agent behind it.
 */
import { PeerEnded, PeerSilent, Unreachable } from '../conversation/failure.ts';
import { fieldsOf } from '../conversation/message.ts';
import { chainDialects } from '../proxy/chain-dialect.ts';
import type { ProxyScenario } from '../proxy/proxy-scenario.ts';
import { ProxyStage, type ProxySettings } from '../proxy/proxy-stage.ts';
import { rules } from '../rules/find-rule.ts';
import type { RuleSet, Version } from '../rules/rule.ts';
import { decide } from '../verdict/decide.ts';
import type { Observation, Verdict } from '../verdict/verdict.ts';
import type { Connect } from '../wire/wire.ts';
import type { Judgement, Progress } from './judge-agent.ts';
import { playScenarios } from './play-scenarios.ts';

/** How a proxy is judged. */
export interface JudgeProxyOptions {
  /** Starts the proxy. */
  readonly connect: Connect;
  /** What is played, in this order. */
  readonly scenarios: readonly ProxyScenario[];
  /** Both by default. */
  readonly versions?: readonly Version[];
  /** Stable by default. */
  readonly sets?: readonly RuleSet[];
  /** Milliseconds for each wait, 5,000 by default. */
  readonly limit?: number;
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

const untested = 'It is not about proxies, or one proxy alone does not show it.';

/** Judges the proxy that `connect` connects to. */
export async function judgeProxy(options: JudgeProxyOptions): Promise<Judgement> {
  const { versions = [1, 2], sets = ['stable'], now = Date.now, budget = 110_000, limit = 5000 } = options;
  const { jobs, bail, onProgress } = options;
  const deadline = now() + budget;
  const verdicts: Verdict[] = [];
  const spoken: Version[] = [];
  for (const version of versions) {
    const inSet = rules.filter((rule) => rule.versions.includes(version) && sets.includes(rule.set));
    const settings = { connect: options.connect, dialect: chainDialects[version], limit };
    const refusal = await refusalOf(settings);
    if (refusal !== undefined) {
      verdicts.push(...inSet.map((rule) => ({ rule, version, ...refusal, evidence: [] })));
      continue;
    }
    spoken.push(version);
    const observations = await playScenarios(
      options.scenarios,
      (scenario, isLate) => runProxyScenario(scenario, settings, isLate),
      { version, jobs, bail, onProgress, now, deadline },
    );
    verdicts.push(...inSet.map((rule) => decide(rule, version, observations, untested)));
  }
  return { side: 'proxy', versions: spoken, verdicts };
}

/** Why the proxy is not judged in a version: it refuses it, or it does not answer. */
async function refusalOf(settings: ProxySettings): Promise<Pick<Verdict, 'outcome' | 'found'> | undefined> {
  const { dialect } = settings;
  const stage = new ProxyStage({ name: 'probe', decides: [] }, settings);
  try {
    const { error, result } = await stage.initialize(await stage.connection());
    if (error !== undefined)
      return {
        outcome: 'not-offered',
        found: `It refuses proxy/initialize with version ${dialect.version}: ${error.message}`,
      };
    const { protocolVersion: chosen } = fieldsOf(result);
    if (typeof chosen !== 'number' || chosen === dialect.version) return undefined;
    return { outcome: 'not-offered', found: `It answered version ${dialect.version} with version ${chosen}.` };
  } catch (failure) {
    if (!isAboutPeer(failure)) throw failure;
    return { outcome: 'not-tested', found: failure.message };
  } finally {
    await stage.end();
  }
}

/** The observations of `scenario`; a mistake of the suite itself is thrown. */
async function runProxyScenario(
  scenario: ProxyScenario,
  settings: ProxySettings,
  isLate: boolean,
): Promise<readonly Observation[]> {
  const stage = new ProxyStage(scenario, settings);
  if (isLate) return stage.finish('The time for the whole run was used up.');
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
