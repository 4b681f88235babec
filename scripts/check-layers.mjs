/**
 * Checks the borders between packages, and between the folders inside a package, from manifests and imports.
 *
 * A package states its layer as `"acp": { "layer": N }` and may use packages of lower layers only; the layer `"dev"` is
 * for tools of tests, which only `devDependencies` may name. An app may use any package, and another app that has a
 * door, as the `acp` program does; no package uses an app. A source file imports only what the manifest lists, and
 * never a file of another package by path; tests and pages, which are bundled, may use `devDependencies`. Of the
 * root's `test` folder, the tests of a package may use `test/support`, and `test/requirements/requirement.ts` to cite
 * rules. `layers/folders.mjs` checks the inside of a package, `layers/doors.mjs` what tests import.
 */
// With slashes on every system.
import { dirname, join, normalize, relative } from 'node:path/posix';

import { checkDoors } from './layers/doors.mjs';
import { checkFolders } from './layers/folders.mjs';
import { importsOf, isTest, sourceFiles } from './layers/source-files.mjs';
import { readWorkspace } from './workspace.mjs';

const root = process.argv[2] ?? '.';
const workspace = readWorkspace(root);
const byName = new Map(workspace.map((member) => [member.manifest.name, member]));

const insides = workspace.map(({ home }) => checkFolders(root, home));
const violations = [
  ...workspace.flatMap((member) => [
    ...checkLayer(member),
    ...checkDependencies(member),
    ...sourceFiles(join(root, member.home, 'src')).flatMap((file) => checkImports(member, file)),
  ]),
  ...insides.flatMap((inside) => inside.violations),
  ...checkCycles(insides.flatMap(({ moduleCycles }) => moduleCycles)),
  ...checkDoors(root, workspace),
];
for (const violation of violations) console.error(violation);
process.exitCode = violations.length === 0 ? 0 : 1;

/** Imports of types count. */
function checkCycles(cycles) {
  if (cycles.length === 0) return [];
  const lines = cycles.map((cycle) => `  ${cycle.join(', ')}`);
  return [
    `${cycles.flat().length} modules import each other in cycles; move what they share to one of its own.`,
    ...lines,
  ];
}

function checkLayer({ home, isApp, manifest }) {
  const layer = manifest.acp?.layer;
  if (isApp || layer === 'dev' || (Number.isInteger(layer) && layer >= 0)) return [];
  return [`${home}/package.json does not state its layer: add "acp": { "layer": N }, see ARCHITECTURE.md.`];
}

function checkDependencies(member) {
  const { dependencies, peerDependencies, optionalDependencies, devDependencies } = member.manifest;
  const used = Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies });
  return [
    ...used.flatMap((name) => checkUse(member, name, false)),
    ...Object.keys(devDependencies ?? {}).flatMap((name) => checkUse(member, name, true)),
  ];
}

function checkUse({ home, isApp, manifest }, name, isDev) {
  const target = byName.get(name);
  if (target === undefined) return [];
  const layer = manifest.acp?.layer;
  const targetLayer = target.manifest.acp?.layer;
  if (target.isApp) {
    if (isApp && target.manifest.exports !== undefined) return [];
    return [`${home} depends on ${name}, which is an app; apps are not libraries.`];
  }
  if (targetLayer === 'dev') {
    if (isDev || layer === 'dev') return [];
    return [`${home} depends on ${name}, which is only for tests: move it to devDependencies.`];
  }
  if (isApp || layer === 'dev' || layer > targetLayer) return [];
  return [`${home} (layer ${layer}) depends on ${name} (layer ${targetLayer}); only lower layers are allowed.`];
}

function checkImports({ home, manifest }, file) {
  const { dependencies, peerDependencies, optionalDependencies, devDependencies } = manifest;
  const path = relative(root, file);
  // A page is published as one bundle, which holds what it imports.
  const isBundled = isTest(file) || path.startsWith(`${home}/src/page/`);
  const listed = {
    ...dependencies,
    ...peerDependencies,
    ...optionalDependencies,
    ...(isBundled ? devDependencies : {}),
  };
  const specifiers = new Set(importsOf(file).map(({ specifier }) => specifier));
  return [...specifiers].flatMap((specifier) => {
    if (specifier.startsWith('.')) return checkPath({ home, path }, specifier);
    const name = specifier.split('/').slice(0, 2).join('/');
    if (!byName.has(name) || name === manifest.name || name in listed) return [];
    const field = isBundled ? 'devDependencies' : 'dependencies';
    return [`${path} imports ${specifier}, but ${home}/package.json does not list ${name}: add it to ${field}.`];
  });
}

function checkPath({ home, path }, specifier) {
  const target = normalize(join(dirname(path), specifier));
  if (target.startsWith(`${home}/`)) return [];
  if (/^(packages|apps)\//.test(target)) {
    return [`${path} imports ${specifier}, a file of another package: import that package by its name.`];
  }
  if (isTest(path) && /^test\/(support\/|requirements\/requirement\.ts$)/.test(target)) return [];
  return [`${path} imports ${specifier}, a file outside its package: tests may use test/support, nothing else may.`];
}
