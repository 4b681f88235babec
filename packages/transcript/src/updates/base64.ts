/** Base64 by the functions that every JavaScript runtime has. */

/** Decodes base64; undefined if `text` is not valid. */
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

/** Bytes are converted in slices, because the number of arguments of a call is limited. */
const sliceLength = 0x80_00;

export function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let offset = 0; offset < bytes.length; offset += sliceLength) {
    binary += String.fromCharCode(...bytes.subarray(offset, offset + sliceLength));
  }
  return btoa(binary);
}
