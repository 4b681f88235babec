/** The agent behind `acp bridge`: a process of ours whose standard input and output carry the protocol. */
import { constants } from 'node:os';

import type { Channel } from '@acp-stack/rpc';
import { spawnAgent, type AgentExit, type AgentProcess as SpawnedAgent } from '@acp-stack/stdio';

import { CommandError, exitCodes } from '../../errors/command-error.ts';

export class AgentProcess {
  readonly #agent: SpawnedAgent;

  private constructor(agent: SpawnedAgent) {
    this.#agent = agent;
  }

  /** Starts the agent; its stderr is ours. */
  static async start(command: string, args: readonly string[]): Promise<AgentProcess> {
    // How long it may take to answer is up to its client.
    const startUp = { silence: Infinity, total: Infinity };
    const agent = spawnAgent([command, ...args], { stderr: 'inherit', startUp });
    if (agent.pid === undefined) {
      const { error } = await agent.exited;
      // What is said on a terminal has no full stop.
      const words = (error?.message ?? `${command} could not be started`).replace(/\.$/u, '');
      throw new CommandError(exitCodes.notStarted, words, { cause: error });
    }
    void showStray(agent);
    return new AgentProcess(agent);
  }

  get channel(): Channel {
    return this.#agent;
  }

  /** Asks the agent to end, and ends it when it does not. */
  terminate(): void {
    this.#agent.terminate();
  }

  /** Lets the agent end by itself for `grace` milliseconds; the answer is its exit code. */
  async end(grace: number): Promise<number> {
    // An agent that does not read its input would never take the end of it.
    this.#agent.end().catch(() => undefined);
    const impatience = setTimeout(() => {
      this.terminate();
    }, grace);
    try {
      return exitCodeOf(await this.#agent.exited);
    } finally {
      clearTimeout(impatience);
    }
  }
}

/** What the agent prints to its output by mistake is shown with the rest of its diagnostics. */
async function showStray(agent: SpawnedAgent): Promise<void> {
  for await (const { text } of agent.stderr) process.stderr.write(`${text}\n`);
}

/** A process that was ended by a signal has no code; shells show 128 and the number of the signal for it. */
const exitCodeOf = ({ code, signal }: AgentExit): number =>
  code ?? (signal === null ? 1 : 128 + constants.signals[signal as NodeJS.Signals]);
