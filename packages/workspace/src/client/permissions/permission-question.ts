/**
 * A request for permission as it is shown and decided about.
 *
 * The options are the agent's, word for word and in its order. Everything here is what the agent says of itself: a question that says nothing
 * is never taken for a harmless one.
 */
import type {
  Diff,
  PermissionOption,
  RequestPermissionRequest,
  ToolCallContent,
  ToolCallUpdate,
} from '@acp-stack/schema/v2/unstable';

/** What an agent wants to do, taken out of its request. */
export interface PermissionQuestion {
  /** The session whose agent asks. */
  readonly sessionId: string;
  /** The question in one line, in the words of the agent. */
  readonly title: string;
  /** More about it, where the agent says more. */
  readonly description: string | undefined;
  /** What can be answered. */
  readonly options: readonly PermissionOption[];
  /** The sort of work, such as `read`; undefined when the agent does not say. */
  readonly kind: string | undefined;
  /** The name of the tool in code. */
  readonly tool: string | undefined;
  /** The command that would run, in one line. */
  readonly command: string | undefined;
  /** Where the command would run. */
  readonly cwd: string | undefined;
  /** The files that it is about, each once. */
  readonly paths: readonly string[];
  /** What would change in files. */
  readonly diffs: readonly Diff[];
  /** The arguments of the tool, as the agent reports them. */
  readonly rawInput: unknown;
}

/** What a client knows of a tool call: an update that it has heard, or an entry of a transcript. */
export interface KnownToolCall extends Pick<ToolCallUpdate, 'kind' | 'name' | 'locations' | 'rawInput'> {
  /** What the tool call shows; diffs in it tell which files it is about. */
  readonly content?: Iterable<ToolCallContent> | null;
}

/** Reads a request; `known` is what is known of its tool call already. */
export function readPermission(request: RequestPermissionRequest, known?: KnownToolCall): PermissionQuestion {
  const { sessionId, title, description, subject, options } = request;
  const call: KnownToolCall | undefined =
    subject?.type === 'tool_call' ? { ...known, ...given(subject.toolCall) } : known;
  const diffs = [...(call?.content ?? [])].filter(isDiff);
  const asked = subject?.type === 'command' ? subject : undefined;
  return {
    sessionId,
    title,
    description: description ?? undefined,
    options,
    kind: call?.kind ?? (asked === undefined ? undefined : 'execute'),
    tool: call?.name ?? undefined,
    command: asked?.command ?? commandIn(call?.rawInput),
    cwd: asked?.cwd,
    paths: [...new Set([...(call?.locations ?? []).map(({ path }) => path), ...diffs.flatMap(pathsOf)])],
    diffs,
    rawInput: call?.rawInput,
  };
}

/** What an update says; absent fields stay as they were. */
const given = (update: ToolCallUpdate): KnownToolCall =>
  Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined));

const isDiff = (content: ToolCallContent): content is ToolCallContent & Diff & { readonly type: 'diff' } =>
  content.type === 'diff';

const pathsOf = ({ changes }: Diff): string[] =>
  changes.flatMap((change) => [change['oldPath' as never], change['path' as never]].filter(isText));

const isText = (value: unknown): value is string => typeof value === 'string';

/** The command that tools have among their arguments by custom, as a line or as a list. */
function commandIn(rawInput: unknown): string | undefined {
  const command: unknown =
    typeof rawInput === 'object' && rawInput !== null && 'command' in rawInput ? rawInput.command : undefined;
  if (isText(command)) return command;
  return Array.isArray(command) && command.length > 0 && command.every(isText) ? command.join(' ') : undefined;
}
