/** The host of an address in Unicode, as people read it (RFC 3492); not every runtime has a function for it. */

const prefix = 'xn--';
const base = 36;
const minThreshold = 1;
const maxThreshold = 26;

/** The host with its international labels in Unicode; a label that is not valid stays as it is. */
export const unicodeHostOf = (host: string): string =>
  host
    .split('.')
    .map((label) => (label.toLowerCase().startsWith(prefix) ? (decoded(label.slice(prefix.length)) ?? label) : label))
    .join('.');

/** Decodes a label without its prefix; undefined if it is not valid. */
function decoded(label: string): string | undefined {
  const split = label.lastIndexOf('-');
  const codePoints = Array.from(label.slice(0, Math.max(split, 0)), (character) => character.codePointAt(0) ?? 0);
  const digits = Array.from(label.slice(split + 1), digitOf);
  let [codePoint, place, bias] = [128, 0, 72];
  for (let at = 0; at < digits.length;) {
    const before = place;
    let weight = 1;
    for (let k = base; ; k += base) {
      const digit = digits[at];
      at += 1;
      if (digit === undefined) return undefined;
      place += digit * weight;
      const threshold = Math.min(Math.max(k - bias, minThreshold), maxThreshold);
      if (digit < threshold) break;
      weight *= base - threshold;
      if (weight > 2 ** 31) return undefined;
    }
    const length = codePoints.length + 1;
    bias = adapted(place - before, length, before === 0);
    codePoint += Math.floor(place / length);
    place %= length;
    if (codePoint > 0x10_ff_ff) return undefined;
    codePoints.splice(place, 0, codePoint);
    place += 1;
  }
  return String.fromCodePoint(...codePoints);
}

function digitOf(character: string): number | undefined {
  const value = Number.parseInt(character, base);
  // Letters are 0 to 25 and figures 26 to 35, the other way round than in `parseInt`.
  return Number.isNaN(value) ? undefined : value < 10 ? value + 26 : value - 10;
}

function adapted(difference: number, length: number, isFirst: boolean): number {
  let delta = Math.floor(difference / (isFirst ? 700 : 2));
  delta += Math.floor(delta / length);
  let k = 0;
  while (delta > ((base - minThreshold) * maxThreshold) / 2) {
    delta = Math.floor(delta / (base - minThreshold));
    k += base;
  }
  return k + Math.floor((base * delta) / (delta + 38));
}
