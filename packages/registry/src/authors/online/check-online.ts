/** Checks that archives, icons and packages of manifests exist. */
import { parsePackage, pinnedVersion } from '../../manifest/package-spec.ts';
import { addressProblem } from '../folder/addresses.ts';
import { objectField, stringField } from '../folder/fields.ts';
import type { Entry } from '../folder/read-folder.ts';
import type { Icon } from '../icon/find-icon.ts';
import type { Problems } from '../report/problems.ts';
import { AddressError, requireAnswer } from './request.ts';
import { PackageIndexes, type IndexOptions } from './package-indexes.ts';

/** An entry with its icon. */
interface EntryWithIcon {
  readonly entry: Entry;
  readonly icon: Icon | undefined;
}

/** Requests at the same time. */
const atOnce = 6;

/** Asks all addresses of `entries`; those that do not answer are added to `problems`. */
export async function checkOnline(
  entries: readonly EntryWithIcon[],
  problems: Problems,
  options: IndexOptions,
): Promise<void> {
  const indexes = new PackageIndexes(options);
  const questions = entries.flatMap(({ entry, icon }) => [
    ...archiveQuestions(entry, problems, options),
    ...packageQuestions(entry, problems, indexes),
    ...iconQuestions(entry, icon, problems, options),
  ]);
  const waiting = questions.values();
  const workers = Array.from({ length: atOnce }, async () => {
    for (const ask of waiting) await ask();
  });
  await Promise.all(workers);
}

type Question = () => Promise<void>;

function archiveQuestions({ value, file }: Entry, problems: Problems, options: IndexOptions): readonly Question[] {
  const binary = objectField(objectField(value, 'distribution'), 'binary') ?? {};
  return Object.entries(binary).flatMap(([target, build]) => {
    const archive = stringField(build, 'archive');
    if (archive === undefined || addressProblem(archive) !== undefined) return [];
    return async () => {
      const failure = await failureOf(requireAnswer(archive, options));
      if (failure === undefined) return;
      problems.add(
        'online-archive',
        file,
        `/distribution/binary/${target}/archive`,
        `The archive does not answer: ${failure.message}`,
      );
    };
  });
}

function iconQuestions(
  { file }: Entry,
  icon: Icon | undefined,
  problems: Problems,
  options: IndexOptions,
): readonly Question[] {
  if (icon === undefined || !('address' in icon)) return [];
  return [
    async () => {
      const failure = await failureOf(requireAnswer(icon.address, options));
      if (failure !== undefined)
        problems.add('online-icon', file, '/icon', `The icon does not answer: ${failure.message}`);
    },
  ];
}

function packageQuestions({ value, file }: Entry, problems: Problems, indexes: PackageIndexes): readonly Question[] {
  const version = stringField(value, 'version') ?? '';
  return (['npx', 'uvx'] as const).flatMap((kind) => {
    const text = stringField(objectField(objectField(value, 'distribution'), kind), 'package');
    const spec = text === undefined ? undefined : parsePackage(kind, text);
    if (spec === undefined) return [];
    const { name } = spec;
    const wanted = pinnedVersion(kind, spec, version) ?? version;
    const index = kind === 'npx' ? 'npm' : 'pypi';
    const path = `/distribution/${kind}/package`;
    return async () => {
      const asked = indexes[index](name);
      const failure = await failureOf(asked);
      if (failure?.status === 404) problems.add('online-package', file, path, `The package ${name} does not exist.`);
      else if (failure !== undefined)
        problems.add('online-package', file, path, `The package index does not answer: ${failure.message}`);
      else if (!(await asked).some((each) => each.name === wanted || each.version === wanted))
        problems.add('online-package', file, path, `The package ${name} has no version ${wanted}.`);
    };
  });
}

/** How an address failed; undefined if it answered. Rejects when the check was stopped. */
async function failureOf(answer: Promise<unknown>): Promise<AddressError | undefined> {
  try {
    await answer;
    return undefined;
  } catch (error) {
    if (error instanceof AddressError) return error;
    throw error;
  }
}
