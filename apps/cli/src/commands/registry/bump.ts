/** `acp registry bump`: newer versions of the agents of a folder. */
import { bump as findNewer, type BumpReport, type VersionUpdate } from '@acp-stack/registry/authors';

import type { FormatFlags } from '../../command-line/format-option.ts';
import { existingFolder } from '../../files/existing-folder.ts';
import { layOut } from '../../terminal/columns.ts';
import { createPalette } from '../../terminal/palette.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { exactLine } from '../../text/exact-text.ts';
import { authorWork } from './author-work.ts';
import { packageHosts, type HostFlags } from './package-hosts.ts';
import { withoutPeriod } from '../../text/without-period.ts';

export interface BumpFlags extends FormatFlags, HostFlags {
  readonly write?: boolean;
  readonly download?: boolean;
  /** Seconds. */
  readonly timeout?: number;
}

export interface BumpCommand {
  readonly folder: string;
  readonly ids: readonly string[];
  readonly flags: BumpFlags;
}

export async function bump({ folder, ids, flags }: BumpCommand, terminal: Terminal): Promise<number> {
  const path = existingFolder(folder, 'acp registry bump');
  const { write = false, download = false, timeout } = flags;
  const hosts = packageHosts(flags);
  const { GITHUB_TOKEN: token } = terminal.env;
  const report = await authorWork((signal) =>
    findNewer(path, {
      apply: write,
      download,
      signal,
      hosts,
      ...(ids.length === 0 ? {} : { ids }),
      ...(timeout === undefined ? {} : { timeout: timeout * 1000 }),
      ...(token === undefined || token === '' ? {} : { githubToken: token }),
    }),
  );
  if (flags.format === 'json') await terminal.stdout.writeJson(JSON.stringify(report, undefined, 2));
  else await show(report, write, terminal);
  return report.failures.length === 0 ? 0 : 1;
}

async function show({ updates, current, failures }: BumpReport, isWritten: boolean, terminal: Terminal): Promise<void> {
  await terminal.stdout.write(updates.flatMap((update) => updateLines(update, terminal)).join(''));
  for (const { file, message } of failures)
    await terminal.stderr.tryWrite(`${exactLine(file)}: ${withoutPeriod(exactLine(message))}\n`);
  const advice = updates.length === 0 || isWritten ? '' : '; --write changes the manifests';
  await terminal.stderr.tryWrite(
    `${updates.length} ${isWritten ? 'changed' : 'newer'}, ${current.length} current, ${failures.length} unknown${advice}\n`,
  );
}

function updateLines({ id, from, to, foundIn, changes, notes }: VersionUpdate, terminal: Terminal): readonly string[] {
  const { bold, dim, yellow } = createPalette(terminal.stdout, terminal.env);
  const rows = changes.map((change) => [
    { text: exactLine(change.path), paint: dim },
    { text: `${exactLine(change.from)} → ${change.to === undefined ? 'removed' : exactLine(change.to)}` },
  ]);
  return [
    `${bold(id)} ${exactLine(from)} → ${exactLine(to)}, found in ${exactLine(foundIn)}`,
    ...layOut(rows, { width: terminal.stdout.columns ?? 120, indent: 2 }),
    ...notes.map((note) => yellow(`  ${exactLine(note)}`)),
  ].map((line) => `${line}\n`);
}
