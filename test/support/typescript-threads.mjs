/**
 * Lets the worker threads of the tests run TypeScript sources, which Node does by itself from 22.18 on.
 *
 * vitest reads the sources of the tests and of what they import; a thread that our code starts is not its business.
 * Given to `node --import`, which a thread inherits from the process that starts it.
 */
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (!isMainThread && process.features.typescript === undefined) register('./typescript-loader.mjs', import.meta.url);
