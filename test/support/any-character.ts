/**
 * Every character that there is, for the texts of properties; the unit that comes with the library takes a second to
 * make.
 */
import * as fc from 'fast-check';

/** Half characters, which are none, lie in between. */
const [firstHalf, halves, last] = [0xd800, 0x800, 0x10ffff];

const upTo = (most: number): fc.Arbitrary<string> =>
  fc.integer({ min: 0, max: most }).map((code) => String.fromCodePoint(code < firstHalf ? code : code + halves));

/** One of the first characters, where those are that do something, as often as any other. */
export const anyCharacter: fc.Arbitrary<string> = fc.oneof(upTo(0xff), upTo(last - halves));
