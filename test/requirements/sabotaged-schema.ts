/** The schema with one line of its definitions changed, for proofs of the requirements that the schema itself keeps. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { emitTypes } from '../../packages/schema/src/generate/emit-types.ts';
import { definitionsOf } from '../../packages/schema/src/generate/emit-definitions.ts';
import { readAreas } from '../../packages/schema/src/generate/generate.ts';
import { parseArea } from '../../packages/schema/src/generate/parse.ts';
import { resolveSurface } from '../../packages/schema/src/generate/resolve.ts';
import { repair } from '../../packages/schema/src/validate/repair.ts';
import type { Checked } from '@acp-stack/schema';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A schema under test: one question per version, against the unstable superset. */
export interface SchemaUnderTest {
  check(version: 1 | 2, name: string, value: unknown): Checked<unknown>;
  /** The generated types of a version. */
  types(version: 1 | 2): string;
}

/** One change of the definitions. */
export interface Sabotage {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** The schema as the definitions say, after `sabotage`. */
export function loadSchema(sabotage?: Sabotage): SchemaUnderTest {
  const areas = readAreas(root).map((area) => {
    if (area.file !== sabotage?.file) return area;
    const text = readFileSync(join(root, 'packages/schema/src/definitions', area.file), 'utf8');
    if (!text.includes(sabotage.from)) throw new Error(`${area.file} does not contain "${sabotage.from}"`);
    return parseArea(area.file, text.replaceAll(sabotage.from, sabotage.to));
  });
  const surfaces = { 1: resolveSurface(areas, 1, true), 2: resolveSurface(areas, 2, true) };
  const definitions = { 1: definitionsOf(surfaces[1]), 2: definitionsOf(surfaces[2]) };
  return {
    check: (version, name, value) => repair(definitions[version], name, value),
    types: (version) => emitTypes(surfaces[version], 1),
  };
}
