/** What a manifest has to say before its package is published; each rule is a sentence about what is missing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where the sources are; the registry refuses a provenance whose repository is another one. */
const repositoryUrl = 'git+https://github.com/acp-stack/acp-stack.git';

const rules = {
  'has no description': ({ manifest }) => !manifest.description,
  'has no licence Apache-2.0': ({ manifest }) => manifest.license !== 'Apache-2.0',
  'does not say which Node it needs': ({ manifest }) => manifest.engines?.node !== '>=20.19',
  'does not name its repository and folder': ({ manifest, folder }) =>
    manifest.repository?.url !== repositoryUrl || manifest.repository.directory !== folder,
  'would not be public, or without provenance': ({ manifest }) =>
    manifest.publishConfig?.access !== 'public' || manifest.publishConfig.provenance !== true,
  'does not say whether it is stable': ({ manifest }) => !['stable', 'draft'].includes(manifest.acp?.stability),
  'has no README': ({ home }) => !existsSync(join(home, 'README.md')),
  'runs a script when it is installed': ({ manifest }) =>
    ['preinstall', 'install', 'postinstall'].some((name) => manifest.scripts?.[name] !== undefined),
};

/** The problems of all packages, one sentence each. */
export function settingsProblems(packages) {
  return packages.flatMap((each) =>
    Object.entries(rules)
      .filter(([, isBroken]) => isBroken(each))
      .map(([sentence]) => `${each.manifest.name} ${sentence}.`),
  );
}
