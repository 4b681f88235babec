/** The rules for authors of manifests. Readers of a registry are more lenient. */

/** One rule. */
export interface ManifestRule {
  /** What breaking the rule is. */
  readonly level: 'error' | 'warning';
  /** What holds when the rule is kept. */
  readonly text: string;
}

/** All rules by their id. */
export const manifestRules = {
  'agents-present': { level: 'error', text: 'The folder has an agent.json, or folders that have one.' },
  'one-manifest': { level: 'error', text: 'A folder has an agent.json or an extension.json, not both.' },
  'plain-file': {
    level: 'error',
    text: 'Manifests are files of at most 256 KiB and icons of at most 64 KiB, not links.',
  },
  json: { level: 'error', text: 'A manifest is JSON in UTF-8.' },
  'unique-keys': { level: 'error', text: 'No object of a manifest has the same key twice.' },
  schema: { level: 'error', text: 'A manifest has the fields and types that the schema asks for.' },
  'id-folder': { level: 'error', text: 'The id equals the name of the folder.' },
  'id-unique': { level: 'error', text: 'No two entries have the same id.' },
  'id-portable': { level: 'warning', text: 'The id can be the name of a file on every system.' },
  'version-semver': { level: 'error', text: 'The version is a semantic version, such as 1.2.3 or 1.2.3-beta.1.' },
  'version-release': {
    level: 'warning',
    text: 'The version is a release: the official registry refuses pre-releases and build metadata.',
  },
  'version-agrees': { level: 'error', text: 'Versions in packages and addresses equal that of the manifest.' },
  'version-latest': { level: 'error', text: 'No package and no address asks for the latest version.' },
  'version-pinned': { level: 'warning', text: 'Packages name their version.' },
  'distribution-kind': { level: 'error', text: 'The distributions are binary, npx or uvx.' },
  'package-name': { level: 'error', text: 'A package is the name of an npm or Python package with its version.' },
  'binary-target': { level: 'error', text: 'Binary targets are of a known system and processor.' },
  'binary-coverage': { level: 'error', text: 'Binary distributions have builds for macOS, Linux and Windows.' },
  'binary-command': { level: 'error', text: 'A command is a relative path inside the archive.' },
  'archive-format': { level: 'error', text: 'An archive is .tar.gz, .tgz, .tar.bz2, .tbz2, .zip or a bare program.' },
  address: { level: 'error', text: 'Addresses are https addresses without a user name or password.' },
  'address-public': { level: 'warning', text: 'Addresses are not of the own machine.' },
  'archive-published': {
    level: 'warning',
    text: 'Archives are at addresses: a file beside the manifest serves only a registry that is read from its folder.',
  },
  'unknown-field': { level: 'warning', text: 'Distributions have only fields that every tool accepts.' },
  'misspelled-field': { level: 'warning', text: 'No unknown field of a manifest looks like one that is known.' },
  'placeholder-address': { level: 'error', text: 'No address is one that a new manifest begins with.' },
  'filled-in': { level: 'warning', text: 'Nothing is left of what a new manifest or icon begins with.' },
  license: { level: 'error', text: 'The license is an SPDX expression or "proprietary".' },
  'license-present': { level: 'warning', text: 'The license is stated.' },
  'variable-name': { level: 'error', text: 'Variables have names of letters, digits and "_", as in every shell.' },
  secret: { level: 'warning', text: 'Environment variables and arguments contain no credentials.' },
  'icon-present': { level: 'warning', text: 'There is an icon.' },
  'icon-file': { level: 'error', text: 'The icon is an .svg file in the folder, or an address.' },
  'icon-svg': { level: 'error', text: 'The icon is a well-formed SVG.' },
  'icon-safe': { level: 'error', text: 'The icon has shapes only: no scripts, references, entities or animations.' },
  'icon-size': { level: 'error', text: 'The icon is 16 by 16.' },
  'icon-color': { level: 'error', text: 'The icon is drawn with currentColor only.' },
  'online-archive': { level: 'error', text: 'The address of each archive answers.' },
  'online-package': { level: 'error', text: 'Each package exists in its package index, in the version that is named.' },
  'online-icon': { level: 'error', text: 'The address of the icon answers.' },
  'handshake-start': { level: 'error', text: 'The agent starts and answers initialize.' },
  'handshake-auth': { level: 'error', text: 'The agent offers an auth method of type agent or terminal.' },
} as const;

/** The id of a rule. */
export type RuleId = keyof typeof manifestRules;

/** Whose rules a manifest keeps: those of the official registry, or those of a registry of a team. */
export type RuleSet = 'official' | 'team';

/** Rules whose level is another one than that of the official registry. */
export type RuleLevels = Partial<Readonly<Record<RuleId, ManifestRule['level']>>>;

/** A team knows the systems of its members, and its agents need not ask for a login. */
export const ruleSets: Readonly<Record<RuleSet, RuleLevels>> = {
  official: {},
  team: { 'binary-coverage': 'warning', 'handshake-auth': 'warning' },
};
