/**
 * The program that a client starts as its agent: it connects its standard input and output to the suite.
 *
 * It is written to a file in a private folder, so that the client is given a plain command without quoting. It needs
 * nothing but Node.
 */

/** The text of a relay to the socket at `path`; a stubborn one goes on when its input is closed. */
export const relayProgram = (path: string, isStubborn: boolean): string => `#!/usr/bin/env node
'use strict';
const socket = require('node:net').connect(${JSON.stringify(path)});
socket.on('error', () => process.exit(1));
socket.on('close', () => process.exit(0));
process.stdout.on('error', () => process.exit(0));
socket.pipe(process.stdout);
process.stdin.pipe(socket, { end: ${String(!isStubborn)} });
`;
