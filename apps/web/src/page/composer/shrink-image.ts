/**
 * Makes a picture fit for an agent: a form that models read, and no more pixels than they use.
 *
 * A picture that already fits is sent as it is, byte for byte.
 */
import { attachmentLimits, type FileData } from './attachment.ts';

/** The types that agents read. */
const readable: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** The size with the same proportions whose longer side is at most `side`. */
export function fittedSize(
  { width, height }: { readonly width: number; readonly height: number },
  side: number,
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Reads a picture; rejects if this browser cannot decode it. */
export async function readImage(file: File): Promise<FileData> {
  const bitmap = await createImageBitmap(file);
  try {
    const { width, height } = fittedSize(bitmap, attachmentLimits.imageSide);
    const isFit = width === bitmap.width && readable.has(file.type) && file.size <= attachmentLimits.imageBytes;
    if (isFit) return dataOf(file, file);
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
    const kept = await canvas.convertToBlob({ type: file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png' });
    const isSmall = kept.size <= attachmentLimits.imageBytes;
    // A photograph as PNG is large; transparency is lost only if there is no other way.
    const sent = isSmall ? kept : await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 });
    return await dataOf(file, sent);
  } finally {
    bitmap.close();
  }
}

const dataOf = async ({ name }: File, blob: Blob): Promise<FileData> => ({
  name,
  type: blob.type,
  bytes: new Uint8Array(await blob.arrayBuffer()),
});
