/**
 * Puts what one client asks of one session into its inbox, in the order in which the client asked.
 *
 * Only the fields that the protocol defines are stored, so that nothing else of a client reaches the agent.
 * If the journal does not know whether an item was stored, it is stored again with the same key, which has no second
 * effect.
 */
import { JournalError } from '@acp-stack/journal';
import { RpcError } from '@acp-stack/rpc';
import { errorCodes, isMethodName, methods } from '@acp-stack/schema/v2/unstable';

import { storeFull, unknownSession } from '../access/refusals.ts';
import type { SessionDirectory } from '../nodes/session-directory.ts';
import { itemParams } from '../observe/item-params.ts';
import type { InboxItem } from '../store/records.ts';

/** An item without what is the same for all items of a client. */
export type SentItem = Pick<InboxItem, 'key' | 'method'> & { readonly params: object };

const attempts = 3;

export class ItemSender {
  readonly #sessionId: string;
  readonly #from: Pick<InboxItem, 'principal' | 'client'>;
  readonly #directory: Pick<SessionDirectory, 'submit'>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    sessionId: string,
    from: Pick<InboxItem, 'principal' | 'client'>,
    directory: Pick<SessionDirectory, 'submit'>,
  ) {
    this.#sessionId = sessionId;
    this.#from = from;
    this.#directory = directory;
  }

  /** Resolves when the item is stored, after all items before it. */
  send({ key, method, params }: SentItem): Promise<void> {
    const { sessionId: _, ...others } = itemParams(knownParams(method, params));
    const item: InboxItem = { ...this.#from, key, method, params: others };
    const sent = this.#last.then(() => this.#store(item));
    this.#last = sent.catch(() => undefined);
    return sent;
  }

  async #store(item: InboxItem): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#directory.submit(this.#sessionId, item);
        return;
      } catch (error) {
        const isUnknown = error instanceof JournalError && error.code === 'interrupted';
        if (!isUnknown || attempt >= attempts) throw this.#refusal(error);
      }
    }
  }

  #refusal(error: unknown): Error {
    if (!(error instanceof JournalError)) return error as Error;
    if (error.code === 'missing') return unknownSession(this.#sessionId);
    if (error.code === 'full') return storeFull(error);
    if (error.code === 'too-large') return new RpcError(errorCodes.invalid_params, 'The request is too large.');
    return new RpcError(errorCodes.internal_error, 'The hub could not store the request; send it again.', {
      data: { reason: 'not_stored' },
      cause: error,
    });
  }
}

/** The params without what the protocol does not define; `_meta` is as it was. */
function knownParams(method: string, params: object): object {
  if (!isMethodName(method)) return params;
  const { _meta: meta } = params as { readonly _meta?: unknown };
  // The params were checked when they arrived.
  const known = methods[method].params.known(params as never) as object;
  return { ...known, _meta: meta };
}
