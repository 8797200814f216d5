/** Servers behind a portal's page: the portal's site, the frame page's site and the sandbox. */
import type { FrameConfig } from '../../src/isolated/config.js';
import { prepareFrame } from '../../src/node/frame/frame-files.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import { startSandbox } from '../../src/node/sandbox/sandbox.js';
import { SandboxClient } from '../support/sandbox-client.js';
import { buildPart, elementScript, type BuiltFiles } from '../support/builds.js';
import { Site } from '../support/site.js';

export interface ElementOptions {
  /** Behaviour of the card. By default it accepts every PIN. */
  readonly behaviour?: SandboxBehaviour | undefined;
  /** More attributes. */
  readonly attributes?: string;
  /** Markup for its slots. */
  readonly content?: string;
  /** Address of the frame page. By default, isolated mode has one on its own origin. */
  readonly frameSrc?: string | undefined;
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
  readonly #frameFiles: BuiltFiles;
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
    servers.portal.answers
      // Some browsers request it.
      .set('/favicon.ico', {})
      .set(SCRIPTS.inline, { body: inline })
      .set(SCRIPTS.isolated, { body: isolated });
    await Promise.all([servers.portal.open(), servers.frame.open()]);
    return servers;
  }

  private constructor(service: SandboxClient, frameFiles: BuiltFiles) {
    this.service = service;
    this.#frameFiles = frameFiles;
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
   * Serves a frame page as a company deploys it: the output of `set-card-pin frame`, on a site.
   *
   * @param config - Changes to a configuration that allows the portal and the API.
   * @param more - Headers that replace the command's headers.
   */
  frameFolder(
    config: Partial<FrameConfig> = {},
    site = this.frame,
    more: Readonly<Record<string, string>> = {},
  ): { readonly url: string } {
    const path = this.newPath();
    const wholeConfig = { parents: [this.portal.origin], endpoints: [this.endpoint], ...config };
    const built = [...this.#frameFiles].map(([file, text]) => [file, Buffer.from(text)] as const);
    const { files, headers } = prepareFrame(new Map(built), wholeConfig);
    site.answers.set(path, {
      body: files.get('index.html')!,
      headers: { ...Object.fromEntries(headers), ...more },
    });
    return { url: site.origin + path };
  }

  /** Returns the markup of an element with a card that no other page has. */
  async newElement(
    mode: string,
    { behaviour = 'accepted', attributes = '', content = '', ...options }: ElementOptions = {},
  ) {
    const { id } = await this.service.card(behaviour);
    const { value: token } = await this.service.token(id);
    const { frameSrc = mode === 'isolated' ? this.frameFolder().url : undefined } = options;
    const frame = frameSrc === undefined ? '' : `frame-src="${frameSrc}"`;
    const markup = `<set-card-pin ${frame} endpoint="${this.endpoint}" card-id="${id}" ${attributes}>${content}</set-card-pin>`;
    return { id, token, markup };
  }

  /** Serves a portal page, and returns its path. */
  newPage(body: string, headers?: Readonly<Record<string, string>>): string {
    const path = this.newPath();
    this.portal.answers.set(path, { body, headers });
    return path;
  }
}
