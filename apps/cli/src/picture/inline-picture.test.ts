import { PNG } from 'pngjs';
import { expect, test } from 'vitest';

import { inlinePicture, pictureProtocol } from './inline-picture.ts';

const png = (width: number, height: number): string => PNG.sync.write(new PNG({ width, height })).toString('base64');
const space = { columns: 60, rows: 20 };
const readable = (text: string | undefined): string | undefined =>
  text?.replaceAll('\u001b', '␛').replaceAll('\u0007', '␇').replaceAll('\r', '␍');

test.each([
  [{ KITTY_WINDOW_ID: '1', TERM: 'xterm-kitty' }, 'kitty'],
  [{ TERM: 'xterm-ghostty' }, 'kitty'],
  [{ TERM_PROGRAM: 'iTerm.app' }, 'iterm2'],
  [{ TERM_PROGRAM: 'WezTerm' }, 'iterm2'],
  [{ LC_TERMINAL: 'iTerm2', SSH_TTY: '/dev/pts/1' }, 'iterm2'],
  [{ TERM: 'xterm-256color' }, undefined],
  [{ KITTY_WINDOW_ID: '1', TMUX: '/tmp/tmux-0' }, undefined],
  [{ TERM_PROGRAM: 'iTerm.app', TERM: 'screen-256color' }, undefined],
])('the environment %j says: %s', (env, protocol) => {
  expect(pictureProtocol(env)).toBe(protocol);
});

test('a picture is drawn from its last row, and the cursor stays there', () => {
  const data = png(200, 100);
  const shown = inlinePicture(data, 'iterm2', space);
  expect(shown?.rows).toBe(5);
  expect(readable(shown?.drawing)).toBe(
    `␛7␛[4A␍␛]1337;File=inline=1;width=20;height=5;preserveAspectRatio=1:${data}␇␛8`,
  );
  expect(readable(inlinePicture(data, 'kitty', space)?.drawing)).toBe(
    `␛7␛[4A␍␛_Ga=T,f=100,q=2,C=1,c=20,r=5,m=0;${data}␛\\␛8`,
  );
});

test('a long picture is sent in pieces', () => {
  const noise = new PNG({ width: 60, height: 60 });
  for (let index = 0; index < noise.data.length; index += 1) noise.data[index] = (index * index * 31) % 251;
  const data = PNG.sync.write(noise).toString('base64');
  const pieces = inlinePicture(data, 'kitty', space)?.drawing.match(/m=[01];[A-Za-z0-9+/=]*/gu) ?? [];
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.map((piece) => piece.slice(4)).join('')).toBe(data);
  expect(pieces.map((piece) => piece.slice(0, 3))).toEqual([...pieces.slice(1).map(() => 'm=1'), 'm=0']);
});

test('a picture keeps its proportions in a small terminal, and has at least a row', () => {
  expect(inlinePicture(png(2000, 1000), 'iterm2', { columns: 30, rows: 20 })?.rows).toBe(8);
  expect(inlinePicture(png(100, 2000), 'iterm2', { columns: 30, rows: 6 })?.rows).toBe(6);
  expect(inlinePicture(png(500, 1), 'iterm2', space)?.rows).toBe(1);
  expect(inlinePicture(png(1, 1), 'iterm2', { columns: 30, rows: 0 })).toBeUndefined();
});

test.each([
  ['is no picture', Buffer.from('no picture, but long enough for a size').toString('base64')],
  ['ends an escape sequence', `${png(1, 1)}\u0007\u001b[2J`],
  ['is empty', ''],
])('data that %s draws nothing', (_, data) => {
  expect(inlinePicture(data, 'iterm2', space)).toBeUndefined();
});

test('kitty is sent no other format than PNG', () => {
  const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([10, 0, 10, 0]), Buffer.alloc(40)]).toString('base64');
  expect(inlinePicture(gif, 'kitty', space)).toBeUndefined();
  expect(inlinePicture(gif, 'iterm2', space)?.rows).toBe(1);
});
