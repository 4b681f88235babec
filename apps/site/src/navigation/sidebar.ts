/**
 * The sidebar: what docs/index.md lists, and what the folders of the repository hold.
 *
 * docs/index.md is a list of tables; the first cell of a table is the name of a group, and each row has links.
 */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { DefaultTheme } from 'vitepress';

import { pageOfFile } from '../links/site-pages.ts';

type Item = DefaultTheme.SidebarItem;

/** The sidebars of the parts of the site, by the beginning of the path; `pages` are the files that are pages. */
export function sidebarsOf(root: string, pages: readonly string[]): DefaultTheme.SidebarMulti {
  const title = (file: string): string => titleOf(readFileSync(join(root, file), 'utf8'));
  const itemOf = (file: string): Item => ({ text: title(file), link: `/${pageOfFile(file) ?? ''}` });
  const folder = (text: string, pattern: RegExp): Item => ({
    text,
    items: pages.filter((file) => pattern.test(file)).map(itemOf),
  });
  const listed = groupsOf(readFileSync(join(root, 'docs/index.md'), 'utf8')).map(({ name, files }): Item => ({
    text: name,
    collapsed: false,
    items: files.filter((file) => pageOfFile(file) !== undefined).map(itemOf),
  }));
  return {
    '/': listed,
    '/reference/': [folder('Protocol', /^docs\/reference\//u)],
    '/packages/': [folder('Packages', packageReadme), folder('Programs', programReadme)],
    '/programs/': [folder('Packages', packageReadme), folder('Programs', programReadme)],
    '/api/': [{ text: 'API', link: '/api/', items: apiItems(pages) }],
    '/decisions/': [folder('Decisions', /^docs\/decisions\//u)],
  };
}

/** The doors, each package before its further doors. */
function apiItems(pages: readonly string[]): Item[] {
  const folder = 'apps/site/generated/api/';
  return pages
    .filter((file) => file.startsWith(folder) && file !== `${folder}index.md`)
    .map((file) => file.slice(folder.length, -'.md'.length))
    .toSorted((left, right) => (left < right ? -1 : 1))
    .map((door) => ({ text: door, link: `/api/${door}` }));
}

const packageReadme = /^packages\/[^/]+\/README\.md$/u;
const programReadme = /^apps\/[^/]+\/README\.md$/u;

/** The groups of docs/index.md, each with the files that it links to, once each. */
function groupsOf(index: string): readonly { readonly name: string; readonly files: readonly string[] }[] {
  return index
    .split(/\n\n/u)
    .filter((block) => block.startsWith('| '))
    .map((table) => {
      const links = Array.from(table.matchAll(/\]\((?<path>[^)#]+\.md)/gu), ({ groups }) => groups?.['path'] ?? '');
      const files = links.map((path) => posix.join('docs', path));
      return { name: /^\| (?<name>.+?) +\|/u.exec(table)?.groups?.['name'] ?? '', files: [...new Set(files)] };
    });
}

/** The heading of a page, as plain text. */
function titleOf(text: string): string {
  const heading = /^# (?<title>.+)$/mu.exec(text)?.groups?.['title'] ?? '';
  return heading.replaceAll(/[`*\\]/gu, '').replace(/^@acp-stack\//u, '');
}
