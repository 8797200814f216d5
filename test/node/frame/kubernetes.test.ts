import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nginxHeaders } from '../../../src/node/frame/host-files.js';
import { kubernetesJson } from '../../../src/node/frame/kubernetes.js';
import { readKubernetes } from './kubernetes.js';
import { PREPARED } from './page.js';

const { files, headers } = PREPARED;

const ROOT = '/usr/share/nginx/html';

describe('kubernetes.json', () => {
  it('mounts every file, and a server that sends every header', () => {
    const { mounted } = readKubernetes(kubernetesJson(files, headers));
    for (const [path, content] of files)
      assert.equal(mounted.get(`${ROOT}/${path}`), String(content), path);
    const server = mounted.get('/etc/nginx/conf.d/default.conf') ?? '';
    assert.ok(server.includes(`root ${ROOT};\n${nginxHeaders(headers)}}`), server);
    assert.equal(mounted.size, files.size + 1);
  });

  it('has another name for other files and for other headers, so that the server restarts', () => {
    const names = [
      kubernetesJson(files, headers),
      kubernetesJson(new Map([...files, ['index.html', Buffer.from('changed')]]), headers),
      kubernetesJson(files, headers.slice(1)),
      kubernetesJson(files, headers),
    ].map((text) => readKubernetes(text).configMap);
    assert.equal(new Set(names).size, 3);
    assert.equal(names[3], names[0]);
    for (const name of names) assert.match(name, /^set-card-pin-frame-[0-9a-f]{10}$/);
  });
});
