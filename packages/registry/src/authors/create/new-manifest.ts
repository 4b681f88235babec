/** Begins a manifest with what a running agent says about itself. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { AgentManifest } from '@acp-stack/schema/v1';

import { skeleton, skeletonIcon } from '../folder/skeleton.ts';
import { askAgent, type AgentDescription } from '../handshake/ask-agent.ts';
import { guessDistribution } from './guess-distribution.ts';
import type { FillIn, NewManifest, NewManifestOptions } from './new-manifest-options.ts';

const defaultTimeout = 60_000;
const validId = /^[a-z][a-z0-9-]*$/u;

/**
 * Starts the agent with `command`, asks it for its name and version, and returns a manifest and an icon to begin with.
 *
 * With `folder` they are written to `<folder>/<id>`, which must not exist. Rejects with a sentence if the agent does
 * not answer.
 */
export async function newManifest(command: readonly string[], options: NewManifestOptions = {}): Promise<NewManifest> {
  const [program, ...args] = command;
  if (program === undefined || program === '') throw new TypeError('The command is empty; pass that of your agent.');
  const { timeout = defaultTimeout, signal, env, observe } = options;
  const limits = { timeout, ...(signal !== undefined && { signal }), ...(observe !== undefined && { observe }) };
  const described = await askAgent({ command: program, args, ...(env !== undefined && { env }) }, limits);
  const begun = begin(command, described, options.id);
  const text = `${JSON.stringify(begun.manifest, null, 2)}\n`;
  const result = { ...begun, files: { 'agent.json': text, 'icon.svg': skeletonIcon } };
  if (options.folder === undefined) return result;
  const folder = join(options.folder, begun.manifest.id);
  await mkdir(options.folder, { recursive: true });
  try {
    await mkdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(`${folder} exists already; choose another id, or edit its agent.json.`, { cause: error });
  }
  for (const [name, content] of Object.entries(result.files)) await writeFile(join(folder, name), content);
  return { ...result, folder };
}

function begin(
  command: readonly string[],
  { agentInfo, authMethods }: AgentDescription,
  wantedId: string | undefined,
): Pick<NewManifest, 'manifest' | 'toFill'> {
  const id = wantedId ?? idOf(agentInfo.name);
  if (!validId.test(id)) throw new TypeError(`"${id}" cannot be an id; use lower-case letters, digits and hyphens.`);
  const version = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/u.test(agentInfo.version) ? agentInfo.version : '0.1.0';
  const repository = `${skeleton.repositories}/${id}`;
  const { distribution, toFill } = guessDistribution(command, { id, version, repository });
  const name = agentInfo.title ?? agentInfo.name;
  const manifest: AgentManifest = {
    id,
    name: name === '' ? id : name,
    version,
    description: skeleton.description,
    repository,
    authors: [skeleton.author],
    license: 'proprietary',
    icon: 'icon.svg',
    distribution,
  };
  const canLogIn = authMethods.some(({ type }) => type === 'agent' || type === 'terminal');
  return {
    manifest,
    toFill: [
      ...(version === agentInfo.version
        ? []
        : [inManifest('/version', 'The agent does not say a semantic version; put that of the release here.')]),
      inManifest('/description', 'Say what the agent does, in a sentence.'),
      inManifest('/repository', 'Put the address of the source code here, or remove the field.'),
      inManifest('/authors', 'Name the people or the organization behind the agent.'),
      inManifest('/license', 'Put the SPDX identifier of the license here if it is not proprietary.'),
      ...toFill,
      { file: 'icon.svg', path: '', message: 'Draw your icon: 16 by 16, in currentColor only.' },
      ...(canLogIn
        ? []
        : [{ path: '', message: 'Add an auth method of type agent or terminal: the official registry asks for one.' }]),
    ],
  };
}

const inManifest = (path: string, message: string): FillIn => ({ file: 'agent.json', path, message });

/** An id made from a name such as `@garden/Rose Agent`. */
function idOf(name: string): string {
  const words = name
    .replace(/^@[^/]*\//u, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-');
  const trimmed = words.replaceAll(/^[^a-z]+|-+$/gu, '');
  return trimmed === '' ? 'my-agent' : trimmed;
}
