/**
 * The four surfaces under test: what the official schema file says, and what we made of it.
 *
 * The official files are read from the installed package, never copied.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { readAreas, resolveSurfaces } from '../../packages/schema/src/generate/generate.ts';
import type { Surface } from '../../packages/schema/src/generate/model.ts';
import type { Definitions } from '../../packages/schema/src/validate/definition.ts';
import { readDefinitions as createV1 } from '../../packages/schema/src/v1/definitions.gen.ts';
import { readDefinitions as createV1Unstable } from '../../packages/schema/src/v1/unstable/definitions.gen.ts';
import { validators as validatorsV1Unstable } from '@acp-stack/schema/v1/unstable';
import { validators as validatorsV1 } from '@acp-stack/schema/v1';
import { readDefinitions as createV2 } from '../../packages/schema/src/v2/definitions.gen.ts';
import { readDefinitions as createV2Unstable } from '../../packages/schema/src/v2/unstable/definitions.gen.ts';
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
  /** The generated data for repairs. */
  readonly generatedDefinitions: Definitions;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): SchemaDocument => JSON.parse(readFileSync(`${root}/${path}`, 'utf8')) as SchemaDocument;
const resolved = resolveSurfaces(readAreas(root));

function measure(
  version: 1 | 2,
  unstable: boolean,
  generated: Pick<MeasuredSurface, 'generatedDefinitions'> & { readonly validators: object },
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
    generatedDefinitions: generated.generatedDefinitions,
  };
}

export const surfaces: readonly MeasuredSurface[] = [
  measure(1, false, { generatedDefinitions: createV1(), validators: validatorsV1 }),
  measure(1, true, { generatedDefinitions: createV1Unstable(), validators: validatorsV1Unstable }),
  measure(2, false, { generatedDefinitions: createV2(), validators: validatorsV2 }),
  measure(2, true, { generatedDefinitions: createV2Unstable(), validators: validatorsV2Unstable }),
];
