/** Waits for something that an agent does by itself, and that need not be done when it answers the next request. */
import type { Conversation } from '../conversation/conversation.ts';
import { PeerSilent } from '../conversation/failure.ts';

/** Milliseconds that it has at most. */
const patience = 2000;

/** Whether it happens within two seconds, or within the time limit if that is shorter. */
export async function happensSoon(conversation: Conversation, happens: () => boolean): Promise<boolean> {
  try {
    return await conversation.until(happens, '', Math.min(conversation.limit, patience));
  } catch (failure) {
    if (failure instanceof PeerSilent) return false;
    throw failure;
  }
}
