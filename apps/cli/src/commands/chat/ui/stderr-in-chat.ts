/** What this program prints on stderr, as notes of a chat. */
import { Writable } from 'node:stream';

import { Output } from '../../../terminal/output.ts';
import type { Terminal } from '../../../terminal/terminal.ts';
import type { ChatUi } from './chat-ui.ts';

/** Returns a terminal whose stderr is shown in the chat. */
export function terminalWithStderrInChat(terminal: Terminal, ui: ChatUi): Terminal {
  const stderr = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      ui.note({ kind: 'warning', text: chunk.toString('utf8').trim() });
      done();
    },
  });
  return { ...terminal, stderr: new Output(stderr) };
}
