/** `acp conformance client`: judges a client that is started by its command line, and writes a report. */
import {
  clientScenarios,
  clientTransportScenarios,
  judgeClient,
  processDriver,
  reportOf,
  type Over,
} from '@acp-stack/conformance';

import { UsageError } from '../../errors/usage-error.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { chooseScenarios } from './choose-scenarios.ts';
import type { ConformCommand } from './conform-agent.ts';
import type { ConformanceFlags } from './conformance-flags.ts';
import { checkFinishFlags, finishRun } from './finish-run.ts';
import { commandTarget, judgeSettings, reachable } from './judge-settings.ts';
import { RunProgress } from './run-progress.ts';
import { RunningPrograms } from './running-programs.ts';
import { RunTrace } from './run-trace.ts';
import { scenarioList } from './scenario-list.ts';

/** Returns 0 if no MUST is broken and 1 otherwise; throws a `UsageError`, which is 2, if it cannot run. */
export async function conformClient({ flags, command = [] }: ConformCommand, terminal: Terminal): Promise<number> {
  const over = overOf(flags, command);
  const { sets, scenarios, rules, ifBroken } = chooseScenarios(flags, {
    all: [...clientScenarios, ...clientTransportScenarios],
    drafts: over === 'stdio' ? [] : clientTransportScenarios,
  });
  if (flags.list === true) {
    await terminal.stdout.write(scenarioList(scenarios));
    return 0;
  }
  checkFinishFlags(flags);
  const [program, ...args] = command;
  if (program === undefined)
    throw new UsageError('missing client; write it as: acp conformance client -- command {agent} {prompt}');
  const trace = await RunTrace.open(flags, 'the conformance suite', terminal);
  const progress = new RunProgress(terminal);
  const programs = new RunningPrograms();
  const driver = programs.ofDriver(trace.ofDriver(processDriver({ command: program, args })));
  try {
    const options = { ...judgeSettings(flags, progress), driver, over, scenarios, sets };
    const judgement = await programs.untilStopped(async () => reachable(judgeClient(options)));
    await progress.clear();
    const target = { ...commandTarget(command), ...(over !== 'stdio' && { options: `--over ${over}` }) };
    return await finishRun(reportOf(judgement, { target, sets, rules, ifBroken }), flags, terminal);
  } finally {
    await progress.clear();
    trace.close();
  }
}

/** A command with `{url}` connects to an address: over HTTP, unless `--over` says something else. */
function overOf({ over }: ConformanceFlags, command: readonly string[]): Over {
  const hasUrl = command.some((word) => word.includes('{url}'));
  const hasAgent = command.some((word) => word.includes('{agent}'));
  if (hasAgent && (hasUrl || (over !== undefined && over !== 'stdio')))
    throw new UsageError('{agent} starts the agent as a process; write {url} for its address instead');
  if (hasUrl && over === 'stdio') throw new UsageError('{url} is an address; use --over ws or --over http for it');
  return over ?? (hasUrl ? 'http' : 'stdio');
}
