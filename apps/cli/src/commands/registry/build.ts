/** `acp registry build`. */
import { resolve } from 'node:path';

import { buildRegistry, type RuleSet } from '@acp-stack/registry/authors';

import type { FormatFlags } from '../../command-line/format-option.ts';
import { existingFolder } from '../../files/existing-folder.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { exactLine } from '../../text/exact-text.ts';
import { authorWork } from './author-work.ts';
import { reportLines } from './check.ts';

export interface BuildFlags extends FormatFlags {
  readonly out: string;
  readonly rules: RuleSet;
  /** True, or the title of the page. */
  readonly site?: boolean | string;
  readonly baseUrl?: string;
  readonly release?: string;
}

export interface BuildCommand {
  readonly folder: string;
  readonly flags: BuildFlags;
}

export async function build({ folder, flags }: BuildCommand, terminal: Terminal): Promise<number> {
  const path = existingFolder(folder, 'acp registry build');
  const out = resolve(flags.out);
  const { site, baseUrl, release: version } = flags;
  const report = await authorWork(() =>
    buildRegistry(path, {
      out,
      rules: flags.rules,
      ...(site === undefined ? {} : { site: typeof site === 'string' ? { title: site } : site }),
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(version === undefined ? {} : { version }),
    }),
  );
  const { built, check, files, sha256 } = report;
  if (flags.format === 'json') {
    await terminal.stdout.writeJson(JSON.stringify(report, undefined, 2));
    return built ? 0 : 1;
  }
  // What was built goes to stdout; what the check found is about the folder.
  await (built ? terminal.stderr : terminal.stdout).write(`${reportLines(check, terminal).join('\n')}\n`);
  if (!built) {
    await terminal.stderr.tryWrite('nothing was written; mend the errors first\n');
    return 1;
  }
  await terminal.stdout.write(files.map((file) => `${exactLine(file)}\n`).join(''));
  await terminal.stderr.tryWrite(
    `wrote ${files.length} files to ${out}${sha256 === undefined ? '' : `; sha256 of registry.json: ${sha256}`}\n`,
  );
  return 0;
}
