// Generated from src/definitions by `npm run generate`. Do not edit.
import type { Definitions } from '../../validate/definition.ts';

/** Every definition as JSON, for values that fail the strict checks. It is parsed when it is first needed. */
const json = `{
  "AcceptNesNotification": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string", "optional": true },
      { "name": "id", "type": "string", "aliases": ["suggestionId"] }
    ]
  },
  "ActiveDocumentRequest": { "kind": "object", "fields": [{ "name": "sessionId", "type": "string" }] },
  "ActiveDocumentResponse": {
    "kind": "object",
    "fields": [{ "name": "document", "type": { "orNull": { "ref": "WorkspaceDocument" } } }],
    "accepts": [{ "rule": "null-document", "when": [] }]
  },
  "AgentAuthCapabilities": {
    "kind": "object",
    "fields": [
      { "name": "logout", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "status", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true }
    ],
    "accepts": [{ "rule": "status-true", "when": [] }]
  },
  "AgentCapabilities": {
    "kind": "object",
    "fields": [
      { "name": "loadSession", "type": "bool", "optional": true, "drop": true },
      { "name": "promptCapabilities", "type": { "ref": "PromptCapabilities" }, "optional": true, "drop": true },
      { "name": "mcpCapabilities", "type": { "ref": "McpCapabilities" }, "optional": true, "drop": true },
      { "name": "sessionCapabilities", "type": { "ref": "SessionCapabilities" }, "optional": true, "drop": true },
      { "name": "auth", "type": { "ref": "AgentAuthCapabilities" }, "optional": true, "drop": true },
      { "name": "providers", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "nes", "type": { "orNull": { "ref": "NesCapabilities" } }, "optional": true, "drop": true },
      {
        "name": "positionEncoding",
        "type": { "orNull": { "ref": "PositionEncodingKind" } },
        "optional": true,
        "drop": true
      }
    ]
  },
  "AgentDistribution": {
    "kind": "object",
    "fields": [
      { "name": "binary", "type": { "ref": "BinaryDistribution" }, "optional": true },
      { "name": "npx", "type": { "ref": "PackageDistribution" }, "optional": true },
      { "name": "uvx", "type": { "ref": "PackageDistribution" }, "optional": true }
    ],
    "needs": [["binary", "npx", "uvx"]]
  },
  "AgentManifest": {
    "kind": "object",
    "fields": [
      { "name": "id", "type": { "text": { "pattern": "^[a-z][a-z0-9-]*$" } } },
      { "name": "name", "type": { "text": { "min": 1 } } },
      { "name": "version", "type": { "text": { "pattern": "^[0-9]+\\\\.[0-9]+\\\\.[0-9]+" } } },
      { "name": "description", "type": { "text": { "min": 1 } } },
      { "name": "distribution", "type": { "ref": "AgentDistribution" } },
      { "name": "repository", "type": "string", "optional": true },
      { "name": "website", "type": "string", "optional": true },
      { "name": "authors", "type": { "list": "string" }, "optional": true },
      { "name": "license", "type": "string", "optional": true },
      { "name": "license_url", "type": "string", "optional": true },
      { "name": "icon", "type": "string", "optional": true }
    ]
  },
  "AgentRegistry": {
    "kind": "object",
    "fields": [
      { "name": "version", "type": { "text": { "pattern": "^[0-9]+\\\\.[0-9]+\\\\.[0-9]+" } } },
      { "name": "agents", "type": { "list": { "ref": "AgentManifest" } }, "skip": true }
    ]
  },
  "Annotations": {
    "kind": "object",
    "fields": [
      {
        "name": "audience",
        "type": { "orNull": { "list": { "ref": "Role" } } },
        "optional": true,
        "drop": true,
        "skip": true
      },
      { "name": "lastModified", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "priority", "type": { "orNull": "f64" }, "optional": true, "drop": true }
    ]
  },
  "ArchiveSessionRequest": { "kind": "object", "fields": [{ "name": "sessionId", "type": "string" }] },
  "ArchiveSessionResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "AudioContent": {
    "kind": "object",
    "fields": [
      { "name": "data", "type": "string" },
      { "name": "mimeType", "type": "string" },
      { "name": "annotations", "type": { "orNull": { "ref": "Annotations" } }, "optional": true, "drop": true }
    ]
  },
  "AuthAccount": {
    "kind": "object",
    "fields": [
      { "name": "label", "type": "string" },
      { "name": "active", "type": { "orNull": "bool" }, "optional": true, "drop": true },
      { "name": "name", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "email", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "organization", "type": { "orNull": "string" }, "optional": true, "drop": true }
    ]
  },
  "AuthCapabilities": { "kind": "object", "fields": [{ "name": "terminal", "type": "bool", "optional": true, "drop": true }] },
  "AuthenticateRequest": { "kind": "object", "fields": [{ "name": "methodId", "type": "string" }] },
  "AuthenticateResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "AuthEnvVar": {
    "kind": "object",
    "fields": [
      { "name": "name", "type": "string" },
      { "name": "label", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "secret", "type": "bool", "optional": true, "drop": true },
      { "name": "optional", "type": "bool", "optional": true, "drop": true }
    ]
  },
  "AuthMethod": {
    "kind": "union",
    "key": "type",
    "variants": [
      { "tag": "agent", "type": "AuthMethodAgent", "mode": "optional" },
      { "tag": "terminal", "type": "AuthMethodTerminal", "mode": "required" },
      { "tag": "env_var", "type": "AuthMethodEnvVar", "mode": "required" }
    ]
  },
  "AuthMethodAgent": {
    "kind": "object",
    "fields": [
      { "name": "id", "type": "string" },
      { "name": "name", "type": "string" },
      { "name": "description", "type": { "orNull": "string" }, "optional": true, "drop": true }
    ]
  },
  "AuthMethodEnvVar": {
    "kind": "object",
    "fields": [
      { "name": "id", "type": "string" },
      { "name": "name", "type": "string" },
      { "name": "description", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "vars", "type": { "list": { "ref": "AuthEnvVar" } } },
      { "name": "link", "type": { "orNull": "string" }, "optional": true, "drop": true }
    ]
  },
  "AuthMethodId": { "kind": "scalar", "type": "string" },
  "AuthMethodTerminal": {
    "kind": "object",
    "fields": [
      { "name": "id", "type": "string" },
      { "name": "name", "type": "string" },
      { "name": "description", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "args", "type": { "list": "string" }, "optional": true, "nullIsAbsent": true },
      { "name": "env", "type": { "map": "string" }, "optional": true, "nullIsAbsent": true }
    ],
    "accepts": [{ "rule": "environment-list", "when": [] }]
  },
  "AuthState": { "kind": "enum", "values": ["authenticated", "unauthenticated", "not_required", "unknown"], "open": true },
  "AuthStatusRequest": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "AuthStatusResponse": {
    "kind": "object",
    "fields": [
      { "name": "state", "type": { "ref": "AuthState" } },
      {
        "name": "accounts",
        "type": { "list": { "ref": "AuthAccount" } },
        "optional": true,
        "drop": true,
        "skip": true
      }
    ],
    "accepts": [{ "rule": "authenticated-flag", "when": [] }]
  },
  "AuthStatusUpdateNotification": {
    "kind": "object",
    "fields": [
      { "name": "state", "type": { "ref": "AuthState" } },
      {
        "name": "accounts",
        "type": { "list": { "ref": "AuthAccount" } },
        "optional": true,
        "drop": true,
        "skip": true
      }
    ]
  },
  "AvailableCommand": {
    "kind": "object",
    "fields": [
      { "name": "name", "type": "string" },
      { "name": "description", "type": "string" },
      { "name": "input", "type": { "orNull": { "ref": "AvailableCommandInput" } }, "optional": true, "drop": true }
    ]
  },
  "AvailableCommandInput": { "kind": "choice", "of": [{ "ref": "UnstructuredCommandInput" }] },
  "AvailableCommandsUpdate": {
    "kind": "object",
    "fields": [{ "name": "availableCommands", "type": { "list": { "ref": "AvailableCommand" } }, "drop": true, "skip": true }]
  },
  "BinaryDistribution": {
    "kind": "object",
    "fields": [
      { "name": "darwin-aarch64", "type": { "ref": "BinaryTarget" }, "optional": true },
      { "name": "darwin-x86_64", "type": { "ref": "BinaryTarget" }, "optional": true },
      { "name": "linux-aarch64", "type": { "ref": "BinaryTarget" }, "optional": true },
      { "name": "linux-x86_64", "type": { "ref": "BinaryTarget" }, "optional": true },
      { "name": "windows-aarch64", "type": { "ref": "BinaryTarget" }, "optional": true },
      { "name": "windows-x86_64", "type": { "ref": "BinaryTarget" }, "optional": true }
    ],
    "needs": [["darwin-aarch64", "darwin-x86_64"], ["linux-aarch64", "linux-x86_64"], ["windows-aarch64", "windows-x86_64"]]
  },
  "BinaryTarget": {
    "kind": "object",
    "fields": [
      { "name": "archive", "type": "string" },
      { "name": "sha256", "type": { "text": { "pattern": "^[a-fA-F0-9]{64}$" } }, "optional": true },
      { "name": "cmd", "type": "string" },
      { "name": "args", "type": { "list": "string" }, "optional": true },
      { "name": "env", "type": { "map": "string" }, "optional": true }
    ]
  },
  "BlobResourceContents": {
    "kind": "object",
    "fields": [
      { "name": "uri", "type": "string" },
      { "name": "blob", "type": "string" },
      { "name": "mimeType", "type": { "orNull": "string" }, "optional": true, "drop": true }
    ]
  },
  "BooleanConfigValue": { "kind": "object", "fields": [{ "name": "value", "type": "bool" }] },
  "BooleanPropertySchema": {
    "kind": "object",
    "fields": [
      { "name": "title", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "description", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "default", "type": { "orNull": "bool" }, "optional": true, "drop": true }
    ]
  },
  "CancelNotification": { "kind": "object", "fields": [{ "name": "sessionId", "type": "string" }] },
  "CancelRequestNotification": { "kind": "object", "fields": [{ "name": "requestId", "type": { "ref": "RequestId" } }] },
  "ClientCapabilities": {
    "kind": "object",
    "fields": [
      { "name": "fs", "type": { "ref": "FileSystemCapabilities" }, "optional": true, "drop": true },
      { "name": "terminal", "type": "bool", "optional": true, "drop": true },
      {
        "name": "session",
        "type": { "orNull": { "ref": "ClientSessionCapabilities" } },
        "optional": true,
        "drop": true
      },
      { "name": "auth", "type": { "ref": "AuthCapabilities" }, "optional": true, "drop": true },
      {
        "name": "elicitation",
        "type": { "orNull": { "ref": "ElicitationCapabilities" } },
        "optional": true,
        "drop": true
      },
      { "name": "subagents", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "plan", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "nes", "type": { "orNull": { "ref": "ClientNesCapabilities" } }, "optional": true, "drop": true },
      {
        "name": "positionEncodings",
        "type": { "list": { "ref": "PositionEncodingKind" } },
        "optional": true,
        "drop": true,
        "skip": true
      },
      {
        "name": "workspace",
        "type": { "orNull": { "ref": "WorkspaceCapabilities" } },
        "optional": true,
        "drop": true
      }
    ]
  },
  "ClientNesCapabilities": {
    "kind": "object",
    "fields": [
      { "name": "jump", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "rename", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "searchAndReplace", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "ideActions", "type": { "orNull": { "map": "any" } }, "optional": true, "drop": true }
    ]
  },
  "ClientSessionCapabilities": {
    "kind": "object",
    "fields": [
      { "name": "compaction", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      {
        "name": "configOptions",
        "type": { "orNull": { "ref": "SessionConfigOptionsCapabilities" } },
        "optional": true,
        "drop": true
      },
      { "name": "notices", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true }
    ]
  },
  "CloseNesRequest": { "kind": "object", "fields": [{ "name": "sessionId", "type": "string" }] },
  "CloseNesResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "CloseSessionRequest": { "kind": "object", "fields": [{ "name": "sessionId", "type": "string" }] },
  "CloseSessionResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "CompactionId": { "kind": "scalar", "type": "string" },
  "CompactionStatus": { "kind": "enum", "values": ["in_progress", "completed", "failed", "cancelled"], "open": true },
  "CompactionSummaryChunk": {
    "kind": "object",
    "fields": [{ "name": "compactionId", "type": "string" }, { "name": "content", "type": { "ref": "ContentBlock" } }]
  },
  "CompactionUpdate": {
    "kind": "object",
    "fields": [
      { "name": "compactionId", "type": "string" },
      { "name": "status", "type": { "ref": "CompactionStatus" } },
      {
        "name": "summary",
        "type": { "orNull": { "list": { "ref": "ContentBlock" } } },
        "optional": true,
        "drop": true,
        "skip": true
      },
      { "name": "error", "type": { "orNull": "string" }, "optional": true, "drop": true }
    ]
  },
  "CompleteElicitationNotification": { "kind": "object", "fields": [{ "name": "elicitationId", "type": "string" }] },
  "ConfigOptionUpdate": {
    "kind": "object",
    "fields": [{ "name": "configOptions", "type": { "list": { "ref": "SessionConfigOption" } }, "drop": true, "skip": true }]
  },
  "ConnectMcpRequest": { "kind": "object", "fields": [{ "name": "serverId", "type": "string", "aliases": ["acpId", "id"] }] },
  "ConnectMcpResponse": { "kind": "object", "fields": [{ "name": "connectionId", "type": "string" }] },
  "Content": { "kind": "object", "fields": [{ "name": "content", "type": { "ref": "ContentBlock" } }] },
  "ContentBlock": {
    "kind": "union",
    "key": "type",
    "variants": [
      { "tag": "text", "type": "TextContent", "mode": "required" },
      { "tag": "image", "type": "ImageContent", "mode": "required" },
      { "tag": "audio", "type": "AudioContent", "mode": "required" },
      { "tag": "resource_link", "type": "ResourceLink", "mode": "required" },
      { "tag": "resource", "type": "EmbeddedResource", "mode": "required" }
    ]
  },
  "ContentChunk": {
    "kind": "object",
    "fields": [
      { "name": "content", "type": { "ref": "ContentBlock" } },
      { "name": "messageId", "type": { "orNull": "string" }, "optional": true, "drop": true }
    ]
  },
  "Cost": { "kind": "object", "fields": [{ "name": "amount", "type": "f64" }, { "name": "currency", "type": "string" }] },
  "CreateElicitationRequest": {
    "kind": "union",
    "key": "mode",
    "shared": [{ "name": "message", "type": "string" }],
    "variants": [
      { "tag": "form", "type": "ElicitationFormMode", "mode": "required" },
      { "tag": "url", "type": "ElicitationUrlMode", "mode": "required" }
    ],
    "open": { "type": "UnknownElicitationMode" }
  },
  "CreateElicitationResponse": {
    "kind": "union",
    "key": "action",
    "variants": [
      { "tag": "accept", "type": "ElicitationAcceptAction", "mode": "required" },
      { "tag": "decline", "mode": "required" },
      { "tag": "cancel", "mode": "required" }
    ],
    "open": {}
  },
  "CreateTerminalRequest": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "command", "type": "string" },
      { "name": "args", "type": { "list": "string" }, "optional": true, "nullIsAbsent": true },
      { "name": "env", "type": { "list": { "ref": "EnvVariable" } }, "optional": true, "nullIsAbsent": true },
      { "name": "cwd", "type": { "orNull": "string" }, "optional": true },
      { "name": "outputByteLimit", "type": { "orNull": "u64" }, "optional": true }
    ]
  },
  "CreateTerminalResponse": { "kind": "object", "fields": [{ "name": "terminalId", "type": "string" }] },
  "CurrentModeUpdate": { "kind": "object", "fields": [{ "name": "currentModeId", "type": "string", "aliases": ["modeId"] }] },
  "DeleteSessionRequest": { "kind": "object", "fields": [{ "name": "sessionId", "type": "string" }] },
  "DeleteSessionResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "DidChangeDocumentNotification": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "uri", "type": "string" },
      { "name": "version", "type": "i64" },
      { "name": "contentChanges", "type": { "list": { "ref": "TextDocumentContentChangeEvent" } } }
    ]
  },
  "DidCloseDocumentNotification": { "kind": "object", "fields": [{ "name": "sessionId", "type": "string" }, { "name": "uri", "type": "string" }] },
  "DidFocusDocumentNotification": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "uri", "type": "string" },
      { "name": "version", "type": "i64" },
      { "name": "position", "type": { "ref": "Position" } },
      { "name": "visibleRange", "type": { "ref": "Range" } }
    ]
  },
  "DidOpenDocumentNotification": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "uri", "type": "string" },
      { "name": "languageId", "type": "string" },
      { "name": "version", "type": "i64" },
      { "name": "text", "type": "string" }
    ]
  },
  "DidSaveDocumentNotification": { "kind": "object", "fields": [{ "name": "sessionId", "type": "string" }, { "name": "uri", "type": "string" }] },
  "Diff": {
    "kind": "object",
    "fields": [
      { "name": "path", "type": "string" },
      { "name": "oldText", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "newText", "type": "string" },
      { "name": "deleted", "type": "bool", "optional": true }
    ]
  },
  "DisableProviderRequest": { "kind": "object", "fields": [{ "name": "providerId", "type": "string" }] },
  "DisableProviderResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "DisconnectMcpRequest": { "kind": "object", "fields": [{ "name": "connectionId", "type": "string" }] },
  "DisconnectMcpResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "ElicitationAcceptAction": {
    "kind": "object",
    "fields": [{ "name": "content", "type": { "orNull": { "map": { "ref": "ElicitationContentValue" } } }, "optional": true }]
  },
  "ElicitationCapabilities": {
    "kind": "object",
    "fields": [
      { "name": "form", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "url", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true }
    ]
  },
  "ElicitationContentValue": { "kind": "choice", "of": ["string", "i64", "f64", "bool", { "list": "string" }] },
  "ElicitationFormMode": {
    "kind": "object",
    "fields": [{ "name": "requestedSchema", "type": { "ref": "ElicitationSchema" } }],
    "choices": ["ElicitationScope"]
  },
  "ElicitationId": { "kind": "scalar", "type": "string" },
  "ElicitationPropertySchema": {
    "kind": "union",
    "key": "type",
    "variants": [
      { "tag": "string", "type": "StringPropertySchema", "mode": "required" },
      { "tag": "number", "type": "NumberPropertySchema", "mode": "required" },
      { "tag": "integer", "type": "IntegerPropertySchema", "mode": "required" },
      { "tag": "boolean", "type": "BooleanPropertySchema", "mode": "required" },
      { "tag": "array", "type": "MultiSelectPropertySchema", "mode": "required" }
    ],
    "open": {}
  },
  "ElicitationRequestScope": { "kind": "object", "fields": [{ "name": "requestId", "type": { "ref": "RequestId" } }] },
  "ElicitationSchema": {
    "kind": "object",
    "fields": [
      { "name": "type", "type": { "ref": "ElicitationSchemaType" }, "optional": true, "drop": true },
      { "name": "title", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "description", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "properties", "type": { "map": { "ref": "ElicitationPropertySchema" } }, "optional": true },
      { "name": "required", "type": { "orNull": { "list": "string" } }, "optional": true }
    ]
  },
  "ElicitationSchemaType": { "kind": "enum", "values": ["object"] },
  "ElicitationScope": { "kind": "choice", "of": [{ "ref": "ElicitationSessionScope" }, { "ref": "ElicitationRequestScope" }] },
  "ElicitationSessionScope": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "toolCallId", "type": { "orNull": "string" }, "optional": true, "drop": true }
    ]
  },
  "ElicitationUrlMode": {
    "kind": "object",
    "fields": [{ "name": "elicitationId", "type": "string" }, { "name": "url", "type": "string" }],
    "choices": ["ElicitationScope"]
  },
  "EmbeddedResource": {
    "kind": "object",
    "fields": [
      { "name": "resource", "type": { "ref": "EmbeddedResourceResource" } },
      { "name": "annotations", "type": { "orNull": { "ref": "Annotations" } }, "optional": true, "drop": true }
    ]
  },
  "EmbeddedResourceResource": { "kind": "choice", "of": [{ "ref": "TextResourceContents" }, { "ref": "BlobResourceContents" }] },
  "EnumOption": {
    "kind": "object",
    "fields": [
      { "name": "const", "type": "string" },
      { "name": "title", "type": "string" },
      { "name": "description", "type": { "orNull": "string" }, "optional": true, "drop": true }
    ]
  },
  "EnvVariable": { "kind": "object", "fields": [{ "name": "name", "type": "string" }, { "name": "value", "type": "string" }] },
  "Error": {
    "kind": "object",
    "fields": [
      { "name": "code", "type": "i32" },
      { "name": "message", "type": "string" },
      { "name": "data", "type": "any", "optional": true, "drop": true }
    ]
  },
  "ErrorCode": { "kind": "scalar", "type": "i32" },
  "ErrorStopReason": {
    "kind": "object",
    "fields": [{ "name": "error", "type": { "orNull": { "ref": "Error" } }, "optional": true, "drop": true }]
  },
  "FileSystemCapabilities": {
    "kind": "object",
    "fields": [
      { "name": "readTextFile", "type": "bool", "optional": true, "drop": true },
      { "name": "writeTextFile", "type": "bool", "optional": true, "drop": true }
    ]
  },
  "ForkSessionRequest": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "cwd", "type": "string" },
      { "name": "additionalDirectories", "type": { "list": "string" }, "optional": true },
      { "name": "mcpServers", "type": { "list": { "ref": "McpServer" } }, "optional": true, "nullIsAbsent": true },
      { "name": "systemPrompt", "type": { "orNull": { "ref": "SystemPrompt" } }, "optional": true }
    ]
  },
  "ForkSessionResponse": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "modes", "type": { "orNull": { "ref": "SessionModeState" } }, "optional": true, "drop": true },
      {
        "name": "configOptions",
        "type": { "orNull": { "list": { "ref": "SessionConfigOption" } } },
        "optional": true,
        "drop": true,
        "skip": true
      }
    ]
  },
  "HttpHeader": { "kind": "object", "fields": [{ "name": "name", "type": "string" }, { "name": "value", "type": "string" }] },
  "IdConfigValue": { "kind": "object", "fields": [{ "name": "value", "type": "string" }] },
  "IdleStateUpdate": {
    "kind": "union",
    "key": "stopReason",
    "keyOptional": true,
    "shared": [{ "name": "usage", "type": { "orNull": { "ref": "Usage" } }, "optional": true, "drop": true }],
    "variants": [
      { "tag": "end_turn", "mode": "required" },
      { "tag": "max_tokens", "mode": "required" },
      { "tag": "max_turn_requests", "mode": "required" },
      { "tag": "refusal", "mode": "required" },
      { "tag": "cancelled", "mode": "required" },
      { "tag": "error", "type": "ErrorStopReason", "mode": "required" }
    ],
    "open": {}
  },
  "ImageContent": {
    "kind": "object",
    "fields": [
      { "name": "data", "type": "string" },
      { "name": "mimeType", "type": "string" },
      { "name": "uri", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "annotations", "type": { "orNull": { "ref": "Annotations" } }, "optional": true, "drop": true }
    ]
  },
  "Implementation": {
    "kind": "object",
    "fields": [
      { "name": "name", "type": "string" },
      { "name": "title", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "version", "type": "string" }
    ]
  },
  "InitializeRequest": {
    "kind": "object",
    "fields": [
      { "name": "protocolVersion", "type": "u16" },
      { "name": "clientInfo", "type": { "orNull": { "ref": "Implementation" } }, "optional": true, "drop": true },
      { "name": "clientCapabilities", "type": { "ref": "ClientCapabilities" }, "optional": true, "drop": true }
    ]
  },
  "InitializeResponse": {
    "kind": "object",
    "fields": [
      { "name": "protocolVersion", "type": "u16" },
      { "name": "agentInfo", "type": { "orNull": { "ref": "Implementation" } }, "optional": true, "drop": true },
      { "name": "agentCapabilities", "type": { "ref": "AgentCapabilities" }, "optional": true, "drop": true },
      {
        "name": "authMethods",
        "type": { "list": { "ref": "AuthMethod" } },
        "optional": true,
        "drop": true,
        "skip": true
      }
    ]
  },
  "IntegerPropertySchema": {
    "kind": "object",
    "fields": [
      { "name": "title", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "description", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "minimum", "type": { "orNull": "i64" }, "optional": true },
      { "name": "maximum", "type": { "orNull": "i64" }, "optional": true },
      { "name": "default", "type": { "orNull": "i64" }, "optional": true, "drop": true }
    ]
  },
  "JsonRpcFailure": {
    "kind": "object",
    "fields": [
      { "name": "jsonrpc", "type": { "literal": "2.0" } },
      { "name": "id", "type": { "ref": "RequestId" } },
      { "name": "error", "type": { "ref": "Error" } }
    ]
  },
  "JsonRpcNotification": {
    "kind": "object",
    "fields": [
      { "name": "jsonrpc", "type": { "literal": "2.0" } },
      { "name": "method", "type": "string" },
      { "name": "params", "type": "any", "optional": true }
    ]
  },
  "JsonRpcRequest": {
    "kind": "object",
    "fields": [
      { "name": "jsonrpc", "type": { "literal": "2.0" } },
      { "name": "id", "type": { "ref": "RequestId" } },
      { "name": "method", "type": "string" },
      { "name": "params", "type": "any", "optional": true }
    ]
  },
  "JsonRpcResult": {
    "kind": "object",
    "fields": [
      { "name": "jsonrpc", "type": { "literal": "2.0" } },
      { "name": "id", "type": { "ref": "RequestId" } },
      { "name": "result", "type": "any" }
    ]
  },
  "KillTerminalRequest": {
    "kind": "object",
    "fields": [{ "name": "sessionId", "type": "string" }, { "name": "terminalId", "type": "string" }]
  },
  "KillTerminalResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "ListProvidersRequest": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "ListProvidersResponse": { "kind": "object", "fields": [{ "name": "providers", "type": { "list": { "ref": "ProviderInfo" } } }] },
  "ListSessionsRequest": {
    "kind": "object",
    "fields": [
      { "name": "cwd", "type": { "orNull": "string" }, "optional": true },
      { "name": "cursor", "type": { "orNull": "string" }, "optional": true },
      { "name": "archived", "type": { "orNull": { "ref": "SessionArchiveFilter" } }, "optional": true }
    ],
    "emptyWhenMissing": true
  },
  "ListSessionsResponse": {
    "kind": "object",
    "fields": [
      { "name": "sessions", "type": { "list": { "ref": "SessionInfo" } }, "drop": true, "skip": true },
      { "name": "nextCursor", "type": { "orNull": "string" }, "optional": true, "drop": true }
    ]
  },
  "LlmProtocol": { "kind": "enum", "values": ["anthropic", "openai", "azure", "vertex", "bedrock"], "open": true },
  "LoadSessionRequest": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "cwd", "type": "string" },
      { "name": "additionalDirectories", "type": { "list": "string" }, "optional": true },
      { "name": "mcpServers", "type": { "list": { "ref": "McpServer" } }, "nullIsAbsent": true },
      { "name": "systemPrompt", "type": { "orNull": { "ref": "SystemPrompt" } }, "optional": true }
    ]
  },
  "LoadSessionResponse": {
    "kind": "object",
    "fields": [
      { "name": "modes", "type": { "orNull": { "ref": "SessionModeState" } }, "optional": true, "drop": true },
      {
        "name": "configOptions",
        "type": { "orNull": { "list": { "ref": "SessionConfigOption" } } },
        "optional": true,
        "drop": true,
        "skip": true
      }
    ],
    "emptyWhenMissing": true
  },
  "LogoutRequest": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "LogoutResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "Marker": { "kind": "object", "fields": [] },
  "McpCapabilities": {
    "kind": "object",
    "fields": [
      { "name": "http", "type": "bool", "optional": true, "drop": true },
      { "name": "sse", "type": "bool", "optional": true, "drop": true },
      { "name": "acp", "type": "bool", "optional": true, "drop": true }
    ]
  },
  "McpConnectionId": { "kind": "scalar", "type": "string" },
  "McpConnectionMessage": {
    "kind": "object",
    "fields": [
      { "name": "connectionId", "type": "string" },
      { "name": "method", "type": "string" },
      { "name": "params", "type": { "orNull": { "map": "any" } }, "optional": true }
    ]
  },
  "McpError": {
    "kind": "object",
    "fields": [
      { "name": "code", "type": "i32" },
      { "name": "message", "type": "string" },
      { "name": "data", "type": "any", "optional": true }
    ]
  },
  "McpInnerError": { "kind": "object", "fields": [{ "name": "error", "type": { "ref": "McpError" } }] },
  "McpInnerResult": { "kind": "object", "fields": [{ "name": "result", "type": "any" }] },
  "McpMessageParams": { "kind": "choice", "of": [{ "ref": "MessageMcpRequest" }, { "ref": "McpConnectionMessage" }] },
  "McpMessageResult": { "kind": "scalar", "type": "any" },
  "McpRequestId": { "kind": "scalar", "type": "string" },
  "McpServer": {
    "kind": "union",
    "key": "type",
    "variants": [
      { "tag": "stdio", "type": "McpServerStdio", "mode": "optional" },
      { "tag": "http", "type": "McpServerHttp", "mode": "required" },
      { "tag": "sse", "type": "McpServerSse", "mode": "required" },
      { "tag": "acp", "type": "McpServerAcp", "mode": "required" }
    ]
  },
  "McpServerAcp": {
    "kind": "object",
    "fields": [{ "name": "name", "type": "string" }, { "name": "serverId", "type": "string", "aliases": ["id"] }]
  },
  "McpServerAcpId": { "kind": "scalar", "type": "string" },
  "McpServerHttp": {
    "kind": "object",
    "fields": [
      { "name": "name", "type": "string" },
      { "name": "url", "type": "string" },
      { "name": "headers", "type": { "list": { "ref": "HttpHeader" } }, "nullIsAbsent": true }
    ]
  },
  "McpServerSse": {
    "kind": "object",
    "fields": [
      { "name": "name", "type": "string" },
      { "name": "url", "type": "string" },
      { "name": "headers", "type": { "list": { "ref": "HttpHeader" } }, "nullIsAbsent": true }
    ]
  },
  "McpServerStdio": {
    "kind": "object",
    "fields": [
      { "name": "name", "type": "string" },
      { "name": "command", "type": "string" },
      { "name": "args", "type": { "list": "string" }, "nullIsAbsent": true },
      { "name": "env", "type": { "list": { "ref": "EnvVariable" } }, "nullIsAbsent": true }
    ]
  },
  "MessageId": { "kind": "scalar", "type": "string" },
  "MessageMcpRequest": {
    "kind": "object",
    "fields": [
      { "name": "serverId", "type": "string" },
      { "name": "requestId", "type": "string" },
      { "name": "method", "type": "string" },
      { "name": "params", "type": { "orNull": { "map": "any" } }, "optional": true }
    ]
  },
  "MessageMcpResponse": { "kind": "choice", "of": [{ "ref": "McpInnerResult" }, { "ref": "McpInnerError" }] },
  "MultiSelectItems": {
    "kind": "union",
    "key": "type",
    "variants": [
      { "tag": "string", "type": "StringMultiSelectItems", "mode": "required" },
      { "tag": "", "type": "TitledMultiSelectItems", "mode": "none" }
    ],
    "open": {}
  },
  "MultiSelectPropertySchema": {
    "kind": "object",
    "fields": [
      { "name": "title", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "description", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "minItems", "type": { "orNull": "u64" }, "optional": true },
      { "name": "maxItems", "type": { "orNull": "u64" }, "optional": true },
      { "name": "items", "type": { "ref": "MultiSelectItems" } },
      { "name": "default", "type": { "orNull": { "list": "string" } }, "optional": true, "drop": true, "skip": true }
    ]
  },
  "NesCapabilities": {
    "kind": "object",
    "fields": [
      { "name": "events", "type": { "orNull": { "ref": "NesEventCapabilities" } }, "optional": true, "drop": true },
      { "name": "context", "type": { "orNull": { "ref": "NesContextCapabilities" } }, "optional": true, "drop": true }
    ]
  },
  "NesContextCapabilities": {
    "kind": "object",
    "fields": [
      {
        "name": "recentFiles",
        "type": { "orNull": { "ref": "NesRecentFilesCapabilities" } },
        "optional": true,
        "drop": true
      },
      { "name": "relatedSnippets", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      {
        "name": "editHistory",
        "type": { "orNull": { "ref": "NesEditHistoryCapabilities" } },
        "optional": true,
        "drop": true
      },
      {
        "name": "userActions",
        "type": { "orNull": { "ref": "NesUserActionsCapabilities" } },
        "optional": true,
        "drop": true
      },
      { "name": "openFiles", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "diagnostics", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true }
    ]
  },
  "NesDiagnostic": {
    "kind": "object",
    "fields": [
      { "name": "uri", "type": "string" },
      { "name": "range", "type": { "ref": "Range" } },
      { "name": "severity", "type": { "ref": "NesDiagnosticSeverity" } },
      { "name": "message", "type": "string" }
    ]
  },
  "NesDiagnosticSeverity": { "kind": "enum", "values": ["error", "warning", "information", "hint"] },
  "NesDidChangeNotification": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string", "optional": true },
      { "name": "uri", "type": "string" },
      { "name": "version", "type": "i64" },
      { "name": "contentChanges", "type": { "list": { "ref": "TextDocumentContentChangeEvent" } } }
    ]
  },
  "NesDidCloseNotification": {
    "kind": "object",
    "fields": [{ "name": "sessionId", "type": "string", "optional": true }, { "name": "uri", "type": "string" }]
  },
  "NesDidFocusNotification": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string", "optional": true },
      { "name": "uri", "type": "string" },
      { "name": "version", "type": "i64" },
      { "name": "position", "type": { "ref": "Position" } },
      { "name": "visibleRange", "type": { "ref": "Range" } }
    ]
  },
  "NesDidOpenNotification": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string", "optional": true },
      { "name": "uri", "type": "string" },
      { "name": "languageId", "type": "string" },
      { "name": "version", "type": "i64" },
      { "name": "text", "type": "string" }
    ]
  },
  "NesDidSaveNotification": {
    "kind": "object",
    "fields": [{ "name": "sessionId", "type": "string", "optional": true }, { "name": "uri", "type": "string" }]
  },
  "NesDocumentDidChangeCapabilities": { "kind": "object", "fields": [{ "name": "syncKind", "type": { "ref": "TextDocumentSyncKind" } }] },
  "NesDocumentEventCapabilities": {
    "kind": "object",
    "fields": [
      { "name": "didOpen", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      {
        "name": "didChange",
        "type": { "orNull": { "ref": "NesDocumentDidChangeCapabilities" } },
        "optional": true,
        "drop": true
      },
      { "name": "didClose", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "didSave", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "didFocus", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true }
    ]
  },
  "NesEditHistoryCapabilities": {
    "kind": "object",
    "fields": [{ "name": "maxCount", "type": { "orNull": "u32" }, "optional": true, "drop": true }]
  },
  "NesEditHistoryEntry": { "kind": "object", "fields": [{ "name": "uri", "type": "string" }, { "name": "diff", "type": "string" }] },
  "NesEditSuggestion": {
    "kind": "object",
    "fields": [
      { "name": "id", "type": "string", "aliases": ["suggestionId"] },
      { "name": "uri", "type": "string" },
      { "name": "edits", "type": { "list": { "ref": "NesTextEdit" } } },
      { "name": "cursorPosition", "type": { "orNull": { "ref": "Position" } }, "optional": true, "drop": true }
    ]
  },
  "NesEventCapabilities": {
    "kind": "object",
    "fields": [
      {
        "name": "document",
        "type": { "orNull": { "ref": "NesDocumentEventCapabilities" } },
        "optional": true,
        "drop": true
      }
    ],
    "accepts": [{ "rule": "flat-document-events", "when": ["didOpen", "didChange", "didClose", "didSave", "didFocus"] }]
  },
  "NesExcerpt": {
    "kind": "object",
    "fields": [
      { "name": "startLine", "type": "u32" },
      { "name": "endLine", "type": "u32" },
      { "name": "text", "type": "string" }
    ]
  },
  "NesJumpSuggestion": {
    "kind": "object",
    "fields": [
      { "name": "id", "type": "string", "aliases": ["suggestionId"] },
      { "name": "uri", "type": "string" },
      { "name": "position", "type": { "ref": "Position" } }
    ]
  },
  "NesOpenFile": {
    "kind": "object",
    "fields": [
      { "name": "uri", "type": "string" },
      { "name": "languageId", "type": "string" },
      { "name": "visibleRange", "type": { "orNull": { "ref": "Range" } }, "optional": true, "drop": true },
      { "name": "lastFocusedMs", "type": { "orNull": "u64" }, "optional": true, "drop": true }
    ]
  },
  "NesRecentFile": {
    "kind": "object",
    "fields": [
      { "name": "uri", "type": "string" },
      { "name": "languageId", "type": "string" },
      { "name": "text", "type": "string" }
    ]
  },
  "NesRecentFilesCapabilities": {
    "kind": "object",
    "fields": [{ "name": "maxCount", "type": { "orNull": "u32" }, "optional": true, "drop": true }]
  },
  "NesRejectReason": { "kind": "enum", "values": ["rejected", "ignored", "replaced", "cancelled"] },
  "NesRelatedSnippet": {
    "kind": "object",
    "fields": [{ "name": "uri", "type": "string" }, { "name": "excerpts", "type": { "list": { "ref": "NesExcerpt" } } }]
  },
  "NesRenameSuggestion": {
    "kind": "object",
    "fields": [
      { "name": "id", "type": "string", "aliases": ["suggestionId"] },
      { "name": "uri", "type": "string" },
      { "name": "position", "type": { "ref": "Position" } },
      { "name": "newName", "type": "string" }
    ]
  },
  "NesRepository": {
    "kind": "object",
    "fields": [
      { "name": "name", "type": "string" },
      { "name": "owner", "type": "string" },
      { "name": "remoteUrl", "type": "string" }
    ]
  },
  "NesSearchAndReplaceSuggestion": {
    "kind": "object",
    "fields": [
      { "name": "id", "type": "string", "aliases": ["suggestionId"] },
      { "name": "uri", "type": "string" },
      { "name": "search", "type": "string" },
      { "name": "replace", "type": "string" },
      { "name": "isRegex", "type": { "orNull": "bool" }, "optional": true }
    ]
  },
  "NesSuggestContext": {
    "kind": "object",
    "fields": [
      { "name": "recentFiles", "type": { "orNull": { "list": { "ref": "NesRecentFile" } } }, "optional": true },
      {
        "name": "relatedSnippets",
        "type": { "orNull": { "list": { "ref": "NesRelatedSnippet" } } },
        "optional": true
      },
      { "name": "editHistory", "type": { "orNull": { "list": { "ref": "NesEditHistoryEntry" } } }, "optional": true },
      { "name": "userActions", "type": { "orNull": { "list": { "ref": "NesUserAction" } } }, "optional": true },
      { "name": "openFiles", "type": { "orNull": { "list": { "ref": "NesOpenFile" } } }, "optional": true },
      { "name": "diagnostics", "type": { "orNull": { "list": { "ref": "NesDiagnostic" } } }, "optional": true }
    ]
  },
  "NesSuggestion": {
    "kind": "union",
    "key": "kind",
    "variants": [
      { "tag": "edit", "type": "NesEditSuggestion", "mode": "required" },
      { "tag": "jump", "type": "NesJumpSuggestion", "mode": "required" },
      { "tag": "rename", "type": "NesRenameSuggestion", "mode": "required" },
      { "tag": "searchAndReplace", "type": "NesSearchAndReplaceSuggestion", "mode": "required" }
    ],
    "accepts": [{ "rule": "ide-action-suggestion", "when": [] }]
  },
  "NesSuggestionId": { "kind": "scalar", "type": "string" },
  "NesTextEdit": {
    "kind": "object",
    "fields": [{ "name": "range", "type": { "ref": "Range" } }, { "name": "newText", "type": "string" }]
  },
  "NesTriggerKind": { "kind": "enum", "values": ["automatic", "diagnostic", "manual"] },
  "NesUserAction": {
    "kind": "object",
    "fields": [
      { "name": "action", "type": "string" },
      { "name": "uri", "type": "string" },
      { "name": "position", "type": { "ref": "Position" } },
      { "name": "timestampMs", "type": "u64" }
    ],
    "accepts": [{ "rule": "line-and-offset", "when": [] }]
  },
  "NesUserActionsCapabilities": {
    "kind": "object",
    "fields": [{ "name": "maxCount", "type": { "orNull": "u32" }, "optional": true, "drop": true }]
  },
  "NewSessionRequest": {
    "kind": "object",
    "fields": [
      { "name": "cwd", "type": "string" },
      { "name": "additionalDirectories", "type": { "list": "string" }, "optional": true },
      { "name": "mcpServers", "type": { "list": { "ref": "McpServer" } }, "nullIsAbsent": true },
      { "name": "systemPrompt", "type": { "orNull": { "ref": "SystemPrompt" } }, "optional": true }
    ]
  },
  "NewSessionResponse": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "modes", "type": { "orNull": { "ref": "SessionModeState" } }, "optional": true, "drop": true },
      {
        "name": "configOptions",
        "type": { "orNull": { "list": { "ref": "SessionConfigOption" } } },
        "optional": true,
        "drop": true,
        "skip": true
      }
    ]
  },
  "Notice": {
    "kind": "object",
    "fields": [
      { "name": "severity", "type": { "ref": "NoticeSeverity" } },
      { "name": "title", "type": { "text": { "min": 1 } } },
      { "name": "description", "type": { "orNull": "string" }, "optional": true, "drop": true }
    ]
  },
  "NoticeSeverity": { "kind": "enum", "values": ["info", "warning", "error"], "open": true },
  "NumberPropertySchema": {
    "kind": "object",
    "fields": [
      { "name": "title", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "description", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "minimum", "type": { "orNull": "f64" }, "optional": true },
      { "name": "maximum", "type": { "orNull": "f64" }, "optional": true },
      { "name": "default", "type": { "orNull": "f64" }, "optional": true, "drop": true }
    ]
  },
  "OpenDocumentsRequest": { "kind": "object", "fields": [{ "name": "sessionId", "type": "string" }] },
  "OpenDocumentsResponse": { "kind": "object", "fields": [{ "name": "documents", "type": { "list": { "ref": "WorkspaceDocument" } } }] },
  "PackageDistribution": {
    "kind": "object",
    "fields": [
      { "name": "package", "type": { "text": { "min": 1 } } },
      { "name": "args", "type": { "list": "string" }, "optional": true },
      { "name": "env", "type": { "map": "string" }, "optional": true }
    ]
  },
  "PermissionOption": {
    "kind": "object",
    "fields": [
      { "name": "optionId", "type": "string" },
      { "name": "name", "type": "string" },
      { "name": "kind", "type": { "ref": "PermissionOptionKind" } }
    ]
  },
  "PermissionOptionId": { "kind": "scalar", "type": "string" },
  "PermissionOptionKind": { "kind": "enum", "values": ["allow_once", "allow_always", "reject_once", "reject_always"] },
  "Plan": {
    "kind": "object",
    "fields": [{ "name": "entries", "type": { "list": { "ref": "PlanEntry" } }, "drop": true, "skip": true }]
  },
  "PlanEntry": {
    "kind": "object",
    "fields": [
      { "name": "content", "type": "string" },
      { "name": "priority", "type": { "ref": "PlanEntryPriority" } },
      { "name": "status", "type": { "ref": "PlanEntryStatus" } }
    ]
  },
  "PlanEntryPriority": { "kind": "enum", "values": ["high", "medium", "low"] },
  "PlanEntryStatus": { "kind": "enum", "values": ["pending", "in_progress", "completed"] },
  "PlanFile": {
    "kind": "object",
    "fields": [{ "name": "planId", "type": "string", "aliases": ["id"] }, { "name": "uri", "type": "string" }]
  },
  "PlanId": { "kind": "scalar", "type": "string" },
  "PlanItems": {
    "kind": "object",
    "fields": [
      { "name": "planId", "type": "string", "aliases": ["id"] },
      { "name": "entries", "type": { "list": { "ref": "PlanEntry" } }, "drop": true, "skip": true }
    ]
  },
  "PlanMarkdown": {
    "kind": "object",
    "fields": [{ "name": "planId", "type": "string", "aliases": ["id"] }, { "name": "content", "type": "string" }]
  },
  "PlanRemoved": { "kind": "object", "fields": [{ "name": "planId", "type": "string", "aliases": ["id"] }] },
  "PlanUpdate": { "kind": "object", "fields": [{ "name": "plan", "type": { "ref": "PlanUpdateContent" } }] },
  "PlanUpdateContent": {
    "kind": "union",
    "key": "type",
    "variants": [
      { "tag": "items", "type": "PlanItems", "mode": "required" },
      { "tag": "file", "type": "PlanFile", "mode": "required" },
      { "tag": "markdown", "type": "PlanMarkdown", "mode": "required" }
    ]
  },
  "Position": { "kind": "object", "fields": [{ "name": "line", "type": "u32" }, { "name": "character", "type": "u32" }] },
  "PositionEncodingKind": { "kind": "enum", "values": ["utf-16", "utf-32", "utf-8"] },
  "PromptCapabilities": {
    "kind": "object",
    "fields": [
      { "name": "image", "type": "bool", "optional": true, "drop": true },
      { "name": "audio", "type": "bool", "optional": true, "drop": true },
      { "name": "embeddedContext", "type": "bool", "optional": true, "drop": true }
    ]
  },
  "PromptRequest": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "prompt", "type": { "list": { "ref": "ContentBlock" } } },
      { "name": "runtimeContext", "type": { "orNull": { "list": { "ref": "RuntimeContext" } } }, "optional": true }
    ]
  },
  "PromptResponse": {
    "kind": "object",
    "fields": [
      { "name": "stopReason", "type": { "ref": "StopReason" } },
      { "name": "usage", "type": { "orNull": { "ref": "Usage" } }, "optional": true, "drop": true }
    ]
  },
  "ProtocolVersion": { "kind": "scalar", "type": "u16" },
  "ProviderCurrentConfig": {
    "kind": "object",
    "fields": [{ "name": "apiType", "type": { "ref": "LlmProtocol" } }, { "name": "baseUrl", "type": "string" }]
  },
  "ProviderId": { "kind": "scalar", "type": "string" },
  "ProviderInfo": {
    "kind": "object",
    "fields": [
      { "name": "providerId", "type": "string" },
      { "name": "supported", "type": { "list": { "ref": "LlmProtocol" } }, "drop": true, "skip": true },
      { "name": "required", "type": "bool" },
      { "name": "current", "type": { "orNull": { "ref": "ProviderCurrentConfig" } }, "optional": true }
    ]
  },
  "ProxySuccessorRequest": {
    "kind": "object",
    "fields": [
      { "name": "method", "type": "string" },
      { "name": "params", "type": "any", "optional": true },
      { "name": "_meta", "type": { "orNull": { "map": "any" } }, "optional": true, "drop": true, "aliases": ["meta"] }
    ]
  },
  "ProxySuccessorResponse": { "kind": "scalar", "type": "any" },
  "Range": {
    "kind": "object",
    "fields": [{ "name": "start", "type": { "ref": "Position" } }, { "name": "end", "type": { "ref": "Position" } }]
  },
  "ReadTextFileRequest": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "path", "type": "string" },
      { "name": "line", "type": { "orNull": "u32" }, "optional": true },
      { "name": "limit", "type": { "orNull": "u32" }, "optional": true }
    ]
  },
  "ReadTextFileResponse": { "kind": "object", "fields": [{ "name": "content", "type": "string" }] },
  "RecentDocumentsRequest": {
    "kind": "object",
    "fields": [{ "name": "sessionId", "type": "string" }, { "name": "limit", "type": { "orNull": "u32" }, "optional": true }]
  },
  "RecentDocumentsResponse": { "kind": "object", "fields": [{ "name": "documents", "type": { "list": { "ref": "WorkspaceDocument" } } }] },
  "RejectNesNotification": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string", "optional": true },
      { "name": "id", "type": "string", "aliases": ["suggestionId"] },
      { "name": "reason", "type": { "orNull": { "ref": "NesRejectReason" } }, "optional": true, "drop": true }
    ]
  },
  "ReleaseTerminalRequest": {
    "kind": "object",
    "fields": [{ "name": "sessionId", "type": "string" }, { "name": "terminalId", "type": "string" }]
  },
  "ReleaseTerminalResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "RequestId": { "kind": "choice", "of": ["i64", { "orNull": "string" }] },
  "RequestPermissionOutcome": {
    "kind": "union",
    "key": "outcome",
    "variants": [
      { "tag": "selected", "type": "SelectedPermissionOutcome", "mode": "required" },
      { "tag": "cancelled", "mode": "required" }
    ]
  },
  "RequestPermissionRequest": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "toolCall", "type": { "ref": "ToolCallUpdate" } },
      { "name": "options", "type": { "list": { "ref": "PermissionOption" } } }
    ]
  },
  "RequestPermissionResponse": { "kind": "object", "fields": [{ "name": "outcome", "type": { "ref": "RequestPermissionOutcome" } }] },
  "RequiresActionStateUpdate": { "kind": "object", "fields": [] },
  "ResourceLink": {
    "kind": "object",
    "fields": [
      { "name": "uri", "type": "string" },
      { "name": "name", "type": "string" },
      { "name": "title", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "description", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "mimeType", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "size", "type": { "orNull": "i64" }, "optional": true, "drop": true },
      { "name": "annotations", "type": { "orNull": { "ref": "Annotations" } }, "optional": true, "drop": true }
    ]
  },
  "ResumeSessionRequest": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "cwd", "type": "string" },
      { "name": "additionalDirectories", "type": { "list": "string" }, "optional": true },
      { "name": "mcpServers", "type": { "list": { "ref": "McpServer" } }, "optional": true, "nullIsAbsent": true },
      { "name": "systemPrompt", "type": { "orNull": { "ref": "SystemPrompt" } }, "optional": true }
    ]
  },
  "ResumeSessionResponse": {
    "kind": "object",
    "fields": [
      { "name": "modes", "type": { "orNull": { "ref": "SessionModeState" } }, "optional": true, "drop": true },
      {
        "name": "configOptions",
        "type": { "orNull": { "list": { "ref": "SessionConfigOption" } } },
        "optional": true,
        "drop": true,
        "skip": true
      }
    ],
    "emptyWhenMissing": true
  },
  "Role": { "kind": "enum", "values": ["assistant", "user"] },
  "RunningStateUpdate": { "kind": "object", "fields": [] },
  "RuntimeContext": {
    "kind": "object",
    "fields": [
      { "name": "title", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "text", "type": "string" }
    ]
  },
  "SelectedPermissionOutcome": { "kind": "object", "fields": [{ "name": "optionId", "type": "string" }] },
  "SessionArchiveFilter": { "kind": "enum", "values": ["exclude", "include", "only"], "open": true },
  "SessionCapabilities": {
    "kind": "object",
    "fields": [
      { "name": "list", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "resume", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "close", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "delete", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "additionalDirectories", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      {
        "name": "systemPrompt",
        "type": { "orNull": { "ref": "SessionSystemPromptCapabilities" } },
        "optional": true,
        "drop": true
      },
      { "name": "fork", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "archive", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "status", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "title", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "runtimeContext", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true }
    ]
  },
  "SessionConfigBoolean": { "kind": "object", "fields": [{ "name": "currentValue", "type": "bool" }] },
  "SessionConfigGroupId": { "kind": "scalar", "type": "string" },
  "SessionConfigId": { "kind": "scalar", "type": "string" },
  "SessionConfigOption": {
    "kind": "union",
    "key": "type",
    "shared": [
      { "name": "id", "type": "string", "aliases": ["configId"] },
      { "name": "name", "type": "string" },
      { "name": "description", "type": { "orNull": "string" }, "optional": true, "drop": true },
      {
        "name": "category",
        "type": { "orNull": { "ref": "SessionConfigOptionCategory" } },
        "optional": true,
        "drop": true
      }
    ],
    "variants": [
      { "tag": "select", "type": "SessionConfigSelect", "mode": "required", "aliases": ["enum"] },
      { "tag": "boolean", "type": "SessionConfigBoolean", "mode": "required" }
    ]
  },
  "SessionConfigOptionCategory": { "kind": "enum", "values": ["mode", "model", "model_config", "thought_level"], "open": true },
  "SessionConfigOptionsCapabilities": {
    "kind": "object",
    "fields": [{ "name": "boolean", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true }]
  },
  "SessionConfigSelect": {
    "kind": "object",
    "fields": [
      { "name": "currentValue", "type": "string" },
      { "name": "options", "type": { "ref": "SessionConfigSelectOptions" } }
    ]
  },
  "SessionConfigSelectGroup": {
    "kind": "object",
    "fields": [
      { "name": "group", "type": "string" },
      { "name": "name", "type": "string" },
      { "name": "options", "type": { "list": { "ref": "SessionConfigSelectOption" } }, "drop": true, "skip": true }
    ],
    "accepts": [{ "rule": "group-without-name", "when": [] }]
  },
  "SessionConfigSelectOption": {
    "kind": "object",
    "fields": [
      { "name": "value", "type": "string" },
      { "name": "name", "type": "string", "aliases": ["label"] },
      { "name": "description", "type": { "orNull": "string" }, "optional": true, "drop": true }
    ]
  },
  "SessionConfigSelectOptions": {
    "kind": "choice",
    "of": [{ "list": { "ref": "SessionConfigSelectOption" } }, { "list": { "ref": "SessionConfigSelectGroup" } }]
  },
  "SessionConfigValueId": { "kind": "scalar", "type": "string" },
  "SessionId": { "kind": "scalar", "type": "string" },
  "SessionInfo": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "cwd", "type": "string" },
      { "name": "additionalDirectories", "type": { "list": "string" }, "optional": true, "drop": true, "skip": true },
      { "name": "title", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "updatedAt", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "archived", "type": { "orNull": "bool" }, "optional": true, "drop": true }
    ]
  },
  "SessionInfoUpdate": {
    "kind": "object",
    "fields": [
      { "name": "title", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "updatedAt", "type": { "orNull": "string" }, "optional": true, "drop": true }
    ]
  },
  "SessionMessage": {
    "kind": "object",
    "fields": [
      { "name": "messageId", "type": "string" },
      { "name": "senderSessionId", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "recipientSessionId", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "senderMessageId", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "recipientMessageId", "type": { "orNull": "string" }, "optional": true, "drop": true },
      {
        "name": "content",
        "type": { "orNull": { "list": { "ref": "ContentBlock" } } },
        "optional": true,
        "drop": true,
        "skip": true
      }
    ]
  },
  "SessionMessageChunk": {
    "kind": "object",
    "fields": [{ "name": "messageId", "type": "string" }, { "name": "content", "type": { "ref": "ContentBlock" } }]
  },
  "SessionMode": {
    "kind": "object",
    "fields": [
      { "name": "id", "type": "string" },
      { "name": "name", "type": "string" },
      { "name": "description", "type": { "orNull": "string" }, "optional": true, "drop": true }
    ]
  },
  "SessionModeId": { "kind": "scalar", "type": "string" },
  "SessionModeState": {
    "kind": "object",
    "fields": [
      { "name": "currentModeId", "type": "string" },
      { "name": "availableModes", "type": { "list": { "ref": "SessionMode" } }, "drop": true, "skip": true }
    ]
  },
  "SessionNotification": {
    "kind": "object",
    "fields": [{ "name": "sessionId", "type": "string" }, { "name": "update", "type": { "ref": "SessionUpdate" } }]
  },
  "SessionStatus": { "kind": "enum", "values": ["open", "saved"], "open": true },
  "SessionStatusRequest": { "kind": "object", "fields": [{ "name": "sessionId", "type": "string" }] },
  "SessionStatusResponse": { "kind": "object", "fields": [{ "name": "status", "type": { "ref": "SessionStatus" } }] },
  "SessionSystemPromptCapabilities": {
    "kind": "object",
    "fields": [
      {
        "name": "mode",
        "type": { "orNull": { "ref": "SessionSystemPromptModeCapabilities" } },
        "optional": true,
        "drop": true
      }
    ]
  },
  "SessionSystemPromptModeCapabilities": {
    "kind": "object",
    "fields": [{ "name": "override", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true }]
  },
  "SessionUpdate": {
    "kind": "union",
    "key": "sessionUpdate",
    "variants": [
      { "tag": "user_message_chunk", "type": "ContentChunk", "mode": "required" },
      { "tag": "agent_message_chunk", "type": "ContentChunk", "mode": "required" },
      { "tag": "agent_thought_chunk", "type": "ContentChunk", "mode": "required" },
      { "tag": "tool_call", "type": "ToolCall", "mode": "required" },
      { "tag": "tool_call_update", "type": "ToolCallUpdate", "mode": "required" },
      { "tag": "plan", "type": "Plan", "mode": "required" },
      { "tag": "plan_update", "type": "PlanUpdate", "mode": "required" },
      { "tag": "plan_removed", "type": "PlanRemoved", "mode": "required" },
      { "tag": "available_commands_update", "type": "AvailableCommandsUpdate", "mode": "required" },
      { "tag": "current_mode_update", "type": "CurrentModeUpdate", "mode": "required" },
      { "tag": "config_option_update", "type": "ConfigOptionUpdate", "mode": "required" },
      { "tag": "session_info_update", "type": "SessionInfoUpdate", "mode": "required" },
      { "tag": "usage_update", "type": "UsageUpdate", "mode": "required" },
      { "tag": "notice", "type": "Notice", "mode": "required" },
      { "tag": "compaction_update", "type": "CompactionUpdate", "mode": "required" },
      { "tag": "compaction_summary_chunk", "type": "CompactionSummaryChunk", "mode": "required" },
      { "tag": "subagent_update", "type": "SubagentUpdate", "mode": "required" },
      { "tag": "session_message", "type": "SessionMessage", "mode": "required" },
      { "tag": "session_message_chunk", "type": "SessionMessageChunk", "mode": "required" }
    ],
    "open": {}
  },
  "SetProviderRequest": {
    "kind": "object",
    "fields": [
      { "name": "providerId", "type": "string" },
      { "name": "apiType", "type": { "ref": "LlmProtocol" } },
      { "name": "baseUrl", "type": "string" },
      { "name": "headers", "type": { "map": "string" }, "optional": true }
    ]
  },
  "SetProviderResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "SetSessionConfigOptionRequest": {
    "kind": "union",
    "key": "type",
    "shared": [{ "name": "sessionId", "type": "string" }, { "name": "configId", "type": "string" }],
    "variants": [
      { "tag": "boolean", "type": "BooleanConfigValue", "mode": "required" },
      { "tag": "id", "type": "IdConfigValue", "mode": "optional" }
    ]
  },
  "SetSessionConfigOptionResponse": {
    "kind": "object",
    "fields": [{ "name": "configOptions", "type": { "list": { "ref": "SessionConfigOption" } }, "drop": true, "skip": true }]
  },
  "SetSessionModeRequest": { "kind": "object", "fields": [{ "name": "sessionId", "type": "string" }, { "name": "modeId", "type": "string" }] },
  "SetSessionModeResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "SetSessionTitleRequest": { "kind": "object", "fields": [{ "name": "sessionId", "type": "string" }, { "name": "title", "type": "string" }] },
  "SetSessionTitleResponse": { "kind": "object", "fields": [{ "name": "title", "type": "string" }] },
  "StartNesRequest": {
    "kind": "object",
    "fields": [
      { "name": "workspaceUri", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "workspaceFolders", "type": { "orNull": { "list": { "ref": "WorkspaceFolder" } } }, "optional": true },
      { "name": "repository", "type": { "orNull": { "ref": "NesRepository" } }, "optional": true, "drop": true }
    ],
    "emptyWhenMissing": true
  },
  "StartNesResponse": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      {
        "name": "configOptions",
        "type": { "orNull": { "list": { "ref": "SessionConfigOption" } } },
        "optional": true,
        "drop": true,
        "skip": true
      }
    ]
  },
  "StateUpdate": {
    "kind": "union",
    "key": "state",
    "variants": [
      { "tag": "running", "type": "RunningStateUpdate", "mode": "required" },
      { "tag": "idle", "type": "IdleStateUpdate", "mode": "required" },
      { "tag": "requires_action", "type": "RequiresActionStateUpdate", "mode": "required" },
      { "tag": "unknown", "type": "UnknownStateUpdate", "mode": "required" }
    ],
    "open": {}
  },
  "StopReason": { "kind": "enum", "values": ["end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled"] },
  "StringFormat": { "kind": "enum", "values": ["email", "uri", "date", "date-time"] },
  "StringMultiSelectItems": { "kind": "object", "fields": [{ "name": "enum", "type": { "list": "string" } }] },
  "StringPropertySchema": {
    "kind": "object",
    "fields": [
      { "name": "title", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "description", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "minLength", "type": { "orNull": "u32" }, "optional": true },
      { "name": "maxLength", "type": { "orNull": "u32" }, "optional": true },
      { "name": "pattern", "type": { "orNull": "string" }, "optional": true },
      { "name": "format", "type": { "orNull": { "ref": "StringFormat" } }, "optional": true },
      { "name": "default", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "enum", "type": { "orNull": { "list": "string" } }, "optional": true },
      { "name": "oneOf", "type": { "orNull": { "list": { "ref": "EnumOption" } } }, "optional": true }
    ]
  },
  "SubagentSessionCapabilities": {
    "kind": "object",
    "fields": [{ "name": "cancel", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true }]
  },
  "SubagentUpdate": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "title", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "description", "type": { "orNull": "string" }, "optional": true, "drop": true },
      {
        "name": "capabilities",
        "type": { "orNull": { "ref": "SubagentSessionCapabilities" } },
        "optional": true,
        "drop": true
      },
      { "name": "state", "type": { "orNull": { "ref": "StateUpdate" } }, "optional": true, "drop": true },
      { "name": "cwd", "type": { "orNull": "string" }, "optional": true },
      { "name": "additionalDirectories", "type": { "orNull": { "list": "string" } }, "optional": true }
    ]
  },
  "SuggestNesRequest": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string", "optional": true },
      { "name": "uri", "type": "string" },
      { "name": "version", "type": "i64" },
      { "name": "position", "type": { "ref": "Position" } },
      { "name": "selection", "type": { "orNull": { "ref": "Range" } }, "optional": true },
      { "name": "triggerKind", "type": { "ref": "NesTriggerKind" } },
      { "name": "context", "type": { "orNull": { "ref": "NesSuggestContext" } }, "optional": true }
    ]
  },
  "SuggestNesResponse": { "kind": "object", "fields": [{ "name": "suggestions", "type": { "list": { "ref": "NesSuggestion" } } }] },
  "SystemPrompt": {
    "kind": "object",
    "fields": [
      { "name": "mode", "type": { "ref": "SystemPromptMode" } },
      { "name": "content", "type": { "list": { "ref": "ContentBlock" } } }
    ]
  },
  "SystemPromptMode": { "kind": "enum", "values": ["append", "override"], "open": true },
  "Terminal": { "kind": "object", "fields": [{ "name": "terminalId", "type": "string" }] },
  "TerminalExitStatus": {
    "kind": "object",
    "fields": [
      { "name": "exitCode", "type": { "orNull": "u32" }, "optional": true, "drop": true },
      { "name": "signal", "type": { "orNull": "string" }, "optional": true, "drop": true }
    ]
  },
  "TerminalId": { "kind": "scalar", "type": "string" },
  "TerminalOutputRequest": {
    "kind": "object",
    "fields": [{ "name": "sessionId", "type": "string" }, { "name": "terminalId", "type": "string" }]
  },
  "TerminalOutputResponse": {
    "kind": "object",
    "fields": [
      { "name": "output", "type": "string" },
      { "name": "truncated", "type": "bool" },
      { "name": "exitStatus", "type": { "orNull": { "ref": "TerminalExitStatus" } }, "optional": true, "drop": true }
    ]
  },
  "TextContent": {
    "kind": "object",
    "fields": [
      { "name": "text", "type": "string" },
      { "name": "annotations", "type": { "orNull": { "ref": "Annotations" } }, "optional": true, "drop": true }
    ]
  },
  "TextDocumentContentChangeEvent": {
    "kind": "object",
    "fields": [
      { "name": "range", "type": { "orNull": { "ref": "Range" } }, "optional": true },
      { "name": "text", "type": "string" }
    ]
  },
  "TextDocumentSyncKind": { "kind": "enum", "values": ["full", "incremental"] },
  "TextResourceContents": {
    "kind": "object",
    "fields": [
      { "name": "uri", "type": "string" },
      { "name": "text", "type": "string" },
      { "name": "mimeType", "type": { "orNull": "string" }, "optional": true, "drop": true }
    ]
  },
  "TitledMultiSelectItems": { "kind": "object", "fields": [{ "name": "anyOf", "type": { "list": { "ref": "EnumOption" } } }] },
  "ToolCall": {
    "kind": "object",
    "fields": [
      { "name": "toolCallId", "type": "string" },
      { "name": "title", "type": "string" },
      { "name": "name", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "kind", "type": { "ref": "ToolKind" }, "optional": true, "drop": true },
      { "name": "status", "type": { "ref": "ToolCallStatus" }, "optional": true, "drop": true },
      {
        "name": "content",
        "type": { "list": { "ref": "ToolCallContent" } },
        "optional": true,
        "drop": true,
        "skip": true
      },
      {
        "name": "locations",
        "type": { "list": { "ref": "ToolCallLocation" } },
        "optional": true,
        "drop": true,
        "skip": true
      },
      { "name": "rawInput", "type": "any", "optional": true, "drop": true },
      { "name": "rawOutput", "type": "any", "optional": true, "drop": true }
    ]
  },
  "ToolCallContent": {
    "kind": "union",
    "key": "type",
    "variants": [
      { "tag": "content", "type": "Content", "mode": "required" },
      { "tag": "diff", "type": "Diff", "mode": "required" },
      { "tag": "terminal", "type": "Terminal", "mode": "required" }
    ],
    "accepts": [{ "rule": "bare-content-block", "when": [] }]
  },
  "ToolCallId": { "kind": "scalar", "type": "string" },
  "ToolCallLocation": {
    "kind": "object",
    "fields": [
      { "name": "path", "type": "string" },
      { "name": "line", "type": { "orNull": "u32" }, "optional": true, "drop": true }
    ]
  },
  "ToolCallStatus": { "kind": "enum", "values": ["pending", "in_progress", "completed", "failed", "cancelled"] },
  "ToolCallUpdate": {
    "kind": "object",
    "fields": [
      { "name": "toolCallId", "type": "string" },
      { "name": "title", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "name", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "kind", "type": { "orNull": { "ref": "ToolKind" } }, "optional": true, "drop": true },
      { "name": "status", "type": { "orNull": { "ref": "ToolCallStatus" } }, "optional": true, "drop": true },
      {
        "name": "content",
        "type": { "orNull": { "list": { "ref": "ToolCallContent" } } },
        "optional": true,
        "drop": true,
        "skip": true
      },
      {
        "name": "locations",
        "type": { "orNull": { "list": { "ref": "ToolCallLocation" } } },
        "optional": true,
        "drop": true,
        "skip": true
      },
      { "name": "rawInput", "type": "any", "optional": true, "drop": true },
      { "name": "rawOutput", "type": "any", "optional": true, "drop": true }
    ]
  },
  "ToolKind": {
    "kind": "enum",
    "values": ["read", "edit", "delete", "move", "search", "execute", "think", "fetch", "switch_mode", "other"]
  },
  "UnarchiveSessionRequest": { "kind": "object", "fields": [{ "name": "sessionId", "type": "string" }] },
  "UnarchiveSessionResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "UnknownElicitationMode": { "kind": "object", "fields": [], "choices": ["ElicitationScope"] },
  "UnknownStateUpdate": { "kind": "object", "fields": [] },
  "UnstructuredCommandInput": { "kind": "object", "fields": [{ "name": "hint", "type": "string" }] },
  "Usage": {
    "kind": "object",
    "fields": [
      { "name": "totalTokens", "type": "u64" },
      { "name": "inputTokens", "type": "u64" },
      { "name": "outputTokens", "type": "u64" },
      { "name": "thoughtTokens", "type": { "orNull": "u64" }, "optional": true, "drop": true },
      { "name": "cachedReadTokens", "type": { "orNull": "u64" }, "optional": true, "drop": true },
      { "name": "cachedWriteTokens", "type": { "orNull": "u64" }, "optional": true, "drop": true }
    ]
  },
  "UsageUpdate": {
    "kind": "object",
    "fields": [
      { "name": "used", "type": "u64" },
      { "name": "size", "type": "u64" },
      { "name": "cost", "type": { "orNull": { "ref": "Cost" } }, "optional": true, "drop": true }
    ]
  },
  "WaitForTerminalExitRequest": {
    "kind": "object",
    "fields": [{ "name": "sessionId", "type": "string" }, { "name": "terminalId", "type": "string" }]
  },
  "WaitForTerminalExitResponse": {
    "kind": "object",
    "fields": [
      { "name": "exitCode", "type": { "orNull": "u32" }, "optional": true, "drop": true },
      { "name": "signal", "type": { "orNull": "string" }, "optional": true, "drop": true }
    ],
    "emptyWhenMissing": true
  },
  "WorkspaceCapabilities": {
    "kind": "object",
    "fields": [
      { "name": "openDocuments", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "recentDocuments", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "activeDocument", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true }
    ]
  },
  "WorkspaceDocument": { "kind": "object", "fields": [{ "name": "uri", "type": "string" }, { "name": "languageId", "type": "string" }] },
  "WorkspaceFolder": { "kind": "object", "fields": [{ "name": "uri", "type": "string" }, { "name": "name", "type": "string" }] },
  "WriteTextFileRequest": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "path", "type": "string" },
      { "name": "content", "type": "string" }
    ]
  },
  "WriteTextFileResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true }
}`;

export const readDefinitions = (): Definitions => JSON.parse(json) as Definitions;
