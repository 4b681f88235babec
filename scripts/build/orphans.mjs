/** Removes from a `dist` what no source stands behind any more: a package would be published with it. */
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const declaration = /\.d\.ts(\.map)?$/;

/** Removes what is in the `dist` of `home` and is neither one of `bundled` nor the declaration of a source. */
export function removeOrphans(home, bundled) {
  // It is not published, and its folder may have what a command has made for the user, such as an extension.
  if (JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).private === true) return;
  const dist = join(home, 'dist');
  const keep = new Set(['.tsbuildinfo', '.tsbuildinfo.neutral', ...bundled]);
  const entries = readdirSync(dist, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(dist.length + 1).replaceAll('\\', '/');
    const hasSource = declaration.test(name) && existsSync(join(home, 'src', name.replace(declaration, '.ts')));
    if (!keep.has(name) && !hasSource) rmSync(path);
  }
  const folders = entries.filter((each) => each.isDirectory()).map((each) => join(each.parentPath, each.name));
  // The deepest first, so that a folder of empty folders goes too.
  for (const folder of folders.toSorted((left, right) => right.length - left.length)) {
    if (readdirSync(folder).length === 0) rmdirSync(folder);
  }
}
