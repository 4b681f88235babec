/** Breaks that change or drop session updates. */
import { incoming, outgoing, type Break, type Wire } from './sabotage.ts';
import { updateIn, withUpdate, type WireFields } from './wire-message.ts';

/** Returns another update, the same object to leave the message unchanged, or undefined to drop it. */
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
export const changeSentUpdates = (kinds: readonly string[], change: UpdateChange): Break =>
  outgoing(changed(kinds, change));

/** Changes updates that the peer receives. */
export const changeReceivedUpdates = (kinds: readonly string[], change: UpdateChange): Break =>
  incoming(changed(kinds, change));
