/** Makes every generated file from the notation; the tests compare the result with what is committed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { emitChecks } from './emit-checks.ts';
import { emitDoor, emitGuards, emitValidators } from './emit-entry.ts';
import { emitMethods } from './emit-methods.ts';
import { emitJsonSchema } from './emit-json-schema.ts';
import { emitReference } from './emit-reference.ts';
import { emitDefinitions } from './emit-definitions.ts';
import { emitTypes } from './emit-types.ts';
import type { Area, Surface, Version } from './model.ts';
import { parseArea } from './parse.ts';
import { v1Extras } from './reachable-shapes.ts';
import { resolveSurface } from './resolve.ts';

/** Reads every area below `packages/schema/src/definitions`. */
export function readAreas(root: string): Area[] {
  const folder = join(root, 'packages/schema/src/definitions');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.acp'))
    .toSorted()
    .map((file) => parseArea(file, readFileSync(join(folder, file), 'utf8')));
}

/** The four surfaces that users import. */
export function resolveSurfaces(areas: readonly Area[]): Surface[] {
  const versions: readonly Version[] = [1, 2];
  return versions.flatMap((version) => [false, true].map((unstable) => resolveSurface(areas, version, unstable)));
}

/** Every generated file of the repository at `root`: its path relative to `root`, and its text. */
export function generate(root: string): Map<string, string> {
  const areas = readAreas(root);
  const surfaces = resolveSurfaces(areas);
  const files = new Map<string, string>();
  for (const surface of surfaces) {
    const folder = `packages/schema/src/v${surface.version}${surface.unstable ? '/unstable' : ''}`;
    const depth = surface.unstable ? 2 : 1;
    for (const [path, text] of emitModules(folder, surface, depth)) files.set(path, text);
    files.set(`${folder}/guards.gen.ts`, emitGuards(surface, depth));
    files.set(`${folder}/index.ts`, emitDoor(surface, depth));
    files.set(
      `packages/schema/json-schema/v${surface.version}${surface.unstable ? '.unstable' : ''}.json`,
      emitJsonSchema(surface, areas),
    );
  }
  for (const [path, text] of emitExtras(areas)) files.set(path, text);
  for (const [path, text] of emitReference(areas, surfaces)) files.set(path, text);
  return files;
}

function emitModules(folder: string, surface: Surface, depth: number): Map<string, string> {
  return new Map([
    [`${folder}/types.gen.ts`, emitTypes(surface, depth)],
    [`${folder}/checks.gen.ts`, emitChecks(surface, depth)],
    [`${folder}/definitions.gen.ts`, emitDefinitions(surface, depth)],
    [`${folder}/validators.gen.ts`, emitValidators(surface, depth)],
    [`${folder}/methods.gen.ts`, emitMethods(surface, depth)],
  ]);
}

/**
 * The part of version 1 that programs of version 2 also understand: its requests to a client, about files and
 * terminals.
 */
function emitExtras(areas: readonly Area[]): Map<string, string> {
  const folder = 'packages/schema/src/v1/extras';
  const extras = v1Extras(resolveSurface(areas, 1, true), resolveSurface(areas, 2, true));
  return emitModules(folder, extras, 2);
}
