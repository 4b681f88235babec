/** What an agent takes besides text and links. */
import type { SessionStore } from '@acp-stack/react';

import type { Accepted } from './attachment.ts';

/** What the agent of a session takes. A hub takes everything itself, and says what its agent takes. */
export function acceptedContent(session: SessionStore): Accepted {
  const { accepts } = session.snapshot().hub;
  const takes = (kind: keyof Accepted): boolean =>
    accepts === undefined ? session.client.supports(`prompt.${kind}`) : accepts.content.includes(kind);
  return { image: takes('image'), audio: takes('audio'), embeddedContext: takes('embeddedContext') };
}
