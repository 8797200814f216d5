/** Reads `kubernetes.json`, as a cluster does. */
import assert from 'node:assert/strict';

interface Volume {
  readonly name: string;
  readonly emptyDir?: object;
  readonly configMap?: {
    readonly name: string;
    readonly items: readonly { readonly key: string; readonly path: string }[];
  };
}

/** What the cluster makes of the file. */
export interface Cluster {
  readonly configMap: string;
  /** The content of every file that the container of the deployment sees, by its path. */
  readonly mounted: ReadonlyMap<string, string>;
  /** The name and the port of the service, which an ingress names. */
  readonly service: string;
  readonly port: number;
}

export function readKubernetes(text: string): Cluster {
  const { kind, items } = JSON.parse(text);
  assert.equal(kind, 'List');
  const [configMap, deployment, service] = items;
  assert.deepEqual(
    items.map((item: { apiVersion: string; kind: string }) => `${item.apiVersion} ${item.kind}`),
    ['v1 ConfigMap', 'apps/v1 Deployment', 'v1 Service'],
  );
  // The most that a cluster stores in one object.
  assert.ok(Buffer.byteLength(JSON.stringify(configMap)) < 2 ** 20);
  for (const key of Object.keys(configMap.data)) assert.match(key, /^[-._a-zA-Z0-9]+$/);

  const { template, selector } = deployment.spec;
  assert.deepEqual(template.metadata.labels, selector.matchLabels);
  assert.deepEqual(service.spec.selector, selector.matchLabels);
  const [container] = template.spec.containers;
  const [{ port, targetPort }] = service.spec.ports;
  const target = container.ports.find(({ name }: { name: string }) => name === targetPort);
  const mounted = new Map<string, string>();
  for (const { name, mountPath } of container.volumeMounts) {
    const volume = (template.spec.volumes as Volume[]).find((each) => each.name === name);
    assert.ok(volume?.emptyDir ?? volume?.configMap, name);
    if (volume?.configMap === undefined) continue;
    assert.equal(volume.configMap.name, configMap.metadata.name);
    for (const { key, path } of volume.configMap.items) {
      assert.ok(typeof configMap.data[key] === 'string', key);
      mounted.set(`${mountPath}/${path}`, configMap.data[key]);
    }
  }
  const server = mounted.get('/etc/nginx/conf.d/default.conf') ?? '';
  assert.match(server, new RegExp(`^listen ${target.containerPort};$`, 'm'));
  return { configMap: configMap.metadata.name, mounted, service: service.metadata.name, port };
}
