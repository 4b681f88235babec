/** Logging in and out in a chat, with agents that want it and those that do not. */
import { expect, test, vi } from 'vitest';
import { RpcError } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';

import { ChatFixture } from '../support/chat-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

test('/login and /logout log in and out, and a prompt that needs it asks', async () => {
  let isLoggedIn = true;
  await using chat = await ChatFixture.open({
    admit: (method) =>
      method === 'session/prompt' && !isLoggedIn
        ? new RpcError(errorCodes.authentication_required, 'Log in first.')
        : undefined,
    build: (app) => {
      const methods = [
        { type: 'agent', methodId: 'garden', name: 'With the key of the garden' },
        { type: 'agent', methodId: 'shed', name: 'With the key of the shed' },
      ] as const;
      app.onLogin(methods, {
        login: ({ methodId }) => void (isLoggedIn = methodId === 'shed'),
        logout: () => void (isLoggedIn = false),
      });
    },
    onPrompt: (turn) => turn.message.append('Come in.'),
  });
  chat.say('/logout');
  await chat.shows('· Logged out. /login logs in again.');
  expect(isLoggedIn).toBe(false);
  chat.say('Hello');
  await chat.shows('2. With the key of the shed');
  chat.press('2');
  await chat.shows('Come in.');
  chat.say('/login');
  await chat.shows('1. With the key of the garden');
  chat.press('2');
  await chat.shows('· Logged in.');
});

test('an agent that needs no login says so', async () => {
  await using chat = await ChatFixture.open();
  chat.say('/login');
  await chat.shows('✗ This agent needs no login.');
  chat.say('/logout');
  await chat.shows('✗ This agent needs no login, so you cannot log out.');
});
