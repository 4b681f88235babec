/** The names of our packages in the registry of npm: a name that others have cannot be uploaded to. */
import { run } from './run.mjs';

/**
 * The manifests whose name belongs to a package of another repository, one sentence each.
 *
 * `view` resolves with what npm says of a name, or undefined if there is no such package.
 */
export async function takenNames(manifests, view = viewOnNpm) {
  const sentences = [];
  for (const { name, repository } of manifests) {
    const found = await view(name);
    if (found === undefined || found.repository?.url === repository.url) continue;
    const where = found.repository?.url === undefined ? '' : ` of ${found.repository.url}`;
    sentences.push(`${name} is taken on npm: ${found.version} is a package${where} that is not ours.`);
  }
  return sentences;
}

async function viewOnNpm(name) {
  try {
    return JSON.parse(await run(['npm', 'view', name, 'name', 'version', 'repository', '--json']));
  } catch (error) {
    if (error.message.includes('E404')) return undefined;
    throw error;
  }
}
