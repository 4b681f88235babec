/** What the correct agent does when it is asked which files are open in the editor. */
import type { PromptHandler } from '@acp-stack/sdk';

/** Asks the editor for everything; what it does not offer is not asked for. */
export const openFiles: PromptHandler = async ({ editor, message }) => {
  const [open, recent, active] = await Promise.all([editor.open(), editor.recent({ limit: 5 }), editor.active()]);
  await message.append(`${open.length} are open, ${recent.length} were, ${active?.uri ?? 'none'} has the focus.`);
};
