// Generated from src/definitions by `npm run generate`. Do not edit.
import type { Definitions } from '../../validate/definition.ts';

/** Every definition as JSON, for values that fail the strict checks. It is parsed when it is first needed. */
const json = `{
  "AbsolutePath": { "kind": "scalar", "type": "string" },
  "AcceptNesNotification": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string", "optional": true },
      { "name": "suggestionId", "type": "string", "aliases": ["id"] }
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
    "fields": [{ "name": "status", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true }],
    "accepts": [{ "rule": "status-true", "when": [] }]
  },
  "AgentCapabilities": {
    "kind": "object",
    "fields": [
      { "name": "session", "type": { "orNull": { "ref": "SessionCapabilities" } }, "optional": true, "drop": true },
      { "name": "auth", "type": { "orNull": { "ref": "AgentAuthCapabilities" } }, "optional": true, "drop": true },
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
  "AgentMessage": {
    "kind": "object",
    "fields": [
      { "name": "messageId", "type": "string" },
      {
        "name": "content",
        "type": { "orNull": { "list": { "ref": "ContentBlock" } } },
        "optional": true,
        "drop": true,
        "skip": true
      }
    ]
  },
  "AgentRegistry": {
    "kind": "object",
    "fields": [
      { "name": "version", "type": { "text": { "pattern": "^[0-9]+\\\\.[0-9]+\\\\.[0-9]+" } } },
      { "name": "agents", "type": { "list": { "ref": "AgentManifest" } }, "skip": true }
    ]
  },
  "AgentThought": {
    "kind": "object",
    "fields": [
      { "name": "messageId", "type": "string" },
      {
        "name": "content",
        "type": { "orNull": { "list": { "ref": "ContentBlock" } } },
        "optional": true,
        "drop": true,
        "skip": true
      }
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
      { "name": "priority", "type": { "orNull": { "f64": [0, 1] } }, "optional": true, "drop": true }
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
  "AuthMethod": {
    "kind": "union",
    "key": "type",
    "variants": [
      { "tag": "agent", "type": "AuthMethodAgent", "mode": "required" },
      { "tag": "terminal", "type": "AuthMethodTerminal", "mode": "required" }
    ],
    "open": { "type": "UnknownAuthMethod" }
  },
  "AuthMethodAgent": {
    "kind": "object",
    "fields": [
      { "name": "methodId", "type": "string" },
      { "name": "name", "type": "string" },
      { "name": "description", "type": { "orNull": "string" }, "optional": true, "drop": true }
    ]
  },
  "AuthMethodId": { "kind": "scalar", "type": "string" },
  "AuthMethodTerminal": {
    "kind": "object",
    "fields": [
      { "name": "methodId", "type": "string" },
      { "name": "name", "type": "string" },
      { "name": "description", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "args", "type": { "list": "string" }, "optional": true, "nullIsAbsent": true },
      { "name": "env", "type": { "list": { "ref": "EnvVariable" } }, "optional": true, "nullIsAbsent": true }
    ],
    "accepts": [{ "rule": "environment-map", "when": [] }]
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
    "kind": "union",
    "key": "type",
    "variants": [{ "tag": "command", "type": "Command", "mode": "filled" }],
    "open": { "type": "UnknownAvailableCommand" }
  },
  "AvailableCommandInput": {
    "kind": "union",
    "key": "type",
    "variants": [{ "tag": "text", "type": "TextCommandInput", "mode": "filled" }],
    "open": {}
  },
  "AvailableCommandsUpdate": {
    "kind": "object",
    "fields": [{ "name": "availableCommands", "type": { "list": { "ref": "AvailableCommand" } }, "skip": true }]
  },
  "BackgroundSubagent": { "kind": "object", "fields": [{ "name": "sessionId", "type": "string" }] },
  "BackgroundTerminal": { "kind": "object", "fields": [{ "name": "terminalId", "type": "string" }] },
  "BackgroundToolCall": { "kind": "object", "fields": [{ "name": "toolCallId", "type": "string" }] },
  "BackgroundWork": {
    "kind": "union",
    "key": "type",
    "variants": [
      { "tag": "terminal", "type": "BackgroundTerminal", "mode": "required" },
      { "tag": "tool_call", "type": "BackgroundToolCall", "mode": "required" },
      { "tag": "subagent", "type": "BackgroundSubagent", "mode": "required" }
    ],
    "open": {}
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
  "CancelledPermissionOutcome": { "kind": "object", "fields": [] },
  "CancelNotification": { "kind": "object", "fields": [{ "name": "sessionId", "type": "string" }] },
  "CancelRequestNotification": { "kind": "object", "fields": [{ "name": "requestId", "type": { "ref": "RequestId" } }] },
  "CancelTerminalRequest": {
    "kind": "object",
    "fields": [{ "name": "sessionId", "type": "string" }, { "name": "terminalId", "type": "string" }]
  },
  "CancelTerminalResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "CancelToolCallRequest": {
    "kind": "object",
    "fields": [{ "name": "sessionId", "type": "string" }, { "name": "toolCallId", "type": "string" }]
  },
  "CancelToolCallResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "ClientAuthCapabilities": {
    "kind": "object",
    "fields": [{ "name": "terminal", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true }]
  },
  "ClientCapabilities": {
    "kind": "object",
    "fields": [
      { "name": "auth", "type": { "orNull": { "ref": "ClientAuthCapabilities" } }, "optional": true, "drop": true },
      {
        "name": "elicitation",
        "type": { "orNull": { "ref": "ElicitationCapabilities" } },
        "optional": true,
        "drop": true
      },
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
      { "name": "searchAndReplace", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true }
    ]
  },
  "CloseNesRequest": { "kind": "object", "fields": [{ "name": "sessionId", "type": "string" }] },
  "CloseNesResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "CloseSessionRequest": { "kind": "object", "fields": [{ "name": "sessionId", "type": "string" }] },
  "CloseSessionResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "Command": {
    "kind": "object",
    "fields": [
      { "name": "name", "type": "string" },
      { "name": "description", "type": "string" },
      { "name": "input", "type": { "orNull": { "ref": "AvailableCommandInput" } }, "optional": true, "drop": true }
    ]
  },
  "CommandPermissionSubject": {
    "kind": "object",
    "fields": [
      { "name": "command", "type": "string" },
      { "name": "cwd", "type": "string" },
      { "name": "toolCallId", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "terminalId", "type": { "orNull": "string" }, "optional": true, "drop": true }
    ]
  },
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
    "fields": [{ "name": "configOptions", "type": { "list": { "ref": "SessionConfigOption" } }, "skip": true }]
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
    ],
    "open": {}
  },
  "ContentChunk": {
    "kind": "object",
    "fields": [{ "name": "content", "type": { "ref": "ContentBlock" } }, { "name": "messageId", "type": "string" }]
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
      { "name": "changes", "type": { "list": { "ref": "DiffChange" } }, "skip": true },
      { "name": "patch", "type": { "orNull": { "ref": "DiffPatch" } }, "optional": true, "drop": true }
    ]
  },
  "DiffChange": {
    "kind": "union",
    "key": "operation",
    "shared": [
      { "name": "fileType", "type": { "orNull": { "ref": "DiffFileType" } }, "optional": true, "drop": true },
      { "name": "mimeType", "type": { "orNull": "string" }, "optional": true, "drop": true }
    ],
    "variants": [
      { "tag": "add", "type": "DiffPathChange", "mode": "required" },
      { "tag": "delete", "type": "DiffPathChange", "mode": "required" },
      { "tag": "modify", "type": "DiffPathChange", "mode": "required" },
      { "tag": "move", "type": "DiffPathPairChange", "mode": "required" },
      { "tag": "copy", "type": "DiffPathPairChange", "mode": "required" }
    ],
    "open": {}
  },
  "DiffFileType": { "kind": "enum", "values": ["text", "binary", "directory", "symlink"], "open": true },
  "DiffPatch": {
    "kind": "object",
    "fields": [
      { "name": "format", "type": { "ref": "DiffPatchFormat" } },
      { "name": "text", "type": "string", "aliases": ["diff"] }
    ]
  },
  "DiffPatchFormat": { "kind": "enum", "values": ["git_patch"], "open": true },
  "DiffPathChange": { "kind": "object", "fields": [{ "name": "path", "type": "string" }] },
  "DiffPathPairChange": { "kind": "object", "fields": [{ "name": "oldPath", "type": "string" }, { "name": "path", "type": "string" }] },
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
  "ElicitationContentValue": { "kind": "choice", "of": ["string", "i64", "f64", "bool", { "list": "string" }, "any"] },
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
      { "name": "type", "type": { "ref": "ElicitationSchemaType" } },
      { "name": "title", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "description", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "properties", "type": { "map": { "ref": "ElicitationPropertySchema" } } },
      { "name": "required", "type": { "orNull": { "list": "string" } }, "optional": true }
    ]
  },
  "ElicitationSchemaType": { "kind": "enum", "values": ["object"] },
  "ElicitationScope": {
    "kind": "choice",
    "exactlyOne": true,
    "of": [{ "ref": "ElicitationSessionScope" }, { "ref": "ElicitationRequestScope" }]
  },
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
      { "name": "data", "type": { "orNull": "any" }, "optional": true, "drop": true }
    ]
  },
  "ErrorCode": { "kind": "scalar", "type": "i32" },
  "ErrorData": { "kind": "scalar", "type": "any" },
  "ErrorStopReason": {
    "kind": "object",
    "fields": [{ "name": "error", "type": { "orNull": { "ref": "Error" } }, "optional": true, "drop": true }]
  },
  "ForkSessionRequest": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "cwd", "type": "string" },
      { "name": "additionalDirectories", "type": { "list": "string" }, "optional": true, "nullIsAbsent": true },
      { "name": "mcpServers", "type": { "list": { "ref": "McpServer" } }, "optional": true, "nullIsAbsent": true },
      { "name": "systemPrompt", "type": { "orNull": { "ref": "SystemPrompt" } }, "optional": true }
    ]
  },
  "ForkSessionResponse": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      {
        "name": "configOptions",
        "type": { "list": { "ref": "SessionConfigOption" } },
        "optional": true,
        "drop": true,
        "skip": true
      },
      {
        "name": "availableCommands",
        "type": { "list": { "ref": "AvailableCommand" } },
        "optional": true,
        "drop": true,
        "skip": true
      }
    ]
  },
  "HttpHeader": { "kind": "object", "fields": [{ "name": "name", "type": "string" }, { "name": "value", "type": "string" }] },
  "Icon": {
    "kind": "object",
    "fields": [
      { "name": "src", "type": "string" },
      { "name": "mimeType", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "sizes", "type": { "orNull": { "list": "string" } }, "optional": true, "drop": true, "skip": true },
      { "name": "theme", "type": { "orNull": { "ref": "IconTheme" } }, "optional": true, "drop": true }
    ]
  },
  "IconTheme": { "kind": "enum", "values": ["light", "dark"], "open": true },
  "IdConfigValue": { "kind": "object", "fields": [{ "name": "value", "type": "string" }] },
  "IdleStateUpdate": {
    "kind": "union",
    "key": "stopReason",
    "keyOptional": true,
    "shared": [
      { "name": "usage", "type": { "orNull": { "ref": "Usage" } }, "optional": true, "drop": true },
      {
        "name": "background",
        "type": { "orNull": { "list": { "ref": "BackgroundWork" } } },
        "optional": true,
        "drop": true
      }
    ],
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
      { "name": "info", "type": { "ref": "Implementation" } },
      { "name": "capabilities", "type": { "ref": "ClientCapabilities" }, "optional": true, "drop": true }
    ]
  },
  "InitializeResponse": {
    "kind": "object",
    "fields": [
      { "name": "protocolVersion", "type": "u16" },
      { "name": "info", "type": { "ref": "Implementation" } },
      { "name": "capabilities", "type": { "ref": "AgentCapabilities" }, "optional": true, "drop": true },
      {
        "name": "authMethods",
        "type": { "list": { "ref": "AuthMethod" } },
        "optional": true,
        "drop": true,
        "skip": true
      }
    ]
  },
  "InjectCapabilities": {
    "kind": "object",
    "fields": [
      { "name": "modes", "type": { "list": { "ref": "InjectMode" }, "min": 1 } },
      {
        "name": "steerInStream",
        "type": { "orNull": { "list": { "ref": "InjectStreamHandling" }, "min": 1 } },
        "optional": true,
        "aliases": ["steer_in_stream"]
      },
      {
        "name": "pending",
        "type": { "orNull": { "ref": "InjectPendingCapabilities" } },
        "optional": true,
        "drop": true
      }
    ]
  },
  "InjectErrorData": {
    "kind": "object",
    "fields": [
      { "name": "reason", "type": { "ref": "InjectErrorReason" } },
      { "name": "messageId", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "mode", "type": { "orNull": { "ref": "InjectMode" } }, "optional": true, "drop": true },
      { "name": "modes", "type": { "orNull": { "list": { "ref": "InjectMode" } } }, "optional": true, "drop": true }
    ]
  },
  "InjectErrorReason": {
    "kind": "enum",
    "values": [
      "already_delivered",
      "no_running_turn",
      "replace_not_supported",
      "unknown_message_id",
      "unsupported_mode",
      "not_owner"
    ],
    "open": true
  },
  "InjectMode": { "kind": "enum", "values": ["queue", "steer"], "open": true },
  "InjectPendingCapabilities": {
    "kind": "object",
    "fields": [{ "name": "replace", "type": { "orNull": "bool" }, "optional": true, "drop": true }],
    "accepts": [{ "rule": "replace-marker", "when": [] }]
  },
  "InjectSessionRequest": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "mode", "type": { "ref": "InjectMode" } },
      { "name": "content", "type": { "list": { "ref": "ContentBlock" }, "min": 1 } }
    ]
  },
  "InjectSessionResponse": { "kind": "object", "fields": [{ "name": "messageId", "type": "string" }] },
  "InjectStreamHandling": { "kind": "enum", "values": ["interrupt", "finish"], "open": true },
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
      { "name": "id", "type": { "orNull": { "ref": "RequestId" } } },
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
      { "name": "nextCursor", "type": { "orNull": "string" }, "optional": true }
    ]
  },
  "LlmProtocol": { "kind": "enum", "values": ["anthropic", "openai", "azure", "vertex", "bedrock"], "open": true },
  "LoginAuthRequest": { "kind": "object", "fields": [{ "name": "methodId", "type": "string" }] },
  "LoginAuthResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "LogoutAuthRequest": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "LogoutAuthResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "Marker": { "kind": "object", "fields": [] },
  "McpCapabilities": {
    "kind": "object",
    "fields": [
      { "name": "stdio", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "http", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "acp", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true }
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
      { "tag": "stdio", "type": "McpServerStdio", "mode": "required" },
      { "tag": "http", "type": "McpServerHttp", "mode": "required" },
      { "tag": "acp", "type": "McpServerAcp", "mode": "required" }
    ],
    "open": {}
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
      { "name": "headers", "type": { "list": { "ref": "HttpHeader" } }, "optional": true, "nullIsAbsent": true }
    ]
  },
  "McpServerStdio": {
    "kind": "object",
    "fields": [
      { "name": "name", "type": "string" },
      { "name": "command", "type": "string" },
      { "name": "args", "type": { "list": "string" }, "optional": true, "nullIsAbsent": true },
      { "name": "env", "type": { "list": { "ref": "EnvVariable" } }, "optional": true, "nullIsAbsent": true }
    ]
  },
  "MediaType": { "kind": "scalar", "type": "string" },
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
  "NesDiagnosticSeverity": { "kind": "enum", "values": ["error", "warning", "information", "hint"], "open": true },
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
      { "name": "suggestionId", "type": "string", "aliases": ["id"] },
      { "name": "uri", "type": "string" },
      { "name": "edits", "type": { "list": { "ref": "NesTextEdit" }, "min": 1 } },
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
      { "name": "suggestionId", "type": "string", "aliases": ["id"] },
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
  "NesRejectReason": { "kind": "enum", "values": ["rejected", "ignored", "replaced", "cancelled"], "open": true },
  "NesRelatedSnippet": {
    "kind": "object",
    "fields": [{ "name": "uri", "type": "string" }, { "name": "excerpts", "type": { "list": { "ref": "NesExcerpt" } } }]
  },
  "NesRenameSuggestion": {
    "kind": "object",
    "fields": [
      { "name": "suggestionId", "type": "string", "aliases": ["id"] },
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
      { "name": "suggestionId", "type": "string", "aliases": ["id"] },
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
    "open": { "type": "UnknownNesSuggestion" }
  },
  "NesSuggestionId": { "kind": "scalar", "type": "string" },
  "NesTextEdit": {
    "kind": "object",
    "fields": [{ "name": "range", "type": { "ref": "Range" } }, { "name": "newText", "type": "string" }]
  },
  "NesTriggerKind": { "kind": "enum", "values": ["automatic", "diagnostic", "manual"], "open": true },
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
      { "name": "additionalDirectories", "type": { "list": "string" }, "optional": true, "nullIsAbsent": true },
      { "name": "mcpServers", "type": { "list": { "ref": "McpServer" } }, "optional": true, "nullIsAbsent": true },
      { "name": "systemPrompt", "type": { "orNull": { "ref": "SystemPrompt" } }, "optional": true }
    ]
  },
  "NewSessionResponse": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      {
        "name": "configOptions",
        "type": { "list": { "ref": "SessionConfigOption" } },
        "optional": true,
        "drop": true,
        "skip": true
      },
      {
        "name": "availableCommands",
        "type": { "list": { "ref": "AvailableCommand" } },
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
  "PermissionOptionKind": { "kind": "enum", "values": ["allow_once", "allow_always", "reject_once", "reject_always"], "open": true },
  "PlanEntry": {
    "kind": "object",
    "fields": [
      { "name": "content", "type": "string" },
      { "name": "priority", "type": { "ref": "PlanEntryPriority" } },
      { "name": "status", "type": { "ref": "PlanEntryStatus" } }
    ]
  },
  "PlanEntryPriority": { "kind": "enum", "values": ["high", "medium", "low"], "open": true },
  "PlanEntryStatus": { "kind": "enum", "values": ["pending", "in_progress", "completed", "cancelled"], "open": true },
  "PlanFile": {
    "kind": "object",
    "fields": [{ "name": "planId", "type": "string", "aliases": ["id"] }, { "name": "uri", "type": "string" }]
  },
  "PlanId": { "kind": "scalar", "type": "string" },
  "PlanItems": {
    "kind": "object",
    "fields": [
      { "name": "planId", "type": "string", "aliases": ["id"] },
      { "name": "entries", "type": { "list": { "ref": "PlanEntry" } }, "skip": true }
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
    ],
    "open": { "type": "UnknownPlanUpdateContent" }
  },
  "Position": { "kind": "object", "fields": [{ "name": "line", "type": "u32" }, { "name": "character", "type": "u32" }] },
  "PositionEncodingKind": { "kind": "enum", "values": ["utf-16", "utf-32", "utf-8"] },
  "PromptCapabilities": {
    "kind": "object",
    "fields": [
      { "name": "image", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "audio", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "embeddedContext", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true }
    ]
  },
  "PromptRequest": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "prompt", "type": { "list": { "ref": "ContentBlock" }, "min": 1 } },
      { "name": "runtimeContext", "type": { "orNull": { "list": { "ref": "RuntimeContext" } } }, "optional": true }
    ]
  },
  "PromptResponse": {
    "kind": "object",
    "fields": [{ "name": "messageId", "type": "string", "optional": true }],
    "emptyWhenMissing": true
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
  "RecentDocumentsRequest": {
    "kind": "object",
    "fields": [{ "name": "sessionId", "type": "string" }, { "name": "limit", "type": { "orNull": "u32" }, "optional": true }]
  },
  "RecentDocumentsResponse": { "kind": "object", "fields": [{ "name": "documents", "type": { "list": { "ref": "WorkspaceDocument" } } }] },
  "RejectNesNotification": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string", "optional": true },
      { "name": "suggestionId", "type": "string", "aliases": ["id"] },
      { "name": "reason", "type": { "orNull": { "ref": "NesRejectReason" } }, "optional": true, "drop": true }
    ]
  },
  "ReplaceInjectSessionRequest": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "messageId", "type": "string" },
      { "name": "content", "type": { "list": { "ref": "ContentBlock" }, "min": 1 } }
    ]
  },
  "ReplaceInjectSessionResponse": { "kind": "object", "fields": [{ "name": "messageId", "type": "string" }] },
  "ReplayFrom": {
    "kind": "union",
    "key": "type",
    "variants": [{ "tag": "start", "type": "ReplayFromStart", "mode": "required" }],
    "open": {}
  },
  "ReplayFromStart": { "kind": "object", "fields": [] },
  "RequestId": { "kind": "choice", "of": ["i64", "string"] },
  "RequestPermissionOutcome": {
    "kind": "union",
    "key": "outcome",
    "variants": [
      { "tag": "selected", "type": "SelectedPermissionOutcome", "mode": "required" },
      { "tag": "cancelled", "type": "CancelledPermissionOutcome", "mode": "required" }
    ],
    "open": {}
  },
  "RequestPermissionRequest": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "title", "type": "string" },
      { "name": "description", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "subject", "type": { "orNull": { "ref": "RequestPermissionSubject" } }, "optional": true },
      { "name": "options", "type": { "list": { "ref": "PermissionOption" }, "min": 1 } }
    ]
  },
  "RequestPermissionResponse": { "kind": "object", "fields": [{ "name": "outcome", "type": { "ref": "RequestPermissionOutcome" } }] },
  "RequestPermissionSubject": {
    "kind": "union",
    "key": "type",
    "variants": [
      { "tag": "tool_call", "type": "ToolCallPermissionSubject", "mode": "required" },
      { "tag": "command", "type": "CommandPermissionSubject", "mode": "required" }
    ],
    "open": {}
  },
  "RequiresActionStateUpdate": {
    "kind": "object",
    "fields": [
      {
        "name": "background",
        "type": { "orNull": { "list": { "ref": "BackgroundWork" } } },
        "optional": true,
        "drop": true
      }
    ]
  },
  "ResourceLink": {
    "kind": "object",
    "fields": [
      { "name": "uri", "type": "string" },
      { "name": "name", "type": "string" },
      { "name": "title", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "description", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "mimeType", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "size", "type": { "orNull": "u64" }, "optional": true, "drop": true },
      {
        "name": "icons",
        "type": { "orNull": { "list": { "ref": "Icon" } } },
        "optional": true,
        "drop": true,
        "skip": true
      },
      { "name": "annotations", "type": { "orNull": { "ref": "Annotations" } }, "optional": true, "drop": true }
    ]
  },
  "ResumeSessionRequest": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "cwd", "type": "string" },
      { "name": "additionalDirectories", "type": { "list": "string" }, "optional": true, "nullIsAbsent": true },
      { "name": "mcpServers", "type": { "list": { "ref": "McpServer" } }, "optional": true, "nullIsAbsent": true },
      { "name": "replayFrom", "type": { "orNull": { "ref": "ReplayFrom" } }, "optional": true },
      { "name": "systemPrompt", "type": { "orNull": { "ref": "SystemPrompt" } }, "optional": true }
    ]
  },
  "ResumeSessionResponse": {
    "kind": "object",
    "fields": [
      {
        "name": "configOptions",
        "type": { "list": { "ref": "SessionConfigOption" } },
        "optional": true,
        "drop": true,
        "skip": true
      },
      {
        "name": "availableCommands",
        "type": { "list": { "ref": "AvailableCommand" } },
        "optional": true,
        "drop": true,
        "skip": true
      }
    ],
    "emptyWhenMissing": true
  },
  "RevokeInjectSessionRequest": {
    "kind": "object",
    "fields": [{ "name": "sessionId", "type": "string" }, { "name": "messageId", "type": "string" }]
  },
  "RevokeInjectSessionResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "Role": { "kind": "enum", "values": ["assistant", "user"], "open": true },
  "RunningStateUpdate": {
    "kind": "object",
    "fields": [
      {
        "name": "background",
        "type": { "orNull": { "list": { "ref": "BackgroundWork" } } },
        "optional": true,
        "drop": true
      }
    ]
  },
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
      { "name": "prompt", "type": { "orNull": { "ref": "PromptCapabilities" } }, "optional": true, "drop": true },
      { "name": "mcp", "type": { "orNull": { "ref": "McpCapabilities" } }, "optional": true, "drop": true },
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
      { "name": "inject", "type": { "orNull": { "ref": "InjectCapabilities" } }, "optional": true, "drop": true },
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
      { "name": "configId", "type": "string", "aliases": ["id"] },
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
    ],
    "open": {}
  },
  "SessionConfigOptionCategory": { "kind": "enum", "values": ["mode", "model", "model_config", "thought_level"], "open": true },
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
      { "name": "groupId", "type": "string" },
      { "name": "name", "type": "string" },
      {
        "name": "options",
        "type": { "list": { "ref": "SessionConfigSelectOption" }, "min": 1 },
        "drop": true,
        "skip": true
      }
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
    "of": [
      { "list": { "ref": "SessionConfigSelectOption" }, "min": 1 },
      { "list": { "ref": "SessionConfigSelectGroup" }, "min": 1 }
    ]
  },
  "SessionConfigValueId": { "kind": "scalar", "type": "string" },
  "SessionId": { "kind": "scalar", "type": "string" },
  "SessionInfo": {
    "kind": "object",
    "fields": [
      { "name": "sessionId", "type": "string" },
      { "name": "cwd", "type": "string" },
      { "name": "additionalDirectories", "type": { "list": "string" }, "optional": true, "nullIsAbsent": true },
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
  "SessionListCursor": { "kind": "scalar", "type": "string" },
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
  "SessionNotFoundErrorData": { "kind": "object", "fields": [{ "name": "sessionId", "type": "string" }] },
  "SessionNotification": {
    "kind": "object",
    "fields": [{ "name": "sessionId", "type": "string" }, { "name": "update", "type": { "ref": "SessionUpdate" } }]
  },
  "SessionStatus": { "kind": "enum", "values": ["open", "saved"], "open": true },
  "SessionStatusRequest": { "kind": "object", "fields": [{ "name": "sessionId", "type": "string" }] },
  "SessionStatusResponse": {
    "kind": "object",
    "fields": [
      { "name": "status", "type": { "ref": "SessionStatus" } },
      { "name": "state", "type": { "orNull": { "ref": "StateUpdate" } }, "optional": true, "drop": true }
    ]
  },
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
      { "tag": "user_message", "type": "UserMessage", "mode": "required" },
      { "tag": "agent_message", "type": "AgentMessage", "mode": "required" },
      { "tag": "agent_thought", "type": "AgentThought", "mode": "required" },
      { "tag": "state_update", "type": "StateUpdate", "mode": "required" },
      { "tag": "tool_call_update", "type": "ToolCallUpdate", "mode": "required" },
      { "tag": "tool_call_content_chunk", "type": "ToolCallContentChunk", "mode": "required" },
      { "tag": "terminal_update", "type": "TerminalUpdate", "mode": "required" },
      { "tag": "terminal_output_chunk", "type": "TerminalOutputChunk", "mode": "required" },
      { "tag": "plan_update", "type": "PlanUpdate", "mode": "required" },
      { "tag": "plan_removed", "type": "PlanRemoved", "mode": "required" },
      { "tag": "available_commands_update", "type": "AvailableCommandsUpdate", "mode": "required" },
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
    "open": {},
    "refused": [
      { "tag": "plan", "reason": "plan_update took its place" },
      { "tag": "tool_call", "reason": "tool_call_update took its place" },
      { "tag": "current_mode_update", "reason": "config_option_update took its place" }
    ]
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
      { "tag": "id", "type": "IdConfigValue", "mode": "required" }
    ],
    "open": { "type": "UnknownConfigValue" }
  },
  "SetSessionConfigOptionResponse": {
    "kind": "object",
    "fields": [{ "name": "configOptions", "type": { "list": { "ref": "SessionConfigOption" } }, "skip": true }]
  },
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
        "type": { "list": { "ref": "SessionConfigOption" } },
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
  "StringFormat": { "kind": "enum", "values": ["email", "uri", "date", "date-time"], "open": true },
  "StringMultiSelectItems": { "kind": "object", "fields": [{ "name": "enum", "type": { "list": "string", "min": 1 } }] },
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
      { "name": "enum", "type": { "orNull": { "list": "string", "min": 1 } }, "optional": true },
      { "name": "oneOf", "type": { "orNull": { "list": { "ref": "EnumOption" }, "min": 1 } }, "optional": true }
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
  "TerminalCapabilities": {
    "kind": "object",
    "fields": [{ "name": "cancel", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true }]
  },
  "TerminalExitStatus": {
    "kind": "object",
    "fields": [
      { "name": "exitCode", "type": { "orNull": "i64" }, "optional": true, "drop": true },
      { "name": "signal", "type": { "orNull": "string" }, "optional": true, "drop": true }
    ]
  },
  "TerminalId": { "kind": "scalar", "type": "string" },
  "TerminalOutput": { "kind": "object", "fields": [{ "name": "data", "type": "string" }] },
  "TerminalOutputChunk": { "kind": "object", "fields": [{ "name": "terminalId", "type": "string" }, { "name": "data", "type": "string" }] },
  "TerminalSize": {
    "kind": "object",
    "fields": [{ "name": "cols", "type": { "int": "u16", "min": 1 } }, { "name": "rows", "type": { "int": "u16", "min": 1 } }]
  },
  "TerminalUpdate": {
    "kind": "object",
    "fields": [
      { "name": "terminalId", "type": "string" },
      { "name": "command", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "cwd", "type": { "orNull": "string" }, "optional": true, "drop": true },
      { "name": "output", "type": { "orNull": { "ref": "TerminalOutput" } }, "optional": true, "drop": true },
      { "name": "exitStatus", "type": { "orNull": { "ref": "TerminalExitStatus" } }, "optional": true, "drop": true },
      { "name": "size", "type": { "orNull": { "ref": "TerminalSize" } }, "optional": true, "drop": true },
      {
        "name": "capabilities",
        "type": { "orNull": { "ref": "TerminalCapabilities" } },
        "optional": true,
        "drop": true
      }
    ]
  },
  "TextCommandInput": { "kind": "object", "fields": [{ "name": "hint", "type": "string" }] },
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
  "TitledMultiSelectItems": { "kind": "object", "fields": [{ "name": "anyOf", "type": { "list": { "ref": "EnumOption" }, "min": 1 } }] },
  "ToolCallCapabilities": {
    "kind": "object",
    "fields": [{ "name": "cancel", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true }]
  },
  "ToolCallContent": {
    "kind": "union",
    "key": "type",
    "variants": [
      { "tag": "content", "type": "Content", "mode": "required" },
      { "tag": "diff", "type": "Diff", "mode": "required" },
      { "tag": "terminal", "type": "Terminal", "mode": "required" }
    ],
    "open": {}
  },
  "ToolCallContentChunk": {
    "kind": "object",
    "fields": [{ "name": "toolCallId", "type": "string" }, { "name": "content", "type": { "ref": "ToolCallContent" } }]
  },
  "ToolCallId": { "kind": "scalar", "type": "string" },
  "ToolCallLocation": {
    "kind": "object",
    "fields": [
      { "name": "path", "type": "string" },
      { "name": "line", "type": { "orNull": { "int": "u32", "min": 1 } }, "optional": true, "drop": true }
    ]
  },
  "ToolCallPermissionSubject": { "kind": "object", "fields": [{ "name": "toolCall", "type": { "ref": "ToolCallUpdate" } }] },
  "ToolCallStatus": { "kind": "enum", "values": ["pending", "in_progress", "paused", "completed", "failed", "cancelled"], "open": true },
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
      { "name": "rawOutput", "type": "any", "optional": true, "drop": true },
      {
        "name": "capabilities",
        "type": { "orNull": { "ref": "ToolCallCapabilities" } },
        "optional": true,
        "drop": true
      }
    ]
  },
  "ToolKind": {
    "kind": "enum",
    "values": ["read", "edit", "delete", "move", "search", "execute", "think", "fetch", "switch_mode", "other"],
    "open": true
  },
  "UnarchiveSessionRequest": { "kind": "object", "fields": [{ "name": "sessionId", "type": "string" }] },
  "UnarchiveSessionResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "UnknownAuthMethod": { "kind": "object", "fields": [{ "name": "methodId", "type": "string" }, { "name": "name", "type": "string" }] },
  "UnknownAvailableCommand": { "kind": "object", "fields": [{ "name": "name", "type": "string" }, { "name": "description", "type": "string" }] },
  "UnknownConfigValue": { "kind": "object", "fields": [{ "name": "value", "type": "any" }] },
  "UnknownElicitationMode": { "kind": "object", "fields": [], "choices": ["ElicitationScope"] },
  "UnknownNesSuggestion": { "kind": "object", "fields": [{ "name": "suggestionId", "type": "string", "aliases": ["id"] }] },
  "UnknownPlanUpdateContent": { "kind": "object", "fields": [{ "name": "planId", "type": "string", "aliases": ["id"] }] },
  "UnknownStateUpdate": {
    "kind": "object",
    "fields": [
      {
        "name": "background",
        "type": { "orNull": { "list": { "ref": "BackgroundWork" } } },
        "optional": true,
        "drop": true
      }
    ]
  },
  "UnsupportedProtocolVersionErrorData": {
    "kind": "object",
    "fields": [{ "name": "requested", "type": "u16" }, { "name": "supported", "type": { "list": "u16" } }]
  },
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
  "UserMessage": {
    "kind": "object",
    "fields": [
      { "name": "messageId", "type": "string" },
      {
        "name": "content",
        "type": { "orNull": { "list": { "ref": "ContentBlock" } } },
        "optional": true,
        "drop": true,
        "skip": true
      }
    ]
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
  "WorkspaceFolder": { "kind": "object", "fields": [{ "name": "uri", "type": "string" }, { "name": "name", "type": "string" }] }
}`;

export const readDefinitions = (): Definitions => JSON.parse(json) as Definitions;
