// Generated from src/definitions by `npm run generate`. Do not edit.
import type { Definitions } from '../../validate/definition.ts';

/** Every definition as JSON, for values that fail the strict checks. It is parsed when it is first needed. */
const json = `{
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
  "EnvVariable": { "kind": "object", "fields": [{ "name": "name", "type": "string" }, { "name": "value", "type": "string" }] },
  "KillTerminalRequest": {
    "kind": "object",
    "fields": [{ "name": "sessionId", "type": "string" }, { "name": "terminalId", "type": "string" }]
  },
  "KillTerminalResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
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
  "ReleaseTerminalRequest": {
    "kind": "object",
    "fields": [{ "name": "sessionId", "type": "string" }, { "name": "terminalId", "type": "string" }]
  },
  "ReleaseTerminalResponse": { "kind": "object", "fields": [], "emptyWhenMissing": true },
  "SessionId": { "kind": "scalar", "type": "string" },
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
