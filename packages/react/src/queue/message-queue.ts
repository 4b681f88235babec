/**
 * The messages of a session that wait until the agent takes them: when its work is done, or within it.
 *
 * A hub lists the messages of all clients; without a hub those of this client are known. Messages are delivered in the
 * order in which they arrived, so moving one takes back those that come after its new place, and adds them again.
 */
import type { ContentBlock, InjectMode } from '@acp-stack/schema/v2/unstable';
import type { ClientConnection, ClientSession, InjectedMessage, PromptInput } from '@acp-stack/sdk';
import { promptBlocks } from '@acp-stack/sdk';

import type { HubPendingMessage, HubSession } from '../hub/hub-meta.ts';
import type { Listener, Topics } from '../notify/topics.ts';
import { keptPrefixLength } from './kept-prefix-length.ts';

/** A message that waits. */
export interface QueuedMessage {
  /** Unique in the queue. */
  readonly id: string;
  /** What the user wrote. */
  readonly content: readonly ContentBlock[];
  /** `queue`: it waits for the end of the work. `steer`: it is delivered within the work. */
  readonly mode: InjectMode;
  /** Whether this user wrote it. */
  readonly isOwn: boolean;
  /** The user that wrote it, where a hub says so. */
  readonly from: string | undefined;
  /** Replaces its content; where the agent cannot, it is taken back and added again at the end. */
  readonly replace: (input: PromptInput) => Promise<void>;
  /** Takes it back; rejects if it was already delivered. */
  readonly revoke: () => Promise<void>;
}

/** The queue of a session. */
export interface QueueSnapshot {
  /** The messages in the order in which they will be delivered. */
  readonly messages: readonly QueuedMessage[];
  /** Whether a message can be delivered within the running work. */
  readonly canSteer: boolean;
  /** Whether messages wait in the agent; otherwise they wait in this program, and are lost with it. */
  readonly canQueue: boolean;
}

interface Attached {
  readonly session: ClientSession;
  readonly connection: ClientConnection;
  readonly isHub: boolean;
  readonly listening: Disposable;
}

const topic = 'queue';
const empty: QueueSnapshot = { messages: [], canSteer: false, canQueue: false };

/** The queue of one session. */
export class MessageQueue {
  readonly #topics: Topics;
  #attached: Attached | undefined;
  #snapshot: QueueSnapshot = empty;

  constructor(topics: Topics) {
    this.#topics = topics;
  }

  /** The queue; the same object until it changes. */
  readonly snapshot = (): QueueSnapshot => this.#snapshot;

  /** Calls `listener` once per frame in which the queue has changed. */
  readonly subscribe = (listener: Listener): (() => void) => this.#topics.subscribe(topic, listener);

  /** Adds a message while the agent works; resolves when it is accepted. */
  readonly add = async (input: PromptInput, mode: InjectMode): Promise<void> => {
    const { session, connection, isHub } = this.#require();
    if (!isHub || session.injectModes.includes(mode)) await session.inject(input, { mode });
    // The capabilities of a hub are those of the agents that have run when the connection began.
    else await connection.request('session/inject', { sessionId: session.id, mode, content: [...promptBlocks(input)] });
  };

  /** Moves a message to another place among those of its mode; only messages of this user can be moved. */
  readonly move = async (id: string, index: number): Promise<void> => {
    const before = this.#snapshot.messages;
    const moved = before.find((each) => each.id === id);
    if (moved === undefined) throw new Error('The message does not wait any more.');
    const others = before.filter((each) => each !== moved);
    const wanted = [...others.slice(0, index), moved, ...others.slice(index)].filter(({ mode }) => mode === moved.mode);
    const again = wanted.slice(keptPrefixLength(wanted, before));
    if (again.some(({ isOwn }) => !isOwn)) {
      throw new Error('Messages of others wait behind this one; only your own messages can be moved.');
    }
    // From the end, so that no message overtakes another one meanwhile.
    for (const message of again.toReversed()) await message.revoke();
    for (const { content, mode } of again) await this.add(content, mode);
  };

  // -------------------------------------------------------------------------------------------- of the session

  /** The session is open. */
  attach(
    session: ClientSession,
    { connection, isHub }: { readonly connection: ClientConnection; readonly isHub: boolean },
    { principal, accepts }: HubSession,
  ): void {
    const listening = session.onPendingChange(() => {
      if (!isHub) this.#show(session.pendingMessages.map(this.#ownMessage));
    });
    this.#attached = { session, connection, isHub, listening };
    const injectModes: readonly string[] = accepts?.inject ?? session.injectModes;
    this.#snapshot = { ...empty, canSteer: injectModes.includes('steer'), canQueue: injectModes.includes('queue') };
    this.#show(
      session.pendingMessages.map((message) =>
        isHub ? this.#hubMessage(asHubMessage(message), principal) : this.#ownMessage(message),
      ),
    );
  }

  /** The connection was lost; messages that wait in the agent are shown again when the session is open. */
  detach(): void {
    this.#attached?.listening[Symbol.dispose]();
    this.#attached = undefined;
    this.#snapshot = empty;
    this.#topics.touch(topic);
  }

  /** What the hub says that waits. */
  setHubMessages(messages: readonly HubPendingMessage[], principal: string | undefined): void {
    if (this.#attached?.isHub === true) this.#show(messages.map((each) => this.#hubMessage(each, principal)));
  }

  #show(messages: readonly QueuedMessage[]): void {
    const isSteer = ({ mode }: QueuedMessage): boolean => mode === 'steer';
    const ordered = [...messages.filter(isSteer), ...messages.filter((each) => !isSteer(each))];
    this.#snapshot = { ...this.#snapshot, messages: ordered };
    this.#topics.touch(topic);
  }

  #hubMessage(
    { messageId, content, mode, principal: from }: HubPendingMessage,
    self: string | undefined,
  ): QueuedMessage {
    const known = (): InjectedMessage | undefined =>
      this.#require().session.pendingMessages.find((each) => each.messageId === messageId);
    const ids = (): { sessionId: string; messageId: string } => ({ sessionId: this.#require().session.id, messageId });
    return {
      id: messageId,
      content,
      mode,
      isOwn: from === undefined || from === self,
      from,
      replace: async (input) => {
        const message = known();
        if (message !== undefined) return this.#replace(message, input);
        const { connection } = this.#require();
        await connection.request('session/replace_inject', { ...ids(), content: promptBlocks(input) });
        return undefined;
      },
      revoke: async () => {
        const message = known();
        if (message !== undefined) await message.revoke();
        else await this.#require().connection.request('session/revoke_inject', ids());
      },
    };
  }

  readonly #ownMessage = (message: InjectedMessage): QueuedMessage => ({
    id: message.id,
    content: message.content,
    mode: message.mode,
    isOwn: true,
    from: undefined,
    replace: (input) => this.#replace(message, input),
    revoke: () => message.revoke(),
  });

  async #replace(message: InjectedMessage, input: PromptInput): Promise<void> {
    if (message.canReplace) return message.replace(input);
    await message.revoke();
    return this.add(input, message.mode);
  }

  #require(): Attached {
    if (this.#attached === undefined) throw new Error('The session is not connected; try again when it is.');
    return this.#attached;
  }
}

const asHubMessage = ({ messageId, id, mode, content }: InjectedMessage): HubPendingMessage => ({
  messageId: messageId ?? id,
  mode,
  content,
  principal: undefined,
});
