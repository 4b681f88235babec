/**
 * The character that ends the input of a tunnel whose output is still read.
 *
 * A program that was killed ends its socket too, but without this character; it never occurs in JSON.
 */
export const endOfInput = '\u0004';
