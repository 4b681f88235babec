/** Changes of files: two texts in version 1, a list of operations with a patch in version 2. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import { isDiffChange, type Diff, type DiffChange, type ToolCallContentVariants } from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';
import { readGitPatch, writeGitPatch, type FileChange, type PatchedFile } from '../patch/git-patch.ts';
import { hasOnly } from '../values/has-only.ts';
import { absolutePath } from './paths.ts';
import { nonEmptyFieldNames, hasNonEmptyField } from './fields-with-content.ts';

/** The context of a diff of version 1. */
export interface DiffPlace {
  readonly cwd: string | undefined;
  readonly losses: LossReporter;
  /** Milliseconds for comparing the two texts; the default if absent. */
  readonly patience?: number | undefined;
}

/** Returns the diff for version 2; the patch holds both texts, so that it can be converted back. */
export function diffToV2(diff: v1.Diff, { cwd, losses, patience }: DiffPlace): ToolCallContentVariants['diff'] {
  const { path: given, oldText, newText, deleted } = diff;
  const path = absolutePath(given, cwd, losses);
  const change: FileChange = { path, oldText: oldText ?? undefined, newText: deleted === true ? undefined : newText };
  const operation = operationOf(change);
  if (change.newText !== undefined && change.oldText === change.newText)
    losses.omit('diff content', `${path} has not changed, and a patch contains only changes; its text was left out.`);
  if (deleted === true && newText !== '')
    losses.omit('diff content', `The text of ${path}, which is deleted, was left out.`);
  return {
    ...besideTexts(diff),
    type: 'diff',
    changes: [{ operation, path, fileType: 'text' }],
    // A deleted file whose text is unknown leaves nothing to show.
    ...(change.oldText === undefined && change.newText === undefined
      ? undefined
      : { patch: { format: 'git_patch', text: writeGitPatch(change, patience) } }),
  };
}

const textFields: ReadonlySet<string> = new Set(['type', 'path', 'oldText', 'newText', 'deleted']);

/** Reports what a diff of version 1 says beside its texts. */
function besideTexts(diff: v1.Diff): object | undefined {
  if (hasOnly(diff, textFields)) return undefined;
  const { path: _, oldText: __, newText: ___, deleted: ____, ...others } = diff;
  return others;
}

/** Returns diffs for version 1, one for each file whose texts are known; the rest becomes text. */
export function diffToV1(
  diff: Diff,
  { losses, oldText }: { readonly losses: LossReporter; readonly oldText: (path: string) => string | undefined },
): readonly v1.ToolCallContent[] {
  const { changes, patch } = diff;
  const sections = byPath(patch?.format === 'git_patch' ? readGitPatch(patch.text) : []);
  const items: v1.ToolCallContent[] = [];
  const remaining: DiffChange[] = [];
  for (const change of changes) {
    const texts = textsOf(change, sections, oldText);
    if (texts === undefined) remaining.push(change);
    else {
      items.push(diffItem(texts, diff));
      reportOtherFields(change, sections, losses);
    }
  }
  if (patch !== undefined && patch !== null && !hasOnly(patch, patchFields)) {
    const { format: _, text: __, ...otherFields } = patch;
    if (hasNonEmptyField(otherFields))
      losses.omit('diff content', `Other fields of a patch were left out: ${nonEmptyFieldNames(otherFields)}.`);
  }
  // TOOL-11: without changes there is nothing to show, whatever the patch says.
  if (changes.length === 0) losses.omit('diff content', 'A diff without a path was left out.');
  if (remaining.length === 0) return items;
  losses.lose(
    'diff content',
    `The texts of ${remaining.map(nameOf).join(', ')} are not known; the change became plain text.`,
  );
  return [...items, { type: 'content', content: { type: 'text', text: asText(diff, remaining, sections) } }];
}

const patchFields: ReadonlySet<string> = new Set(['format', 'text']);
const changeFields: ReadonlySet<string> = new Set(['operation', 'path', 'fileType']);

/** Reports fields of a change that its two texts do not contain. */
function reportOtherFields(change: DiffChange, sections: Sections, losses: LossReporter): void {
  const { path, fileType } = change as DiffChange & { readonly path: string };
  const mode = sectionOf(path, sections)?.mode;
  if (mode === undefined && fileType === 'text' && hasOnly(change, changeFields)) return;
  const { operation: _, path: __, fileType: ___, ...others } = change as DiffChange & { readonly path: string };
  const otherFields = { ...others, ...(fileType === 'text' ? undefined : { fileType }), mode };
  if (hasNonEmptyField(otherFields))
    losses.omit('diff content', `Fields of the change of ${path} were left out: ${nonEmptyFieldNames(otherFields)}.`);
}

function operationOf({ oldText, newText }: FileChange): 'add' | 'delete' | 'modify' {
  if (newText === undefined) return 'delete';
  return oldText === undefined ? 'add' : 'modify';
}

/** Both texts of a file: from the patch, or from the patch and the old text. */
function textsOf(
  change: DiffChange,
  sections: Sections,
  oldText: (path: string) => string | undefined,
): FileChange | undefined {
  if (!isDiffChange.add(change) && !isDiffChange.delete(change) && !isDiffChange.modify(change)) return undefined;
  const { path, operation } = change;
  const section = sectionOf(path, sections);
  const whole = section?.change;
  // TOOL-11: the changes count, even if the patch contradicts them.
  if (whole !== undefined && operationOf(whole) === operation) return { ...whole, path };
  if (operation !== 'modify' || section === undefined) return undefined;
  const before = oldText(path);
  const newText = before === undefined ? undefined : section.apply(before);
  return newText === undefined ? undefined : { path, oldText: before, newText };
}

/** The files of a patch; the first of several with the same path counts. */
type Sections = ReadonlyMap<string, PatchedFile>;

function byPath(files: readonly PatchedFile[]): Sections {
  const sections = new Map<string, PatchedFile>();
  for (const file of files) if (file.path !== undefined && !sections.has(file.path)) sections.set(file.path, file);
  return sections;
}

/** The part of the patch for the file at `path`; git writes paths relative to the root of the repository. */
function sectionOf(path: string, sections: Sections): PatchedFile | undefined {
  let section = sections.get(path);
  for (let end = path.indexOf('/'); section === undefined && end !== -1; end = path.indexOf('/', end + 1))
    section = sections.get(path.slice(end + 1));
  return section;
}

function diffItem({ path, oldText, newText }: FileChange, diff: Diff): v1.ToolCallContent {
  return {
    ...besidePatch(diff),
    type: 'diff',
    path,
    oldText: oldText ?? null,
    newText: newText ?? '',
    ...(newText === undefined ? { deleted: true } : undefined),
  };
}

const diffFields: ReadonlySet<string> = new Set(['type', 'changes', 'patch']);

/** Reports what a diff of version 2 says beside its changes and their patch. */
function besidePatch(diff: Diff): object | undefined {
  if (hasOnly(diff, diffFields)) return undefined;
  const { changes: _, patch: __, ...others } = diff;
  return others;
}

const nameOf = (change: DiffChange): string => ('path' in change ? String(change.path) : change.operation);

/** A change as text: its part of the patch, or that it happened. */
function asText({ changes, patch }: Diff, remaining: readonly DiffChange[], sections: Sections): string {
  if (patch !== undefined && patch !== null && (remaining.length === changes.length || sections.size === 0))
    return patch.text;
  return remaining.map((change) => sectionOf(nameOf(change), sections)?.text ?? summary(change)).join('\n');
}

function summary(change: DiffChange): string {
  const from = isDiffChange.move(change) || isDiffChange.copy(change) ? ` ${change.oldPath} to` : '';
  return `${change.operation}${from} ${nameOf(change)}\n`;
}
