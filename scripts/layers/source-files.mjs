/**
 * The TypeScript and JavaScript files of a folder, and what they import. Type imports and `import()` count like all
 * others.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
// With slashes on every system.
import { join } from 'node:path/posix';
import { sep } from 'node:path';

/** Every source file below `folder`, tests too, in order. */
export function sourceFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
    .map((entry) => join((entry.parentPath ?? entry.path).replaceAll(sep, '/'), entry.name))
    .filter((file) => !/(?:^|\/)(?:node_modules|dist)\//.test(file.slice(folder.length)))
    .toSorted();
}

/** Whether a file is a test or supports tests. */
export const isTest = (file) => /\.test(-d|-support)?\.tsx?$/.test(file);

/** Whether a file is written by the generator. */
export const isGenerated = (file) => file.endsWith('.gen.ts');

const clause = String.raw`(?:type\s+)?(?<names>\{[^}]*\}|\*\s*(?:as\s+\w+)?|\w+)\s*from`;
const statement = new RegExp(
  String.raw`\b(?<keyword>import|export)\s+${clause}\s*(['"])(?<from>[^'"\n]+)\3|\bimport\s*\(?\s*(['"])(?<bare>[^'"\n]+)\5\)?(?:\.(?<member>\w+))?`,
  'g',
);

/**
 * The imports and re-exports of a file: the module, and the names that are taken from it; `undefined` where those are
 * not listed.
 */
export function importsOf(file) {
  return Array.from(codeOf(file).matchAll(statement), ({ groups }) => ({
    specifier: groups.from ?? groups.bare,
    names: groups.from === undefined ? groups.member && [groups.member] : listedNames(groups.names),
  }));
}

/** The text of a file without lines that are comments. */
export const codeOf = (file) => readFileSync(file, 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '');

/** The names on the left of `as` in `{ a, type b as c }`. */
function listedNames(text) {
  if (!text.startsWith('{')) return undefined;
  return entriesOf(text).map((entry) => entry.split(/\s+as\s+/)[0]);
}

/** The entries of `{ a, type b as c }`, without `type`. */
export function entriesOf(text) {
  return text
    .slice(1, -1)
    .split(',')
    .map((entry) => entry.trim().replace(/^type\s+/, ''))
    .filter((entry) => entry !== '');
}
