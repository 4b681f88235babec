/**
 * An inspector: the runs that it records, the agent that it talks to, and its state.
 *
 * Each start of the agent, each connection of an editor, each opened file and each replay is a run of its own; all of
 * them share one list of rows.
 */
import { describeError, RpcError, rpcCodes, type Channel } from '@acp-stack/rpc';
import { parseTrace, type Exchange, type SchemasOf, type TraceReader, type TraceRecord } from '@acp-stack/trace';
import type { AnswerPolicy, InspectorState, RunLabel } from '@acp-stack/trace/inspect';

import type { AgentServer } from '../../config/agent-server.ts';
import { openLink } from '../../connect/agent-link.ts';
import type { Log } from '../../log/log.ts';
import type { TraceSink } from '../../trace/trace-writer.ts';
import { joinChannels } from '../../wire/join-channels.ts';
import { ChangeWaiters } from './change-waiters.ts';
import type { AgentRequest } from './agent-tap.ts';
import { defaultPolicy, type Answer } from './automatic-answers.ts';
import { LiveAgent } from './live-agent.ts';
import { RunRecorder } from './run-recorder.ts';
import { defaultStoreLimits, WireStore, type StoreLimits } from './wire-store.ts';

export interface InspectorOptions {
  /** The agent; undefined if only a file is inspected. */
  readonly server: AgentServer | undefined;
  readonly target: InspectorState['target'];
  readonly cwd: string;
  readonly schemas: SchemasOf;
  readonly log: Log;
  /** The version of this program. */
  readonly version: string;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Milliseconds since 1970. */
  readonly epochTime?: () => number;
  /** A trace file that gets the records of all runs. */
  readonly file?: TraceSink | undefined;
  readonly limits?: StoreLimits;
}

/** Runs that are remembered; their rows are dropped by the limit of rows. */
const maxRuns = 1000;

export class Inspector {
  readonly #options: InspectorOptions;
  readonly store: WireStore;
  readonly #runs = new Map<number, RunRecorder>();
  readonly #start: number;
  #agent: { readonly run: number; readonly live: LiveAgent } | undefined;
  #starting: Promise<number> = Promise.resolve(0);
  readonly #editors = new Set<Channel>();
  readonly #replays = new Set<LiveAgent>();
  #onIdle: (() => void) | undefined;
  #lastRun = 0;
  #policy = defaultPolicy;
  #editorCommand: readonly string[] | undefined;
  #number = 0;
  readonly #waiters = new ChangeWaiters();

  constructor(options: InspectorOptions) {
    this.#options = options;
    this.store = new WireStore(options.schemas, options.limits);
    this.#start = options.now();
  }

  /** Increases with every change of the state. */
  get number(): number {
    return this.#number;
  }

  get schemas(): SchemasOf {
    return this.#options.schemas;
  }

  get state(): InspectorState {
    const { target, cwd, limits = defaultStoreLimits } = this.#options;
    return {
      target,
      cwd,
      runs: [...this.#runs.values()].map(({ summary }) => summary),
      ...(this.#agent === undefined || this.#agent.live.tap.hasEnded ? {} : { current: this.#agent.run }),
      questions: this.#agent?.live.questions ?? [],
      policy: this.#policy,
      maxRows: limits.rows,
      ...(this.#editorCommand === undefined ? {} : { editorCommand: this.#editorCommand }),
    };
  }

  /** Resolves when the state has another number than `number`, or when `signal` aborts. */
  async changed(number: number, signal?: AbortSignal): Promise<void> {
    if (this.#number !== number || signal?.aborted === true) return;
    await this.#waiters.next(signal);
  }

  setPolicy(changes: Partial<AnswerPolicy>): AnswerPolicy {
    this.#policy = { ...this.#policy, ...changes };
    this.#note();
    return this.#policy;
  }

  setEditorCommand(command: readonly string[]): void {
    this.#editorCommand = command;
    this.#note();
  }

  /** Records a connection that the program of this inspector has made, as a run of its own. */
  record(name: string): RunRecorder {
    const { recorder } = this.#newRun('editor', name);
    recorder.opened();
    return recorder;
  }

  /** The recording of a run; throws if there is none. */
  run(number: number): RunRecorder {
    const run = this.#runs.get(number);
    if (run === undefined) throw new RpcError(rpcCodes.invalidParams, `Run ${number} does not exist.`);
    return run;
  }

  /** The rows of a run that are held, with their texts. */
  exchanges(number: number): readonly Exchange[] {
    this.run(number);
    return this.store.rowsOf(new Set([number])).map(({ row, record }) => ({
      ...row,
      text: record.type === 'frame' ? record.frame : record.type === 'end' ? (record.error ?? '') : record.text,
    }));
  }

  /** The agent to which messages can be sent; throws if there is none. */
  get agent(): { readonly run: number; readonly live: LiveAgent } {
    if (this.#agent === undefined || this.#agent.live.tap.hasEnded)
      throw new RpcError(rpcCodes.invalidRequest, 'The agent does not run; restart it.');
    return this.#agent;
  }

  /** Ends the agent, if one runs, and starts it as a new run; resolves when it is initialized, or has failed to be. */
  restart(): Promise<number> {
    // One start after the other: two pages may ask at once.
    const started = this.#starting.catch(() => 0).then(() => this.#startAgain());
    this.#starting = started;
    return started;
  }

  async #startAgain(): Promise<number> {
    await this.#agent?.live.close();
    const { run, live } = await this.#launch('agent');
    this.#agent = { run, live };
    this.#note();
    await live.initialize();
    return run;
  }

  /** Starts the agent for a recorded client, beside the current one. */
  async launchForReplay(
    answerFirst: (request: AgentRequest) => Answer | undefined,
  ): Promise<{ readonly run: number; readonly live: LiveAgent; readonly recorder: RunRecorder }> {
    const launched = await this.#launch('replay', answerFirst);
    this.#replays.add(launched.live);
    launched.recorder.opened();
    return launched;
  }

  /** Ends the agent of a replay. */
  async endReplay(live: LiveAgent): Promise<void> {
    this.#replays.delete(live);
    await live.close();
  }

  /** Starts an agent for an editor, and forwards everything between them; resolves when one of them has ended. */
  async serveEditor(editor: Channel): Promise<void> {
    const { server, log } = this.#options;
    if (server === undefined) throw new Error('No agent is inspected.');
    const { recorder } = this.#newRun('editor', server.name);
    try {
      const link = await openLink(server, { log, trace: recorder, silence: Infinity });
      recorder.opened();
      this.#editors.add(editor);
      const { leftEnded, rightEnded } = joinChannels(editor, link.channel);
      await Promise.race([leftEnded, rightEnded]);
      await link.close();
      const error = (await link.process?.exited)?.error;
      recorder.ended(error?.message.split('\n', 1)[0]);
    } catch (error) {
      recorder.ended(describeError(error));
    } finally {
      this.#editors.delete(editor);
      editor.destroy();
      this.#wakeIdle();
    }
  }

  /** Opens the text of a trace as a run. */
  open(name: string, text: string): { readonly run: number; readonly unreadable: number } {
    const { header, records, unreadable } = parseTrace(text);
    if (records.length === 0) throw new RpcError(rpcCodes.invalidParams, `${name} is not a trace.`);
    const { run, recorder } = this.#newRun('file', name);
    if (header.components !== undefined) recorder.nameSides(header.components);
    for (const record of records) recorder.add(record);
    recorder.ended();
    return { run, unreadable: unreadable.length };
  }

  /** Opens the records of a trace file as a run, one at a time; `reader` has its header after the first one. */
  async openRecords(name: string, records: AsyncIterable<TraceRecord>, reader: TraceReader): Promise<number> {
    const { run, recorder } = this.#newRun('file', name);
    let isNamed = false;
    for await (const record of records) {
      const { components } = reader.header;
      if (!isNamed && components !== undefined) recorder.nameSides(components);
      isNamed = true;
      recorder.add(record);
    }
    recorder.ended();
    return run;
  }

  /** Ends every agent. */
  async close(): Promise<void> {
    for (const editor of this.#editors) editor.destroy();
    await Promise.all([this.#agent?.live.close(), ...[...this.#replays].map((live) => live.close())]);
    while (this.#editors.size > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
  }

  #wakeIdle(): void {
    this.#onIdle?.();
    this.#onIdle = undefined;
  }

  async #launch(
    label: RunLabel,
    answerFirst?: (request: AgentRequest) => Answer | undefined,
  ): Promise<{ readonly run: number; readonly live: LiveAgent; readonly recorder: RunRecorder }> {
    const { server, log, version, cwd } = this.#options;
    if (server === undefined)
      throw new RpcError(rpcCodes.invalidRequest, 'Only a file is inspected; start acp inspect with an agent.');
    const { run, recorder } = this.#newRun(label, server.name);
    const live = await LiveAgent.start({
      server,
      recorder,
      run,
      store: this.store,
      log,
      version,
      cwd,
      policy: () => this.#policy,
      ...(answerFirst === undefined ? {} : { answerFirst }),
      onChange: () => this.#note(),
    });
    return { run, live, recorder };
  }

  #newRun(label: RunLabel, name: string): { readonly run: number; readonly recorder: RunRecorder } {
    const { schemas, now, epochTime = Date.now, file } = this.#options;
    this.#lastRun += 1;
    const run = this.#lastRun;
    const recorder = new RunRecorder({
      run,
      label,
      name,
      store: this.store,
      schemas,
      seconds: () => Math.round((now() - this.#start) * 1000) / 1_000_000,
      epochTime,
      file: label === 'file' ? undefined : file,
      onChange: () => this.#note(),
    });
    this.#runs.set(run, recorder);
    const [oldest] = this.#runs.size > maxRuns ? this.#runs.keys() : [];
    if (oldest !== undefined) this.#runs.delete(oldest);
    this.#note();
    return { run, recorder };
  }

  #note(): void {
    this.#number += 1;
    this.#waiters.release();
  }
}
