/** How much a package weighs: what is downloaded, what lies on the disk, and what its main door adds to a page. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The row of a package; `door` is undefined for programs. */
export function sizeOf({ manifest }, tarball, installed) {
  const main = manifest.exports?.['.']?.default;
  const file = main === undefined ? undefined : join(installed, main);
  return {
    name: manifest.name,
    download: statSync(tarball).size,
    unpacked: bytesIn(installed),
    door: file !== undefined && existsSync(file) ? gzipSync(readFileSync(file)).length : undefined,
  };
}

function bytesIn(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? bytesIn(path) : statSync(path).size;
  }
  return bytes;
}
