/** What a user sees of a call of a tool of the AI SDK. */
import { posix, win32 } from 'node:path';

import type { ToolCallInit } from '@acp-stack/sdk';

/** A call of a tool. */
export interface ViewedTool {
  /** The name of the tool. */
  readonly toolName: string;
  /** The input; undefined while the model still writes it. */
  readonly input: unknown;
}

/** What a user sees of a call; what is absent is guessed from the name of the tool and its input. */
export interface ToolView {
  /** The title. */
  readonly title?: string;
  /** The kind of work, for the icon. */
  readonly kind?: NonNullable<ToolCallInit['kind']>;
  /** The files that it works on, by absolute paths. */
  readonly locations?: NonNullable<ToolCallInit['locations']>;
}

const kinds: readonly (readonly [RegExp, NonNullable<ToolCallInit['kind']>])[] = [
  [/delete|remove/u, 'delete'],
  [/move|rename/u, 'move'],
  [/edit|write|update|create|patch|replace/u, 'edit'],
  [/search|find|grep|query|lookup/u, 'search'],
  [/fetch|http|browse|download|url/u, 'fetch'],
  [/run|exec|shell|bash|command|terminal/u, 'execute'],
  [/think|reason/u, 'think'],
  [/read|get|list|open|show|view/u, 'read'],
];

/** The view of a call: what the program says, else a guess. */
export function viewOf(
  call: ViewedTool & { readonly title?: string | undefined },
  given: ToolView = {},
  platform: NodeJS.Platform = process.platform,
): Required<ToolView> {
  const name = call.toolName.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, '_').toLowerCase();
  return {
    title: given.title ?? call.title ?? call.toolName,
    kind: given.kind ?? kinds.find(([pattern]) => pattern.test(name))?.[1] ?? 'other',
    locations: given.locations ?? pathsIn(call.input, platform),
  };
}

function pathsIn(input: unknown, platform: NodeJS.Platform): Required<ToolView>['locations'] {
  const paths = platform === 'win32' ? win32 : posix;
  const { path, filePath, file_path: snake } = Object(input) as Readonly<Record<string, unknown>>;
  const found = [path, filePath, snake].find((each) => typeof each === 'string' && paths.isAbsolute(each));
  return typeof found === 'string' ? [{ path: found }] : [];
}
