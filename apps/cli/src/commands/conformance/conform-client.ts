/** `acp conformance client`: judges a client that is started by its command line, and writes a report. */
import { clientScenarios, judgeClient, processDriver, reportOf } from '@acp-stack/conformance';

import { UsageError } from '../../errors/usage-error.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { chooseScenarios } from './choose-scenarios.ts';
import type { ConformCommand } from './conform-agent.ts';
import { checkBaselineFlags, finishRun } from './finish-run.ts';
import { commandTarget, judgeSettings, reachable } from './judge-settings.ts';
import { RunProgress } from './run-progress.ts';
import { RunningPrograms } from './running-programs.ts';
import { RunTrace } from './run-trace.ts';
import { scenarioList } from './scenario-list.ts';

/** Returns 0 if no MUST is broken and 1 otherwise; throws a `UsageError`, which is 2, if it cannot run. */
export async function conformClient({ flags, command = [] }: ConformCommand, terminal: Terminal): Promise<number> {
  const { sets, scenarios, rules } = chooseScenarios(flags, { all: clientScenarios });
  if (flags.list === true) {
    await terminal.stdout.write(scenarioList(scenarios));
    return 0;
  }
  checkBaselineFlags(flags);
  const [program, ...args] = command;
  if (program === undefined)
    throw new UsageError('missing client; write it as: acp conformance client -- command {agent} {prompt}');
  const trace = await RunTrace.open(flags, 'the conformance suite', terminal);
  const progress = new RunProgress(terminal);
  const programs = new RunningPrograms();
  const driver = programs.ofDriver(trace.ofDriver(processDriver({ command: program, args })));
  try {
    const options = { ...judgeSettings(flags, progress), driver, scenarios, sets };
    const judgement = await programs.untilStopped(async () => reachable(judgeClient(options)));
    await progress.clear();
    return await finishRun(reportOf(judgement, { target: commandTarget(command), sets, rules }), flags, terminal);
  } finally {
    await progress.clear();
    trace.close();
  }
}
