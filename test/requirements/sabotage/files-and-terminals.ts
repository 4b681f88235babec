/** Sabotages of the rules that a client keeps about its files, terminals and documents. */
import {
  respondWith,
  replaceErrors,
  changeReceivedRequests,
  refuseRequests,
  changeResults,
} from './change-requests.ts';
import { incoming, outgoing, type Break, type Sabotages } from './sabotage.ts';
import {
  fieldsOf,
  isRequest,
  isResponse,
  isSuccess,
  paramsOf,
  errorResponseTo,
  without,
  withResult,
  type WireFields,
} from './wire-message.ts';

const methodNotFound = -32_601;
const invalidParams = -32_602;
const notFound = -32_002;
const minute = 60_000;

const read = 'fs/read_text_file';
const write = 'fs/write_text_file';
const create = 'terminal/create';
const output = 'terminal/output';
const waitForExit = 'terminal/wait_for_exit';
const ending = ['terminal/kill', 'terminal/release'];
const openDocuments = 'workspace/open_documents';
const recentDocuments = 'workspace/recent_documents';
const activeDocument = 'workspace/active_document';

/** Changes the documents of a response. */
const eachDocument = (
  result: WireFields,
  change: (documents: readonly WireFields[]) => readonly unknown[],
): WireFields =>
  Array.isArray(result['documents']) ? { ...result, documents: change(result['documents'].map(fieldsOf)) } : result;

/** Allows files outside the roots, without their content. */
const unlocked: Break = replaceErrors([read, write], invalidParams, { content: '' });

/**
 * The sabotages of the rules of a client about files, terminals, documents, and its files in additional directories.
 */
export const machineSabotages: Sabotages = {
  'FS-02': {
    text: 'reads what was written last, whatever is in the editor',
    side: 'client',
    break: (message, wire) => {
      const written = wire.memory(() => new Map<unknown, unknown>());
      if (wire.direction === 'in' && isRequest(message, write)) {
        const { path, content } = paramsOf(message);
        written.set(path, content);
      }
      if (wire.direction === 'in' || !isSuccess(message) || wire.request?.method !== read) return undefined;
      const { path } = fieldsOf(wire.request.params);
      return written.has(path) ? [withResult(message, { content: written.get(path) })] : undefined;
    },
  },
  'FS-03': {
    text: 'reads the whole file, whichever lines are asked for',
    side: 'client',
    break: changeReceivedRequests([read], (params) => without(params, 'line', 'limit')),
  },
  'FS-04': {
    text: 'writes only files that are there',
    side: 'client',
    break: refuseRequests(notFound, (message) => isRequest(message, write)),
  },
  'FS-06': {
    text: 'treats a file that is not there as an empty one',
    side: 'client',
    break: replaceErrors([read], notFound, { content: '' }),
  },
  'FS-07': { text: 'reads and writes outside of the roots', side: 'client', break: unlocked },
  'DIRS-10': { text: 'follows links out of the roots', side: 'client', break: unlocked },
  'TERM-02': {
    text: 'takes its time before it says which terminal it is',
    side: 'client',
    break: outgoing((message, wire) => {
      if (!isResponse(message) || wire.request?.method !== create) return undefined;
      wire.later(minute, () => {
        wire.send(message);
      });
      return [];
    }),
  },
  'TERM-03': {
    text: 'keeps all output, whatever the limit',
    side: 'client',
    break: changeReceivedRequests([create], (params) => without(params, 'outputByteLimit')),
  },
  'TERM-05': {
    text: 'says of a command that runs how it has ended',
    side: 'client',
    break: changeResults([output], (result) =>
      'exitStatus' in result ? result : { ...result, exitStatus: { exitCode: 0 } },
    ),
  },
  'TERM-06': {
    text: 'responds at once to requests that wait for the end',
    side: 'client',
    break: respondWith([waitForExit], { exitCode: 0, signal: null }),
  },
  'TERM-07': {
    text: 'does not know a terminal any more after its command was killed',
    side: 'client',
    break: incoming((message, wire) => {
      const killed = wire.memory(() => new Set<unknown>());
      const { terminalId } = paramsOf(message);
      if (isRequest(message, 'terminal/kill')) killed.add(terminalId);
      if (!isRequest(message, output, waitForExit) || !killed.has(terminalId)) return undefined;
      wire.send(errorResponseTo(message, notFound));
      return [];
    }),
  },
  'TERM-09': {
    text: 'still responds for a terminal that was released',
    side: 'client',
    break: replaceErrors([output, waitForExit, ...ending], notFound, { output: '', truncated: false }),
  },
  'TERM-11': {
    text: 'does not respond to requests that wait for the end of a command that is ended',
    side: 'client',
    break: (message, wire) => {
      const ended = wire.memory(() => new Set<unknown>());
      if (wire.direction === 'in' && isRequest(message, ...ending)) ended.add(paramsOf(message)['terminalId']);
      if (wire.direction === 'in' || !isResponse(message) || wire.request?.method !== waitForExit) return undefined;
      return ended.has(fieldsOf(wire.request.params)['terminalId']) ? [] : undefined;
    },
  },
  'EDIT-01': {
    text: 'responds to questions about documents that it did not offer to answer',
    side: 'client',
    break: replaceErrors([openDocuments, recentDocuments], methodNotFound, { documents: [] }),
  },
  'EDIT-02': {
    text: 'reports documents by their paths',
    side: 'client',
    break: changeResults([openDocuments, recentDocuments], (result) =>
      eachDocument(result, (documents) =>
        documents.map((document) => ({ ...document, uri: String(document['uri']).replace(/^file:\/\//u, '') })),
      ),
    ),
  },
  'EDIT-03': {
    text: 'reports all recent documents, however many are asked for',
    side: 'client',
    break: changeReceivedRequests([recentDocuments], (params) => without(params, 'limit')),
  },
  'EDIT-04': {
    text: 'says nothing when no document has the focus',
    side: 'client',
    break: changeResults([activeDocument], (result) => (result['document'] === null ? {} : result)),
  },
  'EDIT-05': {
    text: 'reports documents that are not files',
    side: 'client',
    break: changeResults([openDocuments], (result) =>
      eachDocument(result, (documents) => [...documents, { uri: 'untitled:Untitled-1', languageId: 'plaintext' }]),
    ),
  },
};
