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
  /** The session whose messages it must not overtake, if the server does not number messages. */
  readonly orderKey: string | undefined;
  /** Its number, if the server numbers messages. */
  readonly sequence: number | undefined;
}

/** Returns the headers of `post`, including the connection's `own`. */
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
  readonly onLess: () => void;
}

interface PostGroup {
  readonly waiting: Post[];
  underWay: number;
}

/** The order key of messages without a session; no session has this id, because ids are not empty. */
const connectionKey = '';
const mostUnderWay = 64;

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
    const name = areNumbered ? connectionKey : (post.orderKey ?? connectionKey);
    const orderKey = this.#groups.get(name) ?? { waiting: [], underWay: 0 };
    this.#groups.set(name, orderKey);
    if (areNumbered) this.#sequence += 1;
    const { text, message, sessionId } = post;
    orderKey.waiting.push({
      text,
      message,
      sessionId,
      orderKey: post.orderKey,
      sequence: areNumbered ? this.#sequence : undefined,
    });
    this.#advance(name, orderKey);
  }

  /** Drops all messages that wait. */
  stop(): void {
    this.#isStopped = true;
    this.#groups.clear();
    this.#bytes = 0;
    this.#options.onLess();
  }

  #advance(name: string, orderKey: PostGroup): void {
    const most = this.#options.areNumbered ? mostUnderWay : 1;
    while (orderKey.underWay < most && !this.#isStopped) {
      const post = orderKey.waiting.shift();
      if (post === undefined) break;
      orderKey.underWay += 1;
      this.#options.deliver(post, () => {
        this.#done(post, name, orderKey);
      });
    }
    if (orderKey.underWay === 0) this.#groups.delete(name);
  }

  #done(post: Post, name: string, orderKey: PostGroup): void {
    orderKey.underWay -= 1;
    if (!this.#isStopped) {
      this.#bytes -= post.text.length;
      this.#options.onLess();
    }
    this.#advance(name, orderKey);
  }
}
