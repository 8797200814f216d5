/** Servers behind a portal's page: the portal's site, the frame page's site, the card service. */
import type { FrameConfig } from '../../src/isolated/config.js';
import { contentType, prepareFrame } from '../../src/node/frame/frame-files.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import { startSandbox } from '../../src/node/sandbox/sandbox.js';
import { SandboxClient } from '../support/sandbox-client.js';
import { buildPart, elementScript, type BuiltFiles } from '../support/builds.js';
import { Site } from '../support/site.js';

/** A card of the service. */
interface Card {
  readonly id: string;
  /** A client token for it. */
  readonly token: string;
}

/** Paths of the element's script in each mode. */
export const SCRIPTS = {
  inline: '/set-card-pin.js',
  isolated: '/set-card-pin.isolated.js',
} as const;

export class Servers {
  readonly portal = new Site('localhost');
  readonly frame = new Site('127.0.0.1');
  readonly service: SandboxClient;
  readonly #frameFiles: ReadonlyMap<string, Buffer>;
  #paths = 0;

  /** Starts all servers. The portal serves the element at {@link SCRIPTS}. */
  static async start(): Promise<Servers> {
    const [sandbox, inline, isolated, frameFiles] = await Promise.all([
      startSandbox({ port: 0 }),
      elementScript(),
      elementScript('isolated'),
      buildPart('frame'),
    ]);
    const servers = new Servers(new SandboxClient(sandbox), frameFiles);
    servers.portal.answers.set(SCRIPTS.inline, { body: inline });
    servers.portal.answers.set(SCRIPTS.isolated, { body: isolated });
    await Promise.all([servers.portal.open(), servers.frame.open()]);
    return servers;
  }

  private constructor(service: SandboxClient, frameFiles: BuiltFiles) {
    this.service = service;
    this.#frameFiles = new Map(
      [...frameFiles].map(([path, content]) => [path, Buffer.from(content)]),
    );
  }

  async close(): Promise<void> {
    await Promise.all([this.portal.close(), this.frame.close(), this.service.sandbox.close()]);
  }

  get endpoint(): string {
    return this.service.sandbox.test.url;
  }

  /** Returns a path that no other page or folder has. */
  newPath(): string {
    return `/${this.#paths++}/`;
  }

  /**
   * Serves a frame page as its company deploys it: what `set-card-pin frame` writes, on a site.
   *
   * @param config - Changes to a configuration that allows the portal and the service.
   * @param more - Headers instead of those of the command.
   */
  frameFolder(
    config: Partial<FrameConfig> = {},
    site = this.frame,
    more: Readonly<Record<string, string>> = {},
  ): { readonly url: string } {
    const path = this.newPath();
    const wholeConfig = { parents: [this.portal.origin], endpoints: [this.endpoint], ...config };
    const { files, headers } = prepareFrame(this.#frameFiles, wholeConfig);
    const type = { 'Content-Type': contentType('index.html') };
    site.answers.set(path, {
      body: files.get('index.html')!,
      headers: { ...type, ...Object.fromEntries(headers), ...more },
    });
    return { url: site.origin + path };
  }

  /** Creates a card for one page only. By default it accepts every PIN. */
  async newCard(behaviour: SandboxBehaviour = 'accepted'): Promise<Card> {
    const { id } = await this.service.card(behaviour);
    const authorization = await this.service.bearer(id);
    return { id, token: authorization.slice('Bearer '.length) };
  }

  async isPin(cardId: string, pin: string): Promise<boolean> {
    const { json } = await this.service.control('POST', `/cards/${cardId}/verify`, { pin });
    return json.matches;
  }
}
