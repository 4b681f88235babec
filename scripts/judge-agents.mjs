/**
 * `npm run judge:agents -- folder [name …]`: installs released agents and clients into the folder, judges each with
 * `acp conformance`, and writes docs/interop.json and docs/interop.md. With names, only their results are made anew.
 *
 * There is no account: the agents get the scripted model of the suite by the usual variables, and what needs a login is
 * not tested. A report that is in the folder already is used again; the whole reports stay there as JSON. Without a network,
 * such as in `unshare -n`, what is installed already is judged.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { brokenRules, interopPage, resultOf } from './agents/interop-page.mjs';
import { agents, clients, installAgent, installNode, run } from './agents/released-agents.mjs';

const acp = fileURLToPath(new URL('../apps/cli/dist/main.js', import.meta.url));
const stored = new URL('../docs/interop.json', import.meta.url);
const page = new URL('../docs/interop.md', import.meta.url);
const all = { ...agents, ...clients };
const [folder, ...chosen] = process.argv.slice(2);

/** Judges one program unless its report is there; resolves with the report, or with why there is none. */
async function judge(name, places) {
  const file = join(places.place, 'reports', `${name}.json`);
  if (existsSync(file)) return { report: JSON.parse(readFileSync(file, 'utf8')) };
  const installed = await installAgent(name, places);
  if (installed === undefined) return { why: 'it could not be installed' };
  const { command, cwd, env } = installed;
  const side = Object.hasOwn(agents, name) ? 'agent' : 'client';
  // Large agents take long to start, and a busy machine makes them late: no finding may come from a short wait.
  const limits = ['--timeout', '30', '--total-timeout', '2400', '--jobs', '1'];
  const words = ['conformance', side, '--format', 'json', '--output', file, ...limits, '--', ...command];
  const { code, stderr } = await run(process.execPath, [acp, ...words], { cwd, env, timeout: 3_000_000 });
  if (existsSync(file)) return { report: JSON.parse(readFileSync(file, 'utf8')) };
  return { why: stderr.trim().split('\n').at(-1) || `the suite ended with ${code}` };
}

/** Puts new results over the stored ones, in the order of the list. */
function merged(before, news) {
  const results = Object.keys(all).flatMap((name) => {
    const found = [...news, ...before.results].find((result) => result.name === name);
    return found === undefined ? [] : [found];
  });
  const named = new Set(results.flatMap(({ broken = [] }) => broken.map(({ rule }) => rule)));
  const rules = Object.entries(before.rules).filter(([id]) => named.has(id));
  return { rules: Object.fromEntries(rules.toSorted(([left], [right]) => left.localeCompare(right))), results };
}

const unknown = chosen.filter((name) => !Object.hasOwn(all, name));
if (folder === undefined || unknown.length > 0) {
  console.error(`usage: npm run judge:agents -- folder [name …], names are ${Object.keys(all).join(', ')}`);
  process.exitCode = 2;
} else {
  const place = resolve(folder);
  mkdirSync(join(place, 'reports'), { recursive: true });
  const node = await installNode(place);
  const before = existsSync(stored) ? JSON.parse(readFileSync(stored, 'utf8')) : { rules: {}, results: [] };
  const date = new Date().toISOString().slice(0, 10);
  const news = [];
  for (const name of node === undefined ? [] : chosen.length > 0 ? chosen : Object.keys(all)) {
    console.error(`Judging ${name} …`);
    const { report, why } = await judge(name, { place, node });
    if (report !== undefined) Object.assign(before.rules, brokenRules(report));
    news.push(resultOf({ name, program: all[name][0], date, report, why }));
  }
  const results = merged(before, news);
  writeFileSync(stored, `${JSON.stringify(results, undefined, 2)}\n`);
  writeFileSync(page, interopPage(results));
}
