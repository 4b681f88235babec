/**
 * Which Markdown files of the repository are pages of the site, and at which path.
 *
 * A file is named as the repository names it (`docs/guides/chat.md`); so is the path of a page, from the top of the
 * site (`guides/chat.md`). Every page has one file, and a file that is no page is linked to at the repository.
 */

/** A family of files and the paths of their pages; `*` stands for the same part in both. */
type Family = readonly [files: string, pages: string];

const families: readonly Family[] = [
  ['apps/site/pages/*.md', '*.md'],
  ['apps/site/generated/*.md', '*.md'],
  ['docs/index.md', 'documentation.md'],
  ['docs/*.md', '*.md'],
  ['packages/*/README.md', 'packages/*.md'],
  ['apps/*/README.md', 'programs/*.md'],
  ['examples/README.md', 'examples.md'],
  ['ARCHITECTURE.md', 'project/architecture.md'],
  ['CODE_OF_CONDUCT.md', 'project/code-of-conduct.md'],
  ['CONTRIBUTING.md', 'project/contributing.md'],
  ['SECURITY.md', 'project/security.md'],
  ['STYLE.md', 'project/style.md'],
];

/** The path of the page that `file` is, or undefined if it is none. */
export function pageOfFile(file: string): string | undefined {
  for (const [files, pages] of families) {
    const part = partOf(file, files);
    if (part !== undefined) return pages.replace('*', part);
  }
  return undefined;
}

/** What `*` stands for if `file` fits the pattern; in the middle of a path it stands for one name. */
function partOf(file: string, pattern: string): string | undefined {
  const [before = '', after] = pattern.split('*');
  if (after === undefined) return file === pattern ? '' : undefined;
  if (!file.startsWith(before) || !file.endsWith(after)) return undefined;
  const part = file.slice(before.length, file.length - after.length);
  return part === '' || (after.startsWith('/') && part.includes('/')) ? undefined : part;
}
