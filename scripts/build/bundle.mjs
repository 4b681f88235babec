/**
 * Writes the JavaScript of one package: a file for each of its entries, and one for what several entries share.
 *
 * The code is not minified: a stack trace names real functions, and the source maps lead to `src`. Comments are left
 * out; the declarations have them. Other packages stay imports, except those named in `acp.inlined`, because a program
 * starts faster with them inside. With `acp.alone` each entry has all it needs in one file, because a program loads
 * only one of them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { rolldown } from 'rolldown';

/** Bundles the package at `home`; returns the files that its `dist` now has, relative to it. */
export async function bundle(home) {
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const { inlined = [], alone = false } = manifest.acp ?? {};
  const doors = doorsOf(manifest);
  // The site and the extension of an editor have no doors: commands of their own bundle them.
  if (doors.length === 0) return [];
  const groups = alone ? doors.map((door) => [door]) : [doors];
  const output = (await Promise.all(groups.map((group) => bundleDoors(home, manifest, group)))).flat();
  const files = [...output, ...licences(home, inlined)];
  for (const file of files) write(join(home, 'dist', file.fileName), file.code ?? file.source);
  return files.map(({ fileName }) => fileName);
}

/** Bundles entries that share what they have in common. */
async function bundleDoors(home, manifest, doors) {
  const { inlined = [] } = manifest.acp ?? {};
  const isInlined = (id) => inlined.some((name) => id === name || id.startsWith(`${name}/`));
  const build = await rolldown({
    cwd: home,
    input: Object.fromEntries(doors.map((door) => [door, `./src/${door}.ts`])),
    external: (id) => !/^[.#]/u.test(id) && !isAbsolute(id) && !isInlined(id),
    platform: manifest.bin === undefined ? 'neutral' : 'node',
    // Our own packages are bundled from their sources, so that the maps lead there.
    resolve: { conditionNames: ['@acp-stack/source', 'import', 'default'] },
    // An entry may export more than its types say to the other files; otherwise it would be a file that only
    // re-exports.
    preserveEntrySignatures: 'allow-extension',
    transform: { target: 'es2022' },
    tsconfig: false,
  });
  try {
    const options = {
      dir: join(home, 'dist'),
      entryFileNames: '[name].js',
      chunkFileNames: '[name].chunk.js',
      minifyInternalExports: false,
      comments: { legal: true, annotation: true, jsdoc: false },
      minify: 'dce-only',
      sourcemap: true,
      sourcemapExcludeSources: true,
    };
    const { output } = await generateCompact(build, options, manifest);
    requireDeclared(output, manifest);
    return output.flatMap((part) => filesOf(part, options.dir));
  } finally {
    await build.close();
  }
}

/** A part and its map. The maps that come as assets are the same; a part that only re-exports has none. */
function filesOf({ type, fileName, code, map, sourcemapFileName }, folder) {
  if (type === 'asset') return [];
  if (map === null) return [{ fileName, code }];
  const complete = { ...map, ...carriedSources(map.sources, dirname(join(folder, fileName))) };
  return [
    { fileName, code },
    { fileName: sourcemapFileName, source: JSON.stringify(complete) },
  ];
}

/**
 * Our sources are part of the package. Those of other packages that are inlined are not, so the map contains them,
 * under the names they are imported by.
 */
function carriedSources(sources, folder) {
  const installed = /^.*\/node_modules\//;
  if (!sources.some((source) => installed.test(source))) return {};
  return {
    sources: sources.map((source) => source.replace(installed, '')),
    sourcesContent: sources.map((source) =>
      installed.test(source) ? readFileSync(join(folder, source), 'utf8') : null,
    ),
  };
}

/**
 * Opening a file costs more than reading it, so what entries share is one file. Where something is loaded on demand the
 * parts stay apart, because one file would load it all at once. In a program, which has to start fast, there are two
 * such files nevertheless: what it needs whenever it starts, and what its parts share and needs no other package.
 */
async function generateCompact(build, options, { bin }) {
  const apart = await build.generate(options);
  const isOnDemand = apart.output.some(({ dynamicImports = [] }) => dynamicImports.length > 0);
  if (isOnDemand && bin === undefined) return apart;
  const groups = isOnDemand ? groupsOfProgram(apart.output, doorsOf({ bin })) : [{ name: 'shared' }];
  const shared = groups.map((group) => ({ ...group, debugName: 'shared', minShareCount: 2 }));
  return build.generate({ ...options, codeSplitting: { groups: shared } });
}

/** The two shared files of a program; of the first it needs everything. */
function groupsOfProgram(parts, programs) {
  const entries = parts
    .filter(({ isEntry, name }) => isEntry && programs.includes(name))
    .map((part) => part.facadeModuleId);
  let atStart;
  const isAtStart = (id, context) => (atStart ??= modulesAtStart(entries, context)).has(id);
  return [
    { name: (id, context) => (isAtStart(id, context) ? 'shared' : null), priority: 1 },
    { name: (id, context) => (isLight(id, context) ? 'on-demand' : null), priority: 0 },
  ];
}

/** The modules that are loaded before the program runs. */
function modulesAtStart(entries, context) {
  // An entry of a program only loads the rest, after it has enabled the cache of compiled code.
  const found = new Set(entries.flatMap((id) => [id, ...(context.getModuleInfo(id)?.dynamicallyImportedIds ?? [])]));
  for (const id of found) for (const each of context.getModuleInfo(id)?.importedIds ?? []) found.add(each);
  return found;
}

/** What Node itself has loaded when a program starts. */
const ready = /^node:(?:fs|fs\/promises|module|os|path|string_decoder|url)$/;

/** Whether loading a module loads nothing but it and others like it. */
function isLight(id, context, seen = new Set()) {
  if (seen.has(id)) return true;
  seen.add(id);
  const info = context.getModuleInfo(id);
  if (info === null || info.isEntry) return false;
  return info.importedIds.every((each) => ready.test(each) || (isAbsolute(each) && isLight(each, context, seen)));
}

/** The licences of the packages whose code is inlined. */
function licences(home, inlined) {
  const names = inlined.filter((name) => !name.startsWith('@acp-stack/'));
  if (names.length === 0) return [];
  const texts = names.map((name) => `${name}\n\n${readFileSync(join(home, 'node_modules', name, 'LICENSE'), 'utf8')}`);
  return [{ fileName: 'third-party-licences.txt', source: texts.join('\n') }];
}

/** Syntax newer than the target, such as `using`, would import helpers from a package that is not installed. */
function requireDeclared(output, { name, dependencies = {}, peerDependencies = {} }) {
  const own = new Set(output.map(({ fileName }) => fileName));
  for (const { fileName, imports = [], dynamicImports = [] } of output) {
    for (const id of [...imports, ...dynamicImports]) {
      const [first = '', second = ''] = id.split('/');
      const owner = first.startsWith('@') ? `${first}/${second}` : first;
      if (own.has(id) || first.startsWith('node:') || owner in dependencies || owner in peerDependencies) continue;
      throw new Error(
        `${name}: ${fileName} imports ${id}, which is not a dependency; declare it, or write the code without it.`,
      );
    }
  }
}

/**
 * Each JavaScript file below `dist` that the manifest names, without folder and ending; its source has the same name
 * below `src`.
 */
function doorsOf({ exports = {}, bin = {} }) {
  const files = [...Object.values(exports).map((entry) => entry.default), ...Object.values(bin)];
  return files.flatMap((file) => /^\.\/dist\/(.+)\.js$/.exec(file)?.[1] ?? []);
}

/** Does not touch a file that has this content already: a running program may be reading it. */
function write(path, text) {
  if (read(path) === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  }
}
