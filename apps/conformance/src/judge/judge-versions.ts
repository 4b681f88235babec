/**
 * Judges a program in one version of the protocol after the other.
 *
 * A version that the program does not speak is not played. The verdicts are in the order of the rules, whatever the
 * order in which scenarios end.
 */
import type { Finding } from '../check/finding.ts';
import { fieldsOf } from '../conversation/message.ts';
import { rules } from '../rules/find-rule.ts';
import { isRequired, type Judged, type Rule, type Side, type Version } from '../rules/rule.ts';
import { decide } from '../verdict/decide.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { playScenarios, timeIsUp, type Playable, type Player } from './play-scenarios.ts';
import type { Judgement, RunOptions } from './run-options.ts';

/** What is judged unless a run is about one version. */
export const allVersions: readonly Version[] = [1, 2];

/** One kind of program, as a run sees it. */
export interface Judge<Scenario> {
  readonly side: Side;
  /** Finds out whether the program speaks the version, and how its scenarios are played then. */
  readonly probe: (version: Version) => Promise<Spoken<Scenario> | Unspoken>;
  /** Why no scenario is about a rule. */
  readonly whyUntested: (rule: string) => string;
}

/** A program that speaks the version. */
interface Spoken<Scenario> {
  /** What it says of itself in `initialize`. */
  readonly info?: unknown;
  /** Opens what one worker plays with. */
  readonly player: () => Player<Scenario>;
}

/** Why a program is not judged in a version: it refuses it, or it does not answer at all. */
export interface Unspoken {
  readonly outcome: 'not-offered' | 'not-tested';
  /** A sentence. */
  readonly found: string;
  /** The rule that is broken by that, if there is one. */
  readonly breaks?: string;
  /** What is wrong with the messages that it did send. */
  readonly findings?: readonly Finding[];
}

/** Judges the program in every version of the options. */
export async function judgeVersions<Scenario extends Playable>(
  { side, probe, whyUntested }: Judge<Scenario>,
  options: RunOptions<Scenario>,
): Promise<Judgement> {
  const { versions = allVersions, sets = ['stable'], now = Date.now, budget = 110_000 } = options;
  const deadline = now() + budget;
  const verdicts: Verdict[] = [];
  const spoken: Version[] = [];
  let name: string | undefined;
  for (const version of versions) {
    const inSet = rules.filter((rule) => rule.versions.includes(version) && sets.includes(rule.set));
    const probed = now() < deadline ? await probe(version) : neverAsked;
    if (!('player' in probed)) {
      verdicts.push(...inSet.map((rule) => withoutVersion(rule, { side, version }, probed)));
      continue;
    }
    spoken.push(version);
    name ??= nameIn(probed.info);
    const observations = await playScenarios(options, probed.player, { side, version, now, deadline });
    verdicts.push(...inSet.map((rule) => decide(rule, { side, version }, observations, whyUntested(rule.id))));
  }
  return { side, versions: spoken, verdicts, ...(name === undefined ? {} : { name }) };
}

/** No time was left to ask for the version. */
const neverAsked: Unspoken = { outcome: 'not-tested', found: timeIsUp };

/** The verdict on a rule in a version that the program does not speak. */
function withoutVersion(rule: Rule, judged: Judged, { outcome, found, breaks, findings = [] }: Unspoken): Verdict {
  const { version } = judged;
  const finding = findings.find((each) => each.rule === rule.id);
  if (finding !== undefined)
    return { ...finding, rule, version, outcome: isRequired(rule, judged) ? 'failed' : 'warned' };
  return { rule, version, outcome: rule.id === breaks ? 'failed' : outcome, found, evidence: [] };
}

function nameIn(info: unknown): string | undefined {
  const { name, version } = fieldsOf(info);
  if (typeof name !== 'string') return undefined;
  return typeof version === 'string' ? `${name} ${version}` : name;
}
