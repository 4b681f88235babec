/** Writes a setting of a client into the config file, if the client requests that; only the user can read the file. */
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { renameOver, type Environment } from '@acp-stack/workspace/user-folders';

import type { ProviderAddress } from './config.ts';
import { readConfig, readConfigText } from './config-file.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Replaces the address of one provider in the file at `path`; other settings stay. Throws a `ConfigError` if the file
 * is invalid.
 */
export async function saveProvider(
  path: string,
  { providerId, address }: { readonly providerId: string; readonly address: ProviderAddress },
  env: Environment,
): Promise<void> {
  const text = (await readConfigText(path)) ?? '{}';
  // An invalid file is not overwritten.
  readConfig(text, path, env);
  const config = JSON.parse(text) as Fields;
  const providers = Object(config['providers'] ?? {}) as Fields;
  const before = Object.hasOwn(providers, providerId) ? providers[providerId] : {};
  const { apiKey: _, apiKeyEnv: __, ...kept } = Object(before) as Fields;
  const { apiType, baseUrl, headers } = address;
  const changed = { ...config, providers: { ...providers, [providerId]: { ...kept, apiType, baseUrl, headers } } };
  await replaceFile(path, `${JSON.stringify(changed, undefined, 2)}\n`);
}

/** Writes atomically; only the user can read the file. */
async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(draft, text, { mode: 0o600 });
    await chmod(draft, 0o600);
    await renameOver(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
