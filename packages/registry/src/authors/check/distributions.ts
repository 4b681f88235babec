/** The rules of `distribution`: kinds, targets, commands, archives, packages and their versions. */
import { commandPath } from '../../manifest/command-path.ts';
import { isPathBeside } from '../../manifest/read-manifest.ts';
import { parsePackage } from '../../manifest/package-spec.ts';
import { printable } from '../../manifest/printable.ts';
import { asFields, objectField, stringField, type Fields } from '../folder/fields.ts';
import type { ReportProblem } from '../report/problems.ts';
import { addressVersion } from './address-version.ts';
import { addressProblem, isOwnMachine, onlyHere } from '../folder/addresses.ts';
import { isToken, looksSecret } from './secrets.ts';

const kinds = ['binary', 'npx', 'uvx'];
const systems = { darwin: 'macOS', linux: 'Linux', windows: 'Windows' };
const processors = ['aarch64', 'x86_64'];
const targets = Object.keys(systems).flatMap((system) => processors.map((processor) => `${system}-${processor}`));
const targetFields = ['archive', 'sha256', 'cmd', 'args', 'env'];
const packageFields = ['package', 'args', 'env'];

/** Formats that an installer does not unpack, or that only one system can open. */
const refusedFormats =
  /\.(?:7z|apk|appimage|deb|dmg|iso|msi|msix|pkg|rar|rpm|snap|tar|tar\.[^.]*|txz|xz|bz2|gz|lz|zst)$/iu;
const acceptedFormats = /\.(?:tar\.gz|tgz|tar\.bz2|tbz2|zip)$/iu;

/** Checks the distribution of a manifest whose version is `version`. */
export function checkDistribution(distribution: Fields, version: string | undefined, report: ReportProblem): void {
  for (const kind of Object.keys(distribution)) {
    if (kind === '_meta') reportUnknown({ _meta: true }, [], '', report);
    else if (!kinds.includes(kind))
      report(
        'distribution-kind',
        pointer('', kind),
        `"${printable(kind)}" is not a distribution; use one of ${kinds.join(', ')}.`,
      );
  }
  const binary = objectField(distribution, 'binary');
  if (binary !== undefined) checkBinary(binary, version, report);
  for (const kind of ['npx', 'uvx'] as const) {
    const fields = objectField(distribution, kind);
    if (fields === undefined) continue;
    const path = pointer('', kind);
    reportUnknown(fields, packageFields, path, report);
    checkCommandLine(fields, path, report);
    const spec = stringField(fields, 'package');
    if (spec !== undefined && spec !== '') checkPackage(kind, spec, version, report);
  }
}

const pointer = (path: string, key: string): string =>
  `${path === '' ? '/distribution' : path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

function checkBinary(binary: Fields, version: string | undefined, report: ReportProblem): void {
  const path = pointer('', 'binary');
  const names = Object.keys(binary).filter((name) => name !== '_meta');
  for (const [system, label] of Object.entries(systems)) {
    if (names.some((name) => targets.includes(name) && name.startsWith(`${system}-`))) continue;
    const wanted = processors.map((processor) => `${system}-${processor}`).join(' or ');
    report('binary-coverage', path, `There is no build for ${label}: add ${wanted}.`);
  }
  for (const name of names) {
    const at = pointer(path, name);
    if (!targets.includes(name)) {
      report('binary-target', at, `"${printable(name)}" is not a target; use one of ${targets.join(', ')}.`);
      continue;
    }
    const target = asFields(binary[name]);
    if (target === undefined) continue;
    reportUnknown(target, targetFields, at, report);
    checkCommandLine(target, at, report);
    const command = stringField(target, 'cmd');
    if (command !== undefined && commandPath(command, name) === undefined)
      report('binary-command', `${at}/cmd`, 'The command is not a path inside the archive, such as ./agent.');
    const archive = stringField(target, 'archive');
    if (archive !== undefined) checkArchive(archive, version, `${at}/archive`, report);
  }
}

function reportUnknown(fields: Fields, known: readonly string[], path: string, report: ReportProblem): void {
  for (const name of Object.keys(fields)) {
    if (known.includes(name)) continue;
    report(
      'unknown-field',
      pointer(path, name),
      `"${printable(name)}" is not known here; the official registry refuses it.`,
    );
  }
}

function checkArchive(archive: string, version: string | undefined, path: string, report: ReportProblem): void {
  // Whether the file exists is checked by `local-archives.ts`, which knows the folder.
  if (isPathBeside(archive)) {
    checkFormat(archive, path, report);
    return;
  }
  const problem = addressProblem(archive);
  if (problem !== undefined) {
    report('address', path, `The address of the archive ${problem}.`);
    return;
  }
  if (isOwnMachine(archive)) report('address-public', path, `The address of the archive ${onlyHere}.`);
  checkFormat(new URL(archive).pathname, path, report);
  if (/\/latest\//iu.test(archive)) {
    report(
      'version-latest',
      path,
      'The address asks for the latest release; name the release of this version instead.',
    );
    return;
  }
  const named = addressVersion(archive);
  if (named !== undefined && version !== undefined && named !== version) {
    report('version-agrees', path, `The address is that of version ${named}, but the manifest says ${version}.`);
  }
}

function checkFormat(name: string, path: string, report: ReportProblem): void {
  if (!refusedFormats.test(name) || acceptedFormats.test(name)) return;
  const message = 'Clients cannot unpack this format; publish a .tar.gz, .tar.bz2, .zip or bare program.';
  report('archive-format', path, message);
}

function checkPackage(kind: 'npx' | 'uvx', text: string, version: string | undefined, report: ReportProblem): void {
  const path = `${pointer('', kind)}/package`;
  const spec = parsePackage(kind, text);
  if (spec === undefined) {
    const index = kind === 'npx' ? 'an npm' : 'a Python';
    report('package-name', path, `This is not the name of ${index} package with an optional version.`);
    return;
  }
  const exact = `${spec.name}${spec.extras}@${version ?? '1.2.3'}`;
  // A range of Python versions, as the official validator reads it.
  const named = spec.version ?? /[=@](?<version>\d[\d.]*)/u.exec(text)?.groups?.['version'];
  if (named?.toLowerCase() === 'latest') {
    report('version-latest', path, `Name the version instead of latest: ${exact}.`);
  } else if (named !== undefined && version !== undefined && named !== version) {
    report('version-agrees', path, `The package has version ${named}, but the manifest says ${version}.`);
  } else if (spec.version === undefined) {
    report('version-pinned', path, `Name the exact version: ${exact}.`);
  }
}

function checkCommandLine(fields: Fields, path: string, report: ReportProblem): void {
  for (const [name, value] of Object.entries(objectField(fields, 'env') ?? {})) {
    if (!/^[A-Za-z_]\w*$/u.test(name))
      report('variable-name', pointer(`${path}/env`, name), 'The name of a variable has letters, digits and "_" only.');
    if (typeof value !== 'string' || !looksSecret(name, value)) continue;
    report('secret', pointer(`${path}/env`, name), 'The value looks like a credential; everyone can read a manifest.');
  }
  const args = fields['args'];
  if (!Array.isArray(args)) return;
  for (const [index, argument] of args.entries()) {
    if (typeof argument !== 'string' || !isToken(argument)) continue;
    report('secret', `${path}/args/${index}`, 'The argument looks like a credential; everyone can read a manifest.');
  }
}
