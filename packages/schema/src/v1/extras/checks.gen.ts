// Generated from src/definitions by `npm run generate`. Do not edit.
import { isFields, isListOf, isMeta, isObject, isU32, isU64, type Check } from '../../validate/primitives.ts';

function isCreateTerminalRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.command === 'string' &&
    optionalStringList(v.args) &&
    optionalEnvVariableList(v.env) &&
    optionalStringOrNull(v.cwd) &&
    optionalU64OrNull(v.outputByteLimit) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isCreateTerminalResponse(v: unknown): boolean {
  return isFields(v) &&
    typeof v.terminalId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isEnvVariable(v: unknown): boolean {
  return isFields(v) &&
    typeof v.name === 'string' &&
    typeof v.value === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isKillTerminalRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.terminalId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isKillTerminalResponse(v: unknown): boolean {
  return isObject(v) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isReadTextFileRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.path === 'string' &&
    optionalU32OrNull(v.line) &&
    optionalU32OrNull(v.limit) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isReadTextFileResponse(v: unknown): boolean {
  return isFields(v) &&
    typeof v.content === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isReleaseTerminalRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.terminalId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isReleaseTerminalResponse(v: unknown): boolean {
  return isObject(v) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionId(v: unknown): boolean {
  return typeof v === 'string';
}

function isTerminalExitStatus(v: unknown): boolean {
  return isObject(v) &&
    optionalU32OrNull(v.exitCode) &&
    optionalStringOrNull(v.signal) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isTerminalId(v: unknown): boolean {
  return typeof v === 'string';
}

function isTerminalOutputRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.terminalId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isTerminalOutputResponse(v: unknown): boolean {
  return isFields(v) &&
    typeof v.output === 'string' &&
    typeof v.truncated === 'boolean' &&
    (v.exitStatus == null || isTerminalExitStatus(v.exitStatus)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isWaitForTerminalExitRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.terminalId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isWaitForTerminalExitResponse(v: unknown): boolean {
  return isObject(v) &&
    optionalU32OrNull(v.exitCode) &&
    optionalStringOrNull(v.signal) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isWriteTextFileRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.path === 'string' &&
    typeof v.content === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isWriteTextFileResponse(v: unknown): boolean {
  return isObject(v) &&
    (v._meta === undefined || isMeta(v._meta));
}

function optionalStringList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(typeof v[i] === 'string')) return false;
  return true;
}

function optionalEnvVariableList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isEnvVariable(v[i]))) return false;
  return true;
}

function optionalStringOrNull(v: unknown): boolean {
  return v == null || typeof v === 'string';
}

function optionalU64OrNull(v: unknown): boolean {
  return v == null || isU64(v);
}

function optionalU32OrNull(v: unknown): boolean {
  return v == null || isU32(v);
}

/** The strict check of every definition. */
export const checks: Readonly<Record<string, Check>> = {
  CreateTerminalRequest: isCreateTerminalRequest,
  CreateTerminalResponse: isCreateTerminalResponse,
  EnvVariable: isEnvVariable,
  KillTerminalRequest: isKillTerminalRequest,
  KillTerminalResponse: isKillTerminalResponse,
  ReadTextFileRequest: isReadTextFileRequest,
  ReadTextFileResponse: isReadTextFileResponse,
  ReleaseTerminalRequest: isReleaseTerminalRequest,
  ReleaseTerminalResponse: isReleaseTerminalResponse,
  SessionId: isSessionId,
  TerminalExitStatus: isTerminalExitStatus,
  TerminalId: isTerminalId,
  TerminalOutputRequest: isTerminalOutputRequest,
  TerminalOutputResponse: isTerminalOutputResponse,
  WaitForTerminalExitRequest: isWaitForTerminalExitRequest,
  WaitForTerminalExitResponse: isWaitForTerminalExitResponse,
  WriteTextFileRequest: isWriteTextFileRequest,
  WriteTextFileResponse: isWriteTextFileResponse,
};
