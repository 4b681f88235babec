/**
 * The questions of an agent that wait for the user: permission requests and elicitations.
 *
 * A question is in the transcript while it waits. It ends exactly once: answered here, or settled elsewhere, because
 * another client answered first, the work was cancelled or the connection was lost. Of the former, the last ones can be
 * shown for a moment.
 */
import { RpcError, rpcCodes, type Clock } from '@acp-stack/rpc';
import type {
  CreateElicitationRequest,
  ElicitationContentValue,
  RequestPermissionRequest,
} from '@acp-stack/schema/v2/unstable';
import type { ElicitationAnswer, PermissionAnswer } from '@acp-stack/sdk';
import type { TranscriptStore } from '@acp-stack/transcript';

import { questionOf, type HubClosedQuestion } from '../hub/hub-meta.ts';

/** What the user fills into a form. */
export type ElicitationContent = Readonly<Record<string, ElicitationContentValue>>;

/** A permission request that waits for the user. */
export interface PermissionQuestion {
  /** Unique among the questions of its session. */
  readonly id: string;
  /** What the agent asks. */
  readonly request: RequestPermissionRequest;
  /** Whether malformed parts of the request were left out, so that it may be about more than it says. */
  readonly isIncomplete: boolean;
  /** Answers with one of the options of the request. */
  readonly answer: (optionId: string) => void;
  /** Answers that nothing was chosen. */
  readonly cancel: () => void;
}

/** An elicitation that waits for the user. */
export interface ElicitationQuestion {
  /** Unique among the questions of its session. */
  readonly id: string;
  /** What the agent asks for: a form, or a page to visit. */
  readonly request: CreateElicitationRequest;
  /** Sends the form, or agrees to visit the page. */
  readonly accept: (content?: ElicitationContent) => void;
  /** Declines on purpose. */
  readonly decline: () => void;
  /** Closes the question without an answer. */
  readonly cancel: () => void;
}

/** A question that was settled before the user answered it here. */
export interface SettledQuestion {
  /** The id that it had while it waited. */
  readonly id: string;
  /** What it was. */
  readonly kind: 'permission' | 'elicitation';
  /** What the agent asked. */
  readonly request: RequestPermissionRequest | CreateElicitationRequest;
  /** `elsewhere`: another client answered, or the agent withdrew it. `cancelled`: the work was cancelled here. */
  readonly reason: 'elsewhere' | 'cancelled';
  /** The id of the chosen option, or the action of an elicitation, where a hub says so. */
  readonly answer: string | undefined;
  /** The user that answered, where a hub says so. */
  readonly by: string | undefined;
}

/** Milliseconds for which a settled question is shown. */
const shownFor = 6000;

export interface QuestionsOptions {
  readonly store: TranscriptStore;
  readonly clock: Clock;
  /** Called after each change. */
  readonly onChange: () => void;
}

type Settle<A> = (answer: A) => void;
type Fate = Pick<SettledQuestion, 'answer' | 'by'>;

/** The questions that wait for the user, of one session or of an agent. */
export class Questions {
  readonly #options: QuestionsOptions;
  #permissions: readonly PermissionQuestion[] = [];
  #elicitations: readonly ElicitationQuestion[] = [];
  #settled: readonly SettledQuestion[] = [];
  /** What the hub has said about the question that is closed next. */
  #closed: HubClosedQuestion | undefined;

  constructor(options: QuestionsOptions) {
    this.#options = options;
  }

  /** The permission requests that wait, oldest first; the same array until one is added or removed. */
  readonly permissions = (): readonly PermissionQuestion[] => this.#permissions;

  /** The elicitations that wait, oldest first; the same array until one is added or removed. */
  readonly elicitations = (): readonly ElicitationQuestion[] => this.#elicitations;

  /** The questions that were settled elsewhere a moment ago. */
  readonly settled = (): readonly SettledQuestion[] => this.#settled;

  /** Asks the user; resolves with the answer, also if the question was settled elsewhere. */
  askPermission(
    request: RequestPermissionRequest,
    { signal, isIncomplete }: { readonly signal: AbortSignal; readonly isIncomplete: boolean },
  ): Promise<PermissionAnswer> {
    const { store } = this.#options;
    const asked = store.askPermission(request);
    const id = store.snapshot().permissions.at(-1)?.id ?? '';
    return this.#wait<PermissionAnswer>({ id, kind: 'permission', request }, { asked, signal }, (settle) => {
      const question: PermissionQuestion = {
        id,
        request,
        isIncomplete,
        answer: settle,
        cancel: () => {
          settle('cancelled');
        },
      };
      this.#permissions = [...this.#permissions, question];
    });
  }

  /** Asks the user; resolves with the answer, also if the question was settled elsewhere. */
  askElicitation(request: CreateElicitationRequest, signal: AbortSignal): Promise<ElicitationAnswer> {
    const { store } = this.#options;
    const asked = store.askElicitation(request);
    const id = store.snapshot().elicitations.at(-1)?.id ?? '';
    return this.#wait<ElicitationAnswer>({ id, kind: 'elicitation', request }, { asked, signal }, (settle) => {
      const question: ElicitationQuestion = {
        id,
        request,
        accept: (content) => {
          settle({ action: 'accept', ...(content === undefined ? {} : { content }) });
        },
        decline: () => {
          settle('decline');
        },
        cancel: () => {
          settle('cancel');
        },
      };
      this.#elicitations = [...this.#elicitations, question];
    });
  }

  /** The hub says what became of a question; its request is cancelled before or after that. */
  closed(closed: HubClosedQuestion): void {
    this.#closed = closed;
    this.#settled = this.#settled.map((settled) => ({ ...settled, ...this.#fateOf(settled.request, settled) }));
    this.#options.onChange();
  }

  /** Who has answered a question, and what. */
  #fateOf(request: SettledQuestion['request'], otherwise: Fate = { answer: undefined, by: undefined }): Fate {
    const { question, answer, principal } = this.#closed ?? {};
    if (question === undefined || questionOf(request) !== question)
      return { answer: otherwise.answer, by: otherwise.by };
    return { answer, by: principal };
  }

  #wait<A>(
    settled: Omit<SettledQuestion, 'reason' | 'answer' | 'by'>,
    { asked, signal }: { readonly asked: Disposable; readonly signal: AbortSignal },
    add: (settle: Settle<A>) => void,
  ): Promise<A> {
    return new Promise((resolve) => {
      let isOver = false;
      const end = (): boolean => {
        if (isOver) return false;
        isOver = true;
        signal.removeEventListener('abort', onAbort);
        this.#permissions = without(this.#permissions, settled.id);
        this.#elicitations = without(this.#elicitations, settled.id);
        asked[Symbol.dispose]();
        this.#options.onChange();
        return true;
      };
      const onAbort = (): void => {
        const reason = reasonOf(signal);
        // A question of a lost connection is asked again over the next one.
        if (end() && reason !== undefined) this.#show({ ...settled, reason, ...this.#fateOf(settled.request) });
        // The result of the handler is no longer used.
        resolve('cancel' as A);
      };
      // A session that is opened again asks again what it has withdrawn.
      this.#settled = this.#settled.filter(({ request }) => !isSame(request, settled.request));
      add((answer) => {
        if (end()) resolve(answer);
      });
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      else this.#options.onChange();
    });
  }

  #show(settled: SettledQuestion): void {
    this.#settled = [...this.#settled, settled];
    this.#options.onChange();
    this.#options.clock.schedule(shownFor, () => {
      this.#settled = this.#settled.filter(({ id }) => id !== settled.id);
      this.#options.onChange();
    });
  }
}

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

const without = <T extends { readonly id: string }>(questions: readonly T[], id: string): readonly T[] =>
  questions.some((each) => each.id === id) ? questions.filter((each) => each.id !== id) : questions;

const isCancelledByAgent = (error: unknown): boolean =>
  error instanceof RpcError && error.code === rpcCodes.requestCancelled;

/** Why an answer is not wanted any more; undefined if the connection was lost. */
function reasonOf({ reason }: AbortSignal): SettledQuestion['reason'] | undefined {
  const { cause, name, message } = Object(reason) as Partial<Error>;
  if (isCancelledByAgent(cause) || isCancelledByAgent(reason)) return 'elsewhere';
  return name === 'AbortError' && message === 'The work was cancelled.' ? 'cancelled' : undefined;
}
