/** `acp registry check`. */
import { checkFolder, type CheckReport, type RuleSet } from '@acp-stack/registry/authors';

import type { DiagnosticFlags } from '../../command-line/agent-options.ts';
import type { FormatFlags } from '../../command-line/format-option.ts';
import { existingFolder } from '../../files/existing-folder.ts';
import { createPalette } from '../../terminal/palette.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { exactLine } from '../../text/exact-text.ts';
import { withAuthorTrace } from './author-trace.ts';
import { authorWork } from './author-work.ts';
import { packageHosts, type HostFlags } from './package-hosts.ts';

export interface CheckFlags extends FormatFlags, HostFlags, DiagnosticFlags {
  readonly rules: RuleSet;
  readonly online?: boolean;
  readonly handshake?: boolean;
  /** Seconds. */
  readonly timeout?: number;
  readonly passEnv?: readonly string[];
}

export interface CheckCommand {
  readonly folder: string;
  readonly flags: CheckFlags;
}

export async function check({ folder, flags }: CheckCommand, terminal: Terminal): Promise<number> {
  const path = existingFolder(folder, 'acp registry check');
  const hosts = packageHosts(flags);
  const timeout = flags.timeout === undefined ? {} : { timeout: flags.timeout * 1000 };
  const report = await withAuthorTrace(flags, terminal, (observe) =>
    authorWork((signal) =>
      checkFolder(path, {
        rules: flags.rules,
        ...(flags.online === true ? { online: { ...timeout, hosts } } : {}),
        ...(flags.handshake === true ? { handshake: { ...timeout, passEnv: flags.passEnv ?? [], observe } } : {}),
        signal,
      }),
    ),
  );
  if (flags.format === 'json') await terminal.stdout.writeJson(JSON.stringify(report, undefined, 2));
  else await terminal.stdout.write(`${reportLines(report, terminal).join('\n')}\n`);
  return report.passed ? 0 : 1;
}

/** One line for each problem, what was not checked, and a line that sums it up. */
export function reportLines({ passed, ids, problems, unchecked }: CheckReport, terminal: Terminal): readonly string[] {
  const { dim, green, red, yellow } = createPalette(terminal.stdout, terminal.env);
  const errors = problems.filter(({ level }) => level === 'error').length;
  const counts = [counted(ids.length, 'agent'), counted(errors, 'error'), counted(problems.length - errors, 'warning')];
  return [
    ...problems.map(({ file, path, rule, level, message }) => {
      const place = `${exactLine(file)}${path === '' ? '' : `#${exactLine(path)}`}`;
      return `${place}: ${level === 'error' ? red('error') : yellow('warning')}: ${exactLine(message)} ${dim(`(${rule})`)}`;
    }),
    ...unchecked.map((line) => dim(`not checked: ${exactLine(line)}`)),
    `${passed ? green('passed') : red('failed')}: ${counts.join(', ')}`,
  ];
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
