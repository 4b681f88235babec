/**
 * Ends the connections of principals that have lost their access.
 *
 * Who is connected is looked at every two seconds: a principal without valid credentials (a token that was removed, a
 * token of a provider that has expired, an invitation that was revoked) is disconnected for good. If a principal has
 * lost one of several tokens, its sockets and streams are dropped at once, and its clients come back with a token that
 * is still valid, or not at all. A member that was removed from a session is detached by its attachment, which sees the
 * change in the log.
 */
import type { App } from '@acp-stack/http/server';
import type { Clock } from '@acp-stack/rpc';

import type { HubLog } from '../observe/hub-log.ts';

export interface EndedAccessOptions {
  /** Whether a principal still has valid credentials. */
  readonly isValid: (name: string) => Promise<boolean>;
  /** Drops the sockets and streams of a principal. */
  readonly disconnect: (name: string) => void;
  /** Ends the connections of a principal. */
  readonly end: (name: string) => void;
  readonly clock: Clock;
  readonly log: HubLog;
}

/** Milliseconds between two looks. */
const interval = 2000;

export class EndedAccess implements Disposable {
  readonly #options: EndedAccessOptions;
  /** How many connections each principal has. */
  readonly #connected = new Map<string, number>();
  #cancel: () => void = () => undefined;
  #isOver = false;

  constructor(options: EndedAccessOptions) {
    this.#options = options;
    this.#watch();
  }

  /** The program, whose connections are counted from now on. */
  watch(app: App): App {
    return {
      connect: (channel, client) => {
        const connection = app.connect(channel, client);
        const name = client?.principal;
        if (name === undefined) return connection;
        this.#connected.set(name, (this.#connected.get(name) ?? 0) + 1);
        const leave = (): void => {
          const left = (this.#connected.get(name) ?? 1) - 1;
          if (left === 0) this.#connected.delete(name);
          else this.#connected.set(name, left);
        };
        connection.closed.then(leave, leave);
        return connection;
      },
      isBusy: () => app.isBusy?.() === true,
    };
  }

  /** How many principals are connected. */
  get principals(): number {
    return this.#connected.size;
  }

  /** A principal has lost one of its credentials: only clients with others may come back. */
  revoked(name: string): void {
    const { disconnect, log } = this.#options;
    log.write('info', 'access-revoked', { principal: name });
    disconnect(name);
  }

  /** Checks every principal that is connected now. */
  async check(): Promise<void> {
    for (const name of this.#connected.keys()) {
      // If the store cannot be asked, the principal is asked about again later.
      const isValid = await this.#options.isValid(name).catch(() => true);
      if (isValid) continue;
      this.revoked(name);
      this.#options.end(name);
    }
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#cancel();
  }

  #watch(): void {
    this.#cancel = this.#options.clock.schedule(interval, () => {
      void this.check().then(() => {
        if (!this.#isOver) this.#watch();
      });
    });
  }
}
