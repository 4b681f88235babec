/** The picture that a user means: one whose path was pasted, or the one in the clipboard. */
import { fittingPicture } from '../picture/fitting-picture.ts';
import { clipboardPicture } from './clipboard.ts';
import type { Conversation } from './conversation.ts';
import { pictureAt } from './prompt.ts';

export interface PictureTaker {
  readonly conversation: Conversation | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly warn: (text: string) => void;
}

/** Undefined when there is none, or the agent takes none; `pasted` is undefined when the clipboard is meant. */
export async function takePicture(
  pasted: string | undefined,
  { conversation, env, warn }: PictureTaker,
): ReturnType<typeof pictureAt> {
  const { session, cwd = '' } = conversation ?? {};
  const canTake = session?.supports('prompt.image') === true;
  const found = canTake ? await (pasted === undefined ? inClipboard(env) : pictureAt(pasted, cwd, warn)) : undefined;
  if (found === undefined) {
    if (pasted === undefined && session !== undefined) warn(canTake ? nothingThere : 'This agent takes no pictures.');
    return undefined;
  }
  const { data, remark } = await fittingPicture(found.data, found.name);
  if (remark !== undefined) warn(remark);
  return { ...found, data };
}

const nothingThere =
  'There is no picture in the clipboard, or no program that hands it over: wl-paste, xclip or pngpaste.';

async function inClipboard(env: PictureTaker['env']): ReturnType<typeof pictureAt> {
  const data = await clipboardPicture(env);
  return data === undefined ? undefined : { data, mimeType: 'image/png', name: 'clipboard.png' };
}
