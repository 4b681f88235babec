/**
 * `npm run judge:agents -- folder [name …]`: installs released agents into the folder, judges each with
 * `acp conformance agent`, and writes the results into docs/interop.md.
 *
 * There is no account: the agents get the scripted model of the suite by the usual variables, and what needs a login is
 * not tested. The reports stay in the folder as JSON.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { agents, installAgent, installNode, run } from './agents/released-agents.mjs';

const acp = fileURLToPath(new URL('../apps/cli/dist/main.js', import.meta.url));
const page = new URL('../docs/interop.md', import.meta.url);
const begin = '<!-- judged agents: npm run judge:agents -->';
const end = '<!-- end of judged agents -->';
const [folder, ...chosen] = process.argv.slice(2);

/** Judges one agent; resolves with its report, or with why there is none. */
async function judge(name, places) {
  const installed = await installAgent(name, places);
  if (installed === undefined) return { name, why: 'it could not be installed' };
  const { package_, command, cwd, env } = installed;
  const file = join(places.place, 'reports', `${name}.json`);
  const words = ['conformance', 'agent', '--format', 'json', '--output', file, '--jobs', '2', '--', ...command];
  const { code, stderr } = await run(process.execPath, [acp, ...words], { cwd, env, timeout: 300_000 });
  if (code !== 0 && code !== 1) return { name: package_, why: stderr.trim().split('\n').at(-1) };
  return { name: package_, report: JSON.parse(readFileSync(file, 'utf8')) };
}

function rowOf({ name, why, report }) {
  const title = name.replace(/@(?=[\d.]+$)/u, ' ');
  if (report === undefined) return `| ${title} | | not judged: ${why} | | | |`;
  const { versions, summary, verdicts } = report;
  const broken = verdicts.filter(({ outcome }) => outcome === 'failed');
  const ids = [...new Set(broken.map(({ rule }) => rule))].join(', ');
  const open = summary['not-tested'];
  return `| ${title} | ${versions.join(', ')} | ${summary.passed} | ${summary.failed}${ids === '' ? '' : `: ${ids}`} | ${summary.warned} | ${open} |`;
}

/** The failures of all agents in words, each rule once. */
function ruleLines(results) {
  const broken = results.flatMap(({ report }) => report?.verdicts.filter(({ outcome }) => outcome === 'failed') ?? []);
  const texts = new Map(broken.map(({ rule, text, link }) => [rule, link === undefined ? text : `[${text}](${link})`]));
  return [...texts].toSorted(([left], [right]) => left.localeCompare(right)).map(([id, text]) => `- ${id}: ${text}`);
}

const unknown = chosen.filter((name) => !Object.hasOwn(agents, name));
if (folder === undefined || unknown.length > 0) {
  console.error(`usage: npm run judge:agents -- folder [name …], names are ${Object.keys(agents).join(', ')}`);
  process.exitCode = 2;
} else {
  const place = resolve(folder);
  mkdirSync(join(place, 'reports'), { recursive: true });
  const node = await installNode(place);
  const results = [];
  for (const name of node === undefined ? [] : chosen.length > 0 ? chosen : Object.keys(agents)) {
    console.error(`Judging ${name} …`);
    results.push(await judge(name, { place, node }));
  }
  const table = [
    '| agent | versions | rules kept | MUST broken | SHOULD broken | not tested |',
    '| --- | --- | --- | --- | --- | --- |',
    ...results.map(rowOf),
  ];
  const date = new Date().toISOString().slice(0, 10);
  const text = [
    begin,
    '',
    `Judged on ${date}, a rule counts once for each version:`,
    '',
    ...table,
    '',
    ...ruleLines(results),
    '',
    end,
  ];
  const before = readFileSync(page, 'utf8');
  const [head, tail] = [before.split(begin)[0], before.split(end)[1] ?? ''];
  writeFileSync(page, `${head}${text.join('\n')}${tail}`);
}
