/** Writes the pages that no file of the repository has: those of the API, and the list of decisions. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { writeApiPages } from './api/write-api-pages.ts';

/** Writes them for the repository at `root`. */
export async function generatePages(root: string): Promise<void> {
  const folder = join(root, 'apps/site/generated');
  await writeApiPages(root, join(folder, 'api'));
  mkdirSync(join(folder, 'decisions'), { recursive: true });
  writeFileSync(join(folder, 'decisions/index.md'), decisionsPage(join(root, 'docs/decisions')));
}

function decisionsPage(folder: string): string {
  const items = readdirSync(folder)
    .toSorted()
    .map((file) => {
      const [, title = file] = /^# (?<title>.+)$/mu.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
      return `- [${title}](/decisions/${file})`;
    });
  return `# Decisions\n\nWhy things are built the way they are, one page each.\n\n${items.join('\n')}\n`;
}
