/** Whether a package runs anywhere: its types are checked without those of Node. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export function isNeutral(home) {
  const file = join(home, 'tsconfig.json');
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).extends === '../../tsconfig.neutral.json';
}
