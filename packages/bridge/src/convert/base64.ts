/** Bytes as version 2 sends them. */

/** Characters per call; longer argument lists do not fit on every stack. */
const step = 8192;

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let index = 0; index < bytes.length; index += step)
    binary += String.fromCodePoint(...bytes.subarray(index, index + step));
  return btoa(binary);
}

/** The bytes; characters that do not belong there are passed over, and a broken end is left out. */
export function fromBase64(text: string): Uint8Array {
  const letters = text.replaceAll(/[^A-Za-z0-9+/]/g, '');
  const whole = letters.length % 4 === 1 ? letters.slice(0, -1) : letters;
  return Uint8Array.from(atob(whole), (letter) => letter.codePointAt(0) ?? 0);
}
