/** `acp validate` on the command line. */
import { Argument, Option, type Command } from 'commander';

import type { CommandContext } from '../../command-line/command-context.ts';
import { formatOption, type FormatFlags } from '../../command-line/format-option.ts';
import { protocolVersionOption, toProtocolVersion } from '../../command-line/protocol-version-option.ts';

interface ValidateFlags extends FormatFlags {
  readonly version?: string;
  readonly unstable?: boolean;
  readonly as?: 'client' | 'agent';
  readonly method?: string;
}

export function addValidate(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('validate')
    .summary('check newline-delimited JSON-RPC messages')
    .description(
      'Checks newline-delimited JSON-RPC messages and prints one line for each: ok, or what is wrong and where. ' +
        'Responses are checked against the request with the same id earlier in the input.',
    )
    .addArgument(new Argument('[file]', 'file to read (default, or -: standard input)'))
    .addOption(
      protocolVersionOption(
        'version of the protocol (default: from initialize; its params are checked as the version that they ' +
          'request, or 1 if that is unknown, and later messages as the version in its result)',
      ),
    )
    .addOption(new Option('--unstable', 'allow what is unstable or a draft'))
    .addOption(new Option('--as <side>', 'allow only what this side may send').choices(['client', 'agent']))
    .addOption(new Option('--method <name>', 'method of responses whose request is not in the input'))
    .addOption(formatOption())
    .addHelpText('after', '\nExit codes: 0 all valid, 1 any invalid, 2 wrong command line or unreadable file.')
    .action(async (file: string | undefined, flags: ValidateFlags) => {
      const { validate } = await import('./validate.ts');
      finish(await validate({ ...flags, version: toProtocolVersion(flags.version), file: file ?? '-' }, terminal));
    });
}
