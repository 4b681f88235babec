/** Every example checks itself; here they are run. */
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, test } from 'vitest';

const folder = fileURLToPath(new URL('../../examples', import.meta.url));
const stories = readdirSync(folder).filter((story) => existsSync(`${folder}/${story}/main.ts`));

describe('the example', () => {
  test.each(stories)('%s runs and finds what it expects', async (story) => {
    const { main } = (await import(`${folder}/${story}/main.ts`)) as { main: () => Promise<void> };
    await main();
  });
});
