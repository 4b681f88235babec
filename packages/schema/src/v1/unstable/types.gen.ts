// Generated from src/definitions by `npm run generate`. Do not edit.
import type { Extension, ExtensionVariant } from '../../shared/extension.ts';

/** Free-form metadata that any object may carry; unknown keys have no meaning. */
export type Meta = { readonly [key: string]: unknown } | null;

/** Says which suggestion the user accepted. (draft) */
export interface AcceptNesNotification {
  /** The next-edit session. (draft) */
  readonly sessionId: SessionId;
  /** The suggestion, by the id it came with. (draft) */
  readonly id: NesSuggestionId;
  readonly _meta?: Meta;
}

/** AcceptNesNotification as it may arrive: older peers leave `sessionId` out. */
export interface ReceivedAcceptNesNotification extends Omit<AcceptNesNotification, 'sessionId'> {
  /** The next-edit session. (draft) */
  readonly sessionId?: SessionId;
}

/** Says on behalf of which session the agent asks. (draft) */
export interface ActiveDocumentRequest {
  /** The session whose editor is meant. (draft) */
  readonly sessionId: SessionId;
  readonly _meta?: Meta;
}

/** Names the focused document, or says there is none. (draft) */
export interface ActiveDocumentResponse {
  /** The focused document; null when the focus is on no file. (draft) */
  readonly document: WorkspaceDocument | null;
  readonly _meta?: Meta;
}

/** What the agent can do about accounts besides logging in. */
export interface AgentAuthCapabilities {
  /** Present when logout may be called; version 2 decides by authMethods. */
  readonly logout?: Marker | null;
  /** Present when auth/status may be called and updates may arrive. (unstable) */
  readonly status?: Marker | null;
  readonly _meta?: Meta;
}

/** Everything the agent offers; what is left out is unsupported. */
export interface AgentCapabilities {
  /** Whether session/load may be called; only true allows it. Default: `false`. */
  readonly loadSession?: boolean;
  /** The content a prompt may hold; absent means text and resource links. */
  readonly promptCapabilities?: PromptCapabilities;
  /** The transports to MCP servers besides stdio. */
  readonly mcpCapabilities?: McpCapabilities;
  /** The optional session methods; absent means none of them. */
  readonly sessionCapabilities?: SessionCapabilities;
  /** What can be done about accounts; absent means only authenticate. */
  readonly auth?: AgentAuthCapabilities;
  /** Present when the client may configure model providers. (unstable) */
  readonly providers?: Marker | null;
  /** Present when the agent suggests next edits. (draft) */
  readonly nes?: NesCapabilities | null;
  /** How positions are counted; absent and null mean utf-16. (draft) */
  readonly positionEncoding?: PositionEncodingKind | null;
  readonly _meta?: Meta;
}

/** The ways to obtain an agent. */
export interface AgentDistribution {
  /** Archives to download, one for each target. */
  readonly binary?: BinaryDistribution;
  /** A Node package, to be run with `npx`. */
  readonly npx?: PackageDistribution;
  /** A Python package, to be run with `uvx`. */
  readonly uvx?: PackageDistribution;
  readonly _meta?: Meta;
}

/** One agent of the registry, as its `agent.json` describes it. */
export interface AgentManifest {
  /** The unique name, equal to the agent's folder in the registry. */
  readonly id: string;
  /** The name that users see in a list of agents. */
  readonly name: string;
  /** The released version, written as a semantic version. */
  readonly version: string;
  /** What the agent does, in a sentence or two. */
  readonly description: string;
  /** How to obtain the agent and how to start it. */
  readonly distribution: AgentDistribution;
  /** Where the source code is; absent means not stated. */
  readonly repository?: string;
  /** The home page or documentation of the agent. */
  readonly website?: string;
  /** The people or organizations behind the agent. */
  readonly authors?: readonly string[];
  /** An SPDX identifier, or `proprietary`; absent means not stated. */
  readonly license?: string;
  /** Where the license or the terms of use can be read. */
  readonly license_url?: string;
  /** A path or URL of a one-colour SVG of 16 by 16. */
  readonly icon?: string;
  readonly _meta?: Meta;
}

/** The file with all agents that a client downloads. */
export interface AgentRegistry {
  /** The version of the file format, not of any agent. */
  readonly version: string;
  /** Every listed agent; one bad manifest does not spoil the others. */
  readonly agents: readonly AgentManifest[];
  readonly _meta?: Meta;
}

/** Hints about a piece of content that never change what it says. */
export interface Annotations {
  /** The intended readers; absent or null means all. */
  readonly audience?: readonly Role[] | null;
  /** When the content last changed, usually an ISO 8601 time. */
  readonly lastModified?: string | null;
  /** How much it matters; larger is more important. */
  readonly priority?: number | null;
  readonly _meta?: Meta;
}

/** Which session the user wants to put away. (unstable) */
export interface ArchiveSessionRequest {
  /** The session to archive; archiving it twice is fine. (unstable) */
  readonly sessionId: SessionId;
  readonly _meta?: Meta;
}

/** Confirms that the session is in the archive. (unstable) */
export interface ArchiveSessionResponse {
  readonly _meta?: Meta;
}

/** A sound, carried inside the message. */
export interface AudioContent {
  /** The bytes of the sound in base64. */
  readonly data: string;
  /** The format of the sound, such as audio/wav. */
  readonly mimeType: string;
  /** Hints about the sound; absent or null when there are none. */
  readonly annotations?: Annotations | null;
  readonly _meta?: Meta;
}

/** An account to show to the user; never an identifier, never logged. (unstable) */
export interface AuthAccount {
  /** The one line that tells this account from others. (unstable) */
  readonly label: string;
  /** Whether the agent works with this account now; absent means not reported. (unstable) */
  readonly active?: boolean | null;
  /** The name of the person; absent means not reported. (unstable) */
  readonly name?: string | null;
  /** The mail address of the account; absent means not reported. (unstable) */
  readonly email?: string | null;
  /** The organization the account belongs to; absent means not reported. (unstable) */
  readonly organization?: string | null;
  readonly _meta?: Meta;
}

/** Which ways of logging in the client can carry out. */
export interface AuthCapabilities {
  /** Whether the client can run a login program in a terminal. Default: `false`. */
  readonly terminal?: boolean;
  readonly _meta?: Meta;
}

/** Which way to log in the user chose. */
export interface AuthenticateRequest {
  /** The id of an advertised method that is not of type terminal. */
  readonly methodId: AuthMethodId;
  readonly _meta?: Meta;
}

/** Confirms the login; it has no content of its own. */
export interface AuthenticateResponse {
  readonly _meta?: Meta;
}

/** One environment variable that the user is asked to fill in. (draft) */
export interface AuthEnvVar {
  /** The variable the agent reads when it starts. (draft) */
  readonly name: string;
  /** What to call the value in front of the user; absent means its name. (draft) */
  readonly label?: string | null;
  /** Whether the input is masked; only false shows what is typed. Default: `true`. (draft) */
  readonly secret?: boolean;
  /** Whether the user may leave the value empty. Default: `false`. (draft) */
  readonly optional?: boolean;
  readonly _meta?: Meta;
}

/** The variants of AuthMethod by their tag. */
export interface AuthMethodVariants {
  /** The agent does it; version 1 sends this kind without a type. */
  readonly agent: AuthMethodAgent & { readonly type?: 'agent' };
  /** The client starts the agent program in a terminal for it. */
  readonly terminal: AuthMethodTerminal & { readonly type: 'terminal' };
  /** The client restarts the agent with variables the user typed in. (draft) */
  readonly env_var: AuthMethodEnvVar & { readonly type: 'env_var' };
}

/** One way for the user to log in. */
export type AuthMethod = AuthMethodVariants[keyof AuthMethodVariants];

/** A login that the agent carries out by itself once it is asked. */
export interface AuthMethodAgent {
  /** The id to send to authenticate. */
  readonly id: AuthMethodId;
  /** The name of the method, for people to read. */
  readonly name: string;
  /** A longer explanation for the user; absent when there is none. */
  readonly description?: string | null;
  readonly _meta?: Meta;
}

/** A login by environment variables given to a restarted agent. (draft) */
export interface AuthMethodEnvVar {
  /** The id to send to authenticate after the restart. (draft) */
  readonly id: AuthMethodId;
  /** The name of the method, for people to read. (draft) */
  readonly name: string;
  /** A longer explanation for the user; absent when there is none. (draft) */
  readonly description?: string | null;
  /** The variables to collect, in the order to ask for them. (draft) */
  readonly vars: readonly AuthEnvVar[];
  /** A page where the user can obtain the values; absent when there is none. (draft) */
  readonly link?: string | null;
  readonly _meta?: Meta;
}

/** Names one way to log in among those the agent offers. */
export type AuthMethodId = string;

/** A login in a terminal; its id is never sent to the agent. */
export interface AuthMethodTerminal {
  /** The id by which the client remembers the method. */
  readonly id: AuthMethodId;
  /** The name of the method, for people to read. */
  readonly name: string;
  /** A longer explanation for the user; absent when there is none. */
  readonly description?: string | null;
  /** Arguments added after those the agent is normally started with. */
  readonly args?: readonly string[];
  /** Variables set for the login program, over those of the same name. */
  readonly env?: { readonly [key: string]: string };
  readonly _meta?: Meta;
}

/** Whether the agent has what it needs to work for the user. (unstable) */
export type AuthState =
  | 'authenticated'
  | 'unauthenticated'
  | 'not_required'
  | 'unknown'
  | Extension;

/** Asks how things stand; it has no content of its own. (unstable) */
export interface AuthStatusRequest {
  readonly _meta?: Meta;
}

/** How things stand at this moment. (unstable) */
export interface AuthStatusResponse {
  /** Whether the agent has what it needs. (unstable) */
  readonly state: AuthState;
  /** The accounts the agent knows; absent means not reported. (unstable) */
  readonly accounts?: readonly AuthAccount[];
  readonly _meta?: Meta;
}

/** The whole new status, not a difference. (unstable) */
export interface AuthStatusUpdateNotification {
  /** Whether the agent has what it needs. (unstable) */
  readonly state: AuthState;
  /** The accounts the agent knows; absent means not reported. (unstable) */
  readonly accounts?: readonly AuthAccount[];
  readonly _meta?: Meta;
}

/** A command that the user can start with a slash. */
export interface AvailableCommand {
  /** What the user types after the slash. */
  readonly name: string;
  /** What the command does, in one line for people. */
  readonly description: string;
  /** The input it takes; absent or null when it takes none. */
  readonly input?: AvailableCommandInput | null;
  readonly _meta?: Meta;
}

/** The input that a command takes; v1 knows one form only. */
export type AvailableCommandInput = UnstructuredCommandInput;

/** Tells the client which commands exist from now on. */
export interface AvailableCommandsUpdate {
  /** All commands; they replace the earlier list. */
  readonly availableCommands: readonly AvailableCommand[];
  readonly _meta?: Meta;
}

/** Builds by target; there must be one for each of the three operating systems. */
export interface BinaryDistribution {
  /** For macOS on ARM64 processors. */
  readonly 'darwin-aarch64'?: BinaryTarget;
  /** For macOS on x86-64 processors. */
  readonly 'darwin-x86_64'?: BinaryTarget;
  /** For Linux on ARM64 processors. */
  readonly 'linux-aarch64'?: BinaryTarget;
  /** For Linux on x86-64 processors. */
  readonly 'linux-x86_64'?: BinaryTarget;
  /** For Windows on ARM64 processors. */
  readonly 'windows-aarch64'?: BinaryTarget;
  /** For Windows on x86-64 processors. */
  readonly 'windows-x86_64'?: BinaryTarget;
  readonly _meta?: Meta;
}

/** The build of an agent for one operating system and processor. */
export interface BinaryTarget {
  /** Where to download the archive or the bare executable. */
  readonly archive: string;
  /** The checksum of the download in hexadecimal; absent means it cannot be checked. */
  readonly sha256?: string;
  /** The program to start, relative to the unpacked archive. */
  readonly cmd: string;
  /** Arguments for the program; absent means none. */
  readonly args?: readonly string[];
  /** Variables to add to the environment; absent means none. */
  readonly env?: { readonly [key: string]: string };
  readonly _meta?: Meta;
}

/** A resource together with its content as bytes. */
export interface BlobResourceContents {
  /** The address of the resource, usually a file URI. */
  readonly uri: string;
  /** The whole content of the resource in base64. */
  readonly blob: string;
  /** The media type of the bytes; absent or null when unknown. */
  readonly mimeType?: string | null;
  readonly _meta?: Meta;
}

/** Sets an option that is on or off. */
export interface BooleanConfigValue {
  /** Whether the option should be on. */
  readonly value: boolean;
  readonly _meta?: Meta;
}

/** A field that is ticked or not. */
export interface BooleanPropertySchema {
  /** The label of the field; absent or null means use its name. */
  readonly title?: string | null;
  /** A help text; absent or null when not given. */
  readonly description?: string | null;
  /** How the field begins; absent or null leaves it undecided. */
  readonly default?: boolean | null;
  readonly _meta?: Meta;
}

/** Which session is to stop working. */
export interface CancelNotification {
  /** The session; its background work goes on in version 2. */
  readonly sessionId: SessionId;
  readonly _meta?: Meta;
}

/** Names the request that its sender no longer needs. */
export interface CancelRequestNotification {
  /** The id of a request sent earlier by the same side. */
  readonly requestId: RequestId;
  readonly _meta?: Meta;
}

/** Everything the client offers; what is left out is unsupported. */
export interface ClientCapabilities {
  /** Access to files as the editor sees them. */
  readonly fs?: FileSystemCapabilities;
  /** Whether all terminal methods of version 1 may be called. Default: `false`. */
  readonly terminal?: boolean;
  /** Optional session updates; version 2 takes them all for granted. */
  readonly session?: ClientSessionCapabilities | null;
  /** The ways of logging in; absent means none beyond the basic one. */
  readonly auth?: AuthCapabilities;
  /** The questions an agent may ask the user; absent means none. */
  readonly elicitation?: ElicitationCapabilities | null;
  /** Present when child sessions may be announced; version 2 implies it. (unstable) */
  readonly subagents?: Marker | null;
  /** Present when plan_update and plan_removed may be sent; version 2 implies it. (unstable) */
  readonly plan?: Marker | null;
  /** The kinds of edit suggestions the client can show besides plain edits. (draft) */
  readonly nes?: ClientNesCapabilities | null;
  /** How positions may be counted, best first; absent means utf-16. (draft) */
  readonly positionEncodings?: readonly PositionEncodingKind[];
  /** Which questions about open documents the client answers. (draft) */
  readonly workspace?: WorkspaceCapabilities | null;
  readonly _meta?: Meta;
}

/** Which suggestions the client can show, besides edits, which it always can. (draft) */
export interface ClientNesCapabilities {
  /** The client can show a jump; absent or null means never suggest one. (draft) */
  readonly jump?: Marker | null;
  /** The client can rename a symbol; absent or null means never suggest it. (draft) */
  readonly rename?: Marker | null;
  /** The client can search and replace; absent or null means never suggest it. (draft) */
  readonly searchAndReplace?: Marker | null;
  /** The older form: action ids such as `rename`, each with an object. (draft) */
  readonly ideActions?: { readonly [key: string]: unknown } | null;
  readonly _meta?: Meta;
}

/** Which optional session updates the client understands. */
export interface ClientSessionCapabilities {
  /** Present when compaction updates and summary chunks may be sent. */
  readonly compaction?: Marker | null;
  /** The additional config option types; absent means selects only. */
  readonly configOptions?: SessionConfigOptionsCapabilities | null;
  /** Present when notice updates may be sent. */
  readonly notices?: Marker | null;
  readonly _meta?: Meta;
}

/** Says which next-edit session is to end. (draft) */
export interface CloseNesRequest {
  /** The next-edit session, as `nes/start` returned it. (draft) */
  readonly sessionId: SessionId;
  readonly _meta?: Meta;
}

/** Empty: nothing of the session is left running. (draft) */
export interface CloseNesResponse {
  readonly _meta?: Meta;
}

/** Which session the client is done with. */
export interface CloseSessionRequest {
  /** The session to close, whatever it is doing. */
  readonly sessionId: SessionId;
  readonly _meta?: Meta;
}

/** Confirms that work has stopped and resources are free. */
export interface CloseSessionResponse {
  readonly _meta?: Meta;
}

/** Names one compaction of a session; chosen by the agent. */
export type CompactionId = string;

/** How far a compaction has come. */
export type CompactionStatus =
  | 'in_progress'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | Extension;

/** One content block, added to the summary of a running compaction. */
export interface CompactionSummaryChunk {
  /** The compaction, reported before by an update. */
  readonly compactionId: CompactionId;
  /** The block to add to the summary. */
  readonly content: ContentBlock;
  readonly _meta?: Meta;
}

/** Creates or changes the report on one shortening of the context. */
export interface CompactionUpdate {
  /** The compaction; an id seen first fixes its place in the conversation. */
  readonly compactionId: CompactionId;
  /** How far the compaction has come by now. */
  readonly status: CompactionStatus;
  /** Replaces the summary, chunks included; absent changes nothing, null clears. */
  readonly summary?: readonly ContentBlock[] | null;
  /** Why it failed; absent changes nothing, null clears it. */
  readonly error?: string | null;
  readonly _meta?: Meta;
}

/** Which of the URL elicitations is over. */
export interface CompleteElicitationNotification {
  /** The finished elicitation; unknown ids are ignored. */
  readonly elicitationId: ElicitationId;
  readonly _meta?: Meta;
}

/** Sends the client all options again, because something changed. */
export interface ConfigOptionUpdate {
  /** All options; they replace the client's copy. */
  readonly configOptions: readonly SessionConfigOption[];
  readonly _meta?: Meta;
}

/** Says which MCP server the agent wants to reach. (draft) */
export interface ConnectMcpRequest {
  /** The id from the server's declaration. (draft) */
  readonly serverId: McpServerAcpId;
  readonly _meta?: Meta;
}

/** Says that the connection is open and how to address it. (draft) */
export interface ConnectMcpResponse {
  /** A new id for every call, even for the same server. (draft) */
  readonly connectionId: McpConnectionId;
  readonly _meta?: Meta;
}

/** Wraps a content block so that it can stand among tool output. */
export interface Content {
  /** The content block that is wrapped. */
  readonly content: ContentBlock;
  readonly _meta?: Meta;
}

/** The variants of ContentBlock by their tag. */
export interface ContentBlockVariants {
  /** Text, which every agent accepts in a prompt. */
  readonly text: TextContent & { readonly type: 'text' };
  /** A picture; prompts need the image capability. */
  readonly image: ImageContent & { readonly type: 'image' };
  /** A sound; prompts need the audio capability. */
  readonly audio: AudioContent & { readonly type: 'audio' };
  /** A reference, which every agent accepts in a prompt. */
  readonly resource_link: ResourceLink & { readonly type: 'resource_link' };
  /** A resource with its content; prompts need the embeddedContext capability. */
  readonly resource: EmbeddedResource & { readonly type: 'resource' };
}

/** One piece of content, in the shapes that MCP uses too. */
export type ContentBlock = ContentBlockVariants[keyof ContentBlockVariants];

/** One content block, added to the end of a message. */
export interface ContentChunk {
  /** The block to add at the end. */
  readonly content: ContentBlock;
  /** The message; absent and null mean the current one of its kind. */
  readonly messageId?: MessageId | null;
  readonly _meta?: Meta;
}

/** What the session has cost so far. */
export interface Cost {
  /** The sum since the session began. */
  readonly amount: number;
  /** The unit of the amount, usually an ISO 4217 code. */
  readonly currency: string;
  readonly _meta?: Meta;
}

/** The variants of CreateElicitationRequest by their tag. */
export interface CreateElicitationRequestVariants {
  /** By a form inside the client. */
  readonly form: ElicitationFormMode & { readonly mode: 'form' };
  /** By a page in the user's browser. */
  readonly url: ElicitationUrlMode & { readonly mode: 'url' };
}

/** What every CreateElicitationRequest has. */
export interface CreateElicitationRequestBase {
  /** The explanation for the user: what is wanted and why. */
  readonly message: string;
  readonly _meta?: Meta;
}

/** What to ask, and in which way. */
export type CreateElicitationRequest = CreateElicitationRequestBase & (CreateElicitationRequestVariants[keyof CreateElicitationRequestVariants] | (ExtensionVariant<'mode'> & UnknownElicitationMode));

/** The variants of CreateElicitationResponse by their tag. */
export interface CreateElicitationResponseVariants {
  /** The user agreed, and content may follow. */
  readonly accept: ElicitationAcceptAction & { readonly action: 'accept' };
  /** The user said no on purpose. */
  readonly decline: { readonly action: 'decline' } & { readonly _meta?: Meta };
  /** The user closed the question without deciding. */
  readonly cancel: { readonly action: 'cancel' } & { readonly _meta?: Meta };
}

/** What the user decided to do. */
export type CreateElicitationResponse = CreateElicitationResponseVariants[keyof CreateElicitationResponseVariants] | (ExtensionVariant<'action'>);

/** The command to start and its surroundings. */
export interface CreateTerminalRequest {
  /** The session the terminal belongs to. */
  readonly sessionId: SessionId;
  /** The program to start, without its arguments. */
  readonly command: string;
  /** The arguments of the program; absent means none. */
  readonly args?: readonly string[];
  /** Variables to add to its environment; absent means none. */
  readonly env?: readonly EnvVariable[];
  /** The absolute directory to start in; absent or null leaves it to the client. */
  readonly cwd?: string | null;
  /** The most bytes of output to keep; absent or null leaves it to the client. */
  readonly outputByteLimit?: number | null;
  readonly _meta?: Meta;
}

/** The terminal that now runs the command. */
export interface CreateTerminalResponse {
  /** The id to use until the terminal is released. */
  readonly terminalId: TerminalId;
  readonly _meta?: Meta;
}

/** Tells the client that the mode has changed. */
export interface CurrentModeUpdate {
  /** The mode in force from now on. */
  readonly currentModeId: SessionModeId;
  readonly _meta?: Meta;
}

/** Which session to remove from the list. */
export interface DeleteSessionRequest {
  /** The session to remove, open or not. */
  readonly sessionId: SessionId;
  readonly _meta?: Meta;
}

/** Confirms that the session is no longer listed. */
export interface DeleteSessionResponse {
  readonly _meta?: Meta;
}

/** The changes between the last version and this one. (draft) */
export interface DidChangeDocumentNotification {
  /** The next-edit session, as `nes/start` returned it. (draft) */
  readonly sessionId: SessionId;
  /** The document that changed, by its URI. (draft) */
  readonly uri: string;
  /** The version after all these changes, higher than before. (draft) */
  readonly version: number;
  /** The changes in order; one bad entry makes the event invalid. (draft) */
  readonly contentChanges: readonly TextDocumentContentChangeEvent[];
  readonly _meta?: Meta;
}

/** Says which document the editor closed. (draft) */
export interface DidCloseDocumentNotification {
  /** The next-edit session, as `nes/start` returned it. (draft) */
  readonly sessionId: SessionId;
  /** The document that was closed, by its URI. (draft) */
  readonly uri: string;
  readonly _meta?: Meta;
}

/** The document in front of the user and what is visible of it. (draft) */
export interface DidFocusDocumentNotification {
  /** The next-edit session, as `nes/start` returned it. (draft) */
  readonly sessionId: SessionId;
  /** The document that has the focus, by its URI. (draft) */
  readonly uri: string;
  /** The version to which the two positions below refer. (draft) */
  readonly version: number;
  /** Where the cursor is at this moment. (draft) */
  readonly position: Position;
  /** The part of the document that the user can see. (draft) */
  readonly visibleRange: Range;
  readonly _meta?: Meta;
}

/** The document as it is when the editor opens it. (draft) */
export interface DidOpenDocumentNotification {
  /** The next-edit session, as `nes/start` returned it. (draft) */
  readonly sessionId: SessionId;
  /** The document's URI, the same in all later events. (draft) */
  readonly uri: string;
  /** The editor's name for the language, such as `rust`. (draft) */
  readonly languageId: string;
  /** The version of this text; it grows with every change. (draft) */
  readonly version: number;
  /** The whole text, including changes not yet saved. (draft) */
  readonly text: string;
  readonly _meta?: Meta;
}

/** Says which document the editor saved. (draft) */
export interface DidSaveDocumentNotification {
  /** The next-edit session, as `nes/start` returned it. (draft) */
  readonly sessionId: SessionId;
  /** The document that was saved, by its URI. (draft) */
  readonly uri: string;
  readonly _meta?: Meta;
}

/** A change of files: one file in v1, any number in v2. */
export interface Diff {
  /** The absolute path of the changed file. */
  readonly path: string;
  /** The content before; absent or null for a new file. */
  readonly oldText?: string | null;
  /** The content after the change; empty for a deleted file. */
  readonly newText: string;
  /** True when the file is gone rather than empty. (draft) */
  readonly deleted?: boolean;
  readonly _meta?: Meta;
}

/** Which provider the agent should stop using. (unstable) */
export interface DisableProviderRequest {
  /** The provider to disable; an unknown one counts as disabled. (unstable) */
  readonly providerId: ProviderId;
  readonly _meta?: Meta;
}

/** Says that the provider is no longer used. (unstable) */
export interface DisableProviderResponse {
  readonly _meta?: Meta;
}

/** Says which connection is no longer needed. (draft) */
export interface DisconnectMcpRequest {
  /** The connection, as `mcp/connect` returned it. (draft) */
  readonly connectionId: McpConnectionId;
  readonly _meta?: Meta;
}

/** Empty: the connection is closed when this arrives. (draft) */
export interface DisconnectMcpResponse {
  readonly _meta?: Meta;
}

/** The user agreed and, for a form, filled it in. */
export interface ElicitationAcceptAction {
  /** What was entered, by field name; absent or null for a web page. */
  readonly content?: { readonly [key: string]: ElicitationContentValue } | null;
  readonly _meta?: Meta;
}

/** Which kinds of questions to the user the client can show. */
export interface ElicitationCapabilities {
  /** Present when the client can show a form and return its values. */
  readonly form?: Marker | null;
  /** Present when the client can open a web page with consent. */
  readonly url?: Marker | null;
  readonly _meta?: Meta;
}

/** What the user entered in one field. */
export type ElicitationContentValue = string | number | number | boolean | readonly string[];

/** Asks by a form that the client shows; never for secrets. */
export type ElicitationFormMode = {
  /** The form that the client shows to the user. */
  readonly requestedSchema: ElicitationSchema;
  readonly _meta?: Meta;
} & (ElicitationScope);

/** Names one URL elicitation; unique while it is outstanding. */
export type ElicitationId = string;

/** The variants of ElicitationPropertySchema by their tag. */
export interface ElicitationPropertySchemaVariants {
  /** Text, or one choice out of several. */
  readonly string: StringPropertySchema & { readonly type: 'string' };
  /** A number with or without a fraction. */
  readonly number: NumberPropertySchema & { readonly type: 'number' };
  /** A whole number, positive or negative. */
  readonly integer: IntegerPropertySchema & { readonly type: 'integer' };
  /** A tick box or a switch. */
  readonly boolean: BooleanPropertySchema & { readonly type: 'boolean' };
  /** Several choices out of a list. */
  readonly array: MultiSelectPropertySchema & { readonly type: 'array' };
}

/** One field of a form; forms are flat. */
export type ElicitationPropertySchema = ElicitationPropertySchemaVariants[keyof ElicitationPropertySchemaVariants] | (ExtensionVariant<'type'>);

/** Ties a question to a request of the client that still waits. */
export interface ElicitationRequestScope {
  /** The id of the waiting request, for instance an authentication. */
  readonly requestId: RequestId;
  readonly _meta?: Meta;
}

/** A form: its fields and which of them must be filled in. */
export interface ElicitationSchema {
  /** Always object, the only sort of form there is. Default: `"object"`. */
  readonly type?: ElicitationSchemaType;
  /** The heading of the form; absent or null when not given. */
  readonly title?: string | null;
  /** What the form is for; absent or null when not given. */
  readonly description?: string | null;
  /** The fields by name; absent means a form without fields. */
  readonly properties?: { readonly [key: string]: ElicitationPropertySchema };
  /** The names of fields that must be filled in; absent or null means none. */
  readonly required?: readonly string[] | null;
  readonly _meta?: Meta;
}

/** The type of a form, which is always the same. */
export type ElicitationSchemaType =
  | 'object';

/** What a question belongs to; senders give exactly one. */
export type ElicitationScope = ElicitationSessionScope | ElicitationRequestScope;

/** Ties a question to a session. */
export interface ElicitationSessionScope {
  /** The session on whose behalf the agent asks. */
  readonly sessionId: SessionId;
  /** The tool call that asks; absent or null when none does. */
  readonly toolCallId?: ToolCallId | null;
  readonly _meta?: Meta;
}

/** Asks by a web page, opened only with the user's consent. */
export type ElicitationUrlMode = {
  /** The id that elicitation/complete will refer to. */
  readonly elicitationId: ElicitationId;
  /** The page to open; it carries no credentials. */
  readonly url: string;
  readonly _meta?: Meta;
} & (ElicitationScope);

/** A resource whose content travels with the message. */
export interface EmbeddedResource {
  /** The resource, its address and its content. */
  readonly resource: EmbeddedResourceResource;
  /** Hints about the resource; absent or null when there are none. */
  readonly annotations?: Annotations | null;
  readonly _meta?: Meta;
}

/** The content of an embedded resource, told apart by its fields. */
export type EmbeddedResourceResource = TextResourceContents | BlobResourceContents;

/** A value that the user can choose, with a label. */
export interface EnumOption {
  /** The value to send back when it is chosen. */
  readonly const: string;
  /** The label to show for the value. */
  readonly title: string;
  /** More about the value; absent or null when not given. */
  readonly description?: string | null;
  readonly _meta?: Meta;
}

/** One environment variable for a program that is started. */
export interface EnvVariable {
  /** The name of the variable, as the program reads it. */
  readonly name: string;
  /** The value, which may be secret and is never logged. */
  readonly value: string;
  readonly _meta?: Meta;
}

/** Says why a request failed; it stands in place of a result. */
export interface Error {
  /** The kind of error, for programs to decide on. */
  readonly code: ErrorCode;
  /** One short sentence about the error, for people to read. */
  readonly message: string;
  /** Further details in any form; absent when there are none. */
  readonly data?: unknown;
  readonly _meta?: Meta;
}

/** Says what kind of error happened; codes unknown to us are kept as numbers. */
export type ErrorCode = number;

/** What is added when work ended because something failed. (unstable) */
export interface ErrorStopReason {
  /** What failed; absent and null mean no details are given. (unstable) */
  readonly error?: Error | null;
  readonly _meta?: Meta;
}

/** Which file requests the client answers. */
export interface FileSystemCapabilities {
  /** Whether fs/read_text_file may be called; only true allows it. Default: `false`. */
  readonly readTextFile?: boolean;
  /** Whether fs/write_text_file may be called; only true allows it. Default: `false`. */
  readonly writeTextFile?: boolean;
  readonly _meta?: Meta;
}

/** Which session to copy and where the copy works. (unstable) */
export interface ForkSessionRequest {
  /** The session to copy; it stays as it is. (unstable) */
  readonly sessionId: SessionId;
  /** The working directory of the copy, an absolute path. (unstable) */
  readonly cwd: string;
  /** Further roots of the copy; absent means none, null is refused. (unstable) */
  readonly additionalDirectories?: readonly string[];
  /** The MCP servers of the copy; absent means none. (unstable) */
  readonly mcpServers?: readonly McpServer[];
  /** Instructions for the copy; absent and null leave the agent's own. (unstable) */
  readonly systemPrompt?: SystemPrompt | null;
  readonly _meta?: Meta;
}

/** The copy, ready for a prompt of its own. (unstable) */
export interface ForkSessionResponse {
  /** The id of the copy, different from the original's. (unstable) */
  readonly sessionId: SessionId;
  /** The modes of the copy; absent and null mean it has none. (unstable) */
  readonly modes?: SessionModeState | null;
  /** The settings of the copy; absent and null mean it has none. (unstable) */
  readonly configOptions?: readonly SessionConfigOption[] | null;
  readonly _meta?: Meta;
}

/** One header sent with every request to an MCP server. */
export interface HttpHeader {
  /** The name of the header; upper and lower case are alike. */
  readonly name: string;
  /** The value, which may be secret and is never logged. */
  readonly value: string;
  readonly _meta?: Meta;
}

/** Sets a select option; v1 sends it without its type. */
export interface IdConfigValue {
  /** The value to put in force. */
  readonly value: SessionConfigValueId;
  readonly _meta?: Meta;
}

/** The variants of IdleStateUpdate by their tag. */
export interface IdleStateUpdateVariants {
  /** The agent finished what it had to do. (unstable) */
  readonly end_turn: { readonly stopReason: 'end_turn' } & { readonly _meta?: Meta };
  /** The model reached its limit of tokens. (unstable) */
  readonly max_tokens: { readonly stopReason: 'max_tokens' } & { readonly _meta?: Meta };
  /** The work reached its limit of model requests. (unstable) */
  readonly max_turn_requests: { readonly stopReason: 'max_turn_requests' } & { readonly _meta?: Meta };
  /** The agent declined to go on with it. (unstable) */
  readonly refusal: { readonly stopReason: 'refusal' } & { readonly _meta?: Meta };
  /** The client cancelled the work; an abort is never reported as an error. (unstable) */
  readonly cancelled: { readonly stopReason: 'cancelled' } & { readonly _meta?: Meta };
  /** Something failed after the prompt was taken in. (unstable) */
  readonly error: ErrorStopReason & { readonly stopReason: 'error' };
}

/** What every IdleStateUpdate has. */
export interface IdleStateUpdateBase {
  /** The tokens the work used; absent and null mean not reported. (unstable) */
  readonly usage?: Usage | null;
  readonly _meta?: Meta;
}

/** No foreground work; without a stop reason it does not say why. (unstable) */
export type IdleStateUpdate = IdleStateUpdateBase & (IdleStateUpdateVariants[keyof IdleStateUpdateVariants] | { readonly stopReason?: null; readonly _meta?: Meta } | (ExtensionVariant<'stopReason'>));

/** A picture, carried inside the message. */
export interface ImageContent {
  /** The bytes of the picture in base64. */
  readonly data: string;
  /** The format of the picture, such as image/png. */
  readonly mimeType: string;
  /** Where the picture came from; absent or null when unknown. */
  readonly uri?: string | null;
  /** Hints about the picture; absent or null when there are none. */
  readonly annotations?: Annotations | null;
  readonly _meta?: Meta;
}

/** Names the program at one end of the connection. */
export interface Implementation {
  /** The name for programs; shown only when there is no title. */
  readonly name: string;
  /** The name for people; absent and null mean that name is shown. */
  readonly title?: string | null;
  /** The release of the program, in its own numbering. */
  readonly version: string;
  readonly _meta?: Meta;
}

/** What the client is and what it can do. */
export interface InitializeRequest {
  /** The newest version the client speaks. */
  readonly protocolVersion: ProtocolVersion;
  /** The program that acts as the client; absent means it stays unnamed. */
  readonly clientInfo?: Implementation | null;
  /** What the client offers; absent means nothing optional. */
  readonly clientCapabilities?: ClientCapabilities;
  readonly _meta?: Meta;
}

/** What the agent is and which version now holds. */
export interface InitializeResponse {
  /** The version spoken from now on; a client without it disconnects. */
  readonly protocolVersion: ProtocolVersion;
  /** The program that acts as the agent; absent means it stays unnamed. */
  readonly agentInfo?: Implementation | null;
  /** What the agent offers; absent means nothing optional. */
  readonly agentCapabilities?: AgentCapabilities;
  /** The ways to log in; absent and empty mean no login exists. */
  readonly authMethods?: readonly AuthMethod[];
  readonly _meta?: Meta;
}

/** A field for a whole number. */
export interface IntegerPropertySchema {
  /** The label of the field; absent or null means use its name. */
  readonly title?: string | null;
  /** A help text; absent or null when not given. */
  readonly description?: string | null;
  /** The smallest number allowed; absent or null means no minimum. */
  readonly minimum?: number | null;
  /** The largest number allowed; absent or null means no maximum. */
  readonly maximum?: number | null;
  /** The number to begin with; absent or null begins empty. */
  readonly default?: number | null;
  readonly _meta?: Meta;
}

/** The response to a request that failed. */
export interface JsonRpcFailure {
  /** The version of JSON-RPC, the same in every message. */
  readonly jsonrpc: '2.0';
  /** The id of the failed request; null when it could not be read. */
  readonly id: RequestId;
  /** What went wrong while the request was handled. */
  readonly error: Error;
  readonly _meta?: Meta;
}

/** A message that is never answered, not even with an error. */
export interface JsonRpcNotification {
  /** The version of JSON-RPC, the same in every message. */
  readonly jsonrpc: '2.0';
  /** The event that is reported; unknown ones are ignored. */
  readonly method: string;
  /** What is reported; its shape depends on the method. */
  readonly params?: unknown;
  readonly _meta?: Meta;
}

/** A message that asks for something and waits for exactly one response. */
export interface JsonRpcRequest {
  /** The version of JSON-RPC, the same in every message. */
  readonly jsonrpc: '2.0';
  /** The id that the response repeats unchanged. */
  readonly id: RequestId;
  /** The method to call; names beginning with an underscore are custom. */
  readonly method: string;
  /** What the method is given; its shape depends on the method. */
  readonly params?: unknown;
  readonly _meta?: Meta;
}

/** The response to a request that succeeded. */
export interface JsonRpcResult {
  /** The version of JSON-RPC, the same in every message. */
  readonly jsonrpc: '2.0';
  /** The id of the request that this answers. */
  readonly id: RequestId;
  /** What the method returns; must be present, even if only null. */
  readonly result: unknown;
  readonly _meta?: Meta;
}

/** Which terminal's command to end at once. */
export interface KillTerminalRequest {
  /** The session the terminal belongs to. */
  readonly sessionId: SessionId;
  /** The terminal whose command to end. */
  readonly terminalId: TerminalId;
  readonly _meta?: Meta;
}

/** Says that the command has been told to end. */
export interface KillTerminalResponse {
  readonly _meta?: Meta;
}

/** Asks for every provider; it has no fields. (unstable) */
export interface ListProvidersRequest {
  readonly _meta?: Meta;
}

/** Every provider that the agent knows. (unstable) */
export interface ListProvidersResponse {
  /** All providers with their current configuration. (unstable) */
  readonly providers: readonly ProviderInfo[];
  readonly _meta?: Meta;
}

/** Which sessions to list and where to go on. */
export interface ListSessionsRequest {
  /** Only sessions of this working directory; absent and null mean all. */
  readonly cwd?: string | null;
  /** The nextCursor of the page before; absent and null mean the first page. */
  readonly cursor?: string | null;
  /** How to treat archived sessions; absent and null mean exclude. (unstable) */
  readonly archived?: SessionArchiveFilter | null;
  readonly _meta?: Meta;
}

/** One page of the list, in the agent's order. */
export interface ListSessionsResponse {
  /** The sessions of this page; empty when none match. */
  readonly sessions: readonly SessionInfo[];
  /** Leads to the next page; absent and null mean this is the last. */
  readonly nextCursor?: string | null;
  readonly _meta?: Meta;
}

/** The interface that a model service speaks. (unstable) */
export type LlmProtocol =
  | 'anthropic'
  | 'openai'
  | 'azure'
  | 'vertex'
  | 'bedrock'
  | Extension;

/** Which session to open and what to connect it to. */
export interface LoadSessionRequest {
  /** The session to open, as listed or remembered. */
  readonly sessionId: SessionId;
  /** The working directory, an absolute path and the base of relative ones. */
  readonly cwd: string;
  /** Further roots, absolute paths; absent means none, null is refused. */
  readonly additionalDirectories?: readonly string[];
  /** The MCP servers to connect to; an empty list for none. */
  readonly mcpServers: readonly McpServer[];
  /** Instructions for the session; absent and null leave the agent's own. (unstable) */
  readonly systemPrompt?: SystemPrompt | null;
  readonly _meta?: Meta;
}

/** Sent after the last update of the old conversation. */
export interface LoadSessionResponse {
  /** The modes of the session; absent and null mean it has none. */
  readonly modes?: SessionModeState | null;
  /** The settings of the session; absent and null mean it has none. */
  readonly configOptions?: readonly SessionConfigOption[] | null;
  readonly _meta?: Meta;
}

/** Asks to forget the credentials; it has no content of its own. */
export interface LogoutRequest {
  readonly _meta?: Meta;
}

/** Confirms that the credentials are forgotten; it has no content. */
export interface LogoutResponse {
  readonly _meta?: Meta;
}

/** Says by being present that something is supported; absent and null mean unsupported. */
export interface Marker {
  readonly _meta?: Meta;
}

/** Which transports to MCP servers the agent can use. */
export interface McpCapabilities {
  /** Whether servers may be reached over HTTP; only true allows it. Default: `false`. */
  readonly http?: boolean;
  /** Whether servers may use the older event stream transport. Default: `false`. */
  readonly sse?: boolean;
  /** Whether the client may offer servers over this same connection. Default: `false`. (unstable) */
  readonly acp?: boolean;
  readonly _meta?: Meta;
}

/** Names one open connection to an MCP server, never the server itself. (draft) */
export type McpConnectionId = string;

/** An inner MCP message on a connection that `mcp/connect` opened. (draft) */
export interface McpConnectionMessage {
  /** The open connection; having this field is what marks the form. (draft) */
  readonly connectionId: McpConnectionId;
  /** The inner MCP method, for example `tools/list`. (draft) */
  readonly method: string;
  /** The inner MCP params; absent and null both mean none. (draft) */
  readonly params?: { readonly [key: string]: unknown } | null;
  readonly _meta?: Meta;
}

/** A failure that the MCP server reports, not a failure of the carrier. (unstable) */
export interface McpError {
  /** The error code exactly as the MCP server gave it. (unstable) */
  readonly code: number;
  /** The error text exactly as the MCP server gave it. (unstable) */
  readonly message: string;
  /** Whatever else the MCP server said about the failure. (unstable) */
  readonly data?: unknown;
  readonly _meta?: Meta;
}

/** What comes back when the MCP server failed; the ACP request itself succeeds. (unstable) */
export interface McpInnerError {
  /** The MCP error, which is never sent as the ACP error. (unstable) */
  readonly error: McpError;
  readonly _meta?: Meta;
}

/** What comes back when the MCP server succeeded. (unstable) */
export interface McpInnerResult {
  /** The MCP result; it must be there, and null counts as one. (unstable) */
  readonly result: unknown;
  readonly _meta?: Meta;
}

/** The two forms of `mcp/message`: by request id, or by connection. (unstable) */
export type McpMessageParams = MessageMcpRequest | McpConnectionMessage;

/** A `MessageMcpResponse`, or on a connection the bare result of the MCP server. (unstable) */
export type McpMessageResult = unknown;

/** Names one inner MCP request for as long as it runs. (unstable) */
export type McpRequestId = string;

/** The variants of McpServer by their tag. */
export interface McpServerVariants {
  /** A program to start; version 1 sends this kind without a type. */
  readonly stdio: McpServerStdio & { readonly type?: 'stdio' };
  /** An HTTP address; needs the http capability. */
  readonly http: McpServerHttp & { readonly type: 'http' };
  /** An event stream address; needs the sse capability. */
  readonly sse: McpServerSse & { readonly type: 'sse' };
  /** A server on the client's side; needs the acp capability. (unstable) */
  readonly acp: McpServerAcp & { readonly type: 'acp' };
}

/** A server whose tools the agent is to use in a session. */
export type McpServer = McpServerVariants[keyof McpServerVariants];

/** An MCP server that the client itself offers over this connection. (unstable) */
export interface McpServerAcp {
  /** A name for the server, for people to read. (unstable) */
  readonly name: string;
  /** The id used in mcp methods, unique on the connection. (unstable) */
  readonly serverId: McpServerAcpId;
  readonly _meta?: Meta;
}

/** Names one MCP server; the side that provides it invents the name. (unstable) */
export type McpServerAcpId = string;

/** An MCP server that the agent reaches over HTTP. */
export interface McpServerHttp {
  /** A name for the server, for people to read. */
  readonly name: string;
  /** The address of the server, a complete URL. */
  readonly url: string;
  /** The headers to send; an empty list for none. */
  readonly headers: readonly HttpHeader[];
  readonly _meta?: Meta;
}

/** An MCP server behind the older transport of server-sent events. */
export interface McpServerSse {
  /** A name for the server, for people to read. */
  readonly name: string;
  /** The address of the event stream. */
  readonly url: string;
  /** The headers to send; an empty list for none. */
  readonly headers: readonly HttpHeader[];
  readonly _meta?: Meta;
}

/** An MCP server that the agent starts as a program. */
export interface McpServerStdio {
  /** A name for the server, for people to read. */
  readonly name: string;
  /** The program to start, as an absolute path. */
  readonly command: string;
  /** The arguments of the program; an empty list for none. */
  readonly args: readonly string[];
  /** The variables to set; an empty list for none. */
  readonly env: readonly EnvVariable[];
  readonly _meta?: Meta;
}

/** Names one message of a session; only agents create them. */
export type MessageId = string;

/** An inner MCP request, or a notification about one that is still running. (unstable) */
export interface MessageMcpRequest {
  /** The MCP server that is asked, or that is speaking. (unstable) */
  readonly serverId: McpServerAcpId;
  /** The inner request; a notification carries the id of the request it is about. (unstable) */
  readonly requestId: McpRequestId;
  /** The inner MCP method, for example `tools/call`. (unstable) */
  readonly method: string;
  /** The inner MCP params; absent and null both mean none. (unstable) */
  readonly params?: { readonly [key: string]: unknown } | null;
  readonly _meta?: Meta;
}

/** The answer to a `MessageMcpRequest`; if a peer sends both members, `result` counts. (unstable) */
export type MessageMcpResponse = McpInnerResult | McpInnerError;

/** The variants of MultiSelectItems by their tag. */
export interface MultiSelectItemsVariants {
  /** Plain values, which serve as their own labels. */
  readonly string: StringMultiSelectItems & { readonly type: 'string' };
  /** Values with labels; this form has no type. */
  readonly untagged: TitledMultiSelectItems & { readonly type?: never };
}

/** The values that a multiple choice offers. */
export type MultiSelectItems = MultiSelectItemsVariants[keyof MultiSelectItemsVariants] | (ExtensionVariant<'type'>);

/** A field in which several values can be chosen. */
export interface MultiSelectPropertySchema {
  /** The label of the field; absent or null means use its name. */
  readonly title?: string | null;
  /** A help text; absent or null when not given. */
  readonly description?: string | null;
  /** The fewest values to choose; absent or null means no minimum. */
  readonly minItems?: number | null;
  /** The most values to choose; absent or null means no maximum. */
  readonly maxItems?: number | null;
  /** The values that the user can choose from. */
  readonly items: MultiSelectItems;
  /** The values chosen at first; absent or null means none. */
  readonly default?: readonly string[] | null;
  readonly _meta?: Meta;
}

/** States that the agent suggests edits, and what it wants to know. (draft) */
export interface NesCapabilities {
  /** What the agent wants to hear as it happens; absent or null means nothing. (draft) */
  readonly events?: NesEventCapabilities | null;
  /** What the agent wants with each request; absent or null means nothing. (draft) */
  readonly context?: NesContextCapabilities | null;
  readonly _meta?: Meta;
}

/** The context that the agent wants with each request; nothing else is sent. (draft) */
export interface NesContextCapabilities {
  /** The agent wants recently used files; absent or null means it does not. (draft) */
  readonly recentFiles?: NesRecentFilesCapabilities | null;
  /** The agent wants related pieces of code; absent or null means it does not. (draft) */
  readonly relatedSnippets?: Marker | null;
  /** The agent wants the latest edits; absent or null means it does not. (draft) */
  readonly editHistory?: NesEditHistoryCapabilities | null;
  /** The agent wants the user's latest actions; absent or null means it does not. (draft) */
  readonly userActions?: NesUserActionsCapabilities | null;
  /** The agent wants the list of open files; absent or null means it does not. (draft) */
  readonly openFiles?: Marker | null;
  /** The agent wants the known problems; absent or null means it does not. (draft) */
  readonly diagnostics?: Marker | null;
  readonly _meta?: Meta;
}

/** A problem that the editor knows about. (draft) */
export interface NesDiagnostic {
  /** The file that has the problem, as a URI. (draft) */
  readonly uri: string;
  /** The piece of text the problem is about. (draft) */
  readonly range: Range;
  /** How serious the problem is to its reporter. (draft) */
  readonly severity: NesDiagnosticSeverity;
  /** What the problem is, as shown to the user. (draft) */
  readonly message: string;
  readonly _meta?: Meta;
}

/** How serious a problem in a document is. (draft) */
export type NesDiagnosticSeverity =
  | 'error'
  | 'warning'
  | 'information'
  | 'hint';

/** The changes between the last version and this one. (draft) */
export interface NesDidChangeNotification {
  /** Absent means the only next-edit session, else the latest. (draft) */
  readonly sessionId?: SessionId;
  /** The document that changed, by its URI. (draft) */
  readonly uri: string;
  /** The version after all these changes, higher than before. (draft) */
  readonly version: number;
  /** The changes in order; one bad entry makes the event invalid. (draft) */
  readonly contentChanges: readonly TextDocumentContentChangeEvent[];
  readonly _meta?: Meta;
}

/** Says which document the editor closed. (draft) */
export interface NesDidCloseNotification {
  /** Absent means the only next-edit session, else the latest. (draft) */
  readonly sessionId?: SessionId;
  /** The document that was closed, by its URI. (draft) */
  readonly uri: string;
  readonly _meta?: Meta;
}

/** The document in front of the user and what is visible of it. (draft) */
export interface NesDidFocusNotification {
  /** Absent means the only next-edit session, else the latest. (draft) */
  readonly sessionId?: SessionId;
  /** The document that has the focus, by its URI. (draft) */
  readonly uri: string;
  /** The version to which the two positions below refer. (draft) */
  readonly version: number;
  /** Where the cursor is at this moment. (draft) */
  readonly position: Position;
  /** The part of the document that the user can see. (draft) */
  readonly visibleRange: Range;
  readonly _meta?: Meta;
}

/** The document as it is when the editor opens it. (draft) */
export interface NesDidOpenNotification {
  /** Absent means the only next-edit session, else the latest. (draft) */
  readonly sessionId?: SessionId;
  /** The document's URI, the same in all later events. (draft) */
  readonly uri: string;
  /** The editor's name for the language, such as `rust`. (draft) */
  readonly languageId: string;
  /** The version of this text; it grows with every change. (draft) */
  readonly version: number;
  /** The whole text, including changes not yet saved. (draft) */
  readonly text: string;
  readonly _meta?: Meta;
}

/** Says which document the editor saved. (draft) */
export interface NesDidSaveNotification {
  /** Absent means the only next-edit session, else the latest. (draft) */
  readonly sessionId?: SessionId;
  /** The document that was saved, by its URI. (draft) */
  readonly uri: string;
  readonly _meta?: Meta;
}

/** States that the agent wants change events, and in which form. (draft) */
export interface NesDocumentDidChangeCapabilities {
  /** Whether an event carries the whole text or only the changes. (draft) */
  readonly syncKind: TextDocumentSyncKind;
  readonly _meta?: Meta;
}

/** The document events that the agent wants; others are not sent. (draft) */
export interface NesDocumentEventCapabilities {
  /** The agent wants `document/didOpen`; absent or null means it does not. (draft) */
  readonly didOpen?: Marker | null;
  /** The agent wants `document/didChange`; absent or null means it does not. (draft) */
  readonly didChange?: NesDocumentDidChangeCapabilities | null;
  /** The agent wants `document/didClose`; absent or null means it does not. (draft) */
  readonly didClose?: Marker | null;
  /** The agent wants `document/didSave`; absent or null means it does not. (draft) */
  readonly didSave?: Marker | null;
  /** The agent wants `document/didFocus`; absent or null means it does not. (draft) */
  readonly didFocus?: Marker | null;
  readonly _meta?: Meta;
}

/** States that the agent wants the latest edits. (draft) */
export interface NesEditHistoryCapabilities {
  /** The most edits per request; absent or null sets no limit. (draft) */
  readonly maxCount?: number | null;
  readonly _meta?: Meta;
}

/** One edit that the user made before the request. (draft) */
export interface NesEditHistoryEntry {
  /** The file that was edited, as a URI. (draft) */
  readonly uri: string;
  /** The edit as a unified diff; headers may be missing. (draft) */
  readonly diff: string;
  readonly _meta?: Meta;
}

/** Proposes to change the text of one document. (draft) */
export interface NesEditSuggestion {
  /** The id to accept or reject it by. (draft) */
  readonly id: NesSuggestionId;
  /** The document to change, not always the one asked about. (draft) */
  readonly uri: string;
  /** The replacements to make together; they do not overlap. (draft) */
  readonly edits: readonly NesTextEdit[];
  /** Where the cursor goes afterwards; absent or null leaves it to the client. (draft) */
  readonly cursorPosition?: Position | null;
  readonly _meta?: Meta;
}

/** The events that the agent wants, by what they are about. (draft) */
export interface NesEventCapabilities {
  /** The events about documents; absent or null means none. (draft) */
  readonly document?: NesDocumentEventCapabilities | null;
  readonly _meta?: Meta;
}

/** Some consecutive lines of a file, with their place. (draft) */
export interface NesExcerpt {
  /** The first line of the excerpt, counted from zero. (draft) */
  readonly startLine: number;
  /** The last line, counted from zero and included. (draft) */
  readonly endLine: number;
  /** The text of these lines, with their line ends. (draft) */
  readonly text: string;
  readonly _meta?: Meta;
}

/** Proposes to move the cursor to another place. (draft) */
export interface NesJumpSuggestion {
  /** The id to accept or reject it by. (draft) */
  readonly id: NesSuggestionId;
  /** The document to go to, possibly one not open yet. (draft) */
  readonly uri: string;
  /** The place in that document to go to. (draft) */
  readonly position: Position;
  readonly _meta?: Meta;
}

/** A file that is open in the editor. (draft) */
export interface NesOpenFile {
  /** Which file it is, as a URI. (draft) */
  readonly uri: string;
  /** The editor's name for the language, such as `rust`. (draft) */
  readonly languageId: string;
  /** The part on the screen; absent or null when the file is hidden. (draft) */
  readonly visibleRange?: Range | null;
  /** When the file last had the focus, in milliseconds since 1970. (draft) */
  readonly lastFocusedMs?: number | null;
  readonly _meta?: Meta;
}

/** A file the user had to do with shortly before. (draft) */
export interface NesRecentFile {
  /** Which file it is, as a URI. (draft) */
  readonly uri: string;
  /** The editor's name for the language, such as `rust`. (draft) */
  readonly languageId: string;
  /** The whole text of the file as the editor has it. (draft) */
  readonly text: string;
  readonly _meta?: Meta;
}

/** States that the agent wants the recently used files. (draft) */
export interface NesRecentFilesCapabilities {
  /** The most files per request; absent or null sets no limit. (draft) */
  readonly maxCount?: number | null;
  readonly _meta?: Meta;
}

/** What became of a suggestion that was not accepted. (draft) */
export type NesRejectReason =
  | 'rejected'
  | 'ignored'
  | 'replaced'
  | 'cancelled';

/** Parts of one file that have to do with the code at the cursor. (draft) */
export interface NesRelatedSnippet {
  /** The file the excerpts are from, as a URI. (draft) */
  readonly uri: string;
  /** The parts of the file that matter here. (draft) */
  readonly excerpts: readonly NesExcerpt[];
  readonly _meta?: Meta;
}

/** Proposes to rename a symbol wherever it is used. (draft) */
export interface NesRenameSuggestion {
  /** The id to accept or reject it by. (draft) */
  readonly id: NesSuggestionId;
  /** A document in which the symbol occurs, as a URI. (draft) */
  readonly uri: string;
  /** An occurrence of the symbol in that document. (draft) */
  readonly position: Position;
  /** What the symbol is called after the renaming. (draft) */
  readonly newName: string;
  readonly _meta?: Meta;
}

/** The repository that the workspace belongs to, for agents with an index. (draft) */
export interface NesRepository {
  /** The repository's name without its owner. (draft) */
  readonly name: string;
  /** The user or organization that the repository belongs to. (draft) */
  readonly owner: string;
  /** The address from which the repository can be cloned. (draft) */
  readonly remoteUrl: string;
  readonly _meta?: Meta;
}

/** Proposes to replace a text wherever it is found. (draft) */
export interface NesSearchAndReplaceSuggestion {
  /** The id to accept or reject it by. (draft) */
  readonly id: NesSuggestionId;
  /** The file to search, or a folder to search all its files. (draft) */
  readonly uri: string;
  /** The text or the regular expression to look for. (draft) */
  readonly search: string;
  /** The text that takes the place of each match. (draft) */
  readonly replace: string;
  /** True if `search` is a regular expression, false and null if it is plain text. Default: `false`. (draft) */
  readonly isRegex?: boolean | null;
  readonly _meta?: Meta;
}

/** What the client knows beyond the document; each part only if the agent wants it. (draft) */
export interface NesSuggestContext {
  /** Files used lately; absent and null both mean not sent. (draft) */
  readonly recentFiles?: readonly NesRecentFile[] | null;
  /** Code from elsewhere that is related; absent and null both mean not sent. (draft) */
  readonly relatedSnippets?: readonly NesRelatedSnippet[] | null;
  /** The latest edits of the user; absent and null both mean not sent. (draft) */
  readonly editHistory?: readonly NesEditHistoryEntry[] | null;
  /** The latest actions of the user; absent and null both mean not sent. (draft) */
  readonly userActions?: readonly NesUserAction[] | null;
  /** The files open in the editor; absent and null both mean not sent. (draft) */
  readonly openFiles?: readonly NesOpenFile[] | null;
  /** The problems known to the editor; absent and null both mean not sent. (draft) */
  readonly diagnostics?: readonly NesDiagnostic[] | null;
  readonly _meta?: Meta;
}

/** The variants of NesSuggestion by their tag. */
export interface NesSuggestionVariants {
  /** Changes text; every client can show this kind. (draft) */
  readonly edit: NesEditSuggestion & { readonly kind: 'edit' };
  /** Moves the cursor; only if the client advertises `jump`. (draft) */
  readonly jump: NesJumpSuggestion & { readonly kind: 'jump' };
  /** Renames a symbol; only if the client advertises `rename`. (draft) */
  readonly rename: NesRenameSuggestion & { readonly kind: 'rename' };
  /** Replaces matches; only if the client advertises `searchAndReplace`. (draft) */
  readonly searchAndReplace: NesSearchAndReplaceSuggestion & { readonly kind: 'searchAndReplace' };
}

/** One thing the user may want to do next. (draft) */
export type NesSuggestion = NesSuggestionVariants[keyof NesSuggestionVariants];

/** Names one suggestion, so that the client can accept or reject it. (draft) */
export type NesSuggestionId = string;

/** One replacement within a suggested edit. (draft) */
export interface NesTextEdit {
  /** What is replaced, in the document as it was when asked. (draft) */
  readonly range: Range;
  /** What stands there afterwards; empty to delete the range. (draft) */
  readonly newText: string;
  readonly _meta?: Meta;
}

/** What made the client ask for suggestions. (draft) */
export type NesTriggerKind =
  | 'automatic'
  | 'diagnostic'
  | 'manual';

/** One thing the user did in the editor. (draft) */
export interface NesUserAction {
  /** What was done, such as `insertChar`; any other word may come. (draft) */
  readonly action: string;
  /** The file in which it was done, as a URI. (draft) */
  readonly uri: string;
  /** Where in the file it was done. (draft) */
  readonly position: Position;
  /** When it was done, in milliseconds since 1970. (draft) */
  readonly timestampMs: number;
  readonly _meta?: Meta;
}

/** States that the agent wants the latest actions of the user. (draft) */
export interface NesUserActionsCapabilities {
  /** The most actions per request; absent or null sets no limit. (draft) */
  readonly maxCount?: number | null;
  readonly _meta?: Meta;
}

/** Where the new session works and with what. */
export interface NewSessionRequest {
  /** The working directory, an absolute path and the base of relative ones. */
  readonly cwd: string;
  /** Further roots, absolute paths; absent means none, null is refused. */
  readonly additionalDirectories?: readonly string[];
  /** The MCP servers to connect to; an empty list for none. */
  readonly mcpServers: readonly McpServer[];
  /** Instructions for the session; absent and null leave the agent's own. (unstable) */
  readonly systemPrompt?: SystemPrompt | null;
  readonly _meta?: Meta;
}

/** The new session, ready for a prompt. */
export interface NewSessionResponse {
  /** The id that every later message about the session carries. */
  readonly sessionId: SessionId;
  /** The modes of the session; absent and null mean it has none. */
  readonly modes?: SessionModeState | null;
  /** The settings of the session; absent and null mean it has none. */
  readonly configOptions?: readonly SessionConfigOption[] | null;
  readonly _meta?: Meta;
}

/** A message to the user beside the conversation, never replayed. */
export interface Notice {
  /** How much attention it asks for. */
  readonly severity: NoticeSeverity;
  /** The notice in one line, never empty. */
  readonly title: string;
  /** Further explanation; absent and null mean there is none. */
  readonly description?: string | null;
  readonly _meta?: Meta;
}

/** How much attention a notice asks for. */
export type NoticeSeverity =
  | 'info'
  | 'warning'
  | 'error'
  | Extension;

/** A field for a number, with or without a fraction. */
export interface NumberPropertySchema {
  /** The label of the field; absent or null means use its name. */
  readonly title?: string | null;
  /** A help text; absent or null when not given. */
  readonly description?: string | null;
  /** The smallest number allowed; absent or null means no minimum. */
  readonly minimum?: number | null;
  /** The largest number allowed; absent or null means no maximum. */
  readonly maximum?: number | null;
  /** The number to begin with; absent or null begins empty. */
  readonly default?: number | null;
  readonly _meta?: Meta;
}

/** Says on behalf of which session the agent asks. (draft) */
export interface OpenDocumentsRequest {
  /** The session whose editor is meant. (draft) */
  readonly sessionId: SessionId;
  readonly _meta?: Meta;
}

/** Lists the open documents, in no promised order. (draft) */
export interface OpenDocumentsResponse {
  /** The open documents; empty when none is backed by a file. (draft) */
  readonly documents: readonly WorkspaceDocument[];
  readonly _meta?: Meta;
}

/** A package that a package runner fetches and starts. */
export interface PackageDistribution {
  /** The package name, with a version if the runner should pin one. */
  readonly package: string;
  /** Arguments for the package's program; absent means none. */
  readonly args?: readonly string[];
  /** Variables to add to the environment; absent means none. */
  readonly env?: { readonly [key: string]: string };
  readonly _meta?: Meta;
}

/** One answer that the user can choose. */
export interface PermissionOption {
  /** The id to send back when this answer is chosen. */
  readonly optionId: PermissionOptionId;
  /** The label of the button or menu entry. */
  readonly name: string;
  /** Whether the answer allows or rejects, and for how long. */
  readonly kind: PermissionOptionKind;
  readonly _meta?: Meta;
}

/** Names one answer; unique within its request. */
export type PermissionOptionId = string;

/** What choosing an option means, for icons, order and policies. */
export type PermissionOptionKind =
  | 'allow_once'
  | 'allow_always'
  | 'reject_once'
  | 'reject_always';

/** The only plan of a v1 session; each one replaces the last. */
export interface Plan {
  /** All steps in order, finished ones included. */
  readonly entries: readonly PlanEntry[];
  readonly _meta?: Meta;
}

/** One step that the agent intends to take. */
export interface PlanEntry {
  /** What the step is about, in words for people. */
  readonly content: string;
  /** How much the step matters for the whole. */
  readonly priority: PlanEntryPriority;
  /** How far the step has come. */
  readonly status: PlanEntryStatus;
  readonly _meta?: Meta;
}

/** How much a step matters for the whole. */
export type PlanEntryPriority =
  | 'high'
  | 'medium'
  | 'low';

/** How far a step has come. */
export type PlanEntryStatus =
  | 'pending'
  | 'in_progress'
  | 'completed';

/** A plan that is kept in a file. (unstable) */
export interface PlanFile {
  /** The plan that gets this content. (unstable) */
  readonly planId: PlanId;
  /** The absolute address of the file. (unstable) */
  readonly uri: string;
  readonly _meta?: Meta;
}

/** Names one plan of a session. (unstable) */
export type PlanId = string;

/** A plan made of steps with a status each. (unstable) */
export interface PlanItems {
  /** The plan that gets this content. (unstable) */
  readonly planId: PlanId;
  /** All steps in order; they replace the earlier ones. (unstable) */
  readonly entries: readonly PlanEntry[];
  readonly _meta?: Meta;
}

/** A plan written as one Markdown text. (unstable) */
export interface PlanMarkdown {
  /** The plan that gets this content. (unstable) */
  readonly planId: PlanId;
  /** The whole plan as one Markdown text. (unstable) */
  readonly content: string;
  readonly _meta?: Meta;
}

/** Takes a plan away from the session. (unstable) */
export interface PlanRemoved {
  /** The plan to take away. (unstable) */
  readonly planId: PlanId;
  readonly _meta?: Meta;
}

/** Creates a plan or replaces its content. (unstable) */
export interface PlanUpdate {
  /** The plan and everything that is in it now. (unstable) */
  readonly plan: PlanUpdateContent;
  readonly _meta?: Meta;
}

/** The variants of PlanUpdateContent by their tag. */
export interface PlanUpdateContentVariants {
  /** A list of steps with a status each. (unstable) */
  readonly items: PlanItems & { readonly type: 'items' };
  /** A file that holds the plan. (unstable) */
  readonly file: PlanFile & { readonly type: 'file' };
  /** The whole plan as one Markdown text. (unstable) */
  readonly markdown: PlanMarkdown & { readonly type: 'markdown' };
}

/** The new content of one plan. (unstable) */
export type PlanUpdateContent = PlanUpdateContentVariants[keyof PlanUpdateContentVariants];

/** A place between two characters of a document; both numbers begin at zero. (draft) */
export interface Position {
  /** The line, where 0 is the first one. (draft) */
  readonly line: number;
  /** The offset in the line, counted in the agreed encoding. (draft) */
  readonly character: number;
  readonly _meta?: Meta;
}

/** The unit in which `character` of a position counts; without agreement it is `utf-16`. (draft) */
export type PositionEncodingKind =
  | 'utf-16'
  | 'utf-32'
  | 'utf-8';

/** Which content a prompt may hold besides text and resource links. */
export interface PromptCapabilities {
  /** Whether prompts may contain images; only true allows them. Default: `false`. */
  readonly image?: boolean;
  /** Whether prompts may contain sound; only true allows it. Default: `false`. */
  readonly audio?: boolean;
  /** Whether prompts may contain embedded resources; only true allows them. Default: `false`. */
  readonly embeddedContext?: boolean;
  readonly _meta?: Meta;
}

/** The message and the session it belongs to. */
export interface PromptRequest {
  /** The session that receives the message. */
  readonly sessionId: SessionId;
  /** What the user says; only content the agent's capabilities allow. */
  readonly prompt: readonly ContentBlock[];
  /** Context for this turn only, never stored; absent, null and empty are alike. (draft) */
  readonly runtimeContext?: readonly RuntimeContext[] | null;
  readonly _meta?: Meta;
}

/** In version 1 the end of the turn, in version 2 the message's acceptance. */
export interface PromptResponse {
  /** Why the agent ended the turn here. */
  readonly stopReason: StopReason;
  /** The tokens used so far; absent and null mean not reported. (unstable) */
  readonly usage?: Usage | null;
  readonly _meta?: Meta;
}

/** The number of an incompatible version of the protocol; never a string. */
export type ProtocolVersion = number;

/** Where a provider is reached now; never includes headers. (unstable) */
export interface ProviderCurrentConfig {
  /** The interface that is in use now. (unstable) */
  readonly apiType: LlmProtocol;
  /** The address that requests go to. (unstable) */
  readonly baseUrl: string;
  readonly _meta?: Meta;
}

/** Names one model provider that the agent knows. (unstable) */
export type ProviderId = string;

/** One provider and whether it is in use. (unstable) */
export interface ProviderInfo {
  /** The id to use when configuring the provider. (unstable) */
  readonly providerId: ProviderId;
  /** The interfaces that it can be set to. (unstable) */
  readonly supported: readonly LlmProtocol[];
  /** True when the agent cannot work without it. (unstable) */
  readonly required: boolean;
  /** Its configuration; absent or null when it is disabled. (unstable) */
  readonly current?: ProviderCurrentConfig | null;
  readonly _meta?: Meta;
}

/** The wrapped message, without an id of its own. (unstable) */
export interface ProxySuccessorRequest {
  /** The method of the wrapped message, which may be unknown to the proxy. (unstable) */
  readonly method: string;
  /** The params of the wrapped message; absent and null mean the same. (unstable) */
  readonly params?: unknown;
  /** Metadata of the wrapper, not of the wrapped message. (unstable) */
  readonly _meta?: { readonly [key: string]: unknown } | null;
}

/** The result of the wrapped request, exactly as the far side gave it. (unstable) */
export type ProxySuccessorResponse = unknown;

/** A stretch of a document from one position up to another. (draft) */
export interface Range {
  /** The first position that belongs to the stretch. (draft) */
  readonly start: Position;
  /** The first position after it; equal to `start` when empty. (draft) */
  readonly end: Position;
  readonly _meta?: Meta;
}

/** Which file to read, and how much of it. */
export interface ReadTextFileRequest {
  /** The session for which the file is read. */
  readonly sessionId: SessionId;
  /** The absolute path of the file. */
  readonly path: string;
  /** The first line to read, counted from one; absent or null starts at the top. */
  readonly line?: number | null;
  /** The most lines to read; absent or null reads to the end. */
  readonly limit?: number | null;
  readonly _meta?: Meta;
}

/** What the file holds in the editor. */
export interface ReadTextFileResponse {
  /** The text of the requested lines. */
  readonly content: string;
  readonly _meta?: Meta;
}

/** Says for which session, and how many documents are wanted. (draft) */
export interface RecentDocumentsRequest {
  /** The session whose editor is meant. (draft) */
  readonly sessionId: SessionId;
  /** The most documents to return; absent or null leaves it to the client. (draft) */
  readonly limit?: number | null;
  readonly _meta?: Meta;
}

/** Lists the documents of late, at most as many as asked for. (draft) */
export interface RecentDocumentsResponse {
  /** The recent documents; empty when the editor remembers none. (draft) */
  readonly documents: readonly WorkspaceDocument[];
  readonly _meta?: Meta;
}

/** Says which suggestion was not accepted, and perhaps why. (draft) */
export interface RejectNesNotification {
  /** The next-edit session. (draft) */
  readonly sessionId: SessionId;
  /** The suggestion, by the id it came with. (draft) */
  readonly id: NesSuggestionId;
  /** Why; absent or null is unspecified and counts like `rejected`. (draft) */
  readonly reason?: NesRejectReason | null;
  readonly _meta?: Meta;
}

/** RejectNesNotification as it may arrive: older peers leave `sessionId` out. */
export interface ReceivedRejectNesNotification extends Omit<RejectNesNotification, 'sessionId'> {
  /** The next-edit session. (draft) */
  readonly sessionId?: SessionId;
}

/** Which terminal the agent no longer needs. */
export interface ReleaseTerminalRequest {
  /** The session the terminal belongs to. */
  readonly sessionId: SessionId;
  /** The terminal to give up; its id is invalid afterwards. */
  readonly terminalId: TerminalId;
  readonly _meta?: Meta;
}

/** Says that the terminal is gone. */
export interface ReleaseTerminalResponse {
  readonly _meta?: Meta;
}

/** Pairs a response with its request; each direction counts its own ids. */
export type RequestId = number | string | null;

/** The variants of RequestPermissionOutcome by their tag. */
export interface RequestPermissionOutcomeVariants {
  /** One of the offered options was chosen. */
  readonly selected: SelectedPermissionOutcome & { readonly outcome: 'selected' };
  /** The turn was cancelled before an answer was given. */
  readonly cancelled: { readonly outcome: 'cancelled' } & { readonly _meta?: Meta };
}

/** How the question ended; only a selected option can approve. */
export type RequestPermissionOutcome = RequestPermissionOutcomeVariants[keyof RequestPermissionOutcomeVariants];

/** The question and its possible answers. */
export interface RequestPermissionRequest {
  /** The session on whose behalf the agent asks. */
  readonly sessionId: SessionId;
  /** The tool call that waits for the answer. */
  readonly toolCall: ToolCallUpdate;
  /** The possible answers; an empty list is answered with cancelled. */
  readonly options: readonly PermissionOption[];
  readonly _meta?: Meta;
}

/** The answer of the user or of a policy. */
export interface RequestPermissionResponse {
  /** What was chosen, or that nothing was. */
  readonly outcome: RequestPermissionOutcome;
  readonly _meta?: Meta;
}

/** The foreground work waits for the user to act. (unstable) */
export interface RequiresActionStateUpdate {
  readonly _meta?: Meta;
}

/** Points at a resource without carrying what is in it. */
export interface ResourceLink {
  /** The address of the resource, usually a file URI. */
  readonly uri: string;
  /** A short name for the resource, such as its file name. */
  readonly name: string;
  /** A name made for people; absent or null means use the short name. */
  readonly title?: string | null;
  /** What the resource is about; absent or null when not given. */
  readonly description?: string | null;
  /** The media type of the resource; absent or null when unknown. */
  readonly mimeType?: string | null;
  /** Its length in bytes; absent or null when unknown. */
  readonly size?: number | null;
  /** Hints about the resource; absent or null when there are none. */
  readonly annotations?: Annotations | null;
  readonly _meta?: Meta;
}

/** Which session to open and what to connect it to. */
export interface ResumeSessionRequest {
  /** The session to open, as listed or remembered. */
  readonly sessionId: SessionId;
  /** The working directory, an absolute path and the base of relative ones. */
  readonly cwd: string;
  /** Further roots, absolute paths; absent means none, null is refused. */
  readonly additionalDirectories?: readonly string[];
  /** All MCP servers to connect to, earlier ones included; absent means none. */
  readonly mcpServers?: readonly McpServer[];
  /** Instructions for the session; absent and null leave the agent's own. (unstable) */
  readonly systemPrompt?: SystemPrompt | null;
  readonly _meta?: Meta;
}

/** Sent when the session is ready for a prompt. */
export interface ResumeSessionResponse {
  /** The modes of the session; absent and null mean it has none. */
  readonly modes?: SessionModeState | null;
  /** The settings of the session; absent and null mean it has none. */
  readonly configOptions?: readonly SessionConfigOption[] | null;
  readonly _meta?: Meta;
}

/** The reader that content is meant for. */
export type Role =
  | 'assistant'
  | 'user';

/** The agent is working in the foreground. (unstable) */
export interface RunningStateUpdate {
  readonly _meta?: Meta;
}

/** One piece of such text, sent beside the prompt if the agent advertises `runtimeContext`. (draft) */
export interface RuntimeContext {
  /** A short label for the text; absent and null both mean none. (draft) */
  readonly title?: string | null;
  /** What the agent may read for this turn; it may shorten or skip it. (draft) */
  readonly text: string;
  readonly _meta?: Meta;
}

/** The user, or a policy of theirs, chose an option. */
export interface SelectedPermissionOutcome {
  /** The chosen option; an id that was not offered is not an approval. */
  readonly optionId: PermissionOptionId;
  readonly _meta?: Meta;
}

/** Which sessions a list holds with regard to the archive. (unstable) */
export type SessionArchiveFilter =
  | 'exclude'
  | 'include'
  | 'only'
  | Extension;

/** What the agent can do with sessions; in version 2 its presence allows them. */
export interface SessionCapabilities {
  /** Present when session/list may be called. */
  readonly list?: Marker | null;
  /** Present when session/resume may be called. */
  readonly resume?: Marker | null;
  /** Present when session/close may be called. */
  readonly close?: Marker | null;
  /** Present when session/delete may be called. */
  readonly delete?: Marker | null;
  /** Present when a session may have roots besides its working directory. */
  readonly additionalDirectories?: Marker | null;
  /** Present when a session may be given a system prompt. (unstable) */
  readonly systemPrompt?: SessionSystemPromptCapabilities | null;
  /** Present when session/fork may be called. (unstable) */
  readonly fork?: Marker | null;
  /** Present when sessions can be archived, unarchived and filtered by that. (unstable) */
  readonly archive?: Marker | null;
  /** Present when session/status may be called. (unstable) */
  readonly status?: Marker | null;
  /** Present when session/set_title may be called. (unstable) */
  readonly title?: Marker | null;
  /** Present when a prompt may carry context for one turn. (draft) */
  readonly runtimeContext?: Marker | null;
  readonly _meta?: Meta;
}

/** An option that is either on or off. */
export interface SessionConfigBoolean {
  /** Whether the option is on now. */
  readonly currentValue: boolean;
  readonly _meta?: Meta;
}

/** Names one group of values inside a select option. */
export type SessionConfigGroupId = string;

/** Names one config option of a session. */
export type SessionConfigId = string;

/** The variants of SessionConfigOption by their tag. */
export interface SessionConfigOptionVariants {
  /** Picks one value from a list. */
  readonly select: SessionConfigSelect & { readonly type: 'select' };
  /** Switches something on or off; v1 clients must ask for it. */
  readonly boolean: SessionConfigBoolean & { readonly type: 'boolean' };
}

/** What every SessionConfigOption has. */
export interface SessionConfigOptionBase {
  /** Identifies the option. */
  readonly id: SessionConfigId;
  /** The label to show for the option. */
  readonly name: string;
  /** What the option does; absent or null when not given. */
  readonly description?: string | null;
  /** What the option is about; absent or null when nothing fits. */
  readonly category?: SessionConfigOptionCategory | null;
  readonly _meta?: Meta;
}

/** One setting of a session and its current value. */
export type SessionConfigOption = SessionConfigOptionBase & (SessionConfigOptionVariants[keyof SessionConfigOptionVariants]);

/** What an option is about; a hint for layout only. */
export type SessionConfigOptionCategory =
  | 'mode'
  | 'model'
  | 'model_config'
  | 'thought_level'
  | Extension;

/** Which config options beyond selects the client can show. */
export interface SessionConfigOptionsCapabilities {
  /** Present when the client can show options that are on or off. */
  readonly boolean?: Marker | null;
  readonly _meta?: Meta;
}

/** An option whose value is picked from a list. */
export interface SessionConfigSelect {
  /** The value in force now, one of those offered. */
  readonly currentValue: SessionConfigValueId;
  /** The values to pick from, in the agent's order. */
  readonly options: SessionConfigSelectOptions;
  readonly _meta?: Meta;
}

/** Values that belong together under a heading. */
export interface SessionConfigSelectGroup {
  /** The id of the group, unique within its option. */
  readonly group: SessionConfigGroupId;
  /** The heading to show above the values. */
  readonly name: string;
  /** The values of the group, in the agent's order. */
  readonly options: readonly SessionConfigSelectOption[];
  readonly _meta?: Meta;
}

/** One value that the user can pick. */
export interface SessionConfigSelectOption {
  /** The id to send when this value is picked. */
  readonly value: SessionConfigValueId;
  /** What people see of the value. */
  readonly name: string;
  /** More about the value; absent or null when not given. */
  readonly description?: string | null;
  readonly _meta?: Meta;
}

/** All values of a select option, grouped or not, never mixed. */
export type SessionConfigSelectOptions = readonly SessionConfigSelectOption[] | readonly SessionConfigSelectGroup[];

/** Names one value that a select option can take. */
export type SessionConfigValueId = string;

/** Names one session of an agent; opaque to the client. */
export type SessionId = string;

/** What a list says about one session. */
export interface SessionInfo {
  /** The id to resume, load or delete it by. */
  readonly sessionId: SessionId;
  /** The working directory of the session, an absolute path. */
  readonly cwd: string;
  /** All further roots in their order; absent means none are reported. */
  readonly additionalDirectories?: readonly string[];
  /** The title to show; absent and null mean the session has none. */
  readonly title?: string | null;
  /** When something last happened, in ISO 8601; absent means unknown. */
  readonly updatedAt?: string | null;
  /** Whether it is archived; absent means the agent does not report it. (unstable) */
  readonly archived?: boolean | null;
  readonly _meta?: Meta;
}

/** Changes what is known about the session itself. */
export interface SessionInfoUpdate {
  /** The new title; absent changes nothing, null clears it. */
  readonly title?: string | null;
  /** The last activity, in ISO 8601; absent changes nothing, null clears. */
  readonly updatedAt?: string | null;
  readonly _meta?: Meta;
}

/** Creates or changes a message between two sessions. (unstable) */
export interface SessionMessage {
  /** The message as this session's conversation names it. (unstable) */
  readonly messageId: MessageId;
  /** The session that sent it; absent changes nothing, null clears it. (unstable) */
  readonly senderSessionId?: SessionId | null;
  /** The session that receives it; absent changes nothing, null clears it. (unstable) */
  readonly recipientSessionId?: SessionId | null;
  /** The same message in the sender's conversation; absent changes nothing. (unstable) */
  readonly senderMessageId?: MessageId | null;
  /** The same message in the recipient's conversation; absent changes nothing. (unstable) */
  readonly recipientMessageId?: MessageId | null;
  /** Replaces all content, chunks included; absent changes nothing, null clears. (unstable) */
  readonly content?: readonly ContentBlock[] | null;
  readonly _meta?: Meta;
}

/** One content block, added to a message between two sessions. (unstable) */
export interface SessionMessageChunk {
  /** The message to add to; an unknown id creates it. (unstable) */
  readonly messageId: MessageId;
  /** The block to add at the end. (unstable) */
  readonly content: ContentBlock;
  readonly _meta?: Meta;
}

/** A way of working that the user can choose for a session. */
export interface SessionMode {
  /** The id to send when this mode is chosen. */
  readonly id: SessionModeId;
  /** The label to show for the mode. */
  readonly name: string;
  /** What the mode does; absent or null when not given. */
  readonly description?: string | null;
  readonly _meta?: Meta;
}

/** Names one mode of a session. */
export type SessionModeId = string;

/** The modes of a session and the one in force. */
export interface SessionModeState {
  /** The mode in force now, one of those available. */
  readonly currentModeId: SessionModeId;
  /** The modes that the user can choose from. */
  readonly availableModes: readonly SessionMode[];
  readonly _meta?: Meta;
}

/** The news and the session it is about. */
export interface SessionNotification {
  /** The session that the news is about. */
  readonly sessionId: SessionId;
  /** What happened, told apart by its tag. */
  readonly update: SessionUpdate;
  readonly _meta?: Meta;
}

/** Whether the agent holds a session in memory. (unstable) */
export type SessionStatus =
  | 'open'
  | 'saved'
  | Extension;

/** Which session the client wants to know about. (unstable) */
export interface SessionStatusRequest {
  /** The session to look up; it is not opened. (unstable) */
  readonly sessionId: SessionId;
  readonly _meta?: Meta;
}

/** A snapshot that may be outdated on arrival. (unstable) */
export interface SessionStatusResponse {
  /** Whether the session is in memory or only stored. (unstable) */
  readonly status: SessionStatus;
  readonly _meta?: Meta;
}

/** Present when the client may give a session its instructions. (unstable) */
export interface SessionSystemPromptCapabilities {
  /** The modes besides append; absent and null mean append only. (unstable) */
  readonly mode?: SessionSystemPromptModeCapabilities | null;
  readonly _meta?: Meta;
}

/** Which system prompt modes the agent knows besides append. (unstable) */
export interface SessionSystemPromptModeCapabilities {
  /** Present when the agent's own instructions may be replaced. (unstable) */
  readonly override?: Marker | null;
  readonly _meta?: Meta;
}

/** The variants of SessionUpdate by their tag. */
export interface SessionUpdateVariants {
  /** Adds to a message of the user. */
  readonly user_message_chunk: ContentChunk & { readonly sessionUpdate: 'user_message_chunk' };
  /** Adds to a message of the agent. */
  readonly agent_message_chunk: ContentChunk & { readonly sessionUpdate: 'agent_message_chunk' };
  /** Adds to the reasoning of the agent. */
  readonly agent_thought_chunk: ContentChunk & { readonly sessionUpdate: 'agent_thought_chunk' };
  /** Reports a new tool call, replacing one of the same id. */
  readonly tool_call: ToolCall & { readonly sessionUpdate: 'tool_call' };
  /** Changes a tool call; in version 2 it also creates one. */
  readonly tool_call_update: ToolCallUpdate & { readonly sessionUpdate: 'tool_call_update' };
  /** Replaces the one plan of the session. */
  readonly plan: Plan & { readonly sessionUpdate: 'plan' };
  /** Replaces the plan of this id; version 1 needs the plan capability. (unstable) */
  readonly plan_update: PlanUpdate & { readonly sessionUpdate: 'plan_update' };
  /** Removes the plan of this id; version 1 needs the plan capability. (unstable) */
  readonly plan_removed: PlanRemoved & { readonly sessionUpdate: 'plan_removed' };
  /** Replaces the list of slash commands. */
  readonly available_commands_update: AvailableCommandsUpdate & { readonly sessionUpdate: 'available_commands_update' };
  /** Says which mode the session is in now. */
  readonly current_mode_update: CurrentModeUpdate & { readonly sessionUpdate: 'current_mode_update' };
  /** Replaces all settings of the session with their current values. */
  readonly config_option_update: ConfigOptionUpdate & { readonly sessionUpdate: 'config_option_update' };
  /** Changes the title or the time of last activity. */
  readonly session_info_update: SessionInfoUpdate & { readonly sessionUpdate: 'session_info_update' };
  /** Says how full the context is and what it cost. */
  readonly usage_update: UsageUpdate & { readonly sessionUpdate: 'usage_update' };
  /** Shows something to the user; version 1 needs session.notices. */
  readonly notice: Notice & { readonly sessionUpdate: 'notice' };
  /** Reports on a compaction; version 1 needs session.compaction. */
  readonly compaction_update: CompactionUpdate & { readonly sessionUpdate: 'compaction_update' };
  /** Adds to a compaction's summary; version 1 needs session.compaction. */
  readonly compaction_summary_chunk: CompactionSummaryChunk & { readonly sessionUpdate: 'compaction_summary_chunk' };
  /** Announces or changes a child session; version 1 needs subagents. (unstable) */
  readonly subagent_update: SubagentUpdate & { readonly sessionUpdate: 'subagent_update' };
  /** Creates or changes a message between sessions; version 1 needs subagents. (unstable) */
  readonly session_message: SessionMessage & { readonly sessionUpdate: 'session_message' };
  /** Adds to a message between sessions; version 1 needs subagents. (unstable) */
  readonly session_message_chunk: SessionMessageChunk & { readonly sessionUpdate: 'session_message_chunk' };
}

/** One piece of news about a session; updates apply in order of arrival. */
export type SessionUpdate = SessionUpdateVariants[keyof SessionUpdateVariants] | (ExtensionVariant<'sessionUpdate'>);

/** The provider and its new configuration. (unstable) */
export interface SetProviderRequest {
  /** The provider that gets the new configuration. (unstable) */
  readonly providerId: ProviderId;
  /** The interface to use, one of the supported ones. (unstable) */
  readonly apiType: LlmProtocol;
  /** The address to send requests to. (unstable) */
  readonly baseUrl: string;
  /** Headers for every request, often credentials; absent means none. (unstable) */
  readonly headers?: { readonly [key: string]: string };
  readonly _meta?: Meta;
}

/** Says that the configuration is in force. (unstable) */
export interface SetProviderResponse {
  readonly _meta?: Meta;
}

/** The variants of SetSessionConfigOptionRequest by their tag. */
export interface SetSessionConfigOptionRequestVariants {
  /** Switches an option on or off. */
  readonly boolean: BooleanConfigValue & { readonly type: 'boolean' };
  /** Picks a value of a select option; sent without type. */
  readonly id: IdConfigValue & { readonly type?: 'id' };
}

/** What every SetSessionConfigOptionRequest has. */
export interface SetSessionConfigOptionRequestBase {
  /** The session whose option is set. */
  readonly sessionId: SessionId;
  /** The option that gets the new value. */
  readonly configId: SessionConfigId;
  readonly _meta?: Meta;
}

/** Which option to set, and the new value. */
export type SetSessionConfigOptionRequest = SetSessionConfigOptionRequestBase & (SetSessionConfigOptionRequestVariants[keyof SetSessionConfigOptionRequestVariants]);

/** The state after the change, since options can depend on each other. */
export interface SetSessionConfigOptionResponse {
  /** All options with their current values. */
  readonly configOptions: readonly SessionConfigOption[];
  readonly _meta?: Meta;
}

/** Which mode to put in force. */
export interface SetSessionModeRequest {
  /** The session whose mode is set. */
  readonly sessionId: SessionId;
  /** The new mode, one of the available ones. */
  readonly modeId: SessionModeId;
  readonly _meta?: Meta;
}

/** Says that the mode is in force. */
export interface SetSessionModeResponse {
  readonly _meta?: Meta;
}

/** Which session to name and how. (unstable) */
export interface SetSessionTitleRequest {
  /** The session that gets the title. (unstable) */
  readonly sessionId: SessionId;
  /** The wanted title; one that is empty after trimming is refused. (unstable) */
  readonly title: string;
  readonly _meta?: Meta;
}

/** Sent after the title is stored. (unstable) */
export interface SetSessionTitleResponse {
  /** The title as stored, which may differ from the wanted one. (unstable) */
  readonly title: string;
  readonly _meta?: Meta;
}

/** Describes the workspace, once for the whole session; everything is optional. (draft) */
export interface StartNesRequest {
  /** The root folder of the workspace; absent or null means not told. (draft) */
  readonly workspaceUri?: string | null;
  /** All top folders of the workspace; absent or null means not told. (draft) */
  readonly workspaceFolders?: readonly WorkspaceFolder[] | null;
  /** The repository; absent or null if there is none or it is unknown. (draft) */
  readonly repository?: NesRepository | null;
  readonly _meta?: Meta;
}

/** Says that the session exists and how to address it. (draft) */
export interface StartNesResponse {
  /** The id for all later events and requests of this session. (draft) */
  readonly sessionId: SessionId;
  /** Settings of the suggestions, set by the id of this session; absent and null mean none. (draft) */
  readonly configOptions?: readonly SessionConfigOption[] | null;
  readonly _meta?: Meta;
}

/** The variants of StateUpdate by their tag. */
export interface StateUpdateVariants {
  /** The agent is working on something for the user. (unstable) */
  readonly running: RunningStateUpdate & { readonly state: 'running' };
  /** The agent waits for a prompt; background work may go on. (unstable) */
  readonly idle: IdleStateUpdate & { readonly state: 'idle' };
  /** The agent waits for a decision of the user. (unstable) */
  readonly requires_action: RequiresActionStateUpdate & { readonly state: 'requires_action' };
  /** The agent cannot tell, for instance about a remote child. (unstable) */
  readonly unknown: UnknownStateUpdate & { readonly state: 'unknown' };
}

/** What a session does in the foreground, as a whole snapshot. (unstable) */
export type StateUpdate = StateUpdateVariants[keyof StateUpdateVariants] | (ExtensionVariant<'state'>);

/** Why the agent ended a prompt turn. */
export type StopReason =
  | 'end_turn'
  | 'max_tokens'
  | 'max_turn_requests'
  | 'refusal'
  | 'cancelled';

/** What a text field must look like. */
export type StringFormat =
  | 'email'
  | 'uri'
  | 'date'
  | 'date-time';

/** The values of a multiple choice when they need no labels. */
export interface StringMultiSelectItems {
  /** The allowed values, in the order to show. */
  readonly enum: readonly string[];
  readonly _meta?: Meta;
}

/** A field for text, or for one choice out of several. */
export interface StringPropertySchema {
  /** The label of the field; absent or null means use its name. */
  readonly title?: string | null;
  /** A help text; absent or null when not given. */
  readonly description?: string | null;
  /** The fewest characters allowed; absent or null means no minimum. */
  readonly minLength?: number | null;
  /** The most characters allowed; absent or null means no maximum. */
  readonly maxLength?: number | null;
  /** A regular expression to match; absent or null means none. */
  readonly pattern?: string | null;
  /** What the text must look like; absent or null means anything. */
  readonly format?: StringFormat | null;
  /** The text to begin with; absent or null begins empty. */
  readonly default?: string | null;
  /** The allowed values when they need no labels. */
  readonly enum?: readonly string[] | null;
  /** The allowed values with a label for each. */
  readonly oneOf?: readonly EnumOption[] | null;
  readonly _meta?: Meta;
}

/** What a client may do to a child session; absent means nothing. (unstable) */
export interface SubagentSessionCapabilities {
  /** Present when session/cancel may be sent to the child. (unstable) */
  readonly cancel?: Marker | null;
  readonly _meta?: Meta;
}

/** Announces a child session of this session, or changes what is known of it. (unstable) */
export interface SubagentUpdate {
  /** The child; its own updates arrive under this id. (unstable) */
  readonly sessionId: SessionId;
  /** The child's name for people; absent changes nothing, null clears it. (unstable) */
  readonly title?: string | null;
  /** What the child is for; absent changes nothing, null clears it. (unstable) */
  readonly description?: string | null;
  /** What a client may do; absent changes nothing, null forbids all. (unstable) */
  readonly capabilities?: SubagentSessionCapabilities | null;
  /** What the child does now; absent changes nothing, null makes it unconfirmed. (unstable) */
  readonly state?: StateUpdate | null;
  /** Its working directory, absolute; absent changes nothing, null means the parent's. (unstable) */
  readonly cwd?: string | null;
  /** All its further roots; absent changes nothing, null means the parent's. (unstable) */
  readonly additionalDirectories?: readonly string[] | null;
  readonly _meta?: Meta;
}

/** The place in the document, and what else the agent wants to know. (draft) */
export interface SuggestNesRequest {
  /** The next-edit session. (draft) */
  readonly sessionId: SessionId;
  /** The document the user works on, as a URI. (draft) */
  readonly uri: string;
  /** The version of the document that the positions refer to. (draft) */
  readonly version: number;
  /** Where the cursor is at this moment. (draft) */
  readonly position: Position;
  /** The selected text; absent, null and an empty range mean none. (draft) */
  readonly selection?: Range | null;
  /** What made the client ask for suggestions. (draft) */
  readonly triggerKind: NesTriggerKind;
  /** More context, in parts; absent or null means none is sent. (draft) */
  readonly context?: NesSuggestContext | null;
  readonly _meta?: Meta;
}

/** SuggestNesRequest as it may arrive: older peers leave `sessionId` out. */
export interface ReceivedSuggestNesRequest extends Omit<SuggestNesRequest, 'sessionId'> {
  /** The next-edit session. (draft) */
  readonly sessionId?: SessionId;
}

/** What the agent proposes for this place in the document. (draft) */
export interface SuggestNesResponse {
  /** The suggestions, of one kind or several; empty when there are none. (draft) */
  readonly suggestions: readonly NesSuggestion[];
  readonly _meta?: Meta;
}

/** Instructions from the client that hold for a whole session. (unstable) */
export interface SystemPrompt {
  /** How they combine with the instructions of the agent. (unstable) */
  readonly mode: SystemPromptMode;
  /** The instructions, as text blocks; never sent empty. (unstable) */
  readonly content: readonly ContentBlock[];
  readonly _meta?: Meta;
}

/** How instructions of the client meet those of the agent. (unstable) */
export type SystemPromptMode =
  | 'append'
  | 'override'
  | Extension;

/** Shows a terminal inside the output of a tool call. */
export interface Terminal {
  /** The terminal: the client's own in v1, the agent's in v2. */
  readonly terminalId: TerminalId;
  readonly _meta?: Meta;
}

/** How a command ended; in v2 even an empty object means it ended. */
export interface TerminalExitStatus {
  /** The exit code; absent or null when a signal ended it. */
  readonly exitCode?: number | null;
  /** The signal that ended it; absent or null when none did. */
  readonly signal?: string | null;
  readonly _meta?: Meta;
}

/** Names one terminal of a session; never used again for another. */
export type TerminalId = string;

/** Which terminal to read the output of. */
export interface TerminalOutputRequest {
  /** The session the terminal belongs to. */
  readonly sessionId: SessionId;
  /** The terminal whose output is read. */
  readonly terminalId: TerminalId;
  readonly _meta?: Meta;
}

/** What the terminal holds at this moment. */
export interface TerminalOutputResponse {
  /** The text that has been kept. */
  readonly output: string;
  /** True when the limit made the client drop the beginning. */
  readonly truncated: boolean;
  /** How the command ended; absent or null while it runs. */
  readonly exitStatus?: TerminalExitStatus | null;
  readonly _meta?: Meta;
}

/** Plain text, which clients usually render as Markdown. */
export interface TextContent {
  /** The text itself, of any length. */
  readonly text: string;
  /** Hints about the text; absent or null when there are none. */
  readonly annotations?: Annotations | null;
  readonly _meta?: Meta;
}

/** One replacement in a document, applied to the result of the one before. (draft) */
export interface TextDocumentContentChangeEvent {
  /** What is replaced; absent or null means the whole document. (draft) */
  readonly range?: Range | null;
  /** The text that stands there afterwards; empty to delete. (draft) */
  readonly text: string;
  readonly _meta?: Meta;
}

/** How much of a changed document the agent wants to receive. (draft) */
export type TextDocumentSyncKind =
  | 'full'
  | 'incremental';

/** A resource together with its content as text. */
export interface TextResourceContents {
  /** The address of the resource, usually a file URI. */
  readonly uri: string;
  /** The whole content of the resource. */
  readonly text: string;
  /** The media type of the text; absent or null when unknown. */
  readonly mimeType?: string | null;
  readonly _meta?: Meta;
}

/** The values of a multiple choice with a label for each. */
export interface TitledMultiSelectItems {
  /** The allowed values and their labels. */
  readonly anyOf: readonly EnumOption[];
  readonly _meta?: Meta;
}

/** Announces a tool call; a known id is replaced. */
export interface ToolCall {
  /** The id that later updates refer to. */
  readonly toolCallId: ToolCallId;
  /** One line for people that says what is being done. */
  readonly title: string;
  /** The tool's name in code; absent or null when not given. */
  readonly name?: string | null;
  /** The sort of work; absent means other. */
  readonly kind?: ToolKind;
  /** How far it is; absent means pending. */
  readonly status?: ToolCallStatus;
  /** What it has to show so far; absent means nothing. */
  readonly content?: readonly ToolCallContent[];
  /** The files it touches; absent means none. */
  readonly locations?: readonly ToolCallLocation[];
  /** The arguments of the tool exactly as it was called. */
  readonly rawInput?: unknown;
  /** The answer of the tool exactly as it came back. */
  readonly rawOutput?: unknown;
  readonly _meta?: Meta;
}

/** The variants of ToolCallContent by their tag. */
export interface ToolCallContentVariants {
  /** Text, an image or any other content block. */
  readonly content: Content & { readonly type: 'content' };
  /** Changes of one file or of several. */
  readonly diff: Diff & { readonly type: 'diff' };
  /** A terminal, shown live at this place. */
  readonly terminal: Terminal & { readonly type: 'terminal' };
}

/** One item of what a tool call has to show. */
export type ToolCallContent = ToolCallContentVariants[keyof ToolCallContentVariants];

/** Names one tool call; unique within its session. */
export type ToolCallId = string;

/** A place in a file that a tool call works on. */
export interface ToolCallLocation {
  /** The absolute path of the file. */
  readonly path: string;
  /** The line, counted from one; absent or null points at the whole file. */
  readonly line?: number | null;
  readonly _meta?: Meta;
}

/** How far a tool call has come. */
export type ToolCallStatus =
  | 'pending'
  | 'in_progress'
  | 'completed'
  | 'failed'
  | 'cancelled';

/** Changes a tool call; absent fields stay; null keeps in v1 and clears in v2. */
export interface ToolCallUpdate {
  /** The tool call; an id not seen before creates one. */
  readonly toolCallId: ToolCallId;
  /** The new one-line title; the first v2 report carries one. */
  readonly title?: string | null;
  /** The name of the tool in code. */
  readonly name?: string | null;
  /** The new kind; in v2 a null means other again. */
  readonly kind?: ToolKind | null;
  /** The new status; in v2 a null means pending again. */
  readonly status?: ToolCallStatus | null;
  /** Replaces everything shown so far, chunks included. */
  readonly content?: readonly ToolCallContent[] | null;
  /** Replaces the whole list of places. */
  readonly locations?: readonly ToolCallLocation[] | null;
  /** Replaces the recorded arguments of the tool. */
  readonly rawInput?: unknown;
  /** Replaces the recorded answer of the tool. */
  readonly rawOutput?: unknown;
  readonly _meta?: Meta;
}

/** The sort of work a tool does, for icons and grouping. */
export type ToolKind =
  | 'read'
  | 'edit'
  | 'delete'
  | 'move'
  | 'search'
  | 'execute'
  | 'think'
  | 'fetch'
  | 'switch_mode'
  | 'other';

/** Which session the user wants to bring back. (unstable) */
export interface UnarchiveSessionRequest {
  /** The session to bring back; doing it twice is fine. (unstable) */
  readonly sessionId: SessionId;
  readonly _meta?: Meta;
}

/** Confirms that the session is out of the archive. (unstable) */
export interface UnarchiveSessionResponse {
  readonly _meta?: Meta;
}

/** Asks in a way that this version does not know. */
export type UnknownElicitationMode = {
  readonly _meta?: Meta;
} & (ElicitationScope);

/** The agent cannot tell whether the session is working. (unstable) */
export interface UnknownStateUpdate {
  readonly _meta?: Meta;
}

/** Whatever the user types after the name of the command. */
export interface UnstructuredCommandInput {
  /** Shown in the input field while nothing has been typed. */
  readonly hint: string;
  readonly _meta?: Meta;
}

/** How many tokens of each kind were used. (unstable) */
export interface Usage {
  /** All tokens of every kind together. (unstable) */
  readonly totalTokens: number;
  /** The tokens that were given to the model. (unstable) */
  readonly inputTokens: number;
  /** The tokens that the model produced. (unstable) */
  readonly outputTokens: number;
  /** The tokens spent on reasoning; absent means not reported. (unstable) */
  readonly thoughtTokens?: number | null;
  /** The tokens read from a cache; absent means not reported. (unstable) */
  readonly cachedReadTokens?: number | null;
  /** The tokens written to a cache; absent means not reported. (unstable) */
  readonly cachedWriteTokens?: number | null;
  readonly _meta?: Meta;
}

/** How full the model's context window is. */
export interface UsageUpdate {
  /** The tokens in the context now. */
  readonly used: number;
  /** The tokens that fit into the context. */
  readonly size: number;
  /** The cost so far; absent changes nothing, null clears it. */
  readonly cost?: Cost | null;
  readonly _meta?: Meta;
}

/** Which terminal to wait for until it exits. */
export interface WaitForTerminalExitRequest {
  /** The session the terminal belongs to. */
  readonly sessionId: SessionId;
  /** The terminal whose command to wait for. */
  readonly terminalId: TerminalId;
  readonly _meta?: Meta;
}

/** How the command ended, by itself or by a signal. */
export interface WaitForTerminalExitResponse {
  /** The exit code; absent or null when a signal ended it. */
  readonly exitCode?: number | null;
  /** The signal that ended it; absent or null when none did. */
  readonly signal?: string | null;
  readonly _meta?: Meta;
}

/** Which questions about its editor the client answers; each one stands alone. (draft) */
export interface WorkspaceCapabilities {
  /** The client answers `workspace/open_documents`; absent or null means it does not. (draft) */
  readonly openDocuments?: Marker | null;
  /** The client answers `workspace/recent_documents`; absent or null means it does not. (draft) */
  readonly recentDocuments?: Marker | null;
  /** The client answers `workspace/active_document`; absent or null means it does not. (draft) */
  readonly activeDocument?: Marker | null;
  readonly _meta?: Meta;
}

/** A text document that exists as a file; untitled and virtual ones are left out. (draft) */
export interface WorkspaceDocument {
  /** A `file:///` URI with an absolute path; no other scheme is allowed. (draft) */
  readonly uri: string;
  /** The editor's name for the language, `plaintext` if it knows none. (draft) */
  readonly languageId: string;
  readonly _meta?: Meta;
}

/** One of the top folders that the editor has open. (draft) */
export interface WorkspaceFolder {
  /** Where the folder is, as a URI. (draft) */
  readonly uri: string;
  /** The folder's name as the editor shows it. (draft) */
  readonly name: string;
  readonly _meta?: Meta;
}

/** Which file to write, and with what. */
export interface WriteTextFileRequest {
  /** The session for which the file is written. */
  readonly sessionId: SessionId;
  /** The absolute path of the file. */
  readonly path: string;
  /** The whole new text of the file. */
  readonly content: string;
  readonly _meta?: Meta;
}

/** Says that the file has been written. */
export interface WriteTextFileResponse {
  readonly _meta?: Meta;
}
