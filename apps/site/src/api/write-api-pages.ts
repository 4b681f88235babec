/**
 * Writes a Markdown page for each door of the packages, from the doc comments of its declarations.
 *
 * TypeDoc reads the published declarations and not the sources: they say the same, and take half the time. It needs a
 * compiler that can be called from JavaScript, which the one of the checks cannot, so it has its own.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { Application, type DeclarationReflection, type Reflection } from 'typedoc';

import { doorPage } from './door-page.ts';
import { doorsOf, type Door } from './doors.ts';
import { typesOfReference } from './reference-links.ts';

/** An export, and where it is described. */
interface Place {
  readonly page: string;
  readonly id: string;
}

/** Writes the pages of the packages below `root` into `folder`, in place of those that are there. */
export async function writeApiPages(root: string, folder: string): Promise<void> {
  const doors = doorsOf(root);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Some doors are programs, which are started and export nothing.
  const modules = (await readDoors(root, folder, doors)).filter(([, { children = [] }]) => children.length > 0);
  const places = placesOf(modules);
  for (const [{ name, page, description, packagePage }, module] of modules) {
    const from = posix.dirname(`api/${page}`);
    const link = ({ page: target, id }: Place): string =>
      `${posix.join(posix.relative(from, posix.dirname(target)), posix.basename(target))}.html#${id}`;
    const text = doorPage(module, {
      name,
      description,
      packagePage,
      idOf: (exported) => places.get(exported)?.id ?? '',
      placeOf: (reflection) => {
        const place = placeOfOwner(places, reflection);
        return place === undefined ? undefined : link(place);
      },
    });
    const external = text.replaceAll(
      /href="\/reference\/(?<name>[\w-]+)\.md#/gu,
      (_, target: string) => `href="${posix.relative(from, `reference/${target}`)}.html#`,
    );
    const file = join(folder, `${page}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `---\neditLink: false\n---\n\n${external}`);
  }
  writeFileSync(join(folder, 'index.md'), indexPage(modules.map(([door]) => door)));
}

/** The doors with what they export, in the order of their names. */
async function readDoors(
  root: string,
  folder: string,
  doors: readonly Door[],
): Promise<readonly (readonly [Door, DeclarationReflection])[]> {
  const config = join(folder, 'tsconfig.json');
  const files = doors.map(({ declarations }) => declarations);
  const compilerOptions = {
    noEmit: true,
    jsx: 'react-jsx',
    lib: ['es2023', 'esnext.disposable', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    customConditions: [],
  };
  writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, files }));
  const app = await Application.bootstrap({
    entryPoints: files,
    tsconfig: config,
    basePath: root,
    skipErrorChecking: true,
    excludeExternals: true,
    excludePrivate: true,
    readme: 'none',
    sort: ['alphabetical'],
    logLevel: 'Error',
  });
  const types = typesOfReference(join(root, 'docs/reference'));
  app.converter.addUnknownSymbolResolver(({ moduleSource, symbolReference }) => {
    const name = symbolReference?.path?.[0]?.path;
    return moduleSource === '@acp-stack/schema' && name !== undefined ? types.get(name) : undefined;
  });
  const project = await app.convert();
  if (project === undefined) throw new Error('TypeDoc could not read the declarations: run npm start -- --help first.');
  return doors.map((door) => {
    const name = door.declarations
      .slice(root.length)
      .replace(/\.d\.ts$/u, '')
      .replace(/\/index$/u, '');
    const module = project.children?.find((each) => each.name === name);
    if (module === undefined) throw new Error(`TypeDoc has no exports of ${door.name}.`);
    return [door, module] as const;
  });
}

/** Ids are lower case, as links of Markdown are; two names that differ only in case get a number. */
function placesOf(modules: readonly (readonly [Door, DeclarationReflection])[]): ReadonlyMap<Reflection, Place> {
  const places = new Map<Reflection, Place>();
  for (const [{ page }, module] of modules) {
    const taken = new Set<string>();
    for (const exported of module.children ?? []) {
      const base = exported.name.toLowerCase();
      const id = taken.has(base) ? `${base}-2` : base;
      taken.add(id);
      places.set(exported, { page: `api/${page}`, id });
    }
  }
  return places;
}

/** The place of an export or of what it belongs to. */
function placeOfOwner(places: ReadonlyMap<Reflection, Place>, reflection: Reflection): Place | undefined {
  for (let owner: Reflection | undefined = reflection; owner !== undefined; owner = owner.parent) {
    const place = places.get(owner);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** The list of all doors, with what the manifests say of their packages. */
function indexPage(doors: readonly Door[]): string {
  const names = [...new Set(doors.map(({ description }) => description))];
  const items = names.map((description) => {
    const [main, ...more] = doors.filter((door) => door.description === description);
    const links = [main, ...more].flatMap((door) =>
      door === undefined ? [] : [`[${door.name}](/api/${door.page}.md)`],
    );
    return `- ${links.join(', ')}: ${description}`;
  });
  return [
    '# API',
    'Every export of every package, from the comments in its sources. A package has one door for most of its exports, and further ones for a',
    'runtime or a part. The types of the protocol (`@acp-stack/schema/v1` and `v2`) are in the [reference](/reference/index.md).',
    '',
    ...items,
    '',
  ]
    .join('\n')
    .replace('# API\n', '# API\n\n');
}
