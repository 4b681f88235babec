/**
 * Messages on their way to the server, in the order in which they were sent.
 *
 * A server that can resume puts POSTs into order by their numbers, so many are under way at once. With any other server a message
 * waits until the one before it in its lane has been answered: the messages of one session are a lane, and those without a session
 * are one. A slow POST of one session so never holds up another session.
 */
import { headers } from '../../wire/headers.ts';

/** One message to be posted. */
export interface Post {
  readonly text: string;
  readonly message: unknown;
  /** The session that it is about. */
  readonly sessionId: string | undefined;
  /** Where it keeps its order, when the server does not number messages: a session, or undefined. */
  readonly orderKey: string | undefined;
  /** Its place, where the server wants to know it. */
  readonly sequence: number | undefined;
}

/** The headers of `post`, besides the connection's `own`. */
export function postHeaders(own: Readonly<Record<string, string>>, post: Post): Record<string, string> {
  const all = { ...own };
  if (post.sessionId !== undefined) all[headers.sessionId] = post.sessionId;
  if (post.sequence !== undefined) all[headers.sequence] = String(post.sequence);
  return all;
}

export interface PostQueueOptions {
  /** Whether the server puts them into order. */
  readonly areNumbered: boolean;
  /** Sends one message; `done` is called, later, when it was answered for or never will be. */
  readonly deliver: (post: Post, done: () => void) => void;
  /** Less waits than before. */
  readonly onLess: () => void;
}

interface PostGroup {
  readonly waiting: Post[];
  underWay: number;
}

/** The lane of messages without a session; no session has this id, because ids are not empty. */
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

  /** Characters that were taken and are not answered for yet. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Takes a message. */
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

  /** Drops what waits. */
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
