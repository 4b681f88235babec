/**
 * The prompts of a session that the agent has not accepted yet.
 *
 * If the connection is lost meanwhile, a hub is sent the prompt again with the same key, which has one effect. Without
 * a hub it is not known whether the prompt arrived, so it is never sent twice: the call rejects and says so.
 */
import { ConnectionError } from '@acp-stack/rpc';
import type { ClientSession, ContentBlock, PromptOptions } from '@acp-stack/sdk';

import { hubKey, requestKey } from '../hub/hub-meta.ts';

/** A prompt that was sent and is not part of the conversation yet. */
export interface SendingPrompt {
  /** Unique among the prompts of its session. */
  readonly key: string;
  /** What is sent. */
  readonly content: readonly ContentBlock[];
}

interface Unaccepted extends SendingPrompt {
  readonly options: PromptOptions;
  readonly resolve: (messageId: string | undefined) => void;
  readonly reject: (error: Error) => void;
}

export class PromptSender {
  readonly #onChange: () => void;
  #unaccepted: readonly Unaccepted[] = [];

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The prompts that are not accepted yet, oldest first. */
  get sending(): readonly SendingPrompt[] {
    return this.#unaccepted;
  }

  /** Sends a prompt; resolves with the id of its message when the agent has accepted it. */
  send(
    session: ClientSession,
    content: readonly ContentBlock[],
    { isHub, options }: { readonly isHub: boolean; readonly options: PromptOptions },
  ): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      const prompt: Unaccepted = { key: requestKey(), content, options, resolve, reject };
      this.#unaccepted = [...this.#unaccepted, prompt];
      this.#start(session, prompt, isHub);
      this.#onChange();
    });
  }

  /** The session is open again: a hub is asked for what became of the prompts. */
  reopened(session: ClientSession): void {
    for (const prompt of this.#unaccepted) this.#start(session, prompt, true);
  }

  /** Nothing can be sent any more. */
  failAll(error: Error): void {
    const failed = this.#unaccepted;
    this.#unaccepted = [];
    for (const { reject } of failed) reject(error);
  }

  #start(session: ClientSession, prompt: Unaccepted, isHub: boolean): void {
    const { key, content, options } = prompt;
    const run = session.prompt(content, isHub ? withKey(options, key) : options);
    // The updates are in the transcript; the run need not keep them.
    void run[Symbol.asyncIterator]().return?.();
    run.accepted.then(
      (messageId) => {
        if (this.#forget(prompt)) prompt.resolve(messageId);
      },
      (error: unknown) => {
        const isLost = error instanceof ConnectionError;
        if ((isLost && isHub) || !this.#forget(prompt)) return;
        prompt.reject(isLost ? unknownArrival(error) : (error as Error));
      },
    );
  }

  #forget(prompt: Unaccepted): boolean {
    if (!this.#unaccepted.includes(prompt)) return false;
    this.#unaccepted = this.#unaccepted.filter((each) => each !== prompt);
    this.#onChange();
    return true;
  }
}

function withKey({ _meta, ...options }: PromptOptions, key: string): PromptOptions {
  return { ...options, _meta: { ..._meta, [hubKey]: { key } } };
}

const unknownArrival = (cause: Error): Error =>
  new Error(
    'The connection was lost before the agent confirmed the message; look into the conversation before you send it again.',
    { cause },
  );
