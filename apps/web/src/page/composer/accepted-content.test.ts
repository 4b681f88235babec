import type { HubSession, SessionStore } from '@acp-stack/react';
import { expect, test } from 'vitest';

import { acceptedContent } from './accepted-content.ts';

const session = (hub: HubSession): SessionStore =>
  ({ snapshot: () => ({ hub }), client: { supports: () => true } }) as unknown as SessionStore;

test('a hub says what its agent takes, because it takes everything itself', () => {
  expect(acceptedContent(session({ accepts: { content: ['image'], inject: [] } }))).toEqual({
    image: true,
    audio: false,
    embeddedContext: false,
  });
});

test('otherwise the capabilities of the connection count', () => {
  expect(acceptedContent(session({}))).toEqual({ image: true, audio: true, embeddedContext: true });
});
