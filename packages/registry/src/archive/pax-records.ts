/** The extended header of pax archives: lines of the form `length key=value`. */

import { refusal } from './refusal.ts';

/** What the records change of the entry after them. */
export interface PaxRecords {
  readonly path?: Uint8Array;
  readonly size?: number;
}

/** Reads the records. Those that do not change where or what is written, such as times and owners, are ignored. */
export function readPaxRecords(bytes: Uint8Array): PaxRecords {
  const records: { path?: Uint8Array; size?: number } = {};
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let start = 0; start < data.length;) {
    const space = data.indexOf(0x20, start);
    const digits = space === -1 ? '' : data.toString('latin1', start, space);
    const length = /^[1-9][0-9]{0,8}$/u.test(digits) ? Number(digits) : 0;
    const end = start + length;
    const equals = data.indexOf(0x3d, space);
    const isWhole = length > 0 && end <= data.length && equals > space && equals < end && data[end - 1] === 0x0a;
    if (!isWhole) throw refusal('one of its pax headers is damaged');
    addRecord(records, data.toString('latin1', space + 1, equals), data.subarray(equals + 1, end - 1));
    start = end;
  }
  return records;
}

function addRecord(records: { path?: Uint8Array; size?: number }, key: string, value: Uint8Array): void {
  if (key.startsWith('GNU.sparse.')) throw refusal('it has a sparse file');
  if (key === 'linkpath') throw refusal('it has a link');
  if (key === 'path') {
    if (records.path !== undefined) throw refusal('one of its pax headers has two paths');
    records.path = value;
  }
  if (key === 'size') {
    const text = Buffer.from(value).toString('latin1');
    const size = /^[0-9]{1,15}$/u.test(text) ? Number(text) : undefined;
    if (size === undefined || records.size !== undefined) throw refusal('one of its pax headers has a wrong size');
    records.size = size;
  }
}
