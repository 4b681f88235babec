/** The documents of an editor, and the MCP servers that a client offers over its connection. */
import { fieldsOf, type Fields, type Reply } from '../../conversation/message.ts';
import type { ClientScenario } from '../client-scenario.ts';
import { describedReply } from '../replies.ts';

const documentsIn = ({ result }: Reply): readonly Fields[] => {
  const { documents } = fieldsOf(result);
  return Array.isArray(documents) ? documents.map(fieldsOf) : [];
};

const bindingErrors = new Set([-32_602, -32_800, -33_000, -33_001, -33_002]);

/** The scenarios about documents and MCP servers. */
export const documentScenarios: readonly ClientScenario[] = [
  {
    name: 'documents/open-and-recent',
    about: 'Asks for the open and recent documents, and for the active one.',
    versions: [1, 2],
    decides: ['EDIT-02', 'EDIT-03', 'EDIT-04', 'EDIT-05'],
    needs: (client) => {
      const paths = ['workspace.openDocuments', 'workspace.recentDocuments', 'workspace.activeDocument'];
      return paths.every((path) => client.offers(path)) ? undefined : 'It does not offer the documents of an editor.';
    },
    run: async (stage) => {
      const play = await stage.prompted();
      const open = await play.ask('workspace/open_documents');
      const recent = await play.ask('workspace/recent_documents', { limit: 1 });
      const active = await play.ask('workspace/active_document');
      const uris = [...documentsIn(open), ...documentsIn(recent)].map(({ uri }) => String(uri));
      if (uris.length === 0)
        for (const rule of ['EDIT-02', 'EDIT-05']) stage.notTested(rule, 'It has no open or recent documents.');
      for (const uri of uris)
        for (const rule of ['EDIT-02', 'EDIT-05'])
          stage.check(rule, uri.startsWith('file:///'), `It reports the document ${JSON.stringify(uri)}.`);
      const { length } = documentsIn(recent);
      if (length === 0) stage.notTested('EDIT-03', 'It has no recent documents.');
      else stage.check('EDIT-03', length <= 1, `It reports ${length} documents with the limit 1.`);
      const { document } = fieldsOf(active.result);
      const isFile = String(fieldsOf(document)['uri']).startsWith('file:///');
      stage.check('EDIT-04', document === null || isFile, `workspace/active_document: ${describedReply(active)}`);
      play.finish();
    },
  },
  {
    name: 'documents/mcp-servers',
    about: 'Calls an MCP server that the client offers over its connection, and one that it does not have.',
    versions: [1, 2],
    decides: ['MCP-06', 'MCP-07', 'MCP-08'],
    run: async (stage) => {
      const play = await stage.prompted({ capabilities: stage.dialect.everything });
      const { mcpServers } = play.params('session/new');
      const servers = Array.isArray(mcpServers) ? mcpServers.map(fieldsOf) : [];
      const offered = servers.find(({ type }) => type === 'acp');
      if (offered === undefined) {
        for (const rule of ['MCP-06', 'MCP-07', 'MCP-08'])
          stage.notTested(rule, 'It offers no MCP servers over its connection.');
        play.finish();
        return;
      }
      const unknown = await play.conversation.request('mcp/message', {
        serverId: 'conformance-unknown',
        requestId: 'mcp-1',
        method: 'tools/list',
      });
      stage.check(
        'MCP-07',
        bindingErrors.has(unknown.error?.code ?? 0),
        `For a server that it does not have: ${describedReply(unknown)}`,
      );
      const { serverId } = offered;
      const called = await play.conversation.request('mcp/message', {
        serverId,
        requestId: 'mcp-2',
        method: 'tools/list',
      });
      const fields = fieldsOf(called.result);
      stage.check('MCP-06', 'result' in fields || 'error' in fields, `tools/list: ${describedReply(called)}`);
      stage.check('MCP-08', !('result' in fields && 'error' in fields), `tools/list: ${describedReply(called)}`);
      play.finish();
    },
  },
];
