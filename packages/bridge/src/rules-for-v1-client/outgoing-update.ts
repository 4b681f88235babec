/** One update on its way to the client: whether anything is sent, and what is left out. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { nonEmptyFieldNames, hasNonEmptyField } from '../convert/fields-with-content.ts';
import type { RowId } from '../loss/row.ts';
import type { IncomingNotification } from '../translate/rules.ts';
import type { Connection } from './connection.ts';
import type { Session } from './session.ts';

export class OutgoingUpdate {
  readonly connection: Connection;
  readonly session: Session;
  isSent = false;
  readonly #incoming: IncomingNotification;
  readonly #params: v2.SessionNotification;

  constructor(
    place: Pick<OutgoingUpdate, 'connection' | 'session'>,
    params: v2.SessionNotification,
    incoming: IncomingNotification,
  ) {
    this.connection = place.connection;
    this.session = place.session;
    this.#params = params;
    this.#incoming = incoming;
  }

  /** Sends the update unchanged. */
  pass(): void {
    this.isSent = true;
    this.#incoming.pass();
  }

  /** Sends `update` in its place. */
  send(update: v1.SessionUpdate): void {
    this.isSent = true;
    this.session.sendUpdate(update, this.#params);
  }

  /** Reports fields that the client does not get, unless they are empty. */
  omit(row: RowId, otherFields: object, what: string): void {
    if (hasNonEmptyField(otherFields))
      this.connection.context.omit(row, `${what} were left out: ${nonEmptyFieldNames(otherFields)}.`);
  }

  /** If nothing was sent, reports what was beside the update. */
  end(): void {
    if (this.isSent) return;
    const { sessionId: _, update: __, ...others } = this.#params;
    this.omit('custom methods', others, 'Fields beside an update that version 1 does not have');
  }
}
