/**
 * Waits at the end of each test file until what it began to import is loaded.
 *
 * vitest fails an import that is under way when its file ends. The files of a worker share their modules, so every
 * later file that needs the module would get the same failure.
 */
import { afterAll, vi } from 'vitest';

afterAll(() => vi.dynamicImportSettled());
