/** `acp trace` on the command line. */
import { Argument, Option, type Command } from 'commander';

import { addAgentOptions } from '../../command-line/agent-options.ts';
import { invoked, type CommandContext } from '../../command-line/command-context.ts';
import { addCommandGroup } from '../../command-line/command-group.ts';
import { outputOption } from '../../command-line/output-option.ts';
import type { ConvertFlags } from './convert.ts';
import type { RecordFlags } from './record.ts';
import type { RedactFlags } from './redact.ts';
import type { ViewFlags } from './view.ts';

const file = (): Argument => new Argument('<file>', 'the trace; - reads standard input');

export function addTrace(program: Command, context: CommandContext): void {
  const { terminal, finish } = context;
  const trace = addCommandGroup(program, {
    name: 'trace',
    summary: 'record, view, convert and redact the messages on the wire',
    description:
      'Records the messages between a client and an agent, and shows them. ' +
      'Reads its own traces, those of the Rust conductor and of acp-inspector, and plain messages, one per line.',
  });

  addAgentOptions(
    trace
      .command('record')
      .summary('run as a recording proxy between an editor and an agent')
      .description(
        'Runs as the agent of an editor over stdio, forwards every message to the real agent, and records it. ' +
          'Put it before the command of the agent in the settings of the editor.',
      )
      .addArgument(new Argument('[agent]', 'name of the agent')),
  )
    .addOption(new Option('-o, --output <file>', 'file to write the trace to').conflicts('trace').makeOptionMandatory())
    .addHelpText('after', '\nExample: acp trace record -o trace.jsonl -- my-agent --acp')
    .action(async (name: string | undefined, flags: RecordFlags) => {
      const { record } = await import('./record.ts');
      finish(await record(invoked(context, flags, name), terminal));
    });

  trace
    .command('view')
    .summary('show the messages of a trace in order')
    .addArgument(file())
    .addOption(new Option('--html <file>', 'write a self-contained HTML page'))
    .addOption(new Option('--method <text>', 'only methods with this text in their name'))
    .addOption(new Option('--session <id>', 'only this session'))
    .addOption(new Option('--full', 'include the messages themselves'))
    .action(async (path: string, flags: ViewFlags) => {
      const { view } = await import('./view.ts');
      finish(await view({ path, flags }, terminal));
    });

  trace
    .command('convert')
    .summary('convert a trace to another format')
    .addArgument(file())
    .addOption(
      new Option(
        '--to <format>',
        'acp: the format of this program; conductor: for the viewer of the Rust conductor; ndjson: only the messages',
      )
        .choices(['acp', 'conductor', 'ndjson'])
        .makeOptionMandatory(),
    )
    .addOption(outputOption())
    .action(async (path: string, flags: ConvertFlags) => {
      const { convert } = await import('./convert.ts');
      finish(await convert({ path, flags }, terminal));
    });

  trace
    .command('redact')
    .summary('remove secrets from a trace')
    .addArgument(file())
    .addOption(
      new Option('--level <level>', 'secrets: what may be a credential; content: also everything that was said')
        .choices(['secrets', 'content'])
        .default('secrets'),
    )
    .addOption(outputOption())
    .action(async (path: string, flags: RedactFlags) => {
      const { redact } = await import('./redact.ts');
      finish(await redact({ path, flags }, terminal));
    });
}
