/** `acp registry new`: a manifest from a running agent. */
import { resolve } from 'node:path';

import { newManifest } from '@acp-stack/registry/authors';

import type { DiagnosticFlags } from '../../command-line/agent-options.ts';
import type { FormatFlags } from '../../command-line/format-option.ts';
import { UsageError } from '../../errors/usage-error.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { exactLine } from '../../text/exact-text.ts';
import { withAuthorTrace } from './author-trace.ts';
import { authorWork } from './author-work.ts';

export interface NewFlags extends FormatFlags, DiagnosticFlags {
  readonly out?: string;
  readonly id?: string;
  /** Seconds. */
  readonly timeout?: number;
}

export interface NewCommand {
  /** The words after `--`. */
  readonly command: readonly string[] | undefined;
  readonly flags: NewFlags;
}

export async function newAgent({ command, flags }: NewCommand, terminal: Terminal): Promise<number> {
  if (command === undefined || command.length === 0)
    throw new UsageError('which agent? acp registry new -- my-agent --acp');
  const { out, id, timeout, format } = flags;
  const made = await withAuthorTrace({ ...flags, agent: command[0] ?? '' }, terminal, (observe) =>
    authorWork((signal) =>
      newManifest(command, {
        signal,
        observe,
        ...(out === undefined ? {} : { folder: resolve(out) }),
        ...(id === undefined ? {} : { id }),
        ...(timeout === undefined ? {} : { timeout: timeout * 1000 }),
      }),
    ),
  );
  if (format === 'json') await terminal.stdout.writeJson(JSON.stringify(made, undefined, 2));
  else if (made.folder === undefined) await terminal.stdout.write(made.files['agent.json']);
  else await terminal.stdout.write(`${exactLine(made.folder)}\n`);
  for (const { file = 'the agent', path, message } of made.toFill)
    await terminal.stderr.tryWrite(`${file}${path === '' ? '' : `#${exactLine(path)}`}: ${exactLine(message)}\n`);
  const place = made.folder ?? '<folder>';
  await terminal.stderr.tryWrite(`acp registry check ${place} says what is still missing\n`);
  return 0;
}
