/** `acp trace` on the command line. */
import { Argument, Option, type Command } from 'commander';

import type { CommandContext } from '../../command-line/command-context.ts';
import { addAgentOptions } from '../../command-line/agent-options.ts';
import { addExamples } from '../../command-line/command-examples.ts';
import type { RecordFlags } from './record.ts';
import type { ViewFlags } from './view.ts';
import type { ConvertFlags } from './convert.ts';
import type { RedactFlags } from './redact.ts';

const file = (): Argument => new Argument('<file>', 'the trace; - is standard input');
const output = (): Option => new Option('-o, --output <file>', 'where to write it; standard output when absent');

export function addTrace(program: Command, context: CommandContext): void {
  const { terminal, finish, agentCommand: command, version } = context;
  const trace = program
    .command('trace')
    .summary('record, look at, convert and clean what crossed the wire')
    .description(
      'Records what crosses the wire between a client and an agent, and shows it. ' +
        'Reads its own traces, those of the Rust conductor and of acp-inspector, and plain messages, one per line.',
    );
  addExamples(trace);

  addAgentOptions(
    trace
      .command('record')
      .summary('stand between an editor and an agent')
      .description(
        'Is the agent, for an editor that starts it, and records everything on the way. Put it before the command of the agent.',
      )
      .addArgument(new Argument('[agent]', 'the agent')),
  )
    .addOption(new Option('-o, --output <file>', 'where to write the trace').conflicts('trace').makeOptionMandatory())
    .addHelpText('after', '\nExample: acp trace record -o trace.jsonl -- my-agent --acp')
    .action(async (name: string | undefined, flags: RecordFlags) => {
      const { record } = await import('./record.ts');
      finish(await record({ name, flags, command, version }, terminal));
    });

  trace
    .command('view')
    .summary('show a trace as a sequence')
    .addArgument(file())
    .addOption(new Option('--html <file>', 'write one page that needs nothing else'))
    .addOption(new Option('--method <text>', 'only what belongs to methods with this in their name'))
    .addOption(new Option('--session <id>', 'only what belongs to this session'))
    .addOption(new Option('--full', 'with the messages themselves'))
    .action(async (path: string, flags: ViewFlags) => {
      const { view } = await import('./view.ts');
      finish(await view({ path, flags }, terminal));
    });

  trace
    .command('convert')
    .summary('write a trace in another form')
    .addArgument(file())
    .addOption(
      new Option(
        '--to <format>',
        'acp: ours; conductor: for the viewer of the Rust conductor; ndjson: the messages alone',
      )
        .choices(['acp', 'conductor', 'ndjson'])
        .makeOptionMandatory(),
    )
    .addOption(output())
    .action(async (path: string, flags: ConvertFlags) => {
      const { convert } = await import('./convert.ts');
      finish(await convert({ path, flags }, terminal));
    });

  trace
    .command('redact')
    .summary('take secrets out of a trace')
    .addArgument(file())
    .addOption(
      new Option('--level <level>', 'secrets: what may be a credential; content: everything that was said, too')
        .choices(['secrets', 'content'])
        .default('secrets'),
    )
    .addOption(output())
    .action(async (path: string, flags: RedactFlags) => {
      const { redact } = await import('./redact.ts');
      finish(await redact({ path, flags }, terminal));
    });
}
