/** Options that several commands of `acp hub` have. Loaded at every start, so it imports only what options need. */
import { InvalidArgumentError, Option, type Command } from 'commander';

import { addDiagnosticOptions, configOption, hubOption, repeatable } from '../../command-line/agent-options.ts';
import { durationHelp, parseDuration } from './duration.ts';

/** A time such as 90d, in milliseconds. */
export const duration = (flags: string, description: string): Option =>
  new Option(flags, `${description}, ${durationHelp}`).argParser((text) => {
    const milliseconds = parseDuration(text);
    if (milliseconds === undefined) throw new InvalidArgumentError(`It must be ${durationHelp}.`);
    return milliseconds;
  });

/** The options of commands that talk to a running hub. */
export const clientOptions = (command: Command): Command =>
  addDiagnosticOptions(command, { hasVariable: true })
    .addOption(hubOption())
    .addOption(repeatable('--header <name: value>', 'header for the hub'))
    .addOption(new Option('--token-file <file>', 'file with the bearer token for the hub'))
    .addOption(configOption())
    .addOption(new Option('--timeout <seconds>', 'give up after this time (env: ACP_TIMEOUT)').argParser(Number));
