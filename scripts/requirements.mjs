/**
 * `npm run requirements`: how many rules of the protocol are cited by a test, how many are proved, and which cannot be.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Which requirements the tests cite with `verifies`, and which they prove with `proves`, `provesOnWire` and the like,
 * by reading their sources.
 *
 * @returns {{ cited: ReadonlySet<string>, proved: ReadonlySet<string> }}
 */
export function readCitations() {
  const cited = new Set();
  const proved = new Set();
  for (const file of ['packages', 'apps', 'test'].flatMap((folder) => testFiles(join(root, folder)))) {
    const text = readFileSync(file, 'utf8');
    for (const [, word, id] of text.matchAll(/\b(verifies|proves\w*)\(\s*'([A-Z0-9]+-\d+[a-z]?)'/gu)) {
      cited.add(id);
      if (word !== 'verifies') proved.add(id);
    }
  }
  return { cited, proved };
}

/** @returns {string[]} */
function testFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return [];
    if (entry.isDirectory()) return testFiles(join(folder, entry.name));
    return entry.name.endsWith('.test.ts') ? [join(folder, entry.name)] : [];
  });
}

function printTable() {
  const requirements = JSON.parse(readFileSync(join(root, 'test/requirements/requirements.json'), 'utf8'));
  const { cited, proved } = readCitations();
  const areas = new Map();
  for (const each of requirements) areas.set(each.area, [...(areas.get(each.area) ?? []), each]);
  const row = (area, rows) => {
    const count = (ids) => rows.filter(({ id }) => ids.has(id)).length;
    const unprovable = rows.filter((each) => each.unprovable !== undefined).length;
    return [area, rows.length, count(cited), count(proved), unprovable];
  };
  const lines = [...[...areas].map(([area, rows]) => row(area, rows)), row('all', requirements)];
  console.log(`${'area'.padEnd(52)} rules  cited  proved  unprovable`);
  for (const [area, ...figures] of lines) {
    const [rules, citedCount, provedCount, unprovable] = figures.map(String);
    console.log(
      `${area.padEnd(52)} ${rules.padStart(5)}  ${citedCount.padStart(5)}  ${provedCount.padStart(6)}  ${unprovable.padStart(10)}`,
    );
  }
  printUnprovable(requirements.filter((each) => each.unprovable !== undefined));
}

function printUnprovable(requirements) {
  if (requirements.length === 0) return;
  console.log('\nWhat nothing can break on purpose:');
  for (const { id, unprovable } of requirements) console.log(`${id.padEnd(10)} ${unprovable}`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) printTable();
