/**
 * Every row of the conversion table is shown by a test, in both directions.
 *
 * A test belongs to the row that its `describe` names. Its direction is in its name, as `toV2` or `toV1`; in the
 * folders for whole connections it follows from the side that sends what the row is about.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { conversionTable, type RowId } from '@acp-stack/bridge/conversion-table';
import { expect, test } from 'vitest';

type Direction = 'toV1' | 'toV2';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ids = Object.keys(conversionTable) as RowId[];

/** What clients send; agents send the rest. */
const ofClients: ReadonlySet<RowId> = new Set<RowId>([
  'initialize params',
  'authenticate and logout',
  'session/new',
  'session/load',
  'session/list',
  'session/close',
  'session/set_mode',
  'set_config_option',
  'permission outcome',
]);

/** What either side sends. */
const ofBoth: ReadonlySet<RowId> = new Set<RowId>([
  'session/cancel',
  'content blocks',
  'custom methods',
  'request ids',
  'errors',
  'drafts',
]);

function directionsIn(folder: string, id: RowId): readonly Direction[] {
  if (ofBoth.has(id)) return ['toV1', 'toV2'];
  return [ofClients.has(id) === (folder === 'rules-for-v1-client') ? 'toV2' : 'toV1'];
}

/** What the tests of a file show. */
function shownBy(file: string): readonly string[] {
  const folder = /\/(rules-for-v1-client|rules-for-v1-agent)\//.exec(file)?.[1];
  const blocks = readFileSync(file, 'utf8').split(/^(?=describe\()/m);
  return blocks.flatMap((block) => {
    const id = ids.find((each) => block.startsWith(`describe('${each}'`));
    if (id === undefined) return [];
    const directions = [...block.matchAll(/['"`](toV[12])\b/g)].map((match) => match[1]);
    if (directions.length === 0 && folder !== undefined) directions.push(...directionsIn(folder, id));
    return directions.map((direction) => `${id} ${direction}`);
  });
}

test('every row is shown by a test, in each direction that it has', () => {
  const files = ['packages/bridge/src', 'test/interop'].flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => `${root}/${folder}/${file}`),
  );
  const shown = new Set(files.flatMap(shownBy));
  const wanted = ids.flatMap((id) =>
    (['toV2', 'toV1'] as const)
      .filter((direction) => conversionTable[id][direction].fidelity !== 'none')
      .map((direction) => `${id} ${direction}`),
  );
  expect(wanted.filter((each) => !shown.has(each))).toEqual([]);
});
