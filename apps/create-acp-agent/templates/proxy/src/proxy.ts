/** A proxy: every prompt that passes through it gets the rules of the project, and everything else passes as it is. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { proxy, text } from '@acp-stack/sdk';
import { stdio } from '@acp-stack/stdio';

/** The folder of each session. A proxy program serves one connection, so ids are of one client. */
const folders = new Map<string, string>();

await proxy({ name: 'PROJECT_NAME', version: '0.1.0' })
  .onClientRequest('session/new', async (params, next) => {
    const result = await next();
    folders.set(result.sessionId, params.cwd);
    return result;
  })
  .onClientRequest('session/prompt', async (params, next) => {
    const rules = await rulesOf(folders.get(params.sessionId) ?? process.cwd());
    return rules === undefined ? next() : next({ ...params, prompt: [...params.prompt, text(rules)] });
  })
  .serve(stdio());

/** What `RULES.md` in the folder says; undefined if there is none. */
async function rulesOf(folder: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder, 'RULES.md'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error; // the prompt fails, and the user learns why
  }
}
