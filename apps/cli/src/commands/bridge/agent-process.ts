/** The agent process of `acp bridge`, which speaks the protocol over stdio. */
import { constants } from 'node:os';

import type { Channel } from '@acp-stack/rpc';
import { spawnAgent, type AgentCommand, type AgentExit, type AgentProcess as SpawnedAgent } from '@acp-stack/stdio';

import { CommandError, exitCodes } from '../../errors/command-error.ts';
import { withoutPeriod } from '../../text/without-period.ts';

export class AgentProcess {
  readonly #agent: SpawnedAgent;

  private constructor(agent: SpawnedAgent) {
    this.#agent = agent;
  }

  /** Starts the agent; it shares the stderr of this program. */
  static async start(command: AgentCommand): Promise<AgentProcess> {
    // The client decides how long the agent may take.
    const startUp = { silence: Infinity, total: Infinity };
    const agent = spawnAgent(command, { stderr: 'inherit', startUp });
    if (agent.pid === undefined) {
      const { error } = await agent.exited;
      // Messages on the terminal end without a period.
      const words = withoutPeriod(error?.message ?? `${command.command} could not be started`);
      throw new CommandError(exitCodes.notStarted, words, { cause: error });
    }
    void showStray(agent);
    return new AgentProcess(agent);
  }

  get channel(): Channel {
    return this.#agent;
  }

  /** Terminates the agent. */
  terminate(): void {
    this.#agent.terminate();
  }

  /** Closes the stdin of the agent, and terminates it after `grace` milliseconds. Resolves with its exit code. */
  async end(grace: number): Promise<number> {
    // An agent that does not read its stdin never sees it end.
    this.#agent.end().catch(() => undefined);
    const timer = setTimeout(() => {
      this.terminate();
    }, grace);
    try {
      return exitCodeOf(await this.#agent.exited);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Prints output of the agent that is not ACP to stderr. */
async function showStray(agent: SpawnedAgent): Promise<void> {
  for await (const { text } of agent.stderr) process.stderr.write(`${text}\n`);
}

/** A process killed by a signal has no exit code; shells report 128 plus the number of the signal. */
const exitCodeOf = ({ code, signal }: AgentExit): number =>
  code ?? (signal === null ? 1 : 128 + constants.signals[signal as NodeJS.Signals]);
