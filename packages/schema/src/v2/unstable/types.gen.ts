// Generated from src/definitions by `npm run generate`. Do not edit.
import type { Extension, ExtensionVariant } from '../../shared/extension.ts';

/** Free-form metadata that any object may carry; unknown keys have no meaning. */
export type Meta = { readonly [key: string]: unknown } | null;

/** A path that starts at the root of the file system. */
export type AbsolutePath = string;

/** Says which suggestion the user accepted. (draft) */
export interface AcceptNesNotification {
  /** The next-edit session. (draft) */
  readonly sessionId: SessionId;
  /** The suggestion, by the id it came with. (draft) */
  readonly suggestionId: NesSuggestionId;
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
  /** Present when auth/status may be called and updates may arrive. (unstable) */
  readonly status?: Marker | null;
  readonly _meta?: Meta;
}

/** Everything the agent offers; what is left out is unsupported. */
export interface AgentCapabilities {
  /** Present when the agent has sessions at all; without it call none. */
  readonly session?: SessionCapabilities | null;
  /** What can be done about accounts besides login and logout. */
  readonly auth?: AgentAuthCapabilities | null;
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

/** Creates or changes a message of the agent. */
export interface AgentMessage {
  /** The message; an id seen first creates it. */
  readonly messageId: MessageId;
  /** Replaces all content, chunks included; absent changes nothing, null clears. */
  readonly content?: readonly ContentBlock[] | null;
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

/** Creates or changes a piece of the agent's reasoning. */
export interface AgentThought {
  /** The thought; an id seen first creates it. */
  readonly messageId: MessageId;
  /** Replaces all content, chunks included; absent changes nothing, null clears. */
  readonly content?: readonly ContentBlock[] | null;
  readonly _meta?: Meta;
}

/** Hints about a piece of content that never change what it says. */
export interface Annotations {
  /** The intended readers; absent or null means all. */
  readonly audience?: readonly Role[] | null;
  /** When the content last changed, usually an ISO 8601 time. */
  readonly lastModified?: string | null;
  /** How much it matters: zero is optional, one is essential. */
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
  readonly mimeType: MediaType;
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

/** The variants of AuthMethod by their tag. */
export interface AuthMethodVariants {
  /** The agent does it, for instance by opening a browser. */
  readonly agent: AuthMethodAgent & { readonly type: 'agent' };
  /** The client starts the agent program in a terminal for it. */
  readonly terminal: AuthMethodTerminal & { readonly type: 'terminal' };
}

/** One way for the user to log in. */
export type AuthMethod = AuthMethodVariants[keyof AuthMethodVariants] | (ExtensionVariant<'type'> & UnknownAuthMethod);

/** A login that the agent carries out by itself once it is asked. */
export interface AuthMethodAgent {
  /** The id to send to auth/login. */
  readonly methodId: AuthMethodId;
  /** The name of the method, for people to read. */
  readonly name: string;
  /** A longer explanation for the user; absent when there is none. */
  readonly description?: string | null;
  readonly _meta?: Meta;
}

/** Names one way to log in among those the agent offers. */
export type AuthMethodId = string;

/** A login in a terminal; its id is never sent to the agent. */
export interface AuthMethodTerminal {
  /** The id by which the client remembers the method. */
  readonly methodId: AuthMethodId;
  /** The name of the method, for people to read. */
  readonly name: string;
  /** A longer explanation for the user; absent when there is none. */
  readonly description?: string | null;
  /** Arguments added after those the agent is normally started with. */
  readonly args?: readonly string[];
  /** Variables set for the login program; each name occurs once. */
  readonly env?: readonly EnvVariable[];
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

/** The variants of AvailableCommand by their tag. */
export interface AvailableCommandVariants {
  /** A slash command; a missing type means this. */
  readonly command: Command & { readonly type: 'command' };
}

/** One entry of the list of commands. */
export type AvailableCommand = AvailableCommandVariants[keyof AvailableCommandVariants] | (ExtensionVariant<'type'> & UnknownAvailableCommand);

/** The variants of AvailableCommandInput by their tag. */
export interface AvailableCommandInputVariants {
  /** Free text after the name; a missing type means this. */
  readonly text: TextCommandInput & { readonly type: 'text' };
}

/** The input that a command takes. */
export type AvailableCommandInput = AvailableCommandInputVariants[keyof AvailableCommandInputVariants] | (ExtensionVariant<'type'>);

/** Tells the client which commands exist from now on. */
export interface AvailableCommandsUpdate {
  /** All commands; they replace the earlier list. */
  readonly availableCommands: readonly AvailableCommand[];
  readonly _meta?: Meta;
}

/** A child session that goes on by itself. (unstable) */
export interface BackgroundSubagent {
  /** The child session, announced before by its parent. (unstable) */
  readonly sessionId: SessionId;
  readonly _meta?: Meta;
}

/** A program that goes on after its tool call returned. */
export interface BackgroundTerminal {
  /** The terminal; it runs until its exit status is reported. */
  readonly terminalId: TerminalId;
  readonly _meta?: Meta;
}

/** A tool call that goes on without a terminal of its own. */
export interface BackgroundToolCall {
  /** The tool call; it runs until its final status is reported. */
  readonly toolCallId: ToolCallId;
  readonly _meta?: Meta;
}

/** The variants of BackgroundWork by their tag. */
export interface BackgroundWorkVariants {
  /** A program in a terminal of the agent. */
  readonly terminal: BackgroundTerminal & { readonly type: 'terminal' };
  /** A tool call without a program of its own. */
  readonly tool_call: BackgroundToolCall & { readonly type: 'tool_call' };
  /** A child session that still has something running. (unstable) */
  readonly subagent: BackgroundSubagent & { readonly type: 'subagent' };
}

/** One piece of work that runs beside the foreground, listed once. */
export type BackgroundWork = BackgroundWorkVariants[keyof BackgroundWorkVariants] | (ExtensionVariant<'type'>);

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
  readonly mimeType?: MediaType | null;
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

/** No choice was made, because the work was cancelled. */
export interface CancelledPermissionOutcome {
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

/** Which terminal's command should be ended. */
export interface CancelTerminalRequest {
  /** The session the terminal belongs to. */
  readonly sessionId: SessionId;
  /** The terminal whose command should end. */
  readonly terminalId: TerminalId;
  readonly _meta?: Meta;
}

/** Says that the agent will try to end the command. */
export interface CancelTerminalResponse {
  readonly _meta?: Meta;
}

/** Which tool call the agent should stop. */
export interface CancelToolCallRequest {
  /** The session the tool call belongs to. */
  readonly sessionId: SessionId;
  /** The tool call that should be stopped. */
  readonly toolCallId: ToolCallId;
  readonly _meta?: Meta;
}

/** Says that the agent will try to stop the tool call. */
export interface CancelToolCallResponse {
  readonly _meta?: Meta;
}

/** Which ways of logging in the client can carry out. */
export interface ClientAuthCapabilities {
  /** Present when the client can run a login program in a terminal. */
  readonly terminal?: Marker | null;
  readonly _meta?: Meta;
}

/** Everything the client offers; what is left out is unsupported. */
export interface ClientCapabilities {
  /** The ways of logging in; absent and null mean only the basic one. */
  readonly auth?: ClientAuthCapabilities | null;
  /** The questions an agent may ask the user; absent means none. */
  readonly elicitation?: ElicitationCapabilities | null;
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

/** A command that the user can start with a slash. */
export interface Command {
  /** What the user types after the slash; no white space, unique. */
  readonly name: string;
  /** What the command does, in one line for people. */
  readonly description: string;
  /** The input it takes; absent or null when it takes none. */
  readonly input?: AvailableCommandInput | null;
  readonly _meta?: Meta;
}

/** Asks about a command that the agent itself will run. */
export interface CommandPermissionSubject {
  /** The command line, as the user should read it. */
  readonly command: string;
  /** The directory in which the command will run. */
  readonly cwd: AbsolutePath;
  /** The tool call it belongs to; absent or null when there is none. */
  readonly toolCallId?: ToolCallId | null;
  /** The terminal that will show it; absent or null when there is none. */
  readonly terminalId?: TerminalId | null;
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
export type ContentBlock = ContentBlockVariants[keyof ContentBlockVariants] | (ExtensionVariant<'type'>);

/** One content block, added to the end of a message. */
export interface ContentChunk {
  /** The block to add at the end. */
  readonly content: ContentBlock;
  /** The message; chunks of different messages may alternate. */
  readonly messageId: MessageId;
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
  /** What happens to each file; binding even when a patch is given. */
  readonly changes: readonly DiffChange[];
  /** The same changes as text; absent or null when there is none. */
  readonly patch?: DiffPatch | null;
  readonly _meta?: Meta;
}

/** The variants of DiffChange by their tag. */
export interface DiffChangeVariants {
  /** The file did not exist before. */
  readonly add: DiffPathChange & { readonly operation: 'add' };
  /** The file no longer exists afterwards. */
  readonly delete: DiffPathChange & { readonly operation: 'delete' };
  /** The file stays where it is and its content changes. */
  readonly modify: DiffPathChange & { readonly operation: 'modify' };
  /** The file leaves its old path for a new one. */
  readonly move: DiffPathPairChange & { readonly operation: 'move' };
  /** The file stays and a second one appears at the new path. */
  readonly copy: DiffPathPairChange & { readonly operation: 'copy' };
}

/** What every DiffChange has. */
export interface DiffChangeBase {
  /** The sort of entry; absent or null means that it is not known. */
  readonly fileType?: DiffFileType | null;
  /** The media type of the content; absent or null means not known. */
  readonly mimeType?: MediaType | null;
  readonly _meta?: Meta;
}

/** What happens to one file; the operation decides which paths are given. */
export type DiffChange = DiffChangeBase & (DiffChangeVariants[keyof DiffChangeVariants] | (ExtensionVariant<'operation'>));

/** What sort of file system entry a change concerns. */
export type DiffFileType =
  | 'text'
  | 'binary'
  | 'directory'
  | 'symlink'
  | Extension;

/** The textual form of a diff, for display. */
export interface DiffPatch {
  /** The syntax that the text follows. */
  readonly format: DiffPatchFormat;
  /** The patch itself. */
  readonly text: string;
  readonly _meta?: Meta;
}

/** The syntax that the text of a patch follows. */
export type DiffPatchFormat =
  | 'git_patch'
  | Extension;

/** The fields of a change that concerns a single path. */
export interface DiffPathChange {
  /** The file that is added, deleted or modified. */
  readonly path: AbsolutePath;
  readonly _meta?: Meta;
}

/** The fields of a change that leads from one path to another. */
export interface DiffPathPairChange {
  /** The path that is moved or copied. */
  readonly oldPath: AbsolutePath;
  /** The path where the result is found. */
  readonly path: AbsolutePath;
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
export type ElicitationContentValue = string | number | number | boolean | readonly string[] | unknown;

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
  /** Always object; v2 requires that it is said. */
  readonly type: ElicitationSchemaType;
  /** The heading of the form; absent or null when not given. */
  readonly title?: string | null;
  /** What the form is for; absent or null when not given. */
  readonly description?: string | null;
  /** The fields by name, possibly none. */
  readonly properties: { readonly [key: string]: ElicitationPropertySchema };
  /** The names of fields that must be filled in; absent or null means none. */
  readonly required?: readonly string[] | null;
  readonly _meta?: Meta;
}

/** The type of a form, which is always the same. */
export type ElicitationSchemaType =
  | 'object';

/** What a question belongs to; giving both is refused. */
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
  /** Further details; absent and null both mean there are none. */
  readonly data?: ErrorData | null;
  readonly _meta?: Meta;
}

/** Says what kind of error happened; codes unknown to us are kept as numbers. */
export type ErrorCode = number;

/** Carries the details of an error; two codes give it a fixed shape. */
export type ErrorData = unknown;

/** What is added when work ended because something failed. */
export interface ErrorStopReason {
  /** What failed; absent and null mean no details are given. */
  readonly error?: Error | null;
  readonly _meta?: Meta;
}

/** Which session to copy and where the copy works. (unstable) */
export interface ForkSessionRequest {
  /** The session to copy; it stays as it is. (unstable) */
  readonly sessionId: SessionId;
  /** The working directory of the copy. (unstable) */
  readonly cwd: AbsolutePath;
  /** Further roots of the copy; absent and empty mean none. (unstable) */
  readonly additionalDirectories?: readonly AbsolutePath[];
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
  /** The settings of the copy; absent means it has none. (unstable) */
  readonly configOptions?: readonly SessionConfigOption[];
  /** The slash commands of the copy; absent means none yet. (unstable) */
  readonly availableCommands?: readonly AvailableCommand[];
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

/** A picture that stands for a resource. */
export interface Icon {
  /** Where the picture is, or the picture itself as a data URI. */
  readonly src: string;
  /** The picture's format; absent or null leaves it to detection. */
  readonly mimeType?: MediaType | null;
  /** The sizes it suits, such as 48x48 or any. */
  readonly sizes?: readonly string[] | null;
  /** The background it suits; absent or null means every one. */
  readonly theme?: IconTheme | null;
  readonly _meta?: Meta;
}

/** The background that an icon is drawn for. */
export type IconTheme =
  | 'light'
  | 'dark'
  | Extension;

/** Sets a select option; v1 sends it without its type. */
export interface IdConfigValue {
  /** The value to put in force. */
  readonly value: SessionConfigValueId;
  readonly _meta?: Meta;
}

/** The variants of IdleStateUpdate by their tag. */
export interface IdleStateUpdateVariants {
  /** The agent finished what it had to do. */
  readonly end_turn: { readonly stopReason: 'end_turn' } & { readonly _meta?: Meta };
  /** The model reached its limit of tokens. */
  readonly max_tokens: { readonly stopReason: 'max_tokens' } & { readonly _meta?: Meta };
  /** The work reached its limit of model requests. */
  readonly max_turn_requests: { readonly stopReason: 'max_turn_requests' } & { readonly _meta?: Meta };
  /** The agent declined to go on with it. */
  readonly refusal: { readonly stopReason: 'refusal' } & { readonly _meta?: Meta };
  /** The client cancelled the work; an abort is never reported as an error. */
  readonly cancelled: { readonly stopReason: 'cancelled' } & { readonly _meta?: Meta };
  /** Something failed after the prompt was taken in. */
  readonly error: ErrorStopReason & { readonly stopReason: 'error' };
}

/** What every IdleStateUpdate has. */
export interface IdleStateUpdateBase {
  /** The tokens the work used; absent and null mean not reported. (unstable) */
  readonly usage?: Usage | null;
  /** All background work; absent and null mean not reported, empty means none. */
  readonly background?: readonly BackgroundWork[] | null;
  readonly _meta?: Meta;
}

/** No foreground work; without a stop reason it does not say why. */
export type IdleStateUpdate = IdleStateUpdateBase & (IdleStateUpdateVariants[keyof IdleStateUpdateVariants] | { readonly stopReason?: null; readonly _meta?: Meta } | (ExtensionVariant<'stopReason'>));

/** A picture, carried inside the message. */
export interface ImageContent {
  /** The bytes of the picture in base64. */
  readonly data: string;
  /** The format of the picture, such as image/png. */
  readonly mimeType: MediaType;
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
  /** The program that acts as the client. */
  readonly info: Implementation;
  /** What the client offers; absent means nothing optional. */
  readonly capabilities?: ClientCapabilities;
  readonly _meta?: Meta;
}

/** What the agent is and which version now holds. */
export interface InitializeResponse {
  /** The version spoken from now on; a client without it disconnects. */
  readonly protocolVersion: ProtocolVersion;
  /** The program that acts as the agent. */
  readonly info: Implementation;
  /** What the agent offers; absent means nothing, not even sessions. */
  readonly capabilities?: AgentCapabilities;
  /** The ways to log in; absent and empty mean no login exists. */
  readonly authMethods?: readonly AuthMethod[];
  readonly _meta?: Meta;
}

/** States that the agent takes injected messages; revoking them always comes with it. (draft) */
export interface InjectCapabilities {
  /** The delivery modes on offer, at least one. (draft) */
  readonly modes: readonly InjectMode[];
  /** Present exactly if `modes` has `steer`; with both, the agent picks. (draft) */
  readonly steerInStream?: readonly InjectStreamHandling[] | null;
  /** Absent or null means waiting messages can only be revoked. (draft) */
  readonly pending?: InjectPendingCapabilities | null;
  readonly _meta?: Meta;
}

/** The `data` of the errors -32010, -32002 and -32602 of these methods. (draft) */
export interface InjectErrorData {
  /** What a program looks at to decide how to go on. (draft) */
  readonly reason: InjectErrorReason;
  /** The message in question; absent when none was created. (draft) */
  readonly messageId?: MessageId | null;
  /** The mode that was asked for, with `unsupported_mode`. (draft) */
  readonly mode?: InjectMode | null;
  /** The modes that would have worked, with `unsupported_mode`. (draft) */
  readonly modes?: readonly InjectMode[] | null;
  readonly _meta?: Meta;
}

/** Why a request about an injected message failed. (draft) */
export type InjectErrorReason =
  | 'already_delivered'
  | 'no_running_turn'
  | 'replace_not_supported'
  | 'unknown_message_id'
  | 'unsupported_mode'
  | 'not_owner'
  | Extension;

/** When an injected message reaches the agent's work. (draft) */
export type InjectMode =
  | 'queue'
  | 'steer'
  | Extension;

/** What can be done to a message that waits for delivery, besides revoking it. (draft) */
export interface InjectPendingCapabilities {
  /** True if the agent answers `session/replace_inject`; null means false. Default: `false`. (draft) */
  readonly replace?: boolean | null;
  readonly _meta?: Meta;
}

/** The message and when it should be delivered. (draft) */
export interface InjectSessionRequest {
  /** The session that should receive the message. (draft) */
  readonly sessionId: SessionId;
  /** One of the modes that the agent advertises. (draft) */
  readonly mode: InjectMode;
  /** The message, within the limits for prompts; never empty. (draft) */
  readonly content: readonly ContentBlock[];
  readonly _meta?: Meta;
}

/** Says that the message waits and will be delivered. (draft) */
export interface InjectSessionResponse {
  /** The id its `user_message` will have; the agent chooses it. (draft) */
  readonly messageId: MessageId;
  readonly _meta?: Meta;
}

/** What a steer does to a model stream that is under way. (draft) */
export type InjectStreamHandling =
  | 'interrupt'
  | 'finish'
  | Extension;

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
  /** The id of the failed request; null only when it could not be read. */
  readonly id: RequestId | null;
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
  readonly cwd?: AbsolutePath | null;
  /** The nextCursor of the page before; absent and null mean the first page. */
  readonly cursor?: SessionListCursor | null;
  /** How to treat archived sessions; absent and null mean exclude. (unstable) */
  readonly archived?: SessionArchiveFilter | null;
  readonly _meta?: Meta;
}

/** One page of the list, in the agent's order. */
export interface ListSessionsResponse {
  /** The sessions of this page; empty when none match. */
  readonly sessions: readonly SessionInfo[];
  /** Leads to the next page; absent and null mean this is the last. */
  readonly nextCursor?: SessionListCursor | null;
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

/** Which way to log in the user chose. */
export interface LoginAuthRequest {
  /** The id of an advertised method that is not of type terminal. */
  readonly methodId: AuthMethodId;
  readonly _meta?: Meta;
}

/** Confirms the login; it has no content of its own. */
export interface LoginAuthResponse {
  readonly _meta?: Meta;
}

/** Asks to forget the credentials; it has no content of its own. */
export interface LogoutAuthRequest {
  readonly _meta?: Meta;
}

/** Confirms that the credentials are forgotten; it has no content. */
export interface LogoutAuthResponse {
  readonly _meta?: Meta;
}

/** Says by being present that something is supported; absent and null mean unsupported. */
export interface Marker {
  readonly _meta?: Meta;
}

/** Which transports to MCP servers the agent can use. */
export interface McpCapabilities {
  /** Present when servers may be programs; version 1 always allows this. */
  readonly stdio?: Marker | null;
  /** Present when servers may be reached over HTTP. */
  readonly http?: Marker | null;
  /** Present when the client may offer servers over this same connection. (unstable) */
  readonly acp?: Marker | null;
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
  /** A program to start; needs the stdio capability. */
  readonly stdio: McpServerStdio & { readonly type: 'stdio' };
  /** An HTTP address; needs the http capability. */
  readonly http: McpServerHttp & { readonly type: 'http' };
  /** A server on the client's side; needs the acp capability. (unstable) */
  readonly acp: McpServerAcp & { readonly type: 'acp' };
}

/** A server whose tools the agent is to use in a session. */
export type McpServer = McpServerVariants[keyof McpServerVariants] | (ExtensionVariant<'type'>);

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
  /** The headers to send; absent means none. */
  readonly headers?: readonly HttpHeader[];
  readonly _meta?: Meta;
}

/** An MCP server that the agent starts as a program. */
export interface McpServerStdio {
  /** A name for the server, for people to read. */
  readonly name: string;
  /** The program to start, as an absolute path. */
  readonly command: AbsolutePath;
  /** The arguments of the program; absent means none. */
  readonly args?: readonly string[];
  /** The variables to set; absent means none. */
  readonly env?: readonly EnvVariable[];
  readonly _meta?: Meta;
}

/** A media type such as text/plain or image/png. */
export type MediaType = string;

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
  | 'hint'
  | Extension;

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
  readonly suggestionId: NesSuggestionId;
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
  readonly suggestionId: NesSuggestionId;
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
  | 'cancelled'
  | Extension;

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
  readonly suggestionId: NesSuggestionId;
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
  readonly suggestionId: NesSuggestionId;
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
export type NesSuggestion = NesSuggestionVariants[keyof NesSuggestionVariants] | (ExtensionVariant<'kind'> & UnknownNesSuggestion);

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
  | 'manual'
  | Extension;

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
  /** The working directory and the base of relative paths. */
  readonly cwd: AbsolutePath;
  /** Further roots; absent and empty mean none. */
  readonly additionalDirectories?: readonly AbsolutePath[];
  /** The MCP servers to connect to; absent means none. */
  readonly mcpServers?: readonly McpServer[];
  /** Instructions for the session; absent and null leave the agent's own. (unstable) */
  readonly systemPrompt?: SystemPrompt | null;
  readonly _meta?: Meta;
}

/** The new session, ready for a prompt. */
export interface NewSessionResponse {
  /** The id that every later message about the session carries. */
  readonly sessionId: SessionId;
  /** The settings of the session; absent means it has none. */
  readonly configOptions?: readonly SessionConfigOption[];
  /** The slash commands at the start; absent means none yet. */
  readonly availableCommands?: readonly AvailableCommand[];
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
  | 'reject_always'
  | Extension;

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
  | 'low'
  | Extension;

/** How far a step has come. */
export type PlanEntryStatus =
  | 'pending'
  | 'in_progress'
  | 'completed'
  | 'cancelled'
  | Extension;

/** A plan that is kept in a file. (unstable) */
export interface PlanFile {
  /** The plan that gets this content. (unstable) */
  readonly planId: PlanId;
  /** The absolute address of the file. (unstable) */
  readonly uri: string;
  readonly _meta?: Meta;
}

/** Names one plan of a session. */
export type PlanId = string;

/** A plan made of steps with a status each. */
export interface PlanItems {
  /** The plan that gets this content. */
  readonly planId: PlanId;
  /** All steps in order; they replace the earlier ones. */
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

/** Creates a plan or replaces its content. */
export interface PlanUpdate {
  /** The plan and everything that is in it now. */
  readonly plan: PlanUpdateContent;
  readonly _meta?: Meta;
}

/** The variants of PlanUpdateContent by their tag. */
export interface PlanUpdateContentVariants {
  /** A list of steps with a status each. */
  readonly items: PlanItems & { readonly type: 'items' };
  /** A file that holds the plan. (unstable) */
  readonly file: PlanFile & { readonly type: 'file' };
  /** The whole plan as one Markdown text. (unstable) */
  readonly markdown: PlanMarkdown & { readonly type: 'markdown' };
}

/** The new content of one plan. */
export type PlanUpdateContent = PlanUpdateContentVariants[keyof PlanUpdateContentVariants] | (ExtensionVariant<'type'> & UnknownPlanUpdateContent);

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
  /** Present when prompts may contain images. */
  readonly image?: Marker | null;
  /** Present when prompts may contain sound. */
  readonly audio?: Marker | null;
  /** Present when prompts may contain embedded resources. */
  readonly embeddedContext?: Marker | null;
  readonly _meta?: Meta;
}

/** The message and the session it belongs to. */
export interface PromptRequest {
  /** The session that receives the message. */
  readonly sessionId: SessionId;
  /** What the user says, never empty; unsupported content is refused. */
  readonly prompt: readonly ContentBlock[];
  /** Context for this turn only, never stored; absent, null and empty are alike. (draft) */
  readonly runtimeContext?: readonly RuntimeContext[] | null;
  readonly _meta?: Meta;
}

/** In version 1 the end of the turn, in version 2 the message's acceptance. */
export interface PromptResponse {
  /** The id of the inserted message. */
  readonly messageId: MessageId;
  readonly _meta?: Meta;
}

/** PromptResponse as it may arrive: older peers leave `messageId` out. */
export interface ReceivedPromptResponse extends Omit<PromptResponse, 'messageId'> {
  /** The id of the inserted message. */
  readonly messageId?: MessageId;
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
  readonly suggestionId: NesSuggestionId;
  /** Why; absent or null is unspecified and counts like `rejected`. (draft) */
  readonly reason?: NesRejectReason | null;
  readonly _meta?: Meta;
}

/** RejectNesNotification as it may arrive: older peers leave `sessionId` out. */
export interface ReceivedRejectNesNotification extends Omit<RejectNesNotification, 'sessionId'> {
  /** The next-edit session. (draft) */
  readonly sessionId?: SessionId;
}

/** Says which waiting message gets which new content. (draft) */
export interface ReplaceInjectSessionRequest {
  /** The session the message was injected into. (draft) */
  readonly sessionId: SessionId;
  /** The message, as `session/inject` named it. (draft) */
  readonly messageId: MessageId;
  /** The whole new content; nothing of the old remains. (draft) */
  readonly content: readonly ContentBlock[];
  readonly _meta?: Meta;
}

/** Says that the new content will be delivered. (draft) */
export interface ReplaceInjectSessionResponse {
  /** The same id as before the exchange. (draft) */
  readonly messageId: MessageId;
  readonly _meta?: Meta;
}

/** The variants of ReplayFrom by their tag. */
export interface ReplayFromVariants {
  /** Everything from the first message on. */
  readonly start: ReplayFromStart & { readonly type: 'start' };
}

/** The place from which a resumed session is told again. */
export type ReplayFrom = ReplayFromVariants[keyof ReplayFromVariants] | (ExtensionVariant<'type'>);

/** Asks for the whole conversation that the agent still has. */
export interface ReplayFromStart {
  readonly _meta?: Meta;
}

/** Pairs a response with its request; each direction counts its own ids. */
export type RequestId = number | string;

/** The variants of RequestPermissionOutcome by their tag. */
export interface RequestPermissionOutcomeVariants {
  /** One of the offered options was chosen. */
  readonly selected: SelectedPermissionOutcome & { readonly outcome: 'selected' };
  /** The work was cancelled before an answer was given. */
  readonly cancelled: CancelledPermissionOutcome & { readonly outcome: 'cancelled' };
}

/** How the question ended; only a selected option can approve. */
export type RequestPermissionOutcome = RequestPermissionOutcomeVariants[keyof RequestPermissionOutcomeVariants] | (ExtensionVariant<'outcome'>);

/** The question and its possible answers. */
export interface RequestPermissionRequest {
  /** The session on whose behalf the agent asks. */
  readonly sessionId: SessionId;
  /** The question in one line; the tool call's own title is untouched. */
  readonly title: string;
  /** More about the question; absent or null when there is nothing to add. */
  readonly description?: string | null;
  /** What it is about; absent or null asks a general question. */
  readonly subject?: RequestPermissionSubject | null;
  /** The possible answers, at least one. */
  readonly options: readonly PermissionOption[];
  readonly _meta?: Meta;
}

/** The answer of the user or of a policy. */
export interface RequestPermissionResponse {
  /** What was chosen, or that nothing was. */
  readonly outcome: RequestPermissionOutcome;
  readonly _meta?: Meta;
}

/** The variants of RequestPermissionSubject by their tag. */
export interface RequestPermissionSubjectVariants {
  /** A tool call, with its latest state. */
  readonly tool_call: ToolCallPermissionSubject & { readonly type: 'tool_call' };
  /** A command line and its directory. */
  readonly command: CommandPermissionSubject & { readonly type: 'command' };
}

/** What exactly the user is asked to permit. */
export type RequestPermissionSubject = RequestPermissionSubjectVariants[keyof RequestPermissionSubjectVariants] | (ExtensionVariant<'type'>);

/** The foreground work waits for the user to act. */
export interface RequiresActionStateUpdate {
  /** All background work; absent and null mean not reported, empty means none. */
  readonly background?: readonly BackgroundWork[] | null;
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
  readonly mimeType?: MediaType | null;
  /** Its length in bytes; absent or null when unknown. */
  readonly size?: number | null;
  /** Pictures to show with it; absent or null when there are none. */
  readonly icons?: readonly Icon[] | null;
  /** Hints about the resource; absent or null when there are none. */
  readonly annotations?: Annotations | null;
  readonly _meta?: Meta;
}

/** Which session to open and what to connect it to. */
export interface ResumeSessionRequest {
  /** The session to open, as listed or remembered. */
  readonly sessionId: SessionId;
  /** The session's own working directory; another one may be refused. */
  readonly cwd: AbsolutePath;
  /** Further roots; absent and empty mean none. */
  readonly additionalDirectories?: readonly AbsolutePath[];
  /** All MCP servers to connect to, earlier ones included; absent means none. */
  readonly mcpServers?: readonly McpServer[];
  /** Where to start telling again; absent and null mean no replay. */
  readonly replayFrom?: ReplayFrom | null;
  /** Instructions for the session; absent and null leave the agent's own. (unstable) */
  readonly systemPrompt?: SystemPrompt | null;
  readonly _meta?: Meta;
}

/** Sent when the session is ready for a prompt. */
export interface ResumeSessionResponse {
  /** The settings of the session; absent means it has none. */
  readonly configOptions?: readonly SessionConfigOption[];
  /** The slash commands now; absent means none yet. */
  readonly availableCommands?: readonly AvailableCommand[];
  readonly _meta?: Meta;
}

/** Says which waiting message to take back. (draft) */
export interface RevokeInjectSessionRequest {
  /** The session the message was injected into. (draft) */
  readonly sessionId: SessionId;
  /** The message, as `session/inject` named it. (draft) */
  readonly messageId: MessageId;
  readonly _meta?: Meta;
}

/** Empty: the message is gone, now or since an earlier revoke. (draft) */
export interface RevokeInjectSessionResponse {
  readonly _meta?: Meta;
}

/** The reader that content is meant for. */
export type Role =
  | 'assistant'
  | 'user'
  | Extension;

/** The agent is working in the foreground. */
export interface RunningStateUpdate {
  /** All background work; absent and null mean not reported, empty means none. */
  readonly background?: readonly BackgroundWork[] | null;
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
  /** The content a prompt may hold; absent means text and resource links. */
  readonly prompt?: PromptCapabilities | null;
  /** The transports to MCP servers; absent means no servers at all. */
  readonly mcp?: McpCapabilities | null;
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
  /** How messages can be added while work runs; absent means they cannot. (draft) */
  readonly inject?: InjectCapabilities | null;
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
  readonly configId: SessionConfigId;
  /** The label to show for the option. */
  readonly name: string;
  /** What the option does; absent or null when not given. */
  readonly description?: string | null;
  /** What the option is about; absent or null when nothing fits. */
  readonly category?: SessionConfigOptionCategory | null;
  readonly _meta?: Meta;
}

/** One setting of a session and its current value. */
export type SessionConfigOption = SessionConfigOptionBase & (SessionConfigOptionVariants[keyof SessionConfigOptionVariants] | (ExtensionVariant<'type'>));

/** What an option is about; a hint for layout only. */
export type SessionConfigOptionCategory =
  | 'mode'
  | 'model'
  | 'model_config'
  | 'thought_level'
  | Extension;

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
  readonly groupId: SessionConfigGroupId;
  /** The heading to show above the values. */
  readonly name: string;
  /** The values of the group, at least one. */
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
  /** The working directory of the session. */
  readonly cwd: AbsolutePath;
  /** All further roots in their order; absent means none are reported. */
  readonly additionalDirectories?: readonly AbsolutePath[];
  /** The title to show; absent and null mean the session has none. */
  readonly title?: string | null;
  /** When something last happened; absent means unknown. */
  readonly updatedAt?: string | null;
  /** Whether it is archived; absent means the agent does not report it. (unstable) */
  readonly archived?: boolean | null;
  readonly _meta?: Meta;
}

/** Changes what is known about the session itself. */
export interface SessionInfoUpdate {
  /** The new title; absent changes nothing, null clears it. */
  readonly title?: string | null;
  /** The last activity; absent changes nothing, null clears it. */
  readonly updatedAt?: string | null;
  readonly _meta?: Meta;
}

/** Marks a place in a long list; opaque, and even an empty one counts. */
export type SessionListCursor = string;

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

/** Names the session that a request could not find. */
export interface SessionNotFoundErrorData {
  /** The id as it stood in the failed request. */
  readonly sessionId: SessionId;
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
  /** What the session does now; absent and null mean not reported. (unstable) */
  readonly state?: StateUpdate | null;
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
  /** Creates or replaces a message of the user. */
  readonly user_message: UserMessage & { readonly sessionUpdate: 'user_message' };
  /** Creates or replaces a message of the agent. */
  readonly agent_message: AgentMessage & { readonly sessionUpdate: 'agent_message' };
  /** Creates or replaces a piece of reasoning. */
  readonly agent_thought: AgentThought & { readonly sessionUpdate: 'agent_thought' };
  /** Says what the session does in the foreground now. */
  readonly state_update: StateUpdate & { readonly sessionUpdate: 'state_update' };
  /** Changes a tool call; in version 2 it also creates one. */
  readonly tool_call_update: ToolCallUpdate & { readonly sessionUpdate: 'tool_call_update' };
  /** Adds one item to a tool call's output. */
  readonly tool_call_content_chunk: ToolCallContentChunk & { readonly sessionUpdate: 'tool_call_content_chunk' };
  /** Creates or changes a terminal that the agent runs and the client shows. */
  readonly terminal_update: TerminalUpdate & { readonly sessionUpdate: 'terminal_update' };
  /** Adds bytes to the output of a shown terminal. */
  readonly terminal_output_chunk: TerminalOutputChunk & { readonly sessionUpdate: 'terminal_output_chunk' };
  /** Replaces the plan of this id; version 1 needs the plan capability. */
  readonly plan_update: PlanUpdate & { readonly sessionUpdate: 'plan_update' };
  /** Removes the plan of this id; version 1 needs the plan capability. (unstable) */
  readonly plan_removed: PlanRemoved & { readonly sessionUpdate: 'plan_removed' };
  /** Replaces the list of slash commands. */
  readonly available_commands_update: AvailableCommandsUpdate & { readonly sessionUpdate: 'available_commands_update' };
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
  /** Picks a value of a select option. */
  readonly id: IdConfigValue & { readonly type: 'id' };
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
export type SetSessionConfigOptionRequest = SetSessionConfigOptionRequestBase & (SetSessionConfigOptionRequestVariants[keyof SetSessionConfigOptionRequestVariants] | (ExtensionVariant<'type'> & UnknownConfigValue));

/** The state after the change, since options can depend on each other. */
export interface SetSessionConfigOptionResponse {
  /** All options with their current values. */
  readonly configOptions: readonly SessionConfigOption[];
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
  /** Settings of the suggestions, set by the id of this session; absent means none. (draft) */
  readonly configOptions?: readonly SessionConfigOption[];
  readonly _meta?: Meta;
}

/** The variants of StateUpdate by their tag. */
export interface StateUpdateVariants {
  /** The agent is working on something for the user. */
  readonly running: RunningStateUpdate & { readonly state: 'running' };
  /** The agent waits for a prompt; background work may go on. */
  readonly idle: IdleStateUpdate & { readonly state: 'idle' };
  /** The agent waits for a decision of the user. */
  readonly requires_action: RequiresActionStateUpdate & { readonly state: 'requires_action' };
  /** The agent cannot tell, for instance about a remote child. (unstable) */
  readonly unknown: UnknownStateUpdate & { readonly state: 'unknown' };
}

/** What a session does in the foreground, as a whole snapshot. */
export type StateUpdate = StateUpdateVariants[keyof StateUpdateVariants] | (ExtensionVariant<'state'>);

/** What a text field must look like. */
export type StringFormat =
  | 'email'
  | 'uri'
  | 'date'
  | 'date-time'
  | Extension;

/** The values of a multiple choice when they need no labels. */
export interface StringMultiSelectItems {
  /** The allowed values, at least one. */
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
  /** The allowed values when they need no labels, at least one. */
  readonly enum?: readonly string[] | null;
  /** The allowed values with a label for each, at least one. */
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
  /** Its working directory; absent changes nothing, null means the parent's. (unstable) */
  readonly cwd?: AbsolutePath | null;
  /** All its further roots; absent changes nothing, null means the parent's. (unstable) */
  readonly additionalDirectories?: readonly AbsolutePath[] | null;
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

/** What the client may do with one terminal of the agent. */
export interface TerminalCapabilities {
  /** Present: terminal/cancel works; absent or null: it does not. */
  readonly cancel?: Marker | null;
  readonly _meta?: Meta;
}

/** How a command ended; in v2 even an empty object means it ended. */
export interface TerminalExitStatus {
  /** The exit code, possibly negative; absent or null when there is none. */
  readonly exitCode?: number | null;
  /** The signal that ended it; absent or null when none did. */
  readonly signal?: string | null;
  readonly _meta?: Meta;
}

/** Names one terminal of a session; never used again for another. */
export type TerminalId = string;

/** Everything a terminal has printed so far. */
export interface TerminalOutput {
  /** The bytes, control sequences included; they replace all earlier ones. */
  readonly data: string;
  readonly _meta?: Meta;
}

/** Appends bytes to what a terminal has printed. */
export interface TerminalOutputChunk {
  /** The terminal that printed them; an id not seen before creates one. */
  readonly terminalId: TerminalId;
  /** The new bytes; a character may be split over two chunks. */
  readonly data: string;
  readonly _meta?: Meta;
}

/** The size of a terminal in character cells. */
export interface TerminalSize {
  /** How many characters fit in a row. */
  readonly cols: number;
  /** How many rows are visible at once. */
  readonly rows: number;
  readonly _meta?: Meta;
}

/** Creates or changes a terminal; absent fields stay, null clears. */
export interface TerminalUpdate {
  /** The terminal; an id not seen before creates one. */
  readonly terminalId: TerminalId;
  /** The command line that runs in it. */
  readonly command?: string | null;
  /** The directory in which the command runs. */
  readonly cwd?: AbsolutePath | null;
  /** Replaces everything printed so far, chunks included. */
  readonly output?: TerminalOutput | null;
  /** Present once the command has ended. */
  readonly exitStatus?: TerminalExitStatus | null;
  /** The size the output was laid out for. */
  readonly size?: TerminalSize | null;
  /** What the client may do with it now; null withdraws everything. */
  readonly capabilities?: TerminalCapabilities | null;
  readonly _meta?: Meta;
}

/** Whatever the user types after the name of the command. */
export interface TextCommandInput {
  /** Shown in the input field while nothing has been typed. */
  readonly hint: string;
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
  readonly mimeType?: MediaType | null;
  readonly _meta?: Meta;
}

/** The values of a multiple choice with a label for each. */
export interface TitledMultiSelectItems {
  /** The allowed values and their labels, at least one. */
  readonly anyOf: readonly EnumOption[];
  readonly _meta?: Meta;
}

/** What the client may do with one tool call while it runs. */
export interface ToolCallCapabilities {
  /** Present: tool_call/cancel works; absent or null: it does not. */
  readonly cancel?: Marker | null;
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
export type ToolCallContent = ToolCallContentVariants[keyof ToolCallContentVariants] | (ExtensionVariant<'type'>);

/** Appends one item to the content of a tool call. */
export interface ToolCallContentChunk {
  /** The tool call that grows; an id not seen before creates one. */
  readonly toolCallId: ToolCallId;
  /** The item to append after those already shown. */
  readonly content: ToolCallContent;
  readonly _meta?: Meta;
}

/** Names one tool call; unique within its session. */
export type ToolCallId = string;

/** A place in a file that a tool call works on. */
export interface ToolCallLocation {
  /** The file the tool call works on. */
  readonly path: AbsolutePath;
  /** The line, counted from one; absent or null points at the whole file. */
  readonly line?: number | null;
  readonly _meta?: Meta;
}

/** The question is about a tool call. */
export interface ToolCallPermissionSubject {
  /** Applied to the stored tool call before the user is asked. */
  readonly toolCall: ToolCallUpdate;
  readonly _meta?: Meta;
}

/** How far a tool call has come. */
export type ToolCallStatus =
  | 'pending'
  | 'in_progress'
  | 'paused'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | Extension;

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
  /** What the client may do with it now; null withdraws everything. */
  readonly capabilities?: ToolCallCapabilities | null;
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
  | 'other'
  | Extension;

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

/** What every way to log in has, even one we cannot carry out. */
export interface UnknownAuthMethod {
  /** The id of the method, unique in the list. */
  readonly methodId: AuthMethodId;
  /** The name of the method, for people to read. */
  readonly name: string;
  readonly _meta?: Meta;
}

/** An entry of a type that this version does not know. */
export interface UnknownAvailableCommand {
  /** The name to show for the entry. */
  readonly name: string;
  /** What the entry does, in one line for people. */
  readonly description: string;
  readonly _meta?: Meta;
}

/** Sets an option of a type that this version does not know. */
export interface UnknownConfigValue {
  /** The new value in whatever form that type uses. */
  readonly value: unknown;
  readonly _meta?: Meta;
}

/** Asks in a way that this version does not know. */
export type UnknownElicitationMode = {
  readonly _meta?: Meta;
} & (ElicitationScope);

/** A suggestion of a kind that this version does not know. (draft) */
export interface UnknownNesSuggestion {
  /** The id to reject it by, since the client cannot show it. (draft) */
  readonly suggestionId: NesSuggestionId;
  readonly _meta?: Meta;
}

/** Plan content of a type that this version does not know. */
export interface UnknownPlanUpdateContent {
  /** The plan whose earlier content it still replaces. */
  readonly planId: PlanId;
  readonly _meta?: Meta;
}

/** The agent cannot tell whether the session is working. (unstable) */
export interface UnknownStateUpdate {
  /** All background work; absent and null mean not reported, empty means none. (unstable) */
  readonly background?: readonly BackgroundWork[] | null;
  readonly _meta?: Meta;
}

/** Tells a client why no protocol version could be agreed on. */
export interface UnsupportedProtocolVersionErrorData {
  /** The version the client asked for. */
  readonly requested: ProtocolVersion;
  /** Every version the agent speaks, all above the requested one. */
  readonly supported: readonly ProtocolVersion[];
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

/** Creates or changes a message of the user. */
export interface UserMessage {
  /** The message; an id seen first creates it. */
  readonly messageId: MessageId;
  /** Replaces all content, chunks included; absent changes nothing, null clears. */
  readonly content?: readonly ContentBlock[] | null;
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
