/** Names that objects inherit, as types of content and of servers and as fields of messages. */
import { describe, expect, test } from 'vitest';

import { memberNames } from '../../../test/support/member-names.ts';
import { checkPromptContent } from './agent/turn/prompt-content.ts';
import { checkContent, checkSetup } from './client/session/required-capabilities.ts';
import { unknownFields } from './proxy/extra-fields.ts';

describe.each(memberNames)('%s', (name) => {
  test('is a type of content that no agent accepts, and that no capability is needed to send', () => {
    const prompt = [{ type: name }] as never;
    expect(() => checkPromptContent(prompt, {})).toThrow(`This agent does not accept ${name} content in a prompt.`);
    const asked: string[] = [];
    const supports = (capability: string): boolean => asked.push(capability) > 0;
    checkContent('session/prompt', prompt, supports);
    checkSetup('session/new', { cwd: '/', mcpServers: [{ type: name }] } as never, supports);
    expect(asked).toEqual([]);
  });

  test('is passed on as a field of a message', () => {
    const message = JSON.parse(`{"jsonrpc":"2.0","method":"x","${name}":{"a":1}}`) as Readonly<Record<string, never>>;
    expect(JSON.stringify({ ...unknownFields(message) })).toBe(`{"${name}":{"a":1}}`);
  });
});
