/**
 * The four surfaces under test: what the official schema file says, and what we made of it.
 *
 * The official files are read from the installed package, never copied.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { readAreas, resolveSurfaces } from '../../packages/schema/src/generate/generate.ts';
import type { Surface } from '../../packages/schema/src/generate/model.ts';
import type { Table } from '../../packages/schema/src/table.ts';
import { table as tableV1 } from '../../packages/schema/src/v1/table.gen.ts';
import { table as tableV1Unstable } from '../../packages/schema/src/v1/unstable/table.gen.ts';
import { validators as validatorsV1Unstable } from '@acp-stack/schema/v1/unstable';
import { validators as validatorsV1 } from '@acp-stack/schema/v1';
import { table as tableV2 } from '../../packages/schema/src/v2/table.gen.ts';
import { table as tableV2Unstable } from '../../packages/schema/src/v2/unstable/table.gen.ts';
import { validators as validatorsV2Unstable } from '@acp-stack/schema/v2/unstable';
import { validators as validatorsV2 } from '@acp-stack/schema/v2';
import type { Validator } from '@acp-stack/schema';
import type { SchemaDocument } from './json-schema.ts';

export type SurfaceName = 'v1' | 'v1.unstable' | 'v2' | 'v2.unstable';

export interface MeasuredSurface {
  readonly name: SurfaceName;
  readonly official: SchemaDocument;
  /** The JSON Schema that we generate. */
  readonly own: SchemaDocument;
  /** The definitions that we generate it from. */
  readonly definitions: Surface;
  readonly validators: Readonly<Record<string, Validator<unknown>>>;
  readonly table: Table;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): SchemaDocument => JSON.parse(readFileSync(`${root}/${path}`, 'utf8')) as SchemaDocument;
const resolved = resolveSurfaces(readAreas(root));

function measure(
  version: 1 | 2,
  unstable: boolean,
  generated: Pick<MeasuredSurface, 'table'> & { readonly validators: object },
): MeasuredSurface {
  const suffix = unstable ? '.unstable' : '';
  const definitions = resolved.find((each) => each.version === version && each.unstable === unstable);
  if (definitions === undefined) throw new Error(`there is no v${version}${suffix}`);
  return {
    name: `v${version}${suffix}` as SurfaceName,
    official: read(`node_modules/@agentclientprotocol/sdk/schema/v${version}/schema${suffix}.json`),
    own: read(`packages/schema/json-schema/v${version}${suffix}.json`),
    definitions,
    validators: generated.validators as MeasuredSurface['validators'],
    table: generated.table,
  };
}

export const surfaces: readonly MeasuredSurface[] = [
  measure(1, false, { table: tableV1, validators: validatorsV1 }),
  measure(1, true, { table: tableV1Unstable, validators: validatorsV1Unstable }),
  measure(2, false, { table: tableV2, validators: validatorsV2 }),
  measure(2, true, { table: tableV2Unstable, validators: validatorsV2Unstable }),
];
