/**
 * The program that a client starts as its agent: it connects its standard input and output to the suite.
 *
 * It is written to a file in a private folder, so that the client is given a plain command without quoting. It needs
 * nothing but Node.
 */

/** The text of a script that runs a command of these words in its own place. */
export const relayStarter = (words: readonly string[]): string =>
  `#!/bin/sh\nexec ${words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ')}\n`;

/** The text of a relay to the socket at `path`; a stubborn one goes on when its input is closed. */
export const relayProgram = (path: string, isStubborn: boolean): string => `'use strict';
const socket = require('node:net').connect(${JSON.stringify(path)});
socket.on('error', () => process.exit(1));
socket.on('close', () => process.exit(0));
process.stdout.on('error', () => process.exit(0));
socket.pipe(process.stdout);
process.stdin.pipe(socket, { end: ${String(!isStubborn)} });
`;
