import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '..');
const heavy = /^import (?!type\b)[^;]*from '(?:ai|@ai-sdk\/[^']+|@modelcontextprotocol\/[^']+)'/mu;

test('the packages of the services and of MCP are loaded only when they are needed', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' });
  const eager = files
    .filter((file) => file.endsWith('.ts') && !/\.test(-support)?\.ts$/u.test(file))
    .filter((file) => heavy.test(readFileSync(join(sources, file), 'utf8')));
  expect(eager).toEqual([]);
});
