/** The ways into our packages, as their manifests name them. */
import { join } from 'node:path';

import { readWorkspace } from '../../scripts/workspace.mjs';

/** A way into a package, such as `@acp-stack/http/node`, and the source file behind it. */
export interface Door {
  readonly name: string;
  readonly file: string;
}

/** Every door of the packages and apps below `root`; what leads to no source file, such as a JSON Schema, is none. */
export function doorsOf(root: string): Door[] {
  return readWorkspace(root).flatMap(({ home, manifest }) =>
    Object.entries(manifest.exports ?? {}).flatMap(([entry, target]) => {
      const source = typeof target === 'string' ? undefined : target['@acp-stack/source'];
      return source === undefined ? [] : [{ name: manifest.name + entry.slice(1), file: join(root, home, source) }];
    }),
  );
}
