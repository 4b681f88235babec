/** The image that the user pastes: at a pasted path, or in the clipboard. */
import { fittingPicture } from '../../../picture/fitting-picture.ts';
import { clipboardPicture } from './clipboard.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { pictureAt } from '../conversation/prompt.ts';

export interface PastedPictureOptions {
  readonly conversation: Conversation | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly warn: (text: string) => void;
}

/** Returns undefined if there is none, or the agent does not accept images. Without `pasted`, reads the clipboard. */
export async function pastedPicture(
  pasted: string | undefined,
  { conversation, env, warn }: PastedPictureOptions,
): ReturnType<typeof pictureAt> {
  const { session, cwd = '' } = conversation ?? {};
  const canTake = session?.supports('prompt.image') === true;
  const found = canTake ? await (pasted === undefined ? inClipboard(env) : pictureAt(pasted, cwd, warn)) : undefined;
  if (found === undefined) {
    if (pasted === undefined && session !== undefined)
      warn(canTake ? nothingThere : 'This agent does not accept images.');
    return undefined;
  }
  const { data, note } = await fittingPicture(found.data, found.name);
  if (note !== undefined) warn(note);
  return { ...found, data };
}

const nothingThere = 'There is no image in the clipboard, or no program to read it: wl-paste, xclip or pngpaste.';

async function inClipboard(env: PastedPictureOptions['env']): ReturnType<typeof pictureAt> {
  const data = await clipboardPicture(env);
  return data === undefined ? undefined : { data, mimeType: 'image/png', name: 'clipboard.png' };
}
