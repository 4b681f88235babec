// Generated from src/definitions by `npm run generate`. Do not edit.
import type { Definitions } from '../validate/definition.ts';

/** Every definition as JSON, for values that fail the strict checks. It is parsed when it is first needed. */
const json = `{
  "AbsolutePath": { "kind": "scalar", "type": "string" },
  "AgentAuthCapabilities": { "kind": "object", "fields": [], "accepts": [{ "rule": "status-true", "when": [] }] },
  "AgentCapabilities": {
    "kind": "object",
    "fields": [
      { "name": "session", "type": { "orNull": { "ref": "SessionCapabilities" } }, "optional": true, "drop": true },
      { "name": "auth", "type": { "orNull": { "ref": "AgentAuthCapabilities" } }, "optional": true, "drop": true }
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
  "AudioContent": {
    "kind": "object",
    "fields": [
      { "name": "data", "type": "string" },
      { "name": "mimeType", "type": "string" },
      { "name": "annotations", "type": { "orNull": { "ref": "Annotations" } }, "optional": true, "drop": true }
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
  "BackgroundTerminal": { "kind": "object", "fields": [{ "name": "terminalId", "type": "string" }] },
  "BackgroundToolCall": { "kind": "object", "fields": [{ "name": "toolCallId", "type": "string" }] },
  "BackgroundWork": {
    "kind": "union",
    "key": "type",
    "variants": [
      { "tag": "terminal", "type": "BackgroundTerminal", "mode": "required" },
      { "tag": "tool_call", "type": "BackgroundToolCall", "mode": "required" }
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
      }
    ]
  },
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
  "ListSessionsRequest": {
    "kind": "object",
    "fields": [
      { "name": "cwd", "type": { "orNull": "string" }, "optional": true },
      { "name": "cursor", "type": { "orNull": "string" }, "optional": true }
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
  "LoginAuthRequest": { "kind": "object", "fields": [{ "name": "methodId", "type": "string" }] },
  "LoginAuthResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "LogoutAuthRequest": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "LogoutAuthResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "Marker": { "kind": "object", "fields": [] },
  "McpCapabilities": {
    "kind": "object",
    "fields": [
      { "name": "stdio", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "http", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true }
    ]
  },
  "McpServer": {
    "kind": "union",
    "key": "type",
    "variants": [
      { "tag": "stdio", "type": "McpServerStdio", "mode": "required" },
      { "tag": "http", "type": "McpServerHttp", "mode": "required" }
    ],
    "open": {}
  },
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
  "NewSessionRequest": {
    "kind": "object",
    "fields": [
      { "name": "cwd", "type": "string" },
      { "name": "additionalDirectories", "type": { "list": "string" }, "optional": true, "nullIsAbsent": true },
      { "name": "mcpServers", "type": { "list": { "ref": "McpServer" } }, "optional": true, "nullIsAbsent": true }
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
  "PlanId": { "kind": "scalar", "type": "string" },
  "PlanItems": {
    "kind": "object",
    "fields": [
      { "name": "planId", "type": "string", "aliases": ["id"] },
      { "name": "entries", "type": { "list": { "ref": "PlanEntry" } }, "skip": true }
    ]
  },
  "PlanUpdate": { "kind": "object", "fields": [{ "name": "plan", "type": { "ref": "PlanUpdateContent" } }] },
  "PlanUpdateContent": {
    "kind": "union",
    "key": "type",
    "variants": [{ "tag": "items", "type": "PlanItems", "mode": "required" }],
    "open": { "type": "UnknownPlanUpdateContent" }
  },
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
      { "name": "prompt", "type": { "list": { "ref": "ContentBlock" }, "min": 1 } }
    ]
  },
  "PromptResponse": {
    "kind": "object",
    "fields": [{ "name": "messageId", "type": "string", "optional": true }],
    "emptyWhenMissing": true
  },
  "ProtocolVersion": { "kind": "scalar", "type": "u16" },
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
      { "name": "replayFrom", "type": { "orNull": { "ref": "ReplayFrom" } }, "optional": true }
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
  "SelectedPermissionOutcome": { "kind": "object", "fields": [{ "name": "optionId", "type": "string" }] },
  "SessionCapabilities": {
    "kind": "object",
    "fields": [
      { "name": "prompt", "type": { "orNull": { "ref": "PromptCapabilities" } }, "optional": true, "drop": true },
      { "name": "mcp", "type": { "orNull": { "ref": "McpCapabilities" } }, "optional": true, "drop": true },
      { "name": "delete", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true },
      { "name": "additionalDirectories", "type": { "orNull": { "ref": "Marker" } }, "optional": true, "drop": true }
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
      { "name": "updatedAt", "type": { "orNull": "string" }, "optional": true, "drop": true }
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
  "SessionNotFoundErrorData": { "kind": "object", "fields": [{ "name": "sessionId", "type": "string" }] },
  "SessionNotification": {
    "kind": "object",
    "fields": [{ "name": "sessionId", "type": "string" }, { "name": "update", "type": { "ref": "SessionUpdate" } }]
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
      { "tag": "available_commands_update", "type": "AvailableCommandsUpdate", "mode": "required" },
      { "tag": "config_option_update", "type": "ConfigOptionUpdate", "mode": "required" },
      { "tag": "session_info_update", "type": "SessionInfoUpdate", "mode": "required" },
      { "tag": "usage_update", "type": "UsageUpdate", "mode": "required" },
      { "tag": "notice", "type": "Notice", "mode": "required" },
      { "tag": "compaction_update", "type": "CompactionUpdate", "mode": "required" },
      { "tag": "compaction_summary_chunk", "type": "CompactionSummaryChunk", "mode": "required" }
    ],
    "open": {},
    "refused": [
      { "tag": "plan", "reason": "plan_update took its place" },
      { "tag": "tool_call", "reason": "tool_call_update took its place" },
      { "tag": "current_mode_update", "reason": "config_option_update took its place" }
    ]
  },
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
  "StateUpdate": {
    "kind": "union",
    "key": "state",
    "variants": [
      { "tag": "running", "type": "RunningStateUpdate", "mode": "required" },
      { "tag": "idle", "type": "IdleStateUpdate", "mode": "required" },
      { "tag": "requires_action", "type": "RequiresActionStateUpdate", "mode": "required" }
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
  "UnknownAuthMethod": { "kind": "object", "fields": [{ "name": "methodId", "type": "string" }, { "name": "name", "type": "string" }] },
  "UnknownAvailableCommand": { "kind": "object", "fields": [{ "name": "name", "type": "string" }, { "name": "description", "type": "string" }] },
  "UnknownConfigValue": { "kind": "object", "fields": [{ "name": "value", "type": "any" }] },
  "UnknownElicitationMode": { "kind": "object", "fields": [], "choices": ["ElicitationScope"] },
  "UnknownPlanUpdateContent": { "kind": "object", "fields": [{ "name": "planId", "type": "string", "aliases": ["id"] }] },
  "UnsupportedProtocolVersionErrorData": {
    "kind": "object",
    "fields": [{ "name": "requested", "type": "u16" }, { "name": "supported", "type": { "list": "u16" } }]
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
  }
}`;

export const readDefinitions = (): Definitions => JSON.parse(json) as Definitions;
