/** `acp protocol` on the command line. */
import { Argument, Option, type Command } from 'commander';

import type { CommandContext } from '../../command-line/command-context.ts';
import { formatOption, type FormatFlags } from '../../command-line/format-option.ts';
import { protocolVersionOption, toProtocolVersion } from '../../command-line/protocol-version-option.ts';

interface ProtocolFlags extends FormatFlags {
  readonly version?: string;
  readonly unstable?: boolean;
  readonly types?: boolean;
  readonly stable?: boolean;
}

export function addProtocol(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('protocol')
    .summary('show the methods and types of the protocol')
    .description('Lists every method or every type, or shows one of them in full.')
    .addArgument(new Argument('[name]', 'a method (session/prompt) or a type (ContentBlock)'))
    .addOption(new Option('--types', 'list the types instead of the methods'))
    .addOption(protocolVersionOption('show only this version of the protocol'))
    .addOption(new Option('--stable', 'exclude what is unstable or a draft').conflicts('unstable'))
    .addOption(new Option('--unstable', 'include what is unstable or a draft (default)'))
    .addOption(formatOption())
    .action(async (name: string | undefined, flags: ProtocolFlags) => {
      const { protocol } = await import('./protocol.ts');
      finish(await protocol({ ...flags, version: toProtocolVersion(flags.version), name }, terminal));
    });
}
