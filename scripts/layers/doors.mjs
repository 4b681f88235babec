/**
 * Checks that tests, benches, examples and scripts use the doors of the packages: the entries that their manifests
 * export.
 *
 * A file below `src` may be imported by path only for something that no door exports.
 */
import { existsSync } from 'node:fs';
// With slashes on every system.
import { dirname, join, normalize, relative } from 'node:path/posix';

import { codeOf, entriesOf, importsOf, sourceFiles } from './source-files.mjs';

const folders = ['test', 'bench', 'examples', 'scripts'];

/** The imports in `test`, `bench`, `examples` and `scripts` that go past a door. */
export function checkDoors(root, workspace) {
  const doors = new Map(workspace.map((member) => [member.home, doorsOf(root, member)]));
  const files = folders.flatMap((folder) => sourceFiles(join(root, folder)));
  return files.flatMap((file) => importsOf(file).flatMap((each) => checkImport({ root, doors, file }, each)));
}

function checkImport({ root, doors, file }, { specifier, names = [] }) {
  if (!specifier.startsWith('.')) return [];
  const target = relative(root, normalize(join(dirname(file), specifier)));
  const home = /^(?:packages|apps)\/[^/]+(?=\/src\/)/.exec(target)?.[0];
  if (home === undefined) return [];
  const fitting = (doors.get(home) ?? []).filter(
    ({ source, exported }) => source === target || (names.length > 0 && names.every((name) => exported.has(name))),
  );
  const door = fitting.toSorted((left, right) => shared(right.source, target) - shared(left.source, target))[0];
  if (door === undefined) return [];
  const what = names.length === 0 ? 'a door' : names.join(', ');
  return [`${relative(root, file)} imports ${what} from ${target}: import it from ${door.name}.`];
}

/** How many folders two paths have in common. */
function shared(left, right) {
  const parts = right.split('/');
  const differs = left.split('/').findIndex((part, index) => part !== parts[index]);
  return differs === -1 ? parts.length : differs;
}

/** The doors of a package with the names that each exports. */
function doorsOf(root, { home, manifest }) {
  return Object.entries(manifest.exports ?? {}).flatMap(([subpath, entry]) => {
    const source = entry?.['@acp-stack/source'];
    if (source === undefined) return [];
    const path = normalize(join(home, source));
    return [{ name: join(manifest.name, subpath), source: path, exported: exportedNames(join(root, path)) }];
  });
}

const declaration =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|namespace) (\w+)/gm;

/** The names that a module exports, with those of the modules that it exports whole. */
export function exportedNames(file) {
  if (!existsSync(file)) return new Set();
  const code = codeOf(file);
  const lists = Array.from(code.matchAll(/^export (?:type )?(\{[^}]*\})/gm), ([, list]) => entriesOf(list));
  const wholes = Array.from(code.matchAll(/^export (?:type )?\* from '([^']+)'/gm), ([, specifier]) => [
    ...exportedNames(join(dirname(file), specifier)),
  ]);
  return new Set([
    ...lists.flat().map((entry) => entry.split(/\s+as\s+/).at(-1)),
    ...Array.from(code.matchAll(declaration), ([, name]) => name),
    ...wholes.flat(),
  ]);
}
