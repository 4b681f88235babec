/**
 * What remote clients may ask of a served agent: sessions in the folders of the server, without programs of their own.
 *
 * A rule looks at the fields of params. Params of a method of the protocol have been checked before, and have only
 * fields that it defines; those of other methods are looked at as they are.
 */
import { fieldsOf } from './message-fields.ts';
import { isMcpSetting, refusedSetting } from './refused-settings.ts';
import { isInside, pathOfFileUrl } from './served-folders.ts';

export interface ClientRules {
  /** The folders in which clients may work, without links. */
  readonly roots: readonly string[];
  /** Whether clients may name MCP servers that are programs, with their arguments and variables. */
  readonly allowsMcpStdio: boolean;
  /** Whether methods, fields and `_meta` are passed on that the protocol does not define. */
  readonly allowsExtensions: boolean;
}

/** One sentence that says what the rules do not allow; undefined if they allow everything. */
export function problemOf(params: unknown, rules: ClientRules): string | undefined {
  const { mcpServers, _meta, ...others } = fieldsOf(params);
  if (!rules.allowsMcpStdio && !isListWithoutPrograms(mcpServers)) {
    return 'This server starts no MCP servers for its clients; its operator allows that with --allow-mcp-stdio.';
  }
  return settingProblem(_meta, rules, ' in _meta') ?? folderProblem(others, rules.roots);
}

/** One sentence that says which setting is not allowed at `place`. */
export function settingProblem(value: unknown, rules: ClientRules, place: string): string | undefined {
  const setting = refusedSetting(value, rules.allowsMcpStdio);
  if (setting === undefined) return undefined;
  const remedy = isMcpSetting(setting) ? 'its operator allows that with --allow-mcp-stdio' : 'leave it out';
  return `This server takes no ${setting}${place} from its clients; ${remedy}.`;
}

/** The transports without a program; in version 1, a server without a type is a program. */
const withoutProgram: ReadonlySet<unknown> = new Set(['http', 'sse', 'acp']);

const isProgram = (server: unknown): boolean => {
  const { type, command, args, env } = fieldsOf(server);
  return !withoutProgram.has(type) || [command, args, env].some((field) => field !== undefined);
};

const isListWithoutPrograms = (servers: unknown): boolean =>
  isAbsent(servers) || (Array.isArray(servers) && !servers.some(isProgram));

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

/** The folders of a session, and those of a workspace for next edit suggestions. */
function folderProblem(params: Readonly<Record<string, unknown>>, roots: readonly string[]): string | undefined {
  const { cwd, additionalDirectories, workspaceUri, workspaceFolders } = params;
  const paths = [cwd, ...listOf(additionalDirectories)].filter((path) => !isAbsent(path));
  const outside = paths.find((path) => typeof path !== 'string' || !isInside(path, roots));
  if (outside !== undefined) {
    return `The folder ${wordOf(outside)} is not one of this server; its operator adds it with --root.`;
  }
  const uris = [workspaceUri, ...listOf(workspaceFolders).map(uriOf)].filter((uri) => !isAbsent(uri));
  const other = uris.find((uri) => !isInside((typeof uri === 'string' ? pathOfFileUrl(uri) : undefined) ?? '', roots));
  if (other === undefined) return undefined;
  return `The folder ${wordOf(other)} is not a file: URL of a folder of this server; its operator adds one with --root.`;
}

/** What is not a list is one entry, which no rule allows. */
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : isAbsent(value) ? [] : [value]);
/** What is not a folder with an address is an address that no rule allows. */
const uriOf = (folder: unknown): unknown => fieldsOf(folder)['uri'] ?? false;
const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
