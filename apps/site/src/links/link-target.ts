/**
 * Where a link of a Markdown file leads on the site.
 *
 * The files are written for a reader of the repository: their links are relative, and some lead to sources or folders.
 * A link to a page leads to that page, any other to the file at the address of the repository.
 */
import { statSync } from 'node:fs';
import { join, posix } from 'node:path';

import { pageOfFile } from './site-pages.ts';

/** The repository on this disk and on the web. */
export interface Repository {
  readonly root: string;
  /** Its address, without a slash at the end. */
  readonly address: string;
}

/** Folders that have a page of their own on the site, because they have no README. */
const pagesOfFolders: Readonly<Record<string, string>> = {
  docs: '/documentation.md',
  'docs/decisions': '/decisions/index.md',
  'docs/reference': '/reference/index.md',
  examples: '/examples.md',
};

/** Where `href` of `file` leads: from the top of the site (`/guides/chat.md#keys`), or an address. */
export function linkTarget({ root, address }: Repository, file: string, href: string): string {
  if (/^(?:[a-z][\w+.-]*:|#|\/)/iu.test(href)) return href;
  const [path = '', ...rest] = href.split('#');
  const target = posix.join(posix.dirname(file), decodeURI(path)).replace(/\/$/u, '');
  const anchor = rest.length === 0 ? '' : `#${rest.join('#')}`;
  const page = pageOfFile(target);
  if (page !== undefined) return `/${page}${anchor}`;
  const folder = pagesOfFolders[target];
  if (folder !== undefined) return folder + anchor;
  const isFolder = statSync(join(root, target), { throwIfNoEntry: false })?.isDirectory() === true;
  return `${address}/${isFolder ? 'tree' : 'blob'}/main/${encodeURI(target)}${anchor}`;
}
