/** Base64 without `Buffer`, so that it works on every platform. */

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
