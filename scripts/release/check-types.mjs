/**
 * What the packed packages are for a type checker: every door resolves for ESM in Node and for bundlers, and its types are those
 * of the JavaScript beside them.
 *
 * `require()` finds ESM, which Node loads from 20.19 on; the entries for older Node are not looked at.
 */
import { readFileSync } from 'node:fs';

import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';

const ignored = new Set(['CJSResolvesToESM']);

/** The problems of one tarball, one line each. */
export async function typeProblems(tarball) {
  const checked = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
  if (checked.types === false) return [];
  return checked.problems
    .filter(({ kind, resolutionKind }) => !ignored.has(kind) && resolutionKind !== 'node10')
    .map(({ kind, entrypoint, resolutionKind }) => [kind, entrypoint, resolutionKind].filter(Boolean).join(' '));
}
