/** `acp conduct` on the command line. */
import { Argument, InvalidArgumentError, Option, type Command } from 'commander';

import {
  addDiagnosticOptions,
  proxyOption,
  yesOption,
  type DiagnosticFlags,
} from '../../command-line/agent-options.ts';
import type { CommandContext } from '../../command-line/command-context.ts';
import { formatOption, type FormatFlags } from '../../command-line/format-option.ts';

interface ConductFlags extends DiagnosticFlags, FormatFlags {
  readonly proxy?: readonly string[];
  readonly config?: string;
  readonly check?: boolean;
  readonly timeout: number;
  readonly yes?: boolean;
}

export function addConduct(program: Command, { terminal, finish, agentCommand, version }: CommandContext): void {
  const conducted = program
    .command('conduct')
    .summary('run proxies and an agent as one agent')
    .description(
      'Runs a chain of proxies and an agent, as one ACP agent over stdio. Without an agent the chain is itself a proxy, ' +
        'for a chain around it. Components are started with the first message of the client, and end with it.',
    )
    .addArgument(new Argument('[agent]', 'name of the agent'))
    .addOption(proxyOption())
    .addOption(yesOption())
    .addOption(new Option('--config <file>', 'proxies and agent from a file: JSON with comments'))
    .addOption(new Option('--check', 'start the chain, show its components and what they can do, and exit'))
    .addOption(
      new Option('--timeout <seconds>', 'how long --check waits for the components').argParser(toSeconds).default(30),
    )
    .addOption(formatOption());
  addDiagnosticOptions(conducted)
    .addHelpText(
      'after',
      `
Examples:
  acp conduct --proxy redact --proxy "node audit.mjs" -- my-agent --acp
  acp conduct --proxy redact gemini
  acp conduct --config chain.jsonc --trace out.jsonl
  acp conduct --check --proxy ws://127.0.0.1:9000/acp -- my-agent

A proxy is a command, an address, or the name of one that ships with acp: context, tee, redact, policy, rate-limit, budget, load-from-resume, translate, tools; settings follow the name, as in --proxy "budget --turns 10".
Exit codes: 0 the client has ended, 1 the chain failed a check, 2 wrong command line, 7 a component could not be started.`,
    )
    .action(async (name: string | undefined, flags: ConductFlags) => {
      const { conduct } = await import('./conduct.ts');
      const { proxy: proxies = [], config, check = false, timeout, format } = flags;
      const what = { proxies, config, name, yes: flags.yes, command: agentCommand };
      finish(await conduct({ ...what, check, timeout, format, flags, version }, terminal));
    });
}

function toSeconds(text: string): number {
  const seconds = Number(text);
  if (Number.isFinite(seconds) && seconds > 0) return seconds;
  throw new InvalidArgumentError('It must be a number of seconds.');
}
