/**
 * A permission request as it is shown and decided.
 *
 * The options are those of the agent, unchanged and in its order. All of it is claimed by the agent and not verified;
 * missing details never make a request look harmless.
 */
import type {
  Diff,
  PermissionOption,
  RequestPermissionRequest,
  ToolCallContent,
  ToolCallUpdate,
} from '@acp-stack/schema/v2/unstable';

import { commandsIn, hasNewText } from './argument-fields.ts';

/** A permission request, in a form that is easy to show. */
export interface PermissionQuestion {
  /** The id of the session. */
  readonly sessionId: string;
  /** The question in one line, in the words of the agent. */
  readonly title: string;
  /** The description, if the agent sends one. */
  readonly description: string | undefined;
  /** The options. */
  readonly options: readonly PermissionOption[];
  /** The id of the tool call that it is about. */
  readonly toolCallId?: string | undefined;
  /** The title of the tool call, if it differs from the question. */
  readonly toolTitle?: string | undefined;
  /** The kind of work, such as `read`; undefined if the agent does not say. */
  readonly kind: string | undefined;
  /** The programmatic name of the tool, such as `read_file`. */
  readonly tool: string | undefined;
  /** The command in one line. */
  readonly command: string | undefined;
  /** The working directory of the command. */
  readonly cwd: string | undefined;
  /** The affected files, without duplicates. */
  readonly paths: readonly string[];
  /** The changes of files. */
  readonly diffs: readonly Diff[];
  /** What else the tool call contains, such as text; without diffs. */
  readonly content?: readonly ToolCallContent[];
  /** The arguments of the tool, as the agent reports them; of a subject of an unknown type, the whole subject. */
  readonly rawInput: unknown;
  /** The extension fields of the tool call; they are not shown, but a command in them is. */
  readonly meta?: unknown;
}

/** What a client knows of a tool call: an update, or an entry of a transcript. */
export interface KnownToolCall extends Pick<
  ToolCallUpdate,
  'title' | 'kind' | 'name' | 'locations' | 'rawInput' | '_meta'
> {
  /** The content; its diffs name affected files. */
  readonly content?: Iterable<ToolCallContent> | null;
}

/** Reads a permission request; `known` is what is already known of its tool call. */
export function readPermission(request: RequestPermissionRequest, known?: KnownToolCall): PermissionQuestion {
  const { sessionId, title, description, subject, options } = request;
  const call: KnownToolCall | undefined =
    subject?.type === 'tool_call' ? { ...known, ...definedFields(subject.toolCall) } : known;
  const { _meta: meta }: Pick<KnownToolCall, '_meta'> = call ?? {};
  const content = [...(call?.content ?? [])];
  const diffs = content.filter(isDiff);
  const commandSubject = subject?.type === 'command' ? subject : undefined;
  const others = content.filter((item) => !isDiff(item));
  const command = commandSubject?.command ?? (call === undefined ? undefined : commandOf(call));
  const isChange = diffs.length > 0 || hasNewText(call?.rawInput);
  return {
    sessionId,
    title,
    description: description ?? undefined,
    options,
    toolCallId: subject?.type === 'tool_call' ? subject.toolCall.toolCallId : undefined,
    toolTitle: call?.title === title ? undefined : (call?.title ?? undefined),
    kind: kindOf(call?.kind, isChange) ?? (commandSubject === undefined ? undefined : 'execute'),
    tool: call?.name ?? undefined,
    command,
    cwd: commandSubject?.cwd,
    paths: [...new Set([...(call?.locations ?? []).map(({ path }) => path), ...diffs.flatMap(pathsOf)])],
    diffs,
    content: others,
    rawInput: call === undefined && commandSubject === undefined ? (subject ?? undefined) : call?.rawInput,
    ...(meta === undefined ? {} : { meta }),
  };
}

/** The command of a tool call in one line, from its arguments or from what else is said about it. */
export function commandOf({ rawInput, content, _meta: meta }: KnownToolCall): string | undefined {
  return commandsIn(
    rawInput,
    [...(content ?? [])].filter((item) => !isDiff(item)),
    meta,
  )[0];
}

/** The kind of the work; a request that carries a change of a file is not about reading, whatever it says. */
const kindOf = (kind: string | null | undefined, isChange: boolean): string | undefined =>
  isChange && (kind === 'read' || kind === 'search') ? 'edit' : (kind ?? undefined);

/** The fields that an update sets; the others keep their known values. */
const definedFields = (update: ToolCallUpdate): KnownToolCall =>
  Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined));

const isDiff = (content: ToolCallContent): content is ToolCallContent & Diff & { readonly type: 'diff' } =>
  content.type === 'diff';

// Which paths a change has depends on its operation, and later versions may add operations; so both are looked up,
// which the union type allows only with a cast.
const pathsOf = ({ changes }: Diff): string[] =>
  changes.flatMap((change) => [change['oldPath' as never], change['path' as never]].filter(isString));

const isString = (value: unknown): value is string => typeof value === 'string';
