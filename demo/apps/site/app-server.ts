/** The server half of a built app, if it has one: what its `entry-server` exports. */
import { access } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Account } from './account.js';

export interface AppServer {
  /** Returns the HTML for the page. The site writes it into the app's `index.html`. */
  readonly render?: (account: Account) => string | Promise<string>;
  /**
   * Responds to requests for the page and the files of an app that has a server of its own. It
   * finds the account in the header `X-Account`, as JSON in percent-encoding.
   */
  readonly handle?: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Releases what `handle` needs. */
  readonly close?: () => Promise<void>;
}

/** @param dist - Folder of the built app. */
export async function loadAppServer(dist: string): Promise<AppServer> {
  const entry = join(dist, 'server', 'entry-server.js');
  const isThere = await access(entry).then(
    () => true,
    () => false,
  );
  return isThere ? ((await import(pathToFileURL(entry).href)) as AppServer) : {};
}

/** Adds the account to a request for `handle`, and removes one that the browser has sent. */
export function setAccount(request: IncomingMessage, account: Account | undefined): void {
  delete request.headers['x-account'];
  if (account !== undefined)
    request.headers['x-account'] = encodeURIComponent(JSON.stringify(account));
}
