/** The packages and apps of the repository, as their manifests describe them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of every package and app under `root`, relative to `root`. */
export function packageFolders(root) {
  return ['packages', 'apps'].flatMap((kind) => {
    const names = existsSync(join(root, kind)) ? readdirSync(join(root, kind)).toSorted() : [];
    return names.map((name) => `${kind}/${name}`).filter((home) => existsSync(join(root, home, 'package.json')));
  });
}

/** Every package and app under `root` with its manifest. */
export function readWorkspace(root) {
  return packageFolders(root).map((home) => ({
    home,
    isApp: home.startsWith('apps/'),
    manifest: JSON.parse(readFileSync(join(root, home, 'package.json'), 'utf8')),
  }));
}
