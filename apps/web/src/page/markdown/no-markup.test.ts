import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

const page = fileURLToPath(new URL('..', import.meta.url));
const sources = readdirSync(page, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /(?<!\.test|\.test-support)\.tsx?$/u.test(name),
);

test('nowhere in the page a text becomes markup', () => {
  const forbidden =
    /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcdoc|DOMParser/u;
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.filter((name) => forbidden.test(readFileSync(join(page, name), 'utf8')))).toEqual([]);
});
