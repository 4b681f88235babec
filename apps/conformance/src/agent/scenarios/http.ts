/** Streamable HTTP: status codes and headers of single requests. Only for agents at an http: or https: address. */
import { fieldsOf } from '../../conversation/message.ts';
import { isHttp } from '../../remote/address.ts';
import type { HttpReply } from '../../remote/http-client.ts';
import type { AgentFacts } from '../agent-facts.ts';
import type { AgentScenario } from '../agent-scenario.ts';
import { HttpVisitor } from '../http-visitor.ts';

const json = { 'content-type': 'application/json' };
const foreign = 'https://conformance.invalid';

/** Says that the agent is not served over HTTP. */
export const needsHttp = ({ address }: AgentFacts): string | undefined =>
  address !== undefined && isHttp(address) ? undefined : 'It is not reached by an http: or https: address.';

const statuses = (replies: readonly HttpReply[]): string => replies.map(({ status }) => status).join(', ');

/** The scenarios about single requests of HTTP. */
export const httpScenarios: readonly AgentScenario[] = [
  {
    name: 'http/initialize',
    about: 'Posts initialize in several ways, and looks at the status, the headers and the version of HTTP.',
    versions: [1, 2],
    decides: ['HTTP-02', 'HTTP-04', 'HTTP-16', 'HTTP-22'],
    needs: needsHttp,
    run: async (stage) => {
      const visitor = await HttpVisitor.open(stage);
      try {
        stage.check('HTTP-16', visitor.client.version === 2, 'The server did not agree on HTTP/2.');
        const reply = await visitor.initialize();
        const hasResult = isResultOfInitialize(reply.body);
        stage.check(
          'HTTP-02',
          reply.status === 200 && hasResult && visitor.connection !== '',
          `initialize was answered with status ${reply.status}, ${hasResult ? 'a' : 'no'} result in its body, and ` +
            `${visitor.connection === '' ? 'no' : 'an'} Acp-Connection-Id.`,
        );
        const other = await visitor.ask({
          method: 'POST',
          headers: { 'content-type': 'text/plain' },
          body: visitor.hello,
        });
        const withCharset = { 'content-type': 'application/json; charset=utf-8' };
        const charset = await visitor.ask({ method: 'POST', headers: withCharset, body: visitor.hello });
        stage.check(
          'HTTP-04',
          other.status === 415 && charset.status !== 415,
          `A POST of text/plain was answered with status ${other.status}, one with a charset with ${charset.status}.`,
        );
        const page = await visitor.ask({ method: 'POST', headers: { ...json, origin: foreign }, body: visitor.hello });
        stage.check(
          'HTTP-22',
          page.status >= 400,
          `initialize with the Origin ${foreign} was answered with status ${page.status}.`,
        );
      } finally {
        visitor.close();
      }
    },
  },
  {
    name: 'http/refusals',
    about: 'Sends requests that the endpoint has to refuse, and looks at their status codes.',
    versions: [1, 2],
    decides: ['HTTP-05', 'HTTP-06', 'HTTP-13', 'HTTP-14', 'HTTP-19'],
    needs: needsHttp,
    run: async (stage) => {
      const visitor = await HttpVisitor.open(stage);
      try {
        await visitor.initialized();
        const here = { 'acp-connection-id': visitor.connection };
        const { body } = visitor.message('_conformance/fence', {});
        const html = await visitor.ask({ method: 'GET', headers: { ...here, accept: 'text/html' } });
        stage.check(
          'HTTP-05',
          html.status === 406,
          `GET that accepts text/html was answered with status ${html.status}.`,
        );
        await checkConnectionHeader(visitor, (holds, found) => stage.check('HTTP-06', holds, found));
        const array = await visitor.post(`[${body}]`);
        stage.check(
          'HTTP-13',
          // The draft says 501; the official SDK of November 2026 answers 400.
          array.status === 501 || array.status === 400,
          `A POST of an array was answered with status ${array.status}.`,
        );
        const again = await visitor.post(visitor.hello);
        const put = await visitor.ask({ method: 'PUT', headers: { ...json, ...here }, body });
        const broken = await visitor.post('{"jsonrpc":');
        stage.check(
          'HTTP-14',
          again.status === 400 && put.status === 405 && broken.status === 400,
          `A second initialize, PUT, and invalid JSON were answered with ${statuses([again, put, broken])}.`,
        );
        const future = await visitor.post(body, { 'acp-protocol-version': '99' });
        stage.check(
          'HTTP-19',
          future.status === 202,
          `A request with the Acp-Protocol-Version 99 was answered with status ${future.status}.`,
        );
      } finally {
        visitor.close();
      }
    },
  },
];

/** Requests without a connection are 400, those of an unknown one 404; nothing says what its DELETE is. */
async function checkConnectionHeader(
  visitor: HttpVisitor,
  check: (holds: boolean, found: string) => void,
): Promise<void> {
  const { body } = visitor.message('_conformance/fence', {});
  const events = { accept: 'text/event-stream' };
  const ask = async (headers: Readonly<Record<string, string>>): Promise<readonly HttpReply[]> => [
    await visitor.ask({ method: 'POST', headers: { ...json, ...headers }, body }),
    await visitor.ask({ method: 'GET', headers: { ...events, ...headers } }),
  ];
  const missing = [...(await ask({})), await visitor.ask({ method: 'DELETE', headers: {} })];
  const unknown = await ask({ 'acp-connection-id': 'conformance-unknown' });
  check(
    missing.every(({ status }) => status === 400) && unknown.every(({ status }) => status === 404),
    `POST, GET and DELETE were answered with ${statuses(missing)} without a connection, POST and GET with ` +
      `${statuses(unknown)} for an unknown one.`,
  );
}

function isResultOfInitialize(body: string): boolean {
  try {
    return fieldsOf(fieldsOf(JSON.parse(body))['result'])['protocolVersion'] !== undefined;
  } catch {
    return false;
  }
}
