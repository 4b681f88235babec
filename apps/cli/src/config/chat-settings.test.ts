import { expect, test } from 'vitest';

import { readChatSettings } from './chat-settings.ts';

test('the settings of the chat are checked', () => {
  expect(readChatSettings({ notify: 'never', mouse: true, other: 1 })).toEqual({ notify: 'never', mouse: true });
  expect(readChatSettings({})).toEqual({});
  expect(() => readChatSettings({ notify: 'loud' })).toThrow('chat.notify must be "always" or "never"');
  expect(() => readChatSettings({ mouse: 'yes' })).toThrow('chat.mouse must be true or false');
});
