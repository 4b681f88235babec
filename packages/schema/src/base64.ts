/** Base64, the form in which messages carry bytes. It does not use `Buffer`, so it works on every platform. */

/** Bytes are encoded in slices: a call takes a limited number of arguments. */
const sliceLength = 0x80_00;

/** Encodes bytes as base64. */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let offset = 0; offset < bytes.length; offset += sliceLength) {
    binary += String.fromCharCode(...bytes.subarray(offset, offset + sliceLength));
  }
  return btoa(binary);
}

/** Returns the bytes that `text` encodes; undefined if it is not base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  try {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
    return bytes;
  } catch {
    return undefined;
  }
}

/**
 * Returns the bytes that `text` encodes; characters that are not base64 are skipped, and an incomplete end is left out.
 */
export function decodeLenientBase64(text: string): Uint8Array {
  const letters = text.replaceAll(/[^A-Za-z0-9+/]/g, '');
  return decodeBase64(letters.length % 4 === 1 ? letters.slice(0, -1) : letters) ?? new Uint8Array();
}
