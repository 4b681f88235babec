/** `/export`: writes the conversation to a new file, whose ending says the format. */
import { writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';

import { conversationText, type ConversationFormat } from '../../../document/conversation-text.ts';
import { unwritableFile } from '../../../files/output-file.ts';
import { typedPath } from '../../../text/typed-path.ts';
import type { SlashCommandParts } from './slash-command.ts';

const formats: Readonly<Record<string, ConversationFormat>> = { '.html': 'html', '.htm': 'html', '.json': 'json' };

export async function exportTo({ conversation, ui }: SlashCommandParts, input: string): Promise<void> {
  await conversation.earlier.read();
  const path = input === '' ? `conversation-${conversation.session?.id ?? ''}.md` : typedPath(input);
  const target = resolve(conversation.cwd, path);
  const text = await conversationText(
    conversation.store.snapshot(),
    formats[extname(target).toLowerCase()] ?? 'markdown',
  );
  try {
    // A conversation is for its user only.
    await writeFile(target, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new Error(`${target} exists already; name another file.`, { cause: error });
    throw unwritableFile(target, error);
  }
  ui.note({ kind: 'info', text: `Written to ${target}.` });
}
