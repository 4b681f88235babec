/** One update on its way to the client: whether anything is told of it, and what is left out. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { namesOf, saysSomething } from '../convert/says.ts';
import type { RowId } from '../rows.ts';
import type { Crossing } from '../rules.ts';
import type { Connection } from './connection.ts';
import type { Session } from './session.ts';

export class News {
  readonly connection: Connection;
  readonly session: Session;
  isTold = false;
  readonly #crossing: Crossing;
  readonly #params: v2.SessionNotification;

  constructor(place: Pick<News, 'connection' | 'session'>, params: v2.SessionNotification, crossing: Crossing) {
    this.connection = place.connection;
    this.session = place.session;
    this.#params = params;
    this.#crossing = crossing;
  }

  /** The client gets it as it came. */
  pass(): void {
    this.isTold = true;
    this.#crossing.pass();
  }

  /** The client gets `update` in its place. */
  tell(update: v1.SessionUpdate): void {
    this.isTold = true;
    this.session.tell(update, this.#params);
  }

  /** What the client is not told is reported, unless it says nothing. */
  omit(row: RowId, beside: object, what: string): void {
    if (saysSomething(beside)) this.connection.hub.omit(row, `${what} was left out: ${namesOf(beside)}.`);
  }

  /** Looks whether there was something around an update of which nothing was told. */
  end(): void {
    if (this.isTold) return;
    const { sessionId: _, update: __, ...others } = this.#params;
    this.omit('custom methods', others, 'What stands beside an update that has no counterpart');
  }
}
