/** The picture that a user means: one whose path was pasted, or the one in the clipboard. */
import { fittingPicture } from '../../../picture/fitting-picture.ts';
import { clipboardPicture } from './clipboard.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { pictureAt } from '../conversation/prompt.ts';

export interface PastedPictureOptions {
  readonly conversation: Conversation | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly warn: (text: string) => void;
}

/** Undefined when there is none, or the agent takes none; `pasted` is undefined when the clipboard is meant. */
export async function pastedPicture(
  pasted: string | undefined,
  { conversation, env, warn }: PastedPictureOptions,
): ReturnType<typeof pictureAt> {
  const { session, cwd = '' } = conversation ?? {};
  const canTake = session?.supports('prompt.image') === true;
  const found = canTake ? await (pasted === undefined ? inClipboard(env) : pictureAt(pasted, cwd, warn)) : undefined;
  if (found === undefined) {
    if (pasted === undefined && session !== undefined) warn(canTake ? nothingThere : 'This agent takes no pictures.');
    return undefined;
  }
  const { data, note } = await fittingPicture(found.data, found.name);
  if (note !== undefined) warn(note);
  return { ...found, data };
}

const nothingThere =
  'There is no picture in the clipboard, or no program that hands it over: wl-paste, xclip or pngpaste.';

async function inClipboard(env: PastedPictureOptions['env']): ReturnType<typeof pictureAt> {
  const data = await clipboardPicture(env);
  return data === undefined ? undefined : { data, mimeType: 'image/png', name: 'clipboard.png' };
}
