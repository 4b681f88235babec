/**
 * The questions of the agent that one client has been asked and has not answered.
 *
 * A question is a request to the client. When it is closed, because another client has answered it or the agent has
 * withdrawn it, the request is cancelled; a client that knows of the hub is told before what became of it. What this
 * client answers is only proposed: the owner of the session takes the first valid answer. A client whose answer is
 * refused is asked again, a few times.
 */
import { RpcError } from '@acp-stack/rpc';
import { errorCodes, methods } from '@acp-stack/schema/v2/unstable';
import type { Connection, Params, RequestFrom } from '@acp-stack/sdk';

import type { Answer, ClosedQuestionRecord, QuestionRecord } from '../store/records.ts';
import { closedQuestionMethod, hubKey } from './hub-meta.ts';

export interface AskedQuestionsOptions {
  readonly sessionId: string;
  readonly connection: Connection<'agent'>;
  readonly isHubAware: boolean;
  /** Stores what the client has answered. */
  readonly onAnswer: (answer: Answer) => void;
}

/** How many answers to one question may be refused: a program that always answers wrongly must not go on for ever. */
const maxRefused = 3;

const permission = 'session/request_permission' satisfies RequestFrom<'agent'>;
const elicitation: RequestFrom<'agent'> = 'elicitation/create';

export class AskedQuestions {
  readonly #options: AskedQuestionsOptions;
  readonly #open = new Map<string, AbortController>();
  /** The questions that this client was asked until they are closed, and how many of its answers were refused. */
  readonly #asked = new Map<string, { readonly record: QuestionRecord; refused: number }>();

  constructor(options: AskedQuestionsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Asks the client, unless it was asked already or cannot be asked this. */
  ask(record: QuestionRecord): void {
    const { question, method, params } = record;
    const { sessionId, connection, isHubAware, onAnswer } = this.#options;
    if (this.#open.has(question) || !canAsk(connection, method, params)) return;
    const asking = new AbortController();
    this.#open.set(question, asking);
    if (!this.#asked.has(question)) this.#asked.set(question, { record, refused: 0 });
    // The params are those of the agent, and were checked when they arrived from it.
    const { _meta: meta } = params as { readonly _meta?: object };
    const named = isHubAware ? { _meta: { ...meta, [hubKey]: { question } } } : {};
    const request = { sessionId, ...params, ...named } as unknown as Params<typeof permission>;
    connection.request(method as typeof permission, request, { signal: asking.signal }).then(
      (result) => {
        if (this.#open.get(question) !== asking) return;
        this.#open.delete(question);
        // Only what the protocol defines reaches the agent.
        onAnswer({ question, result: methods[method].result.known(result as never) });
      },
      (error: unknown) => {
        if (this.#open.get(question) !== asking) return;
        this.#open.delete(question);
        // A client that cannot answer leaves the question to others; so does one that is gone.
        if (error instanceof RpcError && error.code !== errorCodes.method_not_found)
          onAnswer({ question, error: error.toObject() });
      },
    );
  }

  /** The owner has refused an answer of the client: asks again unless the question is closed or that was too often. */
  refused(question: string): void {
    const asked = this.#asked.get(question);
    if (asked === undefined) return;
    asked.refused += 1;
    if (asked.refused < maxRefused) this.ask(asked.record);
  }

  /** Whether the client was asked a question that is not closed at its place in the log. */
  has(question: string): boolean {
    return this.#asked.has(question);
  }

  /** The question is closed: the client need not answer any more. */
  close(question: string, closed?: ClosedQuestionRecord): void {
    this.#asked.delete(question);
    const asking = this.#open.get(question);
    this.#open.delete(question);
    if (asking === undefined) return;
    if (closed !== undefined) this.#tell(closed);
    asking.abort(new Error('The question is closed.'));
  }

  #tell({ question, reason, principal, answer }: ClosedQuestionRecord): void {
    const { sessionId, connection, isHubAware } = this.#options;
    if (!isHubAware) return;
    // A client that is gone need not be told.
    connection.notify(closedQuestionMethod, { sessionId, question, reason, principal, answer }).catch(() => undefined);
  }

  closeAll(): void {
    for (const question of this.#open.keys()) this.close(question);
  }
}

/** Everybody can be asked for a permission; an elicitation needs a client that shows its kind. */
function canAsk(connection: Connection<'agent'>, method: string, { mode }: QuestionRecord['params']): boolean {
  if (method !== elicitation) return true;
  return connection.supports(mode === 'url' ? 'elicitation.url' : 'elicitation.form');
}
