/**
 * Writes what a Kubernetes cluster needs to serve the folder with its headers. The headers are sent
 * by the server of the folder, because every ingress controller passes them on, and each has other
 * annotations to add some. Pure.
 */
import { createHash } from 'node:crypto';
import type { Header } from './headers.js';
import { nginxHeaders } from './host-files.js';

const NAME = 'set-card-pin-frame';

const LABELS = { 'app.kubernetes.io/name': NAME };

/** Nginx without root. Its folders are those of its documentation. */
const IMAGE = 'nginxinc/nginx-unprivileged:stable';
const FILES_FOLDER = '/usr/share/nginx/html';
const SERVERS_FOLDER = '/etc/nginx/conf.d';
const PORT = 8080;

/** The key of the server's configuration among the files. */
const SERVER = 'server.conf';

/** Returns `kubernetes.json`: the files, a deployment that serves them, and its service. */
export function kubernetesJson(
  files: ReadonlyMap<string, Buffer>,
  headers: readonly Header[],
): string {
  const keys = new Map([...files.keys()].map((path) => [path, path.replaceAll('/', '__')]));
  const data: Record<string, string> = { [SERVER]: serverConfiguration(headers) };
  for (const [path, content] of files) data[keys.get(path)!] = String(content);
  // Another name for other content restarts the server, which reads its headers only at the start.
  const hash = createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 10);
  const configMap = `${NAME}-${hash}`;
  const items = [
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: configMap, labels: LABELS },
      immutable: true,
      data,
    },
    deployment([
      volume('files', configMap, keys),
      volume('server', configMap, new Map([['default.conf', SERVER]])),
      { name: 'tmp', emptyDir: {} },
    ]),
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: NAME, labels: LABELS },
      spec: { selector: LABELS, ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
    },
  ];
  return `${JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2)}\n`;
}

function serverConfiguration(headers: readonly Header[]): string {
  return [
    'server {',
    `listen ${PORT};`,
    'server_tokens off;',
    `root ${FILES_FOLDER};`,
    `${nginxHeaders(headers)}}`,
    '',
  ].join('\n');
}

function volume(name: string, configMap: string, keys: ReadonlyMap<string, string>): object {
  const items = [...keys].map(([path, key]) => ({ key, path }));
  return { name, configMap: { name: configMap, items } };
}

function deployment(volumes: readonly object[]): object {
  const container = {
    name: 'nginx',
    image: IMAGE,
    ports: [{ name: 'http', containerPort: PORT }],
    readinessProbe: { httpGet: { path: '/', port: 'http' } },
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
    },
    volumeMounts: [
      { name: 'files', mountPath: FILES_FOLDER },
      { name: 'server', mountPath: SERVERS_FOLDER },
      // For the process id and the buffers of nginx.
      { name: 'tmp', mountPath: '/tmp' },
    ],
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: NAME, labels: LABELS },
    spec: {
      replicas: 2,
      selector: { matchLabels: LABELS },
      template: {
        metadata: { labels: LABELS },
        spec: {
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
          containers: [container],
          volumes,
        },
      },
    },
  };
}
