/** Breaks that change or drop updates of a session. */
import { incoming, outgoing, type Break, type Wire } from './sabotage.ts';
import { updateIn, withUpdate, type WireFields } from './wire-message.ts';

/** What becomes of an update: another one, or undefined when it is dropped. The same object leaves the message alone. */
export type UpdateChange = (update: WireFields, wire: Wire, message: WireFields) => WireFields | undefined;

/** Changes updates of these kinds, in either direction. */
const changed =
  (kinds: readonly string[], change: UpdateChange): Break =>
  (message, wire) => {
    const update = updateIn(message, ...kinds);
    if (update === undefined) return undefined;
    const result = change(update, wire, message);
    if (result === update) return undefined;
    return result === undefined ? [] : [withUpdate(message, result)];
  };

/** Changes updates that the peer sends. */
export const sentUpdate = (kinds: readonly string[], change: UpdateChange): Break => outgoing(changed(kinds, change));

/** Changes updates that the peer receives. */
export const receivedUpdate = (kinds: readonly string[], change: UpdateChange): Break =>
  incoming(changed(kinds, change));
