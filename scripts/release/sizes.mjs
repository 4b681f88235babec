/** How much a package weighs: what is downloaded, what lies on the disk, and what its main door adds to a page. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The row of a package; `door` is undefined for programs. */
export function sizeOf({ manifest }, tarball, installed) {
  const main = manifest.exports?.['.']?.default;
  const file = main === undefined ? undefined : join(installed, main);
  return {
    name: manifest.name,
    download: statSync(tarball).size,
    unpacked: bytesIn(installed),
    door: file !== undefined && existsSync(file) ? gzippedBytes(loadedBy(file)) : undefined,
  };
}

/** A file, and the files of the same package that it imports. */
function loadedBy(file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/^(?:import|export)[^;]*?["'](\.[^"']+)["']/gmu)) {
    loadedBy(join(dirname(file), name), seen);
  }
  return seen;
}

const gzippedBytes = (files) => gzipSync(Buffer.concat([...files].map((file) => readFileSync(file)))).length;

function bytesIn(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? bytesIn(path) : statSync(path).size;
  }
  return bytes;
}
