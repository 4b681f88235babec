/** `acp conformance` on the command line. */
import { Argument, Option, type Command } from 'commander';

import type { CommandContext } from '../../command-line/command-context.ts';
import { addCommandGroup } from '../../command-line/command-group.ts';
import { outputOption } from '../../command-line/output-option.ts';
import type { CompareFlags } from './compare.ts';
import { addConformanceOptions, formatOption, type ConformanceFlags } from './conformance-flags.ts';
import type { ShowFlags } from './show.ts';

const exits = `
Exit codes: 0 no MUST is broken, 1 one is, or the baseline is stale, 2 it could not run.`;

export function addConformance(program: Command, { terminal, finish, agentCommand }: CommandContext): void {
  const group = addCommandGroup(program, {
    name: 'conformance',
    summary: 'judge an agent, a client or a proxy by the rules of the protocol',
    description:
      'Judges a program by the rules of the Agent Client Protocol: over raw messages, with what proves each failure.',
  });

  addConformanceOptions(
    group
      .command('agent')
      .summary('judge an agent')
      .description(
        'Starts the agent as often as its scenarios need, talks to it, and reports which rules it breaks. ' +
          'Agents that need a model get a scripted one on this machine, by the usual environment variables.',
      )
      .usage('[options] -- command | [options] --url address'),
  )
    .addOption(new Option('--prompts <file>', 'JSON file with prompts that make the agent do what scenarios need'))
    .addOption(new Option('--login <method>', 'login method to log in and out with (default: neither is done)'))
    .addOption(new Option('--no-model', 'do not start the scripted model service'))
    .addOption(
      new Option('--url <address>', 'an agent at a ws:, wss:, http: or https: URL (bearer token in ACP_TOKEN)'),
    )
    .addHelpText(
      'after',
      `
Examples:
  acp conformance agent -- my-agent --acp
  acp conformance agent --only prompt --version 2 -- my-agent --acp
  acp conformance agent --format html --output report.html -- my-agent --acp
  acp conformance agent --baseline known.json -- my-agent --acp
  acp conformance agent --url http://127.0.0.1:8420/acp
${exits}`,
    )
    .action(async (flags: ConformanceFlags) => {
      const { conformAgent } = await import('./conform-agent.ts');
      finish(await conformAgent({ flags, command: agentCommand }, terminal));
    });

  addConformanceOptions(
    group
      .command('client')
      .summary('judge a client')
      .description(
        'Starts the client once for each scenario, with an agent that the suite plays. In the command, {agent} becomes ' +
          'the command that starts that agent, {prompt} the prompt and {folder} the folder; without {agent} it is ' +
          'added at the end, and without {prompt} the prompt is written to standard input. A client of remote agents gets the ' +
          'address of one by {url}. It runs in that folder: name its files by absolute paths.',
      )
      .usage('[options] -- command {agent} {prompt} | [options] -- command {url} {prompt}'),
  )
    .addOption(
      new Option('--over <transport>', 'how the client reaches the agent (default: stdio, or http with {url})').choices(
        ['stdio', 'ws', 'http'],
      ),
    )
    .addHelpText(
      'after',
      `
Examples:
  acp conformance client -- my-client --agent {agent} {prompt}
  acp conformance client --format junit --output client.xml -- my-client --agent {agent} {prompt}
  acp conformance client --over ws -- my-client --url {url} {prompt}
${exits}`,
    )
    .action(async (flags: ConformanceFlags) => {
      const { conformClient } = await import('./conform-client.ts');
      finish(await conformClient({ flags, command: agentCommand }, terminal));
    });

  addConformanceOptions(
    group
      .command('proxy')
      .summary('judge a proxy')
      .description('Starts the proxy, and plays the client before it and the agent behind it.')
      .usage('[options] -- command'),
  )
    .addHelpText('after', `\nExample: acp conformance proxy -- my-proxy\n${exits}`)
    .action(async (flags: ConformanceFlags) => {
      const { conformProxy } = await import('./conform-proxy.ts');
      finish(await conformProxy({ flags, command: agentCommand }, terminal));
    });

  group
    .command('show')
    .summary('a saved report in another form')
    .description('Writes a report that was saved with --format json in another form.')
    .addArgument(new Argument('<file>', 'the report'))
    .addOption(formatOption())
    .addOption(outputOption())
    .addOption(new Option('--badge <file>', 'write a badge as SVG'))
    .addHelpText('after', '\nExample: acp conformance show report.json --format html --output report.html')
    .action(async (file: string, flags: ShowFlags) => {
      const { show } = await import('./show.ts');
      finish(await show({ file, flags }, terminal));
    });

  group
    .command('compare')
    .summary('several reports in one table')
    .description('Puts reports that were written with --format json into one table.')
    .addArgument(new Argument('<files...>', 'the reports'))
    .addOption(
      new Option('--format <format>', 'form of the table')
        .choices(['terminal', 'markdown', 'html'])
        .default('terminal'),
    )
    .addOption(outputOption())
    .addHelpText('after', '\nExample: acp conformance compare a.json b.json --format markdown')
    .action(async (files: readonly string[], flags: CompareFlags) => {
      const { compare } = await import('./compare.ts');
      finish(await compare({ files, flags }, terminal));
    });
}
