/**
 * Checks the modules inside a package: no cycles, small folders, short modules.
 *
 * A folder below `src` is a step of the way of a message or a concept; folders do not import each other in a cycle, and
 * `src` itself is one of them. Imports of types count, tests do not.
 */
import { readFileSync } from 'node:fs';
// With slashes on every system.
import { dirname, join, normalize, relative } from 'node:path/posix';

import { findCycles } from './cycles.mjs';
import { importsOf, isGenerated, isTest, sourceFiles } from './source-files.mjs';

/** A folder with more modules is split. */
const mostModules = 30;

/** A module with more lines is split. */
const mostLines = 400;

/** Checks the package or app at `home`; returns what is wrong, and the modules that are in cycles. */
export function checkFolders(root, home) {
  const src = join(root, home, 'src');
  const files = sourceFiles(src).filter((file) => !isTest(file));
  const modules = new Map(files.map((file) => [file, localImports(file, new Set(files))]));
  const name = (path) => relative(root, path);
  return {
    violations: [
      ...folderCycles(modules).map((cycle) => describeFolderCycle(modules, cycle, name)),
      ...fullFolders(files).map(
        ({ folder, count }) => `${name(folder)} holds ${count} modules; at most ${mostModules} are allowed: split it.`,
      ),
      ...files
        .filter((file) => !isGenerated(file) && countLines(file) > mostLines)
        .map((file) => `${name(file)} has ${countLines(file)} lines; at most ${mostLines} are allowed: split it.`),
    ],
    moduleCycles: findCycles(modules).map((cycle) => cycle.map(name)),
  };
}

function localImports(file, files) {
  const targets = importsOf(file)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => normalize(join(dirname(file), specifier)));
  return new Set(targets.filter((target) => files.has(target)));
}

function folderCycles(modules) {
  const folders = new Map();
  for (const [file, targets] of modules) {
    const folder = dirname(file);
    if (!folders.has(folder)) folders.set(folder, new Set());
    for (const target of targets) if (dirname(target) !== folder) folders.get(folder).add(dirname(target));
  }
  return findCycles(folders);
}

/** How many imports of a cycle are shown. */
const mostShown = 12;

/** One import for each border that the cycle crosses, so that the reader sees what to turn around; the rarest first. */
function describeFolderCycle(modules, cycle, name) {
  const borders = new Map();
  for (const [file, targets] of modules) {
    for (const target of targets) {
      const [from, to] = [dirname(file), dirname(target)];
      if (from === to || !cycle.includes(from) || !cycle.includes(to)) continue;
      const border = borders.get(`${from} ${to}`);
      borders.set(`${from} ${to}`, { file, target, count: (border?.count ?? 0) + 1 });
    }
  }
  const rarest = [...borders.values()].toSorted((left, right) => left.count - right.count);
  const lines = rarest
    .slice(0, mostShown)
    .map(
      ({ file, target, count }) => `  ${name(file)} imports ${name(target)}${count > 1 ? ` (one of ${count})` : ''}`,
    );
  if (rarest.length > mostShown) lines.push(`  and ${rarest.length - mostShown} more`);
  return [`The folders ${cycle.map(name).join(', ')} import each other in a cycle.`, ...lines].join('\n');
}

function fullFolders(files) {
  const counts = new Map();
  for (const file of files.filter((each) => !isGenerated(each))) {
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > mostModules).map(([folder, count]) => ({ folder, count }));
}

const countLines = (file) => readFileSync(file, 'utf8').trimEnd().split('\n').length;
