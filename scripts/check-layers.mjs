/**
 * Checks the borders between packages from their manifests and their imports.
 *
 * A package states its layer as `"acp": { "layer": N }` and may use packages of lower layers only; the layer `"dev"` is
 * for tools of tests, which only `devDependencies` may name. An app may use any package, and
 * another app that has a door of its own, as the `acp` program does; no package uses an app. What a
 * source file imports must be listed in the manifest, and no file reaches into another package by path.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

import { readWorkspace } from './workspace.mjs';

const root = process.argv[2] ?? '.';
const workspace = readWorkspace(root);
const byName = new Map(workspace.map((member) => [member.manifest.name, member]));

const violations = workspace.flatMap((member) => [
  ...checkLayer(member),
  ...checkDependencies(member),
  ...sourceFiles(join(root, member.home, 'src')).flatMap((file) => checkImports(member, file)),
]);
for (const violation of violations) console.error(violation);
process.exitCode = violations.length === 0 ? 0 : 1;

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
  const isTest = /\.test(-d|-support)?\.tsx?$/.test(file);
  const listed = { ...dependencies, ...peerDependencies, ...optionalDependencies, ...(isTest ? devDependencies : {}) };
  const path = relative(root, file);
  return importsOf(file).flatMap((specifier) => {
    if (specifier.startsWith('.')) {
      const target = normalize(join(dirname(path), specifier));
      if (!/^(packages|apps)\//.test(target) || target.startsWith(`${home}/`)) return [];
      return [`${path} imports ${specifier}, a file of another package: import that package by its name.`];
    }
    const name = specifier.split('/').slice(0, 2).join('/');
    if (!byName.has(name) || name === manifest.name || name in listed) return [];
    const field = isTest ? 'devDependencies' : 'dependencies';
    return [`${path} imports ${specifier}, but ${home}/package.json does not list ${name}: add it to ${field}.`];
  });
}

/** The module names that a file imports; lines of comments are left out. */
function importsOf(file) {
  const code = readFileSync(file, 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '');
  const matches = code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*(['"])(?<specifier>[^'"\n]+)\1/g);
  return [...new Set(Array.from(matches, ({ groups }) => groups.specifier))];
}

function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.[cm]?tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .toSorted();
}
