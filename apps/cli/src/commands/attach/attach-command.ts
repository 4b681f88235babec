/** `acp attach` on the command line. */
import { Argument, Option, type Command } from 'commander';

import { addDiagnosticOptions, configOption, hubOption, repeatable } from '../../command-line/agent-options.ts';
import { themeOption } from '../../command-line/theme-option.ts';
import type { CommandContext } from '../../command-line/command-context.ts';
import type { AttachFlags } from './attach.ts';

export function addAttach(program: Command, { terminal, finish, version }: CommandContext): void {
  const command = program
    .command('attach')
    .summary('follow a session of a hub, and work in it')
    .description(
      'Shows a session of a hub: its history, and then everything that happens in it. Several clients can be attached ' +
        'at once. In a terminal you can also send prompts and answer questions. Ctrl+C detaches; the agent goes on.',
    )
    .addArgument(
      new Argument('<session>', 'id of the session, the beginning of it, or an invitation link; - reads it from stdin'),
    )
    .addOption(hubOption())
    .addOption(new Option('--read-only', 'only print; send nothing, and answer no questions'))
    .addOption(
      new Option(
        '--format <format>',
        'text: answers on stdout, tool calls on stderr; json: the raw messages; quiet: only the answers',
      )
        .choices(['text', 'json', 'quiet'])
        .default('text'),
    )
    .addOption(new Option('--screen-reader', 'print plain lines and never redraw (env: ACP_SCREEN_READER=1)'))
    .addOption(themeOption())
    .addOption(repeatable('--header <name: value>', 'header for the hub'))
    .addOption(new Option('--token-file <file>', 'file with the bearer token for the hub'))
    .addOption(new Option('--timeout <seconds>', 'detach after this time (env: ACP_TIMEOUT)').argParser(Number))
    .addOption(configOption());
  addDiagnosticOptions(command, { hasVariable: true })
    .addHelpText(
      'after',
      `
Examples:
  acp attach hub_3f2a
  acp attach hub_3f2a --read-only --hub https://hub.example
  acp attach 'https://hub.example/acp#invitation=…'

Other users of this machine can see command lines; to hide an invitation from them, give it by stdin: acp attach - < link.txt
Exit codes: 0 detached, 2 wrong command line, 3 not attached within --timeout, 4 no such session, 6 a valid token or link is needed, 7 the hub cannot be reached, 8 the session has ended.`,
    )
    .action(async (target: string, flags: AttachFlags) => {
      const { attach } = await import('./attach.ts');
      finish(await attach({ target, flags, version }, terminal));
    });
}
