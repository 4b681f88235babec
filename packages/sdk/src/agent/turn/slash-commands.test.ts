import { describe, expect, test } from 'vitest';

import { text } from '../../shared/content.ts';
import { calledCommand } from './slash-commands.ts';

const commands = [{ type: 'command' as const, name: 'water', description: 'Waters a plant.' }];
const image = { type: 'image' as const, data: 'aGk=', mimeType: 'image/png' };

describe('calledCommand', () => {
  test.each([
    ['/water', { name: 'water', input: '' }],
    ['  /water\n', { name: 'water', input: '' }],
    ['/water the tulip\nand the rose ', { name: 'water', input: 'the tulip\nand the rose' }],
  ])('reads %j', (words, expected) => {
    expect(calledCommand([text(words), image], commands)).toEqual(expected);
  });

  test.each(['/burn it', 'please /water', '/', '/ water', '/waters', '//water', ''])('finds none in %j', (words) => {
    expect(calledCommand([text(words)], commands)).toBeUndefined();
  });

  test('finds none where text is not the first thing', () => {
    expect(calledCommand([image, text('/water')], commands)).toBeUndefined();
    expect(calledCommand([], commands)).toBeUndefined();
  });
});
