/**
 * A registry of packages on this machine, for a rehearsal of a release: what is uploaded to it can be installed from it.
 *
 * It speaks the part of npm's protocol that `npm publish` and the installs of npm, pnpm and bun use. It keeps everything
 * in memory, and listens on loopback only. Other packages come from the registry of the machine: a project names this one for
 * our scope alone.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

/** Starts an empty registry; `close` ends it. */
export async function startPackageRegistry() {
  const packages = new Map();
  const tarballs = new Map();
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => send(response, 500, { error: error.message }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${server.address().port}`;

  async function answer(request, response) {
    const path = decodeURIComponent(new URL(request.url, origin).pathname.slice(1));
    if (request.method === 'PUT') return take(path, await json(request), response);
    const tarball = tarballs.get(path);
    if (tarball !== undefined) return response.writeHead(200, { 'content-length': tarball.length }).end(tarball);
    const found = packages.get(path);
    return found === undefined ? send(response, 404, { error: `There is no ${path}.` }) : send(response, 200, found);
  }

  function take(name, upload, response) {
    const known = packages.get(name) ?? { name, 'dist-tags': {}, versions: {} };
    const twice = Object.keys(upload.versions).find((version) => Object.hasOwn(known.versions, version));
    if (twice !== undefined) return send(response, 409, { error: `${name} ${twice} is published already.` });
    for (const [version, manifest] of Object.entries(upload.versions)) {
      const file = `${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
      const [attachment] = Object.values(upload['_attachments']);
      tarballs.set(file, Buffer.from(attachment.data, 'base64'));
      known.versions[version] = { ...manifest, dist: { ...manifest.dist, tarball: `${origin}/${file}` } };
    }
    Object.assign(known['dist-tags'], upload['dist-tags']);
    packages.set(name, known);
    return send(response, 201, { ok: true });
  }

  return {
    origin,
    /** The names of what was uploaded. */
    names: () => [...packages.keys()],
    /** The lines of an `.npmrc` by which a project finds our packages here. */
    settings: () => `@acp-stack:registry=${origin}/\n//${new URL(origin).host}/:_authToken=rehearsal\n`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function send(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
