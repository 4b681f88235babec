// Generated from src/definitions by `npm run generate`. Do not edit.
import type { Extension, ExtensionVariant } from '../shared/extension.ts';

/** Free-form metadata that any object may carry; unknown keys have no meaning. */
export type Meta = { readonly [key: string]: unknown } | null;

/** A path that starts at the root of the file system. */
export type AbsolutePath = string;

/** What the agent can do about accounts besides logging in. */
export interface AgentAuthCapabilities {
  readonly _meta?: Meta;
}

/** Everything the agent offers; what is left out is unsupported. */
export interface AgentCapabilities {
  /** Present when the agent has sessions at all; without it call none. */
  readonly session?: SessionCapabilities | null;
  /** What can be done about accounts besides login and logout. */
  readonly auth?: AgentAuthCapabilities | null;
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

/** Which sessions to list and where to go on. */
export interface ListSessionsRequest {
  /** Only sessions of this working directory; absent and null mean all. */
  readonly cwd?: AbsolutePath | null;
  /** The nextCursor of the page before; absent and null mean the first page. */
  readonly cursor?: SessionListCursor | null;
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
  readonly _meta?: Meta;
}

/** The variants of McpServer by their tag. */
export interface McpServerVariants {
  /** A program to start; needs the stdio capability. */
  readonly stdio: McpServerStdio & { readonly type: 'stdio' };
  /** An HTTP address; needs the http capability. */
  readonly http: McpServerHttp & { readonly type: 'http' };
}

/** A server whose tools the agent is to use in a session. */
export type McpServer = McpServerVariants[keyof McpServerVariants] | (ExtensionVariant<'type'>);

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

/** Where the new session works and with what. */
export interface NewSessionRequest {
  /** The working directory and the base of relative paths. */
  readonly cwd: AbsolutePath;
  /** Further roots; absent and empty mean none. */
  readonly additionalDirectories?: readonly AbsolutePath[];
  /** The MCP servers to connect to; absent means none. */
  readonly mcpServers?: readonly McpServer[];
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
}

/** The new content of one plan. */
export type PlanUpdateContent = PlanUpdateContentVariants[keyof PlanUpdateContentVariants] | (ExtensionVariant<'type'> & UnknownPlanUpdateContent);

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

/** The user, or a policy of theirs, chose an option. */
export interface SelectedPermissionOutcome {
  /** The chosen option; an id that was not offered is not an approval. */
  readonly optionId: PermissionOptionId;
  readonly _meta?: Meta;
}

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
}

/** One piece of news about a session; updates apply in order of arrival. */
export type SessionUpdate = SessionUpdateVariants[keyof SessionUpdateVariants] | (ExtensionVariant<'sessionUpdate'>);

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

/** The variants of StateUpdate by their tag. */
export interface StateUpdateVariants {
  /** The agent is working on something for the user. */
  readonly running: RunningStateUpdate & { readonly state: 'running' };
  /** The agent waits for a prompt; background work may go on. */
  readonly idle: IdleStateUpdate & { readonly state: 'idle' };
  /** The agent waits for a decision of the user. */
  readonly requires_action: RequiresActionStateUpdate & { readonly state: 'requires_action' };
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

/** Plan content of a type that this version does not know. */
export interface UnknownPlanUpdateContent {
  /** The plan whose earlier content it still replaces. */
  readonly planId: PlanId;
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
