/** The options of `acp conformance`. Loaded at every start, so it imports only commander. */
import { InvalidArgumentError, Option, type Command } from 'commander';

import { addDiagnosticOptions, repeatable, type DiagnosticFlags } from '../../command-line/agent-options.ts';
import { toSomeSeconds } from '../../command-line/number-arguments.ts';
import { outputOption } from '../../command-line/output-option.ts';
import { protocolVersionOption } from '../../command-line/protocol-version-option.ts';

const ruleSets = ['stable', 'draft', 'proposal'] as const;

export interface ConformanceFlags extends DiagnosticFlags {
  readonly url?: string;
  readonly over?: 'stdio' | 'ws' | 'http';
  readonly version?: '1' | '2';
  readonly set?: readonly (typeof ruleSets)[number][];
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly bail?: boolean;
  readonly jobs?: number;
  /** Seconds for each wait. */
  readonly timeout?: number;
  /** Seconds for the whole run. */
  readonly totalTimeout?: number;
  readonly prompts?: string;
  readonly login?: string;
  readonly model?: boolean;
  readonly format: 'terminal' | 'json' | 'junit' | 'html';
  readonly output?: string;
  readonly badge?: string;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly list?: boolean;
}

/** Adds the options of every program under test. */
export function addConformanceOptions(command: Command): Command {
  return addDiagnosticOptions(command)
    .addOption(protocolVersionOption('only this version of the protocol (default: both)'))
    .addOption(
      new Option(
        '--set <set>',
        'rules to judge by: stable, draft, proposal (repeatable; default: stable, and the transports of an address)',
      ).argParser(toSets),
    )
    .addOption(repeatable('--only <name>', 'only this scenario, area or rule'))
    .addOption(repeatable('--skip <name>', 'not this scenario, area or rule'))
    .addOption(new Option('--bail', 'stop at the first broken MUST'))
    .addOption(new Option('--jobs <number>', 'scenarios at the same time (default: 2)').argParser(toJobs))
    .addOption(
      new Option('--timeout <seconds>', 'how long to wait for each message (default: 5)').argParser(toSomeSeconds),
    )
    .addOption(
      new Option('--total-timeout <seconds>', 'how long the run may take (default: 110)').argParser(toSomeSeconds),
    )
    .addOption(formatOption())
    .addOption(outputOption())
    .addOption(new Option('--badge <file>', 'write a badge as SVG'))
    .addOption(new Option('--baseline <file>', 'known failures; an entry that no longer fails is an error'))
    .addOption(new Option('--update-baseline', 'write the failures of this run to the baseline'))
    .addOption(new Option('--list', 'print the scenarios and their rules, and run nothing'));
}

export const formatOption = (): Option =>
  new Option('--format <format>', 'form of the report')
    .choices(['terminal', 'json', 'junit', 'html'])
    .default('terminal');

function toSets(text: string, before: ConformanceFlags['set'] = []): NonNullable<ConformanceFlags['set']> {
  const set = ruleSets.find((each) => each === text);
  if (set === undefined) throw new InvalidArgumentError(`It must be one of ${ruleSets.join(', ')}.`);
  return [...before, set];
}

function toJobs(text: string): number {
  const jobs = Number(text);
  if (Number.isInteger(jobs) && jobs >= 1 && jobs <= 64) return jobs;
  throw new InvalidArgumentError('It must be a number from 1 to 64.');
}
