/** The rules of one manifest that can be checked by reading it. */
import { validators, type AgentManifest } from '@acp-stack/schema/v1';

import { countEdits } from '../../catalog/similar-names.ts';
import { printable } from '../../manifest/printable.ts';
import { asFields, objectField, stringField } from '../folder/fields.ts';
import { isCoverage } from '../folder/coverage.ts';
import { leftovers } from '../folder/skeleton.ts';
import type { Entry } from '../folder/read-folder.ts';
import type { ReportProblem } from '../report/problems.ts';
import { addressProblem, isOwnMachine, onlyHere } from '../folder/addresses.ts';
import { checkDistribution } from './distributions.ts';
import { isKnownLicense } from './license.ts';

/** The whole grammar of semver.org, where the schema looks at the beginning only. */
const semanticVersion =
  /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/u;
/** Names that Windows keeps for devices. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)$/u;
/** The fields of the schema, and those that are read here besides. */
const knownFields: readonly string[] = Object.keys({
  id: true,
  name: true,
  version: true,
  description: true,
  distribution: true,
  repository: true,
  website: true,
  authors: true,
  license: true,
  license_url: true,
  icon: true,
  _meta: true,
  $schema: true,
  deployment: true,
} satisfies Record<keyof AgentManifest | '_meta' | '$schema' | 'deployment', true>);
/** Longer names are no typo of a known one. */
const longestTypo = 20;
const addressFields = ['repository', 'website', 'license_url'];

/** Checks one manifest; `report` notes problems of its file. */
export function checkManifest({ name, value }: Entry, report: ReportProblem): void {
  checkSchema(value, report);
  const id = stringField(value, 'id');
  if (id !== undefined && id !== name) {
    report(
      'id-folder',
      '/id',
      `The id is "${printable(id)}", but the folder is named "${name}"; both must be the same.`,
    );
  }
  if (id !== undefined && deviceName.test(id)) {
    report('id-portable', '/id', `Windows cannot store a file named "${id}"; choose another id.`);
  }
  const version = stringField(value, 'version');
  const isVersion = version !== undefined && semanticVersion.test(version);
  if (version !== undefined && !isVersion) {
    report(
      'version-semver',
      '/version',
      `"${printable(version)}" is not a semantic version, such as 1.2.3 or 1.2.3-beta.1.`,
    );
  }
  if (isVersion && /[-+]/u.test(version)) {
    report('version-release', '/version', 'The official registry refuses pre-releases and build metadata.');
  }
  checkLicense(stringField(value, 'license'), report);
  for (const field of addressFields) {
    const address = stringField(value, field);
    const problem = address === undefined ? undefined : addressProblem(address);
    if (problem !== undefined) report('address', `/${field}`, `The address ${problem}.`);
    else if (address !== undefined && isOwnMachine(address))
      report('address-public', `/${field}`, `The address ${onlyHere}.`);
  }
  checkFieldNames(value, report);
  for (const { path, isAddress } of leftovers(value)) {
    const what = isAddress ? 'This address is made up by a new manifest' : 'This is what a new manifest begins with';
    report(isAddress ? 'placeholder-address' : 'filled-in', path, `${what}; put your own there.`);
  }
  const distribution = objectField(value, 'distribution');
  if (distribution !== undefined) checkDistribution(distribution, isVersion ? version : undefined, report);
}

function checkSchema(value: unknown, report: ReportProblem): void {
  const checked = validators.AgentManifest.check(value);
  for (const problem of checked.ok ? checked.repairs : checked.problems) {
    const { path, expected, found } = problem;
    // A rule of its own says it better.
    if (isCoverage(problem) || (path === '/version' && stringField(value, 'version') !== undefined)) continue;
    report('schema', path, `Expected ${expected}; found ${found}.`);
  }
}

/** Unknown fields are allowed, but one that looks like a known one is hardly meant. */
function checkFieldNames(value: unknown, report: ReportProblem): void {
  for (const name of Object.keys(asFields(value) ?? {})) {
    if (knownFields.includes(name) || name.length > longestTypo) continue;
    const meant = knownFields.find((known) => countEdits(name, known) <= (name.length > 4 ? 2 : 1));
    if (meant !== undefined)
      report(
        'misspelled-field',
        `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        `"${printable(name)}" is not a known field; "${meant}" is probably meant.`,
      );
  }
}

function checkLicense(license: string | undefined, report: ReportProblem): void {
  if (license === undefined) {
    report('license-present', '', 'The license is not stated; add "license" with an SPDX identifier or "proprietary".');
  } else if (!isKnownLicense(license)) {
    const examples = 'such as MIT or "Apache-2.0 OR MIT", nor "proprietary"';
    report('license', '/license', `"${printable(license)}" is no SPDX identifier or expression, ${examples}.`);
  }
}
