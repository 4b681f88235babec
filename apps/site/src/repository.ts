/** The repository that the site describes: where it is, and its files that become pages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Repository } from './links/link-target.ts';
import { pageOfFile } from './links/site-pages.ts';

/** The top of the checkout. */
export const root: string = fileURLToPath(new URL('../../..', import.meta.url));

/** A manifest of a package; they all have the same version and repository. */
const manifest = JSON.parse(readFileSync(join(root, 'packages/schema/package.json'), 'utf8')) as {
  readonly version: string;
  readonly repository: { readonly url: string };
};

/** The version of the packages. */
export const version: string = manifest.version;

/** The checkout and the address of the repository, which the manifests state. */
export const readRepository = (): Repository => ({
  root,
  address: manifest.repository.url.replace(/^git\+/u, '').replace(/\.git$/u, ''),
});

/** Where Markdown files are that become pages; the other folders of the repository have none. */
const folders = ['.', 'docs', 'packages', 'apps', 'examples'];

/** Folders inside those that are not looked into. */
const passedOver =
  /^(?:packages\/[^/]+|apps\/(?!site\/)[^/]+|examples|apps\/site\/(?:src|dist|node_modules|\.vitepress))\/./u;

/** The files of the repository that become pages, in the order of their names. */
export function findPages(): string[] {
  return folders.flatMap((folder) => filesIn(folder, folder !== '.')).filter((file) => pageOfFile(file) !== undefined);
}

function filesIn(folder: string, isDeep: boolean): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder === '.' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return isDeep && !passedOver.test(`${path}/.`) ? filesIn(path, true) : [];
      return path.endsWith('.md') ? [path] : [];
    });
}
