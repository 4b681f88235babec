/**
 * Messages that wait to be posted, in the order in which they were sent.
 *
 * A server that can resume orders POSTs by their numbers, so many are in flight at once. With any other server a
 * message waits until the previous one with the same order key is done. The key is the session, or one key for all
 * messages without a session, so a slow POST of one session never delays another session.
 */
import { headers } from '../../wire/headers.ts';

/** One message to be posted. */
export interface Post {
  readonly text: string;
  readonly message: unknown;
  /** The session it belongs to. */
  readonly sessionId: string | undefined;
  /** The session whose messages it must not overtake, if the server does not order POSTs by number. */
  readonly orderKey: string | undefined;
  /** Its number, if the server orders POSTs by number. */
  readonly sequence: number | undefined;
}

/** Returns the headers of the connection, `own`, with those of `post`. */
export function postHeaders(own: Readonly<Record<string, string>>, post: Post): Record<string, string> {
  const all = { ...own };
  if (post.sessionId !== undefined) all[headers.sessionId] = post.sessionId;
  if (post.sequence !== undefined) all[headers.sequence] = String(post.sequence);
  return all;
}

export interface PostQueueOptions {
  /** Whether the server orders POSTs by number. */
  readonly areNumbered: boolean;
  /** Sends one message; calls `done` later, when the POST is finished or was given up. */
  readonly deliver: (post: Post, done: () => void) => void;
  /** Called when less waits than before. */
  readonly onSpace: () => void;
}

interface PostGroup {
  readonly waiting: Post[];
  underWay: number;
}

/** The order key of messages without a session; no session has this id, because ids are not empty. */
const connectionKey = '';
const maxUnderWay = 64;

export class PostQueue {
  readonly #options: PostQueueOptions;
  readonly #groups = new Map<string, PostGroup>();
  #isStopped = false;
  #sequence = 0;
  #bytes = 0;

  constructor(options: PostQueueOptions) {
    this.#options = options;
  }

  /** Characters of messages that are not finished. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds a message, and posts it as soon as its order allows. */
  add(post: Omit<Post, 'sequence'>): void {
    if (this.#isStopped) return;
    const { areNumbered } = this.#options;
    this.#bytes += post.text.length;
    const orderKey = areNumbered ? connectionKey : (post.orderKey ?? connectionKey);
    const group = this.#groups.get(orderKey) ?? { waiting: [], underWay: 0 };
    this.#groups.set(orderKey, group);
    if (areNumbered) this.#sequence += 1;
    const { text, message, sessionId } = post;
    group.waiting.push({
      text,
      message,
      sessionId,
      orderKey: post.orderKey,
      sequence: areNumbered ? this.#sequence : undefined,
    });
    this.#advance(orderKey, group);
  }

  /** Drops all messages that wait. */
  stop(): void {
    this.#isStopped = true;
    this.#groups.clear();
    this.#bytes = 0;
    this.#options.onSpace();
  }

  #advance(orderKey: string, group: PostGroup): void {
    const maxAtOnce = this.#options.areNumbered ? maxUnderWay : 1;
    while (group.underWay < maxAtOnce && !this.#isStopped) {
      const post = group.waiting.shift();
      if (post === undefined) break;
      group.underWay += 1;
      this.#options.deliver(post, () => {
        this.#done(post, orderKey, group);
      });
    }
    if (group.underWay === 0) this.#groups.delete(orderKey);
  }

  #done(post: Post, orderKey: string, group: PostGroup): void {
    group.underWay -= 1;
    if (!this.#isStopped) {
      this.#bytes -= post.text.length;
      this.#options.onSpace();
    }
    this.#advance(orderKey, group);
  }
}
