/** `acp conformance proxy`: judges a proxy, whose client and agent the suite plays, and writes a report. */
import { judgeProxy, processConnect, proxyScenarios, reportOf } from '@acp-stack/conformance';

import { UsageError } from '../../errors/usage-error.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { chooseScenarios } from './choose-scenarios.ts';
import type { ConformCommand } from './conform-agent.ts';
import { checkFinishFlags, finishRun } from './finish-run.ts';
import { commandTarget, judgeSettings, reachable } from './judge-settings.ts';
import { RunProgress } from './run-progress.ts';
import { RunningPrograms } from './running-programs.ts';
import { RunTrace } from './run-trace.ts';
import { scenarioList } from './scenario-list.ts';

/** Returns 0 if no MUST is broken and 1 otherwise; throws a `UsageError`, which is 2, if it cannot run. */
export async function conformProxy({ flags, command = [] }: ConformCommand, terminal: Terminal): Promise<number> {
  // Every rule about proxies is a draft.
  const { sets, scenarios, rules, ifBroken } = chooseScenarios(flags, { all: proxyScenarios, drafts: proxyScenarios });
  if (flags.list === true) {
    await terminal.stdout.write(scenarioList(scenarios));
    return 0;
  }
  checkFinishFlags(flags);
  const [program, ...args] = command;
  if (program === undefined) throw new UsageError('missing proxy; write it as: acp conformance proxy -- command');
  const trace = await RunTrace.open(flags, commandTarget(command).words, terminal);
  const progress = new RunProgress(terminal);
  const programs = new RunningPrograms();
  const connect = programs.ofConnect(trace.ofConnect(processConnect({ command: program, args })));
  try {
    const options = { ...judgeSettings(flags, progress), connect, scenarios, sets };
    const judgement = await programs.untilStopped(async () => reachable(judgeProxy(options)));
    await progress.clear();
    return await finishRun(
      reportOf(judgement, { target: commandTarget(command), sets, rules, ifBroken }),
      flags,
      terminal,
    );
  } finally {
    await progress.clear();
    trace.close();
  }
}
