/**
 * Where an inspector listens for editors: in a file that only the user can read, so that a command line has no secret.
 *
 * The file is removed when the inspector ends. One that is left over holds a token that nothing accepts any more.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { parseJsonObject } from '@acp-stack/schema/json-object';
import { dataFolder, type Environment } from '@acp-stack/workspace/user-folders';

import { UsageError } from '../../errors/usage-error.ts';
import { readSecret, writeSecret } from '../../files/secret-file.ts';

export interface EditorEndpoint {
  /** The address for editors. */
  readonly url: string;
  readonly token: string;
}

/** The path on which editors connect. */
export const editorPath = '/editor';

/** Writes the file of this process; disposing of the result removes it. */
export function writeEditorFile(endpoint: EditorEndpoint, env: Environment): Disposable & { readonly path: string } {
  const path = join(dataFolder(env), 'inspect', `${process.pid}.json`);
  writeSecret(path, JSON.stringify(endpoint));
  return {
    path,
    [Symbol.dispose]: () => {
      rmSync(path, { force: true });
    },
  };
}

/** Reads such a file; throws a `UsageError` if the inspector does not run. */
export function readEditorFile(path: string): EditorEndpoint {
  const { url, token } = parseJsonObject(readSecret(path) ?? '') ?? {};
  if (typeof url === 'string' && typeof token === 'string') return { url, token };
  throw new UsageError(
    `${path} is not of a running inspector; start acp inspect --listen again and use what it prints`,
  );
}
