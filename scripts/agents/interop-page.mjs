/** What `npm run judge:agents` publishes: small results of reports, and docs/interop.md, which is made of them. */

/** A report in a few fields; `why` instead of a report says why there is none. */
export function resultOf({ name, program, date, report, why }) {
  const version = /(?<=.@)[\d.]+$/u.exec(program)?.[0] ?? '';
  const known = { name, program: program.replace(/(?<=.)@[\d.]+$/u, ''), version, date };
  if (report === undefined) return { ...known, why };
  const { suite, side, versions, verdicts } = report;
  return {
    ...known,
    suite,
    side,
    versions,
    summary: summaryOf(verdicts.filter(({ scenario, outcome }) => scenario !== undefined || isBroken({ outcome }))),
    broken: verdicts.filter(isBroken).map(({ rule, version: spoken, outcome, found }) => ({
      rule,
      version: spoken,
      isRequired: outcome === 'failed',
      found: found.length > 240 ? `${found.slice(0, 240)}…` : found,
    })),
    untested: commonReasons(verdicts),
  };
}

/** Counts what scenarios are about. */
function summaryOf(verdicts) {
  const count = (wanted) => verdicts.filter(({ outcome }) => outcome === wanted).length;
  return Object.fromEntries(
    ['passed', 'failed', 'warned', 'not-offered', 'not-tested'].map((outcome) => [outcome, count(outcome)]),
  );
}

const isBroken = ({ outcome }) => outcome === 'failed' || outcome === 'warned';

/** The reasons for which most rules were not tested, without those that no scenario is about. */
function commonReasons(verdicts) {
  const counts = new Map();
  for (const { outcome, found, scenario } of verdicts)
    if (outcome === 'not-tested' && scenario !== undefined) counts.set(found, (counts.get(found) ?? 0) + 1);
  return [...counts]
    .toSorted(([left, some], [right, others]) => others - some || left.localeCompare(right))
    .slice(0, 3)
    .map(([reason, count]) => ({ reason, count }));
}

/** The words and the page of every rule that a report says to be broken. */
export const brokenRules = (report) =>
  Object.fromEntries(report.verdicts.filter(isBroken).map(({ rule, text, link }) => [rule, { text, link }]));

const titleOf = ({ program, version }) => `${program} ${version}`;
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const sorted = (ids) => [...new Set(ids)].toSorted((left, right) => left.localeCompare(right, 'en', { numeric: true }));

/** The whole page. */
export function interopPage({ rules, results }) {
  const agents = results.filter(({ side }) => side !== 'client');
  const clients = results.filter(({ side }) => side === 'client');
  return `${[
    intro,
    '## Agents',
    table(agents),
    '## Clients',
    table(clients),
    '## What they break',
    'A rule is named once, with what the suite saw first. “v1” and “v2” are the versions of the protocol.',
    brokenList(rules, results),
    '## What could not be tested',
    'The most frequent reasons, and how many rules they are about. Rules that no scenario is about are not counted here.',
    untestedList(results),
    closing,
  ].join('\n\n')}\n`;
}

function table(results) {
  const rows = results.map((result) => {
    const { date, suite, versions = [], summary, broken = [], why } = result;
    if (why !== undefined) return `| ${titleOf(result)} | ${date} | | not judged: ${cell(why)} | | | | |`;
    const count = (isRequired) =>
      sorted(broken.filter((each) => each.isRequired === isRequired).map(({ rule }) => rule));
    const spoken = versions.length === 0 ? 'none' : versions.join(', ');
    const cells = [spoken, summary.passed, count(true).length, count(false).length, summary['not-tested']];
    return `| ${titleOf(result)} | ${date} | ${suite} | ${cells.join(' | ')} |`;
  });
  return [
    '| program | judged on | rules | versions | kept | MUST broken | SHOULD broken | not tested |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function brokenList(rules, results) {
  const all = results.flatMap((result) => (result.broken ?? []).map((each) => ({ ...each, result })));
  return sorted(all.map(({ rule }) => rule))
    .map((id) => {
      const { text, link } = rules[id];
      const entries = all.filter(({ rule }) => rule === id);
      const level = wordOf(entries);
      const words = link === undefined ? text : `[${text}](${link})`;
      const said = new Map();
      for (const result of results) {
        const own = entries.filter((entry) => entry.result === result);
        if (own.length === 0) continue;
        const versions = sorted(own.map(({ version }) => `v${version}`)).join(', ');
        said.set(own[0].found, [...(said.get(own[0].found) ?? []), `${titleOf(result)} (${versions})`]);
      }
      const lines = Array.from(said, ([found, names]) => `  - ${names.join(', ')}: ${cell(found)}`);
      return [`- **${id}** (${level}): ${words}`, ...lines].join('\n');
    })
    .join('\n');
}

/** The word of the specification, which may be another one in each version. */
function wordOf(entries) {
  const words = new Map(entries.map(({ version, isRequired }) => [version, isRequired ? 'MUST' : 'SHOULD']));
  if (new Set(words.values()).size === 1) return [...words.values()][0];
  return Array.from(words, ([version, word]) => `${word} in version ${version}`)
    .toSorted()
    .join(', ');
}

const untestedList = (results) =>
  results
    .filter(({ untested = [] }) => untested.length > 0)
    .map((result) => {
      const reasons = result.untested.map(({ reason, count }) => `${reason.replace(/\.$/u, '')} (${count})`);
      return `- ${titleOf(result)}: ${cell(reasons.join('; '))}.`;
    })
    .join('\n');

const intro = `# Other people's software

Which released agents and clients were judged with \`acp conformance\`, and what they break. \`npm run judge:agents -- folder\` installs
them from the npm registry, judges them and writes this page; what it found is in [interop.json](interop.json).

The programs ran on a busy machine with Linux and Node 24, with an empty home, without an account and without a network; the model is the
scripted one of the suite. _Rules_ is the number of the set of rules that they were judged by. A rule counts as kept only if the suite has seen it
kept, once for each version; MUST and SHOULD count each rule once. An agent that does not speak a version has no verdicts in it. Many findings come
from the library that a program is built with, and most do not matter in daily use: they are about malformed input and codes of errors. A report
that is wrong is a mistake of the suite: please say so.`;

const closing = `## Not judged

Not in the npm registry, or not installable from it: letta-code (a dependency is missing), iflow, stakpak, vtcode, goose, deepagents-acp, amp-acp,
codebuddy, nova, autohand. pi-acp needs pi, which was not installed. Clients with a window, and editors, cannot be driven by a command line.

Before these results, on 2026-11-16, the same agents were used with \`acp exec\`, \`acp chat\` and \`acp bridge\` and a scripted model: prompts, edits,
permissions, commands, cancelling and sessions worked with all that start without an account. Agents that never ask (pi, codex in its default mode,
edits of kimi) are not stopped by \`--deny-all\`. The official SDK 2.4.0 worked with \`acp bridge\` in both directions, and with \`acp serve\` over
WebSocket and HTTP. What these programs send beyond the specification and \`acp\` understands is in
[decision 21](decisions/0021-extensions-that-agents-share.md).`;
