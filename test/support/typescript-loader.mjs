/**
 * Loads `.ts` files without their types.
 *
 * Every thread that a test starts loads the same few files, and the compiler takes longer to load than they do. So what
 * it made of a text is kept in `node_modules/.cache`, under a name that is made of the text.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';

const folder = fileURLToPath(new URL('../../node_modules/.cache/typescript-loader', import.meta.url));

export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const path = fileURLToPath(url);
  const text = readFileSync(path, 'utf8');
  const kept = `${folder}/${createHash('sha256').update(path).update(text).digest('hex')}.mjs`;
  return { format: 'module', source: read(kept) ?? (await transform(path, text, kept)), shortCircuit: true };
}

async function transform(path, text, kept) {
  const { transformSync } = await import('rolldown/utils');
  const { code, errors } = transformSync(path, text, { target: 'es2022' });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  // Another thread may do the same at the same time, and no reader may see a part.
  const part = `${kept}.${process.pid}-${threadId}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(part, code);
  renameSync(part, kept);
  return code;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  }
}
