/**
 * The checksum of an event: of its text, its number and its time, so that an event in the wrong place is found out too.
 *
 * It does not depend on the stream, so that a copied event keeps it.
 */
import { crc32 } from 'node:zlib';

export const eventChecksum = (sequence: number, at: number, text: string): number =>
  crc32(text, crc32(`${sequence} ${at} `));
