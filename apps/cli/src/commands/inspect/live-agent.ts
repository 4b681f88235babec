/** An agent that an inspector has started: its link, its recording and the requests that it waits for. */
import { describeError } from '@acp-stack/rpc';
import type { AnswerPolicy, OpenQuestion } from '@acp-stack/trace/inspect';

import type { AgentServer } from '../../config/agent-server.ts';
import { openLink, type AgentLink } from '../../connect/agent-link.ts';
import type { Log } from '../../log/log.ts';
import { withoutPeriod } from '../../text/without-period.ts';
import { AgentTap, type AgentRequest } from './agent-tap.ts';
import { automaticAnswer, type Answer } from './automatic-answers.ts';
import { initializingClient } from './initializing-client.ts';
import type { RunRecorder } from './run-recorder.ts';
import type { WireStore } from './wire-store.ts';

export interface LiveAgentOptions {
  readonly server: AgentServer;
  readonly recorder: RunRecorder;
  readonly run: number;
  readonly store: WireStore;
  readonly log: Log;
  /** The version of this program. */
  readonly version: string;
  readonly cwd: string;
  readonly policy: () => AnswerPolicy;
  /** Answers before the policy does, for a recorded client. */
  readonly answerFirst?: (request: AgentRequest) => Answer | undefined;
  /** Called when the open questions have changed. */
  readonly onChange: () => void;
}

export class LiveAgent {
  readonly #options: LiveAgentOptions;
  readonly #link: AgentLink;
  readonly tap: AgentTap;
  readonly #questions = new Map<number, OpenQuestion & { readonly id: unknown }>();

  private constructor(link: AgentLink, options: LiveAgentOptions) {
    this.#link = link;
    this.#options = options;
    const { recorder } = options;
    this.tap = new AgentTap(link.channel, {
      onRequest: (request) => this.#asked(request),
      onWithdrawn: (id) => {
        this.#forget(({ id: each }) => each === id);
      },
      onEnd: (error) => {
        this.#forget(() => true);
        recorder.ended(error === undefined ? undefined : oneSentence(error));
      },
    });
  }

  /** Starts the agent. A failure is told by the end of its run. */
  static async start(options: LiveAgentOptions): Promise<LiveAgent> {
    const { server, recorder, log } = options;
    const link = await openLink(server, {
      log,
      trace: recorder,
      silence: Infinity,
    });
    return new LiveAgent(link, options);
  }

  /** Agrees on a version with the agent; a failure is kept in the summary of the run, which goes on. */
  async initialize(): Promise<void> {
    const { version, server, recorder } = this.#options;
    try {
      await initializingClient(version, true).connect(this.tap.clientEnd, {
        ...(server.protocol === undefined ? {} : { versions: [server.protocol] }),
        onReport: () => undefined,
      });
      recorder.opened();
    } catch (error) {
      recorder.failed(this.tap.hasEnded ? oneSentence(error) : `initialize failed: ${oneSentence(error)}`);
      if (!this.tap.hasEnded) recorder.opened();
    }
  }

  /** Requests of the agent that wait for an answer by hand. */
  get questions(): readonly OpenQuestion[] {
    return [...this.#questions.values()].map(({ index, run, method, params }) => ({ index, run, method, params }));
  }

  /** Answers the request in row `index`; false if it is not open. */
  answer(index: number, answer: Answer): boolean {
    const question = this.#questions.get(index);
    if (question === undefined) return false;
    this.#questions.delete(index);
    this.#options.onChange();
    return this.tap.answer(question.id, answer);
  }

  /** Ends the agent. */
  async close(): Promise<void> {
    await this.#link.close();
    this.#options.recorder.ended();
  }

  async #asked(request: AgentRequest): Promise<Answer | undefined> {
    const { policy, cwd, answerFirst, run, store, onChange } = this.#options;
    const first = answerFirst?.(request);
    if (first !== undefined) return first;
    const { id, method, params } = request;
    const answer = await automaticAnswer({ method, params, policy: policy(), cwd });
    if (answer !== undefined) return answer;
    const from = Math.max(store.first, store.end - recentRows);
    const asked = await store.find(
      from,
      ({ row }) => row.run === run && row.kind === 'request' && row.method === method && row.id === idText(id),
    );
    if (asked === undefined) return undefined;
    this.#questions.set(asked.row.index, { index: asked.row.index, run, method, params, id });
    onChange();
    return undefined;
  }

  #forget(isGone: (question: { readonly id: unknown }) => boolean): void {
    const before = this.#questions.size;
    for (const [index, question] of this.#questions) if (isGone(question)) this.#questions.delete(index);
    if (this.#questions.size < before) this.#options.onChange();
  }
}

/** The row of a request that was just received is among the last ones. */
const recentRows = 100;

const idText = (id: unknown): string => (typeof id === 'string' ? id : JSON.stringify(id));

/** The first line of an error. */
function oneSentence(error: unknown): string {
  const [line = ''] = describeError(error).split('\n');
  return withoutPeriod(line);
}
