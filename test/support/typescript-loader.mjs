/** Loads `.ts` files without their types. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const path = fileURLToPath(url);
  const { code, errors } = transformSync(path, await readFile(path, 'utf8'), { target: 'es2022' });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return { format: 'module', source: code, shortCircuit: true };
}
