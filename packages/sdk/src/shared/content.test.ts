import { describe, expect, test } from 'vitest';

import { isContentBlock, validators } from '@acp-stack/schema/v2/unstable';

import { audio, embeddedResource, image, promptBlocks, resourceLink, text } from './content.ts';

describe('the content helpers', () => {
  test.each([
    ['text', text('hello', { annotations: { priority: 1 } })],
    ['image', image('aGk=', 'image/png', { uri: 'file:///a.png' })],
    ['audio', audio('aGk=', 'audio/wav')],
    ['resource_link', resourceLink('file:///a.ts', 'a.ts', { mimeType: 'text/plain' })],
    ['resource', embeddedResource({ uri: 'file:///a.ts', text: 'let a;' })],
  ])('make a valid %s block', (type, block) => {
    expect(block.type).toBe(type);
    expect(validators.ContentBlock.is(block)).toBe(true);
    expect(isContentBlock.known(block)).toBe(true);
  });

  test('encode any number of bytes as base64', () => {
    const bytes = new Uint8Array(100_000).map((_, index) => index % 256);
    expect(image(bytes, 'image/png').data).toBe(Buffer.from(bytes).toString('base64'));
    expect(audio(new Uint8Array(), 'audio/wav').data).toBe('');
  });
});

describe('a prompt', () => {
  test('can be written as a text, a block, or a list of both', () => {
    expect(promptBlocks('hi')).toEqual([text('hi')]);
    expect(promptBlocks(text('hi'))).toEqual([text('hi')]);
    expect(promptBlocks(['look at', resourceLink('file:///a', 'a')])).toEqual([
      text('look at'),
      resourceLink('file:///a', 'a'),
    ]);
  });

  test('is never empty [LIFE-14]', () => {
    expect(() => promptBlocks([])).toThrow('at least one');
  });
});
