/**
 * An agent as a child process: a channel to it, and a handle on the process.
 *
 * The channel ends after the last message that the agent wrote. Neither the process nor anything that it started
 * outlives the channel by more than the grace periods.
 */
import type { ChildProcess } from 'node:child_process';

import {
  ConnectionError,
  lineChannel,
  type Channel,
  type ChannelProblem,
  type Clock,
  type LineChannelOptions,
  type MessageReceiver,
  type UnparsedMessage,
  type Receiver,
  type TextChannel,
} from '@acp-stack/rpc';

import type { AgentCommand } from './agent-command.ts';
import { afterReading, exitDelay, ExitTracker, exitGrace, type AgentExit } from '../ending/exit-tracker.ts';
import { AgentOutput } from './agent-output.ts';
import { AgentProcessError, type AgentProcessErrorCode } from '../ending/agent-process-error.ts';
import { KillEscalation } from '../ending/kill-escalation.ts';
import { startProcess } from './start-process.ts';
import { byteSink, byteSource, finish } from '../node/node-streams.ts';
import { ProcessTree } from '../ending/process-tree.ts';
import { defaultGrace, defaultStartUp, holdingClock, type SpawnAgentOptions } from './spawn-options.ts';
import { StartUpTimeout } from './start-up-timeout.ts';
import { decodeUtf8 } from '../node/utf8.ts';
import { watchGroup } from '../ending/watchdog.ts';

/** Lines that an error keeps. */
const lastLines = 50;

const nothing = (): void => undefined;

/** A started agent as a channel; `spawnAgent` makes one, and disposing of it ends the agent. */
export class AgentProcess implements Channel, AsyncDisposable {
  /**
   * What the agent prints besides the protocol, with the time: its stderr, and lines of its stdout that are not
   * messages.
   */
  readonly stderr: AgentOutput = new AgentOutput();
  readonly #name: string;
  readonly #clock: Clock;
  readonly #lines: TextChannel;
  readonly #startUp: StartUpTimeout;
  readonly #exitTracker: ExitTracker;
  readonly #child: ChildProcess | undefined;
  readonly #escalation: KillEscalation | undefined;
  /** Resolves when the process and everything that it started have ended. */
  readonly #gone: Promise<void>;
  #settleGone: () => void = nothing;
  #receiver: Receiver | undefined;
  /** Where messages go; past this object once the agent has spoken. */
  #messages: MessageReceiver | undefined;
  #isPaused = false;
  #isDestroyed = false;
  #hasSpoken = false;
  #chunks = 0;

  /** Made by `spawnAgent`. */
  constructor(command: AgentCommand, options: SpawnAgentOptions) {
    const { clock = holdingClock, startUp, grace, ...rest } = options;
    this.#name = command.command;
    this.#clock = clock;
    this.#exitTracker = new ExitTracker({
      clock,
      explain: (code, signal) => this.#exitError(code, signal),
      onEnded: (error) => {
        this.#receiver?.ended(error);
      },
    });
    this.#gone = new Promise((resolve) => (this.#settleGone = resolve));
    this.#startUp = new StartUpTimeout(clock, { ...defaultStartUp, ...startUp }, (verdict) => {
      this.#tooLate(verdict);
    });
    const launched = startProcess(command, options);
    this.#child = 'child' in launched ? launched.child : undefined;
    this.#lines = this.#channel(rest);
    if ('error' in launched) {
      this.#failed(launched.error);
      return;
    }
    const { child, explain } = launched;
    child.on('error', (error) => {
      if (child.pid === undefined) this.#failed(explain(error));
    });
    if (child.pid === undefined) return;
    const watched = watchGroup(child.pid);
    this.#escalation = new KillEscalation(new ProcessTree(child.pid), {
      clock,
      grace: { ...defaultGrace, ...grace },
      onGone: () => {
        watched[Symbol.dispose]();
        this.#settleGone();
      },
    });
    this.#follow(child);
  }

  /** The id of the process; undefined if it could not be started. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Resolves when the process has ended; never rejects. */
  get exited(): Promise<AgentExit> {
    return this.#exitTracker.exited;
  }

  // -------------------------------------------------------------------------------------------- the channel

  /** Bytes that were taken and not yet passed to the agent. */
  get unsentBytes(): number {
    return this.#lines.unsentBytes;
  }

  /** Begins to deliver the messages of the agent; called once. */
  open(receiver: Receiver): void {
    if (this.#exitTracker.hasExited) this.#child?.stdout?.off('readable', nothing);
    this.#messages = receiver;
    this.#lines.open({
      receive: (message, text) => {
        // A number is JSON too, but not a message of the protocol.
        if (typeof message === 'object') this.#spoke();
        this.#messages?.receive(message, text);
      },
      reject: (problem) => {
        if (isNoise(problem)) this.#noise(problem.text);
        else receiver.reject(problem);
      },
      ended: (error) => {
        this.#outputEnded(error);
      },
    });
    this.#receiver = receiver;
  }

  /** Delivers messages to `receiver` from now on; problems and the end still go to the one given to `open`. */
  redirect(receiver: MessageReceiver): void {
    this.#messages = receiver;
    if (this.#hasSpoken) this.#lines.redirect?.(receiver);
  }

  /**
   * Takes one message for the agent; returns false if the sender should wait for `drained`. The first one starts
   * `startUp`.
   */
  send(message: unknown, text?: string): boolean {
    const more = this.#lines.send(message, text);
    if (!this.#hasSpoken) this.#startUp.begin();
    return more;
  }

  /** Takes one message for the agent that was not parsed. */
  sendUnparsed(message: UnparsedMessage): boolean {
    const more = this.#lines.sendUnparsed(message);
    if (!this.#hasSpoken) this.#startUp.begin();
    return more;
  }

  /** Resolves when the channel takes more, and when it has ended. */
  drained(): Promise<void> {
    return this.#lines.drained();
  }

  /** Asks for no more messages until `resume`; some may still arrive. */
  pause(): void {
    this.#isPaused = true;
    this.#lines.pause();
  }

  /** Asks for messages again after `pause`. */
  resume(): void {
    this.#isPaused = false;
    this.#lines.resume();
  }

  /**
   * Sends what was taken and ends the input of the agent; an agent that does not exit gets SIGTERM after `grace.end`.
   */
  end(): Promise<void> {
    return this.#lines.end();
  }

  /** Stops both directions at once and terminates the agent; `kill` also waits until it is gone. */
  destroy(error?: Error): void {
    this.#isDestroyed = true;
    this.#lines.destroy(error);
  }

  // -------------------------------------------------------------------------------------------- the process

  /** Sends SIGTERM to the agent and everything that it started, and SIGKILL later; its last messages still arrive. */
  terminate(): void {
    this.#escalation?.terminate();
  }

  /** Terminates the agent and everything that it started, and drops its last messages; resolves when they are gone. */
  async kill(): Promise<AgentExit> {
    this.terminate();
    this.destroy();
    await this.#gone;
    return this.exited;
  }

  /** Ends the input of the agent, gives it time to exit, and resolves when everything that it started is gone. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
    await this.#gone;
    this.destroy();
  }

  // -------------------------------------------------------------------------------------------- putting together

  #channel(limits: LineChannelOptions): TextChannel {
    const { stdin, stdout } = this.#child ?? {};
    if (!stdin || !stdout) {
      const source = { start: nothing, pause: nothing, resume: nothing };
      return lineChannel(source, { write: nothing, end: () => Promise.resolve(), destroy: nothing });
    }
    // A broken pipe is not reported: the exit of the process, which causes it, says more.
    stdin.on('error', () => {
      this.#inputClosed();
    });
    // Reported when the channel is opened, which has not happened yet.
    stdout.on('error', nothing);
    const input = {
      write: (text: string, onTaken: () => void) =>
        stdin.write(text, () => {
          onTaken();
        }),
      end: (onFinished: () => void) => stdin.end(onFinished),
    };
    const sink = byteSink(input, {
      end: () => {
        const finished = finish(input, stdin);
        this.#escalation?.inputEnded();
        return finished;
      },
      destroy: () => {
        stdin.destroy();
        stdout.destroy();
        this.#escalation?.terminate();
      },
    });
    const source = byteSource(stdout, () => {
      this.#chunks += 1;
    });
    return lineChannel(source, sink, { ...limits, decode: decodeUtf8 });
  }

  #follow(child: ChildProcess): void {
    const { stderr } = child;
    stderr?.on('data', (chunk: Uint8Array) => {
      this.stderr.push(chunk);
      this.#startUp.printed();
    });
    stderr?.on('error', nothing);
    const ended = (): void => {
      this.stderr.end();
      this.#exitTracker.stderrEnded();
    };
    if (stderr === null) ended();
    else stderr.once('close', ended);
    child.once('exit', (code, signal) => {
      const wasAsked = this.#escalation?.isAsked === true;
      // Node.js drops the unread output of a process that has exited; the channel may be opened later and still needs
      // it.
      if (this.#receiver === undefined) child.stdout?.on('readable', nothing);
      this.#startUp.over();
      this.#escalation?.exited();
      this.#exitTracker.processExited(code, signal, wasAsked);
      this.#awaitOutput();
    });
  }

  /** The first message has come: those that follow go directly to the receiver. */
  #spoke(): void {
    this.#hasSpoken = true;
    this.#startUp.over();
    if (this.#messages !== undefined) this.#lines.redirect?.(this.#messages);
  }

  #noise(line: string): void {
    this.stderr.add(line, 'stdout');
    this.#startUp.printed();
  }

  // -------------------------------------------------------------------------------------------- the end

  #failed(error: AgentProcessError): void {
    this.#startUp.over();
    this.stderr.end();
    this.#exitTracker.failed(error);
    this.#settleGone();
    this.destroy(error);
  }

  #tooLate(verdict: 'hanging' | 'installing'): void {
    const words = {
      hanging: 'did not respond and printed nothing more; it seems to hang',
      installing: 'still prints and has not responded yet; it seems to be installing itself',
    };
    this.destroy(this.#error(verdict, words[verdict]));
  }

  /** The agent has closed its input; if it has exited, the exit is reported in a moment. */
  #inputClosed(): void {
    afterReading(this.#clock, exitDelay, () => {
      if (!this.#exitTracker.hasExited && this.#escalation?.isAsked !== true)
        this.destroy(this.#error('closed-input', 'has closed its input and does not read any more'));
    });
  }

  /** The process has exited: its output ends too, unless another process holds it open, which is not waited for. */
  #awaitOutput(): void {
    const before = this.#chunks;
    if (this.#exitTracker.isOver) return;
    afterReading(this.#clock, exitGrace, () => {
      if (this.#exitTracker.isOver || this.#receiver === undefined) return;
      if (this.#isPaused || this.#chunks !== before) this.#awaitOutput();
      else this.destroy(this.#exitTracker.exit?.error);
    });
  }

  /** Nothing more arrives, because the agent ended its output, or because this side ended everything. */
  #outputEnded(error: Error | undefined): void {
    if (!this.#isDestroyed && error === undefined) this.#exitTracker.outputEnded(this.#escalation?.isAsked === true);
    else
      this.#exitTracker.tell(
        error instanceof ConnectionError && error.code === 'malformed' ? this.#notAcp(error) : error,
      );
  }

  #exitError(exitCode: number | null, signal: string | null): AgentProcessError {
    const how = signal === null ? `exited with code ${exitCode}` : `was ended by ${signal}`;
    return this.#error('exited', this.#hasSpoken ? how : `${how} before it said anything`, { exitCode, signal });
  }

  #notAcp(cause: Error): AgentProcessError {
    return this.#error('not-acp', 'does not speak ACP', { cause });
  }

  #error(
    code: AgentProcessErrorCode,
    words: string,
    details: ConstructorParameters<typeof AgentProcessError>[2] = {},
  ): AgentProcessError {
    return new AgentProcessError(code, `The agent ${this.#name} ${words}.`, {
      ...details,
      reason: words,
      lines: this.stderr.tail(lastLines),
    });
  }
}

/** Whether a line cannot have been meant as a message; it gets no error response. */
function isNoise(problem: ChannelProblem): problem is ChannelProblem & { readonly text: string } {
  return problem.kind === 'unparsable' && problem.text !== undefined && !/^\s*[[{]/u.test(problem.text);
}
