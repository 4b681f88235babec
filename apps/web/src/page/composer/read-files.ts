/** Attachments of what was pasted, dropped or picked. */
import {
  attachmentOf,
  linkAttachment,
  sizeText,
  type Accepted,
  type Attachment,
  type AttachmentProblem,
} from './attachment.ts';
import { readImage } from './shrink-image.ts';

/** Larger pictures are not decoded: that would take the memory of the page. */
const maxDecodedBytes = 50 * 1024 * 1024;

/** The files in what was pasted or dropped. */
export const filesIn = (data: DataTransfer | null): readonly File[] => Array.from(data?.files ?? []);

/** The addresses in what was dropped; a dropped file has no path in a browser, unless an editor gives its address. */
export function addressesIn(data: DataTransfer | null): readonly string[] {
  const list = data?.getData('text/uri-list') ?? '';
  return list.split(/\r?\n/u).filter((line) => line !== '' && !line.startsWith('#'));
}

/** Reads files; what cannot be attached becomes a sentence. */
export const readFiles = (
  files: readonly File[],
  accepted: Accepted,
): Promise<readonly (Attachment | AttachmentProblem)[]> => Promise.all(files.map((file) => readOne(file, accepted)));

/** Links to addresses. */
export const linksTo = (addresses: readonly string[]): readonly (Attachment | AttachmentProblem)[] =>
  addresses.map(linkAttachment);

async function readOne(file: File, accepted: Accepted): Promise<Attachment | AttachmentProblem> {
  const { name, type, size } = file;
  if (size > maxDecodedBytes) return { problem: `${name} has ${sizeText(size)}, which is too large to attach.` };
  // A drawing as SVG is a text.
  const isPicture = type.startsWith('image/') && type !== 'image/svg+xml';
  try {
    if (isPicture && accepted.image) return attachmentOf(await readImage(file), accepted);
    const bytes = isPicture ? new Uint8Array() : new Uint8Array(await file.arrayBuffer());
    return attachmentOf({ name, type: type === 'image/svg+xml' ? 'text/plain' : type, bytes }, accepted);
  } catch {
    return { problem: `${name} could not be read, so it was not attached.` };
  }
}
