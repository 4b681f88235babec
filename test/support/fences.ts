/** The code samples of the documents that users read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { filesInGit, repository } from './checkout.ts';

/** One sample. */
export interface Fence {
  readonly file: string;
  /** The file and the line that the code begins at. */
  readonly place: string;
  readonly language: string;
  /** What stands behind the language: where the code is from, or which test runs it. */
  readonly info: string;
  readonly code: string;
}

/** What is read: no records of decisions, no generated reference, no data of tests, and no samples of style. */
const documents =
  /^(?:(?:README|CONTRIBUTING|AGENTS|SECURITY)\.md|docs\/(?!decisions\/|design\/|reference\/).*\.md|(?:packages|apps)\/[^/]+\/README\.md|apps\/site\/pages\/.*\.md|apps\/create-acp-agent\/templates\/.*\.md|examples\/.*\.md)$/u;

/** Every fence of the documents. */
export function documentFences(): readonly Fence[] {
  return filesInGit('--cached', '--others')
    .filter((file) => documents.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(repository, file), 'utf8');
      return Array.from(text.matchAll(/^```(\S*)([^\n]*)\n([\s\S]*?)^```$/gmu), (match) => {
        const [, language = '', info = '', code = ''] = match;
        const line = text.slice(0, match.index).split('\n').length + 1;
        return { file, place: `${file}:${line}`, language, info: info.trim(), code };
      });
    });
}
